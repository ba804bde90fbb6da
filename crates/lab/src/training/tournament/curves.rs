//! Learning curves: the result of every run, as it was after a number of moves, measured again.
//!
//! The fitness a run sees is that of its own games, caps and boards, and of the best of many: no
//! two runs' can be compared. So what would have been the result is measured anew, by the same
//! number of fresh games for all.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tetrarium_engine::Player;

use super::entrant::{Entrant, Settings};
use super::error::TournamentError;
use crate::files::{self, Disk, SystemDisk};
use crate::play::{Backend, Work};
use crate::play::{End, Shard, Watch};
use crate::records::line;
use crate::statistics::{Interval, Level, Tally, geometric_interval};
use crate::training::error::RunError;
use crate::training::experiment::By;
use crate::training::folder::read;
use crate::training::log::Genome;
use crate::training::observer::Observer;
use crate::training::run::generations;

const CURVES: &str = "curves.jsonl";
const SETTINGS: &str = "tournament.json";

/// The result of a run as it was after a number of moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CurvePoint {
    /// The experiment.
    pub experiment: String,
    /// The seed.
    pub seed: u64,
    /// The moves.
    pub moves: u64,
    /// The last generation that was over by then; none where not one was.
    pub generation: Option<u64>,
    /// The games of the result.
    pub tally: Tally,
    /// Its mean lines; where no game was lost, twice all lines, which is below the likeliest value.
    pub mean: Option<f64>,
    /// The 95 % interval of the mean.
    pub interval: Interval,
}

/// All points, run by run; none if the watch was told to stop. They are written down one by one,
/// and those written down are not measured again.
pub(super) fn measured(
    folder: &Path,
    settings: &Settings,
    entrants: &[Entrant],
    games: &dyn Backend,
    watch: &Watch,
    observer: &mut dyn Observer,
) -> Result<Option<Vec<CurvePoint>>, TournamentError> {
    let mut known = known(folder, settings)?.into_iter();
    let of = settings.seeds * entrants.len() as u64;
    let mut points = Vec::new();
    for seed in 1..=settings.seeds {
        for (number, entrant) in (0..).zip(entrants) {
            let number = (seed - 1) * entrants.len() as u64 + number;
            let past = generations(&entrant.run_folder(folder, seed))?;
            let mut last: Option<(Genome, Tally)> = None;
            for point in 1..=settings.points {
                let moves = settings.moves / settings.points * point;
                if let Some(known) = known.next() {
                    points.push(known);
                    continue;
                }
                let then = past.iter().rev().find(|line| line.total_moves <= moves);
                let genome = then.and_then(|line| line.result.clone());
                let tally = match (&genome, &last) {
                    (None, _) => Tally::default(),
                    (Some(now), Some((before, tally))) if now == before => *tally,
                    (Some(now), _) => {
                        let name = entrant.experiment.name();
                        let by = By::Games {
                            games: settings.games,
                            length: entrant.length,
                        };
                        observer.measuring(name, &entrant.rules, by, number, of);
                        let Some(tally) = tally(entrant, now, settings.games, games, watch)? else {
                            return Ok(None);
                        };
                        tally
                    }
                };
                last = genome.map(|genome| (genome, tally));
                let mean = match tally.finished {
                    _ if tally.games() == 0 => None,
                    0 => Some(2.0 * tally.lines as f64),
                    _ => tally.mean(),
                };
                let new = CurvePoint {
                    experiment: entrant.experiment.name().to_string(),
                    seed,
                    moves,
                    generation: then.map(|line| line.generation),
                    tally,
                    mean,
                    interval: geometric_interval(
                        tally.lines,
                        tally.finished,
                        Level::P95,
                        tally.cut > 0,
                    ),
                };
                append(folder, &new)?;
                points.push(new);
            }
        }
    }
    Ok(Some(points))
}

/// The games of a genome.
fn tally(
    entrant: &Entrant,
    genome: &Genome,
    count: u64,
    games: &dyn Backend,
    watch: &Watch,
) -> Result<Option<Tally>, RunError> {
    let experiment = &entrant.experiment;
    let controller = experiment.controller(experiment.name(), &genome.genes, &genome.enabled);
    let player = Player::new(&controller, &entrant.rules)?;
    let work = Work {
        contender: (&player).into(),
        shard: Shard {
            seed: entrant.seed,
            first: 0,
            games: count,
            length: entrant.length,
        },
    };
    let Some(records) = games.play_whole(&[work], watch)? else {
        return Ok(None);
    };
    let mut tally = Tally::default();
    for record in records.iter().flatten() {
        tally.record(record.lines, record.pieces, record.end == End::Lost);
    }
    Ok(Some(tally))
}

/// The points written down by a process that died, if they are of a tournament with the same
/// settings; else the file is begun anew.
fn known(folder: &Path, settings: &Settings) -> Result<Vec<CurvePoint>, RunError> {
    let same = read(folder, SETTINGS)?
        .and_then(|text| serde_json::from_str::<Settings>(&text).ok())
        .is_some_and(|old| old == *settings);
    let text = read(folder, CURVES)?.unwrap_or_default();
    let mut points = Vec::new();
    let mut bytes = 0;
    if same {
        for line in text.split_inclusive('\n') {
            match serde_json::from_str(line) {
                Ok(point) if line.ends_with('\n') => points.push(point),
                _ => break,
            }
            bytes += line.len() as u64;
        }
    }
    let path = folder.join(CURVES);
    let failed = |error| RunError::io("write", &path, error);
    SystemDisk.cut(&path, bytes).map_err(failed)?;
    if !same {
        let text = line(settings).map_err(|error| failed(error.into()))?;
        let path = folder.join(SETTINGS);
        files::write(&path, text.as_bytes()).map_err(failed)?;
    }
    Ok(points)
}

fn append(folder: &Path, point: &CurvePoint) -> Result<(), RunError> {
    let path = folder.join(CURVES);
    line(point)
        .map_err(std::io::Error::from)
        .and_then(|text| files::append(&path, text.as_bytes()))
        .map_err(|error| RunError::io("write", &path, error))
}

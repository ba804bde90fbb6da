//! Learning curves: the result of every run, as it was after a number of moves, measured again.
//!
//! The fitness a run sees is that of its own games, caps and boards, and of the best of many: no
//! two runs' can be compared. So what would have been the result is measured anew, by the same
//! number of fresh games for all.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Controller, Fingerprint, Player};

use super::entrant::{Entrant, SCHEMA, Settings};
use super::error::TournamentError;
use crate::files::{self, Disk, SystemDisk};
use crate::play::{Backend, Work};
use crate::play::{End, Length, Shard, Watch};
use crate::records::line;
use crate::statistics::{Interval, Level, Tally, geometric_interval};
use crate::training::error::RunError;
use crate::training::experiment::{By, Experiment};
use crate::training::folder::read;
use crate::training::lock::Lock;
use crate::training::log::GenerationLine;
use crate::training::observer::Observer;
use crate::training::run::generations;
use crate::training::written::sha256;

const CURVES: &str = "curves.jsonl";
const SETTINGS: &str = "tournament.json";

/// The result of a run as it was after a number of moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurvePoint {
    /// The schema version of this record.
    pub schema: u32,
    /// The kind of this record.
    pub kind: String,
    /// The experiment.
    pub experiment: String,
    /// The experiment's fingerprint.
    pub fingerprint: Fingerprint,
    /// The seed of the run.
    pub seed: u64,
    /// The moves.
    pub moves: u64,
    /// The last generation that was over by then; none where not one was.
    pub generation: Option<u64>,
    /// What was measured; none where there was no result.
    pub measured: Option<Measured>,
    /// The games of the result.
    pub tally: Tally,
    /// Its mean lines; where no game was lost, twice all lines, which is below the likeliest value.
    pub mean: Option<f64>,
    /// The 95 % interval of the mean.
    pub interval: Interval,
    /// The SHA-256 of this record with nothing here: a line that was changed is measured again.
    sha256: String,
}

/// A result and the games that measure it: a tally is a function of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The fingerprint of the result as a controller, with the rules of the games.
    pub fingerprint: Fingerprint,
    /// The seed of the games.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// How long each may last.
    pub length: Length,
}

impl CurvePoint {
    /// The point with its games.
    fn with(mut self, tally: Tally) -> CurvePoint {
        self.tally = tally;
        self.mean = match tally.finished {
            _ if tally.games() == 0 => None,
            0 => Some(2.0 * tally.lines as f64),
            _ => tally.mean(),
        };
        let (lines, finished) = (tally.lines, tally.finished);
        self.interval = geometric_interval(lines, finished, Level::P95, tally.cut > 0);
        self.sha256 = self.hash();
        self
    }

    fn hash(&self) -> String {
        let nothing = CurvePoint {
            sha256: String::new(),
            ..self.clone()
        };
        sha256(line(&nothing).unwrap_or_default().as_bytes())
    }

    /// Whether two points are of the same moment of the same run, measured alike.
    fn is_at(&self, other: &CurvePoint) -> bool {
        let moment = |point: &CurvePoint| {
            let CurvePoint {
                seed,
                moves,
                generation,
                ..
            } = *point;
            (point.fingerprint, seed, moves, generation, point.measured)
        };
        self.experiment == other.experiment && moment(self) == moment(other)
    }
}

/// A point that is wanted: without its games yet, and with the controller that plays them.
struct Wanted<'a> {
    entrant: &'a Entrant,
    /// The number of the run.
    run: u64,
    point: CurvePoint,
    controller: Option<Controller>,
}

/// What the points are measured with.
pub(super) struct Measuring<'a> {
    pub folder: &'a Path,
    pub lock: &'a Lock,
    pub settings: &'a Settings,
    pub entrants: &'a [Entrant],
    pub games: &'a dyn Backend,
    pub watch: &'a Watch,
}

impl Measuring<'_> {
    /// All points, run by run; none if the watch was told to stop. They are written down one by
    /// one. The runs say what is to be measured; games that were played and written down for the
    /// same result are not played again.
    pub(super) fn points(
        &self,
        observer: &mut dyn Observer,
    ) -> Result<Option<Vec<CurvePoint>>, TournamentError> {
        let wanted = self.wanted()?;
        let known = known(self.folder)?;
        let same = wanted.iter().zip(&known);
        let same = same.take_while(|(wanted, (known, _))| known.is_at(&wanted.point));
        let (same, bytes) = same.fold((0, 0), |(n, sum), (_, (_, bytes))| (n + 1, sum + bytes));
        let path = self.folder.join(CURVES);
        self.lock.check(self.folder)?;
        SystemDisk
            .cut(&path, bytes)
            .map_err(|error| RunError::io("write", &path, error))?;
        let (mut points, mut known): (Vec<_>, Vec<_>) = {
            let known: Vec<CurvePoint> = known.into_iter().map(|(point, _)| point).collect();
            (known[..same].to_vec(), known)
        };
        let of = self.settings.seeds * self.entrants.len() as u64;
        for one in wanted.into_iter().skip(same) {
            let found = known
                .iter()
                .find(|known| known.measured == one.point.measured);
            let tally = match (&one.controller, found) {
                (None, _) => Tally::default(),
                (Some(_), Some(found)) => found.tally,
                (Some(controller), None) => {
                    let Some(tally) = self.tally(&one, controller, of, observer)? else {
                        return Ok(None);
                    };
                    tally
                }
            };
            let point = one.point.with(tally);
            self.append(&point)?;
            known.push(point.clone());
            points.push(point);
        }
        Ok(Some(points))
    }

    /// The points that there are to be.
    fn wanted(&self) -> Result<Vec<Wanted<'_>>, TournamentError> {
        let mut all = Vec::new();
        let mut run = 0;
        for seed in 1..=self.settings.seeds {
            for entrant in self.entrants {
                let experiment = entrant.seeded(seed)?;
                let past = generations(&entrant.run_folder(self.folder, seed))?;
                for point in 1..=self.settings.points {
                    let moves = self.settings.moves / self.settings.points * point;
                    let then = past.iter().rev().find(|line| line.total_moves <= moves);
                    let (point, controller) = self.blank(entrant, &experiment, moves, then);
                    all.push(Wanted {
                        entrant,
                        run,
                        point,
                        controller,
                    });
                }
                run += 1;
            }
        }
        Ok(all)
    }

    /// A point without its games, and the controller to play them.
    fn blank(
        &self,
        entrant: &Entrant,
        experiment: &Experiment,
        moves: u64,
        then: Option<&GenerationLine>,
    ) -> (CurvePoint, Option<Controller>) {
        let controller = then.and_then(|line| {
            let genome = line.result.as_ref()?;
            let (name, generation) = (experiment.name(), line.generation);
            Some(experiment.controller(name, generation, &genome.genes, &genome.enabled))
        });
        let measured = controller.as_ref().map(|controller| Measured {
            fingerprint: Fingerprint::of(controller, &entrant.rules),
            seed: entrant.seed,
            games: self.settings.games,
            length: entrant.length,
        });
        let point = CurvePoint {
            schema: SCHEMA,
            kind: "curve-point".to_string(),
            experiment: experiment.name().to_string(),
            fingerprint: experiment.fingerprint(),
            seed: experiment.seed(),
            moves,
            generation: then.map(|line| line.generation),
            measured,
            tally: Tally::default(),
            mean: None,
            interval: Interval::UNKNOWN,
            sha256: String::new(),
        };
        (point, controller)
    }

    /// The games of a controller; none if the watch was told to stop.
    fn tally(
        &self,
        one: &Wanted,
        controller: &Controller,
        of: u64,
        observer: &mut dyn Observer,
    ) -> Result<Option<Tally>, RunError> {
        let (entrant, games) = (one.entrant, self.settings.games);
        let length = entrant.length;
        let by = By::Games { games, length };
        observer.measuring(&one.point.experiment, &entrant.rules, by, one.run, of);
        let player = Player::new(controller, &entrant.rules)?;
        let work = Work {
            contender: (&player).into(),
            shard: Shard {
                seed: entrant.seed,
                first: 0,
                games,
                length,
            },
        };
        let Some(records) = self.games.play_whole(&[work], self.watch)? else {
            return Ok(None);
        };
        let mut tally = Tally::default();
        for record in records.iter().flatten() {
            tally.record(record.lines, record.pieces, record.end == End::Lost);
        }
        Ok(Some(tally))
    }

    fn append(&self, point: &CurvePoint) -> Result<(), RunError> {
        self.lock.check(self.folder)?;
        let path = self.folder.join(CURVES);
        line(point)
            .map_err(io::Error::from)
            .and_then(|text| files::append(&path, text.as_bytes()))
            .map_err(|error| RunError::io("write", &path, error))
    }
}

/// The points that were written down, as far as they are whole and unchanged, with the bytes of
/// their lines. Those of earlier versions, which did not say what they are of, are none.
fn known(folder: &Path) -> Result<Vec<(CurvePoint, u64)>, RunError> {
    let path = folder.join(CURVES);
    let text = match files::read_bytes(&path, files::MOST_RECORDS) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        other => other.map_err(|error| RunError::io("read", &path, error))?,
    };
    let text = String::from_utf8_lossy(&text);
    let mut points = Vec::new();
    for line in text.split_inclusive('\n') {
        match serde_json::from_str::<CurvePoint>(line) {
            Ok(point) if line.ends_with('\n') && point.sha256 == point.hash() => {
                points.push((point, line.len() as u64));
            }
            _ => break,
        }
    }
    Ok(points)
}

/// Writes the settings down.
pub(super) fn describe(folder: &Path, settings: &Settings) -> Result<(), RunError> {
    let path = folder.join(SETTINGS);
    let failed = |error| RunError::io("write", &path, error);
    let text = line(settings).map_err(|error| failed(error.into()))?;
    if read(folder, SETTINGS)?.as_deref() == Some(&text[..]) {
        return Ok(());
    }
    files::write(&path, text.as_bytes()).map_err(failed)
}

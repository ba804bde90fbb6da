//! A tournament: several experiments under several seeds, with equal budgets of moves.
//!
//! Thiery & Scherrer (2009) and Amundsen (2014) end on the question which method is the best one. Their own comparisons differ in
//! features, rules and effort; here only what the experiments differ in differs.

mod curves;
mod table;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tetrarium_engine::Rules;

use super::experiment::{Experiment, ExperimentError};
use super::folder::try_lock;
use super::observer::Observer;
use super::run::{Ending, Run, RunError};
use crate::play::Backend;
use crate::play::{Length, Watch};

pub use curves::CurvePoint;
pub(crate) use table::TABLE;
pub use table::{Curve, Row};

/// Why a tournament cannot be held.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// Nobody takes part.
    #[error("a tournament needs at least one experiment and one seed")]
    Empty,
    /// Two experiments of one name.
    #[error("two experiments are named `{0}`: give one of them another name")]
    SameName(String),
    /// Budgets that are not equal.
    #[error(
        "the experiments have different budgets of moves ({0}), so they cannot be compared: give one budget for all"
    )]
    Budgets(String),
    /// No budget of moves.
    #[error("no experiment has a budget of moves: give one for all")]
    NoBudget,
    /// An experiment without games to measure by.
    #[error(
        "`{0}` is measured by climbs alone, and a tournament plays games: give it a [[measurement]] with games"
    )]
    NoGames(String),
    /// An experiment that cannot be changed to take part.
    #[error("{name}: {error}")]
    Experiment {
        /// The experiment.
        name: String,
        /// What is wrong.
        error: ExperimentError,
    },
    /// A run that cannot go on.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// An experiment that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// The experiment, with the budget of the tournament and without measurements of its own.
    pub experiment: Experiment,
    /// The rules by which results are measured: those of the experiment's first measurement by games, or its own.
    pub rules: Rules,
    /// How long a game of a measurement may last.
    pub length: Length,
    /// The seed of the measurements.
    pub seed: u64,
}

impl Entrant {
    fn described(&self) -> (String, String) {
        let Entrant {
            rules,
            length,
            seed,
            ..
        } = self;
        let how = format!("{rules} · {length:?} · seed {seed}");
        (self.experiment.name().to_string(), how)
    }
}

/// The settings that curves depend on besides the runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Settings {
    schema: u32,
    /// Names, and how their results are measured.
    entrants: Vec<(String, String)>,
    seeds: u64,
    moves: u64,
    points: u64,
    games: u64,
}

/// A tournament in a folder.
#[derive(Clone, Debug)]
pub struct Tournament {
    folder: PathBuf,
    entrants: Vec<Entrant>,
    settings: Settings,
}

/// How many games a point of a curve rests on where nobody says otherwise: ±20 %.
const GAMES: u64 = 100;

/// How many points a curve has where nobody says otherwise.
const POINTS: u64 = 8;

impl Tournament {
    /// A tournament of some experiments under the seeds 1 to `seeds`, each with `moves` moves; none for the budget that they all have.
    pub fn new(
        folder: &Path,
        experiments: &[Experiment],
        seeds: u64,
        moves: Option<u64>,
    ) -> Result<Tournament, TournamentError> {
        if experiments.is_empty() || seeds == 0 {
            return Err(TournamentError::Empty);
        }
        let mut names = BTreeSet::new();
        if let Some(twice) = experiments.iter().find(|one| !names.insert(one.name())) {
            return Err(TournamentError::SameName(twice.name().to_string()));
        }
        let moves = match moves {
            Some(moves) => moves,
            None => common_budget(experiments)?,
        };
        let mut entrants = Vec::new();
        for one in experiments {
            let wrong = |error| TournamentError::Experiment {
                name: one.name().to_string(),
                error,
            };
            let (rules, length, seed) = one
                .measuring_games(seeds)
                .ok_or_else(|| TournamentError::NoGames(one.name().to_string()))?;
            entrants.push(Entrant {
                experiment: one.for_tournament(moves).map_err(wrong)?,
                rules,
                length,
                seed,
            });
        }
        Ok(Tournament {
            folder: folder.to_path_buf(),
            settings: Settings {
                schema: 1,
                entrants: entrants.iter().map(Entrant::described).collect(),
                seeds,
                moves,
                points: POINTS,
                games: GAMES,
            },
            entrants,
        })
    }

    /// Measures results by this many games, and curves at this many points.
    pub fn measured_by(mut self, games: u64, points: u64) -> Tournament {
        (self.settings.games, self.settings.points) = (games.max(1), points.max(1));
        self
    }

    /// Who takes part.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Holds it, or goes on with it: runs that are finished are not run again. None if the watch was told to stop.
    pub fn go(
        &self,
        games: &dyn Backend,
        watch: &Watch,
        observer: &mut dyn Observer,
    ) -> Result<Option<Vec<Row>>, TournamentError> {
        std::fs::create_dir_all(&self.folder)
            .map_err(|error| RunError::io("make", &self.folder, error))?;
        let Some(_lock) = try_lock(&self.folder)? else {
            return Err(RunError::Locked(self.folder.clone()).into());
        };
        let mut number = 0;
        let of = self.settings.seeds * self.entrants.len() as u64;
        // Seed by seed, so that what there is after a while is fair to all.
        for seed in 1..=self.settings.seeds {
            for entrant in &self.entrants {
                observer.run(entrant.experiment.name(), seed, number, of);
                number += 1;
                let mut run = self.run(entrant, seed)?;
                match run.go(games, watch, observer) {
                    Ok(Ending::Finished(_)) => {}
                    Ok(Ending::Stopped) => return Ok(None),
                    // A result too: this method needs more for its first generation.
                    Err(RunError::NothingLearnt) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        let Some(points) = curves::measured(self, games, watch, observer)? else {
            return Ok(None);
        };
        let rows = table::rows(self, &points);
        table::write(&self.folder, &rows)?;
        Ok(Some(rows))
    }

    /// The folder of one run.
    fn run_folder(&self, entrant: &Entrant, seed: u64) -> PathBuf {
        let name = entrant.experiment.name();
        self.folder.join(format!("{name}-seed-{seed}"))
    }

    fn run(&self, entrant: &Entrant, seed: u64) -> Result<Run, TournamentError> {
        let folder = self.run_folder(entrant, seed);
        let experiment =
            entrant
                .experiment
                .with_seed(seed)
                .map_err(|error| TournamentError::Experiment {
                    name: entrant.experiment.name().to_string(),
                    error,
                })?;
        if !folder.join("experiment.toml").exists() {
            return Ok(Run::start(&folder, &experiment, None)?);
        }
        let run = Run::resume(&folder)?;
        run.check_same(&folder.join("experiment.toml"), experiment.text())?;
        Ok(run)
    }
}

fn common_budget(experiments: &[Experiment]) -> Result<u64, TournamentError> {
    let budgets: Vec<Option<u64>> = experiments.iter().map(|one| one.budget().moves).collect();
    match budgets[0] {
        Some(moves) if budgets.iter().all(|budget| *budget == Some(moves)) => Ok(moves),
        None if budgets.iter().all(Option::is_none) => Err(TournamentError::NoBudget),
        _ => {
            let shown = experiments.iter().zip(&budgets).map(|(one, budget)| {
                let budget = budget.map_or("none".to_string(), |moves| moves.to_string());
                format!("{} {budget}", one.name())
            });
            Err(TournamentError::Budgets(
                shown.collect::<Vec<_>>().join(", "),
            ))
        }
    }
}

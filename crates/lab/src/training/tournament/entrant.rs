//! Who takes part in a tournament, and how results are measured.

use std::path::{Path, PathBuf};

use serde::Serialize;
use tetrarium_engine::{Fingerprint, Rules};

use super::error::TournamentError;
use crate::play::Length;
use crate::settings;
use crate::training::experiment::Experiment;

/// The version of a tournament's files that this program writes.
pub(super) const SCHEMA: u32 = 2;

/// How many games a point of a curve rests on unless it is set: ±20 %.
const GAMES: u64 = 100;

/// How many points a curve has unless it is set.
const POINTS: u64 = 8;

/// An experiment that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// The experiment, with the budget of the tournament and without measurements of its own.
    pub experiment: Experiment,
    /// The rules by which results are measured: those of the experiment's first measurement by
    /// games, or its own.
    pub rules: Rules,
    /// How long a game of a measurement may last.
    pub length: Length,
    /// The seed of the measurements.
    pub seed: u64,
}

impl Entrant {
    fn record(&self) -> EntrantRecord {
        EntrantRecord {
            experiment: self.experiment.name().to_string(),
            fingerprint: self.experiment.fingerprint(),
            rules: settings::of(&self.rules),
            length: self.length,
            seed: self.seed,
        }
    }

    /// The experiment under a seed, which may draw features.
    pub(super) fn seeded(&self, seed: u64) -> Result<Experiment, TournamentError> {
        let seeded = self.experiment.with_seed(seed);
        seeded.map_err(|error| TournamentError::Experiment {
            name: self.experiment.name().to_string(),
            error,
        })
    }

    /// The folder of its run under a seed.
    pub(super) fn run_folder(&self, folder: &Path, seed: u64) -> PathBuf {
        let name = self.experiment.name();
        folder.join(format!("{name}-seed-{seed}"))
    }
}

/// The settings of a tournament, written into its folder for people. Nothing is decided by
/// them: every point of a curve says itself what it is of.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Settings {
    schema: u32,
    kind: &'static str,
    entrants: Vec<EntrantRecord>,
    pub seeds: u64,
    pub moves: u64,
    pub points: u64,
    pub games: u64,
}

/// An experiment, and how its results are measured.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct EntrantRecord {
    experiment: String,
    fingerprint: Fingerprint,
    rules: settings::Settings,
    length: Length,
    seed: u64,
}

impl Settings {
    pub(super) fn new(entrants: &[Entrant], seeds: u64, moves: u64) -> Settings {
        Settings {
            schema: SCHEMA,
            kind: "tournament",
            entrants: entrants.iter().map(Entrant::record).collect(),
            seeds,
            moves,
            points: POINTS,
            games: GAMES,
        }
    }
}

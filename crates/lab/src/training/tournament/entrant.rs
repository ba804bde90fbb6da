//! Who takes part in a tournament, and how results are measured.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use tetrarium_engine::Rules;

use crate::play::Length;
use crate::training::experiment::Experiment;

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
    pub(super) fn described(&self) -> (String, String) {
        let Entrant {
            rules,
            length,
            seed,
            ..
        } = self;
        let how = format!("{rules} · {length:?} · seed {seed}");
        (self.experiment.name().to_string(), how)
    }

    /// The folder of its run under a seed.
    pub(super) fn run_folder(&self, folder: &Path, seed: u64) -> PathBuf {
        let name = self.experiment.name();
        folder.join(format!("{name}-seed-{seed}"))
    }
}

/// The settings that curves depend on besides the runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Settings {
    pub schema: u32,
    /// Names, and how their results are measured.
    pub entrants: Vec<(String, String)>,
    pub seeds: u64,
    pub moves: u64,
    pub points: u64,
    pub games: u64,
}

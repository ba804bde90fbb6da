//! The parts of an experiment.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Controller, Reading, Rules, RulesError};
use tetrarium_learn::learners;

use crate::optimisers;
use crate::play::Length;

/// Added to the experiment's seed where a measurement names none: seeds are small numbers that
/// people count up from 1.
pub(super) const FRESH: u64 = 1_000_000;

/// An experiment file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}{}{message}",
    .line.map(|line| format!("line {line}: ")).unwrap_or_default(),
    .field.as_ref().map(|field| format!("`{field}`: ")).unwrap_or_default()
)]
pub struct ExperimentError {
    /// The line, from 1, if there is one to blame.
    pub line: Option<usize>,
    /// The field, with dots between the names of nested ones, if there is one to blame.
    pub field: Option<String>,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// The texts of the files that an experiment names, by their paths: controllers and recorded games.
pub type ControllerFiles = std::collections::BTreeMap<String, String>;

/// Settings of the rules with their values, in the order of the file.
pub(super) type Settings = Vec<(String, String)>;

/// Which games the candidates of a generation play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seeds {
    /// All candidates of a generation play the same games, so that luck with pieces does not tell
    /// between them (Boumaza 2009). The next generation plays others.
    #[default]
    Common,
    /// No game is played twice.
    Fresh,
}

/// The units of the weights that an optimiser searches. Files have plain weights in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Units {
    /// The weights as they are.
    #[default]
    Plain,
    /// The weights times the spread of their features among the placements of a move, as
    /// [`spreads`](tetrarium_learn::spreads) measures it when a run begins: a step of the search
    /// then moves the rating as much by one feature as by another.
    Spread,
}

/// When a run ends: as soon as any of these is reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Budget {
    /// After this number of generations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
    /// After the generation in which this number of candidates have been played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// Before the generation whose games would make more than this number of moves in all: runs
    /// with equal budgets can be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// After this number of seconds, in the middle of a generation, which is then left out. The
    /// result depends on the clock: it is not the same on another machine or in another run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// A stage of a curriculum.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// How many generations it lasts.
    pub generations: u64,
    /// How its candidates play.
    pub conditions: Conditions,
}

/// When a learner takes over from an optimiser, and what it learns.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Handover {
    /// The generations of the optimiser.
    pub generations: u64,
    pub learner: learners::Config,
    /// The features of the optimiser, and after them those that the learner adds.
    pub readings: Vec<Reading>,
}

/// When an optimiser goes on from a learner, and how.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Polish {
    /// The generation that it begins with.
    pub begins: u64,
    pub optimiser: optimisers::Config,
    /// How many factors are searched: one for each feature of the rating that was learnt.
    pub factors: usize,
    /// How its candidates play.
    pub conditions: Conditions,
}

/// How the candidates of a generation play.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// The rules of their games.
    pub rules: Rules,
    /// The most games that a candidate plays in a generation: all of them, or those of the winners
    /// of a race.
    pub games: u64,
    /// How long a game may last.
    pub length: Length,
    /// Instead of playing games to their ends, a candidate is judged by what they would come to in
    /// the mean, estimated by splitting ([`crate::estimate`]) with this number of climbs from each
    /// level. It then counts as one game.
    pub climbs: Option<u64>,
}

/// A measurement at the end, of the result and of others beside it, under a seed that no candidate
/// has played.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// Settings over those of a controller.
    pub(super) settings: Settings,
    /// The rules of its games.
    pub rules: Rules,
    /// What is measured by.
    pub by: By,
    /// The seed.
    pub seed: u64,
    /// The controllers to compare with.
    pub controllers: Vec<Controller>,
}

/// What a measurement is made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Games that are played.
    Games {
        /// How many.
        games: u64,
        /// How long a game may last.
        length: Length,
    },
    /// Splitting ([`crate::estimate`]) with this number of climbs, where no game could be played to
    /// its end.
    Climbs(u64),
}

impl Plan {
    /// The rules a controller plays by here: its own, and over them what the experiment says.
    ///
    /// # Errors
    ///
    /// If the settings of the experiment contradict the controller's rules.
    pub fn rules_of(&self, controller: &Controller) -> Result<Rules, RulesError> {
        let mut rules = controller.rules_over(&Rules::default())?;
        for (setting, value) in &self.settings {
            rules.set(setting, value)?;
        }
        Ok(rules)
    }
}

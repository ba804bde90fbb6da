//! An exact mean as a record.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::distribution::{Distribution, distribution};
use super::file::settings;
use super::optimum::Optimum;
use super::policy::Policy;
use super::solver::Bounds;
use super::sweep::Moves;
use crate::play::Contender;
use crate::records::{Identity, Made};

/// The schema version of these records.
const SCHEMA: u32 = 1;

/// The `kind` of these records.
const KIND: &str = "exact-mean";

/// The name of the best player in a record.
const BEST: &str = "optimum";

/// An exact mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exact {
    /// The schema version of this record.
    pub schema: u32,
    /// The kind of this record.
    pub kind: String,
    /// The name of the controller or agent; `optimum` for the best that any player can do.
    pub controller: String,
    /// Its search; `optimum` for the best player.
    pub search: String,
    /// The agent itself, with its fingerprint; none for the best player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<Identity>,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
    /// The discount of later lines; 1 for none.
    pub discount: f64,
    /// The boards whose values were computed. Of two that are each other's mirror image only one is
    /// counted where their values are the same.
    pub boards: u64,
    /// The sweeps made.
    pub sweeps: u64,
    /// The mean lines of a game.
    pub mean: f64,
    /// Bounds of the mean.
    pub bounds: Bounds,
    /// The whole distribution of the lines, if it was computed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Distribution>,
    /// The program that made this record, which is no part of what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
}

impl Optimum {
    /// The value of the game as a record.
    pub fn record(&self) -> Exact {
        Exact {
            schema: SCHEMA,
            kind: KIND.to_string(),
            controller: BEST.to_string(),
            search: BEST.to_string(),
            identity: None,
            rules: settings(&self.problem.rules),
            discount: self.problem.discount,
            boards: self.boards.len() as u64,
            sweeps: self.sweeps,
            mean: self.mean,
            bounds: self.bounds,
            distribution: None,
            made: None,
        }
    }

    /// The distribution of the lines of the best player's game.
    pub fn distribution(&self) -> Distribution {
        distribution(&self.problem, &self.boards, Moves::Single(&self.chosen))
    }
}

impl Policy {
    /// The mean as a record.
    pub fn record(&self, contender: Contender) -> Exact {
        Exact {
            schema: SCHEMA,
            kind: KIND.to_string(),
            controller: contender.name().to_string(),
            search: contender.search(),
            identity: Some(Identity::of(contender)),
            rules: settings(&self.problem.rules),
            discount: self.problem.discount,
            boards: self.boards.len() as u64,
            sweeps: self.sweeps,
            mean: self.mean,
            bounds: self.bounds,
            distribution: None,
            made: None,
        }
    }

    /// The distribution of the lines of the player's game.
    pub fn distribution(&self) -> Distribution {
        distribution(&self.problem, &self.boards, self.moves())
    }
}

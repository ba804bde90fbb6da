//! A game of the agent as a record.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::believed::Believed;
use super::look::Seen;
use super::settings::Settings;
use crate::records::{LineError, Made, read_lines};

/// The schema version of these records.
pub(super) const SCHEMA: u32 = 1;

/// The `kind` of these records.
pub(super) const KIND: &str = "adaptation";

/// A game of the agent that adapts, beside fixed controllers. A step is a placement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adapted {
    /// The schema version of this record.
    pub schema: u32,
    /// The kind of this record.
    pub kind: String,
    /// The name of the game's rules.
    pub game: String,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
    /// How long the phases were.
    pub settings: Settings,
    /// What the agent saw in its first phase.
    pub seen: Seen,
    /// What it believed then.
    pub believed: Believed,
    /// What was tried in the last phase.
    pub arms: Vec<Arm>,
    /// The arm that played on.
    pub chosen: String,
    /// Its controller, as a file.
    pub controller: String,
    /// The points of all steps.
    pub points: u64,
    /// Times that the game was lost.
    pub lost: u64,
    /// Fixed controllers in the same game: the same number of steps, the same pieces.
    pub against: Vec<Fixed>,
    /// The program that made this record, which is no part of what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
}

impl Adapted {
    /// Reads a text of such records, one a line.
    ///
    /// # Errors
    ///
    /// The first line that is none.
    pub fn from_lines(text: &str) -> Result<Vec<Adapted>, LineError> {
        read_lines(text, |raw| match raw.kind() {
            KIND => raw.read(),
            _ => Err(raw.refused(KIND)),
        })
    }
}

/// A controller that was tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// Its name.
    pub name: String,
    /// Its steps of the game in which it was judged.
    pub steps: u64,
    /// The points of these.
    pub points: u64,
    /// Whether it was dropped before the end of the trial.
    pub dropped: bool,
}

/// A fixed controller in the same game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fixed {
    /// Its name.
    pub name: String,
    /// Its points.
    pub points: u64,
    /// Times that it lost the game.
    pub lost: u64,
    /// The agent's points for one of its own; none where it got no points.
    pub ratio: Option<f64>,
}

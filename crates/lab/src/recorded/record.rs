//! A recorded game as a line of a file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Controller, Fingerprint, Rules};

use crate::records::{AgentRecord, Identity, Made};

/// The schema version of these records.
pub(super) const SCHEMA: u32 = 1;

/// The `kind` of these records.
pub(super) const KIND: &str = "recorded-game";

/// How the record of a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// The game was lost.
    Lost,
    /// The piece sequence ended.
    OutOfPieces,
    /// The game goes on; the record does not.
    Cut,
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameRecord {
    pub schema: u32,
    pub kind: String,
    /// The name of the controller or agent.
    pub controller: String,
    pub search: String,
    pub identity: Identity,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
    pub seed: u64,
    pub game: u64,
    /// The letters of the pieces that were placed.
    pub pieces: String,
    /// The orientation and the column of each placement that was chosen.
    pub placements: Vec<[u8; 2]>,
    pub lines: u64,
    pub reward: u64,
    pub end: Ended,
    /// The rows of the last board from the top: `#` is full, `.` empty.
    pub board: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
}

impl GameRecord {
    /// The rules.
    pub fn rules(&self) -> Result<Rules, String> {
        if self.schema != SCHEMA {
            let schema = self.schema;
            return Err(format!(
                "it has schema {schema}, and this program knows {SCHEMA}"
            ));
        }
        let mut rules = Rules::default();
        for (name, value) in &self.rules {
            rules.set(name, value).map_err(|error| error.to_string())?;
        }
        if let Some(missing) = Rules::names().find(|name| !self.rules.contains_key(*name)) {
            return Err(format!("its rules lack `{missing}`"));
        }
        rules.check().map_err(|error| error.to_string())?;
        Ok(rules)
    }

    /// Checks that a controller that it holds is the one that its fingerprint is of. Other agents
    /// are known by what they claim.
    pub fn check_identity(&self, rules: &Rules) -> Result<(), String> {
        let AgentRecord::Controller { file } = &self.identity.agent else {
            return Ok(());
        };
        let controller = Controller::from_toml(file)
            .map_err(|error| format!("its controller cannot be read: {error}"))?;
        match Fingerprint::of(&controller, rules) == self.identity.fingerprint {
            true => Ok(()),
            false => Err("its fingerprint is not that of its controller and its rules".to_string()),
        }
    }
}

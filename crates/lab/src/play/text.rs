//! Contenders as text, which other machines read.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Controller, Player, Rules};

use super::backend::PlayError;
use super::contender::Contender;

/// A player as text: its controller's file and all settings of its rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ContenderText {
    controller: String,
    rules: Vec<(String, String)>,
}

impl ContenderText {
    /// A contender as text.
    ///
    /// # Errors
    ///
    /// If it is no player, or no file can hold its controller.
    pub fn of(contender: Contender) -> Result<ContenderText, PlayError> {
        let player = contender.player().ok_or_else(|| {
            PlayError::Refused(format!(
                "{} is an agent of this machine, and a cluster plays controllers alone",
                contender.name()
            ))
        })?;
        let controller = player.controller().to_toml();
        let rules = player.rules().settings();
        Ok(ContenderText {
            controller: controller.map_err(|error| PlayError::Refused(error.to_string()))?,
            rules: rules
                .map(|(name, value)| (name.to_string(), value))
                .collect(),
        })
    }

    /// The player.
    ///
    /// # Errors
    ///
    /// If the text is not that of a player.
    pub fn player(&self) -> Result<Player, PlayError> {
        let failed = |error: String| PlayError::Failed(format!("a shard's controller: {error}"));
        let controller = Controller::from_toml(&self.controller);
        let controller = controller.map_err(|error| failed(error.to_string()))?;
        let mut rules = Rules::default();
        for (name, value) in &self.rules {
            let set = rules.set(name, value);
            set.map_err(|error| failed(error.to_string()))?;
        }
        Player::new(&controller, &rules).map_err(|error| failed(error.to_string()))
    }
}

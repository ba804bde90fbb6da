//! What records of a mean have in common: the agent that played, and its rules.

use std::collections::BTreeMap;

use super::identity::Identity;
use crate::play::Contender;

/// The beginning of a measurement and of an estimate. Both have these as fields of their own, so
/// that unknown fields are refused by name.
pub(crate) struct Head {
    /// The name of the controller or agent.
    pub controller: String,
    /// Its search; `agent` for an agent that is no controller.
    pub search: String,
    /// The agent itself, with its fingerprint.
    pub identity: Option<Identity>,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
}

impl Head {
    /// The beginning of a new record of a contender.
    pub(crate) fn of(contender: Contender) -> Head {
        let settings = contender.rules().settings();
        Head {
            controller: contender.name().to_string(),
            search: contender.search(),
            identity: Some(Identity::of(contender)),
            rules: settings
                .map(|(name, value)| (name.to_string(), value))
                .collect(),
        }
    }
}

//! What records of a mean have in common: the agent that played, and its rules.

use std::collections::{BTreeMap, BTreeSet};

use super::identity::Identity;
use crate::play::Contender;
use crate::settings;

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
        Head {
            controller: contender.name().to_string(),
            search: contender.search(),
            identity: Some(Identity::of(contender)),
            rules: settings::of(contender.rules()),
        }
    }
}

/// Something in which two records differ: its name and both values.
pub(crate) type Difference = (String, String, String);

/// Two values with their name, if they differ.
pub(crate) fn differ(what: &str, here: String, there: String) -> Option<Difference> {
    (here != there).then(|| (what.to_string(), here, there))
}

/// What tells the agent of a record: name, search, identity and rules.
pub(crate) type Told<'a> = (
    &'a str,
    &'a str,
    Option<&'a Identity>,
    &'a BTreeMap<String, String>,
);

/// The first thing in which the agents of two records differ. Names are for people: the fingerprint
/// decides. If it differs, the first part of it that people can read is named.
pub(crate) fn differing_agents(a: Told, b: Told) -> Option<Difference> {
    let print = |identity: Option<&Identity>| {
        identity.map_or("unknown".to_string(), |one| one.fingerprint.to_string())
    };
    let of_identity = differ("fingerprint", print(a.2), print(b.2))?;
    let of_rules = || {
        let names: BTreeSet<&String> = a.3.keys().chain(b.3.keys()).collect();
        names.into_iter().find_map(|name| {
            let value = |of: &Told| of.3.get(name).cloned().unwrap_or_default();
            differ(&format!("the rule `{name}`"), value(&a), value(&b))
        })
    };
    differ("controller", a.0.to_string(), b.0.to_string())
        .or_else(|| differ("search", a.1.to_string(), b.1.to_string()))
        .or_else(of_rules)
        .or(Some(of_identity))
}

//! What a record is of: the agent that played, the order that makes it again, and the program that
//! made it.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tetrarium_engine::{Controller, Fingerprint, LARGEST_TEXT};

use crate::play::{Contender, Danger, Length};

/// The largest controller file that a record holds as a whole, in bytes.
pub const LARGEST_CONTROLLER: usize = LARGEST_TEXT;

/// The agent that played. Names are for people; the fingerprint decides which records are of the
/// same agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The fingerprint of the agent and its rules.
    pub fingerprint: Fingerprint,
    /// The agent itself.
    pub agent: AgentRecord,
}

/// An agent as a record has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
#[non_exhaustive]
pub enum AgentRecord {
    /// A controller.
    Controller {
        /// Its file.
        file: String,
    },
    /// A controller whose file is larger than [`LARGEST_CONTROLLER`].
    LargeController {
        /// The SHA-256 of the controller, written as a file, in hexadecimal digits.
        sha256: String,
        /// The name of the file that it was read from, if it was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        file_name: Option<String>,
    },
    /// A program, by what it claims to be. Nothing starts a command found in a record.
    Command {
        /// The words of its command.
        words: Vec<String>,
        /// The version that it claims.
        version: String,
        /// That it is not known to be what it claims: always true.
        as_claimed: bool,
    },
    /// An agent written against the library, by what it claims to be.
    Agent {
        /// The version that it claims.
        version: String,
        /// That it is not known to be what it claims: always true.
        as_claimed: bool,
    },
}

impl Identity {
    /// The identity of a contender.
    pub fn of(contender: Contender) -> Identity {
        match contender {
            Contender::Player(player) => Identity {
                fingerprint: Fingerprint::of(player.controller(), player.rules()),
                agent: AgentRecord::of_controller(player.controller()),
            },
            Contender::Agent { agent, rules } => Identity {
                fingerprint: Fingerprint::of_agent(agent, rules),
                agent: match agent.command() {
                    [] => AgentRecord::Agent {
                        version: agent.version().to_string(),
                        as_claimed: true,
                    },
                    words => AgentRecord::Command {
                        words: words.to_vec(),
                        version: agent.version().to_string(),
                        as_claimed: true,
                    },
                },
            },
        }
    }

    /// The controller, if the record holds one.
    pub fn controller(&self) -> Option<Controller> {
        match &self.agent {
            AgentRecord::Controller { file } => Controller::from_toml(file).ok(),
            _ => None,
        }
    }

    /// Whether the agent is only known by what it claims to be.
    pub fn is_claimed(&self) -> bool {
        matches!(
            self.agent,
            AgentRecord::Command { .. } | AgentRecord::Agent { .. }
        )
    }
}

impl AgentRecord {
    fn of_controller(controller: &Controller) -> AgentRecord {
        match controller.to_toml() {
            Ok(file) if file.len() <= LARGEST_CONTROLLER => AgentRecord::Controller { file },
            Ok(file) => AgentRecord::LargeController {
                sha256: Sha256::digest(&file)
                    .iter()
                    .map(|byte| format!("{byte:02x}"))
                    .collect(),
                file_name: controller.file_name.clone(),
            },
            // No file can hold a function of one's own.
            Err(_) => AgentRecord::Agent {
                version: String::new(),
                as_claimed: true,
            },
        }
    }
}

/// The order that makes a record again, without what does not change it: threads, backend, paths.
/// The agent and its rules stand beside it in the record.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "amount", deny_unknown_fields)]
#[non_exhaustive]
pub enum OrderRecord {
    /// A range of games.
    Games {
        /// The seed.
        seed: u64,
        /// The number of the first game.
        first: u64,
        /// How many games.
        games: u64,
        /// How long each may last.
        length: Length,
        /// The most moves of all games together, if there is a limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        budget: Option<u64>,
    },
    /// Games until the interval is narrow enough.
    Precision {
        /// The seed.
        seed: u64,
        /// The number of the first game.
        first: u64,
        /// Half the width of the interval over the mean.
        precision: f64,
        /// Games side by side; none for whole games.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        side_by_side: Option<u64>,
        /// The most moves of all games together, if there is a limit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        budget: Option<u64>,
    },
    /// An estimate by splitting.
    Climbs {
        /// The seed.
        seed: u64,
        /// Climbs from each level, in each repeat.
        climbs: u64,
        /// Independent repeats; with a precision, those before the first decision.
        repeats: u64,
        /// The measure of danger.
        danger: Danger,
        /// Half the width of the interval over the mean, if repeats were added until it was this
        /// narrow.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        precision: Option<f64>,
        /// The moves predicted for games, if climbs were chosen because of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        instead_of_moves: Option<u64>,
    },
}

/// The program that made a record. It stands apart: records are compared without it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The version of the program.
    pub version: String,
    /// The commit that it was built from, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The command line as it was typed, a word each.
    pub command: Vec<String>,
}

/// How people tell agents apart: each by its name, with the beginning of its fingerprint where
/// another agent has the same name.
pub fn labels(agents: &[(&str, Option<Fingerprint>)]) -> Vec<String> {
    agents
        .iter()
        .map(|(name, print)| {
            let collides =
                |other: &(&str, Option<Fingerprint>)| other.0 == *name && other.1 != *print;
            match (agents.iter().any(collides), print) {
                (false, _) => name.to_string(),
                (true, Some(print)) => format!("{name} #{}", print.short()),
                (true, None) => format!("{name} (identity unknown)"),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Player, Rules, catalogue};

    fn identity(name: &str) -> Identity {
        let controller = catalogue::named(name).unwrap();
        Identity::of((&Player::new(controller, &Rules::default()).unwrap()).into())
    }

    #[test]
    fn a_record_holds_the_whole_controller() {
        let bcts = identity("bcts");
        let again = bcts.controller().unwrap();
        assert_eq!(&again, catalogue::named("bcts").unwrap());
        assert_eq!(Fingerprint::of(&again, &Rules::default()), bcts.fingerprint);
        assert!(!bcts.is_claimed());
        let text = serde_json::to_string(&bcts).unwrap();
        assert_eq!(serde_json::from_str::<Identity>(&text).unwrap(), bcts);
    }

    #[test]
    fn a_controller_too_large_for_a_record_is_named_by_its_hash() {
        let mut large = catalogue::named("bcts").unwrap().clone();
        large.note = "x".repeat(LARGEST_CONTROLLER);
        large.file_name = Some("large.toml".to_string());
        let record = AgentRecord::of_controller(&large);
        let AgentRecord::LargeController { sha256, file_name } = &record else {
            panic!("it is too large")
        };
        assert_eq!(sha256.len(), 64);
        assert_eq!(file_name.as_deref(), Some("large.toml"));
    }

    #[test]
    fn labels_show_fingerprints_where_names_collide() {
        let (a, b) = (identity("bcts").fingerprint, identity("lee").fingerprint);
        let shown = labels(&[
            ("mine", Some(a)),
            ("mine", Some(b)),
            ("other", Some(a)),
            ("mine", None),
        ]);
        assert_eq!(shown[2], "other");
        assert_eq!(shown[3], "mine (identity unknown)");
        assert!(shown[0].starts_with("mine #") && shown[0] != shown[1]);
        let same = labels(&[("bcts", Some(a)), ("bcts", Some(a))]);
        assert_eq!(same, ["bcts", "bcts"]);
    }
}

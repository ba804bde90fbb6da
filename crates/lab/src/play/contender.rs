//! A contender: an agent and the rules it plays by.

use std::fmt;

use tetrarium_engine::search::{Method, Unseen};
use tetrarium_engine::{Agent, Danger, Player, Rules};

/// About how many moves of a greedy player with a kernel one move of a program costs.
const PROGRAM: u64 = 100;

/// An agent and the rules it plays by. Contenders are what the lab plays, measures, compares and
/// estimates.
///
/// A [`Player`] is a contender with fast paths, on every backend. Any other agent plays on the
/// threads of this machine.
#[derive(Clone, Copy)]
pub enum Contender<'a> {
    /// A controller prepared for its rules.
    Player(&'a Player),
    /// Any other agent.
    Agent {
        /// The agent.
        agent: &'a dyn Agent,
        /// The rules it plays by.
        rules: &'a Rules,
    },
}

impl<'a> Contender<'a> {
    /// An agent that plays by these rules.
    pub fn new(agent: &'a dyn Agent, rules: &'a Rules) -> Contender<'a> {
        Contender::Agent { agent, rules }
    }

    /// The agent's name, for people to read.
    pub fn name(&self) -> &'a str {
        match self {
            Contender::Player(player) => player.name(),
            Contender::Agent { agent, .. } => agent.name(),
        }
    }

    /// The rules it plays by.
    pub fn rules(&self) -> &'a Rules {
        match self {
            Contender::Player(player) => player.rules(),
            Contender::Agent { rules, .. } => rules,
        }
    }

    /// How a player's ratings become a move; `agent` for any other agent.
    pub fn search(&self) -> String {
        match self {
            Contender::Player(player) => player.search().to_string(),
            Contender::Agent { .. } => "agent".to_string(),
        }
    }

    /// The player; none for any other agent.
    pub fn player(&self) -> Option<&'a Player> {
        match self {
            Contender::Player(player) => Some(player),
            Contender::Agent { .. } => None,
        }
    }

    /// The danger with which an estimate of it takes the least work.
    pub fn danger(&self) -> Danger {
        Danger::for_depth(match self {
            Contender::Player(player) => player.search().depth(),
            Contender::Agent { rules, .. } => rules.visible,
        })
    }

    /// Whether games from a position on depend on the position and chance alone. A player's games
    /// do: where it settles ties by chance, that chance has no memory.
    pub fn is_stateless(&self) -> bool {
        match self {
            Contender::Player(_) => true,
            Contender::Agent { agent, .. } => agent.is_stateless(),
        }
    }

    /// About how many moves of a greedy player with a kernel one move costs. It depends on the
    /// agent and its rules alone, not on the machine.
    pub fn cost_of_a_move(&self) -> u64 {
        let Contender::Player(player) = self else {
            return PROGRAM;
        };
        let slow = if player.rater().has_plan() { 1 } else { 20 };
        let search = player.search();
        let plies = match (search.method(), search.depth()) {
            (Method::Tree(Unseen::Ignored), 1) => 1,
            (Method::Tree(Unseen::Ignored), _) => 25,
            _ => 160,
        };
        slow * plies
    }

    /// Whether both are the same agent under the same rules, by address.
    pub fn is(&self, other: &Contender) -> bool {
        match (self, other) {
            (Contender::Player(a), Contender::Player(b)) => std::ptr::eq(*a, *b),
            (Contender::Agent { agent: a, rules: x }, Contender::Agent { agent: b, rules: y }) => {
                std::ptr::addr_eq(*a, *b) && std::ptr::eq(*x, *y)
            }
            _ => false,
        }
    }
}

impl<'a> From<&'a Player> for Contender<'a> {
    fn from(player: &'a Player) -> Contender<'a> {
        Contender::Player(player)
    }
}

impl fmt::Debug for Contender<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name(), self.search())
    }
}

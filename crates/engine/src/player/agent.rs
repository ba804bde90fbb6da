//! An agent: anything that chooses where pieces go.
//!
//! A [`Player`] (a rating and a search) is one agent. Any other implements [`Agent`]; games, and
//! every backend of the lab, accept it. An agent sees what a player sees ([`View`]) and nothing
//! that tells the coming pieces: its seed is its own ([`agent_seed`]).

use sha2::{Digest, Sha256};

use crate::game::placement::Placement;
use crate::game::rules::Rules;
use crate::game::state::{PlaceError, View};

/// Anything that chooses placements.
///
/// ```
/// use tetrarium_engine::{Agent, AgentError, AgentGame, Placement, Rules, Session, View};
///
/// /// Keeps the pile as low as it can.
/// struct Lowest;
///
/// impl Agent for Lowest {
///     fn name(&self) -> &str {
///         "lowest"
///     }
///     fn is_stateless(&self) -> bool {
///         true
///     }
///     fn open<'a>(&'a self, _: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
///         Ok(Box::new(|view: &View| -> Placement {
///             let lowest = view.moves().min_by_key(|played| played.after.max_height());
///             lowest.expect("a piece has a place").landing.placement
///         }))
///     }
/// }
///
/// let rules = Rules::default();
/// let mut game = AgentGame::new(&Lowest, &rules, 1, 0).unwrap();
/// while game.step().unwrap().is_some() {}
/// assert!(game.counts().pieces > 20);
/// ```
pub trait Agent: Send + Sync {
    /// The name that people know it by.
    fn name(&self) -> &str;

    /// The version that it claims to be, if any.
    fn version(&self) -> &str {
        ""
    }

    /// The words of the command that it is; empty for an agent that is no program.
    fn command(&self) -> &[String] {
        &[]
    }

    /// Whether its choice is a function of the [`View`] alone: no memory, no chance. Estimates and
    /// exact evaluation need that.
    fn is_stateless(&self) -> bool {
        false
    }

    /// How many games it wants to be asked about at once. An agent that is slow to be asked, and
    /// fast once it is, wants many.
    fn batch(&self) -> usize {
        1
    }

    /// Opens a session: the agent plays some games under these rules, on one thread.
    ///
    /// # Errors
    ///
    /// If the agent cannot play by these rules, or cannot be reached.
    fn open<'a>(&'a self, rules: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError>;
}

/// An agent at play. It may play several games side by side; each has a number, which the caller
/// gives and which says nothing about the pieces.
///
/// A closure from a view to a placement is a session of an agent without memory.
pub trait Session: Send {
    /// A game begins. Chance, if the agent needs any, comes from this seed alone.
    ///
    /// # Errors
    ///
    /// If the agent cannot be reached.
    fn begin(&mut self, game: u64, seed: u64) -> Result<(), AgentError> {
        let _ = (game, seed);
        Ok(())
    }

    /// Chooses a placement for each of these turns, which are turns of different games.
    ///
    /// # Errors
    ///
    /// If the agent cannot be reached, or gives up.
    fn choose(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError>;

    /// A game is over, or is not played on.
    ///
    /// # Errors
    ///
    /// If the agent cannot be reached.
    fn end(&mut self, game: u64) -> Result<(), AgentError> {
        let _ = game;
        Ok(())
    }
}

/// A turn of a game: what an agent is asked.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The number of the game within the session.
    pub game: u64,
    /// What the agent sees.
    pub view: View<'a>,
}

impl<F: FnMut(&View) -> Placement + Send> Session for F {
    fn choose(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError> {
        Ok(turns.iter().map(|turn| self(&turn.view)).collect())
    }
}

/// Why an agent did not play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// It chose a placement that there is not.
    #[error("the agent {agent} chose an impossible placement: {error}")]
    Placement {
        /// The agent.
        agent: String,
        /// What is wrong with the placement.
        error: PlaceError,
    },
    /// It answered another number of turns than it was asked.
    #[error("the agent {agent} was asked about {asked} turns and answered {answered}")]
    Answers {
        /// The agent.
        agent: String,
        /// Turns asked about.
        asked: usize,
        /// Placements that came back.
        answered: usize,
    },
    /// It cannot play by the rules, cannot be reached, or gave up: a sentence that says so.
    #[error("{0}")]
    Failed(String),
}

/// The seed that an agent gets for game number `number` under `seed`: a one-way hash (the first
/// eight bytes of a SHA-256), so that it does not tell the seed or the number, and with them the
/// coming pieces.
///
/// ```
/// use tetrarium_engine::agent_seed;
/// assert_ne!(agent_seed(1, 0), agent_seed(1, 1));
/// assert_ne!(agent_seed(1, 0), agent_seed(0, 1));
/// ```
pub fn agent_seed(seed: u64, number: u64) -> u64 {
    let hash = Sha256::new()
        .chain_update(b"tetrarium agent")
        .chain_update(seed.to_le_bytes())
        .chain_update(number.to_le_bytes())
        .finalize();
    u64::from_le_bytes(std::array::from_fn(|byte| hash[byte]))
}

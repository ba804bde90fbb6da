//! Why the agent does not play.

use tetrarium_engine::PlayerError;
use tetrarium_engine::rules::UnknownRuleSet;

use crate::play::PlayError;

/// Why the agent does not play.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AdaptError {
    /// A setting that cannot be.
    #[error("{name} is {value}: {right}")]
    Setting {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: u64,
        /// What would be right.
        right: String,
    },
    /// A range of games that is none.
    #[error(
        "`{text}` is no range of games: write for example generalised:1..100, with at most {most} \
         seeds"
    )]
    Range {
        /// What was written.
        text: String,
        /// The most games of a range.
        most: u64,
    },
    /// A game that there is not.
    #[error(transparent)]
    Rules(#[from] UnknownRuleSet),
    /// A game that the agent cannot learn.
    #[error(
        "{0} has pieces that depend on those before: the agent learns the weights of independent \
         pieces (uniform or weighted)"
    )]
    Pieces(String),
    /// A controller that cannot play the game.
    #[error("{game}: {error}")]
    Controller {
        /// The game.
        game: String,
        /// What is wrong.
        error: PlayerError,
    },
    /// The games could not be played.
    #[error(transparent)]
    Play(#[from] PlayError),
}

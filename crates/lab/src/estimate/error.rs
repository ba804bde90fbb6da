//! Why there is no estimate.

use super::cycles::Halt;
use crate::play::PlayError;

/// Why there is no estimate.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EstimateError {
    /// A setting is out of range.
    #[error("{what} = {value} is not possible: {what} can be {possible}")]
    Setting {
        /// The setting.
        what: &'static str,
        /// The value asked for.
        value: String,
        /// The possible values.
        possible: &'static str,
    },
    /// The sequence of pieces involves no chance.
    #[error(
        "pieces = {0} leaves nothing to chance, so that games have no mean to estimate: play one instead, or use uniform, weighted or bag"
    )]
    NoChance(String),
    /// The agent has a memory or a chance of its own.
    #[error(
        "the agent {0} does not declare that its choice depends on what it sees alone (stateless); an estimate needs that, because it continues games from positions in the middle: measure the agent by games instead"
    )]
    Memory(String),
    /// The pile never becomes low again.
    #[error(
        "the pile does not go up and down: no cycles were found; such a controller can be measured by games"
    )]
    NoCycles,
    /// Too few climbs of the pilot reached a higher level.
    #[error(
        "too few of {climbs} climbs from danger {danger} reached a higher danger: use more climbs, or a danger with finer steps"
    )]
    Stuck {
        /// The danger of the level.
        danger: i32,
        /// The number of climbs tried.
        climbs: u64,
    },
    /// The games were not played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The watch ended playing before two repeats were done.
    #[error("stopped before two repeats were done, which is the least that an interval needs")]
    Stopped,
}

impl From<Halt> for EstimateError {
    fn from(halt: Halt) -> EstimateError {
        match halt {
            Halt::Stopped => EstimateError::Stopped,
            Halt::NoCycles => EstimateError::NoCycles,
            Halt::Failed(error) => EstimateError::Play(error),
        }
    }
}

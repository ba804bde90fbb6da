//! Backends: what plays the games. It is the one seam between measuring, estimating and training on
//! one side and playing on the other.
//!
//! The threads of this machine, a GPU, other machines: the results are the same on every backend,
//! because a game is a pure function of the rules, the agent, the seed and its number.

use tetrarium_engine::AgentError;

use super::contender::Contender;
use super::continuation::{Continuation, Standing};
use super::shard::{Record, Shard};
use super::watch::Watch;

/// A range of one contender's games.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    /// The agent that plays, and its rules.
    pub contender: Contender<'a>,
    /// Which games.
    pub shard: Shard,
}

/// Why games were not played. A request to stop is no such reason: the watch knows about that.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// Games that the backend cannot play.
    #[error("{0}")]
    Refused(String),
    /// The backend or the agent cannot play any more: out of memory, a lost device, a program that
    /// ended.
    #[error("{0}")]
    Failed(String),
}

impl From<AgentError> for PlayError {
    fn from(error: AgentError) -> PlayError {
        PlayError::Failed(error.to_string())
    }
}

/// What plays games.
pub trait Backend: Sync {
    /// Plays all games of all work: a list of records for each, in game order. Moves are counted on
    /// the watch as they are made, and it is looked at often. If it ended playing, games still
    /// running are recorded as interrupted and games not begun are missing.
    ///
    /// # Errors
    ///
    /// If the backend refuses the games, or it or an agent fails.
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError>;

    /// Continues games, each from its start until it is to stop: for all work how far each has
    /// come, in the order of the starts. If the watch ended playing, some have not come that far.
    ///
    /// # Errors
    ///
    /// If the backend refuses the games, or it or an agent fails.
    fn continue_games(
        &self,
        work: &[Continuation],
        watch: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError>;

    /// About how many games have to be played at once to keep it busy.
    fn at_once(&self) -> u64;

    /// The threads of this machine that are there for work that no backend does.
    fn threads(&self) -> usize;

    /// Plays all games of all work, or none if the watch ended playing. Whether the games together
    /// have more moves than the watch allows does not depend on when that was noticed.
    ///
    /// # Errors
    ///
    /// If the backend refuses the games, or it or an agent fails.
    fn play_whole(
        &self,
        work: &[Work],
        watch: &Watch,
    ) -> Result<Option<Vec<Vec<Record>>>, PlayError> {
        let records = self.play(work, watch)?;
        Ok((!watch.ended()).then_some(records))
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use std::sync::atomic::{AtomicI64, Ordering};

    use super::super::threads::Threads;
    use super::*;

    /// A backend that plays some rounds well; before every later one something happens, perhaps an
    /// error.
    pub struct Faltering<T> {
        rounds: AtomicI64,
        then: T,
    }

    impl<T: Fn() -> Option<PlayError> + Sync> Faltering<T> {
        pub fn new(rounds: i64, then: T) -> Self {
            let rounds = rounds.into();
            Faltering { rounds, then }
        }

        fn round(&self) -> Result<(), PlayError> {
            match self.rounds.fetch_sub(1, Ordering::Relaxed) {
                left if left > 0 => Ok(()),
                _ => (self.then)().map_or(Ok(()), Err),
            }
        }
    }

    impl<T: Fn() -> Option<PlayError> + Sync> Backend for Faltering<T> {
        fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
            self.round()?;
            Threads(1).play(work, watch)
        }

        fn continue_games(
            &self,
            work: &[Continuation],
            watch: &Watch,
        ) -> Result<Vec<Vec<Standing>>, PlayError> {
            self.round()?;
            Threads(1).continue_games(work, watch)
        }

        fn at_once(&self) -> u64 {
            100
        }

        fn threads(&self) -> usize {
            2
        }
    }
}

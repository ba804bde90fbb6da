//! Backends, which play the games. Measuring, estimating and training reach games through this
//! trait alone.
//!
//! A backend may be the threads of this machine, a GPU or other machines. The results are the same
//! on every backend, because a game is a pure function of the rules, the agent, the seed and its
//! number.

use tetrarium_engine::AgentError;
use tetrarium_learn::learners::{Context, Performed, Task};

use super::contender::Contender;
use super::continuation::{Continuation, Standing};
use super::parallel::in_order;
use super::rough_work::{RoughCounts, RoughWork};
use super::shard::{Record, Shard};
use super::watch::Watch;

/// A range of one contender's games.
#[derive(Clone, Copy, Debug)]
pub struct Work<'a> {
    /// The agent that plays, and its rules.
    pub contender: Contender<'a>,
    /// The games to play.
    pub shard: Shard,
}

/// Why games were not played. A request to stop is not an error: the watch tells of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The backend cannot play these games.
    #[error("{0}")]
    Refused(String),
    /// The backend or the agent cannot go on playing: memory ran out, a device was lost, a program
    /// ended.
    #[error("{0}")]
    Failed(String),
}

impl From<AgentError> for PlayError {
    fn from(error: AgentError) -> PlayError {
        PlayError::Failed(error.to_string())
    }
}

/// Plays games.
pub trait Backend: Sync {
    /// Plays all games of all work. Returns a list of records for each item of work, in game order.
    ///
    /// The backend counts moves on the watch as they are made, and looks at the watch often. If the
    /// watch ended playing, games still running are recorded as interrupted and games not begun are
    /// missing.
    ///
    /// # Errors
    ///
    /// If the backend refuses the games, or it or an agent fails.
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError>;

    /// Continues games, each from its start until it is to stop. Returns a list of standings for
    /// each item of work, in the order of its starts. If the watch ended playing, some games have
    /// not come that far.
    ///
    /// # Errors
    ///
    /// If the backend refuses the games, or it or an agent fails.
    fn continue_games(
        &self,
        work: &[Continuation],
        watch: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError>;

    /// About how many games have to be played at once to keep the backend busy.
    fn at_once(&self) -> u64;

    /// The number of threads of this machine for work other than playing games.
    fn threads(&self) -> usize;

    /// The backend for one of `parts` pieces of work that are done at once; none where it cannot be
    /// divided.
    fn divided(&self, _parts: usize) -> Option<Box<dyn Backend>> {
        None
    }

    /// Carries out the tasks of a learner, each a pure function; their answers in the order of the
    /// tasks, or nothing if the watch ended it. Here the threads of this machine do it.
    ///
    /// # Errors
    ///
    /// If the backend fails.
    fn perform(
        &self,
        context: &Context,
        tasks: &[Task],
        watch: &Watch,
    ) -> Result<Option<Vec<Performed>>, PlayError> {
        let answers = in_order(tasks.len() as u64, self.threads(), watch, |task| {
            context.perform(&tasks[task as usize], &mut |moves| {
                watch.count_moves(moves, 0);
                !watch.ended()
            })
        });
        let answers: Option<Vec<Performed>> = answers.into_iter().collect();
        Ok(answers.filter(|_| !watch.ended()))
    }

    /// Does errands: whole parts of estimates, as JSON, which
    /// [`cluster::perform`](crate::cluster::perform) does on any machine. Their answers in the
    /// order of the errands, or nothing if the watch ended it. None, as here, from a backend that
    /// leaves such parts to this machine.
    ///
    /// The errands are not made if the backend does none, so they come from a function.
    fn errands(
        &self,
        _errands: &mut dyn FnMut() -> Result<Vec<String>, PlayError>,
        _watch: &Watch,
    ) -> Option<Result<Option<Vec<String>>, PlayError>> {
        None
    }

    /// Makes rough estimates whole, none of those that it leaves to the lab. None, as here, from a
    /// backend that makes no estimates.
    fn rough_estimates(
        &self,
        _work: &RoughWork,
        _watch: &Watch,
    ) -> Option<Result<Vec<Option<RoughCounts>>, PlayError>> {
        None
    }

    /// Plays all games of all work; returns nothing if the watch ended playing. The result does not
    /// depend on when the backend noticed that the games together exceed the watch's limit of
    /// moves.
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

    /// A backend that plays `rounds` calls correctly and calls `fault` before every later one,
    /// which may return an error.
    pub struct Faltering<T> {
        rounds: AtomicI64,
        fault: T,
    }

    impl<T: Fn() -> Option<PlayError> + Sync> Faltering<T> {
        pub fn new(rounds: i64, fault: T) -> Self {
            let rounds = rounds.into();
            Faltering { rounds, fault }
        }

        fn round(&self) -> Result<(), PlayError> {
            match self.rounds.fetch_sub(1, Ordering::Relaxed) {
                left if left > 0 => Ok(()),
                _ => (self.fault)().map_or(Ok(()), Err),
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

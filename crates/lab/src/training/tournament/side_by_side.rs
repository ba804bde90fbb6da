//! The runs of a tournament, several at once.
//!
//! A run is the same on any number of threads, so the threads are better shared by runs, which wait
//! for nothing but their own games, than by the games of one run after the other.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::error::TournamentError;
use crate::play::{Backend, Watch, side_by_side};
use crate::training::log::GenerationLine;
use crate::training::observer::{Observer, Standing};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    Whole,
    Stopped,
}

/// One of the runs, and what it runs with.
pub(super) struct Part<'a, 'b> {
    /// Its number, from 0.
    pub number: u64,
    pub games: &'a dyn Backend,
    pub watch: &'a Watch,
    all: &'a Mutex<All<'b>>,
}

/// What the runs have come to together.
struct All<'a> {
    observer: &'a mut (dyn Observer + Send),
    /// Which part of each run is done, from 0 to 1.
    shares: Vec<f64>,
    at_once: usize,
}

impl Part<'_, '_> {
    /// Tells that the run begins.
    pub fn begins(&mut self, experiment: &str, seed: u64) {
        let mut all = locked(self.all);
        let (of, at_once) = (all.shares.len() as u64, all.at_once);
        all.observer.run(experiment, seed, self.number, of, at_once);
    }
}

/// The observer hears of the generations, with the share of the whole tournament that is done.
impl Observer for Part<'_, '_> {
    fn generation(&mut self, line: &GenerationLine, standing: &Standing) {
        let mut all = locked(self.all);
        all.shares[self.number as usize] = standing.share;
        let share = all.shares.iter().sum::<f64>() / all.shares.len() as f64;
        let standing = Standing { share, ..*standing };
        all.observer.generation(line, &standing);
    }
}

/// Trains runs 0 to `of`, as many at once as the backend has threads. False if the watch was told
/// to stop.
///
/// # Errors
///
/// The error of the first run that failed; those beside it are stopped.
pub(super) fn all_runs(
    of: u64,
    games: &dyn Backend,
    watch: &Watch,
    observer: &mut (dyn Observer + Send),
    train: impl Fn(&mut Part) -> Result<Done, TournamentError> + Sync,
) -> Result<bool, TournamentError> {
    let most = games.threads().clamp(1, of.clamp(1, 1 << 16) as usize);
    let at_once = games.divided(most).map_or(1, |_| most);
    let all = Mutex::new(All {
        observer,
        shares: vec![0.0; of as usize],
        at_once,
    });
    let (next, stop) = (AtomicU64::new(0), Arc::new(AtomicBool::new(false)));
    let worker = || {
        let own = games.divided(at_once);
        let games = own.as_deref().unwrap_or(games);
        loop {
            let watch = watch.part(&stop);
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= of {
                return Ok(true);
            }
            let ended = train(&mut Part {
                number,
                games,
                watch: &watch,
                all: &all,
            });
            match ended {
                Ok(Done::Whole) => locked(&all).shares[number as usize] = 1.0,
                Ok(Done::Stopped) => return Ok(false),
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
    };
    let ended: Result<Vec<bool>, _> = side_by_side(at_once, worker).into_iter().collect();
    Ok(ended?.into_iter().all(|whole| whole))
}

fn locked<'a, 'b>(all: &'a Mutex<All<'b>>) -> MutexGuard<'a, All<'b>> {
    all.lock().unwrap_or_else(PoisonError::into_inner)
}

//! A backend that plays on threads the games that another backend refuses.

use std::collections::BTreeSet;
use std::sync::Mutex;

use super::backend::{Backend, PlayError, Work};
use super::continuation::{Continuation, Standing};
use super::rough_work::{RoughCounts, RoughWork};
use super::shard::Record;
use super::threads::Threads;
use super::watch::Watch;

/// A backend, and threads for the games that the backend refuses. Each reason for a refusal is
/// reported once.
pub struct Fallback {
    first: Box<dyn Backend + Send>,
    threads: Threads,
    report: Box<dyn Fn(&str) + Send + Sync>,
    reported: Mutex<BTreeSet<String>>,
}

impl Fallback {
    /// Plays games on `first`, and those that it refuses on `threads`; `report` is called with the
    /// reason for the refusal.
    pub fn new(
        first: impl Backend + Send + 'static,
        threads: Threads,
        report: impl Fn(&str) + Send + Sync + 'static,
    ) -> Fallback {
        Fallback {
            first: Box::new(first),
            threads,
            report: Box::new(report),
            reported: Mutex::default(),
        }
    }

    fn or_threads<T>(
        &self,
        played: Result<T, PlayError>,
        on_threads: impl FnOnce(Threads) -> Result<T, PlayError>,
    ) -> Result<T, PlayError> {
        match played {
            Err(PlayError::Refused(reason)) => {
                let mut reported = self.reported.lock().expect("no holder panics");
                if reported.insert(reason.clone()) {
                    (self.report)(&reason);
                }
                drop(reported);
                on_threads(self.threads)
            }
            done => done,
        }
    }
}

impl Backend for Fallback {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        let played = self.first.play(work, watch);
        self.or_threads(played, |threads| threads.play(work, watch))
    }

    fn continue_games(
        &self,
        work: &[Continuation],
        watch: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError> {
        let played = self.first.continue_games(work, watch);
        self.or_threads(played, |threads| threads.continue_games(work, watch))
    }

    fn rough_estimates(
        &self,
        work: &RoughWork,
        watch: &Watch,
    ) -> Option<Result<Vec<Option<RoughCounts>>, PlayError>> {
        match self.first.rough_estimates(work, watch)? {
            Err(PlayError::Refused(_)) => None,
            done => Some(done),
        }
    }

    fn at_once(&self) -> u64 {
        self.first.at_once()
    }

    fn threads(&self) -> usize {
        self.threads.0
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::backend::testing::Faltering;
    use super::super::shard::{Length, Shard};
    use super::*;
    use tetrarium_engine::{Player, Rules, catalogue};

    #[test]
    fn refused_games_are_played_on_the_threads_and_reported_once() {
        let mut rules = Rules::default();
        rules.set("board", "6x6").unwrap();
        let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
        let shard = Shard {
            seed: 1,
            first: 0,
            games: 5,
            length: Length::Whole,
        };
        let work = [Work {
            contender: (&player).into(),
            shard,
        }];
        let watch = Watch::default();
        let reports = Arc::new(Mutex::new(Vec::new()));
        let list = Arc::clone(&reports);
        let refusing = Faltering::new(0, || Some(PlayError::Refused("not here".to_string())));
        let backend = Fallback::new(refusing, Threads(1), move |reason| {
            list.lock().unwrap().push(reason.to_string());
        });
        let expected = Threads(1).play(&work, &watch).unwrap();
        for _ in 0..2 {
            assert_eq!(backend.play(&work, &watch).unwrap(), expected);
        }
        assert_eq!(*reports.lock().unwrap(), ["not here"]);
        let failing = Faltering::new(0, || Some(PlayError::Failed("lost".to_string())));
        let backend = Fallback::new(failing, Threads(1), |_| {});
        assert!(backend.play(&work, &watch).is_err());
    }
}

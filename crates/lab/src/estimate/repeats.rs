//! Repeats of an estimate, made in groups until there are enough.

use std::ops::Range;

use super::cycles::{Halt, Setup};
use super::errand::repeats_elsewhere;
use super::levels::{self, Plan};
use super::repeat::{Repeat, repeated};
use crate::play::Heights;

/// Repeats with the same levels.
pub(super) struct Repeats<'a> {
    pub setup: Setup<'a>,
    pub plan: Plan,
    /// The climbs from each level.
    climbs: u64,
    /// The number of the first repeat. Repeats of other numbers are independent.
    first: u64,
    pub done: Vec<Repeat>,
    pub heights: Heights,
}

impl<'a> Repeats<'a> {
    /// Chooses the levels; no repeat is made yet.
    pub(super) fn planned(
        mut setup: Setup<'a>,
        climbs: u64,
        target: f64,
        first: u64,
    ) -> Result<Repeats<'a>, Halt> {
        let plan = levels::plan(setup, climbs, target)?;
        setup.low = plan.low;
        Ok(Repeats {
            setup,
            plan,
            climbs,
            first,
            done: Vec::new(),
            heights: Heights::default(),
        })
    }

    /// Repeats that other machines make, all at once; none if the backend has none.
    fn elsewhere(&self, numbers: Range<u64>) -> Option<Result<Vec<(Repeat, Heights)>, Halt>> {
        let numbers: Vec<u64> = numbers.collect();
        repeats_elsewhere(self.setup, &self.plan.levels, self.climbs, &numbers)
    }

    /// Makes repeats until there are `count`, or fewer if the watch ended playing. Says after each
    /// group that there are more.
    pub(super) fn until(&mut self, count: u64, mut grown: impl FnMut(&Self)) -> Result<(), Halt> {
        // Repeats are made side by side, enough of them to keep the threads busy with runs and the
        // backend busy with climbs.
        let backend = self.setup.backend;
        let busy = (2 * backend.at_once()).div_ceil(self.climbs);
        let group = busy.max(backend.threads() as u64);
        while (self.done.len() as u64) < count {
            let next = self.first + self.done.len() as u64;
            let last = self.first + count;
            let done = self.elsewhere(next..last).unwrap_or_else(|| {
                let numbers: Vec<u64> = (next..last.min(next + group)).collect();
                repeated(self.setup, &self.plan.levels, self.climbs, &numbers)
            });
            match done {
                Ok(done) => {
                    self.setup.watch.count_games(done.len() as u64, 0);
                    for (repeat, part) in done {
                        self.done.push(repeat);
                        self.heights += &part;
                    }
                    grown(self);
                }
                // The repeats done before a stop make an estimate too.
                Err(Halt::Stopped) => break,
                Err(halt) => return Err(halt),
            }
        }
        Ok(())
    }
}

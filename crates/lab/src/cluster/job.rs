//! A job: the items of one call of the backend, cut into shards while they are handed out.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::message::{Answers, Done, Items};
use super::pace::Pace;
use crate::play::{Heights, Progress, Watch};

/// The limits that a watch has set for the games of a job.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The moves that may still be made.
    pub moves: Option<u64>,
    /// When the time is up.
    until: Option<Instant>,
    pub heights: bool,
}

impl Limits {
    pub fn of(watch: &Watch) -> Limits {
        Limits {
            moves: watch.moves_left(),
            until: watch.time_left().map(|left| Instant::now() + left),
            heights: watch.heights().is_some(),
        }
    }

    /// The seconds that are left.
    pub fn seconds(&self) -> Option<f64> {
        let left = |until: Instant| until.saturating_duration_since(Instant::now());
        self.until
            .map(left)
            .map(|left: Duration| left.as_secs_f64())
    }
}

/// A job on the desk.
pub(super) struct Job {
    items: Items,
    count: u64,
    /// The items that are handed out.
    cut: u64,
    /// The shards handed out so far.
    shards: u64,
    /// The shards that are out: their first items and how many they have.
    out: BTreeMap<u64, (u64, u64)>,
    pub pace: Pace,
    limits: Limits,
    /// The answers, by their first items.
    pub answers: BTreeMap<u64, Answers>,
    answered: u64,
    /// What was counted, and the heights, since they were taken last.
    pub counted: Progress,
    pub heights: Heights,
}

impl Job {
    pub fn new(items: Items, pace: Pace, limits: Limits) -> Job {
        Job {
            count: items.count(),
            items,
            cut: 0,
            shards: 0,
            out: BTreeMap::new(),
            pace,
            limits,
            answers: BTreeMap::new(),
            answered: 0,
            counted: Progress::default(),
            heights: Heights::default(),
        }
    }

    /// Whether there are items to hand out.
    pub fn has_more(&self) -> bool {
        self.cut < self.count
    }

    /// Whether all items are answered.
    pub fn is_done(&self) -> bool {
        self.answered == self.count
    }

    /// The limits of a shard that is cut now.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Cuts a shard with this number.
    pub fn cut(&mut self, number: u64, workers: usize) -> Items {
        let left = self.count - self.cut;
        let count = self.pace.items_of_a_shard(left, self.shards, workers);
        let first = self.cut;
        self.out.insert(number, (first, count));
        self.cut += count;
        self.shards += 1;
        self.items.part(first, count)
    }

    /// Takes the result of a shard. False if it is not one of this job's, or was taken before.
    pub fn take(&mut self, done: &Done, answers: Answers) -> bool {
        let Some((first, count)) = self.out.remove(&done.number) else {
            return false;
        };
        self.pace.add(done.seconds, count);
        self.answers.insert(first, answers);
        self.answered += count;
        let Progress {
            games,
            moves,
            lines,
            deaths,
        } = done.counted;
        self.counted.games += games;
        self.counted.moves += moves;
        self.counted.lines += lines;
        self.counted.deaths += deaths;
        if let Some(heights) = &done.heights {
            self.heights += heights;
        }
        if let Some(left) = &mut self.limits.moves {
            *left = left.saturating_sub(moves);
        }
        true
    }

    /// How many answers a shard of this job has to have; none if it is not one of this job's.
    pub fn expects(&self, number: u64) -> Option<u64> {
        self.out.get(&number).map(|(_, count)| *count)
    }

    /// The shards that are out.
    pub fn shards_out(&self) -> usize {
        self.out.len()
    }
}

//! The watch, which follows games while they are played and can end playing.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::heights::Heights;

/// Follows games while they are played: counts what the backend plays, and ends playing on request
/// or at a limit of moves or of time.
#[derive(Debug)]
pub struct Watch {
    stop: Arc<AtomicBool>,
    /// Playing ends when more moves than this have been made.
    most_moves: AtomicU64,
    /// Playing ends this number of nanoseconds after `began`.
    deadline: AtomicU64,
    began: Instant,
    counts: Arc<Counts>,
    /// The watch that this one is a part of.
    above: Option<Above>,
    /// The heights of the pile, if they are counted.
    heights: Option<Mutex<Heights>>,
}

#[derive(Debug, Default)]
struct Counts {
    games: AtomicU64,
    moves: AtomicU64,
    lines: AtomicU64,
    deaths: AtomicU64,
}

/// What a watch above is asked and told.
#[derive(Debug)]
struct Above {
    stop: Arc<AtomicBool>,
    counts: Arc<Counts>,
}

/// The counts of a [`Watch`] at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// Games ended.
    pub games: u64,
    /// Moves made, in games still running too.
    pub moves: u64,
    /// Lines, in games still running too.
    pub lines: u64,
    /// Games lost.
    pub deaths: u64,
}

impl Default for Watch {
    fn default() -> Self {
        Watch {
            stop: Arc::new(AtomicBool::new(false)),
            most_moves: AtomicU64::new(u64::MAX),
            deadline: AtomicU64::new(u64::MAX),
            began: Instant::now(),
            counts: Arc::default(),
            above: None,
            heights: None,
        }
    }
}

impl Watch {
    /// A watch that stops when the flag is set. Several watches may share one flag.
    pub fn stopping_on(stop: &Arc<AtomicBool>) -> Watch {
        Watch {
            stop: Arc::clone(stop),
            ..Watch::default()
        }
    }

    /// This watch, which from now on also counts the height of the pile after every move. The
    /// counts are sums of whole numbers, so the number of threads does not change them.
    pub fn counting_heights(self) -> Watch {
        Watch {
            heights: Some(Mutex::default()),
            ..self
        }
    }

    /// The heights so far; none if they are not counted.
    pub fn heights(&self) -> Option<Heights> {
        let heights = self.heights.as_ref()?;
        Some(heights.lock().expect("no counter panics").clone())
    }

    /// An empty count for a game to fill, if heights are counted.
    pub(crate) fn no_heights_yet(&self) -> Option<Heights> {
        self.heights.as_ref().map(|_| Heights::default())
    }

    /// Adds what a game counted.
    pub(crate) fn add_heights(&self, part: Option<Heights>) {
        if let (Some(sum), Some(part)) = (&self.heights, part) {
            *sum.lock().expect("no counter panics") += &part;
        }
    }

    /// Another watch, with counts of its own, that stops when this one is stopped.
    pub(crate) fn beside(&self) -> Watch {
        Watch::stopping_on(&self.stop)
    }

    /// A watch for one of several things that are played at once, with limits of its own. What it
    /// counts is counted by this one too. It stops when this one is stopped, or when the flag is
    /// set.
    pub(crate) fn part(&self, stop: &Arc<AtomicBool>) -> Watch {
        let above = Above {
            stop: Arc::clone(&self.stop),
            counts: Arc::clone(&self.counts),
        };
        Watch {
            above: Some(above),
            ..Watch::stopping_on(stop)
        }
    }

    /// Requests that playing stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    pub fn stopped(&self) -> bool {
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        is_set(&self.stop) || self.above.as_ref().is_some_and(|above| is_set(&above.stop))
    }

    /// Ends playing as soon as more than `more` further moves have been made; `None` removes the
    /// limit. Whether the limit is reached does not depend on threads: it is if the games together
    /// have more moves, in whatever order they are played.
    pub fn limit_moves(&self, more: Option<u64>) {
        let made = self.counts.moves.load(Ordering::Relaxed);
        let most = more.map_or(u64::MAX, |more| made.saturating_add(more));
        self.most_moves.store(most, Ordering::Relaxed);
    }

    /// Whether more moves have been made than the limit allows.
    pub fn over_moves(&self) -> bool {
        self.counts.moves.load(Ordering::Relaxed) > self.most_moves.load(Ordering::Relaxed)
    }

    /// The moves that may still be made; none without a limit.
    pub(crate) fn moves_left(&self) -> Option<u64> {
        let most = self.most_moves.load(Ordering::Relaxed);
        let made = self.counts.moves.load(Ordering::Relaxed);
        (most != u64::MAX).then(|| most.saturating_sub(made))
    }

    /// The time that is left; none without a limit.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        let deadline = self.deadline.load(Ordering::Relaxed);
        let left = Duration::from_nanos(deadline).saturating_sub(self.began.elapsed());
        (deadline != u64::MAX).then_some(left)
    }

    /// Ends playing after this time; `None` removes the limit. The games played then depend on the
    /// clock.
    pub fn limit_time(&self, more: Option<Duration>) {
        let at = more.map(|more| (self.began.elapsed() + more).as_nanos());
        let at = at.map_or(u64::MAX, |at| u64::try_from(at).unwrap_or(u64::MAX));
        self.deadline.store(at, Ordering::Relaxed);
    }

    /// Whether the time is up.
    pub fn over_time(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != u64::MAX && self.began.elapsed() >= Duration::from_nanos(deadline)
    }

    /// Whether playing should end, for any of these reasons.
    pub fn ended(&self) -> bool {
        self.stopped() || self.over_moves() || self.over_time()
    }

    /// The counts so far.
    pub fn progress(&self) -> Progress {
        let now = |count: &AtomicU64| count.load(Ordering::Relaxed);
        Progress {
            games: now(&self.counts.games),
            moves: now(&self.counts.moves),
            lines: now(&self.counts.lines),
            deaths: now(&self.counts.deaths),
        }
    }

    /// Adds moves, and the lines that they cleared.
    pub fn count_moves(&self, moves: u64, lines: u64) {
        for counts in self.all_counts() {
            counts.moves.fetch_add(moves, Ordering::Relaxed);
            counts.lines.fetch_add(lines, Ordering::Relaxed);
        }
    }

    /// Adds ended games, and the deaths in them.
    pub fn count_games(&self, games: u64, deaths: u64) {
        for counts in self.all_counts() {
            counts.games.fetch_add(games, Ordering::Relaxed);
            counts.deaths.fetch_add(deaths, Ordering::Relaxed);
        }
    }

    /// Adds what another watch counted.
    pub(crate) fn add(&self, counted: &Progress) {
        self.count_moves(counted.moves, counted.lines);
        self.count_games(counted.games, counted.deaths);
    }

    /// Its own counts, and those of the watch above.
    fn all_counts(&self) -> impl Iterator<Item = &Counts> {
        let above = self.above.as_ref().map(|above| &*above.counts);
        std::iter::once(&*self.counts).chain(above)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_counts_for_the_whole_and_has_limits_of_its_own() {
        let whole = Watch::default();
        let stop = Arc::default();
        let (one, other) = (whole.part(&stop), whole.part(&stop));
        one.limit_moves(Some(5));
        one.count_moves(6, 2);
        other.count_moves(10, 1);
        other.count_games(3, 1);
        assert!(one.ended() && !other.ended() && !whole.ended());
        let Progress {
            games,
            moves,
            lines,
            deaths,
        } = whole.progress();
        assert_eq!([games, moves, lines, deaths], [3, 16, 3, 1]);
        assert_eq!(one.progress().moves, 6);
        stop.store(true, Ordering::Relaxed);
        assert!(other.stopped() && !whole.stopped());
    }

    #[test]
    fn a_part_stops_with_the_whole() {
        let whole = Watch::default();
        let part = whole.part(&Arc::default());
        whole.stop();
        assert!(part.stopped());
    }
}

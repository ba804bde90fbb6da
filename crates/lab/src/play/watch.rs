//! How playing is getting on, and a way to end it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::heights::Heights;

/// How a measurement is getting on, for others to look at while it runs, and a way to stop it.
#[derive(Debug)]
pub struct Watch {
    stop: Arc<AtomicBool>,
    /// Playing ends when more moves than this have been made.
    most_moves: AtomicU64,
    /// Playing ends so many nanoseconds after `began`.
    deadline: AtomicU64,
    began: Instant,
    games: AtomicU64,
    moves: AtomicU64,
    lines: AtomicU64,
    deaths: AtomicU64,
    /// How high the pile stood, if that is counted.
    heights: Option<Mutex<Heights>>,
}

/// A look at a [`Watch`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
            games: AtomicU64::new(0),
            moves: AtomicU64::new(0),
            lines: AtomicU64::new(0),
            deaths: AtomicU64::new(0),
            heights: None,
        }
    }
}

impl Watch {
    /// A watch that stops when somebody sets the flag, which several may share.
    pub fn stopping_on(stop: &Arc<AtomicBool>) -> Watch {
        Watch {
            stop: Arc::clone(stop),
            ..Watch::default()
        }
    }

    /// The watch, which from now on also counts how high the pile stands after every move. Whole-number sums: the number of threads
    /// changes nothing.
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

    /// Asks the measurement to stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked it to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Ends playing as soon as this many more moves have been made and yet another; none for no limit. Whether games end by it does
    /// not depend on threads: they do if together they have more moves, whichever is played first.
    pub fn limit_moves(&self, more: Option<u64>) {
        let made = self.moves.load(Ordering::Relaxed);
        let most = more.map_or(u64::MAX, |more| made.saturating_add(more));
        self.most_moves.store(most, Ordering::Relaxed);
    }

    /// Whether more moves have been made than the limit allows.
    pub fn over_moves(&self) -> bool {
        self.moves.load(Ordering::Relaxed) > self.most_moves.load(Ordering::Relaxed)
    }

    /// Ends playing after this time; none for no limit. What is played then depends on the clock.
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

    /// How it is getting on.
    pub fn progress(&self) -> Progress {
        Progress {
            games: self.games.load(Ordering::Relaxed),
            moves: self.moves.load(Ordering::Relaxed),
            lines: self.lines.load(Ordering::Relaxed),
            deaths: self.deaths.load(Ordering::Relaxed),
        }
    }

    /// Counts moves and lines as they are made.
    pub fn count_moves(&self, moves: u64, lines: u64) {
        self.moves.fetch_add(moves, Ordering::Relaxed);
        self.lines.fetch_add(lines, Ordering::Relaxed);
    }

    /// Counts ended games, and how many of them were lost.
    pub fn count_games(&self, games: u64, deaths: u64) {
        self.games.fetch_add(games, Ordering::Relaxed);
        self.deaths.fetch_add(deaths, Ordering::Relaxed);
    }
}

//! Playing games in parallel.
//!
//! The unit of work is a range of games of one player under one seed. It is pure: the same range gives the same records whatever the
//! number of threads, and records come back in game order.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use serde::Serialize;
use tetrarium_engine::game::State;
use tetrarium_engine::{Game, Player};

use crate::heights::Heights;

/// Which games to play, and how long each may last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The seed.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games.
    pub games: u64,
    /// When a game ends for another reason than being lost.
    pub length: Length,
}

/// How long a game may last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Until it is lost.
    Whole,
    /// Until it is lost or this many pieces are placed.
    AtMost(u64),
    /// Exactly this many placements; a lost game goes on with an empty board (the 2008 RL Competition).
    Restarting(u64),
}

/// What came of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Record {
    /// Rows removed.
    pub lines: u64,
    /// Pieces placed.
    pub pieces: u64,
    /// Points by the rules' reward table.
    pub reward: u64,
    /// Times it was lost: 0 or 1, more only where lost games restart.
    pub deaths: u64,
    /// Why it ended.
    pub end: End,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// It was lost.
    Lost,
    /// It reached the most pieces allowed, or the end of the piece sequence.
    Cut,
    /// Somebody stopped the measurement.
    Interrupted,
}

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

/// How many moves a game makes between two looks at the watch.
pub(crate) const MOVES_BETWEEN_LOOKS: u64 = 256;

/// Plays a shard on some threads. The records are in game order; if the watch was told to stop, games still running
/// are recorded as interrupted and games not begun are missing.
pub fn play(player: &Player, shard: &Shard, threads: usize, watch: &Watch) -> Vec<Record> {
    let work = [(player, *shard)];
    play_all(&work, threads, watch)
        .pop()
        .expect("one shard, one list")
}

/// Plays several shards as one flat list of games, so that threads stay busy when shards are small: a list of records for each shard,
/// as [`play`] would give it.
pub fn play_all(work: &[(&Player, Shard)], threads: usize, watch: &Watch) -> Vec<Vec<Record>> {
    // The place of every shard's first game in the flat list, and the length of the list.
    let mut starts = vec![0];
    for (_, shard) in work {
        starts.push(starts[starts.len() - 1] + shard.games);
    }
    let games = starts[work.len()];
    let next = AtomicU64::new(0);
    let worker = || {
        let mut records = Vec::new();
        while !watch.ended() {
            let place = next.fetch_add(1, Ordering::Relaxed);
            if place >= games {
                break;
            }
            let which = starts.partition_point(|start| *start <= place) - 1;
            let (player, shard) = &work[which];
            let game = Game::new(player, shard.seed, shard.first + (place - starts[which]));
            records.push((place, which, play_game(game, shard.length, watch)));
        }
        records
    };
    let threads = (threads.max(1) as u64).min(games.max(1)) as usize;
    let mut records: Vec<(u64, usize, Record)> = if threads == 1 {
        worker()
    } else {
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(worker)).collect();
            workers
                .into_iter()
                .flat_map(|worker| worker.join().expect("a worker does not panic"))
                .collect()
        })
    };
    records.sort_unstable_by_key(|(place, ..)| *place);
    let mut lists = vec![Vec::new(); work.len()];
    for (_, which, record) in records {
        lists[which].push(record);
    }
    lists
}

fn play_game(mut game: Game, length: Length, watch: &Watch) -> Record {
    let limit = match length {
        Length::Whole => u64::MAX,
        Length::AtMost(pieces) | Length::Restarting(pieces) => pieces,
    };
    let mut deaths = 0;
    let mut heights = watch.no_heights_yet();
    let mut seen = game.counts();
    let end = loop {
        let counts = game.counts();
        let done = counts.pieces >= limit;
        if done || counts.pieces >= seen.pieces + MOVES_BETWEEN_LOOKS {
            watch
                .moves
                .fetch_add(counts.pieces - seen.pieces, Ordering::Relaxed);
            watch
                .lines
                .fetch_add(counts.lines - seen.lines, Ordering::Relaxed);
            seen = counts;
            if done {
                break End::Cut;
            }
            if watch.ended() {
                break End::Interrupted;
            }
        }
        game.advance();
        match game.state() {
            State::Playing => {
                if let Some(heights) = &mut heights {
                    heights.record(game.board());
                }
            }
            State::OutOfPieces => break End::Cut,
            State::Lost => {
                deaths += 1;
                match length {
                    Length::Restarting(_) => game.restart(),
                    _ => break End::Lost,
                }
            }
        }
    };
    let counts = game.counts();
    watch
        .moves
        .fetch_add(counts.pieces - seen.pieces, Ordering::Relaxed);
    watch
        .lines
        .fetch_add(counts.lines - seen.lines, Ordering::Relaxed);
    watch.add_heights(heights);
    watch.games.fetch_add(1, Ordering::Relaxed);
    watch.deaths.fetch_add(deaths, Ordering::Relaxed);
    Record {
        lines: counts.lines,
        pieces: counts.pieces,
        reward: counts.reward,
        deaths,
        end,
    }
}

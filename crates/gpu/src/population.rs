//! Rough estimates as the kernel is given them (`climbs.cuh`).

use tetrarium_engine::{Player, Source};
use tetrarium_lab::Contender;
use tetrarium_lab::play::{RoughCounts, RoughWork};

use crate::source::highest_danger;

/// The most levels of a candidate.
const MOST_LEVELS: usize = 400;
/// How often the climbs from a level can be too few, and be tried again with four times as many.
const MOST_EXTRA: u32 = 2;
/// Bytes that a slot has for a climber.
const CLIMBER_BYTES: usize = 192;
/// The most words of one array.
const MOST_WORDS: usize = 1 << 30;
/// The most words that the boards of rises may take if the entrances alone need fewer.
const WORDS_OF_RISES: usize = 1 << 28;
/// Rises of a climb, on average, that there is to be room for: controllers that lose fast rise with
/// most of the moves between a low pile and the end of a game, others two or three times.
const RISES: usize = 24;
/// Words of a rise.
const RISE_WORDS: usize = 4;
/// The phase of an estimate that is done.
const DONE: u32 = 5;

/// Where a task stands, laid out as the kernel's `struct Task`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    seed: u64,
    pilot_moves: u64,
    moves: u64,
    lines: u64,
    pieces: u64,
    all_lines: u64,
    offset: f64,
    spacing: f64,
    phase: u32,
    jobs: u32,
    done: u32,
    entrances: u32,
    half: u32,
    rises: u32,
    stage: u32,
    levels: u32,
    extra: u32,
    count: u32,
    next: u32,
    waiting: u32,
    counted: u32,
    low: i32,
    above: i32,
    level: i32,
    level_at: [i32; MOST_LEVELS],
    passed: [u32; MOST_LEVELS + 1],
}

/// What all candidates share, laid out as the kernel's `struct Splitting`; pointers are addresses
/// on the machine the kernel runs on.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Splitting {
    pub tasks: u64,
    pub queue: u64,
    pub counters: u64,
    pub histogram: u64,
    pub columns: u64,
    pub settled: u64,
    pub order: u64,
    pub highest: u64,
    pub rises: u64,
    pub slots: u64,
    pub target: f64,
    pub last_level: f64,
    pub candidates: u32,
    pub places: u32,
    pub queue_mask: u32,
    pub pilot: u32,
    pub climbs: u32,
    pub fewest_climbs: u32,
    pub warm_up: u32,
    pub cycles_of_a_run: u32,
    pub ordinary_moves: u32,
    pub most_rises: u32,
    pub first_warps: u32,
    pub reserved: u32,
}

/// The kernel's counter of candidates that are done.
pub(crate) const CANDIDATES_DONE: usize = 2;
/// The moves of candidates that are done.
pub(crate) const MOVES: usize = 3;
/// Their lines.
pub(crate) const LINES: usize = 4;

/// Rough estimates before their first move.
#[derive(Clone, Debug)]
pub(crate) struct Population {
    pub tasks: Vec<Task>,
    /// The first jobs.
    pub queue: Vec<u64>,
    pub counters: Vec<u64>,
    /// What the kernel reads besides; addresses are to be set.
    pub splitting: Splitting,
    bins: usize,
    width: usize,
    slots: usize,
}

/// The number of words of each array that begins with zeros, and the bytes of the slots.
pub(crate) struct Room {
    /// Jobs that the queue has room for.
    pub queue: usize,
    pub histogram: usize,
    pub columns: usize,
    /// Words of two halves, and of one.
    pub halves: usize,
    pub half: usize,
    pub rises: usize,
    pub slot_columns: usize,
    pub slot_bytes: usize,
}

impl Population {
    /// The estimates of players, for a kernel with this number of slots, whose first warps take all
    /// jobs unless these are too many. None for what the kernel does not do: pieces whose positions
    /// hold more than a shown piece, other numbers of levels, and more climbs than there is room
    /// for.
    pub fn new(
        work: &RoughWork,
        players: &[&Player],
        slots: usize,
        first_warps: usize,
    ) -> Option<Population> {
        let rules = players.first()?.rules();
        let known = matches!(rules.pieces, Source::Uniform | Source::Weighted(_));
        let fewest = usize::try_from(work.climbs.max(work.pilot << (2 * MOST_EXTRA))).ok()?;
        let width = rules.board.width();
        let words_of_a_place = 4 * width * players.len();
        let words = fewest.checked_mul(words_of_a_place)?;
        if !known || work.most_levels != MOST_LEVELS || words > MOST_WORDS {
            return None;
        }
        let room = WORDS_OF_RISES / words_of_a_place;
        let places = fewest.max(room.min(RISES * usize::try_from(work.climbs).ok()?));
        let size = (2 * (slots + 2 * players.len() * fewest)).next_power_of_two();
        let small = |number: u64| u32::try_from(number).ok();
        let games = small(work.ordinary_games)?;
        // One more than the task's number, and the job's.
        let jobs = (0..players.len() as u64)
            .flat_map(|which| (0..u64::from(games)).map(move |job| (2 * which + 1) << 32 | job));
        let queue: Vec<u64> = jobs.take(size).collect();
        let tasks = |&(_, seed): &(Contender, u64)| {
            let pilot = Task::new(seed, games);
            let counting = Task {
                waiting: 1,
                ..pilot
            };
            [pilot, counting]
        };
        Some(Population {
            tasks: work.contenders.iter().flat_map(tasks).collect(),
            counters: vec![32 * first_warps as u64, queue.len() as u64, 0, 0, 0],
            queue,
            splitting: Splitting {
                target: work.target,
                last_level: work.last_level,
                candidates: small(players.len() as u64)?,
                places: small(places as u64)?,
                queue_mask: small(size as u64 - 1)?,
                pilot: small(work.pilot)?,
                climbs: small(work.climbs)?,
                fewest_climbs: small(work.fewest_climbs)?,
                warm_up: small(work.warm_up)?,
                cycles_of_a_run: small(work.cycles_of_a_run)?,
                ordinary_moves: small(work.ordinary_moves)?,
                most_rises: small(places as u64)?,
                first_warps: small(first_warps as u64)?,
                ..Splitting::default()
            },
            bins: highest_danger(rules.board) + 2,
            width,
            slots,
        })
    }

    /// How much memory the kernel needs besides.
    pub fn room(&self) -> Room {
        let half = self.tasks.len() * self.splitting.places as usize;
        Room {
            queue: self.splitting.queue_mask as usize + 1,
            histogram: self.tasks.len() * self.bins,
            columns: 2 * half * self.width,
            halves: 2 * half,
            half,
            rises: half * RISE_WORDS,
            slot_columns: self.slots * self.width,
            slot_bytes: self.slots * CLIMBER_BYTES,
        }
    }
}

impl Task {
    /// A task before its first phase, which has this number of jobs.
    fn new(seed: u64, jobs: u32) -> Task {
        Task {
            seed,
            pilot_moves: 0,
            moves: 0,
            lines: 0,
            pieces: 0,
            all_lines: 0,
            offset: 0.0,
            spacing: 0.0,
            phase: 0,
            jobs,
            done: 0,
            entrances: 0,
            half: 0,
            rises: 0,
            stage: 0,
            levels: 0,
            extra: 0,
            count: 0,
            next: 0,
            waiting: 0,
            counted: 0,
            low: 0,
            above: 0,
            level: 0,
            level_at: [0; MOST_LEVELS],
            passed: [0; MOST_LEVELS + 1],
        }
    }
}

/// What the estimates have come to; none for those that were given up.
pub(crate) fn found(tasks: &[Task]) -> Vec<Option<RoughCounts>> {
    let of = |(pilot, counting): (&Task, &Task)| {
        let passed = &counting.passed[..=pilot.levels as usize];
        (pilot.phase == DONE && counting.phase == DONE).then(|| RoughCounts {
            lines: counting.lines,
            pieces: counting.pieces,
            passed: passed.iter().map(|passed| u64::from(*passed)).collect(),
            moves: counting.moves,
            pilot_moves: pilot.pilot_moves,
        })
    };
    let pilots = tasks.iter().step_by(2);
    let counting = tasks.iter().skip(1).step_by(2);
    pilots.zip(counting).map(of).collect()
}

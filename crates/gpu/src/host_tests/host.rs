//! The kernel's source as a library of this machine, and calling it.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use libloading::Library;
use tetrarium_engine::{Board, Player};
use tetrarium_lab::play::Danger;
use tetrarium_lab::play::Record;
use tetrarium_lab::play::{
    Backend, Continuation, PlayError, RoughCounts, RoughWork, Standing, Threads, Until, Work,
};
use tetrarium_lab::{Length, Watch};
use tetrarium_testing::{Part, missing};

use crate::jobs::{Jobs, Limits, alike, moving};
use crate::params::{COUNT_WORDS, ENDS, NO_JOB, Params, RECORD_WORDS};
use crate::population::{CANDIDATES_DONE, LINES, MOVES, Population, Splitting, found};
use crate::source::{KernelSource, Origin};

/// A kernel compiled for this machine.
pub struct Host {
    pub source: KernelSource,
    library: Library,
}

/// Compiles a kernel; none if there is no compiler.
pub fn compiled(players: &[&Player]) -> Option<Host> {
    compiled_for(players, Origin::Beginning)
}

fn compiled_for(players: &[&Player], origin: Origin) -> Option<Host> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let source = KernelSource::playing(players, origin).unwrap();
    let folder = std::env::temp_dir().join(format!(
        "tetrarium-kernel-{}-{}",
        std::process::id(),
        NUMBER.fetch_add(1, Ordering::Relaxed)
    ));
    std::fs::create_dir_all(&folder).unwrap();
    let (file, library) = (folder.join("kernel.cpp"), folder.join("kernel.so"));
    std::fs::write(&file, &source.text).unwrap();
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_string());
    let output = Command::new(&compiler)
        // What a specialised kernel does not use is no mistake.
        .args(["-std=c++17", "-O1", "-Wall", "-Werror", "-Wno-unused"])
        .args(["-fPIC", "-shared", "-o"])
        .args([&library, &file])
        .output();
    let done = match output {
        Ok(output) if output.status.success() => true,
        Ok(output) => panic!("{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => {
            eprintln!("the host compiler `{compiler}` cannot be run: {error}");
            missing(Part::CppCompiler);
            false
        }
    };
    let host = done.then(|| {
        // SAFETY: the library is the kernel just compiled; loading it runs no code of its own.
        let library = unsafe { Library::new(&library) }.unwrap();
        Host { source, library }
    });
    let _ = std::fs::remove_dir_all::<PathBuf>(folder);
    host
}

fn address<T>(words: &[T]) -> u64 {
    words.as_ptr() as u64
}

impl Host {
    fn params(&self) -> Params {
        Params {
            weights: address(&self.source.weights),
            tables: address(&self.source.tables),
            table: address(self.source.table()),
            sequence: address(&self.source.sequence),
            ..Params::default()
        }
    }

    /// Plays jobs (candidate, seed, game) on some slots.
    pub fn play(&self, jobs: &[(u32, u64, u64)], length: Length, slots: usize) -> Vec<Record> {
        let jobs = Jobs::from_beginning(jobs.iter().copied());
        let played = self.run(&jobs, &Limits::of_length(length), slots);
        let record = |(words, _, _): &(Vec<u64>, Vec<u32>, i32)| Record {
            lines: words[0],
            pieces: words[1],
            reward: words[2],
            deaths: words[3],
            end: ENDS[words[4] as usize].unwrap(),
        };
        played.iter().map(record).collect()
    }

    /// Plays jobs on some slots, in launches of a few steps, as the GPU does: the words of each
    /// job's record, its board and its highest danger.
    fn run(&self, jobs: &Jobs, limits: &Limits, slots: usize) -> Vec<(Vec<u64>, Vec<u32>, i32)> {
        let records = vec![u64::MAX; jobs.len() * RECORD_WORDS];
        let boards = jobs.columns.clone();
        let highest = vec![0i32; jobs.len()];
        let columns = vec![0u32; slots * self.source.width];
        let counts = vec![0u64; slots * COUNT_WORDS];
        let slot_job = vec![NO_JOB; slots];
        let totals = vec![0u64; 4];
        let next_job = vec![0u32; 1];
        let mut params = Params {
            job_candidate: address(&jobs.candidate),
            job_seed: address(&jobs.seed),
            job_game: address(&jobs.game),
            records: address(&records),
            job_settled: address(&jobs.settled),
            job_placed: address(&jobs.placed),
            job_columns: address(&boards),
            job_highest: address(&highest),
            slot_columns: address(&columns),
            slot_counts: address(&counts),
            slot_job: address(&slot_job),
            totals: address(&totals),
            next_job: address(&next_job),
            bounds: address(&limits.bounds),
            jobs: jobs.len() as u32,
            slots: slots as u32,
            steps: 37,
            // Shared out among all warps, as on the GPU.
            lanes: jobs.len().div_ceil(slots / 32).clamp(1, 32) as u32,
            ..self.params()
        };
        limits.set(&mut params);
        // SAFETY: the function has this signature in the source.
        let play = unsafe {
            self.library
                .get::<unsafe extern "C" fn(*const Params)>(b"play")
        };
        let play = play.unwrap();
        // SAFETY: reads what the kernel wrote behind the compiler's back.
        let ended = || unsafe { std::ptr::read_volatile(totals.as_ptr()) };
        while ended() < jobs.len() as u64 {
            // SAFETY: every address in the parameters is of a vector as long as the kernel takes it
            // to be, which lives on.
            unsafe { play(&params) };
            let warps = std::hint::black_box(&slot_job).chunks(32);
            let running = warps.map(|warp| warp.iter().filter(|job| **job != NO_JOB).count());
            let most = running.clone().max().unwrap_or(0);
            assert!(most <= params.lanes as usize, "{most} games in a warp");
            let goes_on = most > 0 || ended() == jobs.len() as u64;
            assert!(goes_on, "no lane has taken the jobs that are left");
        }
        let boards = std::hint::black_box(&boards);
        let board = |job| boards.iter().skip(job).step_by(jobs.len()).copied();
        std::hint::black_box(&records)
            .chunks_exact(RECORD_WORDS)
            .zip(std::hint::black_box(&highest))
            .enumerate()
            .map(|(job, (words, highest))| (words.to_vec(), board(job).collect(), *highest))
            .collect()
    }

    /// Scores by order of the placements, and the place of the chosen one, of 32 boards.
    pub fn rate(&self, boards: &[Board], pieces: &[i32], next: &[i32]) -> (Vec<i32>, Vec<u32>) {
        let words: Vec<u32> = boards.iter().flat_map(|b| b.columns().to_vec()).collect();
        let mut scores = vec![i32::MAX; 32 * 64];
        let mut chosen = vec![0u32; 32];
        let params = self.params();
        type Rate = unsafe extern "C" fn(
            *const Params,
            *const u32,
            *const i32,
            *const i32,
            *mut i32,
            *mut u32,
        );
        // SAFETY: the function has this signature in the source.
        let rate = unsafe { self.library.get::<Rate>(b"rate_boards") }.unwrap();
        // SAFETY: 32 boards of the kernel's width, 32 pieces, room for 64 scores a board and 32
        // choices.
        unsafe {
            rate(
                &params,
                words.as_ptr(),
                pieces.as_ptr(),
                next.as_ptr(),
                scores.as_mut_ptr(),
                chosen.as_mut_ptr(),
            )
        };
        (scores, chosen)
    }
}

/// Plays the games of some players on by the kernel's source, and all others on a thread.
pub struct PlaysOn {
    to_a_number: Host,
    to_a_danger: Host,
}

impl PlaysOn {
    /// For players, in the order of all work, and a danger; none if there is no compiler.
    pub fn new(players: &[&Player], danger: Danger) -> Option<PlaysOn> {
        Some(PlaysOn {
            to_a_number: compiled_for(players, Origin::Position)?,
            to_a_danger: compiled_for(players, Origin::PositionUntil(danger))?,
        })
    }
}

impl Backend for PlaysOn {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        Threads(1).play(work, watch)
    }

    fn continue_games(
        &self,
        work: &[Continuation],
        _: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError> {
        assert_eq!(alike(work).len(), 1);
        let until = work[0].until;
        let host = match until {
            Until::Placed { .. } => &self.to_a_number,
            Until::Danger { .. } => &self.to_a_danger,
        };
        let (mut stands, moving) = moving(work);
        let jobs = Jobs::on_from(work, &moving).unwrap();
        let played = host.run(&jobs, &Limits::of_work(work), 64);
        for ((which, index), (words, columns, highest)) in moving.into_iter().zip(played) {
            let stand = &mut stands[which][index];
            stand.lines = words[0];
            stand.pieces = words[1];
            stand.reward = words[2];
            stand.deaths = words[3];
            stand.end = ENDS[words[4] as usize];
            stand.board = Board::from_columns(work[which].contender.rules().board, &columns);
            if matches!(until, Until::Danger { .. }) {
                stand.highest = highest;
            }
        }
        Ok(stands)
    }

    fn at_once(&self) -> u64 {
        64
    }

    fn threads(&self) -> usize {
        1
    }
}

/// Makes rough estimates of some players by the kernel's source, and plays all else on a thread.
pub struct Splits {
    host: Host,
    most_rises: u32,
    left: AtomicUsize,
}

impl Splits {
    /// For players, a danger and room for this number of rises at most; none if there is no
    /// compiler.
    pub fn new(players: &[&Player], danger: Danger, most_rises: u32) -> Option<Splits> {
        Some(Splits {
            host: compiled_for(players, Origin::Splitting(danger))?,
            most_rises,
            left: AtomicUsize::new(0),
        })
    }

    /// How many estimates were left to threads.
    pub fn left(&self) -> usize {
        self.left.load(Ordering::Relaxed)
    }

    /// Makes the estimates on some slots, in launches of a few steps.
    fn split(&self, population: &Population, watch: &Watch) -> Vec<Option<RoughCounts>> {
        let room = population.room();
        let tasks = population.tasks.clone();
        let mut queue = population.queue.clone();
        queue.resize(room.queue, 0);
        let counters = population.counters.clone();
        let histogram = vec![0u32; room.histogram];
        let columns = vec![0u32; room.columns];
        let settled = vec![0u32; room.halves];
        let [order, highest] = [0, 1].map(|_| vec![0u32; room.half]);
        let rises = vec![0u32; room.rises];
        let slots = vec![0u64; room.slot_bytes / 8];
        let slot_columns = vec![0u32; room.slot_columns];
        let splitting = Splitting {
            tasks: address(&tasks),
            queue: address(&queue),
            counters: address(&counters),
            histogram: address(&histogram),
            columns: address(&columns),
            settled: address(&settled),
            order: address(&order),
            highest: address(&highest),
            rises: address(&rises),
            slots: address(&slots),
            ..population.splitting
        };
        let mut params = Params {
            slot_columns: address(&slot_columns),
            splitting: &raw const splitting as u64,
            slots: SLOTS as u32,
            steps: 41,
            restart: 1,
            ..self.host.params()
        };
        // SAFETY: the function has this signature in the source.
        let split = unsafe {
            self.host
                .library
                .get::<unsafe extern "C" fn(*const Params)>(b"split")
        };
        let split = split.unwrap();
        let counter = |which: usize| {
            // SAFETY: reads what the kernel wrote behind the compiler's back.
            unsafe { std::ptr::read_volatile(counters.as_ptr().add(which)) }
        };
        while counter(CANDIDATES_DONE) < u64::from(population.splitting.candidates) {
            // SAFETY: every address in the parameters is of a vector as long as the kernel takes it
            // to be, which lives on.
            unsafe { split(&params) };
            params.restart = 0;
        }
        watch.count_moves(counter(MOVES), counter(LINES));
        found(std::hint::black_box(&tasks))
    }
}

/// The slots of an estimate: more than the jobs of some phases, fewer than those of others.
const SLOTS: usize = 96;

/// The warps of an estimate that take all jobs unless these are too many.
const FIRST_WARPS: usize = 2;

impl Backend for Splits {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        Threads(1).play(work, watch)
    }

    fn continue_games(
        &self,
        work: &[Continuation],
        watch: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError> {
        Threads(1).continue_games(work, watch)
    }

    fn rough_estimates(
        &self,
        work: &RoughWork,
        watch: &Watch,
    ) -> Option<Result<Vec<Option<RoughCounts>>, PlayError>> {
        let players = work.contenders.iter();
        let players: Vec<&Player> = players.map(|(one, _)| one.player().unwrap()).collect();
        let mut population = Population::new(work, &players, SLOTS, FIRST_WARPS)?;
        let room = &mut population.splitting.most_rises;
        *room = self.most_rises.min(*room);
        let found = self.split(&population, watch);
        let left = found.iter().filter(|one| one.is_none()).count();
        self.left.fetch_add(left, Ordering::Relaxed);
        Some(Ok(found))
    }

    fn at_once(&self) -> u64 {
        1
    }

    fn threads(&self) -> usize {
        1
    }
}

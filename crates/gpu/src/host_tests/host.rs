//! The kernel's source as a library of this machine, and calling it.

use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

use libloading::Library;
use tetrarium_engine::{Board, Player};
use tetrarium_lab::Length;
use tetrarium_lab::measure::{End, Record};

use crate::Special;
use crate::params::{COUNT_WORDS, NO_JOB, Params, RECORD_WORDS};

/// A kernel compiled for this machine.
pub struct Host {
    pub special: Special,
    library: Library,
}

/// Compiles a kernel; none if there is no compiler, which is said once a test.
pub fn compiled(players: &[&Player]) -> Option<Host> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let special = Special::new(players).unwrap();
    let folder = std::env::temp_dir().join(format!(
        "tetrarium-kernel-{}-{}",
        std::process::id(),
        NUMBER.fetch_add(1, Ordering::Relaxed)
    ));
    std::fs::create_dir_all(&folder).unwrap();
    let (source, library) = (folder.join("kernel.cpp"), folder.join("kernel.so"));
    std::fs::write(&source, &special.source).unwrap();
    let compiler = std::env::var("CXX").unwrap_or_else(|_| "c++".to_string());
    let output = Command::new(&compiler)
        // What a specialised kernel does not use is no mistake.
        .args(["-std=c++17", "-O1", "-Wall", "-Werror", "-Wno-unused"])
        .args(["-fPIC", "-shared", "-o"])
        .args([&library, &source])
        .output();
    let done = match output {
        Ok(output) if output.status.success() => true,
        Ok(output) => panic!("{}", String::from_utf8_lossy(&output.stderr)),
        Err(error) => {
            eprintln!("skipped: the host compiler `{compiler}` cannot be run ({error})");
            false
        }
    };
    let host = done.then(|| {
        // SAFETY: the library is the kernel just compiled; loading it runs no code of its own.
        let library = unsafe { Library::new(&library) }.unwrap();
        Host { special, library }
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
            weights: address(&self.special.weights),
            tables: address(&self.special.tables),
            table: address(self.special.table()),
            sequence: address(&self.special.sequence),
            ..Params::default()
        }
    }

    /// Plays jobs (candidate, seed, game) on some slots, in launches of a few steps, as the GPU does.
    pub fn play(&self, jobs: &[(u32, u64, u64)], length: Length, slots: usize) -> Vec<Record> {
        let candidates: Vec<u32> = jobs.iter().map(|job| job.0).collect();
        let seeds: Vec<u64> = jobs.iter().map(|job| job.1).collect();
        let games: Vec<u64> = jobs.iter().map(|job| job.2).collect();
        let records = vec![u64::MAX; jobs.len() * RECORD_WORDS];
        let columns = vec![0u32; slots * self.special.width];
        let counts = vec![0u64; slots * COUNT_WORDS];
        let slot_job = vec![NO_JOB; slots];
        let totals = vec![0u64; 4];
        let next_job = vec![0u32; 1];
        let (limit, restart) = match length {
            Length::Whole => (u64::MAX, 0),
            Length::AtMost(pieces) => (pieces, 0),
            Length::Restarting(pieces) => (pieces, 1),
        };
        let params = Params {
            job_candidate: address(&candidates),
            job_seed: address(&seeds),
            job_game: address(&games),
            records: address(&records),
            slot_columns: address(&columns),
            slot_counts: address(&counts),
            slot_job: address(&slot_job),
            totals: address(&totals),
            next_job: address(&next_job),
            limit,
            restart,
            jobs: jobs.len() as u32,
            slots: slots as u32,
            steps: 37,
            lanes: 32,
            ..self.params()
        };
        // SAFETY: the function has this signature in the source.
        let play = unsafe {
            self.library
                .get::<unsafe extern "C" fn(*const Params)>(b"play")
        };
        let play = play.unwrap();
        // SAFETY: reads what the kernel wrote behind the compiler's back.
        let ended = || unsafe { std::ptr::read_volatile(totals.as_ptr()) };
        while ended() < jobs.len() as u64 {
            // SAFETY: every address in the parameters is of a vector as long as the kernel takes it to be, which lives on.
            unsafe { play(&params) };
        }
        std::hint::black_box(&records)
            .chunks_exact(RECORD_WORDS)
            .map(|words| Record {
                lines: words[0],
                pieces: words[1],
                reward: words[2],
                deaths: words[3],
                end: match words[4] {
                    0 => End::Lost,
                    1 => End::Cut,
                    other => panic!("the end {other}"),
                },
            })
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
        // SAFETY: 32 boards of the kernel's width, 32 pieces, room for 64 scores a board and 32 choices.
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

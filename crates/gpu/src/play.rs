//! Playing on the GPU: jobs, launches of about a second, records.

use std::time::{Duration, Instant};

use cudarc::driver::{CudaSlice, DevicePtr, DeviceRepr, LaunchConfig, PushKernelArg};
use tetrarium_engine::Player;
use tetrarium_lab::measure::{End, Record};
use tetrarium_lab::training::{Games, Interrupted, Work};
use tetrarium_lab::{Length, Shard, Watch};

use crate::Special;
use crate::device::{Gpu, GpuError, driver};
use crate::kernel::Kernel;
use crate::params::{COUNT_WORDS, NO_JOB, Params, RECORD_WORDS};

/// How long a launch should take: so long is the longest wait for whoever stops the run.
const LAUNCH: Duration = Duration::from_millis(700);
/// Moves a game of the first launch, before it is known how long they take.
const FIRST_STEPS: u32 = 128;
/// Jobs that lie on the GPU at once.
const MOST_JOBS: usize = 1 << 22;

// SAFETY: plain numbers, laid out as in the kernel's source.
unsafe impl DeviceRepr for Params {}

/// A candidate's game under a seed.
#[derive(Clone, Copy, Debug)]
struct Job {
    candidate: u32,
    seed: u64,
    game: u64,
}

impl Gpu {
    /// Plays a shard, with the contract of [`tetrarium_lab::play`]: the records are in game order; if the watch was told to stop, games
    /// still running are recorded as interrupted and games not begun are missing.
    pub fn play(
        &self,
        player: &Player,
        shard: &Shard,
        watch: &Watch,
    ) -> Result<Vec<Record>, GpuError> {
        let mut lists = self.play_all(&[(player, *shard)], watch)?;
        Ok(lists.pop().expect("one shard, one list"))
    }

    /// How many games of a player it plays at once: so many keep it busy.
    pub fn games_at_once(&self, player: &Player) -> Result<u64, GpuError> {
        let kernel = self.kernel(&Special::new(&[player])?)?;
        Ok(u64::from(kernel.blocks * kernel.warps * 32))
    }

    /// Plays several shards at once: a list of records for each. Players of all shards have to share rules and search, so that one kernel
    /// plays them; shards of different lengths are played one length after the other.
    pub fn play_all(
        &self,
        work: &[(&Player, Shard)],
        watch: &Watch,
    ) -> Result<Vec<Vec<Record>>, GpuError> {
        let mut lists: Vec<Vec<Record>> = vec![Vec::new(); work.len()];
        let mut lengths: Vec<Length> = Vec::new();
        for (_, shard) in work {
            if !lengths.contains(&shard.length) {
                lengths.push(shard.length);
            }
        }
        let players: Vec<&Player> = distinct(work.iter().map(|(player, _)| *player));
        if players.is_empty() {
            return Ok(lists);
        }
        let special = Special::new(&players)?;
        let kernel = self.kernel(&special)?;
        for length in lengths {
            let of_length = work
                .iter()
                .enumerate()
                .filter(|(_, (_, shard))| shard.length == length);
            let mut jobs = of_length.flat_map(|(which, (player, shard))| {
                let candidate = place(&players, player);
                let shard = *shard;
                (0..shard.games).map(move |index| {
                    let job = Job {
                        candidate,
                        seed: shard.seed,
                        game: shard.first + index,
                    };
                    (which, job)
                })
            });
            while !watch.ended() {
                let (which, jobs): (Vec<usize>, Vec<Job>) = jobs.by_ref().take(MOST_JOBS).unzip();
                if jobs.is_empty() {
                    break;
                }
                let records = Batch::new(self, &kernel, &special, &jobs, length)?.run(watch)?;
                // Jobs are begun in order, so those that were not are the last.
                for (which, record) in which.iter().zip(records) {
                    lists[*which].push(record);
                }
            }
        }
        Ok(lists)
    }
}

impl Games for &Gpu {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, Interrupted> {
        let work: Vec<_> = work.iter().map(|one| (one.player, one.shard)).collect();
        match self.play_all(&work, watch) {
            Ok(records) if !watch.ended() => Ok(records),
            Ok(_) => Err(Interrupted),
            Err(error) => {
                // What was played so far stays saved, as after Ctrl-C; playing cannot go on.
                *self.failure.lock().expect("nobody panics while holding it") = Some(error);
                watch.stop();
                Err(Interrupted)
            }
        }
    }
}

/// The players, each once; the same player is the same address.
fn distinct<'a>(players: impl Iterator<Item = &'a Player>) -> Vec<&'a Player> {
    let mut list: Vec<&Player> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for player in players {
        if seen.insert(std::ptr::from_ref(player)) {
            list.push(player);
        }
    }
    list
}

fn place(players: &[&Player], player: &Player) -> u32 {
    let found = players
        .iter()
        .position(|other| std::ptr::eq(*other, player));
    found.expect("every player is in the list") as u32
}

/// Some jobs on the GPU.
struct Batch<'a> {
    gpu: &'a Gpu,
    kernel: &'a Kernel,
    jobs: usize,
    blocks: u32,
    params: Params,
    records: CudaSlice<u64>,
    slot_counts: CudaSlice<u64>,
    slot_job: CudaSlice<u32>,
    totals: CudaSlice<u64>,
    next_job: CudaSlice<u32>,
    /// What the kernel only reads, and the boards, which the host does not: kept until the end.
    _words: Vec<CudaSlice<u32>>,
    _longs: Vec<CudaSlice<u64>>,
    _numbers: Vec<CudaSlice<i32>>,
}

impl<'a> Batch<'a> {
    fn new(
        gpu: &'a Gpu,
        kernel: &'a Kernel,
        special: &Special,
        jobs: &[Job],
        length: Length,
    ) -> Result<Self, GpuError> {
        let stream = &gpu.stream;
        let sending = driver("sending the games to it");
        let words = |words: &[u32]| stream.clone_htod(words).map_err(&sending);
        let longs = |words: &[u64]| stream.clone_htod(words).map_err(&sending);
        let numbers = |words: &[i32]| stream.clone_htod(words).map_err(&sending);
        let address = |slice: &CudaSlice<u32>| slice.device_ptr(stream).0;
        let long_address = |slice: &CudaSlice<u64>| slice.device_ptr(stream).0;
        let number_address = |slice: &CudaSlice<i32>| slice.device_ptr(stream).0;

        // With fewer jobs than lanes every warp plays some, because warps work side by side and lanes of one wait for each other.
        let most_warps = (kernel.blocks * kernel.warps) as usize;
        let lanes = jobs.len().div_ceil(most_warps).clamp(1, 32);
        let blocks = jobs.len().div_ceil(lanes * kernel.warps as usize);
        let blocks = blocks.min(kernel.blocks as usize) as u32;
        let slots = (blocks * kernel.warps) as usize * 32;

        let candidate = words(&jobs.iter().map(|job| job.candidate).collect::<Vec<_>>())?;
        let seed = longs(&jobs.iter().map(|job| job.seed).collect::<Vec<_>>())?;
        let game = longs(&jobs.iter().map(|job| job.game).collect::<Vec<_>>())?;
        let table = words(special.table())?;
        let sequence = words(&special.sequence)?;
        let weights = numbers(&special.weights)?;
        let tables = numbers(&special.tables)?;
        let columns = stream
            .alloc_zeros::<u32>(slots * special.width)
            .map_err(&sending)?;
        let records = stream
            .alloc_zeros::<u64>(jobs.len() * RECORD_WORDS)
            .map_err(&sending)?;
        let slot_counts = stream
            .alloc_zeros::<u64>(slots * COUNT_WORDS)
            .map_err(&sending)?;
        let slot_job = words(&vec![NO_JOB; slots])?;
        let totals = stream.alloc_zeros::<u64>(4).map_err(&sending)?;
        let next_job = stream.alloc_zeros::<u32>(1).map_err(&sending)?;
        if let Ok(mut symbol) = kernel.module.get_global("constant_weights", stream) {
            let bytes: Vec<u8> = special
                .weights
                .iter()
                .flat_map(|w| w.to_le_bytes())
                .collect();
            stream.memcpy_htod(&bytes, &mut symbol).map_err(&sending)?;
        }
        let (limit, restart) = match length {
            Length::Whole => (u64::MAX, 0),
            Length::AtMost(pieces) => (pieces, 0),
            Length::Restarting(pieces) => (pieces, 1),
        };
        let params = Params {
            weights: number_address(&weights),
            tables: number_address(&tables),
            table: address(&table),
            sequence: address(&sequence),
            job_candidate: address(&candidate),
            job_seed: long_address(&seed),
            job_game: long_address(&game),
            records: long_address(&records),
            slot_columns: address(&columns),
            slot_counts: long_address(&slot_counts),
            slot_job: address(&slot_job),
            totals: long_address(&totals),
            next_job: address(&next_job),
            limit,
            jobs: jobs.len() as u32,
            slots: slots as u32,
            steps: FIRST_STEPS,
            restart,
            lanes: lanes as u32,
            reserved: 0,
        };
        Ok(Batch {
            gpu,
            kernel,
            jobs: jobs.len(),
            blocks,
            params,
            records,
            slot_counts,
            slot_job,
            totals,
            next_job,
            _words: vec![candidate, table, sequence, columns],
            _longs: vec![seed, game],
            _numbers: vec![weights, tables],
        })
    }

    /// Launches until all games have ended or somebody stops them.
    fn run(mut self, watch: &Watch) -> Result<Vec<Record>, GpuError> {
        let stream = &self.gpu.stream;
        let reading = driver("playing");
        let mut seen = [0u64; 4];
        loop {
            let began = Instant::now();
            self.launch()?;
            let totals = stream.clone_dtoh(&self.totals).map_err(&reading)?;
            let took = began.elapsed();
            let counts = stream.clone_dtoh(&self.slot_counts).map_err(&reading)?;
            let slot_job = stream.clone_dtoh(&self.slot_job).map_err(&reading)?;
            let running = || {
                let slots = counts.chunks_exact(COUNT_WORDS).zip(&slot_job);
                slots.filter(|(_, job)| **job != NO_JOB)
            };
            let sum = |word: usize| running().map(|(counts, _)| counts[word]).sum::<u64>();
            let now = [totals[0], totals[1] + sum(1), totals[2] + sum(0), totals[3]];
            watch.count_moves(now[1] - seen[1], now[2] - seen[2]);
            watch.count_games(now[0] - seen[0], now[3] - seen[3]);
            seen = now;
            let done = totals[0] == self.jobs as u64;
            if !done && !watch.ended() {
                let ratio = LAUNCH.as_secs_f64() / took.as_secs_f64().max(1e-6);
                let steps = f64::from(self.params.steps) * ratio.clamp(0.1, 8.0);
                self.params.steps = steps.clamp(1.0, 1e9) as u32;
                continue;
            }
            let begun = stream.clone_dtoh(&self.next_job).map_err(&reading)?[0] as usize;
            let words = stream.clone_dtoh(&self.records).map_err(&reading)?;
            let mut records: Vec<Record> = words
                .chunks_exact(RECORD_WORDS)
                .take(begun)
                .map(|words| record(words, if words[4] == 0 { End::Lost } else { End::Cut }))
                .collect();
            for (counts, job) in running() {
                records[*job as usize] = record(counts, End::Interrupted);
            }
            return Ok(records);
        }
    }

    fn launch(&self) -> Result<(), GpuError> {
        let config = LaunchConfig {
            grid_dim: (self.blocks, 1, 1),
            block_dim: (self.kernel.warps * 32, 1, 1),
            shared_mem_bytes: self.kernel.shared,
        };
        let mut builder = self.gpu.stream.launch_builder(&self.kernel.function);
        builder.arg(&self.params);
        // SAFETY: the parameters are laid out as the kernel's, every address in them is of memory that this batch holds, as long as
        // the kernel takes it to be for this many jobs and slots, and the grid has as many warps as there are slots for.
        unsafe { builder.launch(config) }.map_err(driver("starting the kernel"))?;
        self.gpu.stream.synchronize().map_err(driver("playing"))
    }
}

fn record(words: &[u64], end: End) -> Record {
    Record {
        lines: words[0],
        pieces: words[1],
        reward: words[2],
        deaths: words[3],
        end,
    }
}

//! Some jobs on the GPU: launches of about a second, and what came of them.

use std::time::{Duration, Instant};

use cudarc::driver::{CudaSlice, DevicePtr, DeviceRepr, LaunchConfig, PushKernelArg};
use tetrarium_lab::Watch;
use tetrarium_lab::play::{End, Record};

use crate::Special;
use crate::device::{Gpu, GpuError, driver};
use crate::jobs::{Jobs, Limits};
use crate::kernel::Kernel;
use crate::params::{COUNT_WORDS, ENDS, NO_JOB, Params, RECORD_WORDS};

/// How long a launch should take: so long is the longest wait for whoever stops the run.
const LAUNCH: Duration = Duration::from_millis(700);
/// Moves a game of the first launch, before it is known how long they take.
const FIRST_STEPS: u32 = 128;

/// Warps of a multiprocessor that games are shared out among before all lanes of these are taken.
const WARPS_FOR_FEW: usize = 16;

// SAFETY: plain numbers, laid out as in the kernel's source.
unsafe impl DeviceRepr for Params {}

/// Some jobs on the GPU.
pub(crate) struct Batch<'a> {
    gpu: &'a Gpu,
    kernel: &'a Kernel,
    jobs: usize,
    plays_on: bool,
    blocks: u32,
    params: Params,
    records: CudaSlice<u64>,
    job_columns: CudaSlice<u32>,
    job_highest: CudaSlice<i32>,
    slot_columns: CudaSlice<u32>,
    slot_counts: CudaSlice<u64>,
    slot_job: CudaSlice<u32>,
    totals: CudaSlice<u64>,
    next_job: CudaSlice<u32>,
    /// What the kernel only reads: kept until the end.
    _words: Vec<CudaSlice<u32>>,
    _longs: Vec<CudaSlice<u64>>,
    _numbers: Vec<CudaSlice<i32>>,
}

/// What came of a job.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    pub lines: u64,
    pub pieces: u64,
    pub reward: u64,
    pub deaths: u64,
    /// Why it ended; none if it came as far as it was to come, or was interrupted.
    pub end: Option<End>,
    /// The slot in which it was interrupted.
    slot: Option<u32>,
}

impl Played {
    fn new(words: &[u64], end: Option<End>, slot: Option<u32>) -> Played {
        Played {
            lines: words[0],
            pieces: words[1],
            reward: words[2],
            deaths: words[3],
            end,
            slot,
        }
    }

    /// The record of a game from its beginning.
    pub fn record(&self) -> Record {
        Record {
            lines: self.lines,
            pieces: self.pieces,
            reward: self.reward,
            deaths: self.deaths,
            end: self.end.unwrap_or(End::Interrupted),
        }
    }
}

impl<'a> Batch<'a> {
    pub fn new(
        gpu: &'a Gpu,
        kernel: &'a Kernel,
        special: &Special,
        jobs: &Jobs,
        limits: &Limits,
    ) -> Result<Self, GpuError> {
        let stream = &gpu.stream;
        let sending = driver("sending the games to it");
        let words = |words: &[u32]| stream.clone_htod(words).map_err(&sending);
        let longs = |words: &[u64]| stream.clone_htod(words).map_err(&sending);
        let numbers = |words: &[i32]| stream.clone_htod(words).map_err(&sending);
        let address = |slice: &CudaSlice<u32>| slice.device_ptr(stream).0;
        let long_address = |slice: &CudaSlice<u64>| slice.device_ptr(stream).0;
        let number_address = |slice: &CudaSlice<i32>| slice.device_ptr(stream).0;

        // With fewer jobs than lanes they are shared out among some warps, not all: what a warp does once for all its games is then done by fewer.
        let most_warps = (kernel.blocks * kernel.warps) as usize;
        let some_warps = most_warps.min(gpu.device.multiprocessors * WARPS_FOR_FEW);
        let lanes = jobs.len().div_ceil(some_warps).clamp(1, 32);
        let blocks = jobs.len().div_ceil(lanes * kernel.warps as usize);
        let blocks = blocks.min(kernel.blocks as usize) as u32;
        let slots = (blocks * kernel.warps) as usize * 32;

        // Memory of no words has no address, so what is not needed has one.
        let or_one = |words: &[u32]| words.iter().copied().chain([0]).collect::<Vec<u32>>();
        let candidate = words(&jobs.candidate)?;
        let seed = longs(&jobs.seed)?;
        let game = longs(&jobs.game)?;
        let settled = words(&or_one(&jobs.settled))?;
        let placed = longs(jobs.placed.first().map_or(&[0], |_| &jobs.placed))?;
        let job_columns = words(&or_one(&jobs.columns))?;
        let plays_on = !jobs.columns.is_empty();
        let highest = if plays_on { jobs.len() } else { 1 };
        let job_highest = stream.alloc_zeros::<i32>(highest).map_err(&sending)?;
        let table = words(special.table())?;
        let sequence = words(&special.sequence)?;
        let weights = numbers(&special.weights)?;
        let tables = numbers(&special.tables)?;
        let bounds = numbers(limits.bounds.first().map_or(&[0], |_| &limits.bounds))?;
        let slot_columns = stream
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
        let mut params = Params {
            weights: number_address(&weights),
            tables: number_address(&tables),
            table: address(&table),
            sequence: address(&sequence),
            job_candidate: address(&candidate),
            job_seed: long_address(&seed),
            job_game: long_address(&game),
            records: long_address(&records),
            job_settled: address(&settled),
            job_placed: long_address(&placed),
            job_columns: address(&job_columns),
            job_highest: number_address(&job_highest),
            slot_columns: address(&slot_columns),
            slot_counts: long_address(&slot_counts),
            slot_job: address(&slot_job),
            totals: long_address(&totals),
            next_job: address(&next_job),
            bounds: number_address(&bounds),
            jobs: jobs.len() as u32,
            slots: slots as u32,
            steps: FIRST_STEPS,
            lanes: lanes as u32,
            ..Params::default()
        };
        limits.set(&mut params);
        Ok(Batch {
            gpu,
            kernel,
            jobs: jobs.len(),
            plays_on,
            blocks,
            params,
            records,
            job_columns,
            job_highest,
            slot_columns,
            slot_counts,
            slot_job,
            totals,
            next_job,
            _words: vec![candidate, settled, table, sequence],
            _longs: vec![seed, game, placed],
            _numbers: vec![weights, tables, bounds],
        })
    }

    /// Launches until all games have ended or somebody stops them. Jobs are begun in order; those that were not are missing.
    pub fn run(&mut self, watch: &Watch) -> Result<Vec<Played>, GpuError> {
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
                let slots = (0..).zip(counts.chunks_exact(COUNT_WORDS)).zip(&slot_job);
                slots.filter(|(_, job)| **job != NO_JOB)
            };
            let sum = |word: usize| running().map(|((_, counts), _)| counts[word]).sum::<u64>();
            let now = [totals[0], totals[1] + sum(1), totals[2] + sum(0), totals[3]];
            watch.count_moves(now[1] - seen[1], now[2] - seen[2]);
            // Games that are played on are counted by whoever knows which of them have ended.
            if !self.plays_on {
                watch.count_games(now[0] - seen[0], now[3] - seen[3]);
            }
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
            let mut played: Vec<Played> = words
                .chunks_exact(RECORD_WORDS)
                .take(begun)
                .map(|words| Played::new(words, ENDS[words[4] as usize], None))
                .collect();
            for ((slot, counts), job) in running() {
                played[*job as usize] = Played::new(counts, None, Some(slot));
            }
            return Ok(played);
        }
    }

    /// The boards that jobs which play on have come to, and the most dangerous of each: in the order of the jobs.
    pub fn boards(&self, played: &[Played]) -> Result<Vec<(Vec<u32>, i32)>, GpuError> {
        let stream = &self.gpu.stream;
        let reading = driver("reading the boards");
        let columns = stream.clone_dtoh(&self.job_columns).map_err(&reading)?;
        let highest = stream.clone_dtoh(&self.job_highest).map_err(&reading)?;
        let running = stream.clone_dtoh(&self.slot_columns).map_err(&reading)?;
        let slots = self.params.slots as usize;
        let width = running.len() / slots;
        let board = |(job, played): (usize, &Played)| {
            let column = |x: usize| match played.slot {
                None => columns[x * self.jobs + job],
                Some(slot) => running[x * slots + slot as usize],
            };
            ((0..width).map(column).collect(), highest[job])
        };
        Ok(played.iter().enumerate().map(board).collect())
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

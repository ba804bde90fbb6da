//! Some jobs on the GPU: launches of about a second, and what came of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use cudarc::driver::{
    CudaSlice, CudaStream, DevicePtr, DeviceRepr, PushKernelArg, ValidAsZeroBits,
};
use tetrarium_lab::Watch;
use tetrarium_lab::play::{End, Record};

use crate::error::{GpuError, driver};
use crate::gpu::Gpu;
use crate::grid::Grid;
use crate::jobs::{Jobs, Limits};
use crate::kernel::Kernel;
use crate::params::{COUNT_WORDS, ENDS, NO_JOB, Params, RECORD_WORDS};
use crate::source::KernelSource;

/// How long a launch should take: a run that is told to stop waits for the launch to end.
const LAUNCH: Duration = Duration::from_millis(700);
/// What is being done while games are sent.
const SENDING: &str = "sending the games to it";
/// Moves a game of the first launch, before it is known how long they take.
const FIRST_STEPS: u32 = 128;

// SAFETY: plain numbers, laid out as in the kernel's source.
unsafe impl DeviceRepr for Params {}

/// Some jobs on the GPU.
pub(crate) struct Batch<'a> {
    gpu: &'a Gpu,
    kernel: &'a Kernel,
    jobs: usize,
    plays_on: bool,
    grid: Grid,
    params: Params,
    records: CudaSlice<u64>,
    job_columns: CudaSlice<u32>,
    job_highest: CudaSlice<i32>,
    slot_columns: CudaSlice<u32>,
    slot_counts: CudaSlice<u64>,
    slot_job: CudaSlice<u32>,
    totals: CudaSlice<u64>,
    next_job: CudaSlice<u32>,
    _inputs: Inputs,
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

/// The memory of the GPU, as games are sent there.
pub(crate) struct Sender<'a>(pub &'a Arc<CudaStream>);

impl Sender<'_> {
    pub fn send<T: DeviceRepr>(&self, numbers: &[T]) -> Result<CudaSlice<T>, GpuError> {
        self.0.clone_htod(numbers).map_err(driver(SENDING))
    }

    /// Sends numbers of which there may be none: memory of no words has no address, so that one
    /// word is sent then.
    fn send_any<T: DeviceRepr + Copy + Default>(
        &self,
        numbers: &[T],
    ) -> Result<CudaSlice<T>, GpuError> {
        match numbers {
            [] => self.send(&[T::default()]),
            some => self.send(some),
        }
    }

    pub fn zeros<T: DeviceRepr + ValidAsZeroBits>(
        &self,
        count: usize,
    ) -> Result<CudaSlice<T>, GpuError> {
        self.0.alloc_zeros(count).map_err(driver(SENDING))
    }

    pub fn address<T>(&self, slice: &CudaSlice<T>) -> u64 {
        slice.device_ptr(self.0).0
    }
}

/// What the kernel only reads, kept until the end.
struct Inputs {
    _words: [CudaSlice<u32>; 4],
    _longs: [CudaSlice<u64>; 3],
    _numbers: [CudaSlice<i32>; 3],
}

impl Inputs {
    /// Sends what the kernel only reads, and says where it is.
    fn send(
        to: &Sender,
        source: &KernelSource,
        jobs: &Jobs,
        limits: &Limits,
        params: &mut Params,
    ) -> Result<Inputs, GpuError> {
        let candidate = to.send(&jobs.candidate)?;
        let settled = to.send_any(&jobs.settled)?;
        let table = to.send(source.table())?;
        let sequence = to.send(&source.sequence)?;
        let seed = to.send(&jobs.seed)?;
        let game = to.send(&jobs.game)?;
        let placed = to.send_any(&jobs.placed)?;
        let weights = to.send(&source.weights)?;
        let tables = to.send(&source.tables)?;
        let bounds = to.send_any(&limits.bounds)?;
        params.job_candidate = to.address(&candidate);
        params.job_settled = to.address(&settled);
        params.table = to.address(&table);
        params.sequence = to.address(&sequence);
        params.job_seed = to.address(&seed);
        params.job_game = to.address(&game);
        params.job_placed = to.address(&placed);
        params.weights = to.address(&weights);
        params.tables = to.address(&tables);
        params.bounds = to.address(&bounds);
        Ok(Inputs {
            _words: [candidate, settled, table, sequence],
            _longs: [seed, game, placed],
            _numbers: [weights, tables, bounds],
        })
    }
}

impl<'a> Batch<'a> {
    pub fn new(
        gpu: &'a Gpu,
        kernel: &'a Kernel,
        source: &KernelSource,
        jobs: &Jobs,
        limits: &Limits,
    ) -> Result<Self, GpuError> {
        let (grid, lanes) = kernel.grids.for_jobs(jobs.len());
        let slots = grid.all_warps() as usize * 32;

        let to = Sender(&gpu.stream);
        let mut params = Params::default();
        let inputs = Inputs::send(&to, source, jobs, limits, &mut params)?;
        if let Ok(mut symbol) = kernel.module.get_global("constant_weights", &gpu.stream) {
            let weights = source.weights.iter();
            let bytes: Vec<u8> = weights.flat_map(|w| w.to_le_bytes()).collect();
            let sent = gpu.stream.memcpy_htod(&bytes, &mut symbol);
            sent.map_err(driver(SENDING))?;
        }
        let plays_on = !jobs.columns.is_empty();
        let batch = Batch {
            gpu,
            kernel,
            jobs: jobs.len(),
            plays_on,
            grid,
            params,
            records: to.zeros(jobs.len() * RECORD_WORDS)?,
            job_columns: to.send_any(&jobs.columns)?,
            job_highest: to.zeros(if plays_on { jobs.len() } else { 1 })?,
            slot_columns: to.zeros(slots * source.width)?,
            slot_counts: to.zeros(slots * COUNT_WORDS)?,
            slot_job: to.send(&vec![NO_JOB; slots])?,
            totals: to.zeros(4)?,
            next_job: to.zeros(1)?,
            _inputs: inputs,
        };
        let mut params = Params {
            records: to.address(&batch.records),
            job_columns: to.address(&batch.job_columns),
            job_highest: to.address(&batch.job_highest),
            slot_columns: to.address(&batch.slot_columns),
            slot_counts: to.address(&batch.slot_counts),
            slot_job: to.address(&batch.slot_job),
            totals: to.address(&batch.totals),
            next_job: to.address(&batch.next_job),
            jobs: jobs.len() as u32,
            slots: slots as u32,
            steps: FIRST_STEPS,
            lanes,
            ..params
        };
        limits.set(&mut params);
        Ok(Batch { params, ..batch })
    }

    /// Launches until all games have ended or the watch says stop. Jobs are begun in order; those
    /// that were not begun are missing.
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
            // Games that are played on are counted by the caller, which knows which have ended.
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

    /// The boards that jobs which play on have come to, and the most dangerous of each: in the
    /// order of the jobs.
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
        let mut builder = self.gpu.stream.launch_builder(&self.kernel.function);
        builder.arg(&self.params);
        // SAFETY: the parameters are laid out as the kernel's, every address in them is of memory
        // that this batch holds, as long as the kernel takes it to be for this many jobs and slots,
        // and the grid has as many warps as there are slots for.
        unsafe { builder.launch(self.grid.launch()) }.map_err(driver("starting the kernel"))?;
        self.gpu.stream.synchronize().map_err(driver("playing"))
    }
}

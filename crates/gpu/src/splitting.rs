//! Rough estimates on the GPU, each from its pilot to its last level.

use std::time::Duration;

use cudarc::driver::{CudaSlice, DeviceRepr, PushKernelArg};
use tetrarium_engine::Player;
use tetrarium_lab::Watch;
use tetrarium_lab::play::{RoughCounts, RoughWork};

use crate::batch::Sender;
use crate::error::{GpuError, driver};
use crate::gpu::Gpu;
use crate::kernel::Kernel;
use crate::params::Params;
use crate::population::{CANDIDATES_DONE, LINES, MOVES, Population, Splitting, Task, found};
use crate::source::{KernelSource, Origin};

/// How long a launch takes unless all estimates are done before: a run that is told to stop waits
/// for it.
const LAUNCH: Duration = Duration::from_millis(300);

/// Warps of a multiprocessor that all jobs go to unless these are too many: what a warp does once
/// for all its games is then done by fewer.
const FIRST_WARPS: usize = 4;

// SAFETY: plain numbers, laid out as in the kernel's source.
unsafe impl DeviceRepr for Task {}
// SAFETY: plain numbers, laid out as in the kernel's source.
unsafe impl DeviceRepr for Splitting {}

/// What came of each estimate; none for those that are left to the lab.
type Found = Vec<Option<RoughCounts>>;

impl Gpu {
    /// Makes rough estimates, with the contract of
    /// [`Backend::rough_estimates`](tetrarium_lab::Backend::rough_estimates).
    pub(crate) fn split(
        &self,
        work: &RoughWork,
        players: &[&Player],
        watch: &Watch,
    ) -> Option<Result<Found, GpuError>> {
        let prepare = || {
            let source = KernelSource::playing(players, Origin::Splitting(work.danger))?;
            let kernel = self.kernel(&source)?;
            Ok((source, kernel))
        };
        let (source, kernel) = match prepare() {
            Ok(prepared) => prepared,
            Err(error) => return Some(Err(error)),
        };
        let warps = kernel.grids.full.all_warps() as usize;
        let first_warps = warps.min(self.device().multiprocessors * FIRST_WARPS);
        let population = Population::new(work, players, warps * 32, first_warps)?;
        Some(self.run_population(&source, &kernel, &population, watch))
    }

    fn run_population(
        &self,
        source: &KernelSource,
        kernel: &Kernel,
        population: &Population,
        watch: &Watch,
    ) -> Result<Found, GpuError> {
        let to = Sender(&self.stream);
        let room = population.room();
        let tasks = to.send(&population.tasks)?;
        let mut queue = to.zeros::<u64>(room.queue)?;
        let mut first = queue.slice_mut(..population.queue.len());
        let sent = self.stream.memcpy_htod(&population.queue, &mut first);
        sent.map_err(driver("sending the estimates to it"))?;
        let counters = to.send(&population.counters)?;
        let words = [
            room.histogram,
            room.columns,
            room.halves,
            room.half,
            room.half,
            room.rises,
            room.slot_bytes / 4,
            room.slot_columns,
        ];
        let words = words.map(|count| to.zeros::<u32>(count));
        let words: Vec<CudaSlice<u32>> = words.into_iter().collect::<Result<_, _>>()?;
        let splitting = Splitting {
            tasks: to.address(&tasks),
            queue: to.address(&queue),
            counters: to.address(&counters),
            histogram: to.address(&words[0]),
            columns: to.address(&words[1]),
            settled: to.address(&words[2]),
            order: to.address(&words[3]),
            highest: to.address(&words[4]),
            rises: to.address(&words[5]),
            slots: to.address(&words[6]),
            ..population.splitting
        };
        let splitting = to.send(&[splitting])?;
        let [table, sequence] = [source.table(), &source.sequence].map(|words| to.send(words));
        let (table, sequence) = (table?, sequence?);
        let [weights, tables] = [&source.weights, &source.tables].map(|words| to.send(words));
        let (weights, tables) = (weights?, tables?);
        let mut params = Params {
            weights: to.address(&weights),
            tables: to.address(&tables),
            table: to.address(&table),
            sequence: to.address(&sequence),
            slot_columns: to.address(&words[7]),
            splitting: to.address(&splitting),
            slots: kernel.grids.full.all_warps() * 32,
            limit: LAUNCH.as_nanos() as u64,
            restart: 1,
            ..Params::default()
        };
        let reading = driver("making estimates");
        let mut seen = [0; 2];
        loop {
            self.launch_split(kernel, &params)?;
            params.restart = 0;
            let counts = self.stream.clone_dtoh(&counters).map_err(&reading)?;
            watch.count_moves(counts[MOVES] - seen[0], counts[LINES] - seen[1]);
            seen = [counts[MOVES], counts[LINES]];
            let candidates = u64::from(population.splitting.candidates);
            if counts[CANDIDATES_DONE] == candidates || watch.ended() {
                break;
            }
        }
        let tasks = self.stream.clone_dtoh(&tasks).map_err(&reading)?;
        Ok(found(&tasks))
    }

    fn launch_split(&self, kernel: &Kernel, params: &Params) -> Result<(), GpuError> {
        let mut builder = self.stream.launch_builder(&kernel.function);
        builder.arg(params);
        // SAFETY: the parameters are laid out as the kernel's, every address in them and in the
        // splitting is of memory that the caller holds, as long as the kernel takes it to be for
        // this many candidates, places and slots, and the grid has as many warps as there are slots
        // for.
        unsafe { builder.launch(kernel.grids.full.launch()) }
            .map_err(driver("starting the kernel"))?;
        self.stream
            .synchronize()
            .map_err(driver("making estimates"))
    }
}

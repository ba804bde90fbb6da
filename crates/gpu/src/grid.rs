//! Grids: how many warps a launch has, and in which blocks.

#[cfg(feature = "cuda")]
use cudarc::driver::LaunchConfig;

/// Warps of a multiprocessor that jobs are shared out among before all lanes of these are taken.
const WARPS_FOR_FEW: u32 = 16;

/// How many warps a launch has, and in which blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub blocks: u32,
    /// Warps of a block.
    pub warps: u32,
    /// Bytes of shared memory of a block.
    pub shared: u32,
}

impl Grid {
    pub fn all_warps(self) -> u32 {
        self.blocks * self.warps
    }

    #[cfg(feature = "cuda")]
    pub fn launch(self) -> LaunchConfig {
        LaunchConfig {
            grid_dim: (self.blocks, 1, 1),
            block_dim: (self.warps * 32, 1, 1),
            shared_mem_bytes: self.shared,
        }
    }
}

/// The grids in which a kernel can be launched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grids {
    /// The most that runs at once.
    pub full: Grid,
    pub multiprocessors: u32,
    /// The most warps of a block.
    pub most_warps: u32,
    /// Bytes of shared memory for what all warps of a block read, and for each of them.
    pub of_a_block: u32,
    pub of_a_warp: u32,
}

impl Grids {
    /// The grid for some jobs, and how many lanes of each warp take one at first. With fewer jobs
    /// than lanes they are shared out among some warps, not all: what a warp does once for all its
    /// games is then done by fewer.
    pub fn for_jobs(&self, jobs: usize) -> (Grid, u32) {
        let most_warps = self.full.all_warps();
        let some_warps = most_warps.min(self.multiprocessors * WARPS_FOR_FEW);
        let lanes = jobs.div_ceil(some_warps as usize).clamp(1, 32);
        let warps = jobs.div_ceil(lanes).min(most_warps as usize);
        (self.of_warps(warps as u32), lanes as u32)
    }

    /// A grid of at least this number of warps, which run at once: a block for each multiprocessor,
    /// where these are enough, or all that run. Warps are numbered from block to block, so that
    /// those without a job are on different multiprocessors.
    fn of_warps(&self, warps: u32) -> Grid {
        let of_each = warps.div_ceil(self.multiprocessors);
        if of_each > self.most_warps || warps >= self.full.all_warps() {
            return self.full;
        }
        Grid {
            blocks: warps.min(self.multiprocessors),
            warps: of_each,
            shared: self.of_a_block + of_each * self.of_a_warp,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Grids of a GPU whose multiprocessors run this number of blocks of `warps` warps at once.
    fn grids(multiprocessors: u32, blocks: u32, warps: u32, most_warps: u32) -> Grids {
        let (of_a_block, of_a_warp) = (5000, 9000);
        Grids {
            full: Grid {
                blocks: blocks * multiprocessors,
                warps,
                shared: of_a_block + warps * of_a_warp,
            },
            multiprocessors,
            most_warps,
            of_a_block,
            of_a_warp,
        }
    }

    /// An H200 with 24, 16 and 5 warps a multiprocessor, and smaller GPUs.
    fn all_grids() -> Vec<Grids> {
        vec![
            grids(132, 2, 12, 16),
            grids(132, 1, 16, 16),
            grids(132, 1, 5, 5),
            grids(20, 3, 7, 10),
            grids(1, 1, 1, 1),
        ]
    }

    #[test]
    fn jobs_have_lanes_or_all_lanes_have_jobs_and_all_blocks_run_at_once() {
        for grids in all_grids() {
            let all = grids.full.all_warps() as usize;
            for jobs in (1..300).chain((300..150_000).step_by(31)) {
                let (grid, lanes) = grids.for_jobs(jobs);
                let taken = grid.all_warps() as usize * lanes as usize;
                assert!(
                    taken >= jobs.min(all * 32),
                    "{jobs} {grid:?} {lanes} {grids:?}"
                );
                assert!((1..=32).contains(&lanes));
                assert!((1..=all).contains(&(grid.all_warps() as usize)));
                let own_shape = grid.blocks <= grids.multiprocessors
                    && grid.warps <= grids.most_warps
                    && grid.shared == grids.of_a_block + grid.warps * grids.of_a_warp;
                let full_shape = (grid.blocks, grid.warps, grid.shared)
                    == (grids.full.blocks, grids.full.warps, grids.full.shared);
                assert!(own_shape || full_shape, "{jobs} {grid:?} {grids:?}");
            }
            let (grid, lanes) = grids.for_jobs(all * 32);
            assert_eq!((grid.all_warps(), lanes), (grids.full.all_warps(), 32));
        }
    }

    #[test]
    fn few_jobs_are_spread_evenly_over_the_multiprocessors() {
        for grids in all_grids() {
            for jobs in 1..=grids.multiprocessors {
                let (grid, lanes) = grids.for_jobs(jobs as usize);
                assert_eq!((grid.blocks, grid.warps, lanes), (jobs, 1, 1));
            }
        }
        // Sixteen warps on each multiprocessor, and up to four games in each of these.
        let (grid, lanes) = grids(132, 2, 12, 16).for_jobs(8000);
        assert_eq!((grid.blocks, grid.warps, lanes), (132, 16, 4));
    }
}

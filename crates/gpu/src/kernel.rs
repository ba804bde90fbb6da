//! Compiled kernels.

use std::sync::Arc;

use cudarc::driver::sys::CUdevice_attribute_enum as DeviceAttribute;
use cudarc::driver::sys::CUfunction_attribute_enum as Attribute;
use cudarc::driver::{CudaFunction, CudaModule, CudaStream, LaunchConfig};
use cudarc::nvrtc::{CompileError, CompileOptions, Ptx, compile_ptx_with_opts};

use crate::MOST_THREADS;
use crate::device::Device;
use crate::error::{GpuError, driver};
use crate::source::KernelSource;

/// A kernel, ready to be launched.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    pub module: Arc<CudaModule>,
    pub function: CudaFunction,
    /// The most that runs at once.
    pub full: Grid,
    multiprocessors: u32,
    /// The most warps of a block.
    most_warps: u32,
    /// Bytes of shared memory for what all warps of a block read, and for each of them.
    of_a_block: u32,
    of_a_warp: u32,
}

/// How many warps a launch has, and in which blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    pub blocks: u32,
    /// Warps of a block.
    pub warps: u32,
    /// Bytes of shared memory of a block.
    shared: u32,
}

impl Grid {
    pub fn all_warps(self) -> u32 {
        self.blocks * self.warps
    }

    pub fn launch(self) -> LaunchConfig {
        LaunchConfig {
            grid_dim: (self.blocks, 1, 1),
            block_dim: (self.warps * 32, 1, 1),
            shared_mem_bytes: self.shared,
        }
    }
}

impl Kernel {
    /// A grid of at least so many warps, if they run at once, or of all that do. Where a block for
    /// each multiprocessor is enough, all have the same number of warps.
    pub fn grid(&self, warps: u32) -> Grid {
        let of_each = warps.div_ceil(self.multiprocessors).max(1);
        if of_each <= self.most_warps && warps < self.full.all_warps() {
            return Grid {
                blocks: warps.div_ceil(of_each),
                warps: of_each,
                shared: self.of_a_block + of_each * self.of_a_warp,
            };
        }
        let blocks = warps.div_ceil(self.full.warps).min(self.full.blocks);
        Grid {
            blocks,
            ..self.full
        }
    }

    /// Compiles a source for a device.
    pub fn compile(
        stream: &Arc<CudaStream>,
        device: &Device,
        source: &KernelSource,
    ) -> Result<Kernel, GpuError> {
        let context = stream.context();
        let loading = driver("loading the kernel");
        let module = context
            .load_module(ptx(source, device)?)
            .map_err(&loading)?;
        let function = module.load_function(source.entry).map_err(&loading)?;
        let of_a_warp = {
            let symbol = module.get_global("memory_of_a_warp", stream);
            let bytes = stream.clone_dtoh(&symbol.map_err(&loading)?);
            let bytes: [u8; 4] = bytes.map_err(&loading)?[..4]
                .try_into()
                .expect("four bytes");
            u32::from_le_bytes(bytes)
        };
        let most = DeviceAttribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        let most = context.attribute(most).map_err(&loading)? as u32;
        let of_a_block = (source.table().len() + source.shared_words) as u32 * 4;
        // All of a multiprocessor's memory may be shared memory, and as many warps as possible are
        // to fit into it.
        let carve_out = Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
        let dynamic = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        function.set_attribute(carve_out, 100).map_err(&loading)?;
        let mut full: Option<Grid> = None;
        let mut most_warps = 0;
        for warps in 1..=MOST_THREADS / 32 {
            let shared = of_a_block + warps * of_a_warp;
            if shared > most {
                break;
            }
            function
                .set_attribute(dynamic, shared as i32)
                .map_err(&loading)?;
            let blocks = function
                .occupancy_max_active_blocks_per_multiprocessor(warps * 32, shared as usize, None)
                .map_err(&loading)?;
            if blocks == 0 {
                break;
            }
            most_warps = warps;
            let grid = Grid {
                blocks,
                warps,
                shared,
            };
            if full.is_none_or(|full| grid.all_warps() > full.all_warps()) {
                full = Some(grid);
            }
        }
        let multiprocessors = device.multiprocessors as u32;
        let mut full = full.ok_or(GpuError::SharedMemory {
            needed: (of_a_block + of_a_warp) as usize,
            found: most as usize,
        })?;
        full.blocks *= multiprocessors;
        let largest = of_a_block + most_warps * of_a_warp;
        function
            .set_attribute(dynamic, largest as i32)
            .map_err(&loading)?;
        Ok(Kernel {
            module,
            function,
            full,
            multiprocessors,
            most_warps,
            of_a_block,
            of_a_warp,
        })
    }
}

/// The intermediate code of a source for a device.
fn ptx(source: &KernelSource, device: &Device) -> Result<Ptx, GpuError> {
    let (major, minor) = device.capability;
    let options = CompileOptions {
        options: vec![
            format!("--gpu-architecture=compute_{major}{minor}"),
            "--std=c++17".to_string(),
            // What a specialised kernel does not use is no mistake.
            "-diag-suppress=177,550".to_string(),
        ],
        ..CompileOptions::default()
    };
    compile_ptx_with_opts(&source.text, options).map_err(|error| match error {
        CompileError::CompileError { log, .. } => {
            GpuError::Compile(log.to_string_lossy().into_owned())
        }
        other => GpuError::Compile(other.to_string()),
    })
}

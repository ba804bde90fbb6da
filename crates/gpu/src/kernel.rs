//! Compiled kernels.

use std::sync::Arc;

use cudarc::driver::sys::CUdevice_attribute_enum as DeviceAttribute;
use cudarc::driver::sys::CUfunction_attribute_enum as Attribute;
use cudarc::driver::{CudaFunction, CudaModule, CudaStream};
use cudarc::nvrtc::{CompileError, CompileOptions, Ptx, compile_ptx_with_opts};

use crate::MOST_THREADS;
use crate::device::Device;
use crate::error::{GpuError, driver};
use crate::grid::{Grid, Grids};
use crate::source::KernelSource;

/// A kernel, ready to be launched.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    pub module: Arc<CudaModule>,
    pub function: CudaFunction,
    pub grids: Grids,
}

impl Kernel {
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
            grids: Grids {
                full,
                multiprocessors,
                most_warps,
                of_a_block,
                of_a_warp,
            },
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

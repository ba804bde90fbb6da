//! Compiled kernels.

use std::sync::Arc;

use cudarc::driver::sys::CUdevice_attribute_enum as DeviceAttribute;
use cudarc::driver::sys::CUfunction_attribute_enum as Attribute;
use cudarc::driver::{CudaFunction, CudaModule, CudaStream};
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
    /// Warps of a block.
    pub warps: u32,
    /// Blocks that run at once on the whole GPU.
    pub blocks: u32,
    /// Bytes of shared memory of a block.
    pub shared: u32,
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
            u32::from_le_bytes(bytes) as usize
        };
        let most = DeviceAttribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        let most = context.attribute(most).map_err(&loading)? as usize;
        let table = (source.table().len() + source.shared_table_words) * 4;
        // All of a multiprocessor's memory may be shared memory, and as many warps as possible are
        // to fit into it.
        let carve_out = Attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
        let dynamic = Attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
        function.set_attribute(carve_out, 100).map_err(&loading)?;
        let mut best: Option<Kernel> = None;
        for warps in 1..=MOST_THREADS / 32 {
            let shared = table + warps as usize * of_a_warp;
            if shared > most {
                break;
            }
            function
                .set_attribute(dynamic, shared as i32)
                .map_err(&loading)?;
            let blocks = function
                .occupancy_max_active_blocks_per_multiprocessor(warps * 32, shared, None)
                .map_err(&loading)?;
            if best
                .as_ref()
                .is_none_or(|best| blocks * warps > best.blocks * best.warps)
            {
                best = Some(Kernel {
                    module: Arc::clone(&module),
                    function: function.clone(),
                    warps,
                    blocks,
                    shared: shared as u32,
                });
            }
        }
        let mut kernel = best
            .filter(|kernel| kernel.blocks > 0)
            .ok_or(GpuError::SharedMemory {
                needed: table + of_a_warp,
                found: most,
            })?;
        function
            .set_attribute(dynamic, kernel.shared as i32)
            .map_err(&loading)?;
        kernel.blocks *= device.multiprocessors as u32;
        Ok(kernel)
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

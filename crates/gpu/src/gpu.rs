//! A GPU that plays.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use cudarc::driver::CudaStream;

use crate::device::{Device, context, devices};
use crate::error::{GpuError, LEAST_CAPABILITY};
use crate::kernel::Kernel;
use crate::source::KernelSource;

/// A GPU that plays. Kernels it has compiled are kept.
pub struct Gpu {
    pub(crate) stream: Arc<CudaStream>,
    pub(crate) device: Device,
    kernels: Mutex<HashMap<String, Kernel>>,
}

impl Gpu {
    /// Takes a GPU by its number.
    ///
    /// # Errors
    ///
    /// There is no such GPU, it is too old, or a library is missing.
    pub fn new(number: usize) -> Result<Gpu, GpuError> {
        let all = devices()?;
        let device = all.get(number).ok_or(GpuError::NoDevice)?.clone();
        if device.capability < LEAST_CAPABILITY {
            let (major, minor) = device.capability;
            return Err(GpuError::TooOld {
                device: device.name,
                found: format!("{major}.{minor}"),
            });
        }
        let context = context(number)?;
        Ok(Gpu {
            stream: context.default_stream(),
            device,
            kernels: Mutex::new(HashMap::new()),
        })
    }

    /// The kernel for some players, compiled if it has not been.
    pub(crate) fn kernel(&self, source: &KernelSource) -> Result<Kernel, GpuError> {
        let mut kernels = self
            .kernels
            .lock()
            .expect("no thread panics while it holds the lock");
        if let Some(kernel) = kernels.get(&source.text) {
            return Ok(kernel.clone());
        }
        let kernel = Kernel::compile(&self.stream, &self.device, source)?;
        kernels.insert(source.text.clone(), kernel.clone());
        Ok(kernel)
    }

    /// What it is.
    pub fn device(&self) -> &Device {
        &self.device
    }
}

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GPU {}", self.device)
    }
}

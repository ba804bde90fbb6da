//! Devices: what there is, and taking one.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use cudarc::driver::sys::CUdevice_attribute_enum as Attribute;
use cudarc::driver::{CudaContext, CudaStream, DriverError};

use crate::Refusal;
use crate::kernel::Kernel;

/// The least compute capability whose warps the kernel can use (Volta).
const LEAST_CAPABILITY: (i32, i32) = (7, 0);

/// Why there are no games from the GPU.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// The driver's library is not on this machine.
    #[error(
        "there is no NVIDIA driver on this machine (libcuda.so cannot be loaded); use --backend cpu"
    )]
    NoDriver,
    /// The run-time compiler's library is not on this machine.
    #[error(
        "there is no NVRTC on this machine (libnvrtc.so cannot be loaded): install the CUDA toolkit or PyPI's nvidia-cuda-nvrtc, and let \
         LD_LIBRARY_PATH name its folder"
    )]
    NoCompiler,
    /// The driver knows no device.
    #[error("the NVIDIA driver knows no GPU on this machine; use --backend cpu")]
    NoDevice,
    /// A device whose warps cannot do what the kernel needs.
    #[error(
        "{device} is too old: its compute capability is {found}, and {}.{} is needed",
        LEAST_CAPABILITY.0, LEAST_CAPABILITY.1
    )]
    TooOld {
        /// Its name.
        device: String,
        /// Its compute capability.
        found: String,
    },
    /// A player that the kernel cannot play.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The kernel does not compile: a mistake of this program.
    #[error("the kernel does not compile:\n{0}")]
    Compile(String),
    /// A board whose placements do not fit into the memory of a multiprocessor.
    #[error("{needed} bytes of shared memory are needed for one warp, and the GPU has {found}")]
    SharedMemory {
        /// Bytes needed.
        needed: usize,
        /// Bytes there are.
        found: usize,
    },
    /// The driver says no: out of memory, a lost device.
    #[error("the GPU failed while {doing}: {}", words(error))]
    Driver {
        /// What was being done.
        doing: &'static str,
        /// What the driver says.
        error: DriverError,
    },
}

/// What the driver says, in its own words where it has some.
fn words(error: &DriverError) -> String {
    let text = error.error_string().map(|text| text.to_string_lossy());
    text.map_or_else(|_| error.to_string(), |text| text.into_owned())
}

/// Says what was being done when the driver said no.
pub(crate) fn driver(doing: &'static str) -> impl Fn(DriverError) -> GpuError {
    move |error| GpuError::Driver { doing, error }
}

/// A GPU, as it is listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device {
    /// Its number.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// Its compute capability.
    pub capability: (i32, i32),
    /// Its multiprocessors.
    pub multiprocessors: usize,
    /// Its memory in bytes.
    pub memory: usize,
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}: compute capability {}.{}, {} multiprocessors, {} GiB",
            self.number,
            self.name,
            self.capability.0,
            self.capability.1,
            self.multiprocessors,
            self.memory >> 30
        )
    }
}

/// Whether both libraries can be loaded.
fn libraries() -> Result<(), GpuError> {
    // SAFETY: loads the driver's library, whose initialisers do not depend on this program.
    if !unsafe { cudarc::driver::sys::is_culib_present() } {
        return Err(GpuError::NoDriver);
    }
    // SAFETY: the same for the compiler's library.
    if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
        return Err(GpuError::NoCompiler);
    }
    Ok(())
}

fn context(number: usize) -> Result<Arc<CudaContext>, GpuError> {
    CudaContext::new(number).map_err(driver("opening it"))
}

fn describe(context: &CudaContext) -> Result<Device, GpuError> {
    let ask = driver("asking what it is");
    let processors = context.attribute(Attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    Ok(Device {
        number: context.ordinal(),
        name: context.name().map_err(&ask)?,
        capability: context.compute_capability().map_err(&ask)?,
        multiprocessors: processors.map_err(&ask)? as usize,
        memory: context.total_mem().map_err(&ask)?,
    })
}

/// All GPUs of this machine.
pub fn devices() -> Result<Vec<Device>, GpuError> {
    libraries()?;
    let count = CudaContext::device_count().map_err(|_| GpuError::NoDevice)?;
    if count == 0 {
        return Err(GpuError::NoDevice);
    }
    (0..count as usize)
        .map(|number| describe(&*context(number)?))
        .collect()
}

/// A GPU that plays. Kernels it has compiled are kept.
pub struct Gpu {
    pub(crate) stream: Arc<CudaStream>,
    pub(crate) device: Device,
    pub(crate) kernels: Mutex<HashMap<String, Kernel>>,
}

impl Gpu {
    /// Takes a GPU by its number.
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

//! Why there are no games from the GPU.

use cudarc::driver::DriverError;

use crate::refusal::Refusal;

/// The least compute capability whose warps the kernel can use (Volta).
pub(crate) const LEAST_CAPABILITY: (i32, i32) = (7, 0);

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
        "there is no NVRTC on this machine (libnvrtc.so cannot be loaded): install the CUDA \
         toolkit or PyPI's nvidia-cuda-nvrtc, and let LD_LIBRARY_PATH name its folder"
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

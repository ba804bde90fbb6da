//! The games of tetrarium on an NVIDIA GPU.
//!
//! A game is a pure function of rules, controller, seed and game number, and a score is a whole
//! number, so the GPU plays the very same games as the CPU. [`KernelSource`] turns players into the
//! source of a kernel that knows their rules and features and nothing else; the same source is
//! plain C++, and the tests compile it with the host compiler and compare it with the reference.
//! With the feature `cuda`, `Gpu` compiles the source on the machine it runs on (NVRTC) and plays,
//! with the contract of [`tetrarium_lab::Backend`].

mod refusal;
mod source;

#[cfg(feature = "cuda")]
mod batch;
#[cfg(feature = "cuda")]
mod device;
#[cfg(feature = "cuda")]
mod error;
#[cfg(feature = "cuda")]
mod gpu;
#[cfg(feature = "cuda")]
mod kernel;
#[cfg(feature = "cuda")]
mod play;
#[cfg(feature = "cuda")]
mod splitting;

#[cfg(any(test, feature = "cuda"))]
mod grid;
#[cfg(test)]
mod host_tests;
#[cfg(any(test, feature = "cuda"))]
mod jobs;
#[cfg(any(test, feature = "cuda"))]
mod params;
#[cfg(any(test, feature = "cuda"))]
mod population;

#[cfg(feature = "cuda")]
pub use device::{Device, devices};
#[cfg(feature = "cuda")]
pub use error::GpuError;
#[cfg(feature = "cuda")]
pub use gpu::Gpu;
pub use refusal::Refusal;
pub use source::{KernelSource, Origin};

/// The most threads a block is launched with.
pub(crate) const MOST_THREADS: u32 = 512;

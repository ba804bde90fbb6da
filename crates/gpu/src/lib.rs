//! The games of tetrarium on an NVIDIA GPU.
//!
//! A game is a pure function of rules, controller, seed and game number, and a score is a whole number, so the GPU plays the very same games as the CPU.
//! [`Special`] turns players into the source of a kernel that knows their rules and features and nothing else; the same source is plain C++, and
//! the tests compile it with the host compiler and compare it with the reference. With the feature `cuda`, `Gpu` compiles the source on the
//! machine it runs on (NVRTC) and plays, with the contract of [`tetrarium_lab::Games`].

mod parts;
mod placements;
mod special;

#[cfg(feature = "cuda")]
mod batch;
#[cfg(feature = "cuda")]
mod device;
#[cfg(feature = "cuda")]
mod kernel;
#[cfg(feature = "cuda")]
mod play;

#[cfg(test)]
mod host_tests;
#[cfg(any(test, feature = "cuda"))]
mod jobs;
#[cfg(any(test, feature = "cuda"))]
mod params;

#[cfg(feature = "cuda")]
pub use device::{Device, Gpu, GpuError, devices};
pub use special::{Origin, Refusal, Special};

/// The most threads a block is launched with.
pub(crate) const MOST_THREADS: u32 = 512;

//! The source of a kernel: CUDA C++ under macros that say the rules and the features of some
//! candidates, and the numbers it reads.

mod defines;
mod game;
mod kernel_source;
mod layout;
mod net;
mod numbers;
mod parts;
mod patterns;
mod placements;

#[cfg(any(test, feature = "cuda"))]
pub(crate) use defines::highest_danger;
pub use game::Origin;
pub use kernel_source::KernelSource;

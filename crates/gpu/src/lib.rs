//! The games of tetrarium on an NVIDIA GPU.
//!
//! A game is a pure function of rules, controller, seed and game number, and a score is a whole number, so the GPU plays the very same games as the CPU.
//! [`Special`] turns players into the source of a kernel that knows their rules and features and nothing else; the same source is plain C++, and
//! the tests compile it with the host compiler and compare it with the reference.

mod parts;
mod placements;
mod special;

#[cfg(test)]
mod host_tests;
mod params;

pub use special::{Refusal, Special};

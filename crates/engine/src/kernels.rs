//! Kernels: fast paths that rate all placements of a piece at once, and are exactly the reference.
//!
//! One algorithm is written over small vectors, and compiled for instruction sets; which of them
//! the machine has is found out once, at run time. How it works and what made it fast is in
//! `docs/HOW-IT-IS-FAST.md`.
//!
//! | file | what it holds |
//! |---|---|
//! | `kernel`, `instance` | the kernels by name, and the code of those that the machine can run |
//! | `plan`, `tables`, `net` | a rating compiled: which slots it uses, what they add to the score |
//! | `slots`, `feature_set` | sets of slots, and which of them the compiler knows |
//! | `profile`, `columns` | an orientation of a piece as constants; numbers of the columns |
//! | `rate`, `scores`, `compiled` | all placements of a piece, by one of the next two |
//! | `batch/` | some placements at once: a lane for each |
//! | `bytes/` | all placements at once: a byte for each |
//! | `arch/` | vectors of instruction sets: portable, NEON, AVX2, AVX-512 |

mod arch;
mod batch;
// Only instances with vectors of 64 bytes use all of it: that for AVX-512, and one of the tests.
#[cfg_attr(
    not(any(target_arch = "x86_64", test)),
    allow(dead_code, unused_imports)
)]
mod bytes;
mod columns;
mod compiled;
mod feature_set;
mod instance;
mod kernel;
mod net;
mod patterns;
mod plan;
mod profile;
mod rate;
mod scores;
mod slots;
mod tables;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use batch::Base;
pub(crate) use instance::Instance;
pub use kernel::{Kernel, Unavailable, UnknownKernel};
pub use plan::NoFastPath;
pub(crate) use plan::{Plan, Tells};
pub(crate) use rate::{Job, Wanted};
pub(crate) use scores::{Draft, Scores};

//! Instances of the algorithm: thin vectors over the instructions of a machine, and the functions
//! compiled for them.
//!
//! `portable` runs on any machine; `avx2`, `avx512` and `neon` where those instructions are;
//! `emulated`, for tests alone, has the lanes and bytes of AVX-512 as arrays.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512_bytes;
mod compile;
#[cfg(test)]
pub(super) mod emulated;
#[cfg(test)]
mod emulated_bytes;
#[cfg(target_arch = "aarch64")]
pub(super) mod neon;
pub(super) mod portable;

//! What tests need of the machine besides Rust, and what they do where it is missing.
//!
//! A test that cannot run calls [`missing`] and returns. It passes, but not in silence: the name of
//! the missing part goes to the file that `TETRARIUM_MISSING` names, whose lines `.ci/run` prints
//! at its end. Under `CI=1` or `CI=true` only a part that is [optional](Part::is_optional) may be
//! missing; for any other the test fails.

#![forbid(unsafe_code)]

use std::fmt;
use std::fs::File;
use std::io::Write;

/// A part of the machine that a test needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The instructions of the kernel `avx2`.
    Avx2,
    /// The instructions of the kernel `avx512`.
    Avx512,
    /// The instructions of the kernel `neon`.
    Neon,
    /// A C compiler: `$CC`, or `cc`.
    CCompiler,
    /// A C++ compiler: `$CXX`, or `c++`.
    CppCompiler,
    /// NVIDIA's compiler of GPU code at run time, a library.
    Nvrtc,
    /// Python 3: `python3`.
    Python,
    /// A terminal for tests: `tmux`.
    Tmux,
}

impl Part {
    /// Whether it may be missing where every change is tested.
    pub fn is_optional(self) -> bool {
        matches!(self, Part::Avx512 | Part::Neon | Part::Nvrtc | Part::Tmux)
    }
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            Part::Avx2 => "AVX2",
            Part::Avx512 => "AVX-512",
            Part::Neon => "NEON",
            Part::CCompiler => "a C compiler",
            Part::CppCompiler => "a C++ compiler",
            Part::Nvrtc => "NVRTC",
            Part::Python => "Python 3",
            Part::Tmux => "tmux",
        })
    }
}

/// Says that a test does not run on this machine, because it lacks a part.
///
/// # Panics
///
/// If the part is required here: under `CI=1` or `CI=true`, unless it is optional. Also if the file
/// that `TETRARIUM_MISSING` names cannot be written.
pub fn missing(part: Part) {
    eprintln!("not tested here, for want of {part}");
    let ci = std::env::var("CI").unwrap_or_default();
    assert!(!is_required(part, &ci), "CI={ci} requires {part}");
    if let Some(path) = std::env::var_os("TETRARIUM_MISSING") {
        // One write a line, at the end of the file: other processes write to it too.
        File::options()
            .create(true)
            .append(true)
            .open(&path)
            .and_then(|mut file| file.write_all(format!("{part}\n").as_bytes()))
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// Whether a test fails without a part, where the variable `CI` has this value.
fn is_required(part: Part, ci: &str) -> bool {
    matches!(ci, "1" | "true") && !part.is_optional()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_optional_parts_may_be_missing_under_ci() {
        for ci in ["1", "true"] {
            assert!(is_required(Part::CppCompiler, ci));
            assert!(is_required(Part::Python, ci));
            assert!(!is_required(Part::Avx512, ci));
            assert!(!is_required(Part::Nvrtc, ci));
        }
        for ci in ["", "0", "false"] {
            assert!(!is_required(Part::CppCompiler, ci));
        }
    }
}

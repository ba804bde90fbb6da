//! The names of the kernels.

use std::fmt;
use std::str::FromStr;

use crate::names::nearest;

/// A way to rate placements. All give the same scores, and so the same games.
///
/// ```
/// use tetrarium_engine::Kernel;
/// assert!(Kernel::available().any(|kernel| kernel == Kernel::best()));
/// assert_eq!("portable".parse(), Ok(Kernel::Portable));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// One placement after the other, by the code that defines the features.
    Reference,
    /// Vectors as the compiler makes them for any machine.
    Portable,
    /// Eight placements at once, on AArch64 with NEON.
    Neon,
    /// Eight placements at once, on x86-64 with AVX2.
    Avx2,
    /// Sixteen placements at once, or all of them, on x86-64 with AVX-512 as processors have it
    /// since 2019 (VPOPCNTDQ, BITALG, VBMI, VNNI).
    Avx512,
}

impl Kernel {
    /// All kernels, the slowest first.
    pub const ALL: [Kernel; 5] = [
        Kernel::Reference,
        Kernel::Portable,
        Kernel::Neon,
        Kernel::Avx2,
        Kernel::Avx512,
    ];

    /// Its name in flags.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Reference => "reference",
            Kernel::Portable => "portable",
            Kernel::Neon => "neon",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is no kernel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no kernel `{name}`: kernels are {}{}",
    Kernel::ALL.map(Kernel::name).join(", "),
    .nearest.as_ref().map(|n| format!("; did you mean `{n}`?")).unwrap_or_default()
)]
pub struct UnknownKernel {
    /// The name asked for.
    pub name: String,
    /// The nearest name there is.
    pub nearest: Option<String>,
}

impl FromStr for Kernel {
    type Err = UnknownKernel;

    fn from_str(text: &str) -> Result<Kernel, UnknownKernel> {
        Kernel::ALL
            .into_iter()
            .find(|kernel| kernel.name() == text)
            .ok_or_else(|| UnknownKernel {
                name: text.to_string(),
                nearest: nearest(text, Kernel::ALL.map(Kernel::name)),
            })
    }
}

/// A kernel that this machine cannot run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this machine cannot run the kernel {0}")]
pub struct Unavailable(pub Kernel);

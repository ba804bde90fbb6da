//! Kernels: fast paths that rate all placements of a piece at once, and are exactly the reference.
//!
//! One algorithm is written over small vectors ([`vector`]), a lane for each placement. Instances of it are compiled for
//! instruction sets: [`portable`] for any machine, `avx2` and `avx512` for those that have them, which is found out once at
//! run time. How it works and what made it fast is in `docs/HOW-IT-IS-FAST.md`.
//!
//! | file | what it holds |
//! |---|---|
//! | `plan` | a rating compiled: which numbers are wanted, what they add to the score |
//! | `profile` | an orientation of a piece as constants |
//! | `base` | what is known of a board before a piece is placed |
//! | `batch`, `wells`, `tall` | the scores of a batch of placements |
//! | `rate` | all placements of a piece |

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod base;
mod batch;
mod plan;
mod portable;
mod profile;
mod rate;
mod slot;
mod tall;
mod vector;
mod wells;

use std::fmt;
use std::str::FromStr;

pub(crate) use base::Base;
pub(crate) use plan::Plan;
pub use plan::Reason;
pub(crate) use rate::{Job, Scores, landing};

use crate::board::Board;
use crate::nearest::nearest;

/// A way to rate placements. All give the same scores, and so the same games.
///
/// ```
/// use tetrarium_engine::kernels::Kernel;
/// assert!(Kernel::available().any(|kernel| kernel == Kernel::best()));
/// assert_eq!("portable".parse(), Ok(Kernel::Portable));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kernel {
    /// One placement after the other, by the code that defines the features.
    Reference,
    /// Vectors as the compiler makes them for any machine.
    Portable,
    /// Eight placements at once, on x86-64 with AVX2.
    Avx2,
    /// Sixteen placements at once, on x86-64 with AVX-512 and its population count.
    Avx512,
}

impl Kernel {
    /// All kernels, the slowest first.
    pub const ALL: [Kernel; 4] = [
        Kernel::Reference,
        Kernel::Portable,
        Kernel::Avx2,
        Kernel::Avx512,
    ];

    /// Its name in flags.
    pub fn name(self) -> &'static str {
        match self {
            Kernel::Reference => "reference",
            Kernel::Portable => "portable",
            Kernel::Avx2 => "avx2",
            Kernel::Avx512 => "avx512",
        }
    }

    /// Whether this machine can run it.
    pub fn is_available(self) -> bool {
        self == Kernel::Reference || Instance::new(self).is_some()
    }

    /// Those that this machine can run, the slowest first.
    pub fn available() -> impl Iterator<Item = Kernel> {
        Kernel::ALL
            .into_iter()
            .filter(|kernel| kernel.is_available())
    }

    /// The fastest that this machine can run.
    pub fn best() -> Kernel {
        Kernel::available().last().unwrap_or(Kernel::Reference)
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

/// An instance of the algorithm that the machine can run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instance {
    Portable(portable::Token),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Token),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Token),
}

/// Calls a function of the instance at hand.
macro_rules! dispatch {
    ($instance:expr, $function:ident($($argument:expr),*)) => {
        match $instance {
            Instance::Portable(token) => portable::$function(token, $($argument),*),
            #[cfg(target_arch = "x86_64")]
            Instance::Avx2(token) => avx2::$function(token, $($argument),*),
            #[cfg(target_arch = "x86_64")]
            Instance::Avx512(token) => avx512::$function(token, $($argument),*),
        }
    };
}

impl Instance {
    /// The instance of a kernel; none if it has none, or the machine cannot run it.
    pub fn new(kernel: Kernel) -> Option<Instance> {
        match kernel {
            Kernel::Reference => None,
            Kernel::Portable => Some(Instance::Portable(portable::Token::detected()?)),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => Some(Instance::Avx2(avx2::Token::detected()?)),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => Some(Instance::Avx512(avx512::Token::detected()?)),
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Avx512 => None,
        }
    }

    /// Gets to know a board.
    #[inline]
    pub fn read(self, plan: &Plan, board: &Board, base: &mut Base) {
        dispatch!(self, read(plan, board, base))
    }

    /// Rates all placements of a piece on the board that `base` knows.
    #[inline]
    pub fn rate(self, job: &Job, base: &Base, scores: &mut Scores) {
        dispatch!(self, rate(job, base, scores))
    }
}

/// The functions of an instance: the algorithm over its vectors, compiled for its instruction set.
#[cfg(target_arch = "x86_64")]
macro_rules! instance {
    ($features:literal, $lanes:ident) => {
        /// Gets to know a board.
        #[inline]
        pub(crate) fn read(
            _: Token,
            plan: &super::Plan,
            board: &crate::board::Board,
            base: &mut super::Base,
        ) {
            #[target_feature(enable = $features)]
            fn compiled(plan: &super::Plan, board: &crate::board::Board, base: &mut super::Base) {
                base.read::<$lanes>(plan, board);
            }
            // SAFETY: the token proves that the machine has these features.
            unsafe { compiled(plan, board, base) }
        }

        /// Rates all placements of a piece.
        #[inline]
        pub(crate) fn rate(
            _: Token,
            job: &super::Job,
            base: &super::Base,
            scores: &mut super::Scores,
        ) {
            #[target_feature(enable = $features)]
            fn compiled(job: &super::Job, base: &super::Base, scores: &mut super::Scores) {
                super::rate::rate::<$lanes>(job, base, scores);
            }
            // SAFETY: the token proves that the machine has these features.
            unsafe { compiled(job, base, scores) }
        }
    };
}
#[cfg(target_arch = "x86_64")]
use instance;

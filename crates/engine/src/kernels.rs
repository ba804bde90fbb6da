//! Kernels: fast paths that rate all placements of a piece at once, and are exactly the reference.
//!
//! One algorithm is written over small vectors (`vector`), a lane for each placement. Instances of it are compiled for
//! instruction sets: `portable` for any machine, `avx2` and `avx512` for those that have them, which is found out once at
//! run time. How it works and what made it fast is in `docs/HOW-IT-IS-FAST.md`.
//!
//! | file | what it holds |
//! |---|---|
//! | `plan` | a rating compiled: which numbers are wanted, what they add to the score |
//! | `profile` | an orientation of a piece as constants |
//! | `base`, `reading` | what is known of a board before a piece is placed, and the score of a board |
//! | `batch`, `wells`, `tall` | the scores of a batch of placements |
//! | `wide`, `lineup`, `whole` | the scores of all placements at once, a byte each |
//! | `rate` | all placements of a piece |

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512_wide;
mod base;
mod batch;
mod lineup;
mod plan;
mod portable;
mod profile;
mod rate;
mod reading;
#[cfg(test)]
mod sixteen;
#[cfg(test)]
mod sixteen_wide;
mod slot;
mod tall;
mod vector;
mod want;
mod wells;
mod whole;
mod wide;

use std::fmt;
use std::str::FromStr;

pub(crate) use base::Base;
pub(crate) use plan::Plan;
pub use plan::Reason;
pub(crate) use rate::{Job, Scores, landing};

use crate::game::board::Board;
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
    /// Sixteen placements at once, or all of them, on x86-64 with AVX-512 as processors have it since 2019 (VPOPCNTDQ, BITALG, VBMI, VNNI).
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
    #[cfg(test)]
    Sixteen(sixteen::Token),
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
            #[cfg(test)]
            Instance::Sixteen(token) => sixteen::$function(token, $($argument),*),
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

    /// Gets to know a board; `score` is what it scores, if that is known.
    #[inline]
    pub fn read(self, plan: &Plan, board: &Board, score: Option<i32>, base: &mut Base) {
        dispatch!(self, read(plan, board, score, base))
    }

    /// Whether it rates all placements at once, where a plan can.
    pub fn is_wide(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Instance::Avx512(_) => true,
            #[cfg(test)]
            Instance::Sixteen(_) => true,
            _ => false,
        }
    }

    /// Rates all placements of a piece on the board that `base` knows.
    #[inline]
    pub fn rate(self, job: &Job, base: &Base, scores: &mut Scores) {
        dispatch!(self, rate(job, base, scores))
    }
}

/// The parts of the algorithm that an instance compiles for its instruction set, each a function of its own: one function of
/// everything takes minutes to compile and does not fit the instruction cache.
pub(crate) trait Compiled: vector::Vector {
    /// See [`batch::rate`].
    fn batch<W: want::Want, const S: usize>(
        plan: &Plan,
        base: &Base,
        profile: &profile::Profile,
        at: usize,
    ) -> batch::Batch<Self>;

    /// See [`rate::alone`].
    fn alone<W: want::Want>(
        plan: &Plan,
        base: &Base,
        profile: &profile::Profile,
        spot: rate::Spot,
    ) -> Option<i32>;

    /// Whether it has vectors of sixty-four bytes.
    const IS_WIDE: bool = false;

    /// See [`whole::rate`].
    fn whole<const M: usize>(_: whole::Question, _: &mut Scores) -> (rate::Best, rate::Rest) {
        unreachable!("there are no vectors of sixty-four bytes")
    }
}

/// A call that needs nothing of the machine.
macro_rules! plain {
    ($call:expr) => {
        $call
    };
}
use plain;

/// A call of a function that is compiled for features of the machine.
#[cfg(target_arch = "x86_64")]
macro_rules! proven {
    ($call:expr) => {
        // SAFETY: a token, which only a machine with these features gives, was needed to come here.
        unsafe { $call }
    };
}
#[cfg(target_arch = "x86_64")]
use proven;

/// Calls a function for the family that a plan belongs to.
macro_rules! for_family {
    ($plan:expr, $call:ident $function:ident::<$lanes:ty>($($argument:expr),*)) => {{
        use $crate::kernels::want::{self, Family};
        match $plan.family {
            Family::Any => $call!($function::<$lanes, want::Any>($($argument),*)),
            Family::Dellacherie => $call!($function::<$lanes, want::Dellacherie>($($argument),*)),
            Family::Du => $call!($function::<$lanes, want::Du>($($argument),*)),
            Family::Dt => $call!($function::<$lanes, want::Dt>($($argument),*)),
            Family::Bdu => $call!($function::<$lanes, want::Bdu>($($argument),*)),
        }
    }};
}
use for_family;

/// The functions of an instance: the algorithm over its vectors, compiled for some features of the machine, or for any machine.
macro_rules! instance {
    (any machine, $lanes:ident $(, $wide:ty)?) => {
        $crate::kernels::instance!(@ $lanes, [#[inline(never)]], plain $(, $wide)?);
    };
    ($features:literal, $lanes:ident $(, $wide:ty)?) => {
        $crate::kernels::instance!(@ $lanes, [#[inline(never)] #[target_feature(enable = $features)]], proven $(, $wide)?);
    };
    // The attributes come twice, for what is repeated must not have parts that are repeated otherwise.
    (whole $wide:ty, [$($attributes:tt)*], $call:ident) => {
        const IS_WIDE: bool = true;

        #[inline(always)]
        fn whole<const M: usize>(
            question: $crate::kernels::whole::Question,
            out: &mut Scores,
        ) -> ($crate::kernels::rate::Best, $crate::kernels::rate::Rest) {
            use $crate::kernels::rate::{Best, Rest};
            use $crate::kernels::whole;
            $($attributes)*
            fn compiled<const M: usize>(
                question: whole::Question,
                out: &mut Scores,
            ) -> (Best, Rest) {
                whole::rate::<$wide, M>(question, out)
            }
            $call!(compiled::<M>(question, out))
        }
    };
    (@ $lanes:ident, $attributes:tt, $call:ident $(, $wide:ty)?) => {
        $crate::kernels::instance!(@@ $lanes, $attributes, $attributes, $call $(, $wide)?);
    };
    (@@ $lanes:ident, [$($attributes:tt)*], $same:tt, $call:ident $(, $wide:ty)?) => {
        use $crate::game::board::Board;
        use $crate::kernels::batch::Batch;
        use $crate::kernels::profile::Profile;
        use $crate::kernels::want::Want;
        use $crate::kernels::{Base, Compiled, Job, Plan, Scores, batch, for_family};

        impl Compiled for $lanes {
            #[inline(always)]
            fn batch<W: Want, const S: usize>(
                plan: &Plan,
                base: &Base,
                profile: &Profile,
                at: usize,
            ) -> Batch<Self> {
                $($attributes)*
                fn compiled<W: Want, const S: usize>(
                    plan: &Plan,
                    base: &Base,
                    profile: &Profile,
                    at: usize,
                ) -> Batch<$lanes> {
                    batch::rate::<$lanes, W, S>(plan, base, profile, at)
                }
                $call!(compiled::<W, S>(plan, base, profile, at))
            }

            #[inline(always)]
            fn alone<W: Want>(
                plan: &Plan,
                base: &Base,
                profile: &Profile,
                spot: $crate::kernels::rate::Spot,
            ) -> Option<i32> {
                $($attributes)*
                fn compiled<W: Want>(
                    plan: &Plan,
                    base: &Base,
                    profile: &Profile,
                    spot: $crate::kernels::rate::Spot,
                ) -> Option<i32> {
                    $crate::kernels::rate::alone::<$lanes, W>(plan, base, profile, spot)
                }
                $call!(compiled::<W>(plan, base, profile, spot))
            }

            $($crate::kernels::instance!(whole $wide, $same, $call);)?
        }

        /// Gets to know a board.
        pub(crate) fn read(
            _: Token,
            plan: &Plan,
            board: &Board,
            score: Option<i32>,
            base: &mut Base,
        ) {
            $($attributes)*
            fn compiled<V: Compiled, W: Want>(
                plan: &Plan,
                board: &Board,
                score: Option<i32>,
                base: &mut Base,
            ) {
                base.read::<V, W>(plan, board, score);
            }
            for_family!(plan, $call compiled::<$lanes>(plan, board, score, base))
        }

        /// Rates all placements of a piece.
        pub(crate) fn rate(_: Token, job: &Job, base: &Base, scores: &mut Scores) {
            $($attributes)*
            fn compiled<V: Compiled, W: Want>(job: &Job, base: &Base, scores: &mut Scores) {
                $crate::kernels::rate::rate::<V, W>(job, base, scores);
            }
            for_family!(job.plan, $call compiled::<$lanes>(job, base, scores))
        }
    };
}
use instance;

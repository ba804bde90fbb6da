//! The code of a kernel that the machine can run.

#[cfg(test)]
use super::arch::emulated;
#[cfg(target_arch = "aarch64")]
use super::arch::neon;
use super::arch::portable;
#[cfg(target_arch = "x86_64")]
use super::arch::{avx2, avx512};
use super::batch::{Base, Landed};
use super::kernel::Kernel;
use super::plan::Plan;
use super::rate::Job;
use super::scores::{Counts, Draft, Found, Scores};
use crate::game::board::Board;
use crate::game::danger::Danger;
use crate::game::piece::Piece;
use crate::game::placement::Landing;

impl Kernel {
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

/// An instance of the algorithm that the machine can run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instance {
    Portable(portable::Token),
    #[cfg(target_arch = "aarch64")]
    Neon(neon::Token),
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Token),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Token),
    #[cfg(test)]
    Emulated(emulated::Token),
}

/// Calls a function of the instance at hand.
macro_rules! dispatch {
    ($instance:expr, $function:ident($($argument:expr),*)) => {
        match $instance {
            Instance::Portable(token) => portable::$function(token, $($argument),*),
            #[cfg(target_arch = "aarch64")]
            Instance::Neon(token) => neon::$function(token, $($argument),*),
            #[cfg(target_arch = "x86_64")]
            Instance::Avx2(token) => avx2::$function(token, $($argument),*),
            #[cfg(target_arch = "x86_64")]
            Instance::Avx512(token) => avx512::$function(token, $($argument),*),
            #[cfg(test)]
            Instance::Emulated(token) => emulated::$function(token, $($argument),*),
        }
    };
}

impl Instance {
    /// The instance of a kernel; none if it has none, or the machine cannot run it.
    pub fn new(kernel: Kernel) -> Option<Instance> {
        match kernel {
            Kernel::Reference => None,
            Kernel::Portable => Some(Instance::Portable(portable::Token::detected()?)),
            #[cfg(target_arch = "aarch64")]
            Kernel::Neon => Some(Instance::Neon(neon::Token::detected()?)),
            #[cfg(not(target_arch = "aarch64"))]
            Kernel::Neon => None,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => Some(Instance::Avx2(avx2::Token::detected()?)),
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => Some(Instance::Avx512(avx512::Token::detected()?)),
            #[cfg(not(target_arch = "x86_64"))]
            Kernel::Avx2 | Kernel::Avx512 => None,
        }
    }

    /// The instance that only tests have.
    #[cfg(test)]
    pub fn emulated() -> Instance {
        Instance::Emulated(emulated::Token::new())
    }

    /// Gets to know a board; `score` is what it scores, if that is known.
    #[inline]
    pub fn read(self, plan: &Plan, board: &Board, score: Option<i32>, base: &mut Base) {
        dispatch!(self, read(plan, board, score, base))
    }

    /// The danger of a board no column of which reaches row 31.
    #[inline]
    pub fn danger(self, danger: Danger, board: &Board) -> i32 {
        // One lane takes longer than the definition.
        if matches!(self, Instance::Portable(_)) {
            return danger.of(board);
        }
        dispatch!(self, danger(danger, board))
    }

    /// Makes a move. The rows that are full then are looked for unless they are known.
    #[inline]
    pub fn land(
        self,
        plan: &Plan,
        board: &mut Board,
        piece: Piece,
        landing: Landing,
        full: Option<u32>,
    ) -> Landed {
        dispatch!(self, land(plan, board, piece, landing, full))
    }

    /// Whether it rates all placements at once, where a plan can.
    pub fn has_bytes(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Instance::Avx512(_) => true,
            #[cfg(test)]
            Instance::Emulated(_) => true,
            _ => false,
        }
    }

    /// What vectors of bytes find out about all placements of a piece on the board that `base`
    /// knows.
    #[inline]
    pub fn draft(self, job: &Job, base: &Base, draft: &mut Draft, counts: &mut Counts) {
        dispatch!(self, draft(job, base, draft, counts))
    }

    /// Rates what vectors of bytes have left.
    #[inline]
    pub fn finish(self, job: &Job, base: &Base, draft: &mut Draft, found: &mut Found) {
        dispatch!(self, finish(job, base, draft, found))
    }

    /// Rates all placements of a piece on the board that `base` knows.
    #[inline]
    pub fn rate(self, job: &Job, base: &Base, scores: &mut Scores) {
        dispatch!(self, rate(job, base, scores))
    }
}

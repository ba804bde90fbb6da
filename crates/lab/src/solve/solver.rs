//! How solving is done: threads, memory, precision; and the bounds of a value.

use crate::numbers::{bytes, whole};
use crate::play::Watch;

use super::boards::Boards;
use super::error::SolveError;
use super::problem::Problem;

/// How solving is done. Only the tolerance changes the result.
pub struct Solver<'a> {
    /// The number of threads.
    pub threads: usize,
    /// The bytes of memory that may be used.
    pub memory: u64,
    /// Sweeps end when no value changes by more than this, relative to the value of the game.
    pub tolerance: f64,
    /// Stops the solver.
    pub watch: &'a Watch,
    /// Is told how far the work is.
    pub observer: &'a (dyn Fn(Stage) + Sync),
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Stage {
    /// Boards found so far.
    Boards(usize),
    /// The memory that the boards found take, in bytes.
    Memory(u64),
    /// A sweep was made.
    Sweep {
        /// Sweeps so far.
        sweeps: u64,
        /// The value of the game so far.
        value: f64,
        /// The largest change.
        change: f64,
    },
}

/// Bounds of the value of the game.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bounds {
    /// The value is at least this.
    pub low: f64,
    /// The value is at most this.
    pub high: f64,
}

impl<'a> Solver<'a> {
    /// Solving on one thread, to the last digits, in at most 1 GiB.
    pub fn new(watch: &'a Watch) -> Solver<'a> {
        Solver {
            threads: 1,
            memory: 1 << 30,
            tolerance: 1e-13,
            watch,
            observer: &|_| {},
        }
    }

    /// Checks that the memory suffices, and tells how much is taken.
    pub(super) fn check_memory(
        &self,
        problem: &Problem,
        boards: usize,
        needed: usize,
    ) -> Result<(), SolveError> {
        (self.observer)(Stage::Memory(needed as u64));
        if needed as u64 <= self.memory {
            return Ok(());
        }
        Err(SolveError::Memory {
            boards: match boards {
                0 => "the".to_string(),
                boards => whole(boards as u64),
            },
            size: problem.rules.board,
            needed: bytes(needed as u64),
            there: bytes(self.memory),
        })
    }

    /// The value of the game: that of the empty board before the first piece is seen.
    pub(super) fn value(&self, problem: &Problem, boards: &Boards, values: &[f64]) -> f64 {
        let empty = boards.place(0) * problem.seen;
        match problem.seen {
            1 => values[empty],
            _ => {
                let pieces = problem.pieces();
                pieces.map(|p| problem.chances[p] * values[empty + p]).sum()
            }
        }
    }
}

/// The bounds of the value of the game, if one step more would raise no value by more than `short`.
///
/// Without a discount let `W(b) = w/4 · V(b) + β − c(b)/4`, with c the number of full cells and
/// β = 1 + w·h/4. A move adds four cells and each line removes w, so a step from W adds at most
/// `δ = w/4 · short` to W − 1. Hence `V + C·W` with `C = short / (1 − δ)` is no lower than one step
/// from it, and so no lower than the value. (W bounds the number of pieces still to be placed.)
/// With a discount γ the bound is V + short / (1 − γ) (Puterman 1994 §6.3). Both allow for the
/// rounding of every step.
pub(super) fn bounds(problem: &Problem, value: f64, values: &[f64], short: f64) -> Bounds {
    let largest = values.iter().copied().fold(1.0, f64::max);
    let rounding = 64.0 * f64::EPSILON * largest;
    let quarter = problem.rules.board.width() as f64 / 4.0;
    let beyond = |short: f64| {
        if problem.discount < 1.0 {
            return short / (1.0 - problem.discount);
        }
        let pieces = quarter * value + 1.0 + problem.cells() as f64 / 4.0;
        let rest = 1.0 - quarter * short;
        if rest > 0.0 {
            short * pieces / rest
        } else {
            f64::INFINITY
        }
    };
    Bounds {
        low: (value - beyond(rounding)).max(0.0),
        high: value + beyond(short.max(0.0) + rounding),
    }
}

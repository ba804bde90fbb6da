//! How solving is done: threads, memory, precision; and the bounds of a value.

use crate::numbers::{bytes as memory, whole};
use crate::play::Watch;

use super::boards::{Boards, MAX_BOARDS};
use super::error::SolveError;
use super::problem::Problem;
use super::sweep::Residual;

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
    /// Boards are being found.
    Boards {
        /// Boards found so far.
        found: usize,
        /// The memory that it takes to solve them, in bytes.
        memory: u64,
    },
    /// All boards are found, and the work begins.
    Begins {
        /// The boards.
        boards: usize,
        /// The memory that it takes, in bytes.
        memory: u64,
    },
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

    /// Tells that this number of boards is found, and checks that they can be solved in the memory:
    /// `bytes` are those of a board, besides those of the set of boards.
    pub(super) fn found(
        &self,
        problem: &Problem,
        boards: usize,
        bytes: usize,
    ) -> Result<(), SolveError> {
        let needed = Boards::bytes(problem.cells(), boards) + (boards * bytes) as u64;
        (self.observer)(Stage::Boards {
            found: boards,
            memory: needed,
        });
        if boards >= MAX_BOARDS {
            return Err(SolveError::TooLarge(problem.rules.board));
        }
        if needed <= self.memory {
            return Ok(());
        }
        Err(SolveError::Memory {
            boards: match boards {
                0 => "the".to_string(),
                boards => format!("{} and more", whole(boards as u64)),
            },
            size: problem.rules.board,
            needed: memory(needed),
            there: memory(self.memory),
        })
    }

    /// Tells that all boards are found, with the arguments of [`Solver::found`].
    pub(super) fn begins(&self, problem: &Problem, boards: usize, bytes: usize) {
        let memory = Boards::bytes(problem.cells(), boards) + (boards * bytes) as u64;
        (self.observer)(Stage::Begins { boards, memory });
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

/// The bounds of the value of the game, from what one step more does to the values V.
///
/// Without a discount let `W(b) = w/4 · V(b) + β − c(b)/4`, with c the number of full cells and
/// β = 1 + w·h/4. A move adds four cells and each line removes w, so a step from W comes to at most
/// `W − 1 + δ`, where `δ = w/4 · rise`. (W bounds the number of pieces still to be placed.) Hence
/// `V + C·W` with `C = rise / (1 − δ)` is no lower than one step from it, and so no lower than the
/// value; and `V − C·W` with `C = fall / (1 − δ)` is no higher than one step from it, and so no
/// higher than the value. With a discount γ the bounds are V + rise / (1 − γ) and V − fall / (1 −
/// γ) (Puterman 1994 §6.3). All allow for the rounding of every step.
pub(super) fn bounds(problem: &Problem, value: f64, values: &[f64], residual: Residual) -> Bounds {
    let largest = values.iter().copied().fold(1.0, f64::max);
    let rounding = 64.0 * f64::EPSILON * largest;
    let quarter = problem.rules.board.width() as f64 / 4.0;
    let rest = 1.0 - quarter * (residual.rise + rounding);
    let beyond = |step: f64| {
        if problem.discount < 1.0 {
            return step / (1.0 - problem.discount);
        }
        let pieces = quarter * value + 1.0 + problem.cells() as f64 / 4.0;
        if rest > 0.0 {
            step * pieces / rest
        } else {
            f64::INFINITY
        }
    };
    Bounds {
        low: (value - beyond(residual.fall + rounding)).max(0.0),
        high: value + beyond(residual.rise + rounding),
    }
}

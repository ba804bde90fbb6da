//! Exact values of games on small boards: the best that any player can do, and the mean of any
//! player whose choice is a function of what it sees.
//!
//! ```
//! use tetrarium_engine::Rules;
//! use tetrarium_lab::Watch;
//! use tetrarium_lab::solve::{Solver, optimum};
//!
//! let mut rules = Rules::default();
//! rules.set("board", "4x4").unwrap();
//! rules.set("pieces", "weighted:S=1,Z=1").unwrap();
//! let watch = Watch::default();
//! let solved = optimum(&rules, 1.0, &Solver::new(&watch), None).unwrap();
//! assert!((solved.record().mean - 4.5).abs() < 1e-9);
//! ```

mod basis;
mod best_moves;
mod boards;
mod certificate;
mod check;
mod distribution;
mod ends;
mod error;
mod file;
mod grid;
mod ground;
mod optimal;
mod optimum;
mod pace;
mod policy;
mod problem;
mod record;
mod relaxation;
mod solver;
mod sweep;
#[cfg(test)]
mod tests;

use std::path::Path;

use tetrarium_engine::Rules;

use crate::play::Contender;

use optimum::{Standing, all_boards, best_moves, bytes_of_board, check_ends, settle};
use problem::Problem;
use sweep::zeros;

pub use basis::{Basis, BasisError};
pub use best_moves::{BestMoves, Worth};
pub use certificate::Certificate;
pub use check::check_bounds;
pub use distribution::Distribution;
pub use error::{FileError, MAX_CELLS, MAX_WEIGHTS, SolveError};
pub use ground::Ground;
pub use optimal::Optimal;
pub use optimum::Optimum;
pub use policy::{Policy, check_stateless};
pub use record::{Certified, Exact, Relaxed};
pub use relaxation::Penalty;
pub use solver::{Bounds, Solver, Stage};

/// The best that any player can do by these rules, with a discount of later lines (1 for none).
///
/// With a file, the values of all boards are written to it. If it holds unfinished values of the
/// same game, they are taken up; the result is the same as without the interruption. If it holds
/// finished values, nothing is computed but the bounds.
///
/// # Errors
///
/// If the game cannot be solved here, the file cannot be read or written, or the watch stopped the
/// work. In the last case the file holds the values so far.
pub fn optimum(
    rules: &Rules,
    discount: f64,
    solver: &Solver,
    out: Option<&Path>,
) -> Result<Optimum, SolveError> {
    let problem = Problem::new(rules, discount)?;
    let stored = match out.filter(|path| path.exists()) {
        Some(path) => Some(file::read_of(path, &problem)?),
        None => None,
    };
    let boards = all_boards(&problem, solver)?;
    let finished = stored.as_ref().is_some_and(|stored| stored.finished);
    let mut standing = match stored {
        Some(stored) => {
            if let (Some(path), false) = (out, stored.codes == boards.codes) {
                let why = "its boards are not those of its game".to_string();
                return Err(FileError::Damaged(path.to_path_buf(), why).into());
            }
            Standing {
                values: stored.values,
                sweeps: stored.sweeps,
            }
        }
        None => {
            check_ends(&problem, &boards, solver)?;
            Standing {
                values: zeros(&problem, &boards),
                sweeps: 0,
            }
        }
    };
    solver.begins(&problem, boards.len(), bytes_of_board(&problem));
    let chosen = match finished {
        true => best_moves(&problem, &boards, &standing.values, solver),
        false => settle(&problem, &boards, &mut standing, solver),
    };
    if let (Some(path), false) = (out, finished) {
        file::write(path, &problem, &boards, &standing, chosen.is_ok())?;
    }
    Optimum::new(problem, boards, standing, chosen?, solver)
}

/// The exact mean of an agent whose choice is a function of what it sees, with a discount of later
/// lines (1 for none). Where the rules leave ties to chance, it is the mean over that chance.
///
/// # Errors
///
/// If the game cannot be solved here, the agent has a memory or fails, or the watch stopped the
/// work.
pub fn exact_mean<'a>(
    contender: impl Into<Contender<'a>>,
    discount: f64,
    solver: &Solver,
) -> Result<Policy, SolveError> {
    policy::policy(contender.into(), discount, policy::Extent::Own, solver)
}

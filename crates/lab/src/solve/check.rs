//! What is checked before the best play is computed.

use tetrarium_engine::Rules;

use super::basis::{Basis, Layout};
use super::error::SolveError;
use super::optimum::all_boards;
use super::problem::Problem;
use super::relaxation::{bytes_of_board, check_player};
use super::solver::Solver;
use crate::play::Contender;

/// Checks that bounds can be computed, before the best play is: those by some bases, and those
/// of a relaxation by what some players pay. For that the boards are found.
///
/// # Errors
///
/// If the rules or a player show two pieces, a basis does not suit the board, the memory does
/// not suffice, or the watch stopped the work.
pub fn check_bounds(
    rules: &Rules,
    discount: f64,
    bases: &[Basis],
    relaxation: Option<&[Contender]>,
    solver: &Solver,
) -> Result<(), SolveError> {
    let problem = Problem::new(rules, discount)?.without_mirrors();
    if problem.seen > 1 {
        return Err(SolveError::Sight);
    }
    bases
        .iter()
        .try_for_each(|basis| basis.check_windows(rules.board))?;
    let players = relaxation.unwrap_or_default().iter();
    players.copied().try_for_each(check_player)?;
    let boards = all_boards(&problem, solver)?;
    for basis in bases {
        Layout::new(basis, &problem, &boards, solver)?;
    }
    if let Some(players) = relaxation {
        // By nothing, by the lines, by the best play, and by each player; bases may have none.
        let penalties = 3 + players.len();
        let bytes = bytes_of_board(&problem, penalties, solver);
        solver.found(&problem, boards.len(), bytes)?;
    }
    Ok(())
}

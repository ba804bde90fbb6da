//! The best that any player can do: value iteration over all boards.
//!
//! The value of a board is `V(b) = Σ P(p) · max [ lines + γ · V(afterstate) ]` over its pieces p
//! (Bertsekas & Ioffe 1996; Scherrer 2013 §6.1), 0 after a move that ends the game. Where the next
//! piece is shown, `U(b, p) = Σ P(q) · max [ lines + γ · U(afterstate, q) ]`. Values begin with 0
//! and are computed by modified policy iteration (Puterman 1994 §6.5): one sweep that takes the
//! best moves, then sweeps that keep them, then a leap over what these still lack.

use super::boards::{Boards, reached};
use super::ends::can_be_endless;
use super::error::SolveError;
use super::pace::keep;
use super::problem::Problem;
use super::solver::{Bounds, Solver, Stage, bounds};
use super::sweep::{Moves, Successor, improve, residual};

/// The values of all boards.
#[derive(Clone, Debug)]
pub struct Optimum {
    pub(super) problem: Problem,
    pub(super) boards: Boards,
    pub(super) values: Vec<f64>,
    pub(super) chosen: Vec<Successor>,
    pub(super) sweeps: u64,
    pub(super) mean: f64,
    pub(super) bounds: Bounds,
}

/// All boards that can occur.
pub(super) fn all_boards(problem: &Problem, solver: &Solver) -> Result<Boards, SolveError> {
    let bytes = bytes_of_board(problem);
    let boards = reached(
        problem.cells(),
        solver.threads,
        solver.watch,
        &|found| solver.found(problem, found, bytes),
        |codes, found| {
            for code in codes {
                let pile = problem.grid.pile(*code);
                for piece in problem.pieces() {
                    for (_, step) in problem.steps(&pile, piece) {
                        if let Some(after) = step.after {
                            found(problem.kept(after).0);
                        }
                    }
                }
            }
            Ok(())
        },
    )?;
    boards.ok_or(SolveError::Interrupted)
}

/// The bytes that each board takes at most, besides those of the set of boards: its values, those
/// before a sweep and the new ones of a layer, and its moves.
pub(super) fn bytes_of_board(problem: &Problem) -> usize {
    24 * problem.seen + 4 * problem.choices()
}

/// Values on their way, as they stand before a sweep that takes the best moves.
pub(super) struct Standing {
    pub values: Vec<f64>,
    pub sweeps: u64,
}

/// Computes the values of all boards from those of `standing`. If the watch stops it, `standing` is
/// what a later call can go on from, to the same result.
pub(super) fn settle(
    problem: &Problem,
    boards: &Boards,
    standing: &mut Standing,
    solver: &Solver,
) -> Result<Vec<Successor>, SolveError> {
    let (threads, watch) = (solver.threads, solver.watch);
    let mut chosen = no_moves(problem, boards);
    let mut values = standing.values.clone();
    let mut sweeps = standing.sweeps;
    loop {
        let change = improve(problem, boards, &mut values, &mut chosen, threads, watch)
            .ok_or(SolveError::Interrupted)?;
        sweeps += 1;
        let value = solver.value(problem, boards, &values);
        (solver.observer)(Stage::Sweep {
            sweeps,
            value,
            change,
        });
        let least = solver.tolerance * value.max(1.0);
        if change > least {
            let moves = Moves::Single(&chosen);
            let before = &mut standing.values;
            let kept = keep(problem, boards, moves, &mut values, before, least, solver);
            sweeps += kept.ok_or(SolveError::Interrupted)?.sweeps;
        }
        standing.values.copy_from_slice(&values);
        standing.sweeps = sweeps;
        if change <= least {
            return Ok(chosen);
        }
    }
}

/// The best moves by the values of all boards.
pub(super) fn best_moves(
    problem: &Problem,
    boards: &Boards,
    values: &[f64],
    solver: &Solver,
) -> Result<Vec<Successor>, SolveError> {
    let mut chosen = no_moves(problem, boards);
    let mut values = values.to_vec();
    let (threads, watch) = (solver.threads, solver.watch);
    improve(problem, boards, &mut values, &mut chosen, threads, watch)
        .ok_or(SolveError::Interrupted)?;
    Ok(chosen)
}

fn no_moves(problem: &Problem, boards: &Boards) -> Vec<Successor> {
    let end = Successor::new(boards.len(), false, 0);
    vec![end; boards.len() * problem.choices()]
}

/// Checks that no player can play for ever, without a discount.
pub(super) fn check_ends(
    problem: &Problem,
    boards: &Boards,
    solver: &Solver,
) -> Result<(), SolveError> {
    if problem.discount < 1.0 {
        return Ok(());
    }
    match can_be_endless(problem, boards, solver.threads, solver.watch) {
        None => Err(SolveError::Interrupted),
        Some(false) => Ok(()),
        Some(true) => Err(SolveError::Endless {
            player: "a player".to_string(),
            pieces: problem.rules.pieces.clone(),
            size: problem.rules.board,
        }),
    }
}

impl Optimum {
    /// What is known when the values are settled.
    pub(super) fn new(
        problem: Problem,
        boards: Boards,
        standing: Standing,
        chosen: Vec<Successor>,
        solver: &Solver,
    ) -> Result<Optimum, SolveError> {
        let Standing { values, sweeps } = standing;
        let residual = residual(&problem, &boards, &values, solver.threads, solver.watch)
            .ok_or(SolveError::Interrupted)?;
        let mean = solver.value(&problem, &boards, &values);
        Ok(Optimum {
            bounds: bounds(&problem, mean, &values, residual),
            problem,
            boards,
            values,
            chosen,
            sweeps,
            mean,
        })
    }
}

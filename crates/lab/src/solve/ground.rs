//! All boards of a game, mirror images apart, with the values of the best play: what bounds are
//! computed on. A value that need not treat mirror images alike has a value for each of them.

use super::boards::Boards;
use super::error::SolveError;
use super::optimum::{Optimum, all_boards};
use super::problem::Problem;
use super::solver::Solver;
use super::sweep::{Successor, shared};

/// All boards of a game, mirror images apart, with the values of the best play.
pub struct Ground {
    pub(super) problem: Problem,
    pub(super) boards: Boards,
    /// The value of each board for the best play, and of the end of the game.
    pub(super) values: Vec<f64>,
    pub(super) mean: f64,
}

impl Ground {
    /// The boards of a game whose best play is known.
    ///
    /// # Errors
    ///
    /// If the player sees two pieces, the memory does not suffice, or the watch stopped the work.
    pub fn new(optimum: &Optimum, solver: &Solver) -> Result<Ground, SolveError> {
        let folded = &optimum.problem;
        if folded.seen > 1 {
            return Err(SolveError::Sight);
        }
        let problem = folded.clone().without_mirrors();
        let boards = all_boards(&problem, solver)?;
        let value = |code| optimum.values[optimum.boards.place(folded.kept(code).0)];
        let mut values: Vec<f64> = boards.codes.iter().map(|code| value(*code)).collect();
        values.push(0.0);
        Ok(Ground {
            problem,
            boards,
            values,
            mean: optimum.mean,
        })
    }

    /// The number of boards.
    pub fn boards(&self) -> usize {
        self.boards.len()
    }

    /// What `task` computes for each board from its place, on the solver's threads.
    pub(super) fn each<T: Send + Clone + Default>(
        &self,
        solver: &Solver,
        task: impl Fn(usize) -> T + Sync,
    ) -> Result<Vec<T>, SolveError> {
        const PART: usize = 1 << 12;
        let mut all = vec![T::default(); self.boards.len()];
        let parts = all.chunks_mut(PART).enumerate();
        let whole = |(part, slots): (usize, &mut [T])| {
            for (index, slot) in slots.iter_mut().enumerate() {
                *slot = task(part * PART + index);
            }
        };
        match shared(
            parts,
            self.boards.len(),
            solver.threads,
            solver.watch,
            whole,
        ) {
            true => Ok(all),
            false => Err(SolveError::Interrupted),
        }
    }

    /// The value of one step more from a board, and the best move of each piece.
    pub(super) fn backup(&self, values: &[f64], place: usize) -> (f64, [Successor; 7]) {
        let mut new = [0.0];
        let mut chosen = [Successor::new(self.boards.len(), false, 0); 7];
        super::sweep::best(
            &self.problem,
            &self.boards,
            values,
            place,
            &mut new,
            &mut chosen,
        );
        (new[0], chosen)
    }
}

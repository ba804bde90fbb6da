//! Upper bounds of the best play, as sums of weight × function of the board.
//!
//! Let T be one step of the best play: `TV(b) = Σ P(p) · max [ lines + γ · V(afterstate) ]`, where
//! V is 0 after the end of the game. A value V with `TV ≤ V` on all boards is nowhere below the
//! value of the best play: T keeps the order of values, and its repetition leads to the best play.
//! The least such V on the empty board, among all sums of given functions, is a linear program
//! (Farias & Van Roy 2003): each board has a row for each choice of one placement for every piece.
//! Rows are added as they are needed: the choices that are the best for the present weights, of the
//! boards whose inequality is violated most, until none is.
//!
//! The bound does not rest on the program: it is computed from V alone, by the same bounds as every
//! other value here.

use tetrarium_learn::algebra::LinearProgram;

use super::basis::{Basis, Columns};
use super::error::SolveError;
use super::ground::Ground;
use super::record::Certified;
use super::solver::{Solver, Stage, bounds};
use super::sweep::{Residual, Successor};

/// A violation up to this, relative to the bound, counts as none.
const LITTLE: f64 = 1e-9;

/// The largest weight, of functions whose mean square is 1.
const LARGEST: f64 = 1e5;

/// The weight of the mean over all boards beside that of the empty board. Without it many unknowns
/// would have no cost, and the simplex method would go in circles.
const ELSEWHERE: f64 = 1e-6;

/// The rows at first, for each weight.
const FIRST: usize = 10;

/// The most rows that are added at once, for each weight.
const MORE: usize = 2;

/// A value that bounds the best play from above.
#[derive(Clone, Debug)]
pub struct Certificate {
    /// The value of each board; none if there is no bound.
    pub(super) values: Option<Vec<f64>>,
    pub(super) record: Certified,
}

impl Certificate {
    /// The bound as a record.
    pub fn record(&self) -> &Certified {
        &self.record
    }
}

impl Ground {
    /// The least upper bound of the value of the game among all sums of the functions of a basis
    /// that are nowhere below their own backup. Some functions have no such sum, least of all
    /// without a discount.
    ///
    /// # Errors
    ///
    /// If the functions are too many, or the watch stopped the work.
    pub fn certificate(&self, basis: &Basis, solver: &Solver) -> Result<Certificate, SolveError> {
        let columns = Columns::new(basis, &self.problem, &self.boards, solver)?;
        let mut program = Program::new(self, columns);
        let stride = self.boards.len().div_ceil(FIRST * program.columns.count);
        let first = (0..self.boards.len()).step_by(stride);
        let first = first.chain([self.boards.place(0)]);
        program.add(self, &self.values, first);
        loop {
            let Some(weights) = program.solve() else {
                return Ok(Certificate {
                    values: None,
                    record: Certified::new(self, basis, None, program.counts(), Vec::new()),
                });
            };
            let values = program.columns.values(&weights);
            let violated = self.each(solver, |place| {
                self.backup(&values, place).0 - values[place]
            })?;
            let value = values[self.boards.place(0)];
            let change = violated.iter().copied().fold(0.0, f64::max);
            (solver.observer)(Stage::Sweep {
                sweeps: program.rounds,
                value,
                change,
            });
            let little = LITTLE * value.abs().max(1.0);
            if change <= little {
                return Ok(self.certified(basis, &program, weights, values, &violated));
            }
            let most = worst(&violated, little, MORE * program.columns.count);
            program.add(self, &values, most.into_iter());
        }
    }

    fn certified(
        &self,
        basis: &Basis,
        program: &Program,
        weights: Vec<f64>,
        values: Vec<f64>,
        violated: &[f64],
    ) -> Certificate {
        // Only the rise matters: the bound from below is that of the best play.
        let mut residual = Residual::default();
        for violation in violated {
            residual.rise = residual.rise.max(*violation);
        }
        let value = values[self.boards.place(0)];
        let bound = bounds(&self.problem, value, &values, residual).high;
        Certificate {
            values: Some(values),
            record: Certified::new(self, basis, Some(bound), program.counts(), weights),
        }
    }
}

/// The places of the largest violations, in a fixed order.
fn worst(violated: &[f64], little: f64, count: usize) -> Vec<usize> {
    let places = 0..violated.len();
    let mut places: Vec<usize> = places.filter(|&place| violated[place] > little).collect();
    let order = |a: &usize, b: &usize| violated[*b].total_cmp(&violated[*a]).then(a.cmp(b));
    if places.len() > count {
        places.select_nth_unstable_by(count, order);
        places.truncate(count);
    }
    places.sort_unstable_by(order);
    places
}

/// The linear program. Its unknowns are weights of independent functions, times their sizes.
struct Program {
    linear: LinearProgram,
    columns: Columns,
    /// The functions and their sizes.
    unknowns: Vec<(usize, f64)>,
    rows: u64,
    rounds: u64,
}

impl Program {
    fn new(ground: &Ground, columns: Columns) -> Program {
        let unknowns = columns.independent();
        let empty = columns.row(ground.boards.place(0));
        let means = columns.means();
        let cost = |&(index, size): &(usize, f64)| (empty[index] + ELSEWHERE * means[index]) / size;
        let costs = unknowns.iter().map(cost).collect();
        Program {
            linear: LinearProgram::new(costs, &vec![LARGEST; unknowns.len()]),
            columns,
            unknowns,
            rows: 0,
            rounds: 0,
        }
    }

    /// The rows, how often it was solved, and the number of unknowns.
    fn counts(&self) -> [u64; 3] {
        [self.rows, self.rounds, self.unknowns.len() as u64]
    }

    /// Adds the rows of the best moves by these values on boards.
    fn add(&mut self, ground: &Ground, values: &[f64], places: impl Iterator<Item = usize>) {
        for place in places {
            let (_, moves) = ground.backup(values, place);
            let (row, right) = self.row(ground, place, &moves);
            let group = self.linear.add_group(None);
            self.linear.add_row(group, row, right);
            self.rows += 1;
        }
    }

    /// The row of a board: its value is at least the lines and discounted values of these moves.
    fn row(&self, ground: &Ground, place: usize, moves: &[Successor; 7]) -> (Vec<f64>, f64) {
        let (problem, mut right) = (&ground.problem, 0.0);
        let own = self.columns.row(place);
        let mut row: Vec<f64> = self.unknowns.iter().map(|(index, _)| own[*index]).collect();
        for piece in problem.pieces() {
            let (chance, after) = (problem.chances[piece], moves[piece]);
            right += chance * f64::from(after.lines());
            let values = self.columns.row(after.place());
            for (own, (index, _)) in row.iter_mut().zip(&self.unknowns) {
                *own -= problem.discount * chance * values[*index];
            }
        }
        let sizes = self.unknowns.iter().map(|(_, size)| size);
        row.iter_mut()
            .zip(sizes)
            .for_each(|(own, size)| *own /= size);
        (row, right)
    }

    /// The weights that are the best for the rows so far; none if the rows contradict each other.
    fn solve(&mut self) -> Option<Vec<f64>> {
        self.rounds += 1;
        let found = self.linear.solve()?.values;
        let mut weights = vec![0.0; self.columns.count];
        for ((index, size), unknown) in self.unknowns.iter().zip(found) {
            weights[*index] = unknown / size;
        }
        Some(weights)
    }
}

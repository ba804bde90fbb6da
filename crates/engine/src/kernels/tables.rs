//! What the numbers of a board add to the score where weights alone do not say it: tables, and what
//! belongs to one column.

use super::columns::PerColumn;
use crate::game::board::MAX_WIDTH;
use crate::rating::score::{ScoredTerm, Scores};

/// A score for each whole number from `first` on; empty if there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub first: i32,
    pub scores: Vec<i32>,
}

impl Table {
    /// Adds a table over the same numbers; says no if it is over others.
    pub fn add(&mut self, first: i32, scores: &[i32]) -> bool {
        if self.scores.is_empty() {
            *self = Table {
                first,
                scores: scores.to_vec(),
            };
            return true;
        }
        if (self.first, self.scores.len()) != (first, scores.len()) {
            return false;
        }
        for (to, from) in self.scores.iter_mut().zip(scores) {
            *to += from;
        }
        true
    }

    /// The score of a number; 0 where there is no table.
    #[inline(always)]
    pub fn at(&self, number: i32) -> i32 {
        match self.scores.is_empty() {
            true => 0,
            false => self.scores[(number - self.first) as usize],
        }
    }
}

/// What a number of each column adds to the score.
#[derive(Clone, Debug)]
pub(crate) struct ColumnScores {
    /// The weight of each column, its own and that of its difference together.
    pub weights: PerColumn,
    /// The weight of the difference to the board before.
    pub delta_weights: PerColumn,
    /// Tables of the number, and of its difference: those of all columns one after the other.
    pub grids: [Grid; 2],
}

/// Tables of the same length, one for each column; empty if there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    pub first: i32,
    pub stride: i32,
    pub scores: Vec<i32>,
}

impl Grid {
    /// The score of a number of a column; 0 where there is no table.
    pub fn at(&self, column: usize, number: i32) -> i32 {
        match self.scores.is_empty() {
            true => 0,
            false => self.scores[(column as i32 * self.stride + number - self.first) as usize],
        }
    }
}

impl ColumnScores {
    pub fn new() -> ColumnScores {
        ColumnScores {
            weights: PerColumn::filled(0),
            delta_weights: PerColumn::filled(0),
            grids: [Grid::default(), Grid::default()],
        }
    }

    /// Whether a column has a weight.
    pub fn has_weights(&self) -> bool {
        (0..MAX_WIDTH as isize).any(|x| self.weights.get(x) != 0)
    }

    /// Adds a term; says no if its tables are over other numbers than those there.
    pub fn add(&mut self, term: &ScoredTerm, width: usize) -> bool {
        let add_to = |row: &mut PerColumn, weight: i32| {
            let column = term.index as isize;
            row.set(column, row.get(column).wrapping_add(weight as u32));
        };
        match &term.scores {
            Scores::Weight(weight) => {
                add_to(&mut self.weights, *weight);
                if term.reading.delta {
                    add_to(&mut self.delta_weights, *weight);
                }
            }
            Scores::Table { first, scores } => {
                let grid = &mut self.grids[usize::from(term.reading.delta)];
                if grid.scores.is_empty() {
                    *grid = Grid {
                        first: *first,
                        stride: scores.len() as i32,
                        scores: vec![0; scores.len() * width],
                    };
                }
                if (grid.first, grid.stride) != (*first, scores.len() as i32) {
                    return false;
                }
                let start = term.index * scores.len();
                for (to, from) in grid.scores[start..].iter_mut().zip(scores) {
                    *to += from;
                }
            }
            Scores::Real { .. } => unreachable!("such terms are left to the reference"),
        }
        true
    }
}

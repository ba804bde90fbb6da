//! Bellman's backup of a board: for every piece the best move, and what these moves lead to.

use tetrarium_engine::rules::Suicide;
use tetrarium_engine::{Board, Move, Piece};

use super::expansion::moves_of;
use super::setting::Setting;
use super::values::Values;

/// A value of boards by weights of features, which looks one move ahead.
pub(super) struct Backup<'a> {
    setting: &'a Setting,
    values: Values,
    weights: &'a [f64],
    discount: f64,
    chances: [u32; 7],
    total: f64,
}

/// What the best moves of all pieces come to. Each counts as often as its piece has weight: all
/// numbers are whole.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BestMoves {
    /// The rows removed.
    pub lines: i64,
    /// The features of the boards after the moves; nothing after a move that ends the game.
    pub after: Vec<i64>,
    /// The placements that were looked at.
    pub placements: u64,
}

impl<'a> Backup<'a> {
    /// # Panics
    ///
    /// If the pieces have a memory or features need a move; a learner's parameters were validated.
    pub fn new(setting: &'a Setting, weights: &'a [f64], discount: f64) -> Backup<'a> {
        let chances = setting.chances();
        let (chances, total) = chances.expect("the parameters were validated");
        Backup {
            setting,
            values: setting.values(),
            weights,
            discount,
            chances,
            total: f64::from(total),
        }
    }

    /// For every piece the move with the most lines and discounted value after it, the first among
    /// equals. A move that ends the game is treated as the rules say (`suicide`).
    pub fn best_moves(&self, board: &Board) -> BestMoves {
        let mut sums = BestMoves {
            lines: 0,
            after: vec![0; self.values.count()],
            placements: 0,
        };
        let mut row = vec![0; self.values.count()];
        let mut row_of_best = row.clone();
        for piece in Piece::ALL {
            let chance = i64::from(self.chances[piece as usize]);
            if chance == 0 {
                continue;
            }
            let mut best: Option<(f64, Move)> = None;
            for played in moves_of(&self.setting.rules, board, piece) {
                sums.placements += 1;
                let worth = self.worth(&played, &mut row);
                if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                    best = Some((worth, played));
                    row_of_best.copy_from_slice(&row);
                }
            }
            let Some((_, best)) = best else { continue };
            sums.lines += chance * i64::from(best.lines);
            if !best.ends {
                for (sum, value) in sums.after.iter_mut().zip(&row_of_best) {
                    *sum += chance * value;
                }
            }
        }
        sums
    }

    /// What a move is chosen by.
    fn worth(&self, played: &Move, row: &mut [i64]) -> f64 {
        match (played.ends, self.setting.rules.suicide) {
            (true, Suicide::Zero) => 0.0,
            (true, Suicide::Avoided) => f64::NEG_INFINITY,
            _ => {
                self.values.of_board(&played.after, row);
                f64::from(played.lines) + self.discount * self.values.rated(self.weights, row)
            }
        }
    }

    /// The mean, over the pieces, of the lines and the discounted value after the moves.
    pub fn value(&self, best: &BestMoves) -> f64 {
        let after = self.values.rated(self.weights, &best.after);
        (best.lines as f64 + self.discount * after) / self.total
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learners::testing::{setting, tiny};

    #[test]
    fn the_backup_of_all_boards_is_a_sweep_of_value_iteration() {
        let setting = tiny::setting(1);
        let weights: Vec<f64> = (0..122).map(|board| f64::from(board * 37 % 101)).collect();
        let backup = Backup::new(&setting, &weights, 0.75);
        let swept = tiny::improved(&weights, 0.75);
        for (board, right) in tiny::boards().0.iter().zip(swept) {
            let best = backup.best_moves(board);
            assert!((backup.value(&best) - right).abs() < 1e-12);
        }
    }

    /// O ends the game in the first column, and goes down in the others.
    #[test]
    fn moves_that_end_the_game_are_worth_what_the_rules_say() {
        for (suicide, constant, goes_on) in [
            ("zero", -1.0, 0),
            ("zero", 1.0, 1),
            ("avoided", -1.0, 1),
            ("considered", -1.0, 0),
        ] {
            let rules = [("board", "4x4"), ("suicide", suicide), ("pieces", "only:O")];
            let setting = setting(&rules, &["constant"], 1);
            let weights = [constant];
            let backup = Backup::new(&setting, &weights, 1.0);
            let board = Board::from_columns(setting.rules.board, &[7, 0, 0, 0]);
            let best = backup.best_moves(&board);
            assert_eq!(best.after, [goes_on], "{suicide} {constant}");
            assert_eq!((best.lines, best.placements), (0, 3));
        }
    }
}

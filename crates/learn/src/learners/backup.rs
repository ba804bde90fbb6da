//! Bellman's backup of a board: for every piece the best move, and what these moves lead to.

use tetrarium_engine::rules::{FeatureBoard, Suicide};
use tetrarium_engine::{Board, FeatureReader, Move, Piece, Reading, Rules, landings};

use super::expansion::moves_of;
use super::setting::Setting;
use super::values::Values;

/// A value of boards by weights of features, which looks one move ahead.
pub(super) struct Backup<'a> {
    value: Value<'a>,
    chances: [u32; 7],
    total: f64,
    /// What reads all placements at once; none where the reference has to.
    reader: Option<Reader>,
}

/// A value of boards.
struct Value<'a> {
    rules: &'a Rules,
    values: Values,
    weights: &'a [f64],
    discount: f64,
}

/// Reads the features of all placements of a piece, and after them the lines.
struct Reader {
    features: FeatureReader,
    /// The value after each placement.
    ratings: Vec<f64>,
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

/// A best move: its lines and the features of the board after it; none if it ends the game.
struct Best {
    lines: u32,
    after: Option<Vec<i64>>,
}

impl<'a> Backup<'a> {
    /// # Panics
    ///
    /// If the pieces have a memory or features need a move; a learner's parameters were validated.
    pub fn new(setting: &'a Setting, weights: &'a [f64], discount: f64) -> Backup<'a> {
        let chances = setting.chances();
        let (chances, total) = chances.expect("the parameters were validated");
        let value = Value {
            rules: &setting.rules,
            values: setting.values(),
            weights,
            discount,
        };
        Backup {
            reader: Reader::new(&value),
            value,
            chances,
            total: f64::from(total),
        }
    }

    /// For every piece the move with the most lines and discounted value after it, the first among
    /// equals. A move that ends the game is treated as the rules say (`suicide`).
    pub fn best_moves(&mut self, board: &Board) -> BestMoves {
        let mut sums = BestMoves {
            lines: 0,
            after: vec![0; self.value.values.count()],
            placements: 0,
        };
        for piece in Piece::ALL {
            let chance = i64::from(self.chances[piece as usize]);
            if chance == 0 {
                continue;
            }
            let best = match &mut self.reader {
                Some(reader) => reader.best(&self.value, board, piece, &mut sums.placements),
                None => self.value.best(board, piece, &mut sums.placements),
            };
            let Some(best) = best else { continue };
            sums.lines += chance * i64::from(best.lines);
            for (sum, value) in sums.after.iter_mut().zip(best.after.iter().flatten()) {
                *sum += chance * value;
            }
        }
        sums
    }

    /// The mean, over the pieces, of the lines and the discounted value after the moves.
    pub fn value(&self, best: &BestMoves) -> f64 {
        let Value {
            values,
            weights,
            discount,
            ..
        } = &self.value;
        let after = values.rated(weights, &best.after);
        (best.lines as f64 + discount * after) / self.total
    }
}

impl Value<'_> {
    /// The best move of a piece. Its placements are counted.
    fn best(&self, board: &Board, piece: Piece, count: &mut u64) -> Option<Best> {
        let mut row = vec![0; self.values.count()];
        let mut best: Option<(f64, Best)> = None;
        for played in moves_of(self.rules, board, piece) {
            *count += 1;
            let worth = self.worth(&played, &mut row);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                let after = (!played.ends).then(|| row.clone());
                let lines = played.lines;
                best = Some((worth, Best { lines, after }));
            }
        }
        best.map(|(_, best)| best)
    }

    /// What a move is chosen by.
    fn worth(&self, played: &Move, row: &mut [i64]) -> f64 {
        match self.worth_of_ending().filter(|_| played.ends) {
            Some(worth) => worth,
            None => {
                self.values.of_board(&played.after, row);
                f64::from(played.lines) + self.discount * self.values.rated(self.weights, row)
            }
        }
    }

    /// What a move is chosen by that ends the game; none if it is one like others.
    fn worth_of_ending(&self) -> Option<f64> {
        match self.rules.suicide {
            Suicide::Zero => Some(0.0),
            Suicide::Avoided => Some(f64::NEG_INFINITY),
            Suicide::Considered => None,
        }
    }
}

impl Reader {
    fn new(value: &Value) -> Option<Reader> {
        // It reads the move, a value the board after it.
        let is_same = value.rules.feature_board == FeatureBoard::AfterClear;
        let lines = Reading::named("removed-lines").expect("it is a feature");
        let features = value.values.reader(value.rules, &[lines]);
        Some(Reader {
            features: features.filter(|_| is_same)?,
            ratings: Vec::new(),
        })
    }

    /// What [`Value::best`] gives.
    fn best(
        &mut self,
        value: &Value,
        board: &Board,
        piece: Piece,
        count: &mut u64,
    ) -> Option<Best> {
        let Reader { features, ratings } = self;
        features.read(board, piece);
        *count += features.placements().len() as u64;
        value.values.rate_all(value.weights, features, ratings);
        let size = value.values.count();
        let lines = |index: usize| features.row(index)[size] as u32;
        let reference = |index: usize| {
            let landing = landings(value.rules, board, piece)[index];
            Move::new(value.rules, board, piece, landing)
        };
        let of_ending = value.worth_of_ending();
        let mut best: Option<(f64, usize)> = None;
        for (index, rating) in ratings.iter().enumerate() {
            let worth = match (features.ends(index), of_ending) {
                (false, _) => f64::from(lines(index)) + value.discount * rating,
                (true, Some(worth)) => worth,
                (true, None) => value.worth(&reference(index), &mut vec![0; size]),
            };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, index));
            }
        }
        let (_, index) = best?;
        if features.ends(index) {
            let lines = reference(index).lines;
            return Some(Best { lines, after: None });
        }
        let mut after = Vec::with_capacity(size);
        let row = &features.row(index)[..size];
        value.values.add_whole(row, &mut after);
        Some(Best {
            lines: lines(index),
            after: Some(after),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learners::testing::{setting, tiny};
    use tetrarium_engine::Game;

    #[test]
    fn the_backup_of_all_boards_is_a_sweep_of_value_iteration() {
        let setting = tiny::setting(1);
        let weights: Vec<f64> = (0..122).map(|board| f64::from(board * 37 % 101)).collect();
        let mut backup = Backup::new(&setting, &weights, 0.75);
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
            let mut backup = Backup::new(&setting, &weights, 1.0);
            let board = Board::from_columns(setting.rules.board, &[7, 0, 0, 0]);
            let best = backup.best_moves(&board);
            assert_eq!(best.after, [goes_on], "{suicide} {constant}");
            assert_eq!((best.lines, best.placements), (0, 3));
        }
    }

    /// On boards of games under every rule about the end, with squares and a few columns.
    #[test]
    fn reading_all_placements_at_once_changes_nothing() {
        let features = ["constant", "column-height", "squared-holes", "max-height"];
        for overflow in ["ends", "clears-first", "top-row"] {
            for suicide in ["zero", "avoided", "considered"] {
                let rules = [
                    ("board", "6x8"),
                    ("overflow", overflow),
                    ("suicide", suicide),
                ];
                let setting = setting(&rules, &features, 1);
                let weights = [3.0, -0.4, -0.1, -0.2, 0.3, -0.7, 0.1, -0.31, 0.2];
                let mut backup = Backup::new(&setting, &weights, 0.9);
                assert!(backup.reader.is_some());
                let mut game = Game::new(&setting.rules, 5, 0);
                for turn in 0..300 {
                    let Some(view) = game.view() else {
                        game.restart();
                        continue;
                    };
                    let (board, landings) = (*view.board, view.landings());
                    let read = backup.best_moves(&board);
                    let reader = backup.reader.take();
                    assert_eq!(
                        backup.best_moves(&board),
                        read,
                        "{overflow} {suicide}\n{board}"
                    );
                    backup.reader = reader;
                    let chosen = landings[turn * 7919 % landings.len()].placement;
                    game.place(chosen).unwrap();
                }
            }
        }
    }
}

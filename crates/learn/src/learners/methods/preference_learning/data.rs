//! What is learnt from: the placements of a turn, the chosen one first.

use serde::{Deserialize, Serialize};
use tetrarium_engine::Move;

use crate::learners::expansion::moves_of;
use crate::learners::setting::Setting;
use crate::learners::values::Values;

/// The values of all placements of a turn that do not end the game, row by row, the chosen one
/// first. Placements that lead to the same board as the chosen one are left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Whether it is kept to test with.
    pub test: bool,
    /// The rows.
    pub rows: Vec<i64>,
}

impl Turn {
    /// The turn of a move. None if the move ends the game, or was the only one: then there is
    /// nothing to learn from.
    pub fn of(setting: &Setting, values: &Values, chosen: &Move, test: bool) -> Option<Turn> {
        if chosen.ends {
            return None;
        }
        let count = values.count();
        let mut rows = vec![0; count];
        values.of_move(chosen, &mut rows);
        for other in moves_of(&setting.rules, &chosen.before, chosen.piece) {
            if !other.ends && other.after != chosen.after {
                let start = rows.len();
                rows.resize(start + count, 0);
                values.of_move(&other, &mut rows[start..]);
            }
        }
        (rows.len() > count).then_some(Turn { test, rows })
    }
}

/// Whether a game of this number is kept to test with, where this share of games is.
pub fn is_test(number: u64, share: f64) -> bool {
    let until = |count: u64| libm::floor(count as f64 * share);
    until(number + 1) > until(number)
}

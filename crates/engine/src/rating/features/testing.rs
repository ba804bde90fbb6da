//! Helpers for the drawn-board tests of the features.

use super::Reading;
use crate::game::board::Board;
use crate::game::moves::Move;
use crate::game::piece::Piece;
use crate::game::placement::{Landing, Placement};
use crate::game::rules::Rules;

/// The value of a board feature on a drawn board.
pub fn on(name: &str, picture: &str) -> f64 {
    let board: Board = picture.parse().unwrap();
    let reading = Reading::named(name).unwrap();
    reading.feature.on_board(&board, 0).unwrap()
}

/// All values of a feature with several weights.
pub fn all_on(name: &str, picture: &str) -> Vec<f64> {
    let board: Board = picture.parse().unwrap();
    let feature = Reading::named(name).unwrap().feature;
    let count = feature.count.on(board.width());
    (0..count)
        .map(|i| feature.on_board(&board, i).unwrap())
        .collect()
}

/// A piece dropped onto a drawn board under the default rules with some changed.
pub fn dropped(
    picture: &str,
    piece: Piece,
    orientation: u8,
    column: u8,
    rules: &[(&str, &str)],
) -> Move {
    let before: Board = picture.parse().unwrap();
    let mut changed = Rules {
        board: before.size(),
        ..Rules::default()
    };
    for (setting, value) in rules {
        changed.set(setting, value).unwrap();
    }
    let row = before.landing_row(&piece.orientations()[orientation as usize], column as usize);
    let placement = Placement {
        orientation,
        column,
    };
    Move::new(
        &changed,
        &before,
        piece,
        Landing {
            placement,
            row: row as u8,
        },
    )
}

/// The value of a feature after a move.
pub fn after(name: &str, played: &Move) -> f64 {
    Reading::named(name).unwrap().value(played, 0)
}

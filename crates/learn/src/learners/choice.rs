//! Recorded choices: what a person or an agent did with a piece on a board.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Board, Landing, Move, Piece, Placement, Rules, landings};

/// A choice of a player whose games were recorded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The game. Choices of one game stand together.
    game: u64,
    /// The columns of the board, from the left; bit `y` is the cell in row `y`.
    columns: Vec<u32>,
    piece: char,
    orientation: u8,
    column: u8,
}

impl Choice {
    /// The choice of a placement for a piece on a board, in a game of this number.
    pub fn new(game: u64, board: &Board, piece: Piece, placement: Placement) -> Choice {
        Choice {
            game,
            columns: board.columns().to_vec(),
            piece: piece.letter(),
            orientation: placement.orientation,
            column: placement.column,
        }
    }

    /// The number of its game.
    pub fn game(&self) -> u64 {
        self.game
    }

    /// The move, by these rules; none if they do not allow it.
    pub(super) fn played(&self, rules: &Rules) -> Option<Move> {
        let size = rules.board;
        let above = |column: &u32| column >> size.height() != 0;
        if self.columns.len() != size.width() || self.columns.iter().any(above) {
            return None;
        }
        let board = Board::from_columns(size, &self.columns);
        let piece = Piece::try_from(self.piece).ok()?;
        let chosen = Placement {
            orientation: self.orientation,
            column: self.column,
        };
        let list = landings(rules, &board, piece);
        let landing: &Landing = list.iter().find(|landing| landing.placement == chosen)?;
        Some(Move::new(rules, &board, piece, *landing))
    }
}

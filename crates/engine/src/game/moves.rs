//! Moves: the landings of a piece, and the effect of a move on the board.

use super::original;
use super::placement::{Landing, Landings, Placement, placements};
use crate::game::board::{Board, height_of};
use crate::game::piece::{Piece, Shape};
use crate::game::rules::{FeatureBoard, GameKind, Overflow, Rules};

/// The landings from which the player may choose, in the order in which placements are tried.
///
/// In the simplified game these are all placements, whether they end the game or not. In the
/// original game they are those that the player believes to be reachable, and there may be none.
pub fn landings(rules: &Rules, board: &Board, piece: Piece) -> Landings {
    match rules.game {
        GameKind::Simplified => {
            let mut landings = Landings::new();
            for placement in placements(piece, board.width()) {
                let shape = &piece.orientations()[placement.orientation as usize];
                let row = board.landing_row(shape, placement.column as usize) as u8;
                landings.push(Landing { placement, row });
            }
            landings
        }
        GameKind::Original => original::landings(board, piece),
    }
}

/// The landing of a placement, if it is one from which the player may choose.
pub(crate) fn landing_at(
    rules: &Rules,
    board: &Board,
    piece: Piece,
    placement: Placement,
) -> Option<Landing> {
    match rules.game {
        GameKind::Simplified => {
            let shape = piece
                .orientations()
                .get(usize::from(placement.orientation))?;
            let column = usize::from(placement.column);
            let fits = column + usize::from(shape.width) <= board.width();
            fits.then(|| Landing {
                placement,
                row: board.landing_row(shape, column) as u8,
            })
        }
        GameKind::Original => {
            let landings = original::landings(board, piece);
            let found = landings.iter().find(|one| one.placement == placement);
            found.copied()
        }
    }
}

/// A move: a piece that has come to rest, and the boards before and after.
#[derive(Clone, Debug)]
pub struct Move {
    /// The piece.
    pub piece: Piece,
    /// Where it came to rest.
    pub landing: Landing,
    /// The board before the move.
    pub before: Board,
    /// The board with the piece, before full rows are removed.
    pub landed: Board,
    /// The afterstate: full rows removed. After a move that ends the game nothing is removed and
    /// the cells above the top row stay.
    pub after: Board,
    /// The rows removed, for features: none after a move that ends the game.
    pub cleared: u32,
    /// The number of rows that count as lines. It differs from the number of `cleared` rows where
    /// the rules remove rows before they check the overflow.
    pub lines: u32,
    /// Whether the game is over.
    pub ends: bool,
    /// Whether features read the board before or after full rows are removed.
    pub feature_board: FeatureBoard,
}

impl Move {
    /// The move in which a piece comes to rest at a landing.
    pub fn new(rules: &Rules, before: &Board, piece: Piece, landing: Landing) -> Move {
        let shape = landing.shape(piece);
        let landed = before.with_shape(
            shape,
            landing.placement.column as usize,
            landing.row as usize,
        );
        let full = landed.full_rows();
        let cleared_board = landed.without_rows(full);
        let (ends, removed) = match rules.overflow {
            // The rows that the piece has filled do not count here, even if their removal would
            // bring it back into the board. The board before may be uncleared (`search-board =
            // uncleared`) but never overflows.
            Overflow::Ends => {
                let ends = landed.max_height() > before.height();
                (ends, if ends { 0 } else { full })
            }
            Overflow::ClearsFirst => (cleared_board.max_height() > before.height(), full),
            Overflow::TopRow => (cleared_board.max_height() > before.height() - 1, full),
        };
        Move {
            piece,
            landing,
            before: *before,
            landed,
            after: if ends { landed } else { cleared_board },
            cleared: if ends { 0 } else { full },
            lines: removed.count_ones(),
            ends,
            feature_board: rules.feature_board,
        }
    }

    /// The shape that landed.
    pub fn shape(&self) -> &'static Shape {
        self.landing.shape(self.piece)
    }

    /// The board that board features read.
    pub fn board(&self) -> &Board {
        match self.feature_board {
            FeatureBoard::AfterClear => &self.after,
            FeatureBoard::BeforeClear => &self.landed,
        }
    }

    /// The rows that `holes` and `max-height` skip: the full rows, where features read the board
    /// before these are removed.
    pub fn skipped_rows(&self) -> u32 {
        match self.feature_board {
            FeatureBoard::AfterClear => 0,
            FeatureBoard::BeforeClear => self.landed.full_rows(),
        }
    }

    /// The number of cells of the piece in the given rows.
    pub fn piece_cells_in(&self, rows: u32) -> u32 {
        self.shape()
            .columns
            .iter()
            .map(|&cells| (u32::from(cells) << self.landing.row & rows).count_ones())
            .sum()
    }

    /// The height of the piece's highest cell, plus one.
    pub fn piece_top(&self) -> usize {
        let cells = self.shape().columns.iter().fold(0, |all, c| all | c);
        height_of(u32::from(cells)) + self.landing.row as usize
    }
}

/// The effect of a move on a game: a [`Move`] without the boards that only features read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The board with the piece, before full rows are removed.
    pub landed: Board,
    /// The full rows.
    pub full: u32,
    /// The number of rows that count as lines.
    pub lines: u32,
    /// Whether the game is over.
    pub ends: bool,
}

impl Outcome {
    /// The outcome of a piece that comes to rest at a landing.
    #[inline]
    pub fn new(rules: &Rules, before: &Board, piece: Piece, landing: Landing) -> Outcome {
        let column = landing.placement.column as usize;
        let landed = before.with_shape(landing.shape(piece), column, landing.row as usize);
        let (mut full, mut any) = (u32::MAX, 0);
        for column in landed.columns() {
            full &= column;
            any |= column;
        }
        let (height, highest) = (before.height(), height_of(any));
        let left = || landed.without_rows(full).max_height();
        let (ends, removed) = match rules.overflow {
            Overflow::Ends => (highest > height, if highest > height { 0 } else { full }),
            Overflow::ClearsFirst => (highest > height && left() > height, full),
            Overflow::TopRow => (highest > height - 1 && left() > height - 1, full),
        };
        Outcome {
            landed,
            full,
            lines: removed.count_ones(),
            ends,
        }
    }

    /// The afterstate: see [`Move::after`].
    #[inline]
    pub fn after(&self) -> Board {
        match self.ends || self.full == 0 {
            true => self.landed,
            false => self.landed.without_rows(self.full),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drop(rules: &Rules, board: &str, piece: Piece, orientation: u8, column: u8) -> Move {
        let before: Board = board.parse().unwrap();
        let placement = Placement {
            orientation,
            column,
        };
        let row = before.landing_row(&piece.orientations()[orientation as usize], column as usize);
        let landing = Landing {
            placement,
            row: row as u8,
        };
        Move::new(rules, &before, piece, landing)
    }

    const HIGH: &str = "
        |    |
        |### |
        |### |
        |### |
        ------";

    #[test]
    fn a_placement_has_the_landing_that_the_list_has() {
        for game in ["simplified", "original"] {
            let mut rules = Rules::default();
            rules.set("game", game).unwrap();
            let board = Board::from_picture("##..######\n#...######", rules.board).unwrap();
            for piece in Piece::ALL {
                let list = landings(&rules, &board, piece);
                for orientation in [0, 1, 2, 3, 4, 255] {
                    for column in (0..12).chain([255]) {
                        let placement = Placement {
                            orientation,
                            column,
                        };
                        let listed = list.iter().find(|one| one.placement == placement);
                        let found = landing_at(&rules, &board, piece, placement);
                        assert_eq!(found.as_ref(), listed, "{game} {piece} {placement}");
                    }
                }
            }
        }
    }

    #[test]
    fn an_overflowing_piece_ends_the_game_and_clears_nothing() {
        let mut rules = Rules::default();
        // A standing I beside three full columns clears three rows and stays within the board.
        let clears = drop(&rules, HIGH, Piece::I, 0, 3);
        assert_eq!(
            (clears.ends, clears.lines, clears.after.full_cells()),
            (false, 3, 1)
        );
        // An L that hangs over the third column: two rows would be full, two cells are above the
        // top.
        let to_the_top = "
            |### |
            |### |
            |### |
            |### |
            ------";
        let hook = drop(&rules, to_the_top, Piece::L, 3, 2); // XX/.X/.X
        assert_eq!(hook.landing.row, 2);
        assert_eq!((hook.ends, hook.lines, hook.cleared), (true, 0, 0));
        assert_eq!(hook.after.max_height(), 5);
        assert_eq!(hook.after, hook.landed);
        rules.set("overflow", "clears-first").unwrap();
        let hook = drop(&rules, to_the_top, Piece::L, 3, 2);
        assert_eq!((hook.ends, hook.lines, hook.cleared), (false, 2, 0b1100));
    }

    #[test]
    fn each_kind_of_overflow_ends_the_game_by_its_own_rule() {
        for (overflow, piece, orientation, column, ends, lines) in [
            ("ends", Piece::O, 0, 0, true, 0),
            ("clears-first", Piece::O, 0, 0, true, 0),
            ("top-row", Piece::O, 0, 0, true, 0),
            // A standing I in the open column fills the lower three rows of four.
            ("ends", Piece::I, 0, 3, false, 3),
            ("top-row", Piece::I, 0, 3, false, 3),
        ] {
            let mut rules = Rules::default();
            rules.set("overflow", overflow).unwrap();
            let played = drop(&rules, HIGH, piece, orientation, column);
            assert_eq!(
                (played.ends, played.lines),
                (ends, lines),
                "{overflow} {piece}"
            );
        }
        // A full cell in the top row after clearing ends the game only with Bertsekas & Tsitsiklis.
        for (overflow, ends) in [("ends", false), ("clears-first", false), ("top-row", true)] {
            let mut rules = Rules::default();
            rules.set("overflow", overflow).unwrap();
            let played = drop(&rules, HIGH, Piece::L, 0, 1); // XXX/X.. over columns 1 to 3
            assert_eq!(
                played.ends,
                played.landed.max_height() > 4 || ends,
                "{overflow}"
            );
            let board = "
                |    |
                |    |
                |### |
                |### |
                ------";
            let played = drop(&rules, board, Piece::O, 0, 0);
            assert_eq!((played.ends, played.lines), (ends, 0), "{overflow}");
        }
    }

    #[test]
    fn the_cells_of_the_piece_in_the_cleared_rows_are_counted() {
        let played = drop(&Rules::default(), HIGH, Piece::I, 0, 3);
        assert_eq!(played.cleared, 0b111);
        assert_eq!(played.piece_cells_in(played.cleared), 3);
        assert_eq!(played.piece_top(), 4);
    }
}

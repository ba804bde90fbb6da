//! Which piece filled each cell of the board: a board itself knows only which cells are full.

use tetrarium_engine::{MAX_HEIGHT, MAX_WIDTH, Move, Piece};

/// The rows of a board and those above it, in which an overflowing piece comes to rest.
const ROWS: usize = MAX_HEIGHT + 4;

/// The piece that filled each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paint {
    rows: [[Option<Piece>; MAX_WIDTH]; ROWS],
}

impl Paint {
    /// The paint of an empty board.
    pub fn empty() -> Paint {
        Paint {
            rows: [[None; MAX_WIDTH]; ROWS],
        }
    }

    /// The piece that filled a cell, if one did.
    pub fn at(&self, x: usize, y: usize) -> Option<Piece> {
        self.rows[y][x]
    }

    /// Paints a move: its piece, and the removal of full rows.
    pub fn land(&mut self, played: &Move) {
        let (left, floor) = (
            usize::from(played.landing.placement.column),
            usize::from(played.landing.row),
        );
        for (dx, cells) in played.shape().columns.iter().enumerate() {
            for dy in (0..4).filter(|dy| cells >> dy & 1 == 1) {
                self.rows[floor + dy][left + dx] = Some(played.piece);
            }
        }
        if played.cleared == 0 {
            return;
        }
        let mut kept = 0;
        for y in 0..ROWS {
            if played.cleared >> y & 1 == 0 {
                self.rows[kept] = self.rows[y];
                kept += 1;
            }
        }
        self.rows[kept..].fill([None; MAX_WIDTH]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Player, PlayerGame, Rules, catalogue};

    #[test]
    fn the_painted_cells_are_the_full_cells() {
        for overflow in ["ends", "clears-first", "top-row"] {
            let mut rules = Rules::default();
            rules.set("board", "6x8").unwrap();
            rules.set("overflow", overflow).unwrap();
            let player = Player::new(catalogue::named("lee").unwrap(), &rules).unwrap();
            let (mut game, mut paint) = (PlayerGame::new(&player, 1, 0), Paint::empty());
            while let Some(played) = game.step() {
                paint.land(&played);
                for x in 0..6 {
                    for y in 0..12 {
                        let full = game.board().is_full(x, y);
                        assert_eq!(paint.at(x, y).is_some(), full, "{overflow}: {x} {y}");
                    }
                }
            }
            assert!(game.counts().lines > 0);
        }
    }
}

//! Boards as texts, with the piece that each cell came from.

use tetrarium_engine::{Board, Landing, MAX_WIDTH, Move, Piece};

/// The rows that a column can have.
const ROWS: usize = u32::BITS as usize;

/// The pieces that the full cells came from: a letter, or `#` where that is not known.
#[derive(Clone, Debug, PartialEq)]
pub struct Colours([[u8; ROWS]; MAX_WIDTH]);

impl Colours {
    /// No cell's piece is known.
    pub fn unknown() -> Colours {
        Colours([[b'#'; ROWS]; MAX_WIDTH])
    }

    /// Enters a move.
    pub fn play(&mut self, played: &Move) {
        for (x, y) in cells(played.piece, played.landing) {
            self.0[x][y] = played.piece.letter() as u8;
        }
        for column in &mut self.0 {
            let mut kept = 0;
            for y in 0..ROWS {
                if played.cleared >> y & 1 == 0 {
                    column[kept] = column[y];
                    kept += 1;
                }
            }
            column[kept..].fill(b'#');
        }
    }

    /// The rows of a board from the top: `.` is an empty cell.
    pub fn rows(&self, board: &Board) -> Vec<String> {
        let cell = |x: usize, y: usize| match board.is_full(x, y) {
            true => self.0[x][y] as char,
            false => '.',
        };
        let row = |y: usize| (0..board.width()).map(|x| cell(x, y)).collect();
        (0..board.height()).rev().map(row).collect()
    }
}

/// The cells of a piece that has come to rest: column and row of each.
pub fn cells(piece: Piece, landing: Landing) -> impl Iterator<Item = (usize, usize)> {
    let shape = landing.shape(piece);
    let (left, floor) = (landing.placement.column as usize, landing.row as usize);
    (0..4).flat_map(move |dx| {
        let rows = (0..4).filter(move |dy| shape.columns[dx] >> dy & 1 == 1);
        rows.map(move |dy| (left + dx, floor + dy))
    })
}

/// The rows of a board from the top, all cells of one colour.
pub fn rows(board: &Board) -> Vec<String> {
    Colours::unknown().rows(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Player, PlayerGame, Rules, catalogue};

    #[test]
    fn colours_follow_the_pieces_of_a_game() {
        let player = Player::new(catalogue::named("bcts").unwrap(), &Rules::default()).unwrap();
        let mut game = PlayerGame::new(&player, 5, 0);
        let mut colours = Colours::unknown();
        let mut placed = [0usize; 7];
        for _ in 0..300 {
            let played = game.step().unwrap();
            placed[played.piece as usize] += 1;
            colours.play(&played);
            let drawn = colours.rows(game.board()).join("");
            assert!(!drawn.contains('#'), "{drawn}");
            for piece in Piece::ALL {
                let there = drawn.matches(piece.letter()).count();
                assert!(there <= 4 * placed[piece as usize]);
            }
            for (x, y) in cells(played.piece, played.landing) {
                let stays = played.cleared == 0 && y < 20;
                let row = &colours.rows(game.board())[19 - y.min(19)];
                assert!(!stays || row.as_bytes()[x] == played.piece.letter() as u8);
            }
        }
    }
}

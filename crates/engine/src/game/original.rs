//! Fahey's Standard Tetris (2003): the game in which pieces enter the board, turn in place, step
//! sideways and drop. Dellacherie's 660,000 lines were measured in it.

use std::sync::LazyLock;

use crate::game::board::{Board, Size};
use crate::game::piece::Piece;
use crate::game::placement::{Landing, Landings, Placement};

/// The cells of every piece in every orientation as offsets from its origin, in Fahey's order. A
/// turn changes an orientation into the next one of its list.
const CELLS: [&[[(i8, i8); 4]]; 7] = [
    &[
        [(-2, 0), (-1, 0), (0, 0), (1, 0)],
        [(0, -2), (0, -1), (0, 0), (0, 1)],
    ],
    &[[(-1, -1), (0, -1), (0, 0), (-1, 0)]],
    &[
        [(0, -1), (-1, 0), (0, 0), (1, 0)],
        [(0, -1), (0, 0), (1, 0), (0, 1)],
        [(-1, 0), (0, 0), (1, 0), (0, 1)],
        [(0, -1), (-1, 0), (0, 0), (0, 1)],
    ],
    &[
        [(-1, -1), (0, -1), (0, 0), (1, 0)],
        [(1, -1), (0, 0), (1, 0), (0, 1)],
    ],
    &[
        [(0, -1), (1, -1), (-1, 0), (0, 0)],
        [(0, -1), (0, 0), (1, 0), (1, 1)],
    ],
    &[
        [(1, -1), (-1, 0), (0, 0), (1, 0)],
        [(0, -1), (0, 0), (0, 1), (1, 1)],
        [(-1, 0), (0, 0), (1, 0), (-1, 1)],
        [(-1, -1), (0, -1), (0, 0), (0, 1)],
    ],
    &[
        [(-1, -1), (-1, 0), (0, 0), (1, 0)],
        [(0, -1), (1, -1), (0, 0), (0, 1)],
        [(-1, 0), (0, 0), (1, 0), (1, 1)],
        [(0, -1), (0, 0), (-1, 1), (0, 1)],
    ],
];

/// One of Fahey's orientations as an orientation of the engine.
#[derive(Clone, Copy)]
struct Turn {
    /// The number of the same shape in [`Piece::orientations`].
    orientation: u8,
    /// The offsets from the origin to the left edge and the floor of the box.
    left: i8,
    floor: i8,
}

/// Fahey's orientations of every piece, in his order.
static TURNS: LazyLock<[Vec<Turn>; 7]> = LazyLock::new(|| {
    Piece::ALL.map(|piece| {
        CELLS[piece as usize]
            .iter()
            .map(|cells| {
                let left = cells.iter().map(|c| c.0).min().expect("four cells");
                let floor = cells.iter().map(|c| c.1).min().expect("four cells");
                let mut columns = [0u8; 4];
                for (dx, dy) in cells {
                    columns[(dx - left) as usize] |= 1 << (dy - floor);
                }
                let orientation = piece
                    .orientations()
                    .iter()
                    .position(|shape| shape.columns == columns)
                    .expect("both tables hold the same shapes");
                Turn {
                    orientation: orientation as u8,
                    left,
                    floor,
                }
            })
            .collect()
    })
});

/// A piece that moves: its origin, and the number of its orientation in Fahey's order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MovingPiece {
    piece: Piece,
    turn: usize,
    x: i32,
    y: i32,
}

impl MovingPiece {
    /// A piece enters in its first orientation with its origin in the top row, right of the middle:
    /// at (6, 20) of 1…10 and 1…20 on the standard board.
    fn entering(piece: Piece, size: Size) -> MovingPiece {
        MovingPiece {
            piece,
            turn: 0,
            x: entry_column(size),
            y: size.height() as i32 - 1,
        }
    }

    fn is_free(&self, board: &Board) -> bool {
        CELLS[self.piece as usize][self.turn]
            .iter()
            .all(|(dx, dy)| {
                let (x, y) = (self.x + i32::from(*dx), self.y + i32::from(*dy));
                (0..board.width() as i32).contains(&x)
                    && (0..board.height() as i32).contains(&y)
                    && !board.is_full(x as usize, y as usize)
            })
    }

    /// The piece after a step, if its cells are free there.
    fn stepped(self, board: &Board, dx: i32, dy: i32) -> Option<MovingPiece> {
        let there = MovingPiece {
            x: self.x + dx,
            y: self.y + dy,
            ..self
        };
        there.is_free(board).then_some(there)
    }

    /// The piece after one turn, if its cells are free then.
    fn turned(self, board: &Board) -> Option<MovingPiece> {
        let turns = CELLS[self.piece as usize].len();
        let there = MovingPiece {
            turn: (self.turn + 1) % turns,
            ..self
        };
        there.is_free(board).then_some(there)
    }

    fn dropped(mut self, board: &Board) -> MovingPiece {
        while let Some(lower) = self.stepped(board, 0, -1) {
            self = lower;
        }
        self
    }

    fn landing(self) -> Landing {
        let turn = TURNS[self.piece as usize][self.turn];
        Landing {
            placement: Placement {
                orientation: turn.orientation,
                column: (self.x + i32::from(turn.left)) as u8,
            },
            row: (self.y + i32::from(turn.floor)) as u8,
        }
    }
}

/// The column of an entering piece's origin, from 0.
fn entry_column(size: Size) -> i32 {
    size.width() as i32 / 2
}

/// What happens to an entering piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// The cells of the piece are not all free: the game is over.
    Blocked,
    /// The piece enters but cannot fall: it comes to rest at once, without a decision.
    Locks(Landing),
    /// The piece falls one row, and the player chooses.
    Falls,
}

/// Lets a piece enter the board.
pub fn enter(board: &Board, piece: Piece) -> Entry {
    let moving = MovingPiece::entering(piece, board.size());
    if !moving.is_free(board) {
        Entry::Blocked
    } else if moving.stepped(board, 0, -1).is_none() {
        Entry::Locks(moving.landing())
    } else {
        Entry::Falls
    }
}

/// The landings that the player believes to be reachable. In choosing, the player checks only
/// whether the final orientation is free where the piece is, and how far the unbroken range of free
/// columns reaches in that orientation. The list is empty if the piece does not enter, and holds
/// its one landing if it locks.
pub fn landings(board: &Board, piece: Piece) -> Landings {
    let mut out = Landings::new();
    match enter(board, piece) {
        Entry::Blocked => return out,
        Entry::Locks(landing) => {
            out.push(landing);
            return out;
        }
        Entry::Falls => {}
    }
    for turn in 0..CELLS[piece as usize].len() {
        let entered = MovingPiece::entering(piece, board.size());
        let moving = MovingPiece {
            turn,
            y: entered.y - 1,
            ..entered
        };
        if !moving.is_free(board) {
            continue;
        }
        let mut leftmost = moving;
        while let Some(there) = leftmost.stepped(board, -1, 0) {
            leftmost = there;
        }
        let mut column = Some(leftmost);
        while let Some(there) = column {
            out.push(there.dropped(board).landing());
            column = there.stepped(board, 1, 0);
        }
    }
    out
}

/// The landing at which the piece really comes to rest when the player aims at `aim`. The piece
/// falls one row, makes all its turns in place, then all its sideways steps, then drops; a blocked
/// turn or step is left out.
pub fn execute(board: &Board, piece: Piece, aim: Landing) -> Landing {
    if let Entry::Locks(landing) = enter(board, piece) {
        return landing;
    }
    let (turns, target) = turn_and_column(piece, aim.placement);
    let entered = MovingPiece::entering(piece, board.size());
    let mut moving = MovingPiece {
        y: entered.y - 1,
        ..entered
    };
    for _ in 0..turns {
        moving = moving.turned(board).unwrap_or(moving);
    }
    let step = (target - moving.x).signum();
    for _ in 0..(target - moving.x).abs() {
        moving = moving.stepped(board, step, 0).unwrap_or(moving);
    }
    moving.dropped(board).landing()
}

/// Fahey's orientation number (from 0) and origin column (from 0) of a placement.
fn turn_and_column(piece: Piece, placement: Placement) -> (usize, i32) {
    let turns = &TURNS[piece as usize];
    let number = turns
        .iter()
        .position(|turn| turn.orientation == placement.orientation)
        .expect("every orientation is in both tables");
    (
        number,
        i32::from(placement.column) - i32::from(turns[number].left),
    )
}

/// Dellacherie's preference among equally rated placements: the higher, the better. On the standard
/// board 100·|x - 6| + (10 if x < 6) - (orientation - 1), with Fahey's numbers, which count from 1.
pub fn dellacherie_preference(piece: Piece, placement: Placement, size: Size) -> i32 {
    let (turn, x) = turn_and_column(piece, placement);
    let from_entry = x - entry_column(size);
    100 * from_entry.abs() + if from_entry < 0 { 10 } else { 0 } - turn as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: &str) -> Board {
        rows.parse().unwrap()
    }

    fn count(board: &Board, piece: Piece) -> usize {
        let out = landings(board, piece);
        out.len()
    }

    #[test]
    fn on_an_empty_board_every_placement_is_reachable() {
        let board = Board::empty(Size::STANDARD);
        for piece in Piece::ALL {
            let expected = crate::game::placement::placements(piece, 10).count();
            assert_eq!(count(&board, piece), expected, "{piece}");
        }
    }

    #[test]
    fn landings_are_those_of_a_straight_drop_on_a_low_board() {
        let rows = format!("{}#.........\n##......#.", "..........\n".repeat(16));
        let low = board(&rows);
        let out = landings(&low, Piece::L);
        for landing in out.iter() {
            let shape = landing.shape(Piece::L);
            assert_eq!(
                landing.row as usize,
                low.landing_row(shape, landing.placement.column as usize)
            );
        }
    }

    #[test]
    fn a_column_that_reaches_the_row_of_steps_limits_the_landings() {
        // Column 1 reaches the row in which pieces step sideways: no piece gets to its left.
        let walled = board(
            "
            |        |
            | #      |
            | #      |
            | #      |
            | #      |
            | #      |
            ----------",
        );
        let out = landings(&walled, Piece::I);
        // Standing I: columns 2 to 7. Lying I: 2 to 4.
        let columns = |o| {
            let mut c: Vec<u8> = out
                .iter()
                .filter(|l| l.placement.orientation == o)
                .map(|l| l.placement.column)
                .collect();
            c.sort_unstable();
            c
        };
        assert_eq!(columns(0), [2, 3, 4, 5, 6, 7]);
        assert_eq!(columns(1), [2, 3, 4]);
    }

    #[test]
    fn entering_pieces_are_blocked_lock_or_fall() {
        let top_taken = board(
            "
            |    #   |
            |    #   |
            |    #   |
            |    #   |
            ----------",
        );
        assert_eq!(enter(&top_taken, Piece::O), Entry::Blocked);
        assert_eq!(count(&top_taken, Piece::O), 0);
        let below_taken = board(
            "
            |        |
            |        |
            |    #   |
            |    #   |
            ----------",
        );
        let Entry::Locks(landing) = enter(&below_taken, Piece::O) else {
            panic!()
        };
        assert_eq!((landing.placement.column, landing.row), (3, 2));
        assert_eq!(count(&below_taken, Piece::O), 1);
        assert_eq!(enter(&below_taken, Piece::I), Entry::Falls);
    }

    #[test]
    fn a_blocked_turn_is_refused_and_the_executed_move_differs() {
        // T in Fahey's orientations: 1 XXX/.X. 2 X./XX/X. 3 .X./XXX 4 .X/XX/.X. The second, which
        // needs the cells above and below the origin, is blocked by the cell below; the third is
        // free.
        let blocked = board(
            "
            |          |
            |          |
            |     #    |
            |     #    |
            |     #    |
            |     #    |
            ------------",
        );
        assert_eq!(
            enter(&blocked, Piece::T),
            Entry::Locks(Landing {
                placement: Placement {
                    orientation: 3,
                    column: 4
                },
                row: 4,
            })
        );
        // J and L: the full cell lies to the right of the origin and below it.
        let blocked = board(
            "
            |          |
            |          |
            |      #   |
            |      #   |
            |      #   |
            ------------",
        );
        let out = landings(&blocked, Piece::J);
        // J 1 is XXX/..X: one row down it needs a full cell, so it locks on entering.
        assert_eq!(out.len(), 1);
        let out = landings(&blocked, Piece::L);
        // L 2 (X./X./XX) needs the full cell and is blocked; L 3 (..X/XXX) is free and can be
        // chosen.
        assert!(out.iter().all(|l| l.placement.orientation != 1));
        let aim = out
            .iter()
            .find(|l| l.placement.orientation == 2 && l.placement.column == 0)
            .unwrap();
        let done = execute(&blocked, Piece::L, *aim);
        assert_eq!(
            done.placement.orientation, 0,
            "the turns are blocked, so it drops in its first orientation"
        );
        assert_ne!(done, *aim);
    }

    #[test]
    fn on_an_empty_board_the_executed_landing_is_the_chosen_one() {
        let free = Board::empty(Size::STANDARD);
        for piece in Piece::ALL {
            let out = landings(&free, piece);
            for &aim in out.iter() {
                assert_eq!(execute(&free, piece, aim), aim);
            }
        }
    }

    #[test]
    fn dellacheries_preference_follows_the_published_formula() {
        let at = |orientation, column| {
            dellacherie_preference(
                Piece::I,
                Placement {
                    orientation,
                    column,
                },
                Size::STANDARD,
            )
        };
        // A lying I is Fahey's orientation 1 with its origin two right of its left edge: x = 3 of
        // 1…10.
        assert_eq!(at(1, 0), 100 * 3 + 10);
        assert_eq!(at(1, 6), 100 * 3);
        assert_eq!(at(0, 0), 100 * 5 + 10 - 1);
        assert_eq!(at(0, 5), -1);
    }
}

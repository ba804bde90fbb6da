//! Moves on boards that are whole numbers, for sweeps over all boards of a small size.
//!
//! The reference is [`Move`](tetrarium_engine::Move); tests compare the two on whole boards.

use tetrarium_engine::rules::{GameKind, Overflow};
use tetrarium_engine::{Board, Piece, Placement, Rules, Size, placements};

use super::error::{MAX_CELLS, SolveError};

/// A board as a whole number: bit `y · width + x` is the cell in column `x` and row `y`.
pub(super) type Code = u64;

/// A board and the heights of its columns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pile {
    pub code: Code,
    heights: [u8; 16],
}

/// A piece in one placement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drop {
    pub placement: Placement,
    width: usize,
    height: usize,
    /// The lowest cell of each of its columns.
    bottoms: [u8; 4],
    /// Its cells when it lies on the floor.
    cells: Code,
}

/// A move: the afterstate, or none if it ended the game, and the lines that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub after: Option<Code>,
    pub lines: u32,
}

/// The moves of a small board.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    size: Size,
    overflow: Overflow,
    drops: [Vec<Drop>; 7],
    /// The cells of each column.
    columns: Vec<Code>,
    /// The row of each bit, plus one.
    tops: [u8; 64],
    /// Whole rows mirrored, `rows_at_once` of them.
    mirrored: Vec<u16>,
    rows_at_once: usize,
}

impl Grid {
    /// The moves by these rules.
    ///
    /// # Errors
    ///
    /// If the board is too large, or the game is not the simplified one.
    pub fn new(rules: &Rules) -> Result<Grid, SolveError> {
        let size = rules.board;
        let (width, height) = (size.width(), size.height());
        if width * height > MAX_CELLS || width * (height + 4) > 64 {
            return Err(SolveError::TooLarge(size));
        }
        if rules.game != GameKind::Simplified {
            return Err(SolveError::Game);
        }
        let column = |x: usize| (0..height).fold(0, |all, y| all | 1 << (y * width + x));
        let rows_at_once = 12 / width;
        Ok(Grid {
            size,
            overflow: rules.overflow,
            drops: Piece::ALL.map(|piece| drops(piece, width)),
            columns: (0..width).map(column).collect(),
            tops: std::array::from_fn(|bit| (bit / width) as u8 + 1),
            mirrored: (0..1 << (rows_at_once * width))
                .map(|rows| mirrored_rows(rows, width, rows_at_once))
                .collect(),
            rows_at_once,
        })
    }

    /// The placements of a piece, in the order in which they are tried.
    pub fn drops(&self, piece: Piece) -> &[Drop] {
        &self.drops[piece as usize]
    }

    /// A board with the heights of its columns.
    #[inline]
    pub fn pile(&self, code: Code) -> Pile {
        let mut heights = [0; 16];
        for (height, column) in heights.iter_mut().zip(&self.columns) {
            let cells = code & column;
            if cells != 0 {
                *height = self.tops[cells.ilog2() as usize];
            }
        }
        Pile { code, heights }
    }

    /// The move of a piece in a placement.
    #[inline]
    pub fn step(&self, pile: &Pile, drop: &Drop) -> Step {
        let (width, height) = (self.size.width(), self.size.height());
        let under = &pile.heights[drop.placement.column as usize..][..drop.width];
        let lands = |(height, bottom): (&u8, &u8)| height.saturating_sub(*bottom);
        let rests = under.iter().zip(&drop.bottoms).map(lands).max();
        let row = rests.unwrap_or_default() as usize;
        if self.overflow == Overflow::Ends && row + drop.height > height {
            return Step {
                after: None,
                lines: 0,
            };
        }
        let mut after = pile.code | drop.cells << (row * width);
        let full = (1 << width) - 1;
        let mut lines = 0;
        for y in (row..row + drop.height).rev() {
            let shift = y * width;
            if after >> shift & full == full {
                let below = (1 << shift) - 1;
                after = after & below | after >> width & !below;
                lines += 1;
            }
        }
        let rows = match self.overflow {
            Overflow::TopRow => height - 1,
            Overflow::Ends | Overflow::ClearsFirst => height,
        };
        Step {
            after: (after >> (rows * width) == 0).then_some(after),
            lines,
        }
    }

    /// The board mirrored left to right.
    #[inline]
    pub fn mirror(&self, board: Code) -> Code {
        let bits = self.rows_at_once * self.size.width();
        let (mut left, mut shift, mut mirrored) = (board, 0, 0);
        while left != 0 {
            let rows = self.mirrored[(left & ((1 << bits) - 1)) as usize];
            mirrored |= Code::from(rows) << shift;
            left >>= bits;
            shift += bits;
        }
        mirrored
    }

    /// The number of a board without cells above its top row.
    pub fn code(&self, board: &Board) -> Code {
        let (width, height) = (self.size.width(), self.size.height());
        let cells = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        cells
            .filter(|&(x, y)| board.is_full(x, y))
            .fold(0, |code, (x, y)| code | 1 << (y * width + x))
    }

    /// The board of a number.
    pub fn board(&self, code: Code) -> Board {
        let width = self.size.width();
        let mut board = Board::empty(self.size);
        let mut left = code;
        while left != 0 {
            let bit = left.trailing_zeros() as usize;
            board.fill(bit % width, bit / width);
            left &= left - 1;
        }
        board
    }
}

/// The piece that a mirror shows.
pub(super) fn mirrored_piece(piece: usize) -> usize {
    // In the order of `Piece::ALL`: S and Z, J and L are each other's mirror images.
    [0, 1, 2, 4, 3, 6, 5][piece]
}

fn drops(piece: Piece, width: usize) -> Vec<Drop> {
    placements(piece, width)
        .map(|placement| {
            let shape = &piece.orientations()[placement.orientation as usize];
            let columns = 0..shape.width as usize;
            let mut cells = 0;
            for dx in columns.clone() {
                for y in 0..shape.height as usize {
                    let bit = y * width + placement.column as usize + dx;
                    cells |= Code::from(shape.columns[dx] >> y & 1) << bit;
                }
            }
            let mut bottoms = [0; 4];
            for dx in columns {
                bottoms[dx] = shape.bottom(dx) as u8;
            }
            Drop {
                placement,
                width: shape.width as usize,
                height: shape.height as usize,
                bottoms,
                cells,
            }
        })
        .collect()
}

fn mirrored_rows(rows: u16, width: usize, count: usize) -> u16 {
    let mut mirrored = 0;
    for y in 0..count {
        for x in 0..width {
            mirrored |= (rows >> (y * width + x) & 1) << (y * width + width - 1 - x);
        }
    }
    mirrored
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Move, View};

    /// All moves on boards of many sizes, under all kinds of overflow, are those of the engine.
    #[test]
    fn steps_are_the_moves_of_the_engine() {
        for size in ["4x4", "4x9", "5x5", "6x6", "7x5", "8x4"] {
            for overflow in ["ends", "clears-first", "top-row"] {
                let mut rules = Rules::default();
                rules.set("board", size).unwrap();
                rules.set("overflow", overflow).unwrap();
                let grid = Grid::new(&rules).unwrap();
                let cells = rules.board.width() * rules.board.height();
                let mut noise = 1_u64;
                for round in 0..400 {
                    noise = noise
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1);
                    // Sparse, dense and nearly full boards.
                    let high = noise >> 20;
                    let code = match round % 3 {
                        0 => high & noise.rotate_left(17),
                        1 => high,
                        _ => high | noise.rotate_left(29),
                    } & ((1 << cells) - 1);
                    compare(&rules, &grid, code);
                }
            }
        }
    }

    fn compare(rules: &Rules, grid: &Grid, code: Code) {
        let board = grid.board(code);
        // The engine never plays from a board with a full row or, with `top-row`, a full top row.
        let top = match rules.overflow {
            Overflow::TopRow => board.height() - 1,
            _ => board.height(),
        };
        if board.full_rows() != 0 || board.max_height() > top {
            return;
        }
        assert_eq!(grid.code(&board), code);
        assert_eq!(grid.board(grid.mirror(code)), board.mirrored());
        let pile = grid.pile(code);
        for piece in Piece::ALL {
            let prospect = tetrarium_engine::Pieces::new(1, 0).prospect(&rules.pieces, 1);
            let view = View {
                rules,
                board: &board,
                piece,
                next: None,
                prospect,
            };
            let moves: Vec<Move> = view.moves().collect();
            assert_eq!(moves.len(), grid.drops(piece).len());
            for (expected, drop) in moves.iter().zip(grid.drops(piece)) {
                let step = grid.step(&pile, drop);
                assert_eq!(drop.placement, expected.landing.placement);
                assert_eq!(step.lines, expected.lines, "{board} {piece} {drop:?}");
                let after = (!expected.ends).then(|| grid.code(&expected.after));
                assert_eq!(step.after, after, "{board} {piece} {drop:?}");
            }
        }
    }
}

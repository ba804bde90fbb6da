//! All placements of a piece on a board: where they come to rest, and what changes there.

use super::pieces::{FLOOR_BIAS, PieceBytes, WELLS_BIAS};
use super::plan::Job;
use super::vector::{BYTES, ByteVector, COLUMNS};
use crate::kernels::profile::RISE;

/// A board, a lane of 32 bits for each column. Walls are full and higher than any pile.
pub(super) struct Board<B> {
    pub cells: B,
    pub heights: B,
    /// The rows below the height.
    pub below: B,
    pub holes: B,
}

impl<B: ByteVector> Board<B> {
    #[inline(always)]
    pub fn new(job: &Job) -> Self {
        let cells = B::load_columns(job.columns).or(B::load_columns(&job.plan.walls));
        let heights = cells.height_columns();
        let below = B::below_columns(heights);
        Board {
            cells,
            heights,
            below,
            holes: below.but_not(cells),
        }
    }
}

/// All placements of a piece whose widest orientation has `M` columns, a byte for each.
pub(super) struct Placements<'a, B, const M: usize> {
    pub piece: &'a PieceBytes,
    /// The row in which the piece comes to rest.
    pub row: B,
    /// The heights of the columns from the one left of the piece on.
    pub heights: [B; 6],
    /// The empty cells between the piece and the columns that it falls on.
    gaps: [B; 4],
    /// The columns from two left of the piece to two right of it, in the rows of its box.
    pub near: [B; 8],
    /// The same with the piece in them.
    pub filled: [B; 8],
}

/// What is counted of well cells.
pub(super) struct Wells<B> {
    /// The difference in cumulative wells, plus [`WELLS_BIAS`]: the low bytes, and the high ones.
    pub cumulative: [B; 2],
    /// New well cells among holes, which are not counted.
    pub covered: B,
    /// The cells below the piece, in the rows of its box, that become holes.
    pub new_holes: B,
}

/// For 0 to 15: the sum of the rows of the bits, each less by as much as the floor is raised.
const NEIGHBOUR_WELLS: [u8; BYTES] = {
    let mut table = [0; BYTES];
    let mut cells = 0;
    while cells < 16 {
        let count = (cells as u32).count_ones() as i8;
        table[cells] = (RISE[cells] - FLOOR_BIAS as i8 * count) as u8;
        cells += 1;
    }
    table
};

/// For 0 to 3: the rows of a box of four from this row on.
pub(super) const FROM_ROW: [u8; BYTES] = {
    let mut table = [0; BYTES];
    (table[0], table[1], table[2], table[3]) = (0b1111, 0b1110, 0b1100, 0b1000);
    table
};

/// For each number the bits below: of 0 to 15, and of 16 to 31.
const BELOW: [[u32; COLUMNS]; 2] = {
    let mut tables = [[0; COLUMNS]; 2];
    let mut row = 0;
    while row < 32 {
        tables[row / 16][row % 16] = (1 << row) - 1;
        row += 1;
    }
    tables
};

/// A constant of every orientation, for column `k`.
#[inline(always)]
pub(super) fn each<B: ByteVector>(k: usize, of: &[[u8; 4]]) -> B {
    B::orientations(of[k])
}

impl<'a, B: ByteVector, const M: usize> Placements<'a, B, M> {
    #[inline(always)]
    pub fn new(piece: &'a PieceBytes, board: &Board<B>) -> Self {
        let zero = B::splat(0);
        let wall_height = B::splat(32);
        let here = board.heights.spread();
        let heights = [
            here.to_the_left::<1>(wall_height),
            here,
            here.to_the_right::<1>(wall_height),
            here.to_the_right::<2>(wall_height),
            here.to_the_right::<3>(wall_height),
            here.to_the_right::<4>(wall_height),
        ];
        let mut reach = [zero; 4];
        for k in 0..M {
            reach[k] = heights[k + 1].sub(each(k, &piece.bottom));
        }
        let mut row = reach[0].max(reach[1]).max(reach[2]);
        if M == 4 {
            row = row.max(reach[3]);
        }
        let mut gaps = [zero; 4];
        for k in 0..M {
            gaps[k] = row.sub(reach[k]).but_not(each(k, &piece.none));
        }
        let (cells, wall) = (board.cells, B::splat_columns(-1));
        let near: [B; 8] = [
            cells.to_the_left::<2>(wall).fields(row),
            cells.to_the_left::<1>(wall).fields(row),
            cells.fields(row),
            cells.to_the_right::<1>(wall).fields(row),
            cells.to_the_right::<2>(wall).fields(row),
            cells.to_the_right::<3>(wall).fields(row),
            cells.to_the_right::<4>(wall).fields(row),
            match M {
                4 => cells.to_the_right::<5>(wall).fields(row),
                _ => zero,
            },
        ];
        let mut all = Placements {
            piece,
            row,
            heights,
            gaps,
            near,
            filled: near,
        };
        for j in 2..M + 2 {
            all.filled[j] = all.near[j].or(all.cells(j));
        }
        all
    }

    /// The cells of the piece in the column at place `j` of `near`.
    #[inline(always)]
    pub fn cells(&self, j: usize) -> B {
        match j {
            2..6 if j < M + 2 => each(j - 2, &self.piece.cells),
            _ => B::splat(0),
        }
    }

    /// The rows of the box that are full with the piece in them.
    #[inline(always)]
    pub fn full_rows(&self, board: &Board<B>, wraps_around: bool) -> B {
        let (cells, row) = (board.cells, self.row);
        // Rows full in all columns but those of the window, and in these with the piece.
        let two = cells.and(cells.around::<1>());
        let four = two.and(two.around::<2>());
        let eight = four.and(four.around::<4>());
        let others = match M {
            3 => eight
                .around::<3>()
                .and(four.around::<11>())
                .and(cells.around::<15>()),
            _ => eight.around::<4>().and(four.around::<12>()),
        };
        let mut full = others.fields(row);
        for column in &self.filled[2..M + 2] {
            full = full.and(*column);
        }
        if wraps_around {
            full = full.and(cells.around::<1>().fields(row).or(self.cells(3)));
            full = full.and(cells.around::<2>().fields(row).or(self.cells(4)));
            if M == 4 {
                full = full.and(cells.around::<3>().fields(row).or(self.cells(5)));
            }
        }
        full
    }

    /// Well cells, from the column left of the piece to the one right of it.
    #[inline(always)]
    pub fn wells(&self, board: &Board<B>) -> Wells<B> {
        let (zero, row) = (B::splat(0), self.row);
        let high = row.add(B::splat(FLOOR_BIAS));
        let from_row = B::load(&FROM_ROW);
        let which = B::orientations([0, 16, 32, 48]);
        let (near, filled) = (&self.near, &self.filled);
        let (mut covered, mut new_holes, mut within) = (zero, zero, zero);
        let mut deep = [zero; 2];
        for j in 1..M + 3 {
            let beside = self
                .cells(j - 1)
                .and(filled[j + 1])
                .or(filled[j - 1].and(self.cells(j + 1)));
            let new = beside.but_not(filled[j]);
            let above = self.heights[j - 1].sub_to_zero(row).look_up(from_row);
            covered = covered.or(new.but_not(above));
            let open = new.and(above);
            let (wells, steep) = match j {
                _ if j == 1 || j == M + 2 => {
                    (open.look_up(B::load(&NEIGHBOUR_WELLS)), open.count())
                }
                _ => {
                    // Cells of the piece that were well cells are none any more.
                    let lost = self.cells(j).and(near[j - 1]).and(near[j + 1]);
                    let entry = open.or(lost).or(which);
                    new_holes = new_holes.or(each::<B>(j - 2, &self.piece.under).and(above));
                    (
                        entry.look_up(B::load(&self.piece.wells[j - 2])),
                        entry.look_up(B::load(&self.piece.steep[j - 2])),
                    )
                }
            };
            within = within.add(wells);
            let products = high.sub_to_zero(self.heights[j - 1]).products(steep);
            deep = [0, 1].map(|half| deep[half].add_pairs(products[half]));
        }
        let ones = B::splat(1).products(within);
        deep = [0, 1].map(|half| deep[half].add_pairs(ones[half]));
        if M == 4 {
            deep[0] = deep[0].sub_pairs(self.above_a_standing_i(board));
        }
        let bias = B::splat_columns(WELLS_BIAS | WELLS_BIAS << 16);
        Wells {
            cumulative: B::joined(deep.map(|half| half.add_pairs(bias))),
            covered,
            new_holes,
        }
    }

    /// How much less deep the well cells above a standing I are. It is the first orientation of its
    /// piece, and the only one of all pieces that leaves well cells above it; each is four less
    /// deep.
    #[inline(always)]
    fn above_a_standing_i(&self, board: &Board<B>) -> B {
        let wall = B::splat_columns(-1);
        let sides = board
            .cells
            .to_the_left::<1>(wall)
            .and(board.cells.to_the_right::<1>(wall));
        let above = sides.but_not(board.below);
        let top = self
            .row
            .and(B::splat_columns(0xff))
            .add(B::splat_columns(4));
        let lost = above.down_columns(top).count_columns();
        let twice = lost.add(lost);
        twice.add(twice)
    }

    /// New holes.
    #[inline(always)]
    pub fn holes(&self) -> B {
        let [a, b, c, d] = self.gaps;
        a.add(b).add(c).add(d)
    }

    /// New runs of holes.
    #[inline(always)]
    pub fn lids(&self) -> B {
        let one = B::splat(1);
        let mut lids = B::splat(0);
        for gap in &self.gaps[..M] {
            lids = lids.add(gap.min(one));
        }
        lids
    }

    /// New holes one cell high, given the new runs.
    #[inline(always)]
    pub fn surrounded(&self, lids: B) -> B {
        let two = B::splat(2);
        let mut up_to_two = B::splat(0);
        for gap in &self.gaps[..M] {
            up_to_two = up_to_two.add(gap.min(two));
        }
        lids.add(lids).sub(up_to_two)
    }

    /// Cells of the piece with a hole somewhere below them.
    #[inline(always)]
    pub fn covering(&self, board: &Board<B>) -> B {
        let zero = B::splat(0);
        let has_holes = board.holes.filled_columns();
        let has_holes = [
            has_holes,
            has_holes.to_the_right::<1>(zero),
            has_holes.to_the_right::<2>(zero),
            has_holes.to_the_right::<3>(zero),
        ];
        let mut covering = zero;
        for (k, has_holes) in has_holes.into_iter().enumerate().take(M) {
            let under = self.gaps[k].or(has_holes).is_some();
            covering = covering.add(each::<B>(k, &self.piece.counts).kept(under));
        }
        covering
    }

    /// The cells below the piece, in the rows of its box, that become holes.
    #[inline(always)]
    pub fn new_holes(&self) -> B {
        let mut new_holes = B::splat(0);
        for k in 0..M {
            let above = self.heights[k + 1].sub_to_zero(self.row);
            let above = above.look_up(B::load(&FROM_ROW));
            new_holes = new_holes.or(each::<B>(k, &self.piece.under).and(above));
        }
        new_holes
    }

    /// New rows with holes, given the new holes within the rows of the box.
    #[inline(always)]
    pub fn hole_rows(&self, board: &Board<B>, new_holes: B) -> B {
        let before = B::splat_columns(board.holes.union_columns() as i32);
        // How many rows below each are without holes.
        let free = BELOW.map(|rows| B::load_columns(&rows).but_not(before).count_columns());
        let free = B::low_bytes(free[0], free[1]);
        let mut least = self.row;
        for k in 0..M {
            least = least.min(self.heights[k + 1].or(each(k, &self.piece.none)));
        }
        new_holes
            .but_not(before.fields(self.row))
            .count()
            .add(self.row.look_up(free))
            .sub(least.look_up(free))
    }

    /// Sides of the piece that touch full cells or a wall.
    #[inline(always)]
    pub fn touching(&self) -> B {
        let mut touching = B::splat(0);
        for j in 1..M + 3 {
            let cells = self.near[j].and(B::load(&self.piece.beside[j - 1]));
            touching = touching.add(cells.count());
        }
        touching
    }

    /// New changes between empty and full along rows and columns without walls, given those along
    /// rows with walls.
    #[inline(always)]
    pub fn cell_changes(&self, row_changes: B, height: u8) -> B {
        let one = B::splat(1);
        let mut changes = row_changes.add(B::load(&self.piece.at_walls));
        for k in 0..M {
            // The piece's top, unless it is that of the board; its bottom, or else the column's top
            // that is no more.
            let none = each::<B>(k, &self.piece.none);
            let top = self.row.add(each(k, &self.piece.top));
            let has_top = B::splat(height).above(top) & !none.is_some();
            let stood = self.heights[k + 1].but_not(none).min(one);
            let gap = self.gaps[k].min(one);
            changes = changes
                .add(one.kept(has_top))
                .add(gap)
                .sub(stood.sub_to_zero(gap));
        }
        changes
    }
}

//! The danger of a board. Here a lane is a column.

use super::vector::Vector;
use crate::game::board::{Board, MAX_WIDTH};
use crate::game::danger::Danger;

/// Some columns of a board, a lane for each; those beyond its width are empty.
#[derive(Clone, Copy)]
struct Columns<V> {
    cells: V,
    /// The rows below the height of each.
    below: V,
    /// The same, with all rows of what lies beyond the width.
    walled: V,
}

impl<V: Vector> Columns<V> {
    /// The columns from one on.
    #[inline(always)]
    fn from(board: &Board, at: usize) -> Self {
        let wall = V::splat(-1);
        let zero = V::splat(0);
        if at >= MAX_WIDTH {
            return Columns {
                cells: zero,
                below: zero,
                walled: wall,
            };
        }
        let cells = V::load_slice(&board.all_columns()[at..]);
        let below = V::splat(-1).down(V::splat(32).sub(cells.height()));
        let inside = V::splat(board.width() as i32 - at as i32).above(V::numbers());
        Columns {
            cells,
            below,
            walled: wall.replaced(inside, below),
        }
    }
}

/// What [`Danger::of`] says of a board no column of which reaches row 31: climbs ask after every
/// move.
#[inline(always)]
pub(crate) fn danger<V: Vector>(danger: Danger, board: &Board) -> i32 {
    let zero = V::splat(0);
    let (mut cells, mut holes, mut small) = (zero, zero, zero);
    let (mut before, mut here) = (V::splat(-1), Columns::<V>::from(board, 0));
    let mut at = 0;
    loop {
        at += V::LANES;
        let after = Columns::<V>::from(board, at);
        cells = cells.or(here.cells);
        holes = holes.or(here.below.but_not(here.cells));
        let beside = here
            .walled
            .shifted_left_in(before)
            .and(here.walled.shifted_right_in(after.walled));
        let wells = beside.but_not(here.walled).count();
        small = small.add(wells);
        if danger == Danger::Cover {
            let covering = here.cells.and(here.cells.add(V::splat(1)));
            small = small.add(wells).add(covering.count());
        }
        (before, here) = (here.walled, after);
        // The first says it to the compiler where one vector has all columns.
        if at >= MAX_WIDTH || at >= board.width() {
            break;
        }
    }
    let ([cells, holes], small) = V::unions_and_sum(cells, holes, small);
    let height = (u32::BITS - cells.leading_zeros()) as i32;
    let rows = holes.count_ones() as i32;
    match danger {
        Danger::Height => height,
        Danger::Pile => height + 3 * rows + small,
        Danger::Cover => 2 * height + 4 * rows + small,
    }
}

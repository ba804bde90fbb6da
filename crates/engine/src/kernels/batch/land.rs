//! A move made on a board. Here a lane is a column.

use super::vector::Vector;
use crate::game::board::{Board, MAX_WIDTH};
use crate::game::piece::Piece;
use crate::game::placement::Landing;
use crate::kernels::plan::Plan;

/// A move that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Landed {
    /// The rows that were full, and are gone.
    pub full: u32,
    /// What the move's own features add to the score of the board after it.
    pub score: i32,
}

/// Adds a piece to a board where it comes to rest and removes the rows that are full, which are
/// looked for unless they are known.
///
/// The board is written in whole vectors. Columns that were written one by one could not be loaded
/// as a vector at once, which is what the next move does.
#[inline(always)]
pub(crate) fn land<V: Vector>(
    plan: &Plan,
    board: &mut Board,
    piece: Piece,
    landing: Landing,
    full: Option<u32>,
) -> Landed {
    let profile = &plan.profiles(piece)[landing.placement.orientation as usize];
    let (column, row) = (
        landing.placement.column as usize,
        V::splat(landing.row.into()),
    );
    let columns = board.all_columns_mut();
    // The rows in which some column is empty.
    let mut open = V::splat(0);
    let mut at = 0;
    while at < MAX_WIDTH {
        let some = &mut columns[at..];
        let cells = V::load(profile.at(column, at), 0).up(row);
        let mut after = V::load_slice(some).or(cells);
        match full {
            Some(full) => after = without_rows(after, full),
            None => {
                let inside = V::splat(plan.width as i32 - at as i32).above(V::numbers());
                open = open.or(V::splat(-1).but_not(after).kept(inside));
            }
        }
        after.store(some);
        at += V::LANES;
    }
    let full = full.unwrap_or_else(|| {
        let full = !open.union();
        let mut at = 0;
        while full != 0 && at < MAX_WIDTH {
            let some = &mut columns[at..];
            without_rows(V::load_slice(some), full).store(some);
            at += V::LANES;
        }
        full
    });
    Landed {
        full,
        score: plan.move_score(piece, landing, full),
    }
}

/// Columns without some rows; what is above them moves down.
#[inline(always)]
pub(super) fn without_rows<V: Vector>(mut columns: V, rows: u32) -> V {
    let mut left = rows;
    while left != 0 {
        // From the top, so that the rows still to be removed keep their place.
        let highest = 1 << left.ilog2();
        let below = V::splat((highest - 1) as i32);
        columns = columns.and(below).or(columns.down_one().but_not(below));
        left ^= highest;
    }
    columns
}

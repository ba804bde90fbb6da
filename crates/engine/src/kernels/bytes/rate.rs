//! The scores of all placements of a piece at once.

use super::pieces::PieceBytes;
use super::placements::{Board, Placements};
use super::plan::{Digits, Job};
use super::vector::{ByteVector, COLUMNS};
use crate::kernels::scores::{Best, Draft, LIST, Rest};

/// Rates all placements of a piece whose widest orientation has `M` columns, on a board without
/// full rows.
#[inline(always)]
pub(crate) fn rate<B: ByteVector, const M: usize>(job: Job, out: &mut Draft) {
    let piece = job.piece;
    let board = Board::<B>::new(&job);
    let all = Placements::<B, M>::new(piece, &board);
    let full = all.full_rows(&board, job.plan.wraps_around);
    let over = all.row.above(B::orientations(piece.limit));
    let wells = all.wells(&board);
    let [wells_low, wells_high] = wells.cumulative;
    let first = [all.row, all.holes(), all.lids(), all.covering(&board)];
    let second = [
        all.hole_rows(&board, wells.new_holes),
        all.touching(),
        wells_low,
        wells_high,
    ];
    let open = over | full.is_some();
    all.row.store(&mut out.spots.rows);
    full.store(&mut out.spots.full);
    out.rest = rest::<B>(piece, [open, over, wells.covered.is_some()]);
    (out.best, out.covered_best) = score([first, second], job, out.rest, &mut out.list);
}

/// Scores what was counted of all placements into the list, in its order. Gives the best of those
/// that are not left to others, and the greatest score of those that are covered.
#[inline(always)]
fn score<B: ByteVector>(
    counted: [[B; 4]; 2],
    job: Job,
    rest: Rest,
    list: &mut [i32; LIST],
) -> (Best, i32) {
    let piece = job.piece;
    let order = B::load(&piece.order);
    // Written twice: the compiler leaves a closure within a closure as a function of its own, which
    // lacks the instruction set of its caller.
    let [first, second] = counted;
    let first = B::side_by_side(first.map(|bytes| order.look_up(bytes)));
    let second = B::side_by_side(second.map(|bytes| order.look_up(bytes)));
    let unknown = rest.open | rest.covered | u64::MAX << piece.count;
    let list = list.as_chunks_mut::<COLUMNS>().0;
    macro_rules! score {
        ($q:literal) => {{
            let score = weighted([first[$q], second[$q]], &job.plan.digits)
                .add_columns(B::splat_columns(job.start))
                .add_columns(B::load_columns(&piece.own[$q]));
            score.store_columns(&mut list[$q]);
            score.replaced_columns((unknown >> (COLUMNS * $q)) as u16, i32::MIN)
        }};
    }
    // Three vectors hold the placements on boards up to thirteen wide.
    let scores = [score!(0), score!(1), score!(2)];
    let mut best = scores[0].max_columns(scores[1]).max_columns(scores[2]);
    let has_more = piece.count > 3 * COLUMNS;
    let more = match has_more {
        true => score!(3),
        false => B::splat_columns(i32::MIN),
    };
    if has_more {
        best = best.max_columns(more);
    }
    let greatest = best.greatest_column();
    let equal = |q: usize, of: B| u64::from(of.equal_columns(greatest)) << (COLUMNS * q);
    let mut which = equal(0, scores[0]) | equal(1, scores[1]) | equal(2, scores[2]);
    if has_more {
        which |= equal(3, more);
    }
    let best = Best {
        score: greatest,
        index: which.trailing_zeros() as usize,
    };
    (best, covered_best::<B>(rest.covered, list))
}

/// The greatest of those scores of a list that a mask says.
#[inline(always)]
pub(super) fn covered_best<B: ByteVector>(covered: u64, list: &[[i32; COLUMNS]]) -> i32 {
    if covered == 0 {
        return i32::MIN;
    }
    let mut best = B::splat_columns(i32::MIN);
    for (q, scores) in list.iter().take(4).enumerate() {
        let others = !(covered >> (COLUMNS * q)) as u16;
        let scores = B::load_signed_columns(scores).replaced_columns(others, i32::MIN);
        best = best.max_columns(scores);
    }
    best.greatest_column()
}

/// What the numbers score: lanes of 32 bits with four bytes each.
#[inline(always)]
fn weighted<B: ByteVector>(numbers: [B; 2], digits: &Digits) -> B {
    let mut sums = [B::splat(0); 4];
    for (d, sum) in sums.iter_mut().enumerate() {
        *sum = B::add_weighted(*sum, numbers[0], B::orientations(digits.first[d]));
        *sum = B::add_weighted(*sum, numbers[1], B::orientations(digits.second[d]));
    }
    let [a, b, c, d] = sums;
    let low = a.add_columns(b.up_bytes::<1>());
    low.add_columns(c.up_bytes::<2>().add_columns(d.up_bytes::<3>()))
}

/// The placements that are left to others, given masks of bytes, in the order of the list;
/// `covered` lacks those that are open.
#[inline(always)]
pub(super) fn rest<B: ByteVector>(piece: &PieceBytes, [open, over, covered]: [u64; 3]) -> Rest {
    let list = B::load(&piece.list);
    let over = over & piece.there;
    Rest {
        open: list.bits_of(open & piece.there),
        // Mostly none stands out.
        over: if over == 0 { 0 } else { list.bits_of(over) },
        covered: list.bits_of(covered & !open & piece.there),
    }
}

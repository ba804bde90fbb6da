//! What was counted of all placements, added up into scores.

use super::group::ordered;
use super::places::PLACES;
use super::plan::Job;
use super::rate::covered_best;
use super::vector::{ByteVector, COLUMNS};
use crate::kernels::scores::{Best, Counts, LIST, Rest};

/// Scores what was counted of all placements into the list, in its order, which takes `Q` vectors.
/// Gives the best of those that are not left to others, and the greatest score of those that are
/// covered.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
pub(super) fn score<B: ByteVector, const Q: usize>(
    job: Job,
    rest: Rest,
    list: &mut [i32; LIST],
    counts: &mut Counts,
) -> (Best, i32) {
    let piece = job.piece;
    let order = B::load(&piece.order);
    // Digit by digit.
    let mut sums = [[B::splat(0); 4]; Q];
    for group in &job.plan.groups {
        let numbers = ordered(order, counts, group.counts);
        for d in 0..4 {
            let weights = B::orientations(group.digits[d]);
            for q in 0..Q {
                sums[q][d] = B::add_weighted(sums[q][d], numbers[q], weights);
            }
        }
    }
    for group in &piece.by_column {
        let numbers = ordered(order, counts, group.counts);
        for q in 0..Q {
            for d in 0..4 {
                let weights = B::load(&group.digits[q][d]);
                sums[q][d] = B::add_weighted(sums[q][d], numbers[q], weights);
            }
        }
    }
    let has_places = job.plan.counted & PLACES != 0;
    let places = counts.of_places.as_chunks::<COLUMNS>().0;
    let has_tables = !job.plan.tables.is_empty();
    let mut of_tables = [B::splat(0); Q];
    if has_tables {
        of_tables = job.plan.tables.scores(piece, job.numbers, counts);
    }
    let unknown = rest.open | rest.covered | u64::MAX << piece.count;
    let list = list.as_chunks_mut::<COLUMNS>().0;
    let table_list = counts.of_tables.as_chunks_mut::<COLUMNS>().0;
    let mut scores = [B::splat_columns(i32::MIN); Q];
    let mut best = scores[0];
    for q in 0..Q {
        let [a, b, c, d] = sums[q];
        let low = a.add_columns(b.up_bytes::<1>());
        let high = c.up_bytes::<2>().add_columns(d.up_bytes::<3>());
        let score = low
            .add_columns(high)
            .add_columns(B::splat_columns(job.start))
            .add_columns(B::load_columns(&piece.own[q]))
            .add_columns(of_tables[q]);
        let score = match has_places {
            true => score.add_columns(B::load_columns(&places[q])),
            false => score,
        };
        score.store_columns(&mut list[q]);
        scores[q] = score.replaced_columns((unknown >> (COLUMNS * q)) as u16, i32::MIN);
        best = best.max_columns(scores[q]);
        if has_tables {
            of_tables[q].store_columns(&mut table_list[q]);
        }
    }
    let greatest = best.greatest_column();
    let mut which = 0;
    for (q, score) in scores.iter().enumerate() {
        which |= u64::from(score.equal_columns(greatest)) << (COLUMNS * q);
    }
    let best = Best {
        score: greatest,
        index: which.trailing_zeros() as usize,
    };
    (best, covered_best::<B>(rest.covered, list))
}

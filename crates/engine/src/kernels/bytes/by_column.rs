//! What belongs to one column of the board: weights that differ from placement to placement.

use super::counts::Count;
use super::digits::digits;
use super::vector::{BYTES, COLUMNS};
use crate::kernels::profile::Profile;
use crate::kernels::tables::ColumnScores;

/// The weights of four counts for each placement of a piece.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct ByColumn {
    /// The numbers of the counts.
    pub counts: [u8; 4],
    /// Digits of the weights, in the order of the list: those of the first sixteen placements digit
    /// by digit, then of the next.
    pub digits: [[[u8; BYTES]; 4]; 4],
}

impl ByColumn {
    /// The weights of all counts of the columns of a piece's window and of its pairs. What their
    /// bias scores is taken from `own`.
    pub fn of_piece(
        profiles: &[Profile],
        width: usize,
        window: usize,
        [columns, pairs]: [&ColumnScores; 2],
        own: &mut [[u32; COLUMNS]; 4],
    ) -> Vec<ByColumn> {
        let rises = (0..window).map(|k| (Count::Rise, k, columns, k as isize));
        let pairs = (0..=window).map(|j| (Count::Pair, j, pairs, j as isize - 1));
        let sources: Vec<_> = rises.chain(pairs).collect();
        let places = || {
            let columns = |profile: &Profile| (width + 1).saturating_sub(profile.width);
            let all = profiles.iter().flat_map(move |profile| 0..columns(profile));
            all.enumerate()
                .map(|(i, x)| (i / COLUMNS, i % COLUMNS, x as isize))
        };
        let groups = sources.chunks(4).map(|group| {
            let mut by_column = ByColumn {
                counts: [Count::Rise as u8; 4],
                digits: [[[0; BYTES]; 4]; 4],
            };
            for (i, (count, number, _, _)) in group.iter().enumerate() {
                by_column.counts[i] = *count as u8 + *number as u8;
            }
            for (vector, lane, x) in places() {
                let mut weights = [0; 4];
                for (i, (count, _, scores, offset)) in group.iter().enumerate() {
                    weights[i] = scores.weights.get(x + offset) as i32;
                    let bias = weights[i].wrapping_mul(count.bias());
                    own[vector][lane] = own[vector][lane].wrapping_sub(bias as u32);
                }
                for (d, digits) in digits(weights).into_iter().enumerate() {
                    by_column.digits[vector][d][4 * lane..4 * lane + 4].copy_from_slice(&digits);
                }
            }
            by_column
        });
        groups.collect()
    }
}

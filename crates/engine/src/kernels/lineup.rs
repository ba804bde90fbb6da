//! All placements of a piece as `whole` wants them: constants for each byte of a vector.

use super::profile::Profile;
use super::slot::Slot;
use super::wide::{BYTES, COLUMNS};

/// What is added to the difference in cumulative wells, so that it has no sign.
pub(crate) const WELLS_BIAS: i32 = 4096;
/// What is added to the depth of a box's floor, so that it has no sign where a cell above it counts.
pub(crate) const FLOOR_BIAS: u8 = 3;

/// Constants of the placements of a piece; those of four numbers are one for each orientation.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Lineup {
    /// The widest orientation.
    pub window: usize,
    /// How many placements there are.
    pub count: usize,
    /// The number of the first placement of each orientation.
    pub first: [u8; 4],
    /// The placements there are, a bit for each byte.
    pub there: u64,
    /// The highest row in which it may come to rest without standing out.
    pub limit: [u8; 4],
    /// The cells of each column.
    pub cells: [[u8; 4]; 4],
    /// How many they are.
    pub counts: [[u8; 4]; 4],
    /// Row of the lowest cell of each column; more than any height where the orientation has no such column.
    pub bottom: [[u8; 4]; 4],
    /// All bits where the orientation has no such column.
    pub none: [[u8; 4]; 4],
    /// The rows below the lowest cell of each column.
    pub under: [[u8; 4]; 4],
    /// The cells beside the piece, from the column left of it on.
    pub beside: [[u8; 4]; 6],
    /// See [`Profile::wells`], one orientation after the other, less [`FLOOR_BIAS`] times `steep`.
    pub wells: [[u8; BYTES]; 4],
    /// See [`Profile::steep`].
    pub steep: [[u8; BYTES]; 4],
    /// Where the bytes of the placements come from, in such an order that [`Wide::side_by_side`](super::wide::Wide::side_by_side) puts
    /// them into the order of the list.
    pub order: [u8; BYTES],
    /// What each placement scores for what it is, in the order of the list.
    pub own: [[u32; COLUMNS]; 4],
}

/// The weights of what `whole` counts, each as four digits with a sign of a number of base 256.
#[derive(Clone, Debug)]
pub(crate) struct Digits {
    /// Digit by digit, of: rows, holes, lids, cells that cover.
    pub first: [[i8; 4]; 4],
    /// Of: rows with holes, sides that touch, low and high byte of cumulative wells.
    pub second: [[i8; 4]; 4],
}

impl Digits {
    /// The digits of the weights of the slots.
    pub fn new(weight: impl Fn(Slot) -> i32) -> Digits {
        let wells = weight(Slot::CumulativeWells);
        Digits {
            first: digits([
                weight(Slot::LandingHeight).wrapping_mul(2),
                weight(Slot::Holes),
                weight(Slot::ColumnTransitions).wrapping_mul(2),
                weight(Slot::HoleDepth),
            ]),
            second: digits([
                weight(Slot::RowsWithHoles),
                weight(Slot::RowTransitions).wrapping_mul(-2),
                wells,
                wells.wrapping_mul(256),
            ]),
        }
    }
}

/// The digits of four numbers: all the lowest, then all the next.
fn digits(mut of: [i32; 4]) -> [[i8; 4]; 4] {
    std::array::from_fn(|_| {
        of.each_mut().map(|number| {
            let digit = *number as i8;
            *number = number.wrapping_sub(i32::from(digit)) >> 8;
            digit
        })
    })
}

impl Lineup {
    /// The constants of a piece on a board of some width.
    pub fn new(profiles: &[Profile], width: usize, weight: impl Fn(Slot) -> i32) -> Lineup {
        let window = profiles.iter().map(|profile| profile.width).max();
        let mut lineup = Lineup {
            window: window.expect("a piece has orientations"),
            count: 0,
            first: [0; 4],
            there: 0,
            limit: [0; 4],
            cells: [[0; 4]; 4],
            counts: [[0; 4]; 4],
            bottom: [[i8::MAX as u8; 4]; 4],
            none: [[u8::MAX; 4]; 4],
            under: [[0; 4]; 4],
            beside: [[0; 4]; 6],
            wells: [[0; BYTES]; 4],
            steep: [[0; BYTES]; 4],
            order: [0; BYTES],
            own: [[0; COLUMNS]; 4],
        };
        for (o, profile) in profiles.iter().enumerate() {
            lineup.first[o] = lineup.count as u8;
            lineup.limit[o] = profile.limit as u8;
            let own = weight(Slot::LandingHeight)
                .wrapping_mul(profile.rise)
                .wrapping_add(weight(Slot::RowTransitions).wrapping_mul(profile.sides))
                .wrapping_sub(weight(Slot::CumulativeWells).wrapping_mul(WELLS_BIAS));
            for x in 0..(width + 1).saturating_sub(profile.width) {
                let (vector, lane) = (lineup.count / COLUMNS, lineup.count % COLUMNS);
                lineup.there |= 1 << (4 * x + o);
                lineup.order[lane / 4 * 16 + vector * 4 + lane % 4] = (4 * x + o) as u8;
                lineup.own[vector][lane] = own as u32;
                lineup.count += 1;
            }
            for (j, beside) in profile.beside.iter().enumerate() {
                lineup.beside[j][o] = *beside as u8;
            }
            for k in 0..4 {
                let is_there = k < profile.width;
                if is_there {
                    lineup.cells[k][o] = profile.cells[k] as u8;
                    lineup.counts[k][o] = profile.count[k] as u8;
                    lineup.bottom[k][o] = profile.bottom[k] as u8;
                    lineup.none[k][o] = 0;
                    lineup.under[k][o] = profile.floor[k] as u8 - 1;
                }
                for cells in 0..16usize {
                    // Beside the piece every cell counts from the column's own top.
                    let (wells, steep) = match is_there {
                        true => (profile.wells[k][cells], profile.steep[k][cells]),
                        false => (super::profile::RISE[cells], cells.count_ones() as i8),
                    };
                    lineup.wells[k][16 * o + cells] = (wells - FLOOR_BIAS as i8 * steep) as u8;
                    lineup.steep[k][16 * o + cells] = steep as u8;
                }
            }
        }
        lineup
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_make_the_number() {
        for number in [0, 1, -1, 127, 128, -129, 12_345_678, i32::MAX, i32::MIN] {
            let made = digits([number; 4]).iter().rev().fold(0i32, |sum, digit| {
                sum.wrapping_shl(8).wrapping_add(i32::from(digit[2]))
            });
            assert_eq!(made, number);
        }
    }
}

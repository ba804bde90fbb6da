//! A rating compiled for vectors of bytes.

use super::pieces::PieceBytes;
use super::vector::COLUMNS;
use crate::kernels::profile::Profile;
use crate::kernels::slots::Slot;

/// A rating and the pieces as constants for vectors of bytes.
#[derive(Clone, Debug)]
pub(crate) struct BytePlan {
    /// All bits beyond the width.
    pub walls: [u32; COLUMNS],
    /// Whether the window of a piece at the right edge comes around to the left one.
    pub wraps_around: bool,
    /// The weights.
    pub digits: Digits,
    /// The pieces.
    pub pieces: [PieceBytes; 7],
}

impl BytePlan {
    /// For a board of some width and the weights of the slots.
    pub fn new(
        width: usize,
        profiles: &[Box<[Profile]>; 7],
        weight: impl Fn(Slot) -> i32,
    ) -> BytePlan {
        let pieces = profiles
            .each_ref()
            .map(|profiles| PieceBytes::new(profiles, width, &weight));
        BytePlan {
            walls: std::array::from_fn(|x| if x < width { 0 } else { u32::MAX }),
            wraps_around: width > COLUMNS - 3,
            digits: Digits::new(&weight),
            pieces,
        }
    }
}

/// What is to be rated.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub plan: &'a BytePlan,
    pub piece: &'a PieceBytes,
    pub columns: &'a [u32; COLUMNS],
    /// The score of a move that changed nothing.
    pub start: i32,
}

/// The weights of what `bytes` counts, each as four digits with a sign of a number of base 256.
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

//! All placements of a piece as constants for each byte of a vector.

use super::vector::{BYTES, COLUMNS};
use crate::kernels::profile::{self, Profile};
use crate::kernels::slots::Slot;

/// What is added to the difference in cumulative wells, so that it has no sign.
pub(crate) const WELLS_BIAS: i32 = 4096;
/// What is added to the depth of a box's floor, so that it has no sign where a cell above it
/// counts.
pub(crate) const FLOOR_BIAS: u8 = 3;

/// Constants of the placements of a piece; those of four numbers are one for each orientation.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct PieceBytes {
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
    /// Row of the lowest cell of each column; more than any height where the orientation has no
    /// such column.
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
    /// Where the bytes of the placements come from, in such an order that
    /// [`side_by_side`](super::ByteVector::side_by_side) puts them into the order of the list.
    pub order: [u8; BYTES],
    /// What each placement scores for what it is, in the order of the list.
    pub own: [[u32; COLUMNS]; 4],
}

impl PieceBytes {
    /// The constants of a piece on a board of some width.
    pub fn new(profiles: &[Profile], width: usize, weight: impl Fn(Slot) -> i32) -> PieceBytes {
        let window = profiles.iter().map(|profile| profile.width).max();
        let mut bytes = PieceBytes {
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
            bytes.first[o] = bytes.count as u8;
            bytes.limit[o] = profile.limit as u8;
            let own = weight(Slot::LandingHeight)
                .wrapping_mul(profile.rise)
                .wrapping_add(weight(Slot::RowTransitions).wrapping_mul(profile.sides))
                .wrapping_sub(weight(Slot::CumulativeWells).wrapping_mul(WELLS_BIAS));
            for x in 0..(width + 1).saturating_sub(profile.width) {
                let (vector, lane) = (bytes.count / COLUMNS, bytes.count % COLUMNS);
                bytes.there |= 1 << (4 * x + o);
                bytes.order[lane / 4 * 16 + vector * 4 + lane % 4] = (4 * x + o) as u8;
                bytes.own[vector][lane] = own as u32;
                bytes.count += 1;
            }
            for (j, beside) in profile.beside.iter().enumerate() {
                bytes.beside[j][o] = *beside as u8;
            }
            for k in 0..4 {
                let is_there = k < profile.width;
                if is_there {
                    bytes.cells[k][o] = profile.cells[k] as u8;
                    bytes.counts[k][o] = profile.count[k] as u8;
                    bytes.bottom[k][o] = profile.bottom[k] as u8;
                    bytes.none[k][o] = 0;
                    bytes.under[k][o] = profile.floor[k] as u8 - 1;
                }
                for cells in 0..16usize {
                    // Beside the piece every cell counts from the column's own top.
                    let (wells, steep) = match is_there {
                        true => (profile.wells[k][cells], profile.steep[k][cells]),
                        false => (profile::RISE[cells], cells.count_ones() as i8),
                    };
                    bytes.wells[k][16 * o + cells] = (wells - FLOOR_BIAS as i8 * steep) as u8;
                    bytes.steep[k][16 * o + cells] = steep as u8;
                }
            }
        }
        bytes
    }
}

//! All placements of a piece as constants for each byte of a vector.

use super::by_column::ByColumn;
use super::vector::{BYTES, COLUMNS};
use crate::kernels::profile::{self, PEAK, Profile};

/// What is added to the difference in cumulative wells, so that it has no sign.
pub(crate) const WELLS_BIAS: i32 = 4096;
/// What is added to the depth of a box's floor, so that it has no sign where a cell above it
/// counts.
pub(crate) const FLOOR_BIAS: u8 = 3;

/// Less than any depth: no run.
pub(super) const NO_RUN: u8 = -64i8 as u8;

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
    /// The width of each orientation, and how many placements it has.
    pub shapes: Vec<(usize, usize)>,
    /// The placements there are, a bit for each byte.
    pub there: u64,
    /// The highest row in which it may come to rest without standing out.
    pub limit: [u8; 4],
    /// The height of the box.
    pub height: [u8; 4],
    /// Rows above the lowest.
    pub rise: [u8; 4],
    /// Sides: two for each row.
    pub sides: [u8; 4],
    /// The cells of each column.
    pub cells: [[u8; 4]; 4],
    /// How many they are.
    pub counts: [[u8; 4]; 4],
    /// Row of the lowest cell of each column; more than any height where the orientation has no
    /// such column.
    pub bottom: [[u8; 4]; 4],
    /// Row above the highest cell of each column; less than any height where the orientation has no
    /// such column.
    pub top: [[u8; 4]; 4],
    /// All bits where the orientation has no such column.
    pub none: [[u8; 4]; 4],
    /// The rows below the lowest cell of each column.
    pub under: [[u8; 4]; 4],
    /// The cells beside the piece, from the column left of it on: a byte for each placement, for
    /// with four bytes that are repeated LLVM does not finish.
    pub beside: [[u8; BYTES]; 6],
    /// See [`Profile::wells`], one orientation after the other, less [`FLOOR_BIAS`] times `steep`.
    pub wells: [[u8; BYTES]; 4],
    /// See [`Profile::steep`].
    pub steep: [[u8; BYTES]; 4],
    /// See [`Profile::under`] and [`Profile::over`], one orientation after the other, and the
    /// squares of the latter.
    pub under_peaks: [[u8; BYTES]; 4],
    pub over_peaks: [[u8; BYTES]; 4],
    pub over_squares: [[u8; BYTES]; 4],
    /// Cells of each placement that touch a wall.
    pub at_walls: [u8; BYTES],
    /// Where the bytes of the placements come from, in such an order that
    /// [`side_by_side`](super::ByteVector::side_by_side) puts them into the order of the list.
    pub order: [u8; BYTES],
    /// The byte of each placement, in the order of the list, and beyond it a byte that is none.
    pub list: [u8; BYTES],
    /// What each placement scores for what it is, in the order of the list.
    pub own: [[u32; COLUMNS]; 4],
    /// What is added to the index of each table that is looked up in vectors, for each orientation.
    pub offsets: Vec<[u8; 4]>,
    /// The weights of what belongs to one column.
    pub by_column: Vec<ByColumn>,
}

impl PieceBytes {
    /// The constants of a piece on a board of some width; `own` is what an orientation scores for
    /// what it is.
    pub fn new(profiles: &[Profile], width: usize, own: impl Fn(&Profile) -> i32) -> PieceBytes {
        let window = profiles.iter().map(|profile| profile.width).max();
        let mut bytes = PieceBytes {
            window: window.expect("a piece has orientations"),
            count: 0,
            first: [0; 4],
            shapes: Vec::new(),
            there: 0,
            limit: [0; 4],
            height: [0; 4],
            rise: [0; 4],
            sides: [0; 4],
            cells: [[0; 4]; 4],
            counts: [[0; 4]; 4],
            bottom: [[i8::MAX as u8; 4]; 4],
            top: [[NO_RUN; 4]; 4],
            none: [[u8::MAX; 4]; 4],
            under: [[0; 4]; 4],
            beside: [[0; BYTES]; 6],
            wells: [[0; BYTES]; 4],
            steep: [[0; BYTES]; 4],
            under_peaks: [[NO_RUN; BYTES]; 4],
            over_peaks: [[0; BYTES]; 4],
            over_squares: [[0; BYTES]; 4],
            at_walls: [0; BYTES],
            order: [0; BYTES],
            list: [BYTES as u8 - 1; BYTES],
            own: [[0; COLUMNS]; 4],
            offsets: Vec::new(),
            by_column: Vec::new(),
        };
        for (o, profile) in profiles.iter().enumerate() {
            bytes.add_placements(o, profile, width, own(profile));
            bytes.limit[o] = profile.limit as u8;
            bytes.height[o] = profile.height as u8;
            bytes.rise[o] = profile.rise as u8;
            bytes.sides[o] = profile.sides as u8;
            for (j, beside) in profile.beside.iter().enumerate() {
                for x in 0..COLUMNS {
                    bytes.beside[j][4 * x + o] = *beside as u8;
                }
            }
            for k in 0..4 {
                bytes.set_column(o, profile, k);
            }
        }
        bytes
    }

    /// Adds the placements of orientation `o` to the list.
    fn add_placements(&mut self, o: usize, profile: &Profile, width: usize, own: i32) {
        self.first[o] = self.count as u8;
        let columns = (width + 1).saturating_sub(profile.width);
        self.shapes.push((profile.width, columns));
        for x in 0..columns {
            let (first, last) = (profile.count[0], profile.count[profile.width - 1]);
            let at_walls = [(x == 0, first), (x + 1 == columns, last)];
            let at_walls = at_walls.map(|(at_wall, cells)| i32::from(at_wall) * cells);
            self.at_walls[4 * x + o] = (at_walls[0] + at_walls[1]) as u8;
            let (vector, lane) = (self.count / COLUMNS, self.count % COLUMNS);
            self.there |= 1 << (4 * x + o);
            self.order[lane / 4 * 16 + vector * 4 + lane % 4] = (4 * x + o) as u8;
            self.list[self.count] = (4 * x + o) as u8;
            self.own[vector][lane] = own as u32;
            self.count += 1;
        }
    }

    /// Sets the constants of column `k` of orientation `o`.
    fn set_column(&mut self, o: usize, profile: &Profile, k: usize) {
        let is_there = k < profile.width;
        if is_there {
            self.cells[k][o] = profile.cells[k] as u8;
            self.counts[k][o] = profile.count[k] as u8;
            self.bottom[k][o] = profile.bottom[k] as u8;
            self.top[k][o] = profile.top[k] as u8;
            self.none[k][o] = 0;
            self.under[k][o] = profile.floor[k] as u8 - 1;
        }
        for (cells, peak) in PEAK.into_iter().enumerate() {
            // Beside the piece every cell counts from the column's own top.
            let (wells, steep) = match is_there {
                true => (profile.wells[k][cells], profile.steep[k][cells]),
                false => (profile::RISE[cells], cells.count_ones() as i8),
            };
            let (under, over) = match is_there {
                true => (profile.under[k][cells], profile.over[k][cells]),
                false => (peak, 0),
            };
            let entry = 16 * o + cells;
            self.wells[k][entry] = (wells - FLOOR_BIAS as i8 * steep) as u8;
            self.steep[k][entry] = steep as u8;
            self.under_peaks[k][entry] = under.max(NO_RUN as i8) as u8;
            self.over_peaks[k][entry] = over as u8;
            self.over_squares[k][entry] = (over * over) as u8;
        }
    }
}

//! Places: tables for each place of the board, of which a placement changes those near it.
//!
//! What a placement scores is the sum over the places it changes of their scores after it, less
//! that of their scores before. The indices are made in vectors, for all placements at once
//! (`patterns`). The scores are fetched one by one: that is faster than the instruction that
//! gathers, and only what an orientation of its width changes is fetched.

use super::pieces::PieceBytes;
use super::rated::Rated;
use super::vector::{BYTES, ByteVector, COLUMNS};
use crate::kernels::tables::Grid;

/// In the set of what is counted: what places score.
pub(crate) const PLACES: u64 = 1 << 63;

/// Columns of a pattern of the surface.
const SURFACE: usize = 5;
/// Patterns of the surface: three digits of base 9 and one of base 5.
const SURFACE_NUMBERS: usize = 4096;
const COVER_NUMBERS: usize = 512;
/// Heights, and their differences.
const HEIGHT_NUMBERS: usize = 32;

/// The tables of places of a rating.
#[derive(Clone, Debug, Default)]
pub(crate) struct BytePlaces {
    /// Patterns of four and of five columns together: those of four are told by the first three
    /// digits of a number, those of five by digits that are cut to less.
    pub surface: Option<PlaceTables<SURFACE_NUMBERS>>,
    pub cover: Option<PlaceTables<COVER_NUMBERS>>,
    /// Heights of columns.
    pub columns: Option<PlaceTables<HEIGHT_NUMBERS>>,
    /// Differences of columns and the next.
    pub pairs: Option<PlaceTables<HEIGHT_NUMBERS>>,
    /// All bits where the pattern of the surface is within the board that begins four columns left
    /// of each column, three, and so on.
    pub windows: Vec<[u8; BYTES]>,
}

/// A table of `N` scores for each place, those of places beyond the walls being 0.
#[derive(Clone, Debug)]
pub(crate) struct PlaceTables<const N: usize> {
    /// How many of the places that a placement changes begin left of it.
    left: usize,
    /// Places of the board.
    places: usize,
    /// The tables one after the other, the first being that of the place `left` left of the board.
    /// They are no arrays, for with such arrays LLVM does not finish.
    scores: Vec<i32>,
}

/// Which entries of the tables the placements of a piece take, and the board before. The numbers of
/// the first and third orientation are in the first vector, of the second and fourth in the other;
/// each has 16 bits.
pub(super) struct Indices {
    pub before: [[u8; BYTES]; 2],
    /// From the first place that changes on.
    pub after: [[[u8; BYTES]; 2]; 8],
}

impl Indices {
    pub const NONE: Indices = Indices {
        before: [[0; BYTES]; 2],
        after: [[[0; BYTES]; 2]; 8],
    };
}

/// Numbers of 16 bits: `base` times some bytes and others.
#[inline(always)]
pub(super) fn numbers<B: ByteVector>(high: B, base: u8, low: B) -> [[u8; BYTES]; 2] {
    let (high, low) = (high.products(B::splat(base)), low.products(B::splat(1)));
    let mut numbers = [[0; BYTES]; 2];
    high[0].add_pairs(low[0]).store(&mut numbers[0]);
    high[1].add_pairs(low[1]).store(&mut numbers[1]);
    numbers
}

/// The number of orientation `o` at a column.
#[inline(always)]
fn number(of: &[[u8; BYTES]; 2], x: usize, o: usize) -> usize {
    let four = of[o % 2].as_chunks::<4>().0[x];
    let [low, high] = [four[o & 2], four[(o & 2) + 1]];
    usize::from(u16::from_le_bytes([low, high]))
}

impl BytePlaces {
    /// The tables of a rating; none if there are some of changes, which bytes do not look up.
    pub fn new(rated: &Rated) -> Option<BytePlaces> {
        let [columns, pairs] = rated.columns.map(|each| &each.grids);
        if !columns[1].scores.is_empty() || !pairs[1].scores.is_empty() {
            return None;
        }
        let (width, patterns) = (rated.width, rated.patterns);
        let has_surface = !patterns.four.scores.is_empty() || !patterns.five.scores.is_empty();
        let surface = has_surface.then(|| {
            let four = |place, number| match patterns.four.scores.is_empty() {
                true => 0,
                false => patterns.four.at(place, number),
            };
            let five = |place, number| match patterns.five.scores.is_empty() {
                true => 0,
                false => patterns.five.at(place, number),
            };
            let cut = |digit: i32| (digit - 2).clamp(0, 4);
            let score = |place: usize, number: i32| {
                let digits = [number / 405, number / 45 % 9, number / 5 % 9];
                if digits[0] > 8 {
                    return 0;
                }
                let of_four = digits.iter().fold(0, |all, digit| all * 9 + digit);
                let of_five = digits.iter().fold(0, |all, digit| all * 5 + cut(*digit));
                four(place, of_four) + five(place, of_five * 5 + number % 5)
            };
            // The last place is one of four columns alone.
            PlaceTables::new(SURFACE - 1, width - 3, width + 4, score)
        });
        let cover = (!patterns.cover.scores.is_empty()).then(|| {
            let numbers = patterns.cover.numbers;
            let score = |place, number: i32| match number < numbers {
                true => patterns.cover.at(place, number),
                false => 0,
            };
            PlaceTables::new(1, width, width + 2, score)
        });
        let of_grid = |grid: &Grid, left: usize, places: usize| {
            let score = |place: usize, number: i32| match (0..grid.stride)
                .contains(&(number - grid.first))
            {
                true => grid.at(place, number),
                false => 0,
            };
            let has_grid = !grid.scores.is_empty();
            has_grid.then(|| PlaceTables::new(left, places, width + left, score))
        };
        let is_within = |byte: usize, from: usize| (4..=width).contains(&(byte / 4 + from));
        let window = |from| std::array::from_fn(|byte| u8::from(is_within(byte, from)) * u8::MAX);
        Some(BytePlaces {
            surface,
            cover,
            columns: of_grid(&columns[0], 0, width),
            pairs: of_grid(&pairs[0], 1, width - 1),
            windows: (0..8).map(window).collect(),
        })
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.surface.is_none()
            && self.cover.is_none()
            && self.columns.is_none()
            && self.pairs.is_none()
    }
}

impl<const N: usize> PlaceTables<N> {
    /// Tables for some places of the board, `count` with those beyond its walls; `left` begin left
    /// of a placement that changes them.
    fn new(
        left: usize,
        places: usize,
        count: usize,
        score: impl Fn(usize, i32) -> i32,
    ) -> PlaceTables<N> {
        let mut scores = vec![0; count * N];
        for place in 0..places {
            let table = &mut scores[(place + left) * N..][..N];
            for (number, to) in (0..).zip(table) {
                *to = score(place, number);
            }
        }
        PlaceTables {
            left,
            places,
            scores,
        }
    }

    /// Adds what the places score that each placement changes, in the order of the list.
    #[inline(always)]
    pub(super) fn add(&self, piece: &PieceBytes, indices: &Indices, sums: &mut [u32; BYTES]) {
        // What the places left of each have scored.
        let mut before = [0u32; COLUMNS + 8];
        let mut sum = 0u32;
        let tables = self.scores.as_chunks::<N>().0;
        for (place, table) in tables[self.left..][..self.places].iter().enumerate() {
            sum = sum.wrapping_add(table[number(&indices.before, place, 0) % N] as u32);
            before[place + self.left + 1] = sum;
        }
        before[self.places + self.left + 1..].fill(sum);
        for (o, (width, count)) in piece.shapes.iter().enumerate() {
            let sums = &mut sums[piece.first[o] as usize..][..*count];
            match width + self.left + usize::from(N == COVER_NUMBERS) {
                1 => self.add_each::<1>(indices, &before, o, sums),
                2 => self.add_each::<2>(indices, &before, o, sums),
                3 => self.add_each::<3>(indices, &before, o, sums),
                4 => self.add_each::<4>(indices, &before, o, sums),
                5 => self.add_each::<5>(indices, &before, o, sums),
                6 => self.add_each::<6>(indices, &before, o, sums),
                7 => self.add_each::<7>(indices, &before, o, sums),
                _ => self.add_each::<8>(indices, &before, o, sums),
            }
        }
    }

    /// Adds what the `C` places score that each placement of an orientation changes.
    #[inline(always)]
    fn add_each<const C: usize>(
        &self,
        indices: &Indices,
        before: &[u32; COLUMNS + 8],
        o: usize,
        sums: &mut [u32],
    ) {
        let tables = self.scores.as_chunks::<N>().0;
        for (x, sum) in sums.iter_mut().enumerate() {
            let tables: &[[i32; N]; C] = tables[x..].first_chunk().expect("a table each");
            let mut score = before[x].wrapping_sub(before[x + C]);
            for (table, after) in tables.iter().zip(&indices.after) {
                score = score.wrapping_add(table[number(after, x, o) % N] as u32);
            }
            *sum = sum.wrapping_add(score);
        }
    }
}

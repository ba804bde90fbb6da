//! Tables: what a number of the board after a placement scores, looked up for all placements at
//! once.
//!
//! A table is four planes, one for each byte of its scores. A placement changes a number by little,
//! so that the entries which the placements of a piece can reach lie side by side: 64, 128 or 256
//! bytes of each plane, from the number of the board before on. They fit one, two or four vectors,
//! and bytes are looked up in vectors many times as fast as in memory. The four bytes that are
//! found, side by side, are the score. Where a change takes more than a byte, scores are gathered.

use super::counts::{Change, Count, change};
use super::digits::digits;
use super::group::{Group, ordered};
use super::pieces::PieceBytes;
use super::rated::Rated;
use super::vector::{BYTES, ByteVector};
use crate::kernels::profile::Profile;
use crate::kernels::scores::Counts;
use crate::kernels::slots::{SLOTS, Slot, Slots};
use crate::kernels::tables::Table;

/// Entries of 0 on either side of a plane, so that vectors can be loaded from any number on.
const PADDING: usize = 512;

/// The tables of a rating.
#[derive(Clone, Debug, Default)]
pub(crate) struct ByteTables {
    /// Those whose number changes by something that fits a byte.
    small: Vec<Small>,
    /// Those whose number changes by more.
    large: Vec<Large>,
    /// Those whose number changes by the same for all placements.
    same: Vec<Same>,
    /// How the numbers of the board change that have a table.
    changes: Vec<(Slot, Change)>,
}

/// The slot whose number on the board before is where a table is entered; none for tables of a
/// change.
type Before = Option<Slot>;

#[derive(Clone, Debug)]
struct Small {
    before: Before,
    index: Index,
    /// Where in a plane the vectors begin if the number before is 0.
    begin: i32,
    /// How many vectors hold what can be reached: 1, 2 or 4.
    vectors: usize,
    /// The planes, from the lowest byte on.
    planes: [Box<[u8]>; 4],
}

/// Which entry a placement takes: some counts, and a constant of each orientation.
#[derive(Clone, Copy, Debug)]
enum Index {
    One(Count),
    Twice(Count),
    Difference(Count, Count),
}

#[derive(Clone, Debug)]
struct Large {
    before: Before,
    /// What is added to the number before and the counts.
    offset: i32,
    /// How many times each count is added.
    group: Group,
    scores: Vec<i32>,
}

#[derive(Clone, Debug)]
struct Same {
    before: Before,
    offset: i32,
    scores: Vec<i32>,
}

/// The number of a slot before.
#[inline(always)]
fn number(before: Before, numbers: &[i32; SLOTS]) -> i32 {
    before.map_or(0, |slot| numbers[slot as usize])
}

impl Index {
    /// The index that a change is told by, if it fits a byte.
    fn of(change: &Change) -> Option<Index> {
        match change.counts {
            [(Count::WellsLow | Count::FastLow | Count::SquaresLow, _), _] => None,
            [(count, 1), (_, 0)] => Some(Index::One(count)),
            [(count, 2), (_, 0)] => Some(Index::Twice(count)),
            [(more, 1), (less, -1)] => Some(Index::Difference(more, less)),
            _ => None,
        }
    }

    /// The least and the greatest on a board of some height, without the constant.
    fn range(self, height: i32) -> (i32, i32) {
        match self {
            Index::One(count) => count.range(height),
            Index::Twice(count) => {
                let (least, greatest) = count.range(height);
                (2 * least, 2 * greatest)
            }
            Index::Difference(more, less) => {
                let (more, less) = (more.range(height), less.range(height));
                (more.0 - less.1, more.1 - less.0)
            }
        }
    }

    #[inline(always)]
    fn look<B: ByteVector>(self, counts: &Counts) -> B {
        match self {
            Index::One(count) => counts.of(count as u8),
            Index::Twice(count) => {
                let count: B = counts.of(count as u8);
                count.add(count)
            }
            Index::Difference(more, less) => {
                let more: B = counts.of(more as u8);
                more.sub(counts.of(less as u8))
            }
        }
    }
}

impl Small {
    /// The table of a change; and what is added to the index for each orientation of each piece.
    fn new(
        before: Before,
        (index, change): (Index, &Change),
        table: &Table,
        rated: &Rated,
    ) -> (Small, Vec<[u8; 4]>) {
        let fixed = |profile: &Profile| (change.fixed)(profile);
        let all = || rated.profiles.iter().flatten().map(fixed);
        let (fewest, most) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
        let (least, greatest) = index.range(rated.height);
        let first = least + fewest;
        let vectors = match (greatest + most - first) as usize {
            0..64 => 1,
            64..128 => 2,
            _ => 4,
        };
        let plane = |byte: usize| {
            let mut plane = vec![0; table.scores.len() + 2 * PADDING];
            for (to, score) in plane[PADDING..].iter_mut().zip(&table.scores) {
                *to = score.to_le_bytes()[byte];
            }
            plane.into_boxed_slice()
        };
        let small = Small {
            before,
            index,
            begin: PADDING as i32 + first - change.bias() - table.first,
            vectors,
            planes: std::array::from_fn(plane),
        };
        let offsets = rated.profiles.iter().map(|profiles| {
            let mut offsets = [0; 4];
            for (offset, profile) in offsets.iter_mut().zip(profiles) {
                *offset = (fixed(profile) - first) as u8;
            }
            offsets
        });
        (small, offsets.collect())
    }

    /// The bytes of one plane that an index takes, given where its vectors begin.
    #[inline(always)]
    fn look_up<B: ByteVector>(&self, digit: usize, at: usize, index: B) -> B {
        let plane = &self.planes[digit];
        match self.vectors {
            1 => index.look_up(vector(plane, at)),
            2 => index.look_up_in_two([vector(plane, at), vector(plane, at + BYTES)]),
            _ => index.look_up_in_four([
                vector(plane, at),
                vector(plane, at + BYTES),
                vector(plane, at + 2 * BYTES),
                vector(plane, at + 3 * BYTES),
            ]),
        }
    }
}

/// The bytes of a plane from some place on.
#[inline(always)]
fn vector<B: ByteVector>(plane: &[u8], at: usize) -> B {
    B::load(plane[at..].first_chunk().expect("planes are padded"))
}

impl ByteTables {
    /// The tables of a rating, and what is added to the index of each for each orientation of each
    /// piece; none if bytes do not count the number of one.
    pub fn new(rated: &Rated) -> Option<(ByteTables, [Vec<[u8; 4]>; 7])> {
        let mut tables = ByteTables::default();
        let mut offsets: [Vec<[u8; 4]>; 7] = Default::default();
        for &slot in rated.slots {
            let Some([own, delta]) = (rated.tables)(slot) else {
                continue;
            };
            let change = change(slot, rated.width as i32)?;
            for (before, table) in [(Some(slot), own), (None, delta)] {
                if table.scores.is_empty() {
                    continue;
                }
                match Index::of(&change) {
                    Some(index) => {
                        let (small, of_pieces) = Small::new(before, (index, &change), table, rated);
                        tables.small.push(small);
                        for (to, offset) in offsets.iter_mut().zip(of_pieces) {
                            to.push(offset);
                        }
                    }
                    None => tables.add_large(before, &change, table, rated),
                }
            }
            if !Slots::OF_MOVE.has(slot) {
                tables.changes.push((slot, change));
            }
        }
        Some((tables, offsets))
    }

    /// Adds a table whose number changes by more than a byte, or by nothing that is counted.
    fn add_large(&mut self, before: Before, change: &Change, table: &Table, rated: &Rated) {
        let [(first, times), (second, more_times)] = change.counts;
        let scores = table.scores.clone();
        // Only what changes by a byte depends on the orientation.
        let fixed = (change.fixed)(&rated.profiles[0][0]);
        let offset = fixed - change.bias() - table.first;
        if (times, more_times) == (0, 0) {
            return self.same.push(Same {
                before,
                offset,
                scores,
            });
        }
        self.large.push(Large {
            before,
            offset,
            group: Group {
                counts: [first as u8, second as u8, first as u8, first as u8],
                digits: digits([times, more_times, 0, 0]),
            },
            scores,
        });
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.small.is_empty() && self.large.is_empty() && self.same.is_empty()
    }

    /// Makes the numbers of the board before those of the board after the placement of a byte,
    /// which was rated with all others.
    pub fn follow(
        &self,
        numbers: &mut [i32; SLOTS],
        counts: &Counts,
        byte: usize,
        profile: &Profile,
    ) {
        for (slot, change) in &self.changes {
            numbers[*slot as usize] += change.at(counts, byte, profile);
        }
    }

    /// What the tables score for all placements, in the order of the list.
    #[inline(always)]
    #[allow(clippy::needless_range_loop)]
    pub fn scores<B: ByteVector, const Q: usize>(
        &self,
        piece: &PieceBytes,
        numbers: &[i32; SLOTS],
        counts: &Counts,
    ) -> [B; Q] {
        let order = B::load(&piece.order);
        let mut same = 0i32;
        for table in &self.same {
            let entry = number(table.before, numbers) + table.offset;
            same = same.wrapping_add(table.scores[entry as usize]);
        }
        let mut scores = [B::splat_columns(same); Q];
        for (table, offset) in self.small.iter().zip(&piece.offsets) {
            let index = table.index.look::<B>(counts).add(B::orientations(*offset));
            let index = order.look_up(index);
            let at = (table.begin + number(table.before, numbers)) as usize;
            let found = B::side_by_side([
                table.look_up(0, at, index),
                table.look_up(1, at, index),
                table.look_up(2, at, index),
                table.look_up(3, at, index),
            ]);
            for q in 0..Q {
                scores[q] = scores[q].add_columns(found[q]);
            }
        }
        for table in &self.large {
            let start = B::splat_columns(table.offset + number(table.before, numbers));
            let counted = ordered(order, counts, table.group.counts);
            let [low, high, _, _] = table.group.digits;
            for q in 0..Q {
                let index = B::add_weighted(start, counted[q], B::orientations(low));
                let high = B::add_weighted(B::splat(0), counted[q], B::orientations(high));
                let index = index.add_columns(high.up_bytes::<1>());
                scores[q] = scores[q].add_columns(index.gather_columns(&table.scores));
            }
        }
        scores
    }
}

//! Numbers of several features in one score of a kernel.
//!
//! A kernel adds up weight × number. Where the weights are powers of two, so far apart that no
//! number reaches the next, the sum holds all numbers side by side, as the digits of one.

use super::fast::{Fast, Scratch};
use crate::game::board::Board;
use crate::game::piece::Piece;
use crate::game::placement::Placement;
use crate::game::rules::{Rules, Suicide};
use crate::kernels::{Instance, Kernel, Plan};
use crate::rating::features::{Reading, Slot};
use crate::rating::score::{ScoredTerm, Scorer, Scores};
use crate::vectors::{Arithmetic, vectorised};

/// What a kernel reads of some values.
#[derive(Clone, Debug)]
pub(super) struct Packing {
    /// The rules, but moves that end the game are not rated.
    rules: Rules,
    instance: Instance,
    scratch: Scratch,
    packs: Vec<Pack>,
    /// The least of each number.
    least: Vec<i32>,
    /// The values that are differences to the board before, and their features.
    deltas: Vec<(usize, Reading, usize)>,
    /// The values that no kernel reads.
    unread: Vec<usize>,
    /// What the numbers of a board's placements begin with.
    start: Vec<i32>,
}

/// The numbers of one score.
#[derive(Clone, Debug)]
struct Pack {
    plans: Vec<Plan>,
    scorer: Scorer,
    /// Less the score of the least numbers.
    bias: i32,
    /// Where each value begins in the score.
    shifts: Vec<u32>,
    /// Its bits, none if it is in another score.
    masks: Vec<u32>,
}

/// A number that kernels read, and for which values.
struct Number {
    slot: Slot,
    reading: Reading,
    index: usize,
    least: i32,
    bits: u32,
    places: Vec<usize>,
}

impl Packing {
    /// None where no kernel reads any of the values.
    pub fn new(rules: &Rules, values: &[(Reading, usize)]) -> Option<Packing> {
        let mut rules = rules.clone();
        rules.suicide = Suicide::Avoided;
        let instance = Instance::new(Kernel::best())?;
        let numbers = numbers(&rules, values);
        let mut least = vec![0; values.len()];
        for number in &numbers {
            for &place in &number.places {
                least[place] = number.least;
            }
        }
        let packs = packed(numbers).into_iter();
        let packs = packs.map(|numbers| Pack::new(&rules, values.len(), &numbers));
        let packs: Vec<Pack> = packs.collect::<Option<_>>()?;
        let is_unread = |place: &usize| slot(&values[*place].0).is_none();
        let deltas = (0..values.len()).filter(|place| values[*place].0.delta && !is_unread(place));
        let deltas = deltas.map(|place| (place, values[place].0, values[place].1));
        Some(Packing {
            scratch: packs.first()?.fast(instance, &rules).scratch(),
            deltas: deltas.collect(),
            unread: (0..values.len()).filter(is_unread).collect(),
            start: Vec::new(),
            rules,
            instance,
            packs,
            least,
        })
    }

    /// The same with an instance that only tests have.
    #[cfg(test)]
    pub fn with_instance(mut self, instance: Instance) -> Packing {
        self.instance = instance;
        self
    }

    /// The values that no kernel reads.
    pub fn unread(&self) -> &[usize] {
        &self.unread
    }

    /// Reads the numbers of all placements of a piece, a row a placement: those of the placements
    /// that end the game, and of values that no kernel reads, mean nothing. Returns the placements
    /// and which of them end the game; none if the pile is so high that the game should be over.
    pub fn read(
        &mut self,
        board: &Board,
        piece: Piece,
        numbers: &mut Vec<i32>,
    ) -> Option<(&[Placement], u64)> {
        self.start.clone_from(&self.least);
        for (place, reading, index) in &self.deltas {
            let before = reading.feature.raw_on_board(board, *index);
            self.start[*place] -= before.expect("a delta is of a feature of the board");
        }
        numbers.clear();
        for pack in &self.packs {
            let fast = pack.fast(self.instance, &self.rules);
            if !fast.read(board, &mut self.scratch) {
                return None;
            }
            fast.rate(board, piece, &mut self.scratch);
            let scores = &self.scratch.scores;
            if numbers.is_empty() {
                for _ in 0..scores.found.count {
                    numbers.extend_from_slice(&self.start);
                }
            }
            vectorised(Unpacking {
                pack,
                scores: &scores.draft.list[..scores.found.count],
                numbers,
            });
        }
        let placements = self.packs[0].plans[0].placements(piece);
        Some((placements, self.scratch.scores.found.ends))
    }
}

/// The numbers that kernels read of some values, each once.
fn numbers(rules: &Rules, values: &[(Reading, usize)]) -> Vec<Number> {
    let mut numbers: Vec<Number> = Vec::new();
    for (place, (reading, index)) in values.iter().enumerate() {
        let Some(slot) = slot(reading) else {
            continue;
        };
        let index = match slot {
            Slot::ColumnHeight | Slot::ColumnDifference => *index,
            _ => 0,
        };
        let is_same = |other: &&mut Number| other.slot == slot && other.index == index;
        if let Some(number) = numbers.iter_mut().find(is_same) {
            number.places.push(place);
            continue;
        }
        let reading = Reading::from(reading.feature);
        let (least, greatest) = reading.range(rules.board);
        numbers.push(Number {
            slot,
            reading,
            index,
            least,
            bits: (u32::BITS - (greatest - least).leading_zeros()).max(1),
            places: vec![place],
        });
    }
    numbers
}

/// The slot from which kernels read a feature, if they do. They add up patterns by tables, which
/// hold less than weights do.
fn slot(reading: &Reading) -> Option<Slot> {
    reading.slot().filter(|_| !reading.feature.is_pattern())
}

/// The numbers put into few scores: the longest first, each into the first score that has room.
fn packed(mut numbers: Vec<Number>) -> Vec<Vec<Number>> {
    numbers.sort_by_key(|number| std::cmp::Reverse(number.bits));
    let mut packs: Vec<Vec<Number>> = Vec::new();
    for number in numbers {
        let has_room = |pack: &&mut Vec<Number>| {
            let used = pack.iter().map(|other| other.bits).sum::<u32>();
            used + number.bits <= u32::BITS
        };
        match packs.iter_mut().find(has_room) {
            Some(pack) => pack.push(number),
            None => packs.push(vec![number]),
        }
    }
    packs
}

impl Pack {
    /// Some numbers of a rating of `count` values; none where the rules let no kernel read them.
    fn new(rules: &Rules, count: usize, numbers: &[Number]) -> Option<Pack> {
        let (mut shift, mut bias) = (0, 0i32);
        let (mut shifts, mut masks) = (vec![0; count], vec![0; count]);
        let mut terms = Vec::new();
        for number in numbers {
            let weight = 1i32 << shift;
            terms.push(ScoredTerm {
                reading: number.reading,
                index: number.index,
                scores: Scores::Weight(weight),
            });
            bias = bias.wrapping_sub(weight.wrapping_mul(number.least));
            for &place in &number.places {
                shifts[place] = shift;
                masks[place] = u32::MAX >> (u32::BITS - number.bits);
            }
            shift += number.bits;
        }
        let scorer = Scorer::of_terms(terms);
        Some(Pack {
            plans: Plan::of_bands(Some(&scorer), rules).ok()?,
            scorer,
            bias,
            shifts,
            masks,
        })
    }

    fn fast<'a>(&'a self, instance: Instance, rules: &'a Rules) -> Fast<'a> {
        Fast {
            plans: &self.plans,
            instance,
            scorer: &self.scorer,
            rules,
        }
    }
}

/// Adds the numbers in some scores to rows.
struct Unpacking<'a> {
    pack: &'a Pack,
    scores: &'a [i32],
    numbers: &'a mut [i32],
}

impl Arithmetic for Unpacking<'_> {
    type Output = ();

    #[inline(always)]
    fn perform(self) {
        let Pack {
            bias,
            shifts,
            masks,
            ..
        } = self.pack;
        let rows = self.numbers.chunks_exact_mut(shifts.len());
        for (row, score) in rows.zip(self.scores) {
            let all = score.wrapping_add(*bias) as u32;
            for ((number, shift), mask) in row.iter_mut().zip(shifts).zip(masks) {
                *number += (all.wrapping_shr(*shift) & mask) as i32;
            }
        }
    }
}

//! The weights and tables of a candidate, by the parts that the kernel reads.

use std::collections::BTreeMap;

use tetrarium_engine::Player;
use tetrarium_engine::features::Slot;
use tetrarium_engine::rating::{ScoredTerm, Scores};

use super::net::NetNumbers;
use super::parts::{Part, expression, is_of_move, parts as parts_of};
use super::patterns::Pattern;
use crate::refusal::Refusal;

/// The tables of all candidates, in the order in which they lie, with the kernel's expression for
/// the number that each is of.
pub(super) type Tables = BTreeMap<TableOf, String>;

/// What a table is of: scores of the same numbers are added up in one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TableOf {
    pub slot: Slot,
    /// Which of the slot's columns; 0 where the number is the same for all values of a feature.
    pub index: usize,
    /// Whether it is of the difference to the board before.
    pub delta: bool,
    /// The number that the first score is for.
    pub first: i32,
    /// How many scores there are.
    pub len: usize,
}

/// What one candidate adds, in one band of danger.
#[derive(Default)]
pub(super) struct Numbers {
    /// The weights of the parts on the afterstate.
    pub after: BTreeMap<Part, i32>,
    /// The weights of the parts on the board before.
    pub before: BTreeMap<Part, i32>,
    /// What features of boards add to the weight of the constant.
    pub constant_of_board: i32,
    /// The scores of its tables.
    pub tables: BTreeMap<TableOf, Vec<i32>>,
    /// The scores of its local patterns, place after place.
    pub patterns: BTreeMap<Pattern, Vec<i32>>,
    /// Its net.
    pub net: Option<NetNumbers>,
}

/// Where columns or their differences have weights of their own, adds to each what all of them
/// weigh alike, which is then no part of its own.
pub(super) fn spread(numbers: &mut [Numbers], width: usize) {
    let width = width as u8;
    type Each = fn(u8) -> Part;
    let spreads: [(Part, Each, _); 2] = [
        (Part::Sum, Part::Column, 0..width),
        (Part::Differences, Part::Difference, 1..width),
    ];
    for (alike, each, places) in spreads {
        let parts: Vec<Part> = places.map(each).collect();
        let has_each = |map: &BTreeMap<Part, i32>| parts.iter().any(|part| map.contains_key(part));
        if !numbers
            .iter()
            .any(|n| has_each(&n.after) || has_each(&n.before))
        {
            continue;
        }
        for n in &mut *numbers {
            for map in [&mut n.after, &mut n.before] {
                let Some(weight) = map.remove(&alike) else {
                    continue;
                };
                for part in &parts {
                    let sum = map.entry(*part).or_default();
                    *sum = sum.wrapping_add(weight);
                }
            }
        }
    }
}

impl Numbers {
    /// The numbers of a player in each band of danger; its tables are added to those of all
    /// candidates.
    pub fn of_bands(player: &Player, tables: &mut Tables) -> Result<Vec<Numbers>, Refusal> {
        let bands = player.scorer().map_or(1, |scorer| scorer.bands().count());
        (0..bands)
            .map(|band| Numbers::new(player, band, tables))
            .collect()
    }

    fn new(player: &Player, band: usize, tables: &mut Tables) -> Result<Numbers, Refusal> {
        let size = player.rules().board;
        let mut numbers = Numbers::default();
        let scorer = player
            .scorer()
            .ok_or_else(|| Refusal::new(player, "it has no rating"))?;
        let net = scorer.net().map(|net| NetNumbers::new(player, net));
        numbers.net = net.transpose()?;
        for term in scorer.terms(band) {
            let reading = &term.reading;
            let not_there = || {
                let reason = format!("the feature {reading} is not computed there");
                Refusal::new(player, reason)
            };
            let slot = reading.slot().ok_or_else(not_there)?;
            if let Some(kind) = Pattern::of(slot).filter(|_| !reading.delta) {
                numbers
                    .add_pattern(kind, term, size.width())
                    .ok_or_else(not_there)?;
                continue;
            }
            let parts = parts_of(slot, term.index, size).ok_or_else(not_there)?;
            match &term.scores {
                Scores::Weight(weight) => {
                    let before = numbers.after.get(&Part::Constant).copied();
                    numbers.add_weight(*weight, &parts, reading.delta);
                    if !is_of_move(slot) {
                        let after = numbers.after.get(&Part::Constant).copied();
                        let added = after.unwrap_or(0).wrapping_sub(before.unwrap_or(0));
                        let sum = &mut numbers.constant_of_board;
                        *sum = sum.wrapping_add(added);
                    }
                }
                Scores::Table { first, scores } => {
                    let is_same = parts_of(slot, 0, size).as_ref() == Some(&parts);
                    let of = TableOf {
                        slot,
                        index: if is_same { 0 } else { term.index },
                        delta: reading.delta,
                        first: *first,
                        len: scores.len(),
                    };
                    tables.insert(of, expression(reading, &parts));
                    numbers.add_table(of, scores);
                }
                Scores::Real { .. } => return Err(not_there()),
            }
        }
        Ok(numbers)
    }

    fn add_weight(&mut self, weight: i32, parts: &[(Part, i32)], delta: bool) {
        let add = |to: &mut BTreeMap<Part, i32>, part: Part, value: i32| {
            let sum = to.entry(part).or_default();
            *sum = sum.wrapping_add(value);
        };
        for &(part, factor) in parts {
            let value = weight.wrapping_mul(factor);
            if !delta {
                add(&mut self.after, part, value);
            } else if part != Part::Constant {
                add(&mut self.after, part, value);
                add(&mut self.before, part, value.wrapping_neg());
            }
        }
    }

    /// Adds the scores of the patterns of a place; none if they are not whole numbers.
    fn add_pattern(&mut self, kind: Pattern, term: &ScoredTerm, width: usize) -> Option<()> {
        let score = |number: i32| match &term.scores {
            Scores::Weight(weight) => Some(weight.wrapping_mul(number)),
            Scores::Table { first, scores } => Some(scores[(number - first) as usize]),
            Scores::Real { .. } => None,
        };
        // In the kernel a column without holes scores nothing: all columns have less by that.
        let less = match kind {
            Pattern::Cover => score(0)?,
            Pattern::Surface4 | Pattern::Surface5 => 0,
        };
        self.add_weight(less, &[(Part::Constant, 1)], false);
        self.constant_of_board = self.constant_of_board.wrapping_add(less);
        let sums = self.patterns.entry(kind);
        let sums = sums.or_insert_with(|| vec![0; kind.words(width)]);
        for (sum, number) in sums[kind.table(term.index)].iter_mut().zip(0..) {
            let score = score(kind.read(number, term.index, width))?;
            *sum = sum.wrapping_add(score.wrapping_sub(less));
        }
        Some(())
    }

    fn add_table(&mut self, of: TableOf, scores: &[i32]) {
        let sums = self.tables.entry(of);
        let sums = sums.or_insert_with(|| vec![0; scores.len()]);
        for (sum, score) in sums.iter_mut().zip(scores) {
            *sum = sum.wrapping_add(*score);
        }
    }
}

//! The numbers of a board, added up into a score.

use std::marker::PhantomData;

use super::vector::Vector;
use crate::kernels::feature_set::FeatureSet;
use crate::kernels::plan::Plan;
use crate::kernels::slots::{SLOTS, Slot, Slots};

/// What is read off a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardReading {
    /// The part of the score that comes from weights.
    pub linear: i32,
    /// What of it comes from weights for differences, and has to be taken off that of an
    /// afterstate.
    pub delta: i32,
    /// The greatest height.
    pub highest: i32,
    /// Rows with holes, as a mask.
    pub hole_rows: u32,
}

/// Collects what the numbers of a board add to the score.
pub(super) struct Tally<'a, V, F, const SUMS: bool> {
    pub plan: &'a Plan,
    set: PhantomData<F>,
    /// The numbers that have more than a weight.
    special: Slots,
    /// The numbers that have to be known in the end.
    noted: Slots,
    /// Sums over columns, still one a lane.
    pub linear: V,
    pub delta: V,
    /// Sums of whole numbers.
    fixed: i32,
    fixed_delta: i32,
    /// In memory: most of them are not written, and the compiler would keep each in a place of its
    /// own.
    numbers: &'a mut [i32; SLOTS],
}

impl<'a, V: Vector, F: FeatureSet, const SUMS: bool> Tally<'a, V, F, SUMS> {
    /// Nothing yet; where numbers are noted they are to be 0. Batches need to know numbers of the
    /// board before that others do not.
    #[inline(always)]
    pub fn new(plan: &'a Plan, is_for_batches: bool, numbers: &'a mut [i32; SLOTS]) -> Self {
        let special = match F::IS_LINEAR {
            true => Slots::default(),
            false => plan.special(),
        };
        Tally {
            plan,
            set: PhantomData,
            special,
            noted: if is_for_batches { Slots::ALL } else { special },
            linear: V::splat(0),
            delta: V::splat(0),
            fixed: 0,
            fixed_delta: 0,
            numbers,
        }
    }

    /// What was read, given the greatest height and the rows with holes.
    #[inline(always)]
    pub fn reading(self, highest: i32, hole_rows: u32) -> BoardReading {
        let delta = match !F::IS_LINEAR && self.plan.has_deltas {
            true => self.fixed_delta.wrapping_add(self.delta.sum()),
            false => 0,
        };
        BoardReading {
            linear: self.fixed.wrapping_add(self.linear.sum()),
            delta,
            highest,
            hole_rows,
        }
    }

    /// Adds part of a number: one share a column.
    #[inline(always)]
    pub fn add(&mut self, slot: Slot, shares: V) {
        if !SUMS {
            return;
        }
        let weight = V::splat(self.plan.weight::<F>(slot));
        self.linear = self.linear.add(shares.mul(weight));
        if !F::IS_LINEAR && self.special.has(slot) {
            if let Some(weight) = self.plan.delta_weight(slot) {
                self.delta = self.delta.add(shares.mul(V::splat(weight)));
            }
            if self.plan.tables(slot).is_some() {
                self.numbers[slot as usize] += shares.sum();
            }
        }
    }

    /// Adds part of a number.
    #[inline(always)]
    pub fn add_whole(&mut self, slot: Slot, share: i32) {
        if SUMS {
            let weight = self.plan.weight::<F>(slot);
            self.fixed = self.fixed.wrapping_add(weight.wrapping_mul(share));
        }
        if !F::IS_LINEAR
            && self.special.has(slot)
            && let Some(weight) = self.plan.delta_weight(slot)
        {
            self.fixed_delta = self.fixed_delta.wrapping_add(weight.wrapping_mul(share));
        }
        if self.noted.has(slot) {
            self.numbers[slot as usize] += share;
        }
    }

    /// Notes a number that is known in another way.
    #[inline(always)]
    pub fn note(&mut self, slot: Slot, number: i32) {
        self.numbers[slot as usize] = number;
    }
}

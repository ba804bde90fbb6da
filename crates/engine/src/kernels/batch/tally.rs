//! The numbers of a board, added up into a score.

use std::marker::PhantomData;

use super::vector::Vector;
use crate::kernels::feature_set::FeatureSet;
use crate::kernels::plan::Plan;
use crate::kernels::slots::{SLOTS, Slot};

/// What is read off a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardReading {
    /// The part of the score that comes from weights.
    pub linear: i32,
    /// What of it comes from weights for differences, and has to be taken off that of an
    /// afterstate.
    pub delta: i32,
    /// The numbers that have a table, and some that are needed anyway.
    pub numbers: [i32; SLOTS],
    /// The greatest height.
    pub highest: i32,
    /// Rows with holes, as a mask.
    pub hole_rows: u32,
}

/// Collects what the numbers of a board add to the score.
pub(super) struct Tally<'a, V, F, const SUMS: bool> {
    pub plan: &'a Plan,
    set: PhantomData<F>,
    /// Sums over columns, still one a lane.
    pub linear: V,
    pub delta: V,
    /// Sums of whole numbers.
    fixed: i32,
    fixed_delta: i32,
    numbers: [i32; SLOTS],
}

impl<'a, V: Vector, F: FeatureSet, const SUMS: bool> Tally<'a, V, F, SUMS> {
    #[inline(always)]
    pub fn new(plan: &'a Plan) -> Self {
        Tally {
            plan,
            set: PhantomData,
            linear: V::splat(0),
            delta: V::splat(0),
            fixed: 0,
            fixed_delta: 0,
            numbers: [0; SLOTS],
        }
    }

    /// What was read, given the greatest height and the rows with holes.
    #[inline(always)]
    pub fn reading(self, highest: i32, hole_rows: u32) -> BoardReading {
        BoardReading {
            linear: self.fixed.wrapping_add(self.linear.sum()),
            delta: self.fixed_delta.wrapping_add(self.delta.sum()),
            numbers: self.numbers,
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
        if let Some(weight) = self.plan.weight::<F>(slot) {
            self.linear = self.linear.add(shares.mul(V::splat(weight)));
        }
        if !F::IS_LINEAR
            && let Some(weight) = self.plan.delta_weight(slot)
        {
            self.delta = self.delta.add(shares.mul(V::splat(weight)));
        }
        if !F::IS_LINEAR && self.plan.tables(slot).is_some() {
            self.numbers[slot as usize] += shares.sum();
        }
    }

    /// Adds part of a number.
    #[inline(always)]
    pub fn add_whole(&mut self, slot: Slot, share: i32) {
        if SUMS && let Some(weight) = self.plan.weight::<F>(slot) {
            self.fixed = self.fixed.wrapping_add(weight.wrapping_mul(share));
        }
        if !F::IS_LINEAR
            && let Some(weight) = self.plan.delta_weight(slot)
        {
            self.fixed_delta = self.fixed_delta.wrapping_add(weight.wrapping_mul(share));
        }
        self.numbers[slot as usize] += share;
    }
}

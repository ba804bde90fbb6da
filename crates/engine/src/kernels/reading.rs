//! What is read off a board: the numbers that a rating wants, and the score they make. Here a lane is a column.
//!
//! It reads a board before a piece is placed, and one on which rows have gone.

use std::marker::PhantomData;

use super::base::Each;
use super::plan::Plan;
use super::slot::{SLOTS, Slot, Slots};
use super::vector::{PAD, Row, Vector};
use super::want::{Want, wants};

/// What is read off a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// The part of the score that comes from weights.
    pub linear: i32,
    /// What of it comes from weights for differences, and has to be taken off that of an afterstate.
    pub delta: i32,
    /// The numbers wanted with a table, and some that are needed anyway.
    pub numbers: [i32; SLOTS],
    /// The greatest height.
    pub highest: i32,
    /// Rows with holes, as a mask.
    pub hole_rows: u32,
}

/// Collects what the numbers of a board add to the score.
struct Tally<'a, V, W, const SUMS: bool> {
    plan: &'a Plan,
    want: PhantomData<W>,
    /// Sums over columns, still one a lane.
    linear: V,
    delta: V,
    /// Sums of whole numbers.
    fixed: i32,
    fixed_delta: i32,
    numbers: [i32; SLOTS],
}

impl<V: Vector, W: Want, const SUMS: bool> Tally<'_, V, W, SUMS> {
    /// Part of a number: one share a column.
    #[inline(always)]
    fn add(&mut self, slot: Slot, shares: V) {
        if !SUMS {
            return;
        }
        if let Some(weight) = self.plan.weight::<W>(slot) {
            self.linear = self.linear.add(shares.mul(V::splat(weight)));
        }
        if !W::IS_LINEAR
            && let Some(weight) = self.plan.delta_weight(slot)
        {
            self.delta = self.delta.add(shares.mul(V::splat(weight)));
        }
        if !W::IS_LINEAR && self.plan.tables(slot).is_some() {
            self.numbers[slot as usize] += shares.sum();
        }
    }

    /// Part of a number.
    #[inline(always)]
    fn add_whole(&mut self, slot: Slot, share: i32) {
        if SUMS && let Some(weight) = self.plan.weight::<W>(slot) {
            self.fixed = self.fixed.wrapping_add(weight.wrapping_mul(share));
        }
        if !W::IS_LINEAR
            && let Some(weight) = self.plan.delta_weight(slot)
        {
            self.fixed_delta = self.fixed_delta.wrapping_add(weight.wrapping_mul(share));
        }
        self.numbers[slot as usize] += share;
    }
}

/// Reads the numbers that a plan wants off a board. Columns beyond the width are walls. Without `SUMS`, which a linear rating can do
/// without where it knows the score, only what batches need.
#[inline(always)]
pub(crate) fn read<V: Vector, W: Want, const SUMS: bool>(
    plan: &Plan,
    columns: &Row,
    mut each: Option<&mut Each>,
) -> Reading {
    let zero = V::splat(0);
    let mut tally = Tally::<V, W, SUMS> {
        plan,
        want: PhantomData,
        linear: zero,
        delta: zero,
        fixed: 0,
        fixed_delta: 0,
        numbers: [0; SLOTS],
    };
    let mut all = zero;
    let mut hole_rows = zero;
    let mut heights = Heights::<V>::new();
    // Neighbours come from registers: memory would not yet have what was just written at other places.
    let wall = V::splat(plan.rows as i32);
    let (mut before, mut column) = (wall, V::load(columns.view(0), PAD));
    let mut at = 0;
    while at < plan.width {
        let after = V::load(columns.view(at + V::LANES), PAD);
        let beside = [
            column.shifted_left_in(before),
            column.shifted_right_in(after),
        ];
        let inside = V::splat((plan.width - at) as i32).above(V::numbers());
        all = all.or(column.kept(inside));
        let height = column.height();
        let top = V::splat(1).up(height);
        let below = top.sub(V::splat(1));
        let holes = below.but_not(column);
        let wells = beside[0].and(beside[1]).but_not(column);
        if let Some(each) = &mut each {
            let walled = height.max(V::load(plan.wall_heights.view(at), PAD));
            let open = wells.but_not(below);
            each.heights.set_lanes(at, walled);
            each.tops.set_lanes(at, top);
            each.holes.set_lanes(at, holes);
            each.wells.set_lanes(at, open);
            if wants!(W, plan, Slots::RUN_WELLS) {
                let depth = open.height().sub(height).max(zero);
                each.well_depths.set_lanes(at, depth);
            }
        }
        if wants!(W, plan, Slot::RowsWithHoles.alone()) {
            hole_rows = hole_rows.or(holes);
        }
        if wants!(W, plan, Slot::Holes.alone()) {
            tally.add(Slot::Holes, holes.count());
        }
        if wants!(W, plan, Slots::LIDS) {
            let lids = column.but_not(column.up_one().or(V::splat(1))).count();
            tally.add(Slot::Lids, lids);
            tally.add(Slot::ColumnTransitions, lids.add(lids));
        }
        if wants!(W, plan, Slot::HoleDepth.alone()) {
            let covering = column.and(column.add(V::splat(1))).count();
            tally.add(Slot::HoleDepth, covering);
        }
        if wants!(W, plan, Slots::TRANSITIONS) {
            transitions(&mut tally, at, column, beside[1]);
        }
        if SUMS && wants!(W, plan, Slots::WELL_CELLS) {
            well_cells(&mut tally, column, wells);
        }
        if wants!(W, plan, Slots::SELDOM) {
            seldom(&mut tally, column, inside);
        }
        if wants!(W, plan, Slots::TALL) {
            heights.add(&mut tally, at, beside, height, inside);
        }
        (before, column) = (column, after);
        at += V::LANES;
    }
    let highest = (u32::BITS - all.union().leading_zeros()) as i32;
    heights.finish(&mut tally, columns, highest);
    let first = columns.get(0);
    tally.add_whole(
        Slot::RowTransitions,
        (plan.rows ^ first).count_ones() as i32,
    );
    tally.add_whole(Slot::ColumnTransitions, plan.width as i32);
    let hole_rows = hole_rows.union();
    tally.add_whole(Slot::RowsWithHoles, hole_rows.count_ones() as i32);
    Reading {
        linear: tally.fixed.wrapping_add(tally.linear.sum()),
        delta: tally.fixed_delta.wrapping_add(tally.delta.sum()),
        numbers: tally.numbers,
        highest,
        hole_rows,
    }
}

/// Row transitions, each column's with its right neighbour, and those within columns.
#[inline(always)]
fn transitions<V: Vector, W: Want, const SUMS: bool>(
    tally: &mut Tally<V, W, SUMS>,
    at: usize,
    column: V,
    right: V,
) {
    let changes = column.xor(right).count();
    tally.add(Slot::RowTransitions, changes);
    if wants!(W, tally.plan, Slot::CellTransitions.alone()) {
        // An empty cell beside a full one is a change, seen from either.
        let along_rows = changes.and(V::load(tally.plan.paired.view(at), PAD));
        let rows_but_top = V::splat((tally.plan.rows >> 1) as i32);
        let along_columns = column.xor(column.down_one()).and(rows_but_top).count();
        tally.add(Slot::CellTransitions, along_rows.add(along_columns));
    }
}

/// Features of well cells.
#[inline(always)]
fn well_cells<V: Vector, W: Want, const SUMS: bool>(
    tally: &mut Tally<V, W, SUMS>,
    column: V,
    wells: V,
) {
    if wants!(W, tally.plan, Slot::CumulativeWells.alone()) {
        let mut sum = V::splat(0);
        // The well cells that still have an empty cell as many places below.
        let mut deep = wells;
        while !deep.is_zero() {
            sum = sum.add(deep.count());
            deep = deep.down_one().but_not(column);
        }
        tally.add(Slot::CumulativeWells, sum);
    }
    if wants!(W, tally.plan, Slots::RUN_WELLS) {
        let mut runs = wells;
        loop {
            let longer = runs.or(runs.down_one().but_not(column));
            if longer.xor(runs).is_zero() {
                break;
            }
            runs = longer;
        }
        tally.add(Slot::WellCells, runs.count());
        let mut sum = V::splat(0);
        while !runs.is_zero() {
            sum = sum.add(runs.count());
            runs = runs.and(runs.down_one());
        }
        tally.add(Slot::FastWells, sum);
    }
}

/// Features of cells that few controllers name.
#[inline(always)]
fn seldom<V: Vector, W: Want, const SUMS: bool>(
    tally: &mut Tally<V, W, SUMS>,
    column: V,
    inside: V::Mask,
) {
    let column = column.kept(inside);
    if wants!(W, tally.plan, Slot::FullCells.alone()) {
        tally.add(Slot::FullCells, column.count());
    }
    if wants!(W, tally.plan, Slot::WeightedCells.alone()) {
        // Bit by bit of the row's number.
        let mut sum = column.count();
        for (bit, rows) in [
            0xAAAA_AAAAu32,
            0xCCCC_CCCC,
            0xF0F0_F0F0,
            0xFF00_FF00,
            0xFFFF_0000,
        ]
        .into_iter()
        .enumerate()
        {
            let counted = column.and(V::splat(rows as i32)).count();
            sum = sum.add(counted.mul(V::splat(1 << bit)));
        }
        tally.add(Slot::WeightedCells, sum);
    }
    if wants!(W, tally.plan, Slot::SurroundedHoles.alone()) {
        let floor = column.up_one().or(V::splat(1));
        tally.add(
            Slot::SurroundedHoles,
            column.down_one().and(floor).but_not(column).count(),
        );
    }
}

/// Features of the heights.
struct Heights<V> {
    sum: V,
    least: V,
    pattern: V,
    deepest: V,
}

impl<V: Vector> Heights<V> {
    #[inline(always)]
    fn new() -> Self {
        Heights {
            sum: V::splat(0),
            least: V::splat(super::plan::WALL),
            pattern: V::splat(0),
            deepest: V::splat(0),
        }
    }

    #[inline(always)]
    fn add<W: Want, const SUMS: bool>(
        &mut self,
        tally: &mut Tally<V, W, SUMS>,
        at: usize,
        beside: [V; 2],
        height: V,
        inside: V::Mask,
    ) {
        let (plan, zero) = (tally.plan, V::splat(0));
        let walls = plan.wall_heights.view(at);
        let left = beside[0].height().max(V::load(walls, PAD - 1));
        let right = beside[1].height().max(V::load(walls, PAD + 1));
        let walled = height.max(V::load(plan.wall_heights.view(at), PAD));
        self.sum = self.sum.add(height.kept(inside));
        self.least = self.least.min(walled);
        if wants!(W, plan, Slots::DIFFERENCES) {
            let signed = walled.sub(right);
            let difference = signed.abs().and(V::load(plan.paired.view(at), PAD));
            tally.add(Slot::HeightDifferences, difference);
            tally.add(Slot::SquaredDifferences, difference.mul(difference));
            self.pattern = self
                .pattern
                .or(V::splat(1).up(signed.add(V::splat(2))).kept(inside));
            per_column(tally, at, Slot::ColumnHeight, height);
            per_column(tally, at, Slot::ColumnDifference, difference);
        }
        if wants!(W, plan, Slots::OPEN_WELLS) {
            let depth = left.min(right).sub(walled).max(zero);
            self.deepest = self.deepest.max(depth);
            tally.add(Slot::Wells, depth);
            tally.add(Slot::DeepWells, depth.kept(depth.above(V::splat(1))));
            tally.add(Slot::PitDepths, depth.kept(depth.above(V::splat(2))));
        }
    }

    #[inline(always)]
    fn finish<W: Want, const SUMS: bool>(
        &self,
        tally: &mut Tally<V, W, SUMS>,
        columns: &Row,
        highest: i32,
    ) {
        let plan = tally.plan;
        if wants!(W, plan, Slots::HEIGHTS) {
            let (width, sum) = (plan.width as i32, self.sum.sum());
            tally.add_whole(Slot::MaxHeight, highest);
            tally.add_whole(Slot::SumHeight, sum);
            tally.add_whole(Slot::MaxMinusMean, width * highest - sum);
            if wants!(W, plan, Slots::LEAST) {
                let least = self.least.least();
                tally.add_whole(Slot::MinHeight, least);
                tally.add_whole(Slot::MaxHeightDifference, highest - least);
                tally.add_whole(Slot::MeanMinusMin, sum - width * least);
            }
            if wants!(W, plan, Slot::HeightDeviation.alone()) {
                let mut deviation = V::splat(0);
                let mut at = 0;
                while at < plan.width {
                    let inside = V::splat((plan.width - at) as i32).above(V::numbers());
                    let height = V::load(columns.view(at), PAD).height();
                    let away = height.mul(V::splat(width)).sub(V::splat(sum)).abs();
                    deviation = deviation.add(away.kept(inside));
                    at += V::LANES;
                }
                tally.add_whole(Slot::HeightDeviation, deviation.sum());
            }
        }
        if wants!(W, plan, Slot::PatternDiversity.alone()) {
            let seen = self.pattern.union() & 0b1_1111;
            tally.add_whole(Slot::PatternDiversity, seen.count_ones() as i32);
        }
        if wants!(W, plan, Slot::MaxWellDepth.alone()) {
            tally.add_whole(Slot::MaxWellDepth, self.deepest.greatest());
        }
    }
}

/// A number with a weight for each column. Its tables are read where the board before is known.
#[inline(always)]
fn per_column<V: Vector, W: Want, const SUMS: bool>(
    tally: &mut Tally<V, W, SUMS>,
    at: usize,
    slot: Slot,
    number: V,
) {
    if SUMS && W::has(tally.plan, slot) {
        let each = match slot {
            Slot::ColumnHeight => &tally.plan.columns,
            _ => &tally.plan.pairs,
        };
        let weights = V::load(each.weights.view(at), PAD);
        let delta_weights = V::load(each.delta_weights.view(at), PAD);
        tally.linear = tally.linear.add(number.mul(weights));
        tally.delta = tally.delta.add(number.mul(delta_weights));
    }
}

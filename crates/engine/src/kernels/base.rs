//! What is known of a board before a piece is placed: made once, read by every batch of its placements.
//!
//! Here a lane is a column. The same code reads the numbers of a board on which rows have gone.

use std::marker::PhantomData;

use super::plan::Plan;
use super::slot::{SLOTS, Slot, Slots};
use super::vector::{PAD, Row, Vector};
use super::want::{Want, wants};
use crate::board::{Board, MAX_WIDTH};

/// What is known of a board.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// The columns; walls are full.
    pub columns: Row,
    /// What is known of each of them.
    pub each: Each,
    /// Rows full in all columns to the left of each.
    pub full_left: Row,
    /// Rows full in each column and all to its right.
    pub full_right: Row,
    /// The least height to the left of each; then in it and to its right. Only where it is wanted.
    pub least: [Row; 2],
    /// The values of differences of heights, a bit each, of pairs that begin left of each; then of the others.
    pub patterns: [Row; 2],
    /// The depth of the deepest open well to the left of each; then in it and to its right.
    pub deepest: [Row; 2],
    /// What was read off the board.
    pub reading: Reading,
    /// All rows that are full: none, but where rows stay between two pieces.
    pub full: u32,
    /// The score of a move that changed nothing, without what tables for whole boards say: where batches start.
    pub start: i32,
}

/// What is known of each column.
#[derive(Clone, Debug)]
pub(crate) struct Each {
    /// The heights.
    pub heights: Row,
    /// The first row above each, as a bit.
    pub tops: Row,
    /// The holes of each.
    pub holes: Row,
    /// The well cells above each.
    pub wells: Row,
    /// How far the highest of them is above the column, it included; 0 if there is none.
    pub well_depths: Row,
}

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

impl Base {
    /// A place to know a board of a plan's size.
    pub fn new(plan: &Plan) -> Base {
        let none = Row::filled(0);
        Base {
            columns: plan.walls,
            each: Each {
                heights: plan.wall_heights,
                tops: none,
                holes: none,
                wells: none,
                well_depths: none,
            },
            full_left: none,
            full_right: none,
            least: [Row::filled(super::plan::WALL as u32); 2],
            patterns: [none; 2],
            deepest: [none; 2],
            reading: Reading {
                linear: 0,
                delta: 0,
                numbers: [0; SLOTS],
                highest: 0,
                hole_rows: 0,
            },
            full: 0,
            start: 0,
        }
    }

    /// Gets to know a board.
    #[inline(always)]
    pub fn read<V: Vector, W: Want>(&mut self, plan: &Plan, board: &Board) {
        let mut at = 0;
        while at < MAX_WIDTH {
            let columns = V::load_slice(&board.all_columns()[at..]);
            let columns = columns.or(V::load(plan.walls.view(at), PAD));
            self.columns.set_lanes(at, columns);
            at += V::LANES;
        }
        self.reading = read::<V, W>(plan, &self.columns, Some(&mut self.each));
        self.sweep::<W>(plan);
        self.start = self.reading.linear.wrapping_sub(self.reading.delta);
        if !W::IS_LINEAR && plan.has_grids {
            let score = plan.grid_score(&self.columns, &self.columns);
            self.start = self.start.wrapping_add(score);
        }
    }

    /// What batches need of all columns to the left and to the right.
    #[inline(always)]
    fn sweep<W: Want>(&mut self, plan: &Plan) {
        let width = plan.width as isize;
        // Rows above the board count too: on the narrowest a lying I fills one, which may save the game.
        let (mut left, mut right) = (u32::MAX, u32::MAX);
        for x in 0..width {
            self.full_left.set(x, left);
            left &= self.columns.get(x);
            self.full_right.set(width - x, right);
            right &= self.columns.get(width - 1 - x);
        }
        self.full = left;
        if wants!(W, plan, Slots::LEAST) {
            sweep(
                &mut self.least,
                width,
                super::plan::WALL as u32,
                |x| self.each.heights.get(x),
                u32::min,
            );
        }
        let height = |x: isize| self.each.heights.get(x) as i32;
        if wants!(W, plan, Slot::PatternDiversity.alone()) {
            let pattern = |x: isize| match height(x) - height(x + 1) {
                difference @ -2..=2 => 1 << (difference + 2),
                _ => 0,
            };
            sweep(&mut self.patterns, width, 0, pattern, |a, b| a | b);
        }
        if wants!(W, plan, Slot::MaxWellDepth.alone()) {
            let depth = |x: isize| (height(x - 1).min(height(x + 1)) - height(x)).max(0) as u32;
            sweep(&mut self.deepest, width, 0, depth, u32::max);
        }
    }
}

/// Sets what is left of each column, and what is in it and to its right. Windows reach one beyond either wall.
#[inline(always)]
fn sweep(
    rows: &mut [Row; 2],
    width: isize,
    start: u32,
    of_column: impl Fn(isize) -> u32,
    combine: impl Fn(u32, u32) -> u32,
) {
    let [left, right] = rows;
    let (mut shifted_left_in, mut shifted_right_in) = (start, start);
    left.set(-1, start);
    right.set(width + 1, start);
    for x in 0..width {
        left.set(x, shifted_left_in);
        shifted_left_in = combine(shifted_left_in, of_column(x));
        right.set(width - x, shifted_right_in);
        shifted_right_in = combine(shifted_right_in, of_column(width - 1 - x));
    }
    right.set(0, shifted_right_in);
}

/// Collects what the numbers of a board add to the score.
struct Tally<'a, V, W> {
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

impl<V: Vector, W: Want> Tally<'_, V, W> {
    /// Part of a number: one share a column.
    #[inline(always)]
    fn add(&mut self, slot: Slot, shares: V) {
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
        if let Some(weight) = self.plan.weight::<W>(slot) {
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

/// Reads the numbers that a plan wants off a board. Columns beyond the width are walls.
#[inline(always)]
pub(crate) fn read<V: Vector, W: Want>(
    plan: &Plan,
    columns: &Row,
    mut each: Option<&mut Each>,
) -> Reading {
    let zero = V::splat(0);
    let mut tally = Tally {
        plan,
        want: PhantomData::<W>,
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
        if wants!(W, plan, Slots::WELL_CELLS) {
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
fn transitions<V: Vector, W: Want>(tally: &mut Tally<V, W>, at: usize, column: V, right: V) {
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
fn well_cells<V: Vector, W: Want>(tally: &mut Tally<V, W>, column: V, wells: V) {
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
fn seldom<V: Vector, W: Want>(tally: &mut Tally<V, W>, column: V, inside: V::Mask) {
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
    fn add<W: Want>(
        &mut self,
        tally: &mut Tally<V, W>,
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
    fn finish<W: Want>(&self, tally: &mut Tally<V, W>, columns: &Row, highest: i32) {
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
fn per_column<V: Vector, W: Want>(tally: &mut Tally<V, W>, at: usize, slot: Slot, number: V) {
    if W::has(tally.plan, slot) {
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

//! What is read off a board: the numbers that a rating uses, and the score they make. Here a lane
//! is a column.
//!
//! It reads a board before a piece is placed, and one on which rows have gone.

use super::facts::ColumnFacts;
use super::tally::{BoardReading, Tally};
use super::vector::Vector;
use crate::game::board::MAX_WIDTH;
use crate::kernels::columns::{PAD, PerColumn, WALL};
use crate::kernels::feature_set::{FeatureSet, uses};
use crate::kernels::plan::Plan;
use crate::kernels::slots::{SLOTS, Slot, Slots};

/// Some columns of a board, a lane for each.
#[derive(Clone, Copy)]
pub(super) struct Seen<V: Vector> {
    /// The first of them.
    pub at: usize,
    pub column: V,
    /// The columns to the left and to the right.
    pub beside: [V; 2],
    pub height: V,
    /// The first row above each, as a bit.
    pub top: V,
    /// The rows below that.
    pub below: V,
    pub holes: V,
    /// Empty cells with both sides full.
    pub wells: V,
    /// The lanes that are columns of the board.
    pub inside: V::Mask,
}

impl<V: Vector> Seen<V> {
    #[inline(always)]
    fn new(plan: &Plan, at: usize, column: V, [before, after]: [V; 2]) -> Self {
        let beside = [
            column.shifted_left_in(before),
            column.shifted_right_in(after),
        ];
        let height = column.height();
        let top = V::splat(1).up(height);
        let below = top.sub(V::splat(1));
        Seen {
            at,
            column,
            beside,
            height,
            top,
            below,
            holes: below.but_not(column),
            wells: beside[0].and(beside[1]).but_not(column),
            inside: V::splat((plan.width - at) as i32).above(V::numbers()),
        }
    }
}

/// Reads the numbers that a plan uses off a board. Those that have a table, and some that batches
/// need, are added to `numbers`, which are 0. Columns beyond the width are walls. Without
/// `SUMS`, which a linear rating can do without where it knows the score, only what batches need.
#[inline(always)]
pub(crate) fn read<V: Vector, F: FeatureSet, const SUMS: bool>(
    plan: &Plan,
    columns: &PerColumn,
    mut facts: Option<&mut ColumnFacts>,
    numbers: &mut [i32; SLOTS],
) -> BoardReading {
    let zero = V::splat(0);
    let mut tally = Tally::<V, F, SUMS>::new(plan, facts.is_some(), numbers);
    let mut all = zero;
    let mut hole_rows = zero;
    let mut heights = Heights::<V>::new();
    // Neighbours come from registers: memory would not yet have what was just written at other
    // places.
    let wall = V::splat(plan.rows as i32);
    let (mut before, mut column) = (wall, V::load(columns.view(0), PAD));
    let mut at = 0;
    while at < plan.width {
        let after = V::load(columns.view(at + V::LANES), PAD);
        let seen = Seen::new(plan, at, column, [before, after]);
        all = all.or(column.kept(seen.inside));
        if let Some(facts) = &mut facts {
            set_facts::<V, F>(facts, plan, &seen);
        }
        if uses!(F, plan, Slot::RowsWithHoles.alone()) {
            hole_rows = hole_rows.or(seen.holes);
        }
        add_columns(&mut tally, &mut heights, &seen);
        (before, column) = (column, after);
        at += V::LANES;
        // No loop where a vector has them all.
        if V::LANES >= MAX_WIDTH {
            break;
        }
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
    tally.reading(highest, hole_rows)
}

/// Notes what batches need of each column.
#[inline(always)]
fn set_facts<V: Vector, F: FeatureSet>(facts: &mut ColumnFacts, plan: &Plan, seen: &Seen<V>) {
    let at = seen.at;
    let walled = seen.height.max(V::load(plan.wall_heights.view(at), PAD));
    let open = seen.wells.but_not(seen.below);
    walled.store_columns(&mut facts.heights, at);
    seen.top.store_columns(&mut facts.tops, at);
    seen.holes.store_columns(&mut facts.holes, at);
    open.store_columns(&mut facts.wells, at);
    if uses!(F, plan, Slots::RUN_WELLS) {
        let depth = open.height().sub(seen.height).max(V::splat(0));
        depth.store_columns(&mut facts.well_depths, at);
    }
}

/// Adds the features of some columns.
#[inline(always)]
fn add_columns<V: Vector, F: FeatureSet, const SUMS: bool>(
    tally: &mut Tally<V, F, SUMS>,
    heights: &mut Heights<V>,
    seen: &Seen<V>,
) {
    let (plan, column) = (tally.plan, seen.column);
    if uses!(F, plan, Slot::Holes.alone()) {
        tally.add(Slot::Holes, seen.holes.count());
    }
    if uses!(F, plan, Slots::LIDS) {
        let lids = column.but_not(column.up_one().or(V::splat(1))).count();
        tally.add(Slot::Lids, lids);
        tally.add(Slot::ColumnTransitions, lids.add(lids));
    }
    if uses!(F, plan, Slot::HoleDepth.alone()) {
        let covering = column.and(column.add(V::splat(1))).count();
        tally.add(Slot::HoleDepth, covering);
    }
    if uses!(F, plan, Slots::TRANSITIONS) {
        transitions(tally, seen);
    }
    if SUMS && uses!(F, plan, Slots::WELL_CELLS) {
        well_cells(tally, column, seen.wells);
    }
    if uses!(F, plan, Slots::RARELY_USED) {
        rarely_used(tally, column, seen.inside);
    }
    if uses!(F, plan, Slots::SURFACE) {
        heights.add(tally, seen);
    }
}

/// Row transitions, each column's with its right neighbour, and those within columns.
#[inline(always)]
fn transitions<V: Vector, F: FeatureSet, const SUMS: bool>(
    tally: &mut Tally<V, F, SUMS>,
    seen: &Seen<V>,
) {
    let column = seen.column;
    let changes = column.xor(seen.beside[1]).count();
    tally.add(Slot::RowTransitions, changes);
    if uses!(F, tally.plan, Slot::CellTransitions.alone()) {
        // An empty cell beside a full one is a change, seen from either.
        let along_rows = changes.and(V::load(tally.plan.paired.view(seen.at), PAD));
        let rows_but_top = V::splat((tally.plan.rows >> 1) as i32);
        let along_columns = column.xor(column.down_one()).and(rows_but_top).count();
        tally.add(Slot::CellTransitions, along_rows.add(along_columns));
    }
}

/// Steps down a well that are taken at once: how many it takes cannot be foretold, but few wells
/// are deeper.
const STEPS: usize = 4;

/// Features of well cells.
#[inline(always)]
fn well_cells<V: Vector, F: FeatureSet, const SUMS: bool>(
    tally: &mut Tally<V, F, SUMS>,
    column: V,
    wells: V,
) {
    if uses!(F, tally.plan, Slot::CumulativeWells.alone()) {
        let mut sum = V::splat(0);
        // The well cells that still have an empty cell as many places below.
        let mut deep = wells;
        while !deep.is_zero() {
            for _ in 0..STEPS {
                sum = sum.add(deep.count());
                deep = deep.down_one().but_not(column);
            }
        }
        tally.add(Slot::CumulativeWells, sum);
    }
    if uses!(F, tally.plan, Slots::RUN_WELLS) {
        let mut runs = wells;
        loop {
            for _ in 0..STEPS {
                runs = runs.or(runs.down_one().but_not(column));
            }
            let more = runs.down_one().but_not(column).but_not(runs);
            if more.is_zero() {
                break;
            }
        }
        tally.add(Slot::WellCells, runs.count());
        let mut sum = V::splat(0);
        while !runs.is_zero() {
            for _ in 0..STEPS {
                sum = sum.add(runs.count());
                runs = runs.and(runs.down_one());
            }
        }
        tally.add(Slot::FastWells, sum);
    }
}

/// Features of cells that few controllers use.
#[inline(always)]
fn rarely_used<V: Vector, F: FeatureSet, const SUMS: bool>(
    tally: &mut Tally<V, F, SUMS>,
    column: V,
    inside: V::Mask,
) {
    let column = column.kept(inside);
    if uses!(F, tally.plan, Slot::FullCells.alone()) {
        tally.add(Slot::FullCells, column.count());
    }
    if uses!(F, tally.plan, Slot::WeightedCells.alone()) {
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
    if uses!(F, tally.plan, Slot::SurroundedHoles.alone()) {
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
            least: V::splat(WALL),
            pattern: V::splat(0),
            deepest: V::splat(0),
        }
    }

    #[inline(always)]
    fn add<F: FeatureSet, const SUMS: bool>(
        &mut self,
        tally: &mut Tally<V, F, SUMS>,
        seen: &Seen<V>,
    ) {
        let &Seen {
            at,
            beside,
            height,
            inside,
            ..
        } = seen;
        let (plan, zero) = (tally.plan, V::splat(0));
        let walls = plan.wall_heights.view(at);
        let left = beside[0].height().max(V::load(walls, PAD - 1));
        let right = beside[1].height().max(V::load(walls, PAD + 1));
        let walled = height.max(V::load(plan.wall_heights.view(at), PAD));
        self.sum = self.sum.add(height.kept(inside));
        self.least = self.least.min(walled);
        if uses!(F, plan, Slots::DIFFERENCES) {
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
        if uses!(F, plan, Slots::OPEN_WELLS) {
            let depth = left.min(right).sub(walled).max(zero);
            self.deepest = self.deepest.max(depth);
            tally.add(Slot::Wells, depth);
            tally.add(Slot::DeepWells, depth.kept(depth.above(V::splat(1))));
            tally.add(Slot::PitDepths, depth.kept(depth.above(V::splat(2))));
        }
    }

    #[inline(always)]
    fn finish<F: FeatureSet, const SUMS: bool>(
        &self,
        tally: &mut Tally<V, F, SUMS>,
        columns: &PerColumn,
        highest: i32,
    ) {
        let plan = tally.plan;
        if uses!(F, plan, Slots::HEIGHTS) {
            let (width, heights) = (plan.width as i32, self.sum);
            tally.add_whole(Slot::MaxHeight, highest);
            if uses!(F, plan, Slots::MEANS) {
                tally.add(Slot::SumHeight, heights);
                tally.add(Slot::MaxMinusMean, V::splat(0).sub(heights));
                tally.add_whole(Slot::MaxMinusMean, width * highest);
                tally.add(Slot::MeanMinusMin, heights);
            }
            if uses!(F, plan, Slots::LEAST) {
                let least = self.least.least();
                tally.add_whole(Slot::MinHeight, least);
                tally.add_whole(Slot::MaxHeightDifference, highest - least);
                tally.add_whole(Slot::MeanMinusMin, -width * least);
            }
            if uses!(F, plan, Slot::HeightDeviation.alone()) {
                let sum = heights.sum();
                tally.note(Slot::SumHeight, sum);
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
        if uses!(F, plan, Slot::PatternDiversity.alone()) {
            let seen = self.pattern.union() & 0b1_1111;
            tally.add_whole(Slot::PatternDiversity, seen.count_ones() as i32);
        }
        if uses!(F, plan, Slot::MaxWellDepth.alone()) {
            tally.add_whole(Slot::MaxWellDepth, self.deepest.greatest());
        }
    }
}

/// A number with a weight for each column. Its tables are read where the board before is known.
#[inline(always)]
fn per_column<V: Vector, F: FeatureSet, const SUMS: bool>(
    tally: &mut Tally<V, F, SUMS>,
    at: usize,
    slot: Slot,
    number: V,
) {
    if SUMS && F::uses(tally.plan.slots, slot.alone()) {
        let each = match slot {
            Slot::ColumnHeight => &tally.plan.columns,
            _ => &tally.plan.pairs,
        };
        let weights = V::load(each.weights.view(at), PAD);
        tally.linear = tally.linear.add(number.mul(weights));
        if tally.plan.has_deltas {
            let weights = V::load(each.delta_weights.view(at), PAD);
            tally.delta = tally.delta.add(number.mul(weights));
        }
    }
}

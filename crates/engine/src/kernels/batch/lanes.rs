//! The scores of a batch of placements: one orientation in neighbouring columns, a lane each.
//!
//! A piece that removes no row changes only the columns it falls on and, for some features, what
//! their neighbours see. So each number of the afterstate is that of the board before plus a
//! difference, and most differences have a closed form: the piece comes to rest on top of its
//! columns, whose cells have no gap. Lanes in which rows go are left to `single`.

use std::marker::PhantomData;

use super::base::Base;
use super::vector::Vector;
use crate::game::board::MAX_WIDTH;
use crate::kernels::columns::PAD;
use crate::kernels::feature_set::{FeatureSet, uses};
use crate::kernels::plan::Plan;
use crate::kernels::profile::Profile;
use crate::kernels::slots::{Slot, Slots};
use crate::kernels::tables::Table;

/// What became of a batch. Masks are a bit for each lane within the board.
pub(crate) struct Batch<V> {
    /// The scores.
    pub score: V,
    /// The scores that are final; [`i32::MIN`], which no score is, in other lanes.
    pub known: V,
    /// The lanes whose score means nothing: the piece fills rows, or stands out.
    pub open: u32,
    /// Those where it stands out above the rows it may stand in.
    pub over: u32,
    /// The lanes whose score lacks what new well cells among holes count.
    pub covered: u32,
}

/// A batch being rated.
pub(super) struct Lanes<'a, V, F> {
    set: PhantomData<F>,
    pub plan: &'a Plan,
    pub base: &'a Base,
    pub profile: &'a Profile,
    /// The column of the first lane.
    pub at: usize,
    /// The row in which the piece comes to rest.
    pub row: V,
    /// The heights of the columns it falls on.
    pub heights: [V; 4],
    /// The empty cells between them and the piece.
    pub gaps: [V; 4],
    /// The columns it falls on and one on each side, from the row in which it comes to rest.
    pub near: [V; 6],
    score: V,
}

impl<V: Vector, F: FeatureSet> Lanes<'_, V, F> {
    /// Counts how much a number of the afterstate differs from that of the board before.
    #[inline(always)]
    pub fn add(&mut self, slot: Slot, difference: V) {
        let weight = V::splat(self.plan.weight::<F>(slot));
        self.score = self.score.add(difference.mul(weight));
        if !F::IS_LINEAR
            && let Some([own, delta]) = self.plan.tables(slot)
        {
            let before = self.base.numbers[slot as usize];
            self.look_up(own, difference, before);
            self.look_up(delta, difference, 0);
        }
    }

    #[inline(always)]
    fn look_up(&mut self, table: &Table, number: V, offset: i32) {
        if !table.scores.is_empty() {
            let index = number.add(V::splat(offset - table.first));
            self.score = self.score.add(index.gather(&table.scores));
        }
    }

    /// Counts part of the score.
    #[inline(always)]
    pub fn add_score(&mut self, score: V) {
        self.score = self.score.add(score);
    }
}

/// Rates a batch of placements of an orientation `S` columns wide, the first at column `at`.
#[inline(always)]
pub(crate) fn rate_batch<V: Vector, F: FeatureSet, const S: usize>(
    plan: &Plan,
    base: &Base,
    profile: &Profile,
    at: usize,
) -> Batch<V> {
    let zero = V::splat(0);
    // Known here, it need not be asked for each array.
    assert!(at < MAX_WIDTH);
    // Where the piece comes to rest.
    let view = base.each.heights.view(at);
    let mut heights = [zero; 4];
    let mut gaps = [zero; 4];
    for k in 0..S {
        heights[k] = V::load(view, PAD + k);
        gaps[k] = heights[k].sub(V::splat(profile.bottom[k]));
    }
    let mut row = gaps[0];
    for gap in &gaps[1..S] {
        row = row.max(*gap);
    }
    for gap in &mut gaps[..S] {
        *gap = row.sub(*gap);
    }
    let view = base.columns.view(at);
    let mut near = [zero; 6];
    for (j, column) in near[..S + 2].iter_mut().enumerate() {
        *column = V::load(view, PAD - 1 + j).down(row);
    }
    // Which rows are full. The board before has no full row, so that they are rows of the piece.
    let mut full = V::load(base.full_left.view(at), PAD)
        .and(V::load(base.full_right.view(at), PAD + S))
        .down(row);
    for k in 0..S {
        full = full.and(near[k + 1].or(V::splat(profile.cells[k] as i32)));
    }
    let over = row.above(V::splat(profile.limit));

    let mut lanes = Lanes {
        set: PhantomData::<F>,
        plan,
        base,
        profile,
        at,
        row,
        heights,
        gaps,
        near,
        score: V::splat(base.start),
    };
    let mut covered = zero.above(zero);
    if uses!(F, plan, Slots::WELL_CELLS) {
        covered = lanes.well_cells::<S>();
    }
    lanes.cells::<S>();
    if uses!(F, plan, Slots::SURFACE) {
        lanes.surface::<S>();
    }
    let open = V::either(over, full.above(zero));
    let count = plan.width + 1 - S - at;
    let outside = V::numbers().above(V::splat(count as i32 - 1));
    let unknown = V::either(V::either(open, covered), outside);
    let inside = !V::bits(outside);
    Batch {
        score: lanes.score,
        known: lanes.score.replaced(unknown, V::splat(i32::MIN)),
        open: V::bits(open) & inside,
        over: V::bits(over) & inside,
        covered: V::bits(covered) & !V::bits(open) & inside,
    }
}

impl<V: Vector, F: FeatureSet> Lanes<'_, V, F> {
    /// Features of cells, holes and the landing.
    #[inline(always)]
    fn cells<const S: usize>(&mut self) {
        let (plan, profile, zero) = (self.plan, self.profile, V::splat(0));
        if uses!(F, plan, Slot::LandingHeight.alone()) {
            let twice = self.row.add(self.row).add(V::splat(profile.rise));
            self.add(Slot::LandingHeight, twice);
        }
        if uses!(F, plan, Slot::ErodedCells.alone()) {
            self.add(Slot::ErodedCells, zero);
        }
        if uses!(F, plan, Slot::Holes.alone()) {
            let mut sum = self.gaps[0];
            for gap in &self.gaps[1..S] {
                sum = sum.add(*gap);
            }
            self.add(Slot::Holes, sum);
        }
        if uses!(F, plan, Slots::LIDS) {
            let mut lids = zero;
            for gap in &self.gaps[..S] {
                lids = lids.counted(gap.above(zero));
            }
            if uses!(F, plan, Slot::Lids.alone()) {
                self.add(Slot::Lids, lids);
            }
            if uses!(F, plan, Slot::ColumnTransitions.alone()) {
                self.add(Slot::ColumnTransitions, lids.add(lids));
            }
        }
        if uses!(F, plan, Slot::HoleDepth.alone()) {
            // The piece's cells cover the gap, and if there is none, the holes that the column has.
            let view = self.base.each.holes.view(self.at);
            let mut covering = zero;
            for k in 0..S {
                let under = self.gaps[k].or(V::load(view, PAD + k)).above(zero);
                covering = covering.add(V::splat(profile.count[k]).kept(under));
            }
            self.add(Slot::HoleDepth, covering);
        }
        if uses!(F, plan, Slot::RowsWithHoles.alone()) {
            let before = self.base.reading.hole_rows;
            let view = self.base.each.tops.view(self.at);
            let mut rows = V::splat(before as i32);
            for k in 0..S {
                let bottom = V::splat(profile.floor[k]).up(self.row);
                rows = rows.or(bottom.sub(V::load(view, PAD + k)));
            }
            let difference = rows
                .count()
                .sub(V::splat(self.base.numbers[Slot::RowsWithHoles as usize]));
            self.add(Slot::RowsWithHoles, difference);
        }
        if uses!(F, plan, Slots::TRANSITIONS) {
            // A side of the piece is a change more if there is an empty cell, one less if there is
            // a full one.
            let mut touching = zero;
            for j in 0..S + 2 {
                let cells = self.near[j].and(V::splat(profile.beside[j] as i32));
                touching = touching.add(cells.count_four());
            }
            let changes = V::splat(profile.sides).sub(touching.add(touching));
            if uses!(F, plan, Slot::RowTransitions.alone()) {
                self.add(Slot::RowTransitions, changes);
            }
            if uses!(F, plan, Slot::CellTransitions.alone()) {
                self.cell_transitions::<S>(changes);
            }
        }
        if uses!(F, plan, Slots::RARELY_USED) {
            self.rarely_used::<S>();
        }
    }

    /// As row transitions, but without the walls, and with the columns.
    #[inline(always)]
    fn cell_transitions<const S: usize>(&mut self, along_rows: V) {
        let (profile, zero) = (self.profile, V::splat(0));
        let edges = self.plan.edges.view(self.at);
        let at_walls = V::load(edges, PAD - 1)
            .mul(V::splat(profile.count[0]))
            .add(V::load(edges, PAD + S).mul(V::splat(profile.count[S - 1])));
        let mut changes = along_rows.add(at_walls);
        for k in 0..S {
            // The piece's top, unless it is that of the board; its bottom, or else the column's top
            // that is no more.
            let height = V::splat(self.plan.height);
            let top = self.row.add(V::splat(profile.top[k]));
            let hangs = self.gaps[k].above(zero);
            let stood = zero.counted(self.heights[k].above(zero));
            changes = changes
                .counted(height.above(top))
                .counted(hangs)
                .sub(stood)
                .add(stood.kept(hangs));
        }
        self.add(Slot::CellTransitions, changes);
    }

    /// What few controllers name.
    #[inline(always)]
    fn rarely_used<const S: usize>(&mut self) {
        let (plan, profile, zero) = (self.plan, self.profile, V::splat(0));
        let one = V::splat(1);
        if uses!(F, plan, Slot::SurroundedHoles.alone()) {
            let mut sum = zero;
            for gap in &self.gaps[..S] {
                sum = sum.counted(gap.equal(one));
            }
            self.add(Slot::SurroundedHoles, sum);
        }
        if uses!(F, plan, Slot::FullCells.alone()) {
            self.add(Slot::FullCells, V::splat(4));
        }
        if uses!(F, plan, Slot::WeightedCells.alone()) {
            let sum = self.row.mul(V::splat(4)).add(V::splat(profile.lift));
            self.add(Slot::WeightedCells, sum);
        }
        if uses!(F, plan, Slot::RemovedLines.alone()) {
            self.add(Slot::RemovedLines, zero);
        }
        if uses!(F, plan, Slot::Constant.alone()) {
            self.add(Slot::Constant, one);
        }
        if uses!(F, plan, Slot::Suicide.alone()) {
            self.add(Slot::Suicide, zero);
        }
        if uses!(F, plan, Slot::Lost.alone()) {
            self.add(Slot::Lost, one);
        }
    }
}

//! Features of the heights of the columns for a batch of placements.

use super::lanes::Lanes;
use super::vector::Vector;
use crate::kernels::columns::PAD;
use crate::kernels::feature_set::{FeatureSet, uses};
use crate::kernels::slots::{Slot, Slots};
use crate::kernels::tables::{ColumnScores, Grid};

impl<V: Vector, F: FeatureSet> Lanes<'_, V, F> {
    /// Counts the features of heights: those of the piece's columns change, and what their
    /// neighbours see.
    #[inline(always)]
    pub(super) fn surface<const S: usize>(&mut self) {
        // The heights before and after, from two columns left of the piece to two right of it.
        let view = self.base.each.heights.view(self.at);
        let mut before = [V::splat(0); 8];
        for (j, height) in before[..S + 4].iter_mut().enumerate() {
            *height = V::load(view, PAD - 2 + j);
        }
        let mut after = before;
        for k in 0..S {
            after[k + 2] = self.row.add(V::splat(self.profile.top[k]));
        }
        let plan = self.plan;
        if uses!(F, plan, Slots::HEIGHTS) {
            self.heights::<S>(&before, &after);
        }
        if uses!(F, plan, Slots::DIFFERENCES) {
            self.differences::<S>(&before, &after);
        }
        if uses!(F, plan, Slots::OPEN_WELLS) {
            self.open_wells::<S>(&before, &after);
        }
        if uses!(F, plan, Slots::PATTERNS) {
            self.patterns::<S>();
        }
    }

    #[inline(always)]
    fn heights<const S: usize>(&mut self, before: &[V; 8], after: &[V; 8]) {
        let (plan, base) = (self.plan, self.base);
        let width = V::splat(plan.width as i32);
        let highest = V::splat(base.reading.highest);
        let max = highest
            .max(self.row.add(V::splat(self.profile.height)))
            .sub(highest);
        let mut sum = V::splat(0);
        for k in 2..S + 2 {
            sum = sum.add(after[k].sub(before[k]));
        }
        if uses!(F, plan, Slot::MaxHeight.alone()) {
            self.add(Slot::MaxHeight, max);
        }
        if uses!(F, plan, Slot::SumHeight.alone()) {
            self.add(Slot::SumHeight, sum);
        }
        if uses!(F, plan, Slot::MaxMinusMean.alone()) {
            self.add(Slot::MaxMinusMean, width.mul(max).sub(sum));
        }
        if uses!(F, plan, Slots::LEAST) {
            let [left, right] = &base.least;
            let mut least =
                V::load(left.view(self.at), PAD).min(V::load(right.view(self.at), PAD + S));
            for height in &after[2..S + 2] {
                least = least.min(*height);
            }
            let min = least.sub(V::splat(base.numbers[Slot::MinHeight as usize]));
            if uses!(F, plan, Slot::MinHeight.alone()) {
                self.add(Slot::MinHeight, min);
            }
            if uses!(F, plan, Slot::MaxHeightDifference.alone()) {
                self.add(Slot::MaxHeightDifference, max.sub(min));
            }
            if uses!(F, plan, Slot::MeanMinusMin.alone()) {
                self.add(Slot::MeanMinusMin, sum.sub(width.mul(min)));
            }
        }
        if uses!(F, plan, Slot::HeightDeviation.alone()) {
            // All columns see another mean.
            let numbers = &base.numbers;
            let total = V::splat(numbers[Slot::SumHeight as usize]).add(sum);
            let away = |height: V| height.mul(width).sub(total).abs();
            let mut deviation = V::splat(-numbers[Slot::HeightDeviation as usize]);
            for x in 0..plan.width as isize {
                deviation = deviation.add(away(V::splat(base.each.heights.get(x) as i32)));
            }
            for k in 2..S + 2 {
                deviation = deviation.add(away(after[k])).sub(away(before[k]));
            }
            self.add(Slot::HeightDeviation, deviation);
        }
    }

    #[inline(always)]
    fn differences<const S: usize>(&mut self, before: &[V; 8], after: &[V; 8]) {
        let (plan, at) = (self.plan, self.at);
        let zero = V::splat(0);
        let (mut sum, mut squares, mut pattern) = (zero, zero, zero);
        // Pairs that begin from one column left of the piece to its last.
        for j in 1..S + 2 {
            let paired = V::load(plan.paired.view(at), PAD - 2 + j);
            let signed = after[j].sub(after[j + 1]);
            let now = signed.abs().and(paired);
            let then = before[j].sub(before[j + 1]).abs().and(paired);
            sum = sum.add(now).sub(then);
            squares = squares.add(now.mul(now)).sub(then.mul(then));
            pattern = pattern.or(V::splat(1).up(signed.add(V::splat(2))));
            if uses!(F, plan, Slot::ColumnDifference.alone()) {
                self.per_column(&plan.pairs, j, now, then);
            }
        }
        if uses!(F, plan, Slot::ColumnHeight.alone()) {
            for j in 2..S + 2 {
                self.per_column(&plan.columns, j, after[j], before[j]);
            }
        }
        if uses!(F, plan, Slot::HeightDifferences.alone()) {
            self.add(Slot::HeightDifferences, sum);
        }
        if uses!(F, plan, Slot::SquaredDifferences.alone()) {
            self.add(Slot::SquaredDifferences, squares);
        }
        if uses!(F, plan, Slot::PatternDiversity.alone()) {
            let [left, right] = &self.base.patterns;
            let others = V::load(left.view(at), PAD - 1).or(V::load(right.view(at), PAD + S));
            let seen = pattern.or(others).and(V::splat(0b1_1111)).count();
            let before = self.base.numbers[Slot::PatternDiversity as usize];
            self.add(Slot::PatternDiversity, seen.sub(V::splat(before)));
        }
    }

    /// A number with a weight or a table for each column, `j` less two columns to the right.
    #[inline(always)]
    fn per_column(&mut self, each: &ColumnScores, j: usize, now: V, then: V) {
        let weights = V::load(each.weights.view(self.at), PAD - 2 + j);
        self.add_score(now.sub(then).mul(weights));
        let [own, delta] = &each.grids;
        if !own.scores.is_empty() {
            let score = self.of_grid(own, j, now).sub(self.of_grid(own, j, then));
            self.add_score(score);
        }
        if !delta.scores.is_empty() {
            let still = self.of_grid(delta, j, V::splat(0));
            let score = self.of_grid(delta, j, now.sub(then)).sub(still);
            self.add_score(score);
        }
    }

    /// The entries of a grid. A column it does not have takes some entry, the same for the same
    /// number.
    #[inline(always)]
    fn of_grid(&self, grid: &Grid, j: usize, number: V) -> V {
        let column = V::numbers().add(V::splat(self.at as i32 + j as i32 - 2));
        let index = column
            .mul(V::splat(grid.stride))
            .add(number)
            .sub(V::splat(grid.first));
        index.gather(&grid.scores)
    }

    #[inline(always)]
    fn open_wells<const S: usize>(&mut self, before: &[V; 8], after: &[V; 8]) {
        let (plan, zero) = (self.plan, V::splat(0));
        let (one, two) = (V::splat(1), V::splat(2));
        let (mut wells, mut deep, mut pits, mut deepest) = (zero, zero, zero, zero);
        for j in 1..S + 3 {
            // A wall is higher than its neighbours, so that it is no well.
            let depth =
                |heights: &[V; 8]| heights[j - 1].min(heights[j + 1]).sub(heights[j]).max(zero);
            let (now, then) = (depth(after), depth(before));
            deepest = deepest.max(now);
            wells = wells.add(now).sub(then);
            deep = deep
                .add(now.kept(now.above(one)))
                .sub(then.kept(then.above(one)));
            pits = pits
                .add(now.kept(now.above(two)))
                .sub(then.kept(then.above(two)));
        }
        if uses!(F, plan, Slot::Wells.alone()) {
            self.add(Slot::Wells, wells);
        }
        if uses!(F, plan, Slot::DeepWells.alone()) {
            self.add(Slot::DeepWells, deep);
        }
        if uses!(F, plan, Slot::PitDepths.alone()) {
            self.add(Slot::PitDepths, pits);
        }
        if uses!(F, plan, Slot::MaxWellDepth.alone()) {
            let [left, right] = &self.base.deepest;
            let others =
                V::load(left.view(self.at), PAD - 1).max(V::load(right.view(self.at), PAD + S + 1));
            let before = self.base.numbers[Slot::MaxWellDepth as usize];
            let depth = deepest.max(others).sub(V::splat(before));
            self.add(Slot::MaxWellDepth, depth);
        }
    }
}

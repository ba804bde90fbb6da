//! Features of well cells for a batch of placements.
//!
//! A well cell is empty with both sides full; it counts the empty cells from it downwards. A piece
//! that comes to rest
//! - makes well cells of empty cells beside it, whose other side is full: in the columns left and
//!   right of it, and in its own columns below or above it, where another of its columns reaches
//!   lower or higher;
//! - fills cells that were well cells.
//!
//! All of them are in the rows of the piece's box, so that four bits a column tell them, and a
//! table of sixteen what they count. New well cells among the holes of a column are rare, and left
//! to `single`.

use super::lanes::Lanes;
use super::vector::Vector;
use crate::kernels::columns::PAD;
use crate::kernels::feature_set::{FeatureSet, uses};
use crate::kernels::profile::{NONE, PEAK, RISE};
use crate::kernels::slots::{Slot, Slots};

impl<V: Vector, F: FeatureSet> Lanes<'_, V, F> {
    /// Counts the features of well cells, but for new ones among holes. Says in which lanes there
    /// are such.
    #[inline(always)]
    pub(super) fn well_cells<const S: usize>(&mut self) -> V::Mask {
        let zero = V::splat(0);
        let (profile, near) = (self.profile, self.near);
        let columns = self.base.columns.view(self.at);
        let beyond_left = V::load(columns, PAD - 2).down(self.row);
        let beyond_right = V::load(columns, PAD + S + 1).down(self.row);
        let cells = |k: usize| V::splat(profile.cells[k] as i32);

        // New ones above their columns, from the column left of the piece to the one right of it.
        let mut fresh = [zero; 6];
        let mut covered = zero;
        for j in 0..S + 2 {
            let beside = match j {
                0 => cells(0).and(beyond_left),
                j if j == S + 1 => cells(S - 1).and(beyond_right),
                _ => {
                    let mut beside = zero;
                    if j >= 2 {
                        beside = beside.or(cells(j - 2).and(near[j + 1]));
                    }
                    if j < S {
                        beside = beside.or(cells(j).and(near[j - 1]));
                    }
                    beside.but_not(cells(j - 1))
                }
            };
            let new = beside.but_not(near[j]);
            let holes = V::load(self.base.each.holes.view(self.at), PAD - 1 + j);
            let among = new.and(holes.down(self.row));
            covered = covered.or(among);
            fresh[j] = new.xor(among);
        }

        let plan = self.plan;
        if uses!(F, plan, Slot::CumulativeWells.alone()) {
            self.cumulative::<S>(&fresh);
        }
        if uses!(F, plan, Slots::RUN_WELLS) {
            self.runs::<S>(&fresh);
        }
        covered.above(zero)
    }

    #[inline(always)]
    fn cumulative<const S: usize>(&mut self, fresh: &[V; 6]) {
        let profile = self.profile;
        let heights = self.base.each.heights.view(self.at);
        // Depths within the box of the piece, and that of its floor.
        let (mut within, mut sum) = (V::splat(0), V::splat(0));
        for j in [0, S + 1] {
            let floor = self.row.sub(V::load(heights, PAD - 1 + j));
            let open = fresh[j];
            within = within.add(open.look_up_low(&RISE));
            sum = sum.add(open.count_four_times(floor));
        }
        let wells = self.base.each.wells.view(self.at);
        for k in 0..S {
            let floor = self.row.sub(self.heights[k]);
            let before = V::load(wells, PAD + k).down(self.row);
            let filled = before.and(V::splat(profile.cells[k] as i32));
            let changed = filled.or(fresh[k + 1]);
            within = within.add(changed.look_up_low(&profile.wells[k]));
            sum = sum.add(changed.look_up_times(&profile.steep[k], floor));
            if S == 1 {
                // Only a standing I leaves well cells above it: they are four less deep. The
                // columns of other pieces overlap, so that none has both sides higher than where
                // the piece comes to rest.
                let above = before.down(V::splat(4)).count();
                sum = sum.sub(above.mul(V::splat(4)));
            }
        }
        sum = sum.add(within.low_byte());
        self.add(Slot::CumulativeWells, sum);
    }

    /// The meaning in which every empty cell below a well cell is one too, so that only the highest
    /// of a run counts.
    #[inline(always)]
    fn runs<const S: usize>(&mut self, fresh: &[V; 6]) {
        let (profile, zero) = (self.profile, V::splat(0));
        let heights = self.base.each.heights.view(self.at);
        let depths = self.base.each.well_depths.view(self.at);
        let mut cells = zero;
        let mut sum = zero;
        // k + (k - 1) + … + 1, twice.
        let twice = |k: V| k.mul(k).add(k);
        for j in [0, S + 1] {
            let floor = self.row.sub(V::load(heights, PAD - 1 + j));
            let before = V::load(depths, PAD - 1 + j);
            let after = before.max(fresh[j].look_up(&PEAK).add(floor));
            cells = cells.add(after.sub(before));
            sum = sum.add(twice(after).sub(twice(before)));
        }
        let wells = self.base.each.wells.view(self.at);
        for k in 0..S {
            let before = V::load(depths, PAD + k);
            // The run between the column and the piece, and the one above the piece.
            let (under, over);
            if S == 1 {
                under = zero;
                over = before.sub(V::splat(4)).max(zero);
            } else {
                let open = fresh[k + 1];
                let bottom = V::splat(profile.floor[k]).up(self.row);
                let kept = V::load(wells, PAD + k).and(bottom.sub(V::splat(1)));
                let none = V::splat(i32::from(NONE));
                let floor = self.row.sub(self.heights[k]);
                let highest = match profile.bottom[k] {
                    0 => none,
                    _ => open.look_up(&profile.under[k]).add(floor),
                };
                under = kept.height().sub(self.heights[k]).max(highest).max(zero);
                over = open.look_up(&profile.over[k]);
            }
            cells = cells.add(under).add(over).sub(before);
            sum = sum.add(twice(under)).add(twice(over)).sub(twice(before));
        }
        let plan = self.plan;
        if uses!(F, plan, Slot::WellCells.alone()) {
            self.add(Slot::WellCells, cells);
        }
        if uses!(F, plan, Slot::FastWells.alone()) {
            self.add(Slot::FastWells, sum.half());
        }
    }
}

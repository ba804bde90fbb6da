//! Local patterns for a batch of placements: those of the piece's columns and of what is beside
//! them change.

use super::lanes::Lanes;
use super::vector::Vector;
use crate::kernels::columns::{PAD, PerColumn};
use crate::kernels::feature_set::FeatureSet;
use crate::kernels::patterns::Places;
use crate::rating::features::patterns::{FIVE, FOUR, MOST_ABOVE, MOST_BESIDE, MOST_HOLES, Window};

/// The columns that a batch looks at: the piece's, and [`PAD`] on either side.
const SEEN: usize = 4 + 2 * PAD;

impl<V: Vector, F: FeatureSet> Lanes<'_, V, F> {
    /// Counts the patterns that change.
    #[inline(always)]
    pub(super) fn patterns<const S: usize>(&mut self) {
        let view = self.base.each.heights.view(self.at);
        let mut heights = [V::splat(0); SEEN];
        for (j, height) in heights[..S + 2 * PAD].iter_mut().enumerate() {
            *height = V::load(view, j);
        }
        for k in 0..S {
            heights[PAD + k] = self.row.add(V::splat(self.profile.top[k]));
        }
        let (tables, sums) = (&self.plan.patterns, &self.base.patterns_of_places);
        self.windows::<S>(FOUR, &tables.four, &sums.four, &heights);
        self.windows::<S>(FIVE, &tables.five, &sums.five, &heights);
        if !tables.cover.scores.is_empty() {
            self.covers::<S>(&tables.cover, &heights);
        }
    }

    /// Counts patterns of the surface.
    #[inline(always)]
    fn windows<const S: usize>(
        &mut self,
        window: Window,
        places: &Places,
        sums: &PerColumn,
        heights: &[V; SEEN],
    ) {
        if places.scores.is_empty() {
            return;
        }
        let most = V::splat(window.most);
        let least = V::splat(-window.most);
        let digit = |j: usize| {
            let difference = heights[j + 1].sub(heights[j]);
            difference.min(most).max(least).add(most)
        };
        let base = V::splat(window.base());
        // The first window ends with the piece's first column, the last begins with its last.
        let first = PAD + 1 - window.columns;
        for start in first..PAD + S {
            let mut number = digit(start);
            for j in start + 1..start + window.columns - 1 {
                number = number.mul(base).add(digit(j));
            }
            self.add_place(places, start, number);
        }
        self.take_off(sums, first, PAD + S);
    }

    /// Counts what covers holes, in the piece's columns and beside them.
    #[inline(always)]
    fn covers<const S: usize>(&mut self, places: &Places, heights: &[V; SEEN]) {
        let (zero, one) = (V::splat(0), V::splat(1));
        let beside = V::splat(2 * MOST_BESIDE + 1);
        let (most, least) = (V::splat(MOST_BESIDE), V::splat(-MOST_BESIDE));
        for j in PAD - 1..=PAD + S {
            let of_board = self.base.each.holes.view(self.at);
            let mut holes = V::load(of_board, j).count();
            let mut above = V::load(self.base.patterns_of_places.above.view(self.at), j);
            if (PAD..PAD + S).contains(&j) {
                let k = j - PAD;
                let gap = self.gaps[k];
                above = above.replaced(gap.above(zero), zero);
                above = above.add(V::splat(self.profile.count[k]));
                holes = holes.add(gap);
            }
            let side = |other: V| other.sub(heights[j]).min(most).max(least).add(most);
            let (left, right) = (side(heights[j - 1]), side(heights[j + 1]));
            let number = holes
                .min(V::splat(MOST_HOLES))
                .sub(one)
                .mul(V::splat(MOST_ABOVE))
                .add(above.min(V::splat(MOST_ABOVE)).sub(one))
                .mul(beside)
                .add(left)
                .mul(beside)
                .add(right)
                .add(one);
            self.add_place(places, j, number.kept(holes.above(zero)));
        }
        self.take_off(&self.base.patterns_of_places.cover, PAD - 1, PAD + S + 1);
    }

    /// Adds the score of a pattern, `j` less [`PAD`] places to the right of each lane's column.
    #[inline(always)]
    fn add_place(&mut self, places: &Places, j: usize, number: V) {
        let place = V::numbers().add(V::splat((self.at + j) as i32));
        let index = place.mul(V::splat(places.numbers)).add(number);
        self.add_score(index.gather(&places.scores));
    }

    /// Takes off what places scored before, from one on and before another.
    #[inline(always)]
    fn take_off(&mut self, sums: &PerColumn, from: usize, to: usize) {
        let view = sums.view(self.at);
        self.add_score(V::load(view, from).sub(V::load(view, to)));
    }
}

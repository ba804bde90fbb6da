//! The softmax policy: the chance of each placement of a turn.

use super::exponential::exponentials;
use super::layout::{LANES, Lanes, Number, Rows};

/// The chances of the placements of a turn. It is made once and used for every turn, so that
/// nothing is allocated.
///
/// Every sum is taken in the order of its terms; what is computed side by side are different sums.
#[derive(Clone, Debug, Default)]
pub(super) struct Policy {
    /// The number of placements.
    placements: usize,
    /// The chance of each placement, eight at a time: those after the last one mean nothing.
    chances: Vec<Lanes<f64>>,
    /// The logarithm of the chance of each placement, in the same way.
    logarithms: Vec<Lanes<f64>>,
    /// The mean of the features under the chances, eight at a time.
    mean: Vec<Lanes<f64>>,
}

impl Policy {
    /// The chance of each placement.
    #[inline(always)]
    pub fn chances(&self) -> &[f64] {
        &self.chances.as_flattened()[..self.placements]
    }

    /// The logarithm of the chance of each placement.
    #[inline(always)]
    pub fn logarithms(&self) -> &[f64] {
        &self.logarithms.as_flattened()[..self.placements]
    }

    /// The mean of the features under the chances, with 0 after the last one.
    pub fn mean(&self) -> &[f64] {
        self.mean.as_flattened()
    }

    /// Computes the chances of the placements of a turn under these weights.
    #[inline(always)]
    pub fn weigh<T: Number>(&mut self, rows: Rows<T>, weights: &[f64]) {
        self.placements = rows.placements;
        self.logarithms.clear();
        self.chances.clear();
        self.mean.clear();
        if rows.placements == 0 {
            return;
        }
        for group in rows.groups(weights.len()) {
            // A sum of nothing is -0.
            let mut scores = [-0.0; LANES];
            for (values, weight) in group.iter().zip(weights) {
                for (score, value) in scores.iter_mut().zip(values) {
                    *score += value.real() * weight;
                }
            }
            self.logarithms.push(scores);
        }
        self.normalise();
        let chances = &self.chances.as_flattened()[..rows.placements];
        for block in rows.blocks() {
            let mut mean = [0.0; LANES];
            for (values, chance) in block.iter().zip(chances) {
                for (mean, value) in mean.iter_mut().zip(values) {
                    *mean += chance * value.real();
                }
            }
            self.mean.push(mean);
        }
    }

    /// Makes chances and their logarithms of scores, which are where the logarithms are to be: of
    /// one placement at least.
    #[inline(always)]
    fn normalise(&mut self) {
        let scores = self.logarithms.as_flattened_mut();
        let first = scores[0];
        scores[self.placements..].fill(first);
        let mut most = [f64::NEG_INFINITY; LANES];
        for scores in &self.logarithms {
            for (most, score) in most.iter_mut().zip(scores) {
                *most = if score > most { *score } else { *most };
            }
        }
        let greater = |most: f64, score| if score > most { score } else { most };
        let most = most.into_iter().fold(f64::NEG_INFINITY, greater);
        for scores in &mut self.logarithms {
            scores.iter_mut().for_each(|score| *score -= most);
            self.chances.push(exponentials(scores));
        }
        let mut sum = 0.0;
        for part in self.chances() {
            sum += part;
        }
        let logarithm = libm::log(sum);
        let chances = self.chances.as_flattened_mut();
        chances.iter_mut().for_each(|chance| *chance /= sum);
        let logarithms = self.logarithms.as_flattened_mut();
        logarithms.iter_mut().for_each(|log| *log -= logarithm);
    }

    /// The placement that a number from 0 to 1 draws.
    pub fn drawn(&self, mut point: f64) -> usize {
        for (index, chance) in self.chances().iter().enumerate() {
            if point < *chance {
                return index;
            }
            point -= chance;
        }
        // Rounding may leave a little over.
        self.placements - 1
    }

    /// The entropy of the chances, in nats.
    pub fn entropy(&self) -> f64 {
        let terms = self.chances().iter().zip(self.logarithms());
        -terms.map(|(chance, log)| chance * log).sum::<f64>()
    }

    /// Adds `by` times the gradient of the logarithm of a placement's chance: its features minus
    /// their mean.
    #[inline(always)]
    pub fn add_score_of<T: Number>(
        &self,
        rows: Rows<T>,
        index: usize,
        by: f64,
        into: &mut [Lanes<f64>],
    ) {
        for ((to, block), mean) in into.iter_mut().zip(rows.blocks()).zip(&self.mean) {
            for ((to, value), mean) in to.iter_mut().zip(&block[index]).zip(mean) {
                *to += by * (value.real() - mean);
            }
        }
    }

    /// Adds `by` times the gradient of the entropy.
    #[inline(always)]
    pub fn add_gradient_of_entropy<T: Number>(
        &self,
        rows: Rows<T>,
        by: f64,
        into: &mut [Lanes<f64>],
    ) {
        for ((to, block), mean) in into.iter_mut().zip(rows.blocks()).zip(&self.mean) {
            let chances = self.chances().iter().zip(self.logarithms());
            let mut sums = *to;
            for (values, (chance, log)) in block.iter().zip(chances) {
                let part = by * chance * log;
                for ((sum, value), mean) in sums.iter_mut().zip(values).zip(mean) {
                    *sum -= part * (value.real() - mean);
                }
            }
            *to = sums;
        }
    }
}

#[cfg(test)]
mod tests;

//! A turn of a game that the policy plays.

use tetrarium_engine::{Arithmetic, Placement, View, vectorised};

#[cfg(test)]
use super::layout::LANES;
use super::layout::{Layout, Rows};
use super::softmax::Policy;
use crate::learners::expansion::ChoiceReader;
use crate::learners::values::Values;

/// The placements of a turn that the policy draws from, with their features and chances. It is
/// made once and used for every turn, so that nothing is allocated.
///
/// Moves that end the game are treated as the rules say: they are left out while another is left
/// (`avoided`), their features count as 0 (`zero`), or they are moves like others (`considered`).
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// The placements.
    pub placements: Vec<Placement>,
    /// The whole numbers of the features, a row a placement.
    pub whole: Vec<i64>,
    /// The features, a row a placement.
    rows: Vec<f64>,
    /// The same.
    layout: Layout<f64>,
    /// The chances of the placements.
    pub policy: Policy,
}

impl Turn {
    /// Reads the placements of a view. There are none where all are to be avoided.
    pub fn read(&mut self, reader: &mut ChoiceReader, values: &Values, view: &View) {
        self.placements.clear();
        self.whole.clear();
        self.rows.clear();
        reader.read(
            view.board,
            view.piece,
            &mut self.placements,
            &mut self.whole,
        );
        values.add_real(&self.whole, &mut self.rows);
    }

    /// Computes the chances under these weights.
    pub fn weigh(&mut self, weights: &[f64]) {
        self.layout.clear();
        let place = self.layout.add(&self.rows, weights.len());
        vectorised(Weighing {
            rows: self.layout.at(place, weights.len()),
            weights,
            policy: &mut self.policy,
        });
    }

    /// The gradient of the logarithm of a placement's chance: its features minus their mean.
    pub fn score_of(&self, index: usize, into: &mut [f64]) {
        let row = &self.rows[index * into.len()..];
        for ((to, value), mean) in into.iter_mut().zip(row).zip(self.policy.mean()) {
            *to = value - mean;
        }
    }
}

/// The chances of a turn.
struct Weighing<'a> {
    rows: Rows<'a, f64>,
    weights: &'a [f64],
    policy: &'a mut Policy,
}

impl Arithmetic for Weighing<'_> {
    type Output = ();

    #[inline(always)]
    fn perform(self) {
        self.policy.weigh(self.rows, self.weights);
    }
}

#[cfg(test)]
impl Turn {
    /// Takes the features of a turn that was recorded, a row a placement.
    pub fn take(&mut self, rows: Vec<f64>) {
        self.rows = rows;
    }

    /// The gradient of the entropy of the chances, after they were computed.
    pub fn gradient_of_entropy(&self, size: usize) -> Vec<f64> {
        let mut layout = Layout::<f64>::default();
        let place = layout.add(&self.rows, size);
        let mut gradient = vec![[0.0; LANES]; size.div_ceil(LANES)];
        let rows = layout.at(place, size);
        self.policy
            .add_gradient_of_entropy(rows, 1.0, &mut gradient);
        gradient.as_flattened()[..size].to_vec()
    }
}

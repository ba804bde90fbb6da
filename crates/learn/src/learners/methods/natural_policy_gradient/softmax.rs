//! The softmax policy: the chance of each placement of a turn.

use tetrarium_engine::{Placement, View};

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
    /// The chance of each placement.
    pub chances: Vec<f64>,
    /// The logarithm of the chance of each placement.
    pub logarithms: Vec<f64>,
    /// The mean of the features under the chances.
    mean: Vec<f64>,
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

    /// Takes the features of a turn that was recorded, a row a placement.
    pub fn take(&mut self, rows: &[f64]) {
        self.rows.clear();
        self.rows.extend_from_slice(rows);
    }

    /// Computes the chances under these weights.
    pub fn weigh(&mut self, weights: &[f64]) {
        let size = weights.len();
        self.logarithms.clear();
        add_scores(&self.rows, weights, &mut self.logarithms);
        let most = self
            .logarithms
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        self.chances.clear();
        let mut sum = 0.0;
        for score in &mut self.logarithms {
            *score -= most;
            let part = libm::exp(*score);
            self.chances.push(part);
            sum += part;
        }
        let logarithm = libm::log(sum);
        self.mean.clear();
        self.mean.resize(size, 0.0);
        let rows = self.rows.chunks_exact(size);
        for ((chance, log), row) in self.chances.iter_mut().zip(&mut self.logarithms).zip(rows) {
            *chance /= sum;
            *log -= logarithm;
            for (mean, value) in self.mean.iter_mut().zip(row) {
                *mean += *chance * value;
            }
        }
    }

    /// The placement that a number from 0 to 1 draws.
    pub fn drawn(&self, mut point: f64) -> usize {
        for (index, chance) in self.chances.iter().enumerate() {
            if point < *chance {
                return index;
            }
            point -= chance;
        }
        // Rounding may leave a little over.
        self.chances.len() - 1
    }

    /// The gradient of the logarithm of a placement's chance: its features minus their mean.
    pub fn score_of(&self, index: usize, into: &mut [f64]) {
        let row = &self.rows[index * into.len()..];
        for ((to, value), mean) in into.iter_mut().zip(row).zip(&self.mean) {
            *to = value - mean;
        }
    }

    /// Adds `by` times the gradient of the logarithm of a placement's chance.
    pub fn add_score_of(&self, index: usize, by: f64, into: &mut [f64]) {
        let row = &self.rows[index * into.len()..];
        for ((to, value), mean) in into.iter_mut().zip(row).zip(&self.mean) {
            *to += by * (value - mean);
        }
    }

    /// The entropy of the chances, in nats.
    pub fn entropy(&self) -> f64 {
        let terms = self.chances.iter().zip(&self.logarithms);
        -terms.map(|(chance, log)| chance * log).sum::<f64>()
    }

    /// Adds `by` times the gradient of the entropy.
    pub fn add_gradient_of_entropy(&self, by: f64, into: &mut [f64]) {
        let rows = self.rows.chunks_exact(into.len());
        for ((chance, log), row) in self.chances.iter().zip(&self.logarithms).zip(rows) {
            for ((to, value), mean) in into.iter_mut().zip(row).zip(&self.mean) {
                *to -= by * chance * log * (value - mean);
            }
        }
    }
}

/// Adds the scores of all rows, each a sum in the order of the weights. Four rows at a time: a sum
/// waits for itself.
fn add_scores(rows: &[f64], weights: &[f64], scores: &mut Vec<f64>) {
    let size = weights.len();
    let dot = |row: &[f64]| row.iter().zip(weights).map(|(x, y)| x * y).sum::<f64>();
    let fours = rows.chunks_exact(4 * size);
    let rest = fours.remainder();
    for four in fours {
        let (first, second) = four.split_at(2 * size);
        let ((a, b), (c, d)) = (first.split_at(size), second.split_at(size));
        // A sum begins with -0, like that of one row.
        let mut sums = [-0.0; 4];
        let values = a.iter().zip(b).zip(c).zip(d).zip(weights);
        for ((((a, b), c), d), weight) in values {
            for (sum, value) in sums.iter_mut().zip([a, b, c, d]) {
                *sum += value * weight;
            }
        }
        scores.extend(sums);
    }
    scores.extend(rest.chunks_exact(size).map(dot));
}

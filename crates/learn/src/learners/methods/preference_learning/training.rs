//! A net that rates the chosen placement above the others, by steps down the gradient.

use serde::{Deserialize, Serialize};

use super::data::Turn;
use super::loss::Compare;
use crate::learners::method::Tick;
use crate::learners::values::Values;
use crate::nets::{Activation, Net, Trace, Trainer, summed};

/// A net over values that are brought to mean 0 and standard deviation 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trained {
    net: Net,
    trainer: Trainer,
    means: Vec<f64>,
    deviations: Vec<f64>,
}

/// The layers of a net with this number of hidden units.
pub fn layers(units: usize) -> [(usize, Activation); 2] {
    [(units, Activation::Tanh), (1, Activation::Linear)]
}

impl Trained {
    /// A net before any step. A trainer of no parameters yet is made ready for it.
    pub fn new(
        columns: usize,
        units: usize,
        trainer: impl Fn(usize) -> Trainer,
        seed: u64,
    ) -> Trained {
        let net = Net::new(columns, &layers(units), seed);
        Trained {
            trainer: trainer(net.parameters().len()),
            net,
            means: vec![0.0; columns],
            deviations: vec![1.0; columns],
        }
    }

    /// Takes steps, each over a batch of turns, from the first turn on and round again; the mean
    /// loss of a turn before the last of them. None if the work was ended.
    pub fn train(
        &mut self,
        turns: &[Turn],
        values: &Values,
        (compare, penalty): (Compare, f64),
        (steps, batch): (u64, Option<usize>),
        tick: Tick,
    ) -> Option<f64> {
        let columns = values.count();
        let learnt: Vec<&Turn> = turns.iter().filter(|turn| !turn.test).collect();
        self.measure(&learnt, values);
        let rows: Vec<Vec<f64>> = learnt
            .iter()
            .map(|turn| self.inputs(turn, values))
            .collect();
        let batch = batch.unwrap_or(rows.len()).min(rows.len());
        let count = (batch as f64).max(1.0);
        let mut traces: Vec<Trace> = Vec::new();
        let (mut ratings, mut slopes) = (Vec::new(), Vec::new());
        let mut loss = 0.0;
        for step in 0..steps as usize {
            let net = &self.net;
            let first = step * batch;
            let (sum, mut gradient) = summed(batch, net.parameters().len(), |turn, gradient| {
                let row = &rows[(first + turn) % rows.len()];
                let inputs = row.chunks_exact(columns);
                traces.resize_with(inputs.len().max(traces.len()), Trace::default);
                ratings.clear();
                for (input, trace) in inputs.zip(&mut traces) {
                    ratings.push(net.forward(input, trace)[0]);
                }
                let loss = compare.loss(&ratings, &mut slopes);
                for (slope, trace) in slopes.iter().zip(&mut traces) {
                    net.backward(trace, &[*slope], gradient);
                }
                loss
            });
            let parameters = self.net.parameters_mut();
            loss = sum;
            for (slope, parameter) in gradient.iter_mut().zip(parameters.iter()) {
                loss += penalty * parameter * parameter;
                *slope = (*slope + 2.0 * penalty * parameter) / count;
            }
            self.trainer.step(parameters, &gradient);
            if !tick(0) {
                return None;
            }
        }
        Some(loss / count)
    }

    /// Finds the mean and the standard deviation of each column.
    fn measure(&mut self, turns: &[&Turn], values: &Values) {
        let columns = values.count();
        let (mut sums, mut squares, mut count) = (vec![0i128; columns], vec![0i128; columns], 0u64);
        for row in turns
            .iter()
            .flat_map(|turn| turn.rows.chunks_exact(columns))
        {
            count += 1;
            for (column, value) in row.iter().enumerate() {
                sums[column] += i128::from(*value);
                squares[column] += i128::from(*value) * i128::from(*value);
            }
        }
        let count = (count as f64).max(1.0);
        for (column, unit) in values.units().iter().enumerate() {
            let mean = sums[column] as f64 / count;
            let variance = (squares[column] as f64 / count - mean * mean).max(0.0);
            self.means[column] = mean * unit;
            self.deviations[column] = match variance.sqrt() * unit {
                // A column that never changes tells nothing.
                0.0 => 1.0,
                deviation => deviation,
            };
        }
    }

    fn inputs(&self, turn: &Turn, values: &Values) -> Vec<f64> {
        let columns = values.count();
        let rows = turn.rows.chunks_exact(columns);
        let real = rows.flat_map(|row| {
            let scales = self.means.iter().zip(&self.deviations);
            let real = row.iter().zip(values.units()).zip(scales);
            real.map(|((value, unit), (mean, deviation))| (*value as f64 * unit - mean) / deviation)
        });
        real.collect()
    }

    #[cfg(test)]
    pub fn parameters(&self) -> &[f64] {
        self.net.parameters()
    }

    #[cfg(test)]
    pub fn parameters_mut(&mut self) -> &mut [f64] {
        self.net.parameters_mut()
    }

    /// The parameters of the same net over the values as they are.
    pub fn genes(&self) -> Vec<f64> {
        let mut genes = self.net.parameters().to_vec();
        let columns = self.means.len();
        let first = self.net.layers().next().expect("a net has layers");
        let units = genes[..first.parameters.len()].chunks_exact_mut(columns + 1);
        for unit in units {
            let (bias, weights) = unit.split_last_mut().expect("a unit has a bias");
            let scales = self.means.iter().zip(&self.deviations);
            for (weight, (mean, deviation)) in weights.iter_mut().zip(scales) {
                *weight /= deviation;
                *bias -= *weight * mean;
            }
        }
        genes
    }
}

//! The clipped objective (Schulman et al. 2017): several epochs of small steps over the same moves.

use serde::{Deserialize, Serialize};

use super::config::NaturalPolicyGradient;
use super::softmax::Turn;
use super::trajectory::{Recorded, Walk};
use crate::learners::setting::{Setting, derived, shuffle};
use crate::learners::values::Values;

/// The longest gradient; a longer one is shortened to it (Chen et al. 2026).
const LONGEST_GRADIENT: f64 = 0.5;

/// Adam (Kingma & Ba 2015): a step along the mean gradient, divided by the root of its mean square.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Adam {
    steps: u64,
    mean: Vec<f64>,
    square: Vec<f64>,
}

impl Adam {
    pub fn new(size: usize) -> Adam {
        Adam {
            steps: 0,
            mean: vec![0.0; size],
            square: vec![0.0; size],
        }
    }

    /// A step up the gradient.
    fn step(&mut self, gradient: &[f64], rate: f64, weights: &mut [f64]) {
        // The constants of the paper; the last one of Chen et al. (2026).
        let (keep, keep_square, least) = (0.9, 0.999, 1e-5);
        self.steps += 1;
        let grown = |keep: f64| 1.0 - libm::pow(keep, self.steps as f64);
        let (of_mean, of_square) = (grown(keep), grown(keep_square));
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = keep * *mean + (1.0 - keep) * slope;
            *square = keep_square * *square + (1.0 - keep_square) * slope * slope;
            *weight += rate * (*mean / of_mean) / ((*square / of_square).sqrt() + least);
        }
    }
}

/// A move with what it was worth: all discounted rewards from it on, less their mean, in units of
/// their standard deviation.
#[derive(Clone, Copy, Debug)]
struct Worth<'a> {
    played: &'a Recorded,
    /// Where the features of its placements are, a row a placement.
    rows: (usize, usize),
    advantage: f64,
}

/// The moves of an iteration, to be learnt from.
pub(super) struct Climb<'a> {
    parameters: &'a NaturalPolicyGradient,
    moves: Vec<Worth<'a>>,
    /// The features of all placements of all moves.
    rows: Vec<f64>,
}

impl<'a> Climb<'a> {
    /// `reward` is the mean reward.
    pub fn new(
        parameters: &'a NaturalPolicyGradient,
        values: &Values,
        walks: &'a [Walk],
        reward: f64,
    ) -> Climb<'a> {
        let baseline = if parameters.baseline { reward } else { 0.0 };
        let (mut moves, mut rows) = (Vec::new(), Vec::new());
        for walk in walks {
            values.add_real(&walk.record.rows, &mut rows);
            let (mut end, mut ahead) = (rows.len(), 0.0);
            for played in walk.record.moves.iter().rev() {
                if played.lost {
                    ahead = 0.0;
                }
                ahead = f64::from(played.reward) - baseline + parameters.discount * ahead;
                let begin = end - played.placements as usize * values.count();
                if played.placements > 0 {
                    moves.push(Worth {
                        played,
                        rows: (begin, end),
                        advantage: ahead,
                    });
                }
                end = begin;
            }
        }
        let count = (moves.len() as f64).max(1.0);
        let mean = moves.iter().map(|one| one.advantage).sum::<f64>() / count;
        let squares = moves
            .iter()
            .map(|one| (one.advantage - mean) * (one.advantage - mean));
        let deviation = (squares.sum::<f64>() / count).sqrt();
        for one in &mut moves {
            one.advantage = (one.advantage - mean) / (deviation + 1e-8);
        }
        Climb {
            parameters,
            moves,
            rows,
        }
    }

    /// Climbs. Returns the share of moves whose part of the objective was flat, because the policy
    /// had gone far enough.
    pub fn epochs(&self, setting: &Setting, weights: &mut [f64], adam: &mut Adam) -> f64 {
        let (mut flat, mut all) = (0, 0);
        let mut turn = Turn::default();
        let mut gradient = vec![0.0; weights.len()];
        let mut order: Vec<usize> = (0..self.moves.len()).collect();
        for _ in 0..self.parameters.epochs {
            shuffle(&mut order, derived(setting.seed, u64::MAX), adam.steps);
            for batch in order.chunks(self.parameters.batch as usize) {
                gradient.fill(0.0);
                for &place in batch {
                    all += 1;
                    flat += u64::from(self.add(place, weights, &mut turn, &mut gradient));
                }
                let length = gradient
                    .iter()
                    .map(|slope| slope * slope)
                    .sum::<f64>()
                    .sqrt();
                let mean = 1.0 / batch.len() as f64;
                let scale = mean * (LONGEST_GRADIENT / (length * mean)).min(1.0);
                gradient.iter_mut().for_each(|slope| *slope *= scale);
                adam.step(&gradient, self.parameters.rate, weights);
            }
        }
        flat as f64 / f64::max(f64::from(all), 1.0)
    }

    /// Adds the gradient of a move's part of the objective. Returns whether it is flat.
    fn add(&self, place: usize, weights: &[f64], turn: &mut Turn, gradient: &mut [f64]) -> bool {
        let Worth {
            played,
            rows,
            advantage,
        } = self.moves[place];
        turn.take(&self.rows[rows.0..rows.1]);
        turn.weigh(weights);
        let drawn = played.drawn as usize;
        let ratio = libm::exp(turn.logarithms[drawn] - played.logarithm);
        let clip = self.parameters.clip;
        let flat = match advantage > 0.0 {
            true => ratio > 1.0 + clip,
            false => ratio < 1.0 - clip,
        };
        if !flat {
            turn.add_score_of(drawn, ratio * advantage, gradient);
        }
        turn.add_gradient_of_entropy(self.parameters.entropy, gradient);
        flat
    }
}

#[cfg(test)]
impl Climb<'_> {
    /// The objective over all moves.
    pub fn objective(&self, weights: &[f64]) -> f64 {
        let mut turn = Turn::default();
        let parts = self.moves.iter().map(|one| {
            turn.take(&self.rows[one.rows.0..one.rows.1]);
            turn.weigh(weights);
            let logarithm = turn.logarithms[one.played.drawn as usize];
            let ratio = libm::exp(logarithm - one.played.logarithm);
            let clip = self.parameters.clip;
            let clipped = ratio.clamp(1.0 - clip, 1.0 + clip);
            let gained = (ratio * one.advantage).min(clipped * one.advantage);
            gained + self.parameters.entropy * turn.entropy()
        });
        parts.sum()
    }

    /// The gradient of the objective over all moves, and how many of them are clipped.
    pub fn gradient(&self, weights: &[f64]) -> (Vec<f64>, usize) {
        let (mut turn, mut gradient) = (Turn::default(), vec![0.0; weights.len()]);
        let flat = (0..self.moves.len())
            .filter(|place| self.add(*place, weights, &mut turn, &mut gradient));
        let flat = flat.count();
        (gradient, flat)
    }
}

//! The clipped objective (Schulman et al. 2017): several epochs of small steps over the same moves.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Arithmetic, vectorised};

use super::config::NaturalPolicyGradient;
use super::layout::{LANES, Lanes, Layout, Number, Place};
use super::softmax::Policy;
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

/// The memory of features, which is used again in the next iteration: asking for it anew takes
/// longer than reading it. It holds nothing that is to be kept, so all are equal.
#[derive(Debug, Default)]
pub(super) struct Memory {
    single: Layout<f32>,
    double: Layout<f64>,
}

impl Clone for Memory {
    fn clone(&self) -> Memory {
        Memory::default()
    }
}

impl PartialEq for Memory {
    fn eq(&self, _: &Memory) -> bool {
        true
    }
}

/// What climbs the clipped objective: weights, and the steps that they have made.
pub(super) struct Climber<'a> {
    pub setting: &'a Setting,
    pub parameters: &'a NaturalPolicyGradient,
    /// The step size of Adam.
    pub rate: f64,
    pub weights: &'a mut [f64],
    pub adam: &'a mut Adam,
}

impl Climber<'_> {
    /// Climbs the objective of some walks, of which `reward` is the mean reward. Returns the share
    /// of moves whose part of the objective was flat, because the policy had gone far enough.
    pub fn climb(self, walks: &[Walk], reward: f64, memory: &mut Memory) -> f64 {
        let values = self.setting.values();
        let is_power_of_two = |unit: &f64| libm::frexp(*unit).0 == 0.5;
        // Single precision, which is read twice as fast, is exact for numbers of two bytes.
        let is_single = walks.iter().all(|walk| walk.record.rows.is_small())
            && values.units().iter().all(is_power_of_two);
        if is_single {
            let layout = &mut memory.single;
            Climb::new(self.parameters, &values, walks, reward, layout).epochs(self)
        } else {
            let layout = &mut memory.double;
            Climb::new(self.parameters, &values, walks, reward, layout).epochs(self)
        }
    }
}

/// A move with what it was worth: all discounted rewards from it on, less their mean, in units of
/// their standard deviation.
#[derive(Clone, Copy, Debug)]
struct Worth<'a> {
    played: &'a Recorded,
    /// Where the features of its placements are.
    place: Place,
    advantage: f64,
}

/// The moves of an iteration, to be learnt from.
pub(super) struct Climb<'a, T> {
    parameters: &'a NaturalPolicyGradient,
    moves: Vec<Worth<'a>>,
    /// The features of all placements of all moves.
    layout: &'a Layout<T>,
}

impl<'a, T: Number> Climb<'a, T> {
    /// `reward` is the mean reward.
    pub fn new(
        parameters: &'a NaturalPolicyGradient,
        values: &Values,
        walks: &'a [Walk],
        reward: f64,
        layout: &'a mut Layout<T>,
    ) -> Climb<'a, T> {
        let baseline = if parameters.baseline { reward } else { 0.0 };
        let size = values.count();
        layout.clear();
        let (mut moves, mut whole, mut real) = (Vec::new(), Vec::new(), Vec::new());
        for walk in walks {
            let (mut end, mut ahead) = (walk.record.rows.len(), 0.0);
            for played in walk.record.moves.iter().rev() {
                if played.lost {
                    ahead = 0.0;
                }
                ahead = f64::from(played.reward) - baseline + parameters.discount * ahead;
                let begin = end - played.placements as usize * size;
                if played.placements > 0 {
                    walk.record.rows.read(begin..end, &mut whole);
                    real.clear();
                    values.add_real(&whole, &mut real);
                    moves.push(Worth {
                        played,
                        place: layout.add(&real, size),
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
            layout,
        }
    }

    /// Climbs. Returns the share of moves whose part of the objective was flat.
    fn epochs(&self, climber: Climber) -> f64 {
        let Climber {
            setting,
            rate,
            weights,
            adam,
            ..
        } = climber;
        let (mut flat, mut all) = (0, 0);
        let mut policy = Policy::default();
        let mut gradient = vec![[0.0; LANES]; weights.len().div_ceil(LANES)];
        let mut order: Vec<usize> = (0..self.moves.len()).collect();
        for _ in 0..self.parameters.epochs {
            shuffle(&mut order, derived(setting.seed, u64::MAX), adam.steps);
            for batch in order.chunks(self.parameters.batch as usize) {
                gradient.fill([0.0; LANES]);
                all += batch.len();
                flat += vectorised(Batch {
                    climb: self,
                    batch,
                    weights,
                    policy: &mut policy,
                    gradient: &mut gradient,
                });
                let gradient = &mut gradient.as_flattened_mut()[..weights.len()];
                let length = gradient
                    .iter()
                    .map(|slope| slope * slope)
                    .sum::<f64>()
                    .sqrt();
                let mean = 1.0 / batch.len() as f64;
                let scale = mean * (LONGEST_GRADIENT / (length * mean)).min(1.0);
                gradient.iter_mut().for_each(|slope| *slope *= scale);
                adam.step(gradient, rate, weights);
            }
        }
        flat as f64 / (all as f64).max(1.0)
    }
}

/// The gradient of the objective of some moves, to be added. What comes of it is how many of them
/// are flat.
struct Batch<'a, T> {
    climb: &'a Climb<'a, T>,
    batch: &'a [usize],
    weights: &'a [f64],
    policy: &'a mut Policy,
    gradient: &'a mut [Lanes<f64>],
}

impl<T: Number> Arithmetic for Batch<'_, T> {
    type Output = usize;

    #[inline(always)]
    fn perform(self) -> usize {
        let NaturalPolicyGradient { clip, entropy, .. } = *self.climb.parameters;
        let mut all_flat = 0;
        for &number in self.batch {
            let Worth {
                played,
                place,
                advantage,
            } = self.climb.moves[number];
            let rows = self.climb.layout.at(place, self.weights.len());
            self.policy.weigh(rows, self.weights);
            let drawn = played.drawn as usize;
            let ratio = libm::exp(self.policy.logarithms()[drawn] - played.logarithm);
            let flat = match advantage > 0.0 {
                true => ratio > 1.0 + clip,
                false => ratio < 1.0 - clip,
            };
            if flat {
                all_flat += 1;
            } else {
                let by = ratio * advantage;
                self.policy.add_score_of(rows, drawn, by, self.gradient);
            }
            let policy = &*self.policy;
            policy.add_gradient_of_entropy(rows, entropy, self.gradient);
        }
        all_flat
    }
}

#[cfg(test)]
impl<T: Number> Climb<'_, T> {
    /// The objective over all moves.
    pub fn objective(&self, weights: &[f64]) -> f64 {
        let mut policy = Policy::default();
        let parts = self.moves.iter().map(|one| {
            policy.weigh(self.layout.at(one.place, weights.len()), weights);
            let logarithm = policy.logarithms()[one.played.drawn as usize];
            let ratio = libm::exp(logarithm - one.played.logarithm);
            let clip = self.parameters.clip;
            let clipped = ratio.clamp(1.0 - clip, 1.0 + clip);
            let gained = (ratio * one.advantage).min(clipped * one.advantage);
            gained + self.parameters.entropy * policy.entropy()
        });
        parts.sum()
    }

    /// The gradient of the objective over all moves, and how many of them are clipped.
    pub fn gradient(&self, weights: &[f64]) -> (Vec<f64>, usize) {
        let mut gradient = vec![[0.0; LANES]; weights.len().div_ceil(LANES)];
        let flat = vectorised(Batch {
            climb: self,
            batch: &(0..self.moves.len()).collect::<Vec<_>>(),
            weights,
            policy: &mut Policy::default(),
            gradient: &mut gradient,
        });
        (gradient.as_flattened()[..weights.len()].to_vec(), flat)
    }
}

//! What policies lose in the states of the rollout set.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Arithmetic, vectorised};

/// The bits after the point of a worth.
const FRACTION_BITS: i32 = 32;

/// What a placement is worth: a multiple of 2⁻³², so that sums are exact in any order. Beyond ±2²⁰
/// it counts as that.
pub(super) fn worth(value: f64) -> i64 {
    let most = libm::ldexp(1.0, 20);
    libm::rint(libm::ldexp(value.clamp(-most, most), FRACTION_BITS)) as i64
}

/// A sum of worths as a number.
pub(super) fn real(sum: i128) -> f64 {
    libm::ldexp(sum as f64, -FRACTION_BITS)
}

/// Some states: the features of each placement, and what it is worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Block {
    /// How many placements each state has.
    placements: Vec<u32>,
    /// What each placement of each state is worth.
    worths: Vec<i64>,
    /// The features of each placement of each state, in single precision: whole numbers up to 2²⁴
    /// are exact.
    rows: Vec<f32>,
}

impl Block {
    /// Adds a state. One in which all placements are worth the same tells nothing, and is left out.
    pub fn add(&mut self, worths: &[i64], rows: &[f32]) {
        if worths.iter().all(|worth| *worth == worths[0]) {
            return;
        }
        self.placements.push(worths.len() as u32);
        self.worths.extend_from_slice(worths);
        self.rows.extend_from_slice(rows);
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.placements.len()
    }

    /// What each candidate loses in all states: the worth of the best placement, less that of the
    /// one it rates highest, the first among equals. `pause` is called now and then, and returns
    /// false to end the work.
    pub fn losses(
        &self,
        candidates: &[Vec<f64>],
        pause: &mut dyn FnMut() -> bool,
    ) -> Option<Vec<i128>> {
        let size = candidates.first()?.len();
        let groups: Vec<Vec<Lanes>> = candidates.chunks(LANES).map(side_by_side).collect();
        let mut losses = vec![0; groups.len() * LANES];
        let (mut worths, mut rows, mut real) = (&self.worths[..], &self.rows[..], Vec::new());
        for (state, &placements) in self.placements.iter().enumerate() {
            if state % 16 == 0 && !pause() {
                return None;
            }
            let (of_state, rest) = worths.split_at(placements as usize);
            worths = rest;
            let (values, rest) = rows.split_at(of_state.len() * size);
            rows = rest;
            real.clear();
            real.extend(values.iter().map(|value| f64::from(*value)));
            vectorised(OfState {
                groups: &groups,
                rows: &real,
                worths: of_state,
                losses: &mut losses,
            });
        }
        losses.truncate(candidates.len());
        Some(losses)
    }
}

/// The candidates that are rated at a time: their scores fit the registers of every processor.
const LANES: usize = 8;

/// A number for each of the candidates that are rated at a time.
type Lanes = [f64; LANES];

/// The weights of some candidates, weight by weight. Candidates that are missing have weights of 0.
fn side_by_side(candidates: &[Vec<f64>]) -> Vec<Lanes> {
    let mut weights = vec![[0.0; LANES]; candidates[0].len()];
    for (lane, candidate) in candidates.iter().enumerate() {
        for (weights, weight) in weights.iter_mut().zip(candidate) {
            weights[lane] = *weight;
        }
    }
    weights
}

/// A state in which all candidates are judged.
struct OfState<'a> {
    groups: &'a [Vec<Lanes>],
    rows: &'a [f64],
    worths: &'a [i64],
    losses: &'a mut [i128],
}

impl Arithmetic for OfState<'_> {
    type Output = ();

    #[inline(always)]
    fn perform(self) {
        let most = self.worths.iter().copied().max().unwrap_or(0);
        let losses = self.losses.chunks_exact_mut(LANES);
        for (weights, losses) in self.groups.iter().zip(losses) {
            let chosen = chosen(weights, self.rows, self.worths);
            for (loss, chosen) in losses.iter_mut().zip(chosen) {
                *loss += i128::from(most - chosen);
            }
        }
    }
}

/// What the placement that each candidate rates highest is worth. Every score is a sum in the order
/// of the weights.
#[inline(always)]
fn chosen(weights: &[Lanes], rows: &[f64], worths: &[i64]) -> [i64; LANES] {
    let (mut best, mut chosen) = ([f64::NEG_INFINITY; LANES], [0; LANES]);
    for (&worth, row) in worths.iter().zip(rows.chunks_exact(weights.len())) {
        let mut scores = [0.0; LANES];
        for (value, weights) in row.iter().zip(weights) {
            for (score, weight) in scores.iter_mut().zip(weights) {
                *score += value * weight;
            }
        }
        for ((score, best), chosen) in scores.iter().zip(&mut best).zip(&mut chosen) {
            let better = score > best;
            *best = if better { *score } else { *best };
            *chosen = if better { worth } else { *chosen };
        }
    }
    chosen
}

#[cfg(test)]
impl Block {
    /// The worths, as means over a number of rollouts.
    pub fn means(&self, rollouts: f64) -> Vec<f64> {
        let worths = self.worths.iter();
        worths
            .map(|worth| real(i128::from(*worth)) / rollouts)
            .collect()
    }
}

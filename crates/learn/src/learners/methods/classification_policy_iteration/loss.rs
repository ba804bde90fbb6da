//! What policies lose in the states of the rollout set.

use serde::{Deserialize, Serialize};

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
        let (count, size) = (candidates.len(), candidates.first()?.len());
        // Weight by weight, so that the innermost loop goes over the candidates.
        let weights: Vec<f64> = (0..size)
            .flat_map(|weight| candidates.iter().map(move |one| one[weight]))
            .collect();
        let mut losses = vec![0; count];
        let (mut scores, mut best) = (vec![0.0; count], vec![0.0; count]);
        let mut chosen = vec![0; count];
        let (mut worths, mut rows) = (&self.worths[..], self.rows.chunks_exact(size));
        for (state, &placements) in self.placements.iter().enumerate() {
            if state % 16 == 0 && !pause() {
                return None;
            }
            let (of_state, rest) = worths.split_at(placements as usize);
            worths = rest;
            best.fill(f64::NEG_INFINITY);
            for (&worth, row) in of_state.iter().zip(rows.by_ref()) {
                scores.fill(0.0);
                for (value, weights) in row.iter().zip(weights.chunks_exact(count)) {
                    let value = f64::from(*value);
                    if value != 0.0 {
                        for (score, weight) in scores.iter_mut().zip(weights) {
                            *score += value * weight;
                        }
                    }
                }
                for ((score, best), chosen) in scores.iter().zip(&mut best).zip(&mut chosen) {
                    if *score > *best {
                        *best = *score;
                        *chosen = worth;
                    }
                }
            }
            let most = of_state.iter().copied().max().unwrap_or(0);
            for (loss, chosen) in losses.iter_mut().zip(&chosen) {
                *loss += i128::from(most - chosen);
            }
        }
        Some(losses)
    }
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

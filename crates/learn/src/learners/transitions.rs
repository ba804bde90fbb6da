//! Sums over moves and what follows them, for the least squares of a value of moves.
//!
//! A sample is a move with features φ, its reward r, and φ′, the features of the moves that the
//! policy makes next, each as often as its piece has weight. All are whole numbers, and so are all
//! sums: they do not depend on the order of samples. The weights of the last policy evaluation come
//! in as a factor of the sums, not of the samples. So nothing is rounded before the system of some
//! dozen unknowns is solved.

use serde::{Deserialize, Serialize};

use crate::algebra::{Matrix, Solution, least_norm};

/// Which weights a policy evaluation takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Projection {
    /// Those whose value is the projection of its own backup: the error is at right angles to the
    /// features.
    #[default]
    FixedPoint,
    /// Those whose value is nearest to its own backup.
    BellmanResidual,
}

/// How a value looks ahead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead {
    /// λ: the part of the next value that is solved for; the rest is that of the last weights.
    pub lambda: f64,
    /// γ.
    pub discount: f64,
    /// The sum of the weights of the pieces.
    pub total: f64,
}

/// The sums over samples.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::learners) struct Transitions {
    size: usize,
    samples: u64,
    /// φ φᵀ, row by row.
    own: Vec<i128>,
    /// φ φ′ᵀ.
    cross: Vec<i128>,
    /// φ′ φ′ᵀ.
    next: Vec<i128>,
    /// φ r.
    reward: Vec<i128>,
    /// φ′ r.
    next_reward: Vec<i128>,
    /// r².
    squares: i128,
}

impl Transitions {
    /// The sums of this number of features, without samples.
    pub fn new(size: usize) -> Transitions {
        Transitions {
            size,
            samples: 0,
            own: vec![0; size * size],
            cross: vec![0; size * size],
            next: vec![0; size * size],
            reward: vec![0; size],
            next_reward: vec![0; size],
            squares: 0,
        }
    }

    /// Adds a sample.
    pub fn add(&mut self, row: &[i64], next: &[i64], reward: u32) {
        let size = self.size;
        let product = |one: i64, other: i64| i128::from(one) * i128::from(other);
        for i in 0..size {
            for j in 0..size {
                self.own[i * size + j] += product(row[i], row[j]);
                self.cross[i * size + j] += product(row[i], next[j]);
                self.next[i * size + j] += product(next[i], next[j]);
            }
            self.reward[i] += product(row[i], reward.into());
            self.next_reward[i] += product(next[i], reward.into());
        }
        self.squares += i128::from(reward) * i128::from(reward);
        self.samples += 1;
    }

    /// Adds the samples of others.
    pub fn merge(&mut self, other: &Transitions) {
        for (sums, more) in [
            (&mut self.own, &other.own),
            (&mut self.cross, &other.cross),
            (&mut self.next, &other.next),
            (&mut self.reward, &other.reward),
            (&mut self.next_reward, &other.next_reward),
        ] {
            for (sum, more) in sums.iter_mut().zip(more) {
                *sum += more;
            }
        }
        self.squares += other.squares;
        self.samples += other.samples;
    }

    /// The number of samples.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// The next weights. With ψ = φ or, for the Bellman residual, φ − λγφ′, they solve
    /// Σ ψ (φ − λγφ′)ᵀ θ = Σ ψ (r + (1 − λ) γ φ′ᵀ θ₀), where θ₀ are the last ones; the shortest
    /// where there are several. `units` say what 1 stands for in each column.
    pub fn solve(
        &self,
        projection: Projection,
        ahead: Ahead,
        last: &[f64],
        units: &[f64],
    ) -> Solution {
        let size = self.size;
        let solved = ahead.lambda * ahead.discount / ahead.total;
        let known = (1.0 - ahead.lambda) * ahead.discount / ahead.total;
        let residual = match projection {
            Projection::FixedPoint => 0.0,
            Projection::BellmanResidual => solved,
        };
        let last: Vec<f64> = whole(last, units);
        let mut matrix: Matrix = vec![vec![0.0; size]; size];
        let mut right = vec![0.0; size];
        for (i, row) in matrix.iter_mut().enumerate() {
            right[i] = self.reward[i] as f64 - residual * self.next_reward[i] as f64;
            for (j, value) in row.iter_mut().enumerate() {
                let at = |sums: &[i128]| sums[i * size + j] as f64;
                let (cross, next) = (at(&self.cross), at(&self.next));
                let turned = self.cross[j * size + i] as f64;
                *value = at(&self.own) - solved * cross - residual * (turned - solved * next);
                right[i] += known * (cross - residual * next) * last[j];
            }
        }
        let mut solution = least_norm(&matrix, &right);
        for (weight, unit) in solution.weights.iter_mut().zip(units) {
            *weight /= unit;
        }
        solution
    }

    /// The root of the mean square of r + γφ′ᵀθ − φᵀθ.
    pub fn residual(&self, weights: &[f64], ahead: Ahead, units: &[f64]) -> f64 {
        let size = self.size;
        let share = ahead.discount / ahead.total;
        let weights = whole(weights, units);
        let mut sum = self.squares as f64;
        for i in 0..size {
            let reward = self.reward[i] as f64 - share * self.next_reward[i] as f64;
            sum -= 2.0 * weights[i] * reward;
            for j in 0..size {
                let at = |sums: &[i128]| sums[i * size + j] as f64;
                let square =
                    at(&self.own) - 2.0 * share * at(&self.cross) + share * share * at(&self.next);
                sum += weights[i] * weights[j] * square;
            }
        }
        (sum.max(0.0) / (self.samples as f64).max(1.0)).sqrt()
    }
}

/// The weights of whole numbers.
fn whole(weights: &[f64], units: &[f64]) -> Vec<f64> {
    let pairs = weights.iter().zip(units);
    pairs.map(|(weight, unit)| weight * unit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three states in a ring, of which the first pays 1; a feature for each.
    fn ring() -> Transitions {
        let mut sums = Transitions::new(3);
        for state in 0..3 {
            let mut other = Transitions::new(3);
            let (mut row, mut next) = ([0; 3], [0; 3]);
            row[state] = 1;
            next[(state + 1) % 3] = 2;
            other.add(&row, &next, u32::from(state == 0));
            sums.merge(&other);
        }
        sums
    }

    const PROJECTIONS: [Projection; 2] = [Projection::FixedPoint, Projection::BellmanResidual];

    #[test]
    fn a_ring_is_worth_a_geometric_series() {
        for projection in PROJECTIONS {
            let ahead = Ahead {
                lambda: 1.0,
                discount: 0.5,
                total: 2.0,
            };
            let solution = ring().solve(projection, ahead, &[0.0; 3], &[1.0; 3]);
            assert_eq!(solution.rank, 3);
            let first = 1.0 / (1.0 - 0.125);
            for (found, right) in solution
                .weights
                .iter()
                .zip([first, first / 4.0, first / 2.0])
            {
                assert!((found - right).abs() < 1e-12, "{:?}", solution.weights);
            }
            assert!(ring().residual(&solution.weights, ahead, &[1.0; 3]) < 1e-7);
        }
    }

    /// λ = 0 looks one move ahead, whatever the projection; in between, complete features solve
    /// θ = r + γ(λθ′ + (1 − λ)θ₀′), of which the true value is the fixed point.
    #[test]
    fn lambda_divides_the_next_value_between_new_and_last_weights() {
        for projection in PROJECTIONS {
            let ahead = |lambda| Ahead {
                lambda,
                discount: 0.5,
                total: 2.0,
            };
            let last = [7.0, -3.0, 5.0];
            let once = ring().solve(projection, ahead(0.0), &last, &[1.0; 3]);
            for (found, right) in once.weights.iter().zip([-0.5, 2.5, 3.5]) {
                assert!((found - right).abs() < 1e-12, "{:?}", once.weights);
            }
            let half = ring()
                .solve(projection, ahead(0.5), &last, &[1.0; 3])
                .weights;
            let right = 1.0 + 0.25 * half[1] + 0.25 * last[1];
            assert!((half[0] - right).abs() < 1e-12);
            let exact = ring()
                .solve(projection, ahead(1.0), &last, &[1.0; 3])
                .weights;
            let again = ring().solve(projection, ahead(0.3), &exact, &[1.0; 3]);
            for (found, right) in again.weights.iter().zip(&exact) {
                assert!((found - right).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn units_change_the_weights_and_nothing_else() {
        let mut tenths = Transitions::new(2);
        let mut plain = Transitions::new(2);
        for k in 0..50i64 {
            let (row, next) = ([1, k % 7], [1, k % 5]);
            plain.add(&row, &next, (k % 3) as u32);
            tenths.add(&[1, 10 * row[1]], &[1, 10 * next[1]], (k % 3) as u32);
        }
        let ahead = Ahead {
            lambda: 0.7,
            discount: 0.9,
            total: 1.0,
        };
        for projection in PROJECTIONS {
            let plain = plain.solve(projection, ahead, &[2.0, 3.0], &[1.0, 1.0]);
            let tenths = tenths.solve(projection, ahead, &[2.0, 3.0], &[1.0, 0.1]);
            for (one, other) in plain.weights.iter().zip(&tenths.weights) {
                assert!((one - other).abs() < 1e-9);
            }
        }
    }
}

//! Steps down a gradient.

use serde::{Deserialize, Serialize};

/// What takes the steps of training: its sizes, and what it remembers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Trainer {
    /// A step along the gradient.
    Gradient {
        /// What the gradient is multiplied by.
        rate: f64,
    },
    /// Adam (Kingma & Ba 2015), with the constants of its paper.
    Adam {
        /// α: about how far a step goes in each parameter.
        rate: f64,
        /// How many steps were taken.
        steps: u64,
        /// The running means of the gradient.
        means: Vec<f64>,
        /// The running means of its squares.
        squares: Vec<f64>,
    },
}

/// How much of the mean and of the squares stays with each step, and what keeps the divisor from 0.
const STAYS: [f64; 2] = [0.9, 0.999];
const LEAST: f64 = 1e-8;

impl Trainer {
    /// Plain steps along the gradient.
    pub fn gradient(rate: f64) -> Trainer {
        Trainer::Gradient { rate }
    }

    /// Adam for this number of parameters.
    pub fn adam(rate: f64, parameters: usize) -> Trainer {
        Trainer::Adam {
            rate,
            steps: 0,
            means: vec![0.0; parameters],
            squares: vec![0.0; parameters],
        }
    }

    /// Takes a step that makes the loss of this gradient smaller.
    pub fn step(&mut self, parameters: &mut [f64], gradient: &[f64]) {
        match self {
            Trainer::Gradient { rate } => {
                for (parameter, slope) in parameters.iter_mut().zip(gradient) {
                    *parameter -= *rate * slope;
                }
            }
            Trainer::Adam {
                rate,
                steps,
                means,
                squares,
            } => {
                *steps += 1;
                let rest = STAYS.map(|stays| 1.0 - libm::pow(stays, *steps as f64));
                let kept = means.iter_mut().zip(squares);
                for ((parameter, slope), (mean, square)) in
                    parameters.iter_mut().zip(gradient).zip(kept)
                {
                    *mean = STAYS[0] * *mean + (1.0 - STAYS[0]) * slope;
                    *square = STAYS[1] * *square + (1.0 - STAYS[1]) * slope * slope;
                    *parameter -= *rate * (*mean / rest[0]) / ((*square / rest[1]).sqrt() + LEAST);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_steps_by_hand() {
        let mut at = [1.0, -2.0];
        Trainer::gradient(0.5).step(&mut at, &[2.0, -1.0]);
        assert_eq!(at, [0.0, -1.5]);
        // Adam's first step has the size of the rate, whatever the gradient.
        let mut trainer = Trainer::adam(0.1, 2);
        let mut at = [1.0, -2.0];
        trainer.step(&mut at, &[300.0, -0.01]);
        assert!(
            (at[0] - 0.9).abs() < 1e-9 && (at[1] + 1.9).abs() < 1e-6,
            "{at:?}"
        );
        // Second: mean (0.9·0.1·g + 0.1·0)/0.19, square 0.999·0.001·g²/0.001999.
        trainer.step(&mut at, &[0.0, 0.0]);
        let ratio = (0.09 / 0.19) / (0.000_999f64 / 0.001_999).sqrt();
        assert!((at[0] - (0.9 - 0.1 * ratio)).abs() < 1e-9, "{at:?}");
    }
}

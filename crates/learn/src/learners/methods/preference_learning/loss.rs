//! How wrong ratings of the placements of a turn are.

use serde::{Deserialize, Serialize};

/// What is compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Compare {
    /// The chosen placement with each other one: logistic regression on the differences.
    Pairs,
    /// The chosen placement with all others at once: a multinomial logit.
    #[default]
    Turns,
}

impl Compare {
    /// The loss of a turn whose placements are rated so, the chosen one first; its derivative by
    /// each rating goes to `slopes`.
    pub fn loss(self, ratings: &[f64], slopes: &mut Vec<f64>) -> f64 {
        slopes.clear();
        slopes.resize(ratings.len(), 0.0);
        let chosen = ratings[0];
        match self {
            Compare::Pairs => {
                let mut loss = 0.0;
                for (place, rating) in ratings.iter().enumerate().skip(1) {
                    let behind = rating - chosen;
                    loss += behind.max(0.0) + libm::log1p(libm::exp(-behind.abs()));
                    slopes[place] = 1.0 / (1.0 + libm::exp(-behind));
                    slopes[0] -= slopes[place];
                }
                loss
            }
            Compare::Turns => {
                let most = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let mut sum = 0.0;
                for (slope, rating) in slopes.iter_mut().zip(ratings) {
                    *slope = libm::exp(rating - most);
                    sum += *slope;
                }
                for slope in slopes.iter_mut() {
                    *slope /= sum;
                }
                slopes[0] -= 1.0;
                most + libm::log(sum) - chosen
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_those_of_finite_differences() {
        let ratings = [0.3, -1.5, 2.0, 0.1];
        for compare in [Compare::Pairs, Compare::Turns] {
            let (mut slopes, mut unused) = (Vec::new(), Vec::new());
            compare.loss(&ratings, &mut slopes);
            for place in 0..ratings.len() {
                let mut at = |step: f64| {
                    let mut moved = ratings;
                    moved[place] += step;
                    compare.loss(&moved, &mut unused)
                };
                let difference = (at(1e-6) - at(-1e-6)) / 2e-6;
                assert!(
                    (difference - slopes[place]).abs() < 1e-8,
                    "{compare:?} {place}"
                );
            }
        }
    }

    #[test]
    fn known_losses_and_none_too_large() {
        let mut slopes = Vec::new();
        let ln2 = std::f64::consts::LN_2;
        assert!((Compare::Pairs.loss(&[1.0, 1.0, 1.0], &mut slopes) - 2.0 * ln2).abs() < 1e-15);
        assert!((Compare::Turns.loss(&[1.0; 4], &mut slopes) - 2.0 * ln2).abs() < 1e-15);
        for compare in [Compare::Pairs, Compare::Turns] {
            assert_eq!(compare.loss(&[0.0, 1e6], &mut slopes), 1e6);
            assert_eq!(slopes, [-1.0, 1.0]);
            assert_eq!(compare.loss(&[1e6, 0.0], &mut slopes), 0.0);
        }
    }
}

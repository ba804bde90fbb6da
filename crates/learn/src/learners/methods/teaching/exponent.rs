//! The exponent β: how ratings become chances to die.
//!
//! Let h be the chance that play from a board on is lost before it has come back to ordinary
//! boards. h of a board is the mean of h after the moves that are made next. If a rating f were
//! -log(h) / β, then exp(-β·f) would neither grow nor fall in the mean along a game. A rating that
//! has been searched for long play nearly has that property for one β, which is found here; it is
//! the exponent of Cramér and Lundberg for the risk of ruin (Asmussen & Albrecher 2010). On boards
//! before the end, chances of different boards can then be averaged, as a teacher has to.

use serde::{Deserialize, Serialize};

/// The rating of a board, and those of the boards after it for each next piece; none if the game is
/// lost there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sample {
    pub(super) value: f64,
    pub(super) next: Vec<Option<f64>>,
}

/// -1/β · log of the mean of exp(-β·x).
pub(super) fn mean(values: &[f64], chances: &[f64; 7], exponent: f64) -> f64 {
    let possible = || {
        values
            .iter()
            .zip(chances)
            .filter(|(_, chance)| **chance > 0.0)
    };
    let worst = possible()
        .map(|(value, _)| *value)
        .fold(f64::INFINITY, f64::min);
    let sum: f64 = possible()
        .map(|(value, chance)| chance * libm::exp(-exponent * (value - worst)))
        .sum();
    worst - libm::log(sum) / exponent
}

/// The rating of a lost game lies this much, in logarithms of chances, below that of the most
/// dangerous boards.
const BELOW: f64 = 0.5;

/// The rating of a lost game, where boards of the greatest danger have this one.
pub(super) fn lost(of_dangerous: f64, exponent: f64) -> f64 {
    of_dangerous - BELOW / exponent
}

/// The least and the most logarithms of chances that the ratings of all samples are taken for.
const LEAST_SPREAD: f64 = 3.0;
const MOST_SPREAD: f64 = 1_000.0;

/// The exponent at which samples neither grow nor fall in the mean; none if all ratings are equal.
pub(super) fn exponent(samples: &[Sample], chances: &[f64; 7]) -> Option<f64> {
    let lowest = samples
        .iter()
        .map(|one| one.value)
        .fold(f64::INFINITY, f64::min);
    let highest = samples
        .iter()
        .map(|one| one.value)
        .fold(f64::NEG_INFINITY, f64::max);
    let spread = highest - lowest;
    if spread.is_nan() || spread <= 0.0 || spread.is_infinite() {
        return None;
    }
    let grows = |exponent: f64| {
        let change = samples.iter().map(|one| {
            let next: Vec<f64> = one
                .next
                .iter()
                .map(|value| value.unwrap_or(one.value - 2.0 / exponent))
                .collect();
            mean(&next, chances, exponent) - one.value
        });
        change.sum::<f64>() > 0.0
    };
    // A player whose games soon end comes nearer to the end in the mean, and has no exponent above
    // 0. The whole of the ratings is taken for some logarithms of chances at least.
    let (mut low, mut high) = (LEAST_SPREAD / spread, MOST_SPREAD / spread);
    if !grows(low) {
        return Some(low);
    }
    for _ in 0..60 {
        let between = (low * high).sqrt();
        match grows(between) {
            true => low = between,
            false => high = between,
        }
    }
    Some((low * high).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exponent_of_a_walk_is_found() {
        // One step down with chance 2/7, one up with 5/7: (5/2)ˣ is a martingale.
        let samples: Vec<Sample> = (0..100)
            .map(|at| {
                let at = f64::from(at);
                let mut next = vec![Some(at + 1.0); 7];
                next[0] = Some(at - 1.0);
                next[3] = Some(at - 1.0);
                Sample { value: at, next }
            })
            .collect();
        let found = exponent(&samples, &[1.0 / 7.0; 7]).unwrap();
        assert!((found - libm::log(2.5)).abs() < 1e-6, "{found}");
        // Pieces that never come do not count.
        let mut chances = [1.0 / 6.0; 7];
        chances[3] = 0.0;
        let found = exponent(&samples, &chances).unwrap();
        assert!((found - libm::log(5.0)).abs() < 1e-6, "{found}");
    }

    #[test]
    fn the_mean_of_equal_values_is_that_value() {
        assert!((mean(&[3.0; 7], &[1.0 / 7.0; 7], 0.1) - 3.0).abs() < 1e-12);
        let low = mean(&[3.0, 3.0, 3.0, -90.0, 3.0, 3.0, 3.0], &[1.0 / 7.0; 7], 1.0);
        assert!((low - (-90.0 + libm::log(7.0))).abs() < 1e-9, "{low}");
    }
}

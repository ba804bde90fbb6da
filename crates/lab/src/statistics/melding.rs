//! The quotient of two independent means, each known by the odds of a beta variable.
//!
//! The bounds of [`geometric_interval`](super::geometric_interval) are quantiles of the odds of
//! beta variables. Drawn at random levels, such a bound is a random variable: one for the lower
//! bounds, one for the upper bounds. The upper bound of a quotient of two means is a quantile of
//! the quotient of A's random upper bound and B's random lower bound, and the other way round.
//! This is the melded interval of Fay, Proschan & Brittain 2015 ("Combining one-sample confidence
//! procedures for inference in the two-sample case", Biometrics 71).

use super::distributions::{Tails, beta_log_odds_density, beta_tails, normal_quantile, quantile};

/// The odds `x / (1 − x)` of a beta variable `x` with these positive parameters.
#[derive(Clone, Copy, Debug)]
pub(super) struct BetaOdds {
    pub a: f64,
    pub b: f64,
}

/// The step of the sums, in standard deviations of the narrower variable.
const STEP: f64 = 0.25;

/// The sums leave out what has less than this part of the largest density.
const NEGLIGIBLE: f64 = 1e-22;

impl BetaOdds {
    /// About the variance of the logarithm.
    fn variance(self) -> f64 {
        1.0 / self.a + 1.0 / self.b
    }

    /// The distribution of `1 / self`.
    fn inverse(self) -> BetaOdds {
        BetaOdds {
            a: self.b,
            b: self.a,
        }
    }

    /// Calls `visit` with points of the odds and the probability that each stands for: the
    /// trapezoidal rule on the scale of the logarithm, which for a smooth density on the whole line
    /// is nearly exact (Trefethen & Weideman 2014).
    fn visit(self, mut visit: impl FnMut(f64, f64)) {
        let step = STEP * self.variance().sqrt();
        let mode = self.a / self.b;
        let density = |odds: f64| beta_log_odds_density(self.a, self.b, odds);
        let least = NEGLIGIBLE * density(mode);
        visit(mode, step * density(mode));
        for direction in [-step, step] {
            for index in 1.. {
                let odds = mode * libm::exp(direction * f64::from(index));
                let density = density(odds);
                if density.is_nan() || density <= least {
                    break;
                }
                visit(odds, step * density);
            }
        }
    }
}

/// The distribution of the quotient of two independent odds, at a point.
pub(super) fn quotient_tails(above: BetaOdds, below: BetaOdds, point: f64) -> Tails {
    if above.variance() > below.variance() {
        // The sum goes over the narrower variable, on whose scale the wider one is smooth.
        let Tails { lower, upper } = quotient_tails(below.inverse(), above.inverse(), point);
        return Tails { lower, upper };
    }
    // above / below ≤ point where below ≥ above / point.
    let mut tails = Tails {
        lower: 0.0,
        upper: 0.0,
    };
    above.visit(|odds, probability| {
        let of_below = beta_tails(below.a, below.b, odds / point);
        tails.lower += probability * of_below.upper;
        tails.upper += probability * of_below.lower;
    });
    tails
}

/// The density of the logarithm of the quotient of two independent odds, at a point.
fn quotient_density(above: BetaOdds, below: BetaOdds, point: f64) -> f64 {
    if above.variance() > below.variance() {
        return quotient_density(below.inverse(), above.inverse(), point);
    }
    let mut density = 0.0;
    above.visit(|odds, probability| {
        density += probability * beta_log_odds_density(below.a, below.b, odds / point);
    });
    density
}

/// The quantile at `p`, strictly between 0 and 1, of the quotient of two independent odds.
pub(super) fn quotient_quantile(above: BetaOdds, below: BetaOdds, p: f64) -> f64 {
    let spread = (above.variance() + below.variance()).sqrt();
    let middle = (above.a / above.b) * (below.b / below.a);
    quantile(
        p,
        middle * libm::exp(spread * normal_quantile(p)),
        |point| quotient_tails(above, below, point),
        |point| quotient_density(above, below, point),
    )
}

//! The distribution functions and quantiles behind the intervals.
//!
//! They are written here, and not taken from statrs 0.19, for two reasons. statrs stops its
//! continued fraction for the beta distribution after 140 terms, about the square root of the
//! parameter it can serve: its Student quantile is wrong by 0.3 % at 4 million degrees of freedom,
//! its F quantile by 3·10⁻⁵ (a GPU plays that many games in a minute). And it calls the platform's
//! `ln` and `exp` whenever another crate turns on the `std` feature of num-traits, so that the last
//! digits of a result would depend on the build. Here every transcendental function is `libm`'s. In
//! the tests statrs serves as an oracle.

use std::f64::consts::PI;

/// The limit of terms of a series or a continued fraction. Those below need a few times the square
/// root of their parameter, so this limit serves parameters beyond 10¹⁰.
const MOST_TERMS: u32 = 1_000_000;

/// Both tails of a distribution at a point; the smaller one keeps its full relative precision.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tails {
    /// The probability of at most the point.
    pub lower: f64,
    /// The probability of more than the point.
    pub upper: f64,
}

/// The standard normal distribution function.
pub(super) fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The standard normal quantile at `p`, strictly between 0 and 1.
///
/// Abramowitz & Stegun 1964, formula 26.2.23, brought to full precision by Halley's method.
pub(super) fn normal_quantile(p: f64) -> f64 {
    if p > 0.5 {
        return -normal_quantile(1.0 - p);
    }
    let t = (-2.0 * libm::log(p)).sqrt();
    let mut z = (2.515517 + t * (0.802853 + t * 0.010328))
        / (1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308)))
        - t;
    for _ in 0..3 {
        let error = 0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2) - p;
        let newton = error * (2.0 * PI).sqrt() * libm::exp(0.5 * z * z);
        z -= newton / (1.0 + 0.5 * z * newton);
    }
    z
}

/// The error of Stirling's formula: `ln Γ(a + 1) − (a + ½) ln a + a − ½ ln 2π`, for `a > 0`.
///
/// With it densities at large parameters are computed without subtracting large logarithms (Loader
/// 2000, "Fast and accurate computation of binomial probabilities").
fn stirling_error(a: f64) -> f64 {
    if a < 16.0 {
        return libm::lgamma(a + 1.0) - (a + 0.5) * libm::log(a) + a - 0.5 * libm::log(2.0 * PI);
    }
    let square = a * a;
    (1.0 / 12.0
        - (1.0 / 360.0
            - (1.0 / 1260.0 - (1.0 / 1680.0 - 1.0 / (1188.0 * square)) / square) / square)
            / square)
        / a
}

/// Loader's deviance `a ln(a / x) + x − a` for `a, x > 0`: zero where they are equal, and precise
/// beside it.
fn deviance(a: f64, x: f64) -> f64 {
    let difference = a - x;
    if difference.abs() >= 0.1 * (a + x) {
        return a * libm::log(a / x) - difference;
    }
    let ratio = difference / (a + x);
    let square = ratio * ratio;
    let mut sum = difference * ratio;
    let mut power = 2.0 * a * ratio;
    for term in 1..100 {
        power *= square;
        let next = sum + power / f64::from(2 * term + 1);
        if next == sum {
            break;
        }
        sum = next;
    }
    sum
}

/// `x^a e^(−x) / Γ(a)`: the density of the gamma distribution with shape `a`, times `x`.
fn gamma_weight(a: f64, x: f64) -> f64 {
    (a / (2.0 * PI)).sqrt() * libm::exp(-stirling_error(a) - deviance(a, x))
}

/// The gamma distribution with shape `a > 0` and scale 1, at `x ≥ 0`.
///
/// Below the mean the power series, above it the continued fraction of Legendre in Lentz' form
/// (Press et al. 2007, "Numerical Recipes", section 6.2).
pub(super) fn gamma_tails(a: f64, x: f64) -> Tails {
    if x <= 0.0 {
        return Tails {
            lower: 0.0,
            upper: 1.0,
        };
    }
    let weight = gamma_weight(a, x);
    if x < a + 1.0 {
        let (mut sum, mut term) = (1.0 / a, 1.0 / a);
        for index in 1..MOST_TERMS {
            term *= x / (a + f64::from(index));
            sum += term;
            if term < sum * f64::EPSILON * 0.25 {
                break;
            }
        }
        let lower = (weight * sum).min(1.0);
        Tails {
            lower,
            upper: 1.0 - lower,
        }
    } else {
        let mut b = x + 1.0 - a;
        let mut c = f64::INFINITY;
        let mut d = 1.0 / b;
        let mut fraction = d;
        for index in 1..MOST_TERMS {
            let i = f64::from(index);
            let numerator = -i * (i - a);
            b += 2.0;
            d = 1.0 / nonzero(numerator * d + b);
            c = nonzero(b + numerator / c);
            let factor = c * d;
            fraction *= factor;
            if (factor - 1.0).abs() < f64::EPSILON {
                break;
            }
        }
        let upper = (weight * fraction).min(1.0);
        Tails {
            lower: 1.0 - upper,
            upper,
        }
    }
}

/// The χ² quantile at `p`, strictly between 0 and 1, with `freedom > 0` degrees of freedom.
///
/// It starts from Wilson & Hilferty 1931: the cube root of χ² is nearly normal.
pub(super) fn chi_squared_quantile(freedom: f64, p: f64) -> f64 {
    let a = 0.5 * freedom;
    let root = (1.0 - 1.0 / (9.0 * a) + normal_quantile(p) / (3.0 * a.sqrt())).max(0.1);
    2.0 * quantile(
        p,
        a * root * root * root,
        |x| gamma_tails(a, x),
        |x| gamma_weight(a, x),
    )
}

/// The probability that a χ² variable with `freedom > 0` degrees of freedom is more than `x`.
pub(super) fn chi_squared_upper(freedom: f64, x: f64) -> f64 {
    gamma_tails(0.5 * freedom, 0.5 * x).upper
}

/// `x^a y^b Γ(a + b) / (Γ(a) Γ(b))` with `y = 1 − x`: the density of the beta distribution times
/// `x y`.
fn beta_weight(a: f64, b: f64, x: f64, y: f64) -> f64 {
    let n = a + b;
    let exponent = stirling_error(n)
        - stirling_error(a)
        - stirling_error(b)
        - deviance(a, n * x)
        - deviance(b, n * y);
    (a / n * b / (2.0 * PI)).sqrt() * libm::exp(exponent)
}

/// The density of `ln(x / (1 − x))` for a beta variable `x` with `a, b > 0`, where the odds are
/// `odds > 0`.
pub(super) fn beta_log_odds_density(a: f64, b: f64, odds: f64) -> f64 {
    beta_weight(a, b, odds / (1.0 + odds), 1.0 / (1.0 + odds))
}

/// The beta distribution with `a, b > 0` at `x = odds / (1 + odds)`, for `odds ≥ 0`.
///
/// The parameter is the odds, because these keep their precision at both ends, where `x` or `1 − x`
/// would be rounded away.
pub(super) fn beta_tails(a: f64, b: f64, odds: f64) -> Tails {
    if odds <= 0.0 {
        return Tails {
            lower: 0.0,
            upper: 1.0,
        };
    }
    let (x, y) = (odds / (1.0 + odds), 1.0 / (1.0 + odds));
    if y <= 0.0 {
        return Tails {
            lower: 1.0,
            upper: 0.0,
        };
    }
    let weight = beta_weight(a, b, x, y);
    if x < (a + 1.0) / (a + b + 2.0) {
        let lower = (weight * beta_fraction(a, b, x) / a).min(1.0);
        Tails {
            lower,
            upper: 1.0 - lower,
        }
    } else {
        let upper = (weight * beta_fraction(b, a, y) / b).min(1.0);
        Tails {
            lower: 1.0 - upper,
            upper,
        }
    }
}

/// The continued fraction of the incomplete beta function, in Lentz' form (Press et al. 2007,
/// "Numerical Recipes", section 6.4).
fn beta_fraction(a: f64, b: f64, x: f64) -> f64 {
    let mut c = 1.0;
    let mut d = 1.0 / nonzero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for index in 1..MOST_TERMS {
        let m = f64::from(index);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        d = 1.0 / nonzero(1.0 + even * d);
        c = nonzero(1.0 + even / c);
        fraction *= d * c;
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        d = 1.0 / nonzero(1.0 + odd * d);
        c = nonzero(1.0 + odd / c);
        let factor = d * c;
        fraction *= factor;
        if (factor - 1.0).abs() < f64::EPSILON {
            break;
        }
    }
    fraction
}

/// The quantile at `p`, strictly between 0 and 1, of the beta distribution with `a, b > 0`, as odds
/// `x / (1 − x)`.
pub(super) fn beta_odds_quantile(a: f64, b: f64, p: f64) -> f64 {
    // The logarithm of the odds is nearly normal, with about this variance.
    let spread = (1.0 / a + 1.0 / b).sqrt().min(10.0);
    quantile(
        p,
        a / b * libm::exp(spread * normal_quantile(p)),
        |odds| beta_tails(a, b, odds),
        |odds| beta_log_odds_density(a, b, odds),
    )
}

/// The `t` that a Student variable with `freedom > 0` stays within, on both sides, with probability
/// `inside`, strictly between 0 and 1.
pub(super) fn student_two_sided(freedom: f64, inside: f64) -> f64 {
    // t² / freedom are the odds of a beta variable with parameters ½ and freedom / 2.
    (freedom * beta_odds_quantile(0.5, 0.5 * freedom, inside)).sqrt()
}

/// Solves `tails(x).lower = p` for `x > 0` by Newton's method on the logarithm of the smaller tail
/// against the logarithm of `x`.
///
/// On these scales the distributions here have concave tails, nearly straight far out, so the
/// steps come to the solution from anywhere. `weight` is the derivative of the lower tail by `ln
/// x`.
pub(super) fn quantile(
    p: f64,
    start: f64,
    tails: impl Fn(f64) -> Tails,
    weight: impl Fn(f64) -> f64,
) -> f64 {
    let mut x = start.clamp(f64::MIN_POSITIVE, f64::MAX);
    for _ in 0..200 {
        let at = tails(x);
        let step = if p <= 0.5 {
            at.lower * libm::log(p / at.lower)
        } else {
            at.upper * libm::log(at.upper / (1.0 - p))
        } / weight(x);
        // Far out a tail underflows and the step is not a number: step back towards the quantile.
        let step = if step.is_finite() {
            step.clamp(-30.0, 30.0)
        } else if at.lower < p {
            1.0
        } else {
            -1.0
        };
        x = (x * libm::exp(step)).clamp(f64::MIN_POSITIVE, f64::MAX);
        // Each step of Newton's method squares the error, so none is left after this one.
        if step.abs() < 1e-10 {
            break;
        }
    }
    x
}

/// Lentz' guard against a division by zero.
fn nonzero(value: f64) -> f64 {
    if value.abs() < 1e-300 { 1e-300 } else { value }
}

#[cfg(test)]
mod tests;

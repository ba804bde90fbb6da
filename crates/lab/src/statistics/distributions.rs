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
mod tests {
    use statrs::distribution::{ChiSquared, ContinuousCDF, FisherSnedecor};

    use super::super::testing::assert_close;
    use super::*;

    #[test]
    fn normal_quantiles_against_scipy() {
        // scipy.stats.norm.ppf(p)
        for (p, reference) in [
            (1e-300, -37.0470962993612),
            (1e-10, -6.361340902404056),
            (0.025, -1.9599639845400545),
            (0.3, -0.5244005127080409),
            (0.975, 1.959963984540054),
            (0.999999, 4.753424308817087),
        ] {
            assert_close(normal_quantile(p), reference, 1e-12);
            assert_close(normal_cdf(normal_quantile(p)), p, 1e-12);
        }
        assert!(normal_quantile(0.5).abs() < 1e-15);
    }

    #[test]
    fn chi_squared_quantiles_against_scipy() {
        // scipy.stats.chi2.ppf(p, freedom)
        for (freedom, p, reference) in [
            (1.0, 1e-10, 1.570796326794896e-20),
            (1.0, 0.025, 0.0009820691171752555),
            (1.0, 0.9995, 12.11566514639738),
            (2.0, 0.0005, 0.0010002500833645965),
            (2.0, 0.975, 7.377758908227871),
            (20.0, 1e-10, 0.9454441852127045),
            (20.0, 0.025, 9.590777392264867),
            (20.0, 0.5, 19.337429229428256),
            (20.0, 0.975, 34.16960690283833),
            (40000.0, 0.0005, 39075.845205899845),
            (40000.0, 0.025, 39447.53520121411),
            (40000.0, 0.5, 39999.33333530868),
            (40000.0, 0.975, 40556.253396926666),
            (40000.0, 0.9995, 40937.25811405467),
            (2e8, 0.025, 199960802.61464947),
            (2e8, 0.975, 200039201.1739623),
        ] {
            assert_close(chi_squared_quantile(freedom, p), reference, 2e-13);
        }
        // scipy.stats.chi2.sf(12.3, 4), scipy.stats.chi2.sf(300, 40)
        assert_close(chi_squared_upper(4.0, 12.3), 0.015254394655769615, 1e-13);
        assert_close(
            chi_squared_upper(40.0, 300.0),
            1.4955969722726186e-41,
            1e-12,
        );
    }

    /// The F quantile, which the comparisons use as odds.
    fn f_quantile(a: f64, b: f64, p: f64) -> f64 {
        beta_odds_quantile(0.5 * a, 0.5 * b, p) * b / a
    }

    #[test]
    fn f_quantiles_against_scipy() {
        // scipy.stats.f.ppf(p, a, b)
        for (a, b, p, reference) in [
            (2.0, 2.0, 0.025, 0.025641025641025644),
            (2.0, 2.0, 0.975, 38.99999999999996),
            (2.0, 40000.0, 0.025, 0.02531782400908166),
            (2.0, 40000.0, 0.975, 3.689219670821262),
            (40000.0, 2.0, 0.025, 0.27106003145033336),
            (40000.0, 2.0, 0.975, 39.497865205212456),
            (20.0, 200.0, 0.5, 0.9701114186353491),
            (40000.0, 40000.0, 0.025, 0.9805909104316646),
            (40000.0, 40000.0, 0.5, 1.0),
            (40000.0, 40000.0, 0.975, 1.019793258699279),
            (4e6, 3e6, 0.025, 0.9978853977733727),
            (4e6, 3e6, 0.5, 1.0000000555555635),
            (4e6, 3e6, 0.975, 1.0021194084581075),
        ] {
            assert_close(f_quantile(a, b, p), reference, 1e-12);
        }
    }

    #[test]
    fn beta_tails_against_scipy() {
        // scipy.stats.beta.cdf(.3, 2.5, 7), .sf(.501, 2e6, 2e6), .cdf(1e-4, .5, 20000)
        let odds = |x: f64| x / (1.0 - x);
        assert_close(
            beta_tails(2.5, 7.0, odds(0.3)).lower,
            0.6412224629717214,
            1e-13,
        );
        assert_close(
            beta_tails(2e6, 2e6, odds(0.501)).upper,
            3.1670739972398196e-5,
            1e-10,
        );
        assert_close(
            beta_tails(0.5, 2e4, odds(1e-4)).lower,
            0.9545037855484546,
            1e-12,
        );
        assert_eq!(beta_tails(2.0, 3.0, f64::INFINITY).lower, 1.0);
        assert_eq!(beta_tails(2.0, 3.0, 0.0).upper, 1.0);
    }

    #[test]
    fn student_quantiles_against_scipy() {
        // scipy.stats.t.ppf((1 + inside) / 2, freedom)
        for (freedom, inside, reference) in [
            (1.0, 0.95, 12.706204736174694),
            (2.0, 0.99, 9.924843200918287),
            (9.0, 0.95, 2.262157162798205),
            (29.0, 0.99, 2.756385903670605),
            (39999.0, 0.95, 1.9600232945677074),
            (4e6, 0.95, 1.959964577608038),
        ] {
            assert_close(student_two_sided(freedom, inside), reference, 1e-11);
        }
    }

    /// The comparison is over a grid, within the precision of statrs.
    #[test]
    fn quantiles_against_statrs() {
        let freedoms = [1.0, 2.0, 3.0, 8.0, 50.0, 400.0, 5000.0];
        let levels = [0.001, 0.05, 0.3, 0.5, 0.7, 0.95, 0.999];
        for a in freedoms {
            for p in levels {
                let reference = ChiSquared::new(a).unwrap().inverse_cdf(p);
                assert_close(chi_squared_quantile(a, p), reference, 1e-9);
                for b in freedoms {
                    let reference = FisherSnedecor::new(a, b).unwrap().inverse_cdf(p);
                    assert_close(f_quantile(a, b, p), reference, 1e-6);
                }
            }
        }
    }

    /// The parameters lie beyond those of published tables too.
    #[test]
    fn quantiles_invert_the_distribution_functions() {
        for a in [0.5, 1.0, 7.0, 1e3, 1e6] {
            for p in [1e-12, 1e-3, 0.4, 0.6, 0.999, 1.0 - 1e-12] {
                let smaller = |tails: Tails| tails.lower.min(tails.upper);
                let x = 0.5 * chi_squared_quantile(2.0 * a, p);
                assert_close(smaller(gamma_tails(a, x)), p.min(1.0 - p), 1e-8);
                for b in [0.5, 3.0, 1e6] {
                    let odds = beta_odds_quantile(a, b, p);
                    assert_close(smaller(beta_tails(a, b, odds)), p.min(1.0 - p), 1e-8);
                }
            }
        }
    }
}

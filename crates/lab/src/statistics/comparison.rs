//! The comparison of two means.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::distributions::{beta_odds_quantile, beta_tails, normal_cdf, normal_quantile};
use super::intervals::Interval;
use super::level::Level;
use super::tally::Tally;

/// The ratio of the means of two geometric laws, A and B.
///
/// With `T` lines and `D` deaths each, `2 T / mean` is χ² with `2 D` degrees of freedom, so the
/// observed ratio of the means over the true one follows the F distribution with `2 D_A` and `2
/// D_B` degrees of freedom (Cox 1953, "Some simple approximate tests for Poisson variates").
/// Everything here follows from that law, written with its beta variable. Like
/// [`gamma_interval`](super::gamma_interval) it treats lines as continuous: below means of 20 or so
/// its interval is a little too narrow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// A's mean over B's; none where either has no death or no line.
    pub ratio: Option<f64>,
    /// The interval of the true ratio. Where games were cut short the deaths are random too, and
    /// each bound takes one death more on the side that widens it, as in
    /// [`gamma_interval`](super::gamma_interval). Without a death of A there is no upper bound,
    /// without a death of B no lower bound.
    pub interval: Interval,
    /// The probability that A's mean is the greater, if before the games every ratio of means was
    /// as likely as any other (a flat prior for the logarithm of both rates of death). None without
    /// deaths on both sides, because that prior gives no probability then.
    pub probability_greater: Option<f64>,
}

impl Comparison {
    /// The comparison without games: nothing is known.
    pub const NOTHING: Comparison = Comparison {
        ratio: None,
        interval: Interval::UNKNOWN,
        probability_greater: None,
    };

    /// Compares the games of A with those of B.
    ///
    /// The games of the two must be independent. Games of two controllers that play the *same*
    /// sequences are not quite independent: their lengths are correlated by less than +0.1, which
    /// makes the interval a little too wide (see [`compare`](crate::compare)).
    pub fn of(a: &Tally, b: &Tally, confidence: Level) -> Comparison {
        let (lines_a, lines_b) = (a.lines as f64, b.lines as f64);
        let (deaths_a, deaths_b) = (a.finished as f64, b.finished as f64);
        let comparable = a.lines > 0 && b.lines > 0;
        let both = comparable && a.finished > 0 && b.finished > 0;
        let ratio = both.then(|| (lines_a / deaths_a) / (lines_b / deaths_b));
        Comparison {
            ratio,
            interval: if comparable {
                ratio_interval(a, b, confidence)
            } else {
                Interval::UNKNOWN
            },
            // A posteriori, the expected deaths of A over its lines, as odds against those of B,
            // are the odds of a beta variable. A is better where its rate is the smaller: odds
            // below T_A / T_B.
            probability_greater: both
                .then(|| beta_tails(deaths_a, deaths_b, lines_a / lines_b).lower),
        }
    }
}

impl Comparison {
    /// Compares whole games without the geometric law, for controllers so weak that their games are
    /// not geometric. The logarithm of a mean of many games is nearly normal, with a standard
    /// deviation of the games' relative spread over √n (the delta method).
    ///
    /// It needs at least two games on each side, and lines; otherwise nothing is known. It does not
    /// apply to games cut short.
    pub fn empirical(a: &Tally, b: &Tally, confidence: Level) -> Comparison {
        let parts = |tally: &Tally| {
            let mean = tally.mean_per_game().filter(|mean| *mean > 0.0)?;
            let relative = tally.sd()? / mean;
            Some((mean, relative * relative / tally.games() as f64))
        };
        let (Some((mean_a, variance_a)), Some((mean_b, variance_b))) = (parts(a), parts(b)) else {
            return Comparison::NOTHING;
        };
        Comparison::of_logarithms(mean_a / mean_b, variance_a + variance_b, confidence)
    }

    /// Compares two independent positive means by their intervals of this confidence, where the
    /// logarithm of each mean is nearly normal. For an estimate by climbs it is.
    ///
    /// If an interval lacks a bound, only the ratio is known.
    pub fn of_intervals(a: (f64, Interval), b: (f64, Interval), confidence: Level) -> Comparison {
        let deviation = |interval: Interval| {
            let bounded = interval.low > 0.0 && interval.high.is_finite();
            let width = libm::log(interval.high / interval.low);
            bounded.then(|| width / (2.0 * normal_quantile(1.0 - confidence.tail())))
        };
        let ratio = a.0 / b.0;
        if !(ratio > 0.0 && ratio.is_finite()) {
            return Comparison::NOTHING;
        }
        match (deviation(a.1), deviation(b.1)) {
            (Some(a), Some(b)) => Comparison::of_logarithms(ratio, a * a + b * b, confidence),
            _ => Comparison {
                ratio: Some(ratio),
                ..Comparison::NOTHING
            },
        }
    }

    /// The comparison where the logarithm of an observed ratio is normal about the true one, with
    /// this variance.
    pub fn of_logarithms(ratio: f64, variance: f64, confidence: Level) -> Comparison {
        let error = variance.sqrt();
        let reach = libm::exp(normal_quantile(1.0 - confidence.tail()) * error);
        let distance = libm::log(ratio);
        let probability = match distance.partial_cmp(&0.0) {
            _ if error > 0.0 => normal_cdf(distance / error),
            Some(Ordering::Greater) => 1.0,
            Some(Ordering::Less) => 0.0,
            _ => 0.5,
        };
        Comparison {
            ratio: Some(ratio),
            interval: Interval {
                low: ratio / reach,
                high: ratio * reach,
            },
            probability_greater: Some(probability),
        }
    }
}

/// The interval of the ratio of means, for two tallies with lines.
fn ratio_interval(a: &Tally, b: &Tally, confidence: Level) -> Interval {
    let lines = a.lines as f64 / b.lines as f64;
    let (deaths_a, deaths_b) = (a.finished as f64, b.finished as f64);
    let (more_a, more_b) = (
        if a.cut > 0 { 1.0 } else { 0.0 },
        if b.cut > 0 { 1.0 } else { 0.0 },
    );
    // Without a death on one side a single bound is left, which gets the whole error probability.
    let tail = if a.finished == 0 || b.finished == 0 {
        1.0 - confidence.value()
    } else {
        confidence.tail()
    };
    // The odds are (rate_A T_A) / (rate_B T_B), so the ratio of means is (T_A / T_B) / odds.
    let low = if b.finished == 0 {
        0.0
    } else {
        let deaths_a = (deaths_a + more_a).max(1.0);
        lines / beta_odds_quantile(deaths_a, deaths_b, 1.0 - tail)
    };
    let high = if a.finished == 0 {
        f64::INFINITY
    } else {
        let deaths_b = (deaths_b + more_b).max(1.0);
        lines / beta_odds_quantile(deaths_a, deaths_b, tail)
    };
    Interval { low, high }
}

/// The number of games each of two controllers must play, to their ends, so that the interval of
/// this `confidence` for the ratio of their means leaves out 1, with probability `power`.
///
/// With `N` deaths on each side the logarithm of the observed ratio is nearly normal about the true
/// one, with variance `2 / N`; it must exceed `z √(2 / N)`. At a power of one half
/// ([`Level::HALF`]) this is the `N` where the difference just equals half the width of the
/// interval, so that half of all comparisons fail.
///
/// None for a ratio that is not positive and finite, and for a ratio of 1, for which no number of
/// games is enough.
///
/// ```
/// use tetrarium_lab::statistics::{Level, games_to_tell_apart};
/// assert_eq!(games_to_tell_apart(1.1, Level::P95, Level::HALF), Some(846));
/// assert_eq!(games_to_tell_apart(1.0, Level::P95, Level::HALF), None);
/// ```
pub fn games_to_tell_apart(ratio: f64, confidence: Level, power: Level) -> Option<u64> {
    games_to_tell_apart_with(ratio, 2.0, confidence, power)
}

/// [`games_to_tell_apart`] for games that are not geometric: `spread` is the sum of the two squared
/// ratios of standard deviation to mean, which is 2 where both are geometric.
pub fn games_to_tell_apart_with(
    ratio: f64,
    spread: f64,
    confidence: Level,
    power: Level,
) -> Option<u64> {
    if !(ratio > 0.0 && ratio.is_finite()) || ratio == 1.0 {
        return None;
    }
    let z = normal_quantile(1.0 - confidence.tail()) + normal_quantile(power.value());
    let root = z.max(0.0) / libm::log(ratio);
    Some(((spread * root * root).ceil() as u64).max(1))
}

#[cfg(test)]
mod tests {
    use super::super::binomial_test;
    use super::super::testing::{assert_close, geometric_sample};
    use super::*;

    fn tally(lines: u64, finished: u64, cut: u64) -> Tally {
        Tally {
            lines,
            finished,
            cut,
            ..Tally::default()
        }
    }

    #[test]
    fn empirical_comparisons_are_the_delta_method() {
        let sample = |games: &[u64]| {
            let mut tally = Tally::default();
            for &lines in games {
                tally.record(lines, 0, true);
            }
            tally
        };
        let (a, b) = (sample(&[10, 14, 12, 16]), sample(&[9, 11, 10, 6]));
        let comparison = Comparison::empirical(&a, &b, Level::P95);
        // r = 13/9; e = sqrt(20/3/169/4 + 14/3/81/4); r*exp(±norm.ppf(.975)*e); norm.cdf(log(r)/e)
        assert_close(comparison.ratio.unwrap(), 13.0 / 9.0, 1e-15);
        let error = (20.0 / 3.0 / 169.0 / 4.0 + 14.0 / 3.0 / 81.0 / 4.0_f64).sqrt();
        let low = 13.0 / 9.0 * (-1.959963984540054 * error).exp();
        assert_close(comparison.interval.low, low, 1e-12);
        let other = Comparison::empirical(&b, &a, Level::P95);
        assert_close(other.interval.high, 1.0 / low, 1e-12);
        let sum = other.probability_greater.unwrap() + comparison.probability_greater.unwrap();
        assert_close(sum, 1.0, 1e-12);
        // Constant games leave no doubt; a single game gives no comparison.
        let (high, low) = (sample(&[5, 5]), sample(&[4, 4]));
        let certain = Comparison::empirical(&high, &low, Level::P95);
        assert_eq!(certain.probability_greater, Some(1.0));
        let same = Comparison::empirical(&high, &high, Level::P95);
        assert_eq!(same.probability_greater, Some(0.5));
        let single = Comparison::empirical(&sample(&[5]), &low, Level::P95);
        assert_eq!((single.ratio, single.interval), (None, Interval::UNKNOWN));
    }

    #[test]
    fn intervals_of_estimates_are_added_as_logarithms() {
        let about = |mean: f64, factor: f64| {
            let (low, high) = (mean / factor, mean * factor);
            (mean, Interval { low, high })
        };
        let comparison = Comparison::of_intervals(about(6.0, 1.2), about(3.0, 1.5), Level::P95);
        let reach = 1.2_f64.ln().hypot(1.5_f64.ln()).exp();
        assert_close(comparison.ratio.unwrap(), 2.0, 1e-15);
        assert_close(comparison.interval.low, 2.0 / reach, 1e-12);
        assert_close(comparison.interval.high, 2.0 * reach, 1e-12);
        // norm.cdf(log(2) / (log(reach) / norm.ppf(.975)))
        let greater = normal_cdf(2.0_f64.ln() / (reach.ln() / 1.959963984540054));
        assert_close(comparison.probability_greater.unwrap(), greater, 1e-12);
        let unbounded = (3.0, Interval::UNKNOWN);
        let half = Comparison::of_intervals(about(6.0, 1.2), unbounded, Level::P95);
        assert_eq!((half.ratio, half.interval), (Some(2.0), Interval::UNKNOWN));
        assert_eq!(half.probability_greater, None);
        let nothing = Comparison::of_intervals(about(6.0, 1.2), (0.0, unbounded.1), Level::P95);
        assert_eq!(nothing, Comparison::NOTHING);
    }

    #[test]
    fn finished_games_against_scipy() {
        let (a, b) = (tally(52_000, 40, 0), tally(30_000, 30, 0));
        let comparison = Comparison::of(&a, &b, Level::P95);
        assert_close(comparison.ratio.unwrap(), 1.3, 1e-15);
        // 1.3/f.ppf(.975, 80, 60), 1.3/f.ppf(.025, 80, 60), f.cdf(1.3, 80, 60)
        assert_close(comparison.interval.low, 0.799908079738243, 1e-12);
        assert_close(comparison.interval.high, 2.0782542710273897, 1e-12);
        let greater = comparison.probability_greater.unwrap();
        assert_close(greater, 0.85603514063419, 1e-12);
        // With A and B exchanged.
        let other = Comparison::of(&b, &a, Level::P95);
        assert_close(other.interval.low, 1.0 / comparison.interval.high, 1e-12);
        assert_close(other.probability_greater.unwrap(), 1.0 - greater, 1e-12);
    }

    #[test]
    fn cut_games_against_scipy() {
        // i = binomtest(40, 70).proportion_ci(.95, 'exact'); q = 52000/30000;
        // q*(1-i.high)/i.high, q*(1-i.low)/i.low
        let comparison = Comparison::of(&tally(52_000, 40, 1), &tally(30_000, 30, 1), Level::P95);
        assert_close(comparison.interval.low, 0.7819077632115179, 1e-12);
        assert_close(comparison.interval.high, 2.1401488451450406, 1e-12);
    }

    #[test]
    fn without_deaths_one_bound_is_left() {
        let (immortal, mortal) = (tally(30_000, 0, 3), tally(1000, 1, 0));
        let comparison = Comparison::of(&immortal, &mortal, Level::P95);
        assert_eq!(
            (comparison.ratio, comparison.probability_greater),
            (None, None)
        );
        // F(2, 2) in closed form: 30 · 0.05 / 0.95.
        assert_close(comparison.interval.low, 30.0 / 19.0, 1e-12);
        assert_eq!(comparison.interval.high, f64::INFINITY);
        let other = Comparison::of(&mortal, &immortal, Level::P95);
        assert_eq!(other.interval.low, 0.0);
        assert_close(other.interval.high, 19.0 / 30.0, 1e-12);
        let nothing = Comparison::of(&Tally::default(), &mortal, Level::P95);
        assert_eq!((nothing.ratio, nothing.interval), (None, Interval::UNKNOWN));
    }

    #[test]
    fn the_interval_covers_the_ratio_as_often_as_asked() {
        // 3000 pairs of measurements of 12 and 20 games with means in the ratio 2.
        let covered = (0..3000)
            .filter(|&pair| {
                let of = |mean, games, number| {
                    let mut tally = Tally::default();
                    for lines in geometric_sample(mean, games, number) {
                        tally.record(lines, 0, true);
                    }
                    tally
                };
                let (a, b) = (of(20_000.0, 12, 2 * pair), of(10_000.0, 20, 2 * pair + 1));
                Comparison::of(&a, &b, Level::P95).interval.contains(2.0)
            })
            .count() as u64;
        assert!(binomial_test(covered, 3000, 0.95) > 0.01, "{covered}");
    }

    #[test]
    fn games_to_tell_apart_against_scipy() {
        // 2*(norm.ppf(.975)/log(1.1))**2 = 845.76, with + norm.ppf(.8): 1728.06
        let games = |ratio, power| games_to_tell_apart(ratio, Level::P95, power);
        assert_eq!(games(1.1, Level::HALF), Some(846));
        assert_eq!(games(1.1, Level::P80), Some(1729));
        assert_eq!(games(1.0 / 1.1, Level::HALF), Some(846));
        assert_eq!(games(1e300, Level::HALF), Some(1));
        assert!(games(1.0 + f64::EPSILON, Level::HALF).is_some());
        for ratio in [1.0, 0.0, -2.0, f64::NAN, f64::INFINITY] {
            assert_eq!(games(ratio, Level::HALF), None);
        }
    }

    /// With that number of games, half the width of the interval equals the difference.
    #[test]
    fn games_to_tell_apart_suffice() {
        let games = games_to_tell_apart(1.2, Level::P95, Level::HALF).unwrap();
        let (a, b) = (tally(1200 * games, games, 0), tally(1000 * games, games, 0));
        let low = Comparison::of(&a, &b, Level::P95).interval.low;
        assert!((low - 1.0).abs() < 0.002, "{low}");
    }
}

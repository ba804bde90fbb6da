//! The comparison of two means.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::distributions::{normal_cdf, normal_quantile};
use super::intervals::Interval;
use super::level::Level;
use super::melding::{BetaOdds, quotient_quantile, quotient_tails};
use super::tally::Tally;

/// The ratio of the means of two geometric laws, A and B.
///
/// The bounds of each mean are quantiles of the odds of beta variables, exact for whole lines
/// ([`geometric_interval`](super::geometric_interval)). The interval of the ratio melds them: its
/// upper bound is a quantile of the quotient of A's random upper and B's random lower bound (Fay,
/// Proschan & Brittain 2015, "Combining one-sample confidence procedures for inference in the
/// two-sample case"). At a ratio of 1 it is the exact test of two negative binomial counts given
/// their sum; for large means it is the F interval (Cox 1953, "Some simple approximate tests for
/// Poisson variates"), which takes lines for continuous and fails below a mean of 20 or so.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// A's mean over B's; none where either has no death or no line.
    pub ratio: Option<f64>,
    /// The interval of the true ratio. Where games were cut short the deaths are random too, and
    /// the bounds are those of [`geometric_interval`](super::geometric_interval) for that case.
    /// Without a death of A, or without a line of B, there is no upper bound; without a line of A,
    /// or without a death of B, there is no lower bound. Each bound is wrong with at most half of
    /// `1 − confidence`, also where it is the only one: which of the bounds exist is chance, so
    /// that the whole error probability for the bound that is left would be too much.
    pub interval: Interval,
    /// The probability that A's mean is the greater, if before the games every ratio of means was
    /// as likely as any other (a flat prior for the logarithm of both means). None without deaths
    /// and lines on both sides, because that prior gives no probability then.
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
        Comparison::widened((a, 1.0), (b, 1.0), confidence)
    }

    /// [`Comparison::of`] for games that spread wider than the law, each with its spread
    /// ([`widened_interval`](super::widened_interval)).
    pub fn widened(a: (&Tally, f64), b: (&Tally, f64), confidence: Level) -> Comparison {
        let ([a, b], [worth_a, worth_b]) = ([a.0, b.0], [a.1, b.1].map(|spread| spread.powi(-2)));
        let known = |tally: &Tally, worth: f64| {
            (tally.lines > 0 && tally.finished > 0).then_some(BetaOdds {
                a: tally.lines as f64 * worth,
                b: tally.finished as f64 * worth,
            })
        };
        let both = known(a, worth_a).zip(known(b, worth_b));
        let (a, b) = (random_bounds(a, worth_a), random_bounds(b, worth_b));
        Comparison {
            ratio: both.map(|(a, b)| (a.a / a.b) / (b.a / b.b)),
            interval: ratio_interval(a, b, confidence),
            probability_greater: both.map(|(a, b)| quotient_tails(a, b, 1.0).upper),
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

/// The lower and the upper bound of a mean as random variables of the level; none where the bound
/// does not exist.
type RandomBounds = (Option<BetaOdds>, Option<BetaOdds>);

/// The bounds of a mean whose lines and deaths are each worth this part of one.
fn random_bounds(tally: &Tally, worth: f64) -> RandomBounds {
    let (lines, deaths) = (tally.lines as f64 * worth, tally.finished as f64 * worth);
    let low = BetaOdds {
        a: lines,
        b: if tally.cut > 0 { deaths + 1.0 } else { deaths },
    };
    let high = BetaOdds {
        a: lines + 1.0,
        b: deaths,
    };
    (
        (low.a > 0.0 && low.b > 0.0).then_some(low),
        (high.b > 0.0).then_some(high),
    )
}

/// The melded interval of the ratio of two means.
fn ratio_interval(a: RandomBounds, b: RandomBounds, confidence: Level) -> Interval {
    let ((low_a, high_a), (low_b, high_b)) = (a, b);
    let tail = confidence.tail();
    Interval {
        low: match (low_a, high_b) {
            (Some(low_a), Some(high_b)) => quotient_quantile(low_a, high_b, tail),
            _ => 0.0,
        },
        high: match (high_a, low_b) {
            (Some(high_a), Some(low_b)) => quotient_quantile(high_a, low_b, 1.0 - tail),
            _ => f64::INFINITY,
        },
    }
}

/// How many times the games behind an observed ratio there must be so that the interval of this
/// `confidence` leaves out 1, with probability `power`, if the ratio is what it seems. `variance`
/// is that of the logarithm of the ratio with the games that there are.
///
/// The logarithm of the observed ratio is nearly normal about the true one, and its variance falls
/// as the games grow. At a power of one half ([`Level::HALF`]) the difference then just equals half
/// the width of the interval, so that half of all comparisons fail.
///
/// None for a ratio that is not positive and finite, for a ratio of 1, for which no number of games
/// is enough, and for a variance that is not positive and finite.
///
/// ```
/// use tetrarium_lab::statistics::{Level, growth_to_tell_apart};
/// // A hundred deaths on each side, at large means: the variance is 1/100 + 1/100.
/// let growth = growth_to_tell_apart(1.1, 0.02, Level::P95, Level::HALF).unwrap();
/// assert_eq!((100.0 * growth).ceil(), 846.0);
/// ```
pub fn growth_to_tell_apart(
    ratio: f64,
    variance: f64,
    confidence: Level,
    power: Level,
) -> Option<f64> {
    let is_known = |number: f64| number > 0.0 && number.is_finite();
    if !is_known(ratio) || !is_known(variance) || ratio == 1.0 {
        return None;
    }
    let z = normal_quantile(1.0 - confidence.tail()) + normal_quantile(power.value());
    let root = z.max(0.0) / libm::log(ratio);
    Some(variance * root * root)
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
    fn large_means_have_the_f_interval() {
        let (a, b) = (tally(52_000_000_000, 40, 0), tally(30_000_000_000, 30, 0));
        let comparison = Comparison::of(&a, &b, Level::P95);
        assert_close(comparison.ratio.unwrap(), 1.3, 1e-15);
        // 1.3/f.ppf(.975, 80, 60), 1.3/f.ppf(.025, 80, 60), f.cdf(1.3, 80, 60)
        assert_close(comparison.interval.low, 0.799908079738243, 1e-7);
        assert_close(comparison.interval.high, 2.0782542710273897, 1e-7);
        let greater = comparison.probability_greater.unwrap();
        assert_close(greater, 0.85603514063419, 1e-7);
        // With A and B exchanged.
        let other = Comparison::of(&b, &a, Level::P95);
        assert_close(other.interval.low, 1.0 / comparison.interval.high, 1e-7);
        assert_close(other.probability_greater.unwrap(), 1.0 - greater, 1e-7);
        // Cut games: i = binomtest(40, 70).proportion_ci(.95, 'exact'); q = 52/30;
        // q*(1-i.high)/i.high, q*(1-i.low)/i.low
        let (a, b) = (Tally { cut: 1, ..a }, Tally { cut: 1, ..b });
        let cut = Comparison::of(&a, &b, Level::P95).interval;
        assert_close(cut.low, 0.7819077632115179, 1e-7);
        assert_close(cut.high, 2.1401488451450406, 1e-7);
    }

    /// The probability that the first of two counts is at least `first`, given the sum of both, if
    /// both are lines of equally good agents with these deaths: a negative hypergeometric law.
    fn at_least_given_the_sum(first: u64, second: u64, deaths: (u64, u64)) -> f64 {
        let choose = |n: u64, k: u64| (0..k).map(|i| (n - i) as f64 / (k - i) as f64).product();
        let ways = |lines: u64, deaths: u64| -> f64 { choose(lines + deaths - 1, deaths - 1) };
        let sum = first + second;
        let weight = |lines: u64| ways(lines, deaths.0) * ways(sum - lines, deaths.1);
        let all: f64 = (0..=sum).map(weight).sum();
        (first..=sum).map(weight).sum::<f64>() / all
    }

    #[test]
    fn at_a_ratio_of_1_the_test_is_exact_given_the_sum_of_the_lines() {
        for (first, second, deaths) in [(9, 2, (6, 8)), (30, 11, (12, 12)), (3, 1, (50, 50))] {
            let (a, b) = (tally(first, deaths.0, 0), tally(second, deaths.1, 0));
            // The confidence at which the lower bound is 1.
            let (low, high) = (random_bounds(&a, 1.0).0, random_bounds(&b, 1.0).1);
            let p = quotient_tails(low.unwrap(), high.unwrap(), 1.0).lower;
            assert_close(p, at_least_given_the_sum(first, second, deaths), 1e-11);
            let confidence = Level::new(1.0 - 2.0 * p).unwrap();
            let interval = Comparison::of(&a, &b, confidence).interval;
            assert_close(interval.low, 1.0, 1e-8);
        }
    }

    #[test]
    fn without_deaths_or_lines_one_bound_is_left() {
        let (immortal, mortal) = (tally(30_000_000, 0, 3), tally(1_000_000, 1, 0));
        let comparison = Comparison::of(&immortal, &mortal, Level::P95);
        assert_eq!(
            (comparison.ratio, comparison.probability_greater),
            (None, None)
        );
        // F(2, 2) in closed form: 30 · 0.025 / 0.975.
        assert_close(comparison.interval.low, 30.0 / 39.0, 1e-5);
        assert_eq!(comparison.interval.high, f64::INFINITY);
        let other = Comparison::of(&mortal, &immortal, Level::P95);
        assert_eq!(other.interval.low, 0.0);
        assert_close(other.interval.high, 39.0 / 30.0, 1e-5);
        let nothing = Comparison::of(&Tally::default(), &mortal, Level::P95);
        assert_eq!((nothing.ratio, nothing.interval), (None, Interval::UNKNOWN));
        // No line in 50 games: the mean is at most 0.0766 (0.025 = (1 + mean)^−50); the melded
        // bound takes the doubt about A into account too.
        let none = Comparison::of(&tally(4000, 50, 0), &tally(0, 50, 0), Level::P95);
        assert_eq!((none.ratio, none.interval.high), (None, f64::INFINITY));
        assert!((800.0..1044.0).contains(&none.interval.low), "{none:?}");
        let both = Comparison::of(&tally(0, 9, 0), &tally(0, 9, 0), Level::P95);
        assert_eq!(both.interval, Interval::UNKNOWN);
    }

    #[test]
    fn bounds_are_right_from_one_game_to_millions() {
        // The interval narrows as games grow, and holds the ratio throughout.
        let mut last = f64::INFINITY;
        for games in [1, 10, 1000, 100_000, 10_000_000] {
            let (a, b) = (
                tally(300 * games, games, 0),
                tally(20 * games, 3 * games, 0),
            );
            let Interval { low, high } = Comparison::of(&a, &b, Level::P95).interval;
            assert!(
                low < 45.0 && 45.0 < high && high / low < last,
                "{games}: {low} {high}"
            );
            last = high / low;
        }
        // The delta method at 10⁷ games.
        let error = (1e-7 + 1e-7 / 300.0 + 1e-7 / 3.0 + 1e-7 / 20.0_f64).sqrt();
        assert_close(last.ln(), 2.0 * 1.959963984540054 * error, 1e-3);
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
    fn growth_to_tell_apart_against_scipy() {
        // 2*(norm.ppf(.975)/log(1.1))**2 = 845.76, with + norm.ppf(.8): 1728.06
        let growth = |ratio, power| growth_to_tell_apart(ratio, 2.0, Level::P95, power);
        assert_close(growth(1.1, Level::HALF).unwrap(), 845.76, 1e-5);
        assert_close(growth(1.1, Level::P80).unwrap(), 1728.06, 1e-5);
        assert_close(growth(1.0 / 1.1, Level::HALF).unwrap(), 845.76, 1e-5);
        assert!(growth(1.0 + f64::EPSILON, Level::HALF).is_some());
        for ratio in [1.0, 0.0, -2.0, f64::NAN, f64::INFINITY] {
            assert_eq!(growth(ratio, Level::HALF), None);
        }
        assert_eq!(
            growth_to_tell_apart(2.0, 0.0, Level::P95, Level::HALF),
            None
        );
    }

    /// With that number of games, half the width of the interval equals the difference.
    #[test]
    fn games_that_tell_apart_suffice() {
        let games = growth_to_tell_apart(1.2, 2.0, Level::P95, Level::HALF).unwrap();
        let games = games.ceil() as u64;
        let (a, b) = (tally(1200 * games, games, 0), tally(1000 * games, games, 0));
        let low = Comparison::of(&a, &b, Level::P95).interval.low;
        assert!((low - 1.0).abs() < 0.002, "{low}");
    }
}

//! A probability, from the number of successes in trials.

use super::distributions::{beta_odds_quantile, beta_tails};
use super::intervals::Interval;
use super::level::Level;

/// The interval of Clopper & Pearson 1934 for a probability, after `successes` in `trials`.
///
/// It inverts the binomial distribution exactly, so it covers the true probability at least as
/// often as asked. `successes` beyond `trials` count as `trials`; without trials the interval is 0
/// to 1.
///
/// ```
/// use tetrarium_lab::statistics::{Level, clopper_pearson};
/// let interval = clopper_pearson(0, 10, Level::P95);
/// assert_eq!(interval.low, 0.0);
/// assert!((interval.high - (1.0 - 0.025_f64.powf(0.1))).abs() < 1e-14);
/// ```
pub fn clopper_pearson(successes: u64, trials: u64, confidence: Level) -> Interval {
    let successes = successes.min(trials);
    let (hits, misses) = (successes as f64, (trials - successes) as f64);
    let tail = confidence.tail();
    let probability = |odds: f64| odds / (1.0 + odds);
    Interval {
        low: if successes == 0 {
            0.0
        } else {
            probability(beta_odds_quantile(hits, misses + 1.0, tail))
        },
        high: if successes == trials {
            1.0
        } else {
            probability(beta_odds_quantile(hits + 1.0, misses, 1.0 - tail))
        },
    }
}

/// The two-sided binomial test: how likely `trials` with this `probability` are to give a number of
/// successes as extreme as `successes`.
///
/// The result is twice the smaller tail, `successes` included, and at most 1. This is the test that
/// [`clopper_pearson`] inverts, so the two never contradict each other. (R and SciPy sum all less
/// likely outcomes instead, which is the same where the law is symmetric.) For a `probability`
/// outside 0 to 1 the result is 0.
pub fn binomial_test(successes: u64, trials: u64, probability: f64) -> f64 {
    let successes = successes.min(trials);
    if !(0.0..=1.0).contains(&probability) {
        return 0.0;
    }
    let (hits, misses) = (successes as f64, (trials - successes) as f64);
    let odds = probability / (1.0 - probability);
    let at_least = if successes == 0 {
        1.0
    } else {
        beta_tails(hits, misses + 1.0, odds).lower
    };
    let at_most = if successes == trials {
        1.0
    } else {
        beta_tails(hits + 1.0, misses, odds).upper
    };
    (2.0 * at_least.min(at_most)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_close;
    use super::*;

    #[test]
    fn intervals_against_scipy() {
        // scipy.stats.binomtest(k, n).proportion_ci(.95, 'exact'); the last is from the sum of the
        // first four binomial terms in mpmath, because SciPy finds only seven digits of it.
        for (successes, trials, low, high) in [
            (1, 10, 0.0025285785444625728, 0.44501611702819543),
            (950, 1000, 0.9346095120845064, 0.9626646023953394),
            (3, 1_000_000, 6.186725501906399e-7, 8.767247788145224e-6),
        ] {
            let interval = clopper_pearson(successes, trials, Level::P95);
            assert_close(interval.low, low, 1e-11);
            assert_close(interval.high, high, 1e-11);
        }
        let none = clopper_pearson(0, 0, Level::P95);
        assert_eq!((none.low, none.high), (0.0, 1.0));
        assert_eq!(clopper_pearson(9, 5, Level::P95).high, 1.0);
    }

    #[test]
    fn p_values_against_scipy() {
        // 2*binom.cdf(930, 1000, .95), 2*binom.sf(969, 1000, .95), binomtest(40, 100, .5).pvalue
        assert_close(binomial_test(930, 1000, 0.95), 0.006948717397692291, 1e-11);
        assert_close(binomial_test(970, 1000, 0.95), 0.002554135834959624, 1e-11);
        assert_close(binomial_test(40, 100, 0.5), 0.05688793364098089, 1e-11);
        assert_eq!(binomial_test(50, 100, 0.5), 1.0);
        assert_eq!(binomial_test(0, 10, 0.0), 1.0);
        assert_eq!(binomial_test(1, 10, 0.0), 0.0);
        assert_eq!(binomial_test(10, 10, 1.0), 1.0);
        assert_eq!(binomial_test(9, 10, 1.0), 0.0);
        assert_eq!(binomial_test(9, 10, f64::NAN), 0.0);
    }

    #[test]
    fn the_interval_holds_the_probabilities_that_the_test_accepts() {
        let interval = clopper_pearson(7, 30, Level::P95);
        assert_close(binomial_test(7, 30, interval.low), 0.05, 1e-11);
        assert_close(binomial_test(7, 30, interval.high), 0.05, 1e-11);
    }
}

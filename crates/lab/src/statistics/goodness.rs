//! The test of the geometric law.

use serde::{Deserialize, Serialize};

use super::distributions::chi_squared_upper;
use super::law::GeometricLaw;
use super::summary::moments;

/// The fewest games [`geometric_test`] judges.
pub const SMALLEST_SAMPLE: usize = 10;

/// Below this mean the law has too few steps for the Kolmogorov–Smirnov distance.
const SMALLEST_MEAN: f64 = 2.0;

/// The fewest games to be expected in each class of the χ² test (Cochran 1954).
const SMALLEST_CLASS: f64 = 5.0;

/// How a sample was compared with the law.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Method {
    /// The largest distance between the two distribution functions.
    KolmogorovSmirnov,
    /// Pearson's χ² over classes of counts.
    ChiSquared,
}

/// How well a sample agrees with the geometric law of its own mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GoodnessOfFit {
    /// How the two were compared.
    pub method: Method,
    /// The distance `D`, or χ².
    pub statistic: f64,
    /// The probability of a statistic at least as large if the law is geometric.
    pub p_value: f64,
}

/// Tests whether a sample of games, all played to their ends, is geometric with an unknown mean.
///
/// The mean is estimated from the same sample, which moves the law towards the sample: the textbook
/// Kolmogorov–Smirnov probability would be far too large (Lilliefors 1969 for the exponential law).
/// Here the probability comes from simulations of exactly this situation, in the manner of Stephens
/// 1974: the distance is modified so that one table serves every number of games and every mean.
/// Lines are whole, so the two distribution functions are step functions and are compared at whole
/// numbers only. This makes the distance smaller than that of a continuous law by about 0.44 √p
/// standard units (`p` the probability of death), which the modification adds back. At a nominal 5
/// % the test rejects true geometric samples in 4.3 to 5.6 % of all cases, for means from 2 to 10⁷
/// and 10 to 5000 games.
///
/// Below a mean of 2 the law has too few steps and Pearson's χ² is used, with classes of at least
/// five expected games. Two degrees of freedom are subtracted for the total and the mean;
/// estimating the mean from the games themselves and not from the classes costs slightly less than
/// one (Chernoff & Lehmann 1954).
///
/// None with fewer than [`SMALLEST_SAMPLE`] games, without a single line, or with fewer than three
/// classes for χ²: such a sample cannot contradict the law. The test does not apply to samples with
/// games cut short: it would reject them.
pub fn geometric_test(sample: &[u64]) -> Option<GoodnessOfFit> {
    if sample.len() < SMALLEST_SAMPLE {
        return None;
    }
    let (mean, _) = moments(sample)?;
    let law = GeometricLaw::with_mean(mean)?;
    let mut sorted = sample.to_vec();
    sorted.sort_unstable();
    if mean < SMALLEST_MEAN {
        return chi_squared_test(&sorted, law);
    }
    let statistic = distance(&sorted, law);
    Some(GoodnessOfFit {
        method: Method::KolmogorovSmirnov,
        statistic,
        p_value: distance_p_value(statistic, sorted.len() as f64, law.probability_of_death()),
    })
}

/// The largest distance between the distribution functions of a sorted sample and of the law, at
/// whole numbers.
fn distance(sorted: &[u64], law: GeometricLaw) -> f64 {
    let n = sorted.len() as f64;
    let mut largest = 0.0_f64;
    for (index, &lines) in sorted.iter().enumerate() {
        // The sample's function jumps at a game. It lies farthest above the law there (after the
        // last of equal games) and farthest below it just before (ahead of the first of them).
        let above = (index + 1) as f64 / n - law.probability_below(lines.saturating_add(1));
        let below = law.probability_below(lines) - index as f64 / n;
        largest = largest.max(above).max(below);
    }
    largest
}

/// The probability of a larger distance than this, for `n` games of a geometric law with
/// probability of death `p`.
fn distance_p_value(distance: f64, n: f64, p: f64) -> f64 {
    let root = n.sqrt();
    // Fitted to the simulations of TABLE. The first term is the part of the distance that whole
    // numbers hide: a process observed at steps of variance p / n misses about 0.58 standard
    // deviations of its largest value (Chernoff 1965; here less, because the steps of the law
    // shrink towards its tail), unless the games themselves lie further apart than the steps (n p
    // small).
    let hidden = 0.442 * p.sqrt() * n * p / (n * p + 0.706);
    let modified = (distance + hidden / root + 0.032 / n) * (root + 0.067 + 0.357 / root);
    let (last, before) = (TABLE[TABLE.len() - 1], TABLE[TABLE.len() - 2]);
    if modified <= TABLE[0].0 {
        return 1.0;
    }
    let log = |p: f64| libm::log(p);
    for pair in TABLE.windows(2) {
        let ((left, high), (right, low)) = (pair[0], pair[1]);
        if modified <= right {
            let share = (modified - left) / (right - left);
            return libm::exp(log(high) + share * (log(low) - log(high)));
        }
    }
    // Beyond the table the logarithm falls with the square of the distance, as it does for every
    // such supremum of a Gaussian process.
    let square = |z: f64| z * z;
    let slope = (log(last.1) - log(before.1)) / (square(last.0) - square(before.0));
    libm::exp(log(last.1) + slope * (square(modified) - square(last.0)))
}

/// The modified distance and the probability of a larger one.
///
/// From 6,000 to 200,000 samples for each of 10, 20, 50, 200, 1000, 5000 games and means of 2, 3,
/// 5, 10, 30, 100, 1000, 10⁷, pooled; `simulate_the_table` below repeats it. Stephens 1974 has
/// 1.094 at 5 % for the exponential law.
const TABLE: [(f64, f64); 21] = [
    (0.26, 1.0),
    (0.353, 0.999),
    (0.4087, 0.99),
    (0.4709, 0.95),
    (0.511, 0.9),
    (0.5671, 0.8),
    (0.6135, 0.7),
    (0.6577, 0.6),
    (0.7029, 0.5),
    (0.7521, 0.4),
    (0.8089, 0.3),
    (0.8814, 0.2),
    (0.9288, 0.15),
    (0.9909, 0.1),
    (1.0897, 0.05),
    (1.1796, 0.025),
    (1.2878, 0.01),
    (1.3657, 0.005),
    (1.4377, 0.0025),
    (1.5277, 0.001),
    (1.5923, 0.0005),
];

/// Pearson's test over classes of neighbouring counts, for a sorted sample.
fn chi_squared_test(sorted: &[u64], law: GeometricLaw) -> Option<GoodnessOfFit> {
    let n = sorted.len() as f64;
    let mut statistic = 0.0;
    let mut classes = 0_u32;
    let (mut from, mut to) = (0_u64, 1_u64);
    let mut start = 0;
    loop {
        let expected = n * law.probability_within(from, to);
        let beyond = n * (1.0 - law.probability_below(to));
        // The last class holds all that is left, once that would not make another class.
        let last = beyond < SMALLEST_CLASS;
        if expected < SMALLEST_CLASS && !last {
            to += 1;
            continue;
        }
        let (expected, end) = if last {
            (expected + beyond, sorted.len())
        } else {
            (expected, sorted.partition_point(|&lines| lines < to))
        };
        let difference = (end - start) as f64 - expected;
        statistic += difference * difference / expected;
        classes += 1;
        if last {
            break;
        }
        (from, to, start) = (to, to + 1, end);
    }
    (classes >= 3).then(|| GoodnessOfFit {
        method: Method::ChiSquared,
        statistic,
        p_value: chi_squared_upper(f64::from(classes - 2), statistic),
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_close, geometric_sample};
    use super::*;

    /// The share of 4000 geometric samples that are rejected at 5 %.
    fn size(mean: f64, games: usize) -> f64 {
        let rejected = (0..4000)
            .filter_map(|sample| geometric_test(&geometric_sample(mean, games, sample)))
            .filter(|fit| fit.p_value < 0.05)
            .count();
        rejected as f64 / 4000.0
    }

    #[test]
    fn geometric_samples_are_rejected_as_often_as_the_level_allows() {
        for (mean, games) in [
            // χ².
            (0.5, 100),
            (1.0, 60),
            (1.0, 600),
            // The Kolmogorov–Smirnov distance, from few steps to a nearly continuous law.
            (3.0, 15),
            (3.0, 300),
            (20.0, 100),
            (300.0, 40),
            (1e6, 10),
            (1e6, 300),
        ] {
            let size = size(mean, games);
            assert!((0.035..=0.065).contains(&size), "{size} at {mean}, {games}");
        }
    }

    #[test]
    fn p_values_against_published_tables() {
        // Lilliefors' test of the exponential law (p tends to 0): critical values at 50, 10, 5 and
        // 1 % from the 10 million simulations of statsmodels 0.14, which refine the table of
        // Lilliefors 1969.
        for (games, critical) in [
            (10.0, [0.20820576, 0.29544984, 0.32438433, 0.38135762]),
            (20.0, [0.15011026, 0.21317237, 0.23446664, 0.27704397]),
            (100.0, [0.06896805, 0.09771459, 0.10752233, 0.12735376]),
            (800.0, [0.02475783, 0.03496731, 0.03845017, 0.04552405]),
        ] {
            for (distance, p) in critical.into_iter().zip([0.5, 0.1, 0.05, 0.01]) {
                assert_close(distance_p_value(distance, games, 1e-12), p, 0.06);
            }
        }
    }

    #[test]
    fn p_values_fall_with_the_distance() {
        let values: Vec<f64> = (0..=1000)
            .map(|step| distance_p_value(f64::from(step) / 1000.0, 50.0, 0.01))
            .collect();
        assert_eq!(values[0], 1.0);
        assert!(values.is_sorted_by(|a, b| a >= b));
        assert!(values[1000] < 1e-12 && values[1000] > 0.0);
    }

    #[test]
    fn the_distance_of_a_small_sample_by_hand() {
        // Mean 3, so p = 1/4: below 1, 2, … the law has 1/4, 7/16, 37/64, 175/256, …; the games 0
        // and 6 have 1/2 from 0 on. Above: 1/2 − 1/4; below, just before 6: 1 − (3/4)⁶ − 1/2 =
        // 0.322.
        let law = GeometricLaw::with_mean(3.0).unwrap();
        assert_close(distance(&[0, 6], law), 0.5 - 729.0 / 4096.0, 1e-14);
        // Equal games are one jump: 1 from 3 on, where the law has 175/256, and 37/64 just before.
        assert_close(distance(&[3, 3], law), 37.0 / 64.0, 1e-14);
    }

    #[test]
    fn the_classes_of_chi_squared_by_hand() {
        // Mean 1, so p = 1/2: of 32 games 16, 8 and 8 are expected with 0, 1 and more lines; there
        // are 18, 4 and 10, with 10 · 2 + 4 + 2 · 4 = 32 lines. χ² = 4/16 + 16/8 + 4/8 with one
        // degree of freedom.
        let mut sample = vec![0; 18];
        sample.extend([1; 4]);
        sample.extend([2; 8]);
        sample.extend([6; 2]);
        let fit = geometric_test(&sample).unwrap();
        assert_eq!(fit.method, Method::ChiSquared);
        assert_close(fit.statistic, 2.75, 1e-14);
        // scipy.stats.chi2.sf(2.75, 1)
        assert_close(fit.p_value, 0.09725, 1e-3);
    }

    #[test]
    fn other_laws_are_rejected() {
        // Uniform counts, constant counts, and games that are never lost early.
        let uniform: Vec<u64> = (0..200).map(|game| game * 10).collect();
        assert!(geometric_test(&uniform).unwrap().p_value < 1e-4);
        assert!(geometric_test(&[1000; 10]).unwrap().p_value < 1e-4);
        let late: Vec<u64> = geometric_sample(1000.0, 200, 0)
            .into_iter()
            .map(|lines| lines + 300)
            .collect();
        assert!(geometric_test(&late).unwrap().p_value < 1e-3);
        assert!(geometric_test(&[1; 50]).unwrap().p_value < 1e-4);
    }

    #[test]
    fn samples_that_cannot_contradict_the_law_are_not_tested() {
        assert_eq!(geometric_test(&[]), None);
        assert_eq!(geometric_test(&[5; SMALLEST_SAMPLE - 1]), None);
        assert_eq!(geometric_test(&[0; 100]), None);
        let mut nearly_nothing = [0; 10];
        nearly_nothing[0] = 1;
        assert_eq!(geometric_test(&nearly_nothing), None);
        let huge = geometric_test(&[u64::MAX; 10]).unwrap();
        assert!(huge.p_value < 1e-4);
    }

    /// The source of the table: prints its probabilities as they are found in fresh simulations.
    #[test]
    #[ignore = "takes a minute; shows the source of the table"]
    fn simulate_the_table() {
        for mean in [2.0, 3.0, 10.0, 100.0, 1e7] {
            for games in [10, 50, 200, 1000] {
                let mut p_values: Vec<f64> = (0..20_000)
                    .filter_map(|number| {
                        let mut sample = geometric_sample(mean, games, number);
                        sample.sort_unstable();
                        let (mean, _) = moments(&sample)?;
                        let law = GeometricLaw::with_mean(mean)?;
                        let p = law.probability_of_death();
                        Some(distance_p_value(distance(&sample, law), games as f64, p))
                    })
                    .collect();
                p_values.sort_unstable_by(f64::total_cmp);
                let shares = [0.5, 0.1, 0.05, 0.01, 0.001].map(|level| {
                    p_values.partition_point(|&p| p < level) as f64 / p_values.len() as f64
                });
                println!("mean {mean}, {games} games: {shares:?} for 0.5, 0.1, 0.05, 0.01, 0.001");
            }
        }
    }
}

//! Pairs of numbers, one pair a repeat: their quotient and their correlation.

use super::distributions::student_two_sided;
use super::intervals::Interval;
use super::level::Level;

/// The quotient of two expectations, each known as a mean over independent repeats: the sum of the
/// numerators over the sum of the denominators, with its interval.
///
/// A mean of the repeats' own quotients would be too large (1/x is convex); the quotient of sums is
/// the ratio estimator of survey sampling, with a bias that falls as 1/n (Cochran 1977, ch. 6). Its
/// error is that of the residuals `numerator − ratio · denominator`, taken on the scale of
/// logarithms, where the quotient is more nearly symmetric: `ratio · exp(± t e)`, with `e` the
/// relative standard error and `t` of Student's law with `n − 1` degrees of freedom.
///
/// None where the lists differ in length, hold fewer than two repeats, or have a sum that is not
/// positive.
///
/// ```
/// use tetrarium_lab::statistics::{Level, ratio_of_sums};
/// let (ratio, interval) = ratio_of_sums(&[10.0, 12.0, 8.0], &[1.0, 1.1, 0.9], Level::P95).unwrap();
/// assert_eq!(ratio, 10.0);
/// assert!(interval.contains(10.0) && interval.low > 7.5);
/// ```
pub fn ratio_of_sums(
    numerators: &[f64],
    denominators: &[f64],
    confidence: Level,
) -> Option<(f64, Interval)> {
    let n = numerators.len() as f64;
    let (above, below): (f64, f64) = (numerators.iter().sum(), denominators.iter().sum());
    let sums = [above, below]
        .iter()
        .all(|sum| *sum > 0.0 && sum.is_finite());
    if numerators.len() != denominators.len() || n < 2.0 || !sums {
        return None;
    }
    let ratio = above / below;
    let squares: f64 = numerators
        .iter()
        .zip(denominators)
        .map(|(a, b)| (a - ratio * b) * (a - ratio * b))
        .sum();
    let relative = (squares * n / (n - 1.0)).sqrt() / above;
    let reach = libm::exp(student_two_sided(n - 1.0, confidence.value()) * relative);
    Some((
        ratio,
        Interval {
            low: ratio / reach,
            high: ratio * reach,
        },
    ))
}

/// Pearson's correlation of two samples that belong together pair by pair; none for fewer than two
/// pairs, lists of different length, or a sample without spread.
///
/// ```
/// use tetrarium_lab::statistics::correlation;
/// assert_eq!(correlation(&[1, 2, 3], &[20, 40, 60]), Some(1.0));
/// assert_eq!(correlation(&[1, 2, 3], &[5, 5, 5]), None);
/// ```
pub fn correlation(a: &[u64], b: &[u64]) -> Option<f64> {
    if a.len() != b.len() || a.len() < 2 {
        return None;
    }
    let mean = |sample: &[u64]| {
        let sum: u128 = sample.iter().map(|&x| u128::from(x)).sum();
        sum as f64 / sample.len() as f64
    };
    let (mean_a, mean_b) = (mean(a), mean(b));
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (&x, &y) in a.iter().zip(b) {
        let (x, y) = (x as f64 - mean_a, y as f64 - mean_b);
        ab += x * y;
        aa += x * x;
        bb += y * y;
    }
    (aa > 0.0 && bb > 0.0).then(|| ab / (aa * bb).sqrt())
}

#[cfg(test)]
mod tests {
    use super::super::binomial_test;
    use super::super::testing::{assert_close, geometric_sample};
    use super::*;

    #[test]
    fn the_quotient_of_sums_and_its_error_against_scipy() {
        // r = 30/3.2; d = a - r*b; e = sqrt(3*(d@d)/2)/30; r*exp(t.ppf(.975, 2)*e); t.ppf =
        // 4.302652729749464
        let (a, b) = ([9.0, 11.0, 10.0], [1.0, 1.0, 1.2]);
        let (ratio, interval) = ratio_of_sums(&a, &b, Level::P95).unwrap();
        assert_close(ratio, 9.375, 1e-15);
        let squares: f64 = [-0.375, 1.625, -1.25].iter().map(|d| d * d).sum();
        let error = (1.5 * squares).sqrt() / 30.0;
        assert_close(
            interval.high,
            9.375 * (4.302652729749464 * error).exp(),
            1e-9,
        );
        assert_close(interval.low * interval.high, ratio * ratio, 1e-12);
        for (a, b) in [(&[1.0][..], &[1.0][..]), (&[1.0, 2.0], &[0.0, 0.0])] {
            assert_eq!(ratio_of_sums(a, b, Level::P95), None);
        }
        assert_eq!(ratio_of_sums(&[1.0, 2.0], &[1.0], Level::P95), None);
    }

    /// The denominators spread as those of splitting do (half their mean, skewed); the numerators
    /// are constant.
    #[test]
    fn the_interval_covers_the_quotient_nearly_as_often_as_asked() {
        let trials = 2000;
        let covered = (0..trials)
            .filter(|&number| {
                let below: Vec<f64> = geometric_sample(1000.0, 4 * 24, number)
                    .chunks(4)
                    .map(|four| four.iter().sum::<u64>() as f64 / 4000.0)
                    .collect();
                let above = vec![7.0; below.len()];
                let (_, interval) = ratio_of_sums(&above, &below, Level::P95).unwrap();
                interval.contains(7.0)
            })
            .count() as u64;
        assert!(binomial_test(covered, trials, 0.94) > 0.001, "{covered}");
    }

    #[test]
    fn correlations_against_numpy() {
        assert_close(correlation(&[1, 2, 3], &[6, 5, 4]).unwrap(), -1.0, 1e-15);
        // np.corrcoef([1, 2, 3, 4], [1, 3, 2, 5])[0, 1]
        let mixed = correlation(&[1, 2, 3, 4], &[1, 3, 2, 5]).unwrap();
        assert_close(mixed, 0.8315218406202999, 1e-12);
        assert_eq!(correlation(&[1], &[1]), None);
    }
}

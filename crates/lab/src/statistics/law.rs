//! The geometric law.

/// The geometric law on 0, 1, 2, … with a given mean: `P(k) = p (1 − p)^k`, `p = 1 / (1 + mean)`.
///
/// It is the law of the number of lines of a game that ends with the same probability `p` before
/// each line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeometricLaw {
    mean: f64,
    /// `−ln(1 − p)`, kept because it stays precise where `1 − p` is rounded to 1.
    rate: f64,
}

impl GeometricLaw {
    /// The law of this mean, which must be positive and finite.
    pub fn with_mean(mean: f64) -> Option<GeometricLaw> {
        (mean > 0.0 && mean.is_finite()).then(|| GeometricLaw {
            mean,
            rate: libm::log1p(1.0 / mean),
        })
    }

    /// The mean.
    pub fn mean(&self) -> f64 {
        self.mean
    }

    /// The probability `p` that a game ends before the next line.
    pub fn probability_of_death(&self) -> f64 {
        1.0 / (1.0 + self.mean)
    }

    /// The probability of fewer than `lines`.
    pub fn probability_below(&self, lines: u64) -> f64 {
        -libm::expm1(-self.rate * lines as f64)
    }

    /// The probability of at least `from` and fewer than `to` lines.
    pub fn probability_within(&self, from: u64, to: u64) -> f64 {
        let width = to.saturating_sub(from) as f64;
        -libm::exp(-self.rate * from as f64) * libm::expm1(-self.rate * width)
    }

    /// The count at which the distribution function first exceeds `uniform`, a number from 0 to 1.
    /// If `uniform` is random, the count is a random draw from the law.
    pub fn draw(&self, uniform: f64) -> u64 {
        // A geometric variable is an exponential variable rounded down. The cast saturates.
        (-libm::log1p(-uniform) / self.rate) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_against_the_closed_form() {
        let law = GeometricLaw::with_mean(3.0).unwrap();
        assert_eq!(law.probability_of_death(), 0.25);
        let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-15, "{a} {b}");
        close(law.probability_below(0), 0.0);
        close(law.probability_below(1), 0.25);
        close(law.probability_below(3), 1.0 - 0.75 * 0.75 * 0.75);
        close(law.probability_within(2, 3), 0.25 * 0.75 * 0.75);
        close(law.probability_within(3, 2), 0.0);
    }

    #[test]
    fn large_means_keep_their_precision() {
        let law = GeometricLaw::with_mean(1e15).unwrap();
        assert!((law.probability_below(1) * 1e15 - 1.0).abs() < 1e-12);
        for mean in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(GeometricLaw::with_mean(mean), None);
        }
    }

    #[test]
    fn draws_invert_the_distribution_function() {
        let law = GeometricLaw::with_mean(3.0).unwrap();
        assert_eq!((law.draw(0.0), law.draw(0.249), law.draw(0.251)), (0, 0, 1));
        assert_eq!(law.draw(1.0), u64::MAX);
    }
}

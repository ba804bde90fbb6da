//! A sample of games as a histogram.

use serde::{Deserialize, Serialize};

use super::law::GeometricLaw;

/// The most bins a [`Histogram`] has.
pub const MOST_BINS: usize = 4096;

/// Counts in bins of equal width, the first of which begins at zero, as the geometric law does.
///
/// The width is a whole number, so every bin spans as many possible counts as any other. Bin `i`
/// holds the games with at least `i · width` and fewer than `(i + 1) · width` lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Histogram {
    /// The width of a bin.
    pub width: u64,
    /// The number of games in each bin; the last one holds the largest.
    pub counts: Vec<u64>,
}

impl Histogram {
    /// The histogram of a sample in at most `bins` bins (from 1 to [`MOST_BINS`]). There are fewer
    /// bins where the sample has fewer different counts, and none without games.
    ///
    /// ```
    /// use tetrarium_lab::statistics::Histogram;
    /// let histogram = Histogram::of(&[0, 3, 4, 9, 11], 3);
    /// assert_eq!((histogram.width, histogram.counts), (4, vec![2, 1, 2]));
    /// ```
    pub fn of(sample: &[u64], bins: usize) -> Histogram {
        let Some(&largest) = sample.iter().max() else {
            return Histogram {
                width: 1,
                counts: Vec::new(),
            };
        };
        let bins = bins.clamp(1, MOST_BINS) as u64;
        // The smallest width with largest / width < bins.
        let width = (largest / bins).saturating_add(1);
        // Only a single bin up to the largest `u64` cannot be wide enough; it holds that number
        // too.
        let last = (largest / width).min(bins - 1);
        let mut counts = vec![0; last as usize + 1];
        for lines in sample {
            counts[(lines / width).min(last) as usize] += 1;
        }
        Histogram { width, counts }
    }

    /// The number of games in all bins.
    pub fn games(&self) -> u64 {
        self.counts
            .iter()
            .fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// The games expected in each bin under the geometric law of this mean. The rest of the games
    /// is expected beyond the last bin. For a mean of zero there is no law, and all games are in
    /// the first bin.
    pub fn expected(&self, mean: f64) -> Vec<f64> {
        let games = self.games() as f64;
        let law = GeometricLaw::with_mean(mean);
        (0..self.counts.len() as u64)
            .map(|bin| match law {
                Some(law) => {
                    let from = bin.saturating_mul(self.width);
                    games * law.probability_within(from, from.saturating_add(self.width))
                }
                None if bin == 0 => games,
                None => 0.0,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_in_one_bin() {
        let sample: Vec<u64> = (0..1000).map(|i| i * i % 997).collect();
        for bins in [0, 1, 2, 7, 40, 996, 997, 998, usize::MAX] {
            let histogram = Histogram::of(&sample, bins);
            assert_eq!(histogram.games(), 1000);
            assert!(histogram.counts.len() <= bins.max(1));
            assert_ne!(histogram.counts.last(), Some(&0));
        }
        assert!(Histogram::of(&[], 10).counts.is_empty());
        let largest = Histogram::of(&[0, u64::MAX], 10);
        assert_eq!(largest.counts.len(), 10);
        assert_eq!(largest.games(), 2);
        assert!(largest.expected(1e18).iter().all(|count| count.is_finite()));
        assert_eq!(Histogram::of(&[0, u64::MAX], 1).width, u64::MAX);
    }

    #[test]
    fn expected_counts_against_the_closed_form() {
        // Mean 3: p = 1/4. Bins of two: 1 − (3/4)², then (3/4)² of it.
        let histogram = Histogram::of(&[0, 1, 2, 3], 2);
        assert_eq!((histogram.width, &*histogram.counts), (2, &[2, 2][..]));
        let expected = histogram.expected(3.0);
        assert!((expected[0] - 4.0 * 0.4375).abs() < 1e-14);
        assert!((expected[1] - 4.0 * 0.4375 * 0.5625).abs() < 1e-14);
        assert_eq!(Histogram::of(&[0, 0], 5).expected(0.0), [2.0]);
    }

    #[test]
    fn a_histogram_is_read_as_it_is_written() {
        let histogram = Histogram::of(&[0, 1, 2, 3], 2);
        let text = serde_json::to_string(&histogram).unwrap();
        assert_eq!(text, r#"{"width":2,"counts":[2,2]}"#);
        assert_eq!(serde_json::from_str::<Histogram>(&text).unwrap(), histogram);
    }
}

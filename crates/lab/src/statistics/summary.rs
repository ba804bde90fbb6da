//! The summary of a sample of games.

use serde::{Deserialize, Serialize};

/// The summary of a sample of counts, one a game.
///
/// Quartiles are those of R's type 7 (Hyndman & Fan 1996), the default of R and NumPy: quantile `p`
/// lies at position `(n − 1) p` of the sorted sample, counted from zero, and between two games it
/// is interpolated.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of games.
    pub games: u64,
    /// The mean of the counts.
    pub mean: f64,
    /// The standard deviation of the counts, with `n − 1` in the denominator; none for a single
    /// game.
    pub sd: Option<f64>,
    /// The smallest count.
    pub min: u64,
    /// The first quartile.
    pub lower_quartile: f64,
    /// The median.
    pub median: f64,
    /// The third quartile.
    pub upper_quartile: f64,
    /// The largest count.
    pub max: u64,
}

impl Summary {
    /// The summary of a sample in any order; none for an empty sample.
    ///
    /// ```
    /// use tetrarium_lab::statistics::Summary;
    /// let summary = Summary::of(&[40, 10, 30, 20]).unwrap();
    /// assert_eq!((summary.mean, summary.median), (25.0, 25.0));
    /// assert_eq!(summary.lower_quartile, 17.5);
    /// ```
    pub fn of(sample: &[u64]) -> Option<Summary> {
        let (mean, sd) = moments(sample)?;
        let mut sorted = sample.to_vec();
        sorted.sort_unstable();
        Some(Summary {
            games: sorted.len() as u64,
            mean,
            sd,
            min: sorted[0],
            lower_quartile: quantile(&sorted, 1),
            median: quantile(&sorted, 2),
            upper_quartile: quantile(&sorted, 3),
            max: sorted[sorted.len() - 1],
        })
    }
}

/// Quartile number `quarter` of a sorted sample that is not empty.
fn quantile(sorted: &[u64], quarter: usize) -> f64 {
    let position = (sorted.len() - 1) * quarter;
    let (index, fraction) = (position / 4, (position % 4) as f64 / 4.0);
    let here = sorted[index];
    let next = sorted[(index + 1).min(sorted.len() - 1)];
    here as f64 + fraction * (next - here) as f64
}

/// The mean and, from two games on, the standard deviation of a sample.
///
/// There are two passes: the sum is of whole numbers, and the squares are taken about the mean,
/// where nothing cancels. The squares are summed in the order of the sample, which is that of the
/// games.
pub(super) fn moments(sample: &[u64]) -> Option<(f64, Option<f64>)> {
    if sample.is_empty() {
        return None;
    }
    let n = sample.len() as f64;
    let mean = sample.iter().map(|&x| u128::from(x)).sum::<u128>() as f64 / n;
    let squares: f64 = sample
        .iter()
        .map(|&x| {
            let difference = x as f64 - mean;
            difference * difference
        })
        .sum();
    let sd = (sample.len() > 1).then(|| (squares / (n - 1.0)).sqrt());
    Some((mean, sd))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_against_numpy() {
        // x = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 35]); x.mean(), x.std(ddof=1),
        // np.quantile(x, [.25, .5, .75])
        let summary = Summary::of(&[3, 1, 4, 1, 5, 9, 2, 6, 5, 35]).unwrap();
        assert_eq!(summary.games, 10);
        assert_eq!(summary.mean, 7.1);
        assert!((summary.sd.unwrap() - 10.104454463255301).abs() < 1e-13);
        assert_eq!((summary.min, summary.max), (1, 35));
        assert_eq!(summary.lower_quartile, 2.25);
        assert_eq!(summary.median, 4.5);
        assert_eq!(summary.upper_quartile, 5.75);
    }

    #[test]
    fn summaries_of_few_games_and_of_large_counts() {
        assert_eq!(Summary::of(&[]), None);
        let one = Summary::of(&[7]).unwrap();
        assert_eq!((one.sd, one.median, one.upper_quartile), (None, 7.0, 7.0));
        // A sum beyond 64 bits, and a tiny spread about a large mean.
        let large = Summary::of(&[u64::MAX, u64::MAX]).unwrap();
        assert_eq!(large.mean, u64::MAX as f64);
        let near = Summary::of(&[1_000_000_000_001, 1_000_000_000_003]).unwrap();
        assert_eq!(near.sd, Some(2.0_f64.sqrt()));
    }
}

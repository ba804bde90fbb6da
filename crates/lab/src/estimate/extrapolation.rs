//! The mean extrapolated from the distribution of heights, as Fahey and Thiery tried.

use serde::{Deserialize, Serialize};

use crate::play::Heights;

/// The fewest moves at a height that the fit uses.
const FEWEST_MOVES: u64 = 100;

/// A mean extrapolated from the frequencies of heights. It is **known to be biased**, and shown for
/// comparison only.
///
/// Fahey (2003) conjectured that the frequencies of great heights fall exponentially; a line
/// through their logarithms, continued to the height above the top row, would give the probability
/// that a move ends the game. "Unfortunately, neither Fahey nor Thiery and Scherrer has experienced
/// success" (Amundsen 2014, §2.6). It fails for three reasons. A high pile is not an ordinary pile,
/// so the frequencies leave the line. Near the top, moves that would end the game are avoided,
/// which bends it further. And many games end with a pile above the height after the top row
/// (Amundsen's figure 2.9). There is no interval, because no interval of this line holds the true
/// mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extrapolation {
    /// The lowest height of the fit: the one above the most frequent.
    pub from: usize,
    /// The highest height of the fit: the last with a hundred moves.
    pub to: usize,
    /// The factor by which the frequency falls with each row.
    pub factor: f64,
    /// The frequency of the line at the height above the top row.
    pub frequency_above: f64,
    /// The moves of a game: one over that frequency.
    pub pieces: f64,
    /// The lines of a game.
    pub lines: f64,
}

impl Extrapolation {
    /// Extrapolates the heights of a run on a board with this number of rows. Returns nothing with
    /// fewer than three heights to fit, or if the frequencies do not fall.
    ///
    /// ```
    /// use tetrarium_lab::estimate::Extrapolation;
    /// use tetrarium_lab::play::Heights;
    /// // Halving with each row from 64,000 at height 2 on: 500 at 9, so 250 at 10 and 125 at 11.
    /// let heights = Heights { counts: vec![0, 0, 64_000, 32_000, 16_000, 8000, 4000] };
    /// let line = Extrapolation::of(&heights, 10, 0.4).unwrap();
    /// assert!((line.pieces - 124_000.0 / 125.0).abs() < 1e-6);
    /// assert!((line.lines - 0.4 * line.pieces).abs() < 1e-6);
    /// ```
    pub fn of(heights: &Heights, rows: usize, lines_per_piece: f64) -> Option<Extrapolation> {
        let from = heights.most_frequent()? + 1;
        let points: Vec<(f64, f64, f64)> = heights
            .counts
            .iter()
            .enumerate()
            .take(rows + 1)
            .skip(from)
            .take_while(|(_, moves)| **moves >= FEWEST_MOVES)
            .map(|(height, &moves)| (height as f64, libm::log(moves as f64), moves as f64))
            .collect();
        if points.len() < 3 {
            return None;
        }
        // The logarithm of a count has a variance of one over the count.
        let weight: f64 = points.iter().map(|(_, _, w)| w).sum();
        let mean_x = points.iter().map(|(x, _, w)| w * x).sum::<f64>() / weight;
        let mean_y = points.iter().map(|(_, y, w)| w * y).sum::<f64>() / weight;
        let (mut xy, mut xx) = (0.0, 0.0);
        for (x, y, w) in &points {
            xy += w * (x - mean_x) * (y - mean_y);
            xx += w * (x - mean_x) * (x - mean_x);
        }
        let slope = xy / xx;
        if slope >= 0.0 || !slope.is_finite() {
            return None;
        }
        let at_top = libm::exp(mean_y + slope * (rows as f64 + 1.0 - mean_x));
        let pieces = heights.moves() as f64 / at_top;
        Some(Extrapolation {
            from,
            to: from + points.len() - 1,
            factor: libm::exp(slope),
            frequency_above: 1.0 / pieces,
            pieces,
            lines: pieces * lines_per_piece,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fewer_than_three_heights_give_no_extrapolation() {
        let of = |counts: &[u64]| {
            let counts = counts.to_vec();
            Extrapolation::of(&Heights { counts }, 20, 0.4)
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[10, 5000, 4000, 3000]), None);
        assert_eq!(of(&[10, 5000, 4000, 3000, 99]), None);
        assert!(of(&[10, 5000, 4000, 3000, 1000]).is_some());
        // Heights above the top do not count.
        assert_eq!(
            Extrapolation::of(
                &Heights {
                    counts: vec![10, 5000, 4000, 3000, 1000]
                },
                3,
                0.4
            ),
            None
        );
    }
}

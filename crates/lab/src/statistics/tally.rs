//! The tally: the counts of a measurement, which can be added.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// The sufficient statistics of a number of games: whole numbers, so that measurements of separate
/// ranges of games add up exactly, in any order and grouping.
///
/// Sums saturate at the largest number of their type (and saturating addition has no order either);
/// 2⁶⁴ lines are six hundred years of a billion lines a second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Games played to their ends: the deaths.
    pub finished: u64,
    /// Games cut short.
    pub cut: u64,
    /// Lines of all games, cut ones included.
    pub lines: u64,
    /// Pieces of all games, cut ones included.
    pub pieces: u64,
    /// The sum of the squares of each game's lines. It is written as a string of digits, because
    /// few readers of JSON keep whole numbers beyond 2⁵³.
    #[serde(with = "digits")]
    pub squares: u128,
    /// Lines of the games cut short. Records written before this was counted have 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cut_lines: u64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Tally {
    /// Counts one game.
    pub fn record(&mut self, lines: u64, pieces: u64, finished: bool) {
        *self += Tally {
            finished: u64::from(finished),
            cut: u64::from(!finished),
            lines,
            pieces,
            squares: u128::from(lines) * u128::from(lines),
            cut_lines: if finished { 0 } else { lines },
        };
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.finished.saturating_add(self.cut)
    }

    /// The mean of the geometric law: all lines over the deaths. None without deaths.
    pub fn mean(&self) -> Option<f64> {
        (self.finished > 0).then(|| self.lines as f64 / self.finished as f64)
    }

    /// The mean over all games, whether finished or cut. None without games.
    pub fn mean_per_game(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.lines as f64 / self.games() as f64)
    }

    /// The standard deviation of the lines of a game, with `n − 1` in the denominator. None for
    /// fewer than two games, and for impossible counts (read from a damaged file).
    pub fn sd(&self) -> Option<f64> {
        if self.games() < 2 {
            return None;
        }
        // Σx² − (Σx)² / n cancels almost entirely where the spread is small, so it is computed in
        // whole numbers; only the remainder of the division becomes a fraction.
        let square = u128::from(self.lines) * u128::from(self.lines);
        let games = u128::from(self.games());
        let whole = self.squares.checked_sub(square / games)?;
        let sum = whole as f64 - (square % games) as f64 / games as f64;
        (sum >= 0.0).then(|| (sum / (self.games() - 1) as f64).sqrt())
    }

    /// How much wider than the geometric law the games spread: 1 where they follow the law. None
    /// without a death, for fewer than two games and without lines.
    ///
    /// Let a game have `t` lines, and let `d` be 1 if it was lost and 0 if it was cut. The law says
    /// that `t − mean · d` has an expectation of 0 and that its squares add up to
    /// `mean · (1 + mean)` for each death, wherever games are cut: each line adds 1, a death takes
    /// `mean` away. Without cut games that is the standard deviation of the lines over that of the
    /// law.
    pub fn spread(&self) -> Option<f64> {
        let mean = self.mean().filter(|mean| *mean > 0.0)?;
        let law = mean * (1.0 + mean);
        if self.cut == 0 {
            return Some(self.sd()? / law.sqrt());
        }
        let (games, deaths) = (self.games() as f64, self.finished as f64);
        let of_lost = self.lines.saturating_sub(self.cut_lines) as f64;
        let sum = self.squares as f64 - 2.0 * mean * of_lost + mean * mean * deaths;
        let variance = sum.max(0.0) / deaths * games / (games - 1.0);
        (games > 1.0).then(|| (variance / law).sqrt())
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.finished = self.finished.saturating_add(other.finished);
        self.cut = self.cut.saturating_add(other.cut);
        self.lines = self.lines.saturating_add(other.lines);
        self.pieces = self.pieces.saturating_add(other.pieces);
        self.squares = self.squares.saturating_add(other.squares);
        self.cut_lines = self.cut_lines.saturating_add(other.cut_lines);
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(mut self, other: Tally) -> Tally {
        self += other;
        self
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), Add::add)
    }
}

/// A `u128` as a string of digits.
mod digits {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &u128, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|_| D::Error::custom(format!("`{text}` is not a whole number")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Summary;
    use super::super::testing::geometric_sample;
    use super::*;

    fn tally(games: &[u64]) -> Tally {
        let mut tally = Tally::default();
        for &lines in games {
            tally.record(lines, lines.saturating_mul(3), true);
        }
        tally
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let games: Vec<u64> = (0..100)
            .map(|i| i * i * 1_000_003 % 4_294_967_291)
            .collect();
        let whole = tally(&games);
        let parts: Tally = games.chunks(7).rev().map(tally).sum();
        assert_eq!(parts, whole);
        let summary = Summary::of(&games).unwrap();
        assert_eq!(whole.mean(), Some(summary.mean));
        let error = whole.sd().unwrap() / summary.sd.unwrap() - 1.0;
        assert!(error.abs() < 1e-14);
    }

    #[test]
    fn cut_games_give_lines_without_a_death() {
        let mut tally = tally(&[10, 20]);
        tally.record(70, 200, false);
        assert_eq!((tally.games(), tally.finished, tally.cut), (3, 2, 1));
        assert_eq!(tally.mean(), Some(50.0));
        assert_eq!(tally.mean_per_game(), Some(100.0 / 3.0));
        assert_eq!(tally.pieces, 290);
        assert_eq!(Tally::default().mean(), None);
    }

    #[test]
    fn a_small_spread_about_a_large_mean_keeps_its_precision() {
        let tally = tally(&[4_000_000_000_001, 4_000_000_000_003]);
        assert_eq!(tally.sd(), Some(2.0_f64.sqrt()));
    }

    /// Games of the law spread as it says, wherever they are cut; games of two kinds spread wider.
    #[test]
    fn the_spread_does_not_depend_on_where_games_are_cut() {
        let spread = |cut: u64, means: [f64; 2]| {
            let mut tally = Tally::default();
            for (mean, part) in means.into_iter().zip(1..) {
                for lines in geometric_sample(mean, 20_000, part) {
                    tally.record(lines.min(cut), 0, lines < cut);
                }
            }
            tally.spread().unwrap()
        };
        for cut in [u64::MAX, 20, 5, 2] {
            let law = spread(cut, [10.0, 10.0]);
            assert!((law - 1.0).abs() < 0.03, "{cut}: {law}");
        }
        let whole = spread(u64::MAX, [2.0, 18.0]);
        let cut = spread(20, [2.0, 18.0]);
        assert!(whole > 1.2 && cut > 1.1 && cut < whole, "{whole} {cut}");
        // Counts of a record that does not say which lines are of cut games.
        let unknown = Tally {
            finished: 10,
            cut: 5,
            lines: 300,
            squares: 9000,
            ..Tally::default()
        };
        assert!(unknown.spread().unwrap() < 1.0);
    }

    #[test]
    fn impossible_counts_saturate_and_have_no_deviation() {
        let full = Tally {
            finished: u64::MAX,
            cut: u64::MAX,
            lines: u64::MAX,
            pieces: u64::MAX,
            squares: 0,
            cut_lines: u64::MAX,
        };
        assert_eq!((full + full).games(), u64::MAX);
        assert_eq!(full.sd(), None);
    }

    #[test]
    fn a_tally_is_read_as_it_is_written() {
        let tally = tally(&[u64::MAX / 2]);
        let text = serde_json::to_string(&tally).unwrap();
        assert!(text.contains("\"squares\":\"85070591730234615847396907784232501249\""));
        assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), tally);
        let wrong = text.replace("\"8507", "\"-8507");
        let message = serde_json::from_str::<Tally>(&wrong).unwrap_err();
        assert!(message.to_string().contains("is not a whole number"));
    }
}

//! The height of the pile: the distribution of the highest column after each move.

use std::iter::Sum;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};
use tetrarium_engine::Board;

/// The number of moves after which the highest column had each height, full rows removed (Amundsen
/// 2014, §2.6, figure 2.8).
///
/// Moves that lose the game are not counted: no rows are removed after them, and the pile reaches
/// above the top.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// use tetrarium_lab::{Length, Shard, Watch, play};
///
/// let mut rules = Rules::default();
/// rules.set("board", "8x8").unwrap();
/// let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
/// let shard = Shard { seed: 1, first: 0, games: 2, length: Length::AtMost(200) };
/// let watch = Watch::default().counting_heights();
/// play(&player, &shard, 1, &watch);
/// let heights = watch.heights().unwrap();
/// assert!(heights.moves() <= 400 && heights.counts.len() <= 9);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heights {
    /// Number of moves for each height from 0 on, without zeros at the end.
    pub counts: Vec<u64>,
}

impl Heights {
    /// Counts one board.
    pub fn record(&mut self, board: &Board) {
        let height = board.max_height();
        if self.counts.len() <= height {
            self.counts.resize(height + 1, 0);
        }
        self.counts[height] = self.counts[height].saturating_add(1);
    }

    /// The number of moves; counts from a damaged file saturate.
    pub fn moves(&self) -> u64 {
        self.counts
            .iter()
            .fold(0, |sum, &count| sum.saturating_add(count))
    }

    /// The share of moves at each height; empty without moves.
    pub fn shares(&self) -> Vec<f64> {
        let moves = self.moves() as f64;
        self.counts.iter().map(|&n| n as f64 / moves).collect()
    }

    /// The mean height; none without moves.
    pub fn mean(&self) -> Option<f64> {
        let sum: u128 = (0..)
            .zip(&self.counts)
            .map(|(height, &n)| height * u128::from(n))
            .sum();
        let moves = self.moves();
        (moves > 0).then(|| sum as f64 / moves as f64)
    }

    /// The most frequent height, the lowest one if several are; none without moves.
    pub fn most_frequent(&self) -> Option<usize> {
        let most = self.counts.iter().max().filter(|&&most| most > 0)?;
        self.counts.iter().position(|n| n == most)
    }
}

impl AddAssign<&Heights> for Heights {
    fn add_assign(&mut self, other: &Heights) {
        let length = self.counts.len().max(other.counts.len());
        self.counts.resize(length, 0);
        for (sum, n) in self.counts.iter_mut().zip(&other.counts) {
            *sum = sum.saturating_add(*n);
        }
    }
}

impl<'a> Sum<&'a Heights> for Heights {
    fn sum<I: Iterator<Item = &'a Heights>>(parts: I) -> Heights {
        parts.fold(Heights::default(), |mut sum, part| {
            sum += part;
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Goal, measure_to};
    use crate::{Length, Shard, Threads, Watch, play};
    use tetrarium_engine::{Player, Rules, catalogue};

    #[test]
    fn every_move_but_the_losing_one_is_counted() {
        let mut rules = Rules::default();
        rules.set("board", "8x8").unwrap();
        let player = Player::new(catalogue::named("dellacherie").unwrap(), &rules).unwrap();
        let shard = Shard {
            seed: 1,
            first: 0,
            games: 6,
            length: Length::Whole,
        };
        let counted = |threads| {
            let watch = Watch::default().counting_heights();
            let records = play(&player, &shard, threads, &watch);
            (watch.heights().unwrap(), records)
        };
        let (one, records) = counted(1);
        assert_eq!(one, counted(2).0);
        let pieces: u64 = records.iter().map(|record| record.pieces).sum();
        assert_eq!(one.moves(), pieces - 6);
        assert!(one.counts.len() <= 9);
        let mean = one.mean().unwrap();
        assert!((2.0..6.0).contains(&mean), "{mean}");
        assert!((one.shares().iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((2..6).contains(&one.most_frequent().unwrap()));
    }

    #[test]
    fn a_precision_and_a_budget_count_the_same_moves() {
        let mut rules = Rules::default();
        rules.set("board", "6x6").unwrap();
        let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
        for budget in [None, Some(600)] {
            let watch = Watch::default().counting_heights();
            let goal = Goal::new(0.3, budget).unwrap();
            let measured = measure_to(&player, 1, 0, goal, &Threads(2), &watch).measurement;
            let lost = measured.games.finished;
            let counted = watch.heights().unwrap().moves();
            assert_eq!(counted, measured.tally.pieces - lost, "{budget:?}");
        }
        assert_eq!(Watch::default().heights(), None);
    }

    #[test]
    fn impossible_counts_saturate() {
        let full = Heights {
            counts: vec![u64::MAX, 0, u64::MAX],
        };
        let both: Heights = [&full, &full].into_iter().sum();
        assert_eq!((both.moves(), &both), (u64::MAX, &full));
        assert!(both.mean().unwrap().is_finite());
    }

    #[test]
    fn heights_without_moves_have_no_mean_and_no_mode() {
        let none = Heights::default();
        assert_eq!((none.mean(), none.most_frequent()), (None, None));
        assert!(none.shares().is_empty());
    }
}

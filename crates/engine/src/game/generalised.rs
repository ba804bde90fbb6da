//! The generalised game of the 2008 Reinforcement Learning Competition: board, piece weights and
//! rewards drawn at random. A step of the competition was one row of fall; here a step is a
//! placement. Every figure that is measured by this game must say so.

use crate::game::board::Size;
use crate::game::random::{Purpose, Stream, below};
use crate::game::rules::Rules;
use crate::game::source::Source;

/// The rules drawn from a seed: width uniform on 6…12; height = width + uniform on 10…16; each
/// piece's weight uniform on (0, 1); the reward for n rows (n + 0.1)^p truncated, with p uniform on
/// (1, 2).
pub fn rules(seed: u64) -> Rules {
    let stream = Stream::new(seed, 0, Purpose::Rules);
    // The middle of each of 2^32 equal parts of (0, 1): never 0, never 1.
    let unit = |index| (f64::from(stream.word(index)) + 0.5) / 4_294_967_296.0;
    let width = 6 + below(stream.word(0), 7) as usize;
    let height = width + 10 + below(stream.word(1), 7) as usize;
    let weights = std::array::from_fn(|piece| unit(2 + piece as u64));
    let power = 1.0 + unit(9);
    Rules {
        board: Size::new(width, height).expect("6x16 to 12x28 is in range"),
        pieces: Source::weighted(weights).expect("all weights are above 0"),
        reward: std::array::from_fn(|rows| libm::pow(rows as f64 + 1.1, power) as u32),
        ..Rules::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_the_same_rules_again() {
        assert_eq!(rules(7), rules(7));
        assert_ne!(rules(7), rules(8));
    }

    #[test]
    fn drawn_rules_are_in_range_and_varied() {
        let mut widths = [0; 13];
        let mut extra = [0; 17];
        for seed in 0..700 {
            let rules = rules(seed);
            widths[rules.board.width()] += 1;
            extra[rules.board.height() - rules.board.width()] += 1;
            assert!(
                rules.reward[0] >= 1 && rules.reward[3] <= 16,
                "{:?}",
                rules.reward
            );
            assert!(rules.reward.is_sorted());
        }
        assert!(widths[6..=12].iter().all(|n| *n > 60), "{widths:?}");
        assert!(extra[10..=16].iter().all(|n| *n > 60), "{extra:?}");
    }
}

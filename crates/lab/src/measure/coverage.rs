//! Coverage: how many of many independent measurements have an interval that holds the known mean.
//!
//! An interval that claims 95 % should hold the true mean in 95 of 100 measurements. On a small
//! board the true mean is cheap to find: play very many games once. Then repeat each kind of
//! measurement many times, each time on other games, and count. `examples/coverage.rs` does all of
//! this; `docs/MEASURING.md` has the figures.

use serde::{Deserialize, Serialize};
use tetrarium_engine::Player;

use crate::estimate::{Settings, estimate, estimate_to};
use crate::measure::Measurement;
use crate::measure::{Goal, measure_to, play_within};
use crate::play::Threads;
use crate::play::in_order;
use crate::play::{Length, Shard, Watch, play};
use crate::statistics::{Interval, Level, binomial_test, clopper_pearson};

/// A kind of measurement.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Kind {
    /// A number of games, all played to their ends.
    Plain {
        /// The number of games.
        games: u64,
    },
    /// A number of games, each cut after some pieces. The cut should lie well beyond the early part
    /// of a game, see [`early`](crate::measure::early).
    CutShort {
        /// The number of games.
        games: u64,
        /// The most pieces of a game.
        max_pieces: u64,
    },
    /// A number of games that share a budget of moves.
    Budget {
        /// The number of games.
        games: u64,
        /// The number of moves of all games together.
        moves: u64,
    },
    /// Games until the interval is narrow enough.
    Precision {
        /// The goal to reach.
        goal: Goal,
    },
    /// Multilevel splitting.
    Splitting {
        /// The amount of work of each estimate.
        settings: Settings,
    },
    /// Multilevel splitting until the interval is narrow enough.
    SplittingTo {
        /// The work before the first decision.
        settings: Settings,
        /// Half the width of the interval over the mean.
        precision: f64,
    },
}

/// How many intervals hold the true mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coverage {
    /// The kind of measurement.
    pub kind: Kind,
    /// The mean that is taken for true.
    pub truth: f64,
    /// The number of measurements.
    pub measurements: u64,
    /// Intervals that hold the true mean.
    pub covered: u64,
    /// Intervals wholly below the true mean.
    pub below: u64,
    /// Intervals wholly above the true mean.
    pub above: u64,
    /// The 95 % interval of the share of measurements that hold the true mean (Clopper & Pearson
    /// 1934).
    pub share: Interval,
    /// The probability of a count at least as far from the expected one, in either direction, if
    /// the share is 95 %.
    pub p_value: f64,
    /// The mean of the estimates over the true mean: 1 without bias.
    pub mean_ratio: f64,
    /// Half the width of the intervals over the true mean, on average.
    pub half_width: f64,
}

/// The distance between the first game numbers of two measurements: no measurement here plays more
/// games than this.
const STRIDE: u64 = 1 << 32;

/// Makes a number of independent measurements and counts how many intervals hold the true mean. The
/// measurements are fewer than asked for if the watch ended playing. A failed estimate has an
/// unbounded interval, which holds every mean.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// use tetrarium_lab::Watch;
/// use tetrarium_lab::measure::coverage::{Kind, coverage};
///
/// let mut rules = Rules::default();
/// rules.set("board", "6x6").unwrap();
/// let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
/// let found = coverage(&player, Kind::Plain { games: 10 }, 23.6, 1, 20, 1, &Watch::default());
/// assert_eq!(found.covered + found.below + found.above, 20);
/// ```
pub fn coverage(
    player: &Player,
    kind: Kind,
    truth: f64,
    seed: u64,
    measurements: u64,
    threads: usize,
    watch: &Watch,
) -> Coverage {
    let results: Vec<(Option<f64>, Interval)> = in_order(measurements, threads, watch, |number| {
        measure_one(player, kind, seed, number, watch)
    });
    let count = |holds: &dyn Fn(&Interval) -> bool| {
        results
            .iter()
            .filter(|(_, interval)| holds(interval))
            .count() as u64
    };
    let covered = count(&|interval| interval.contains(truth));
    let made = results.len() as u64;
    let average = |values: &mut dyn Iterator<Item = f64>| {
        let (sum, n) = values.fold((0.0, 0.0), |(sum, n), value| (sum + value, n + 1.0));
        sum / n / truth
    };
    Coverage {
        kind,
        truth,
        measurements: made,
        covered,
        below: count(&|interval| interval.high < truth),
        above: count(&|interval| interval.low > truth),
        share: clopper_pearson(covered, made, Level::P95),
        p_value: binomial_test(covered, made, Level::P95.value()),
        mean_ratio: average(&mut results.iter().filter_map(|(mean, _)| *mean)),
        half_width: average(
            &mut results
                .iter()
                .map(|(_, interval)| (interval.high - interval.low) / 2.0)
                .filter(|half| half.is_finite()),
        ),
    }
}

/// Measurement number `number`, on games that no other measurement plays. Returns its mean and
/// interval.
fn measure_one(
    player: &Player,
    kind: Kind,
    seed: u64,
    number: u64,
    watch: &Watch,
) -> (Option<f64>, Interval) {
    let first = number.wrapping_mul(STRIDE) & !(1 << 63);
    let shard = |games, length| Shard {
        seed,
        first,
        games,
        length,
    };
    let measured = match kind {
        Kind::Plain { games } => {
            let shard = shard(games, Length::Whole);
            Measurement::new(player, &shard, &play(player, &shard, 1, watch))
        }
        Kind::CutShort { games, max_pieces } => {
            let shard = shard(games, Length::AtMost(max_pieces));
            Measurement::new(player, &shard, &play(player, &shard, 1, watch))
        }
        Kind::Budget { games, moves } => {
            let shard = shard(games, Length::Whole);
            let records = play_within(player, &shard, moves, &Threads(1), watch);
            let records = records.expect("threads do not fail");
            Measurement::new(player, &shard, &records)
        }
        Kind::Precision { goal } => {
            measure_to(player, seed, first, goal, &Threads(1), watch).measurement
        }
        Kind::Splitting { settings } => {
            let seed = seed.wrapping_add(number);
            let found = estimate(player, seed, &settings, &Threads(1), watch);
            return found.map_or((None, Interval::UNKNOWN), |one| (one.mean, one.interval));
        }
        Kind::SplittingTo {
            settings,
            precision,
        } => {
            let seed = seed.wrapping_add(number);
            let found = estimate_to(player, seed, &settings, precision, &Threads(1), watch);
            return found.map_or((None, Interval::UNKNOWN), |one| (one.mean, one.interval));
        }
    };
    (measured.mean, measured.interval)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Rules, catalogue};

    /// A small, seeded version. The test is one-sided at 10⁻³: intervals may hold the true mean too
    /// often, but not too rarely.
    #[test]
    fn intervals_hold_the_true_mean() {
        let mut rules = Rules::default();
        rules.set("board", "6x6").unwrap();
        let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
        let watch = Watch::default();
        let shard = Shard {
            seed: 77,
            first: 0,
            games: 4000,
            length: Length::Whole,
        };
        let records = play(&player, &shard, 2, &watch);
        let truth = Measurement::new(&player, &shard, &records).mean.unwrap();
        let goal = Goal::new(0.3, None).unwrap();
        let settings = Settings {
            climbs: 20,
            repeats: 6,
            ..Settings::default()
        };
        for (kind, measurements) in [
            (Kind::Plain { games: 30 }, 100),
            (
                Kind::CutShort {
                    games: 30,
                    max_pieces: 200,
                },
                100,
            ),
            (
                Kind::Budget {
                    games: 30,
                    moves: 1500,
                },
                100,
            ),
            (Kind::Precision { goal }, 60),
            (Kind::Splitting { settings }, 40),
            (
                Kind::SplittingTo {
                    settings,
                    precision: 0.25,
                },
                40,
            ),
        ] {
            let found = coverage(&player, kind, truth, 1, measurements, 2, &watch);
            let share = found.covered as f64 / found.measurements as f64;
            assert!(
                share > 0.95 || found.p_value > 0.002,
                "{found:?}: only {share} hold {truth}"
            );
            assert!((found.mean_ratio - 1.0).abs() < 0.15, "{found:?}");
        }
    }
}

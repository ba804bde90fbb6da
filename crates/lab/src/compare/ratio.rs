//! The ratio of two means, with its interval and its probability. Everything that compares asks
//! here: the command, the page, the table at the end of training.

use std::collections::BTreeMap;

use crate::Measurement;
use crate::estimate::Estimate;
use crate::measure::{Method, Score};
use crate::records::Identity;
use crate::statistics::{Comparison, Interval, Level, games_to_tell_apart_with};

/// The probability with which [`Ratio::games_needed`] games tell two controllers apart.
pub const POWER: Level = Level::P80;

/// A mean that can be one side of a [`Ratio`].
#[derive(Clone, Copy, Debug)]
pub enum Mean<'a> {
    /// The mean of a measurement by games.
    Games(&'a Measurement),
    /// The mean of an estimate by climbs.
    Climbs(&'a Estimate),
}

impl<'a> From<&'a Measurement> for Mean<'a> {
    fn from(measurement: &'a Measurement) -> Self {
        Mean::Games(measurement)
    }
}

impl<'a> From<&'a Estimate> for Mean<'a> {
    fn from(estimate: &'a Estimate) -> Self {
        Mean::Climbs(estimate)
    }
}

impl<'a> Mean<'a> {
    /// The agent's name.
    pub fn controller(&self) -> &'a str {
        match self {
            Mean::Games(of) => &of.controller,
            Mean::Climbs(of) => &of.controller,
        }
    }

    /// The agent's search.
    pub fn search(&self) -> &'a str {
        match self {
            Mean::Games(of) => &of.search,
            Mean::Climbs(of) => &of.search,
        }
    }

    /// The agent itself; none if it is unknown.
    pub fn identity(&self) -> Option<&'a Identity> {
        match self {
            Mean::Games(of) => of.identity.as_ref(),
            Mean::Climbs(of) => of.identity.as_ref(),
        }
    }

    /// The rules in full.
    pub fn rules(&self) -> &'a BTreeMap<String, String> {
        match self {
            Mean::Games(of) => &of.rules,
            Mean::Climbs(of) => &of.rules,
        }
    }

    /// The mean; none where it has only a bound.
    pub fn mean(&self) -> Option<f64> {
        match self {
            Mean::Games(of) => of.mean,
            Mean::Climbs(of) => of.mean,
        }
    }

    /// The 95 % interval of the mean.
    pub fn interval(&self) -> Interval {
        match self {
            Mean::Games(of) => of.interval,
            Mean::Climbs(of) => of.interval,
        }
    }

    /// The mean with its 95 % interval, if it is known.
    fn known(&self) -> Option<(f64, Interval)> {
        Some((self.mean()?, self.interval()))
    }
}

/// How many times the mean of B the mean of A is, and whether that is certain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// Ratio of the means, its 95 % interval, and the probability that A's mean is the greater.
    pub comparison: Comparison,
    /// Whether the interval of the ratio leaves out 1.
    pub told_apart: bool,
    /// If not: how many games each would have to play so that it does with a probability of
    /// [`POWER`], if the ratio is what it seems. None where games do not tell.
    pub games_needed: Option<u64>,
}

impl Ratio {
    /// The ratio of the mean of `a` to that of `b`. Whether the two are of the same game is not
    /// asked here: [`comparable`](super::comparable) answers that.
    ///
    /// - Points are compared by the spread of their games.
    /// - Whole games that do not follow the geometric law are compared by their own spread.
    /// - Other games are compared by the geometric law.
    /// - Estimates are compared by their intervals: the logarithm of each is nearly normal.
    ///
    /// ```
    /// use tetrarium_engine::{Player, Rules, catalogue};
    /// use tetrarium_lab::{Length, Measurement, Shard, Watch, compare::Ratio, play};
    ///
    /// let mut rules = Rules::default();
    /// rules.set("board", "8x6").unwrap();
    /// let [lee, bcts] = ["lee", "bcts"].map(|name| {
    ///     let player = Player::new(catalogue::named(name).unwrap(), &rules).unwrap();
    ///     let shard = Shard { seed: 1, first: 0, games: 40, length: Length::Whole };
    ///     Measurement::new(&player, &shard, &play(&player, &shard, 1, &Watch::default()))
    /// });
    /// let ratio = Ratio::of(&bcts, &lee);
    /// assert!(ratio.told_apart && ratio.comparison.interval.low > 1.0);
    /// ```
    pub fn of<'a>(a: impl Into<Mean<'a>>, b: impl Into<Mean<'a>>) -> Ratio {
        let (comparison, spread) = match (a.into(), b.into()) {
            (Mean::Games(a), Mean::Games(b)) => {
                let (comparison, spread) = of_games(a, b);
                (comparison, Some(spread))
            }
            (a, b) => {
                let comparison = match (a.known(), b.known()) {
                    (Some(a), Some(b)) => Comparison::of_intervals(a, b, Level::P95),
                    _ => Comparison::NOTHING,
                };
                (comparison, None)
            }
        };
        let told_apart = !comparison.interval.contains(1.0);
        let games_needed = comparison
            .ratio
            .filter(|_| !told_apart)
            .zip(spread)
            .and_then(|(ratio, spread)| games_to_tell_apart_with(ratio, spread, Level::P95, POWER));
        Ratio {
            comparison,
            told_apart,
            games_needed,
        }
    }
}

/// Two measurements, and the sum of their squared ratios of standard deviation to mean.
fn of_games(a: &Measurement, b: &Measurement) -> (Comparison, f64) {
    let empirical = a.method == Method::Empirical || b.method == Method::Empirical;
    let uncut = a.tally.cut == 0 && b.tally.cut == 0;
    if matches!(a.score, Score::Reward { .. }) {
        // Points are not in the tally: their means and intervals stand for them.
        of_points(a, b)
    } else if empirical && uncut {
        let squared = |m: &Measurement| match (m.tally.sd(), m.tally.mean_per_game()) {
            (Some(sd), Some(mean)) if mean > 0.0 => (sd / mean) * (sd / mean),
            _ => 1.0,
        };
        let comparison = Comparison::empirical(&a.tally, &b.tally, Level::P95);
        (comparison, squared(a) + squared(b))
    } else {
        (Comparison::of(&a.tally, &b.tally, Level::P95), 2.0)
    }
}

/// Means of points, from the summaries of games of a fixed number of placements.
fn of_points(a: &Measurement, b: &Measurement) -> (Comparison, f64) {
    let parts = |m: &Measurement| {
        let summary = m.summary.as_ref()?;
        let relative = summary.sd? / summary.mean;
        (summary.mean > 0.0).then_some((summary.mean, relative * relative, summary.games as f64))
    };
    match (parts(a), parts(b)) {
        (Some((mean_a, square_a, games_a)), Some((mean_b, square_b, games_b))) => {
            let variance = square_a / games_a + square_b / games_b;
            let comparison = Comparison::of_logarithms(mean_a / mean_b, variance, Level::P95);
            (comparison, square_a + square_b)
        }
        _ => (Comparison::NOTHING, 2.0),
    }
}

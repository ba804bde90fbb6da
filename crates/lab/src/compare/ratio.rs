//! The ratio of two means, with its interval and its probability. Everything that compares asks
//! here: the command, the page, the table at the end of training.

use std::collections::BTreeMap;

use crate::Measurement;
use crate::estimate::Estimate;
use crate::measure::{Method, Score};
use crate::records::{Caveat, Identity, OrderRecord};
use crate::statistics::{Comparison, Interval, Level, Tally, growth_to_tell_apart};

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

    /// What must be said with the mean.
    pub fn caveats(&self) -> &'a [Caveat] {
        match self {
            Mean::Games(of) => &of.caveats,
            Mean::Climbs(of) => &of.caveats,
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
    /// [`POWER`], if the ratio is what it seems. None where these games do not tell.
    pub games_needed: Option<u64>,
}

impl Ratio {
    /// The ratio of the mean of `a` to that of `b`. Whether the two are of the same game is not
    /// asked here: [`comparable`](super::comparable) answers that.
    ///
    /// - Games that were cut too early say nothing of the ratio.
    /// - Points are compared by the spread of their games.
    /// - Whole games whose law is rejected are compared by their own spread.
    /// - Other games are compared by the geometric law, widened where games are known to spread
    ///   wider than it ([`Measurement::widening`]).
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
        Ratio::with_confidence(a, b, Level::P95)
    }

    /// [`Ratio::of`] of two measurements, with an interval of another confidence. The intervals of
    /// estimates are of 95 %, so that their ratio has that too.
    pub fn with_confidence<'a>(
        a: impl Into<Mean<'a>>,
        b: impl Into<Mean<'a>>,
        confidence: Level,
    ) -> Ratio {
        let (a, b) = (a.into(), b.into());
        let (comparison, variance) = match (a, b) {
            (Mean::Games(a), Mean::Games(b)) if [a.method, b.method].contains(&Method::Unknown) => {
                (Comparison::NOTHING, None)
            }
            (Mean::Games(a), Mean::Games(b)) => of_games(a, b, confidence),
            (a, b) => {
                let comparison = match (a.known(), b.known()) {
                    (Some(a), Some(b)) => Comparison::of_intervals(a, b, Level::P95),
                    _ => Comparison::NOTHING,
                };
                (comparison, None)
            }
        };
        let told_apart = !comparison.interval.contains(1.0);
        let growth = comparison
            .ratio
            .filter(|_| !told_apart)
            .zip(variance)
            .and_then(|(ratio, variance)| growth_to_tell_apart(ratio, variance, confidence, POWER));
        Ratio {
            comparison,
            told_apart,
            games_needed: growth.zip(games_of(a, b)).map(|(growth, games)| {
                let needed = growth * games as f64;
                needed.ceil() as u64
            }),
        }
    }
}

/// The number of games of each of two measurements, where more games of the same kind would tell in
/// proportion: games that were whole, or all cut after the same number of pieces. Games cut because
/// a budget was spent do not tell how many more would be cut where.
fn games_of(a: Mean, b: Mean) -> Option<u64> {
    let of = |mean: Mean| match mean {
        Mean::Games(of) => {
            let is_plain = matches!(of.order, Some(OrderRecord::Games { budget: None, .. }));
            let alike = of.tally.cut == 0 || is_plain && !of.games.interrupted;
            alike.then(|| of.tally.games())
        }
        Mean::Climbs(_) => None,
    };
    let (a, b) = (of(a)?, of(b)?);
    (a == b).then_some(a)
}

/// Two measurements, and the variance of the logarithm of the ratio of their means.
fn of_games(a: &Measurement, b: &Measurement, confidence: Level) -> (Comparison, Option<f64>) {
    let empirical = a.method == Method::Empirical || b.method == Method::Empirical;
    let [tally_a, tally_b] = [&a.tally, &b.tally];
    let whole = |tally: &Tally| tally.cut == 0 && tally.lines > 0;
    if matches!(a.score, Score::Reward { .. }) {
        // Points are not in the tally: their means and intervals stand for them.
        of_points(a, b, confidence)
    } else if empirical && whole(tally_a) && whole(tally_b) {
        let variance = |tally: &Tally| {
            let relative = tally.sd()? / tally.mean_per_game()?;
            Some(relative * relative / tally.games() as f64)
        };
        let variance = variance(tally_a).zip(variance(tally_b));
        let comparison = Comparison::empirical(tally_a, tally_b, confidence);
        (comparison, variance.map(|(a, b)| a + b))
    } else {
        let [spread_a, spread_b] = [a, b].map(|m| match m.method {
            Method::Widened => m.widening().unwrap_or(1.0),
            _ => 1.0,
        });
        let variance = |tally: &Tally, spread: f64| {
            spread * spread * (1.0 / tally.finished as f64 + 1.0 / tally.lines as f64)
        };
        let comparison = Comparison::widened((tally_a, spread_a), (tally_b, spread_b), confidence);
        let variance = variance(tally_a, spread_a) + variance(tally_b, spread_b);
        (comparison, Some(variance))
    }
}

/// Means of points, from the summaries of games of a fixed number of placements.
fn of_points(a: &Measurement, b: &Measurement, confidence: Level) -> (Comparison, Option<f64>) {
    let parts = |m: &Measurement| {
        let summary = m.summary.as_ref()?;
        let relative = summary.sd? / summary.mean;
        let variance = relative * relative / summary.games as f64;
        (summary.mean > 0.0).then_some((summary.mean, variance))
    };
    match (parts(a), parts(b)) {
        (Some((mean_a, variance_a)), Some((mean_b, variance_b))) => {
            let variance = variance_a + variance_b;
            let comparison = Comparison::of_logarithms(mean_a / mean_b, variance, confidence);
            (comparison, Some(variance))
        }
        _ => (Comparison::NOTHING, None),
    }
}

//! Two agents, compared until it is decided which is better.
//!
//! Both play the same number of whole games. After fixed numbers of games ([`looks`]) the interval
//! of the ratio of their means is computed, at look number `k` with an error probability of
//! `error / (k (k + 1))`. The first interval that leaves out 1 decides. These probabilities add up
//! to `error`, however many looks there are: repeated confidence intervals (Jennison & Turnbull
//! 1989, "Interim analyses: the repeated confidence interval approach") whose error is spent look
//! by look (Lan & DeMets 1983) and added up (Bonferroni). Each interval is exact for whole lines,
//! so nothing rests on many games or on how the looks depend on each other, and it does not matter
//! when or why the looks end. So
//!
//! - between equally good agents at most `error` of all comparisons ever decide;
//! - between others at most `error / 2` decide for the worse one.
//!
//! The looks depend neither on threads nor on the clock. A budget of moves ends the comparison: the
//! games still running are cut, and one last look is taken with the interval for cut games.
//! `examples/deciding.rs` checks these rates by simulation; `docs/MEASURING.md` has the table.

use serde::{Deserialize, Serialize};

use super::ratio::Ratio;
use crate::measure::{Measurement, play_within};
use crate::play::{
    Backend, Contender, End, Length, MOST_GAMES, PlayError, Record, Shard, Watch, Work,
};
use crate::records::Caveat;
use crate::statistics::{Comparison, Interval, Level};

/// The number of games of each agent at the first look.
pub const FIRST_LOOK: u64 = 10;

/// The factor by which the number of games grows from one look to the next.
pub const LOOK_GROWTH: f64 = 1.5;

/// The error probabilities that can be asked for.
pub const ERRORS: std::ops::RangeInclusive<f64> = 0.000_1..=0.5;

/// An error probability outside [`ERRORS`].
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "an error rate of {} % cannot be asked for: it can be from {} % to {} %",
    .0 * 100.0, ERRORS.start() * 100.0, ERRORS.end() * 100.0
)]
pub struct ErrorRateError(pub f64);

/// How two agents are compared until it is decided which is better.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sequential {
    /// The seed of the games.
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// The limit of moves of each agent.
    pub budget: Option<u64>,
    error: f64,
}

impl Sequential {
    /// A comparison from game 0 of seed 1 on, without a limit of moves, with this probability of a
    /// decision between equally good agents.
    ///
    /// # Errors
    ///
    /// If the probability is outside [`ERRORS`].
    pub fn new(error: f64) -> Result<Sequential, ErrorRateError> {
        match ERRORS.contains(&error) {
            true => Ok(Sequential {
                seed: 1,
                first: 0,
                budget: None,
                error,
            }),
            false => Err(ErrorRateError(error)),
        }
    }
}

/// The numbers of games of each agent after which it is asked whether the comparison is decided.
///
/// ```
/// use tetrarium_lab::compare::looks;
/// assert_eq!(looks().take(5).collect::<Vec<_>>(), [10, 15, 23, 35, 53]);
/// ```
pub fn looks() -> impl Iterator<Item = u64> {
    let next = |games: &u64| Some((*games as f64 * LOOK_GROWTH).ceil() as u64);
    std::iter::successors(Some(FIRST_LOOK), next).take_while(|&games| games <= MOST_GAMES)
}

/// How a comparison until decided ended.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Decision {
    /// Whether it is decided, or why not.
    pub because: Because,
    /// The most that the probability of a decision between equally good agents can be; the
    /// probability of a decision for the worse agent is at most half of it.
    pub error: f64,
    /// The number of looks.
    pub looks: u64,
    /// The confidence of the interval of the ratio at the last look.
    pub confidence: f64,
    /// The limit of moves of each agent.
    pub budget: Option<u64>,
}

/// Whether a comparison is decided, or why not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Because {
    /// It is decided which agent is better.
    Decided,
    /// The budget of moves is spent.
    Budget,
    /// The watch ended playing: the games depend on the clock.
    Interrupted,
    /// An agent or the backend failed.
    Failed,
    /// There are no more games.
    OutOfGames,
}

/// Two agents that were compared until it was decided which is better.
#[derive(Clone, Debug, PartialEq)]
pub struct Concluded {
    /// The measurements of both agents.
    pub measurements: [Measurement; 2],
    /// How it ended.
    pub decision: Decision,
    /// The interval of the ratio of the first mean to the second at the last look. All intervals of
    /// all looks hold the true ratio with a probability of at least `1 − error`.
    pub interval: Interval,
    /// Why playing ended, if the backend or an agent failed.
    pub failure: Option<PlayError>,
}

/// Compares two agents until it is decided which is better. `looked` is told of each look: the
/// number of games of each agent, and the ratio.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// use tetrarium_lab::compare::{Because, Sequential, until_decided};
/// use tetrarium_lab::{Threads, Watch};
///
/// let mut rules = Rules::default();
/// rules.set("board", "6x6").unwrap();
/// rules.set("visible", "2").unwrap();
/// let player = |name| Player::new(catalogue::named(name).unwrap(), &rules).unwrap();
/// let (bcts, weak) = (player("bcts"), player("feature-set-4"));
/// let order = Sequential::new(0.05).unwrap();
/// let contenders = [(&bcts).into(), (&weak).into()];
/// let concluded = until_decided(contenders, &order, &Threads(1), &Watch::default(), |_, _| {});
/// assert_eq!(concluded.decision.because, Because::Decided);
/// assert!(concluded.interval.low > 1.0);
/// ```
pub fn until_decided(
    contenders: [Contender; 2],
    order: &Sequential,
    backend: &dyn Backend,
    watch: &Watch,
    mut looked: impl FnMut(u64, &Ratio),
) -> Concluded {
    let mut sides = contenders.map(|contender| Side {
        contender,
        records: Vec::new(),
        left: order.budget,
    });
    let mut concluded = sides[0].concluded(&sides[1], order, 0, Because::OutOfGames);
    for (look, games) in (1..).zip(looks()) {
        for side in &mut sides {
            if let Err(failure) = side.play(order, games, backend, watch) {
                concluded = sides[0].concluded(&sides[1], order, look - 1, Because::Failed);
                concluded.failure = Some(failure);
                return concluded;
            }
        }
        if watch.ended() {
            return sides[0].concluded(&sides[1], order, look - 1, Because::Interrupted);
        }
        concluded = sides[0].concluded(&sides[1], order, look, Because::OutOfGames);
        let [a, b] = &concluded.measurements;
        let ratio = cautious_ratio(a, b, confidence(order.error, look));
        looked(games, &ratio);
        let is_cut = a.tally.cut > 0 || b.tally.cut > 0;
        concluded.decision.because = match (ratio.told_apart, is_cut) {
            (true, _) => Because::Decided,
            (false, true) => Because::Budget,
            (false, false) => continue,
        };
        return concluded;
    }
    concluded
}

/// The ratio of two means, with an interval that holds it by the geometric law and by the spread of
/// the games, where these differ. Among many looks at few games some samples of the law look as if
/// they were of another, and the narrow interval by their own spread would decide wrongly. A mean
/// that can be too large because games were cut early counts as that much smaller.
fn cautious_ratio(a: &Measurement, b: &Measurement, confidence: Level) -> Ratio {
    let mut ratio = Ratio::with_confidence(a, b, confidence);
    let law = Comparison::of(&a.tally, &b.tally, confidence).interval;
    let interval = &mut ratio.comparison.interval;
    let excess = |of: &Measurement| {
        let factors = of.caveats.iter().map(|caveat| match caveat {
            Caveat::CutEarly { bias, .. } => 1.0 + bias,
            Caveat::CutTooEarly { .. } => f64::INFINITY,
            _ => 1.0,
        });
        factors.fold(1.0, f64::max)
    };
    interval.low = interval.low.min(law.low) / excess(a);
    interval.high = interval.high.max(law.high) * excess(b);
    // Of a mean that can be too small nothing is known.
    let mut caveats = a.caveats.iter().chain(&b.caveats);
    if caveats.any(|caveat| matches!(caveat, Caveat::CutOnLowBoard { .. })) {
        *interval = Interval::UNKNOWN;
    }
    ratio.told_apart = !interval.contains(1.0);
    ratio
}

/// The confidence of the interval at look number `look`, from 1. Look 0 is that of no look.
fn confidence(error: f64, look: u64) -> Level {
    let look = look.max(1) as f64;
    let level = Level::new(1.0 - error / (look * (look + 1.0)));
    level.expect("an error probability is not 0")
}

/// One agent and its games so far.
struct Side<'a> {
    contender: Contender<'a>,
    records: Vec<Record>,
    /// Moves left.
    left: Option<u64>,
}

impl Side<'_> {
    fn shard(&self, order: &Sequential, games: u64) -> Shard {
        Shard {
            seed: order.seed,
            first: order.first,
            games,
            length: Length::Whole,
        }
    }

    /// Plays on until there are this many games.
    fn play(
        &mut self,
        order: &Sequential,
        games: u64,
        backend: &dyn Backend,
        watch: &Watch,
    ) -> Result<(), PlayError> {
        let played = self.records.len() as u64;
        let shard = Shard {
            first: order.first.saturating_add(played),
            ..self.shard(order, games - played)
        };
        let contender = self.contender;
        let records = match self.left {
            None => backend.play(&[Work { contender, shard }], watch)?.remove(0),
            Some(moves) => play_within(contender, &shard, moves, backend, watch)?,
        };
        let spent = records.iter().map(|record| record.pieces).sum();
        self.left = self.left.map(|left| left.saturating_sub(spent));
        self.records.extend(records);
        Ok(())
    }

    fn measurement(&self, order: &Sequential) -> Measurement {
        let shard = self.shard(order, self.records.len() as u64);
        let mut measurement = Measurement::new(self.contender, &shard, &self.records);
        if self.records.iter().any(|record| record.end != End::Lost) {
            // No plain order of games cuts the last of them.
            measurement.order = None;
        }
        measurement
    }

    fn concluded(&self, b: &Side, order: &Sequential, looks: u64, because: Because) -> Concluded {
        let measurements = [self.measurement(order), b.measurement(order)];
        let confidence = confidence(order.error, looks);
        let ratio = cautious_ratio(&measurements[0], &measurements[1], confidence);
        Concluded {
            interval: match looks {
                0 => Interval::UNKNOWN,
                _ => ratio.comparison.interval,
            },
            measurements,
            decision: Decision {
                because,
                error: order.error,
                looks,
                confidence: confidence.value(),
                budget: order.budget,
            },
            failure: None,
        }
    }
}

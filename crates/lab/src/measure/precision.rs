//! Measuring until the interval is narrow enough, or a budget of moves is spent.
//!
//! **Checkpoints.** Whether to stop is decided only after fixed numbers of games, in game order
//! ([`checkpoints`]). So the decision depends neither on the number of threads nor on the lengths
//! of single games. (Stopping at a moment of the clock would leave out the long games that happen
//! to be running.)
//!
//! **The effect of repeated decisions.** In general, a procedure that decides again and again and
//! stops at the first interval that is narrow enough favours samples that look precise. Here it
//! does not: with whole games of a geometric law, the width of the gamma interval relative to the
//! mean is a function of the number of deaths alone (Epstein & Sobel 1953), and deaths are games.
//! The number of games at which the measurement stops is known before the first is played
//! ([`games_for`]), and the measurement is one of a fixed number of games. Only where the geometric
//! law is rejected, and the interval comes from the spread of the games, does chance move the end.
//! This is Chow & Robbins' (1965) procedure, whose coverage tends to the level asked for as the
//! width goes to 0 and falls a little short of it for wide intervals. Therefore the first
//! checkpoint comes after at least [`FEWEST_GAMES`] games. [`coverage`](crate::measure::coverage)
//! measures the effect.
//!
//! **Games side by side.** A machine that plays tens of thousands of games at once, each of them
//! slowly, cannot wait for whole games of a controller that lives for a hundred million moves. With
//! [`Goal::with_side_by_side`] a fixed number of games is played side by side. The decision is
//! taken when all games have placed [`FIRST_CUT`] pieces, [`GROWTH`] times that number, and so on;
//! games still running are cut there. Numbers of pieces that are fixed beforehand favour neither
//! short nor long games; the bias of the safe beginning of a game (`early`) is below a hundredth
//! for any cut that late.
//!
//! **The budget.** [`play_within`] shares out a number of moves among the games of a range. Every
//! game may use an equal part; the moves left over by games lost early are shared among those still
//! running, round after round. When all moves are spent, games still running are cut: their lines
//! count, without a death. A round ends in game order too, so the budget is spent in the same way
//! on any number of threads. A budget of *time* is a call of [`Watch::stop`] after that time: the
//! games then depend on the clock and the measurement is marked `interrupted`.

use super::goal::{Goal, Reason, Stopped};
use super::measurement::Measurement;
use super::side_by_side::{SideBySide, play_within, spend};
use crate::play::{
    Backend, Contender, End, Length, MOST_GAMES, MOST_SIDE_BY_SIDE, PlayError, Record, Shard,
    Watch, Work,
};
use crate::records::OrderRecord;
use crate::statistics::{Interval, Level, gamma_interval};

/// The smallest number of games at a checkpoint.
pub const FEWEST_GAMES: u64 = 30;

/// The factor by which the number of games, or of pieces, grows from one checkpoint to the next.
pub const GROWTH: f64 = 1.25;

/// The number of pieces at the first checkpoint of games side by side: a hundred times the safe
/// beginning of a game.
pub const FIRST_CUT: u64 = 20_000;

/// Half the width of an interval over the mean; infinite where a bound or the mean is missing.
pub fn relative_half_width(mean: Option<f64>, interval: &Interval) -> f64 {
    match mean {
        Some(mean) if mean > 0.0 && interval.high.is_finite() => {
            (interval.high - interval.low) / (2.0 * mean)
        }
        _ => f64::INFINITY,
    }
}

/// The number of games, played to their ends, for which the gamma interval is narrower than ± this
/// part of the mean.
///
/// A margin of one part in a hundred is kept, because lines are whole numbers and spread a little
/// more than the continuous law.
///
/// ```
/// use tetrarium_lab::measure::games_for;
/// assert_eq!(games_for(0.20), 102); // the papers: 100 games for ±20 %
/// assert!((1560..1600).contains(&games_for(0.05)));
/// ```
pub fn games_for(precision: f64) -> u64 {
    let narrow = |deaths: u64| {
        let mean = 1e6;
        let interval = gamma_interval(deaths.saturating_mul(1_000_000), deaths, Level::P95, false);
        relative_half_width(Some(mean), &interval) <= 0.99 * precision
    };
    let mut high = 1;
    while !narrow(high) && high < 1 << 40 {
        high *= 2;
    }
    let mut low = high / 2;
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if narrow(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

/// The numbers of games after which a measurement with this precision decides whether to stop:
/// powers of [`GROWTH`] times [`games_for`], from [`FEWEST_GAMES`] on.
pub fn checkpoints(precision: f64) -> impl Iterator<Item = u64> {
    let aim = games_for(precision);
    let scaled = move |power: i32| (aim as f64 * GROWTH.powi(power)).ceil() as u64;
    let mut first = 0;
    while scaled(first - 1) >= FEWEST_GAMES {
        first -= 1;
    }
    while scaled(first) < FEWEST_GAMES {
        first += 1;
    }
    let mut last = 0;
    (first..).map_while(move |power| {
        let games = scaled(power);
        let goes_on = games > last && games < u64::MAX;
        last = games;
        goes_on.then_some(games)
    })
}

/// The result of measuring to a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The measurement.
    pub measurement: Measurement,
    /// The records of the games, in game order.
    pub records: Vec<Record>,
    /// Why the measurement ended before its goal, if the backend failed. The measurement is of the
    /// games played until then.
    pub failure: Option<PlayError>,
}

/// Plays games from number `first` on until the goal is reached.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// use tetrarium_lab::measure::{Goal, Reason, measure_to};
/// use tetrarium_lab::{Threads, Watch};
///
/// let mut rules = Rules::default();
/// rules.set("board", "6x6").unwrap();
/// let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
/// let goal = Goal::new(0.4, None).unwrap();
/// let measured = measure_to(&player, 1, 0, goal, &Threads(1), &Watch::default());
/// assert_eq!(measured.measurement.stopped.unwrap().because, Reason::Precise);
/// assert_eq!(measured.measurement.games.finished, measured.records.len() as u64);
/// ```
pub fn measure_to<'a>(
    contender: impl Into<Contender<'a>>,
    seed: u64,
    first: u64,
    goal: Goal,
    backend: &dyn Backend,
    watch: &Watch,
) -> Measured {
    let shard = Shard {
        seed,
        first,
        games: goal
            .side_by_side()
            .unwrap_or(0)
            .min(MOST_SIDE_BY_SIDE)
            .min(u64::MAX - first),
        length: Length::Whole,
    };
    let aim = Aim {
        contender: contender.into(),
        shard,
        goal,
    };
    match goal.side_by_side() {
        None => aim.whole_games(backend, watch),
        Some(_) => aim.games_side_by_side(backend, watch),
    }
}

/// A contender's games and their goal.
struct Aim<'a> {
    contender: Contender<'a>,
    shard: Shard,
    goal: Goal,
}

impl Aim<'_> {
    /// The measurement of these records out of a number of games asked for.
    fn measurement(&self, records: &[Record], games: u64, because: Reason) -> Measurement {
        let shard = Shard {
            games,
            ..self.shard
        };
        let mut measurement = Measurement::new(self.contender, &shard, records);
        measurement.order = Some(OrderRecord::Precision {
            seed: self.shard.seed,
            first: self.shard.first,
            precision: self.goal.precision(),
            side_by_side: self.goal.side_by_side(),
            budget: self.goal.budget(),
        });
        measurement.stopped = Some(Stopped {
            goal: self.goal,
            because,
        });
        measurement
    }

    fn measured(&self, records: Vec<Record>, games: u64, because: Reason) -> Measured {
        Measured {
            measurement: self.measurement(&records, games, because),
            records,
            failure: None,
        }
    }

    fn failed(&self, records: Vec<Record>, failure: PlayError) -> Measured {
        let games = records.len() as u64;
        Measured {
            failure: Some(failure),
            ..self.measured(records, games, Reason::Interrupted)
        }
    }

    fn precise(&self, records: &[Record], games: u64) -> bool {
        let measurement = self.measurement(records, games, Reason::Precise);
        relative_half_width(measurement.mean, &measurement.interval) <= self.goal.precision()
    }

    fn whole_games(&self, backend: &dyn Backend, watch: &Watch) -> Measured {
        let mut records: Vec<Record> = Vec::new();
        let mut left = self.goal.budget();
        let room = MOST_GAMES.min(u64::MAX - self.shard.first);
        for count in checkpoints(self.goal.precision()).take_while(|&count| count <= room) {
            let shard = Shard {
                first: self.shard.first + records.len() as u64,
                games: count - records.len() as u64,
                ..self.shard
            };
            let work = Work {
                contender: self.contender,
                shard,
            };
            let new = match left {
                None => backend
                    .play(&[work], watch)
                    .map(|mut lists| lists.remove(0)),
                Some(budget) => play_within(self.contender, &shard, budget, backend, watch),
            };
            let new = match new {
                Ok(new) => new,
                Err(failure) => return self.failed(records, failure),
            };
            let spent: u64 = new.iter().map(|record| record.pieces).sum();
            left = left.map(|left| left.saturating_sub(spent));
            let cut = new.iter().any(|record| record.end != End::Lost);
            records.extend(new);
            let because = if watch.ended() {
                Reason::Interrupted
            } else if cut {
                Reason::Budget
            } else if self.precise(&records, count) {
                Reason::Precise
            } else {
                continue;
            };
            return self.measured(records, count, because);
        }
        let count = records.len() as u64;
        self.measured(records, count, Reason::OutOfGames)
    }

    fn games_side_by_side(&self, backend: &dyn Backend, watch: &Watch) -> Measured {
        let mut games = SideBySide::new(self.contender, &self.shard);
        let count = self.shard.games;
        let mut left = self.goal.budget().unwrap_or(u64::MAX);
        let mut cut = FIRST_CUT;
        let because = loop {
            let round = games.running().saturating_mul(cut - games.placed());
            let last = round > left;
            let spent = match last {
                false => games.go_on(cut, backend, watch),
                true => spend(&mut games, left, backend, watch).map(|()| left),
            };
            match spent {
                Ok(spent) => left -= spent,
                Err(failure) => return self.failed(games.records(true), failure),
            }
            if watch.ended() {
                break Reason::Interrupted;
            }
            if self.precise(&games.records(false), count) {
                break Reason::Precise;
            }
            if games.running() == 0 {
                break Reason::OutOfGames;
            }
            if last {
                break Reason::Budget;
            }
            cut = (cut as f64 * GROWTH).ceil() as u64;
        };
        let records = games.records(because == Reason::Interrupted);
        self.measured(records, count, because)
    }
}

#[cfg(test)]
mod tests;

//! Playing until the answer is precise enough, or a budget of moves is spent.
//!
//! **When it looks.** Whether to stop is decided only after fixed numbers of games, in game order ([`checkpoints`]), so neither the
//! number of threads nor how long single games last has a say in it. (Stopping at a moment of the clock would leave out the long
//! games that happen to be running.)
//!
//! **What repeated looking does.** In general, looking again and again and stopping at the first interval that is narrow enough favours
//! samples that look precise. Here it does not: with whole games of a geometric law the width of the gamma interval, relative to the
//! mean, is a function of the number of deaths alone (Epstein & Sobel 1953), and deaths are games. The number of games at which it
//! stops is known before the first is played ([`games_for`]), and the measurement is one of a fixed number of games. Only
//! where the geometric law is rejected, and the interval comes from the games' own spread, does chance move the end; this is Chow &
//! Robbins' (1965) procedure, whose coverage tends to what was asked as the width goes to 0 and falls a little short of it for wide
//! intervals. That is why no look is taken before [`FEWEST_GAMES`] games. [`coverage`](crate::coverage) measures it.
//!
//! **Games abreast.** A machine that plays tens of thousands of games at once, each of them slowly, cannot wait for whole games of a controller that lives
//! for a hundred million moves. With [`Goal::abreast`] a fixed number of games is played side by side, and looked at when all have placed
//! [`FIRST_CUT`] pieces, [`GROWTH`] times as many, and so on: games still running are cut there. Numbers of pieces that are known before
//! favour neither short nor long games; what the safe beginning of a game biases (`early`) is below a hundredth for any cut so late.
//!
//! **The budget.** [`play_within`] shares out a number of moves among the games of a range: every game may use an equal part; what
//! games that die early leave over is shared among those still running, round after round. When it is spent, games still running are
//! cut: their lines count, without a death. A round ends in game order too, so the budget is spent in the same way whatever the
//! threads. A budget of *time* is somebody calling [`Watch::stop`] after that time: the games then depend on the clock and the
//! measurement says so (`interrupted`).

use serde::{Deserialize, Serialize};
use tetrarium_engine::Player;

use crate::abreast::{Abreast, spend};
use crate::games::{Games, PlayError, Work};
use crate::measure::{End, Length, Record, Shard, Watch};
use crate::measurement::Measurement;
use crate::statistics::{Interval, Level, gamma_interval};

pub use crate::abreast::play_within;

/// No look is taken before this number of games.
pub const FEWEST_GAMES: u64 = 30;

/// From one look to the next the number of games grows by this factor.
pub const GROWTH: f64 = 1.25;

/// Games abreast are looked at when they have placed this many pieces: a hundred times the safe beginning of a game.
pub const FIRST_CUT: u64 = 20_000;

/// The narrowest interval that can be asked for, and the widest.
pub const PRECISIONS: std::ops::RangeInclusive<f64> = 0.000_1..=1.0;

/// What a measurement is to reach.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// Half the width of the 95 % interval over the mean: 0.05 for ±5 %.
    precision: f64,
    /// The most moves to spend.
    budget: Option<u64>,
    /// How many games are played side by side; none for whole games, one after the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    abreast: Option<u64>,
}

/// A precision that cannot be asked for.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "a precision of ±{} % cannot be asked for: it can be from ±{} % to ±{} %",
    .0 * 100.0, PRECISIONS.start() * 100.0, PRECISIONS.end() * 100.0
)]
pub struct PrecisionError(pub f64);

impl Goal {
    /// A goal: an interval of the mean ± this part of it, and the most moves to spend on it.
    pub fn new(precision: f64, budget: Option<u64>) -> Result<Goal, PrecisionError> {
        if !PRECISIONS.contains(&precision) {
            return Err(PrecisionError(precision));
        }
        Ok(Goal {
            precision,
            budget,
            abreast: None,
        })
    }

    /// The same goal, with so many games side by side, cut after the same number of pieces; none for whole games.
    pub fn abreast(self, games: Option<u64>) -> Goal {
        Goal {
            abreast: games.map(|games| games.max(1)),
            ..self
        }
    }

    /// Half the width of the interval over the mean.
    pub fn precision(&self) -> f64 {
        self.precision
    }

    /// The most moves to spend.
    pub fn budget(&self) -> Option<u64> {
        self.budget
    }
}

/// What a measurement was to reach, and why it stopped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stopped {
    /// What it was to reach.
    pub goal: Goal,
    /// Why it stopped.
    pub because: Reason,
}

/// Why a measurement stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The interval is narrow enough.
    Precise,
    /// The budget of moves is spent.
    Budget,
    /// Somebody stopped it: the games depend on the clock.
    Interrupted,
    /// There are no more games: no more numbers, or those abreast have all ended.
    OutOfGames,
}

/// Half the width of an interval over the mean; infinite where a bound or the mean is missing.
pub fn relative_half_width(mean: Option<f64>, interval: &Interval) -> f64 {
    match mean {
        Some(mean) if mean > 0.0 && interval.high.is_finite() => {
            (interval.high - interval.low) / (2.0 * mean)
        }
        _ => f64::INFINITY,
    }
}

/// How many games, played to their ends, make the gamma interval narrower than ± this part of the mean.
///
/// One part in a hundred is kept in hand, because lines are whole numbers and spread a little more than the continuous law.
///
/// ```
/// use tetrarium_lab::precision::games_for;
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

/// The numbers of games after which a measurement with this precision looks whether to stop: powers of [`GROWTH`] times
/// [`games_for`], from [`FEWEST_GAMES`] on.
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

/// What came of measuring to a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The measurement.
    pub measurement: Measurement,
    /// The games, in game order.
    pub records: Vec<Record>,
    /// Why it ended before its goal, if whoever plays failed. The measurement is of what was played until then.
    pub failure: Option<PlayError>,
}

/// Plays games from number `first` on until the goal is reached.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// use tetrarium_lab::precision::{Goal, Reason, measure_to};
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
pub fn measure_to(
    player: &Player,
    seed: u64,
    first: u64,
    goal: Goal,
    games: &dyn Games,
    watch: &Watch,
) -> Measured {
    let shard = Shard {
        seed,
        first,
        games: goal.abreast.unwrap_or(0).min(u64::MAX - first),
        length: Length::Whole,
    };
    let aim = Aim {
        player,
        shard,
        goal,
    };
    match goal.abreast {
        None => aim.whole_games(games, watch),
        Some(_) => aim.games_abreast(games, watch),
    }
}

/// A goal, and whose.
struct Aim<'a> {
    player: &'a Player,
    shard: Shard,
    goal: Goal,
}

impl Aim<'_> {
    /// The measurement of some games, of so many that were asked for.
    fn measurement(&self, records: &[Record], games: u64, because: Reason) -> Measurement {
        let shard = Shard {
            games,
            ..self.shard
        };
        let mut measurement = Measurement::new(self.player, &shard, records);
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
        let so_far = self.measurement(records, games, Reason::Precise);
        relative_half_width(so_far.mean, &so_far.interval) <= self.goal.precision
    }

    fn whole_games(&self, games: &dyn Games, watch: &Watch) -> Measured {
        let mut records: Vec<Record> = Vec::new();
        let mut left = self.goal.budget;
        let room = u64::MAX - self.shard.first;
        for count in checkpoints(self.goal.precision).take_while(|&count| count <= room) {
            let shard = Shard {
                first: self.shard.first + records.len() as u64,
                games: count - records.len() as u64,
                ..self.shard
            };
            let work = Work {
                player: self.player,
                shard,
            };
            let new = match left {
                None => games.play(&[work], watch).map(|mut lists| lists.remove(0)),
                Some(budget) => play_within(self.player, &shard, budget, games, watch),
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

    fn games_abreast(&self, games: &dyn Games, watch: &Watch) -> Measured {
        let mut abreast = Abreast::new(self.player, &self.shard);
        let count = self.shard.games;
        let mut left = self.goal.budget.unwrap_or(u64::MAX);
        let mut cut = FIRST_CUT;
        let because = loop {
            let round = abreast.running().saturating_mul(cut - abreast.placed());
            let last = round > left;
            let spent = match last {
                false => abreast.go_on(cut, games, watch),
                true => spend(&mut abreast, left, games, watch).map(|()| left),
            };
            match spent {
                Ok(spent) => left -= spent,
                Err(failure) => return self.failed(abreast.records(true), failure),
            }
            if watch.ended() {
                break Reason::Interrupted;
            }
            if self.precise(&abreast.records(false), count) {
                break Reason::Precise;
            }
            if abreast.running() == 0 {
                break Reason::OutOfGames;
            }
            if last {
                break Reason::Budget;
            }
            cut = (cut as f64 * GROWTH).ceil() as u64;
        };
        let records = abreast.records(because == Reason::Interrupted);
        self.measured(records, count, because)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::testing::Faltering;
    use crate::{Threads, play};
    use tetrarium_engine::{Rules, catalogue};

    fn player(board: &str) -> Player {
        let mut rules = Rules::default();
        rules.set("board", board).unwrap();
        Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap()
    }

    #[test]
    fn looks_are_taken_at_numbers_known_before() {
        let looks: Vec<u64> = checkpoints(0.05).take(20).collect();
        assert!(looks[0] >= FEWEST_GAMES && looks[0] <= 40);
        assert!(looks.contains(&games_for(0.05)));
        assert!(looks.is_sorted_by(|a, b| a < b));
        let wide: Vec<u64> = checkpoints(1.0).take(2).collect();
        assert!(wide[0] >= FEWEST_GAMES && wide[0] < 40);
        assert!(games_for(*PRECISIONS.start()) > 300_000_000);
        for wrong in [0.0, -1.0, 5.0, f64::NAN] {
            assert!(Goal::new(wrong, None).is_err());
        }
        let message = PrecisionError(5.0).to_string();
        assert!(message.contains("±500 %"), "{message}");
    }

    #[test]
    fn threads_change_nothing() {
        let player = player("8x8");
        for goal in [
            Goal::new(0.3, None).unwrap(),
            Goal::new(0.01, Some(20_000)).unwrap(),
            Goal::new(0.01, Some(20_000)).unwrap().abreast(Some(50)),
        ] {
            let one = measure_to(&player, 1, 0, goal, &Threads(1), &Watch::default());
            let two = measure_to(&player, 1, 0, goal, &Threads(2), &Watch::default());
            assert_eq!(one, two);
        }
    }

    #[test]
    fn it_stops_when_precise_or_when_the_budget_is_spent() {
        let player = player("6x6");
        let goal = Goal::new(0.2, None).unwrap();
        let measured = measure_to(&player, 1, 5, goal, &Threads(1), &Watch::default());
        let (measured, records) = (measured.measurement, measured.records);
        assert_eq!(measured.stopped.unwrap().because, Reason::Precise);
        assert!(relative_half_width(measured.mean, &measured.interval) <= 0.2);
        assert!(checkpoints(0.2).any(|games| games == records.len() as u64));
        assert_eq!(measured.games.first, 5);

        let goal = Goal::new(0.001, Some(5000)).unwrap();
        let measured = measure_to(&player, 1, 0, goal, &Threads(1), &Watch::default());
        let measured = measured.measurement;
        assert_eq!(measured.stopped.unwrap().because, Reason::Budget);
        assert!(measured.tally.pieces <= 5000 && measured.tally.pieces > 4000);
        assert!(measured.games.cut > 0 && !measured.games.interrupted);
    }

    #[test]
    fn a_budget_that_suffices_changes_nothing() {
        let player = player("6x6");
        let shard = Shard {
            seed: 1,
            first: 0,
            games: 30,
            length: Length::Whole,
        };
        let whole = play(&player, &shard, 1, &Watch::default());
        let within = play_within(&player, &shard, 100_000, &Threads(1), &Watch::default()).unwrap();
        assert_eq!(whole, within);
        // One that does not: each game is the whole game, or its beginning.
        let cut = play_within(&player, &shard, 600, &Threads(2), &Watch::default()).unwrap();
        assert!(cut.iter().map(|record| record.pieces).sum::<u64>() <= 600);
        for (cut, whole) in cut.iter().zip(&whole) {
            assert!(cut == whole || cut.end == End::Cut && cut.pieces <= whole.pieces);
        }
    }

    #[test]
    fn a_stop_is_said() {
        let watch = Watch::default();
        watch.stop();
        let goal = Goal::new(0.2, Some(1000)).unwrap();
        for goal in [goal, goal.abreast(Some(20))] {
            let measured = measure_to(&player("6x6"), 1, 0, goal, &Threads(1), &watch);
            assert!(measured.records.is_empty());
            let stopped = measured.measurement.stopped.unwrap();
            assert_eq!(stopped.because, Reason::Interrupted);
        }
    }

    /// Games abreast are the beginnings of the same games.
    #[test]
    fn games_abreast_are_cut_after_the_same_number_of_pieces() {
        let player = player("10x10");
        let goal = Goal::new(0.2, None).unwrap().abreast(Some(160));
        let measured = measure_to(&player, 1, 0, goal, &Threads(2), &Watch::default());
        let stopped = measured.measurement.stopped.unwrap();
        assert_eq!(stopped.because, Reason::Precise);
        let cut = measured.records.iter().map(|record| record.pieces).max();
        let shard = Shard {
            seed: 1,
            first: 0,
            games: 160,
            length: Length::AtMost(FIRST_CUT),
        };
        assert_eq!(cut, Some(FIRST_CUT));
        let expected = play(&player, &shard, 2, &Watch::default());
        assert_eq!(measured.records, expected);

        let few = Goal::new(0.01, None).unwrap().abreast(Some(3));
        let measured = measure_to(&player, 1, 0, few, &Threads(2), &Watch::default());
        let stopped = measured.measurement.stopped.unwrap();
        assert_eq!(stopped.because, Reason::OutOfGames);
        assert!(
            measured
                .records
                .iter()
                .all(|record| record.end == End::Lost)
        );
    }

    #[test]
    fn what_was_played_before_a_failure_is_kept() {
        let player = player("6x6");
        let lost = || PlayError::Failed("the device is lost".to_string());
        let after = |rounds| Faltering::new(rounds, move || Some(lost()));
        let goal = Goal::new(0.05, None).unwrap();
        let measured = measure_to(&player, 1, 0, goal, &after(2), &Watch::default());
        assert_eq!(measured.failure, Some(lost()));
        let second = checkpoints(0.05).nth(1).unwrap();
        assert_eq!(measured.measurement.games.finished, second);
        let stopped = measured.measurement.stopped.unwrap();
        assert_eq!(stopped.because, Reason::Interrupted);

        let abreast = goal.abreast(Some(2));
        let measured = measure_to(&player, 1, 0, abreast, &after(0), &Watch::default());
        assert!(measured.failure.is_some() && measured.records.is_empty());
    }
}

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
//! **The budget.** [`play_within`] shares out a number of moves among the games of a range: every game may use an equal part; what
//! games that die early leave over is shared among those still running, round after round. When it is spent, games still running are
//! cut: their lines count, without a death. A round ends in game order too, so the budget is spent in the same way whatever the
//! threads. A budget of *time* is somebody calling [`Watch::stop`] after that time: the games then depend on the clock and the
//! measurement says so (`interrupted`).

use serde::{Deserialize, Serialize};
use tetrarium_engine::game::State;
use tetrarium_engine::{Game, Player};

use crate::measure::{End, Length, MOVES_BETWEEN_LOOKS, Record, Shard, Watch, play};
use crate::measurement::Measurement;
use crate::parallel::in_order;
use crate::statistics::{Interval, Level, gamma_interval};

/// No look is taken before this number of games.
pub const FEWEST_GAMES: u64 = 30;

/// From one look to the next the number of games grows by this factor.
pub const GROWTH: f64 = 1.25;

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
        Ok(Goal { precision, budget })
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
    /// There are no more game numbers.
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

/// Plays games from number `first` on until the goal is reached. The records come with the measurement, in game order.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// use tetrarium_lab::Watch;
/// use tetrarium_lab::precision::{Goal, Reason, measure_to};
///
/// let mut rules = Rules::default();
/// rules.set("board", "6x6").unwrap();
/// let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
/// let goal = Goal::new(0.4, None).unwrap();
/// let (measured, records) = measure_to(&player, 1, 0, goal, 1, &Watch::default());
/// assert_eq!(measured.stopped.unwrap().because, Reason::Precise);
/// assert_eq!(measured.games.finished, records.len() as u64);
/// ```
pub fn measure_to(
    player: &Player,
    seed: u64,
    first: u64,
    goal: Goal,
    threads: usize,
    watch: &Watch,
) -> (Measurement, Vec<Record>) {
    let mut records: Vec<Record> = Vec::new();
    let mut left = goal.budget;
    let measured = |records: &[Record], games: u64, because| {
        let shard = Shard {
            seed,
            first,
            games,
            length: Length::Whole,
        };
        let mut measured = Measurement::new(player, &shard, records);
        measured.stopped = Some(Stopped { goal, because });
        measured
    };
    let room = u64::MAX - first;
    for games in checkpoints(goal.precision).take_while(|&games| games <= room) {
        let batch = Shard {
            seed,
            first: first + records.len() as u64,
            games: games - records.len() as u64,
            length: Length::Whole,
        };
        let new = match left {
            None => play(player, &batch, threads, watch),
            Some(budget) => play_within(player, &batch, budget, threads, watch),
        };
        let spent: u64 = new.iter().map(|record| record.pieces).sum();
        left = left.map(|left| left.saturating_sub(spent));
        let cut = new.iter().any(|record| record.end != End::Lost);
        records.extend(new);
        let so_far = measured(&records, games, Reason::Precise);
        let because = if so_far.games.interrupted {
            Reason::Interrupted
        } else if cut {
            Reason::Budget
        } else if relative_half_width(so_far.mean, &so_far.interval) <= goal.precision {
            Reason::Precise
        } else {
            continue;
        };
        return (measured(&records, games, because), records);
    }
    let games = records.len() as u64;
    (measured(&records, games, Reason::OutOfGames), records)
}

/// Plays a range of games that may use so many moves together, shared out equally in rounds; games still running when they are spent
/// are cut. The shard's length is a further limit for each game.
pub fn play_within(
    player: &Player,
    shard: &Shard,
    budget: u64,
    threads: usize,
    watch: &Watch,
) -> Vec<Record> {
    let limit = match shard.length {
        Length::Whole => u64::MAX,
        Length::AtMost(pieces) | Length::Restarting(pieces) => pieces,
    };
    let begin = |index| Played {
        game: Game::new(player, shard.seed, shard.first.wrapping_add(index)),
        deaths: 0,
        end: None,
    };
    let mut games: Vec<Played> = (0..shard.games).map(begin).collect();
    let mut left = budget;
    loop {
        let running: Vec<usize> = (0..games.len())
            .filter(|&index| games[index].end.is_none())
            .collect();
        let share = left / (running.len() as u64).max(1);
        // A round in which no game ends spends all that can be shared, so rounds are no more than games.
        if running.is_empty() || share == 0 || watch.stopped() {
            break;
        }
        let round = in_order(running.len() as u64, threads, watch, |index| {
            let game = &games[running[index as usize]];
            game.clone().played(share, limit, shard.length, watch)
        });
        for (index, game) in running.into_iter().zip(round) {
            let before = games[index].game.counts().pieces;
            left = left.saturating_sub(game.game.counts().pieces - before);
            games[index] = game;
        }
    }
    let stopped = watch.stopped();
    let last = if stopped { End::Interrupted } else { End::Cut };
    games
        .iter()
        // Stopped by somebody: games not begun say nothing.
        .filter(|game| !stopped || game.game.counts().pieces > 0)
        .map(|game| game.record(last))
        .collect()
}

/// A game that has come so far.
#[derive(Clone)]
struct Played<'a> {
    game: Game<'a>,
    deaths: u64,
    end: Option<End>,
}

impl<'a> Played<'a> {
    /// Plays `share` moves more, or until the game ends.
    fn played(mut self, share: u64, limit: u64, length: Length, watch: &Watch) -> Played<'a> {
        let start = self.game.counts();
        let until = start.pieces.saturating_add(share).min(limit);
        let (mut seen, deaths_before) = (start, self.deaths);
        let mut heights = watch.no_heights_yet();
        while self.end.is_none() && self.game.counts().pieces < until {
            self.game.advance();
            match self.game.state() {
                State::Playing => {
                    if let Some(heights) = &mut heights {
                        heights.record(self.game.board());
                    }
                }
                State::OutOfPieces => self.end = Some(End::Cut),
                State::Lost => {
                    self.deaths += 1;
                    match length {
                        Length::Restarting(_) => self.game.restart(),
                        _ => self.end = Some(End::Lost),
                    }
                }
            }
            let counts = self.game.counts();
            if counts.pieces >= seen.pieces + MOVES_BETWEEN_LOOKS {
                watch.count_moves(counts.pieces - seen.pieces, counts.lines - seen.lines);
                seen = counts;
                if watch.stopped() {
                    break;
                }
            }
        }
        let counts = self.game.counts();
        watch.count_moves(counts.pieces - seen.pieces, counts.lines - seen.lines);
        if counts.pieces >= limit && self.end.is_none() {
            self.end = Some(End::Cut);
        }
        watch.add_heights(heights);
        let ended = u64::from(self.end.is_some());
        watch.count_games(ended, self.deaths - deaths_before);
        self
    }

    /// What came of it, `last` being the end of a game still running.
    fn record(&self, last: End) -> Record {
        let counts = self.game.counts();
        Record {
            lines: counts.lines,
            pieces: counts.pieces,
            reward: counts.reward,
            deaths: self.deaths,
            end: self.end.unwrap_or(last),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
        ] {
            let one = measure_to(&player, 1, 0, goal, 1, &Watch::default());
            let two = measure_to(&player, 1, 0, goal, 2, &Watch::default());
            assert_eq!(one, two);
        }
    }

    #[test]
    fn it_stops_when_precise_or_when_the_budget_is_spent() {
        let player = player("6x6");
        let goal = Goal::new(0.2, None).unwrap();
        let (measured, records) = measure_to(&player, 1, 5, goal, 1, &Watch::default());
        assert_eq!(measured.stopped.unwrap().because, Reason::Precise);
        assert!(relative_half_width(measured.mean, &measured.interval) <= 0.2);
        assert!(checkpoints(0.2).any(|games| games == records.len() as u64));
        assert_eq!(measured.games.first, 5);

        let goal = Goal::new(0.001, Some(5000)).unwrap();
        let (measured, _) = measure_to(&player, 1, 0, goal, 1, &Watch::default());
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
        let within = play_within(&player, &shard, 100_000, 1, &Watch::default());
        assert_eq!(whole, within);
        // One that does not: each game is the whole game, or its beginning.
        let cut = play_within(&player, &shard, 600, 2, &Watch::default());
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
        let (measured, records) = measure_to(&player("6x6"), 1, 0, goal, 1, &watch);
        assert!(records.is_empty());
        assert_eq!(measured.stopped.unwrap().because, Reason::Interrupted);
    }
}

//! Measuring as flags: how many games, or to which precision.

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use tetrarium_engine::Player;
use tetrarium_lab::measure::{Goal, games_for, measure_to, play_within};
use tetrarium_lab::play::Record;
use tetrarium_lab::{Length, Measurement, Shard, Watch, Work};

use crate::failure::Failure;
use crate::flags::backend::{BackendName, Players, WhoPlays};
use crate::print::progress::Bar;
use crate::print::text::{rate, whole};

/// How much is played.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Games")]
pub struct MeasureFlags {
    /// Games to play
    #[arg(long, short = 'n', default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// Instead, play until the 95 % interval is this narrow, for example 5%
    #[arg(long, conflicts_with_all = ["games", "max_pieces", "placements"])]
    pub precision: Option<Percent>,
    /// Play towards the precision with this many games side by side, all cut after the same number of pieces (on a GPU 65536, else whole games)
    #[arg(long, requires = "precision", value_parser = clap::value_parser!(u64).range(1..))]
    pub abreast: Option<u64>,
    /// Stop after this many moves (50M) or this much time (90s, 10m; the games then depend on the clock)
    #[arg(long, conflicts_with = "placements")]
    pub budget: Option<Budget>,
    /// The number of the first game, so that other runs can play other games of the same seed
    #[arg(long, default_value_t = 0)]
    pub first: u64,
    /// The seed of the pieces
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub who: WhoPlays,
    /// Cut games short after this many pieces
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_pieces: Option<u64>,
    /// Instead of lines measure points over this many placements, lost games going on with an empty board (2008 RL Competition)
    #[arg(long, conflicts_with = "max_pieces", value_parser = clap::value_parser!(u64).range(1..))]
    pub placements: Option<u64>,
    /// Keep the score of each game in the records, for histograms and exact merging
    #[arg(long)]
    pub scores: bool,
    /// Count how high the pile stands after every move; played on the threads
    #[arg(long)]
    pub heights: bool,
    /// Print one JSON object a measurement and line
    #[arg(long)]
    pub json: bool,
}

/// A part of a whole, written as a percentage.
#[derive(Clone, Copy, Debug)]
pub struct Percent(f64);

impl FromStr for Percent {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number = text
            .trim()
            .trim_end_matches('%')
            .trim()
            .trim_start_matches('±');
        match number.parse::<f64>() {
            Ok(percent) if percent.is_finite() => Ok(Percent(percent / 100.0)),
            _ => Err("a percentage was expected, for example 5%".to_string()),
        }
    }
}

/// The most to be spent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// So many moves.
    Moves(u64),
    /// So much time.
    Time(Duration),
}

impl FromStr for Budget {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let error =
            || "moves (20000, 50k, 50M, 2G) or time (90s, 10m, 2h) were expected".to_string();
        let split = text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len());
        let (number, unit) = text.split_at(split);
        let number: f64 = number.trim().parse().map_err(|_| error())?;
        if !(number > 0.0 && number < 1e15) {
            return Err(error());
        }
        let moves = |factor: f64| Ok(Budget::Moves((number * factor).round().max(1.0) as u64));
        let time = |factor: f64| {
            Ok(Budget::Time(Duration::from_secs_f64(
                (number * factor).min(1e9),
            )))
        };
        match unit {
            "" => moves(1.0),
            "k" => moves(1e3),
            "M" => moves(1e6),
            "G" => moves(1e9),
            "s" => time(1.0),
            "m" => time(60.0),
            "h" => time(3600.0),
            _ => Err(error()),
        }
    }
}

/// Games side by side, where nobody says how many and so many are played at once.
const ABREAST: u64 = 1 << 16;

impl MeasureFlags {
    fn length(&self) -> Length {
        match (self.max_pieces, self.placements) {
            (_, Some(placements)) => Length::Restarting(placements),
            (Some(pieces), None) => Length::AtMost(pieces),
            (None, None) => Length::Whole,
        }
    }

    fn goal(&self, at_once: u64) -> Result<Option<Goal>, Failure> {
        let moves = match self.budget {
            Some(Budget::Moves(moves)) => Some(moves),
            _ => None,
        };
        let goal = self
            .precision
            .map(|precision| Goal::new(precision.0, moves));
        let abreast = self.abreast.or((at_once >= ABREAST).then_some(ABREAST));
        let goal = goal.transpose().map_err(Failure::input)?;
        Ok(goal.map(|goal| goal.abreast(abreast)))
    }

    /// Whoever was asked for; pile heights are counted by threads only.
    pub fn players(&self) -> Result<Players, Failure> {
        let mut who = self.who;
        if self.heights {
            who.backend = BackendName::Cpu;
        }
        who.players()
    }

    /// Whether the flags go together; asked before the first game.
    pub fn check(&self) -> Result<(), Failure> {
        self.goal(1)?;
        if self.who.backend == BackendName::Gpu && self.heights {
            return Err(Failure::input(
                "--backend gpu does not count pile heights: leave out --heights, or play on the threads",
            ));
        }
        if self.first.checked_add(self.games).is_none() {
            return Err(Failure::input(
                "--first plus --games is more than there are game numbers",
            ));
        }
        Ok(())
    }

    /// Measures a player with a progress bar; the rate goes to standard error, because it is no result. If whoever plays fails, there may be a measurement
    /// of what was played until then.
    pub fn measure(
        &self,
        player: &Player,
        label: &str,
        players: &Players,
        interrupted: &Arc<AtomicBool>,
    ) -> Result<Measurement, Unfinished> {
        let games = &*players.games;
        let goal = self.goal(games.at_once())?;
        let started = Instant::now();
        let deadline = Deadline::new(self.budget, interrupted);
        let watch = Watch::stopping_on(&deadline.stop);
        let watch = Arc::new(match self.heights {
            true => watch.counting_heights(),
            false => watch,
        });
        let expected = goal.map_or(self.games, |goal| games_for(goal.precision()));
        let bar = Bar::following(&watch, expected, label);
        let shard = Shard {
            seed: self.seed,
            first: self.first,
            games: self.games,
            length: self.length(),
        };
        let work = Work {
            contender: player.into(),
            shard,
        };
        let counted = |records: Vec<Record>| {
            let measurement = Measurement::new(player, &shard, &records);
            (measurement, records, None)
        };
        let measured = match (goal, self.budget) {
            (Some(goal), _) => {
                let measured = measure_to(player, self.seed, self.first, goal, games, &watch);
                Ok((measured.measurement, measured.records, measured.failure))
            }
            (None, Some(Budget::Moves(moves))) => {
                play_within(player, &shard, moves, games, &watch).map(counted)
            }
            (None, _) => games
                .play(&[work], &watch)
                .map(|mut lists| counted(lists.remove(0))),
        };
        drop(bar);
        let (mut measurement, records, failure) = measured.map_err(Failure::from)?;
        let moves = measurement.tally.pieces;
        let seconds = started.elapsed().as_secs_f64();
        eprintln!(
            "{label}: {} moves in {seconds:.1} s on {}: {} moves/s",
            whole(moves),
            players.name,
            rate(moves as f64 / seconds.max(1e-9)),
        );
        measurement.heights = watch.heights();
        let measurement = match self.scores {
            true => measurement.keeping_scores(&records),
            false => measurement,
        };
        match failure {
            None => Ok(measurement),
            Some(error) => Err(Unfinished {
                so_far: Some(Box::new(measurement)),
                failure: error.into(),
            }),
        }
    }
}

/// A measurement that did not come to its end.
pub struct Unfinished {
    /// The measurement of what was played, if anything was.
    pub so_far: Option<Box<Measurement>>,
    /// Why.
    pub failure: Failure,
}

impl From<Failure> for Unfinished {
    fn from(failure: Failure) -> Unfinished {
        Unfinished {
            so_far: None,
            failure,
        }
    }
}

/// A flag that is set by Ctrl-C or when the time is up.
struct Deadline {
    stop: Arc<AtomicBool>,
    done: Option<std::sync::mpsc::Sender<()>>,
}

impl Deadline {
    fn new(budget: Option<Budget>, interrupted: &Arc<AtomicBool>) -> Deadline {
        let Some(Budget::Time(time)) = budget else {
            return Deadline {
                stop: Arc::clone(interrupted),
                done: None,
            };
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (done, over) = std::sync::mpsc::channel();
        let (setter, interrupted) = (Arc::clone(&stop), Arc::clone(interrupted));
        let started = Instant::now();
        std::thread::spawn(move || {
            let tick = Duration::from_millis(50);
            while over.recv_timeout(tick) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                if interrupted.load(Ordering::Relaxed) || started.elapsed() >= time {
                    setter.store(true, Ordering::Relaxed);
                    return;
                }
            }
        });
        Deadline {
            stop,
            done: Some(done),
        }
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        drop(self.done.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_moves_or_time() {
        assert_eq!("50M".parse(), Ok(Budget::Moves(50_000_000)));
        assert_eq!("20000".parse(), Ok(Budget::Moves(20_000)));
        assert_eq!("1.5k".parse(), Ok(Budget::Moves(1500)));
        assert_eq!("90s".parse(), Ok(Budget::Time(Duration::from_secs(90))));
        assert_eq!("10m".parse(), Ok(Budget::Time(Duration::from_secs(600))));
        for text in ["", "M", "-5", "0", "nan", "5x", "inf"] {
            assert!(text.parse::<Budget>().is_err(), "{text}");
        }
    }

    #[test]
    fn precisions_are_percentages() {
        assert_eq!("5%".parse::<Percent>().unwrap().0, 0.05);
        assert_eq!("±20 %".parse::<Percent>().unwrap().0, 0.2);
        assert!("wide".parse::<Percent>().is_err());
    }
}

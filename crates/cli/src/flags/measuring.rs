//! The flags of measuring: the number of games, a precision, or the work of splitting.

use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use tetrarium_lab::estimate::Settings;
use tetrarium_lab::{Amount, Budget, Contender, Danger, Length, Order, USUAL_GAMES};

use crate::failure::Failure;
use crate::flags::backend::{BackendFlags, BackendName, ReadyBackend};
use crate::flags::counts;
use crate::flags::format::FormatFlags;

/// How much is played.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Games")]
pub struct MeasureFlags {
    /// Games to play, at most 100 million; by default 100, or climbs if those would take too many
    /// moves
    #[arg(long, short = 'n', value_parser = counts::positive)]
    pub games: Option<u64>,
    /// Instead, go on until the 95 % interval is this narrow, for example 5%
    #[arg(long, conflicts_with_all = ["games", "max_pieces", "placements"])]
    pub precision: Option<Percent>,
    /// Measure by playing games or by splitting; by default by games, unless they would take too
    /// many moves
    #[arg(long, value_enum)]
    pub by: Option<ByFlag>,
    #[command(flatten)]
    pub climbs: ClimbFlags,
    /// Reach the precision with this number of games side by side, at most 16,777,216, all cut
    /// after the same number of pieces
    #[arg(long, requires = "precision", value_parser = counts::positive)]
    pub abreast: Option<u64>,
    /// Stop after this number of moves (50M) or this time (90s, 10m; the games then depend on the
    /// clock)
    #[arg(long, conflicts_with = "placements")]
    pub budget: Option<BudgetFlag>,
    /// The number of the first game, so that other runs can play other games of the same seed
    #[arg(long, value_parser = counts::count)]
    pub first: Option<u64>,
    /// The seed of the pieces
    #[arg(long, value_parser = counts::seed, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub backend: BackendFlags,
    /// Cut games short after this number of pieces
    #[arg(long, value_parser = counts::positive)]
    pub max_pieces: Option<u64>,
    /// Instead of lines, measure points over this number of placements; lost games go on with an
    /// empty board (2008 RL Competition)
    #[arg(long, conflicts_with = "max_pieces", value_parser = counts::positive)]
    pub placements: Option<u64>,
    /// Keep the score of each game in the records, for histograms and exact merging
    #[arg(long)]
    pub scores: bool,
    /// Count the height of the pile after every move; played on the threads
    #[arg(long)]
    pub heights: bool,
    #[command(flatten)]
    pub format: FormatFlags,
}

/// How a mean is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ByFlag {
    /// By playing games, however long they take
    Games,
    /// By multilevel splitting, as `estimate` does
    Climbs,
}

/// The work of multilevel splitting.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Splitting")]
pub struct ClimbFlags {
    /// Climbs from each level, in each repeat; 4000 by default
    #[arg(long, value_parser = counts::count)]
    pub climbs: Option<u64>,
    /// Independent repeats, which give the interval; 16 by default
    #[arg(long, value_parser = counts::count)]
    pub repeats: Option<u64>,
    /// The measure of danger; by default pile for an agent that sees one piece, cover for one that
    /// sees more
    #[arg(long, value_enum)]
    pub danger: Option<DangerFlag>,
}

impl ClimbFlags {
    /// Whether an option of climbs was given.
    fn is_given(&self) -> bool {
        self.climbs.is_some() || self.repeats.is_some() || self.danger.is_some()
    }

    /// The amount of these flags, to a precision if there is one.
    pub fn amount(&self, precision: Option<Percent>) -> Amount {
        let usual = Settings::default();
        Amount::Climbs {
            climbs: self.climbs.unwrap_or(usual.climbs),
            repeats: self.repeats.unwrap_or(usual.repeats),
            danger: self.danger.map(Danger::from),
            precision: precision.map(|Percent(precision)| precision),
        }
    }
}

/// The measure of danger of an estimate.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum DangerFlag {
    /// Height, rows with holes and wells
    Pile,
    /// The same with the cells above holes
    Cover,
    /// The height of the highest column
    Height,
}

impl From<DangerFlag> for Danger {
    fn from(flag: DangerFlag) -> Self {
        match flag {
            DangerFlag::Pile => Danger::Pile,
            DangerFlag::Cover => Danger::Cover,
            DangerFlag::Height => Danger::Height,
        }
    }
}

/// A part of a whole, written as a percentage.
#[derive(Clone, Copy, Debug)]
pub struct Percent(f64);

impl Percent {
    /// The part of the whole.
    pub fn part(self) -> f64 {
        self.0
    }
}

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

/// A limit of moves or of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BudgetFlag(Budget);

impl FromStr for BudgetFlag {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let error =
            || "moves (20000, 50k, 50M, 2G) or time (90s, 10m, 2h) were expected".to_string();
        let unit = text.chars().last().unwrap_or_default();
        let seconds = match unit {
            's' => 1.0,
            'm' => 60.0,
            'h' => 3600.0,
            _ => {
                let moves = counts::positive(text);
                return moves
                    .map(|moves| BudgetFlag(Budget::Moves(moves)))
                    .map_err(|_| error());
            }
        };
        let number = text.strip_suffix(unit).unwrap_or(text).trim();
        match number.parse::<f64>() {
            Ok(number) if number > 0.0 && number < 1e15 => {
                let seconds = (number * seconds).min(1e9);
                Ok(BudgetFlag(Budget::Time(Duration::from_secs_f64(seconds))))
            }
            _ => Err(error()),
        }
    }
}

impl MeasureFlags {
    /// How long a game may last.
    fn length(&self) -> Length {
        match (self.placements, self.max_pieces) {
            (Some(placements), _) => Length::Restarting(placements),
            (None, Some(pieces)) => Length::AtMost(pieces),
            (None, None) => Length::Whole,
        }
    }

    /// Whether an option says that games are played, whatever they take.
    fn asks_for_games(&self) -> bool {
        let numbers = [self.games, self.max_pieces, self.placements, self.abreast];
        self.by == Some(ByFlag::Games)
            || numbers.iter().chain([&self.first]).any(Option::is_some)
            || self.budget.is_some()
            || self.scores
            || self.heights
    }

    /// How much is played.
    fn amount(&self) -> Result<Amount, Failure> {
        let precision = self.precision.map(|Percent(precision)| precision);
        let by_climbs = self.by == Some(ByFlag::Climbs) || self.climbs.is_given();
        let first = self.first.unwrap_or(0);
        match (by_climbs, self.asks_for_games(), precision) {
            (true, true, _) => Err(Failure::input(
                "climbs (--climbs, --repeats, --danger, --by climbs) and options of games (--games, \
                 --first, --abreast, --budget, --max-pieces, --placements, --scores, --heights, \
                 --by games) exclude each other",
            )),
            (true, false, _) => Ok(self.climbs.amount(self.precision)),
            (false, false, precision) => Ok(Amount::Chosen { precision }),
            (false, true, Some(precision)) => Ok(Amount::Precision {
                first,
                precision,
                side_by_side: self.abreast,
            }),
            (false, true, None) => Ok(Amount::Games {
                first,
                games: self.games.unwrap_or(USUAL_GAMES),
                length: self.length(),
            }),
        }
    }

    /// The order of these contenders with these flags.
    pub fn order<'a>(&self, contenders: Vec<Contender<'a>>) -> Result<Order<'a>, Failure> {
        let amount = self.amount()?;
        Ok(Order {
            contenders,
            seed: self.seed,
            budget: self.budget.map(|BudgetFlag(budget)| budget),
            keeps_scores: self.scores,
            counts_heights: self.heights,
            predicts: true,
            ..Order::new(amount)
        })
    }

    /// The limit of moves or of time.
    pub fn budget(&self) -> Option<Budget> {
        self.budget.map(|BudgetFlag(budget)| budget)
    }

    /// Prepares the backend. Only the threads count heights.
    pub fn backend(&self) -> Result<ReadyBackend, Failure> {
        let mut flags = self.backend;
        if self.heights {
            if flags.backend == BackendName::Gpu {
                return Err(Failure::input(
                    "--backend gpu does not count pile heights: leave out --heights, or play on \
                     the threads",
                ));
            }
            flags.backend = BackendName::Cpu;
        }
        flags.ready()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_moves_or_time() {
        let budget = |text: &str| text.parse::<BudgetFlag>().map(|flag| flag.0);
        assert_eq!(budget("50M"), Ok(Budget::Moves(50_000_000)));
        assert_eq!(budget("20000"), Ok(Budget::Moves(20_000)));
        assert_eq!(budget("1.5k"), Ok(Budget::Moves(1500)));
        assert_eq!(budget("90s"), Ok(Budget::Time(Duration::from_secs(90))));
        assert_eq!(budget("10m"), Ok(Budget::Time(Duration::from_secs(600))));
        for text in ["", "M", "-5", "0", "nan", "5x", "inf", "0s", "1ss", "s"] {
            assert!(budget(text).is_err(), "{text}");
        }
    }

    #[test]
    fn precisions_are_percentages() {
        assert_eq!("5%".parse::<Percent>().unwrap().0, 0.05);
        assert_eq!("±20 %".parse::<Percent>().unwrap().0, 0.2);
        assert!("wide".parse::<Percent>().is_err());
    }
}

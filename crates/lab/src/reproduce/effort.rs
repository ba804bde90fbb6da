//! How much work a result is.

use tetrarium_engine::Search;

use super::published::{Published, Work};
use crate::estimate::Settings;
use crate::measure::games_for;
use crate::play::Danger;

/// Pieces after which a game without chance is given up.
pub(super) const LONGEST: u64 = 100_000;

/// About the moves of a run of training, its measurements included.
const MOVES_A_RUN: u64 = 20_000_000;

/// About the moves that could be made while the best play on 5x5 is computed.
const SOLVED: f64 = 50_000_000.0;

/// How much is played for each result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Wide intervals and three seeds: minutes on two cores, and longer for what is trained again.
    #[default]
    Quick,
    /// Narrow intervals, which take hours.
    Full,
}

impl Effort {
    /// A word for the names of files.
    pub fn word(self) -> &'static str {
        match self {
            Effort::Quick => "quick",
            Effort::Full => "full",
        }
    }

    /// The seeds of training.
    pub(super) fn seeds(self) -> u64 {
        match self {
            Effort::Quick => 3,
            Effort::Full => 10,
        }
    }

    /// The precision of a mean.
    pub(super) fn precision(self) -> f64 {
        match self {
            Effort::Quick => 0.15,
            Effort::Full => 0.03,
        }
    }

    /// The most moves for a result, of a greedy player with a kernel.
    fn moves(self) -> u64 {
        match self {
            Effort::Quick => 12_000_000,
            Effort::Full => 3_000_000_000,
        }
    }

    /// The most moves for a result, where one costs `of_a_move`.
    pub(super) fn most_moves(self, of_a_move: u64) -> u64 {
        (self.moves() / of_a_move).max(10_000)
    }

    /// Whether a result is estimated rather than measured.
    pub(super) fn estimates(self, result: &Published, of_a_move: u64) -> bool {
        // The dearest moves that are still worth an estimate.
        let dearest = match self {
            Effort::Quick => 160,
            Effort::Full => u64::MAX,
        };
        result.is_long() && of_a_move <= dearest
    }

    /// How a mean is estimated. Dear moves are made less often, but often enough to see something.
    pub(super) fn settings(self, of_a_move: u64, search: Search) -> Settings {
        let climbs = match self {
            Effort::Quick => 1000.0,
            Effort::Full => 8000.0,
        };
        Settings {
            climbs: (climbs / (of_a_move as f64).sqrt()).max(80.0) as u64,
            danger: Danger::for_depth(search.depth()),
            ..Settings::default()
        }
    }

    /// About how much work a result is, in moves of a greedy player with a kernel.
    pub(super) fn work(self, result: &Published, of_a_move: u64) -> u64 {
        let lines = result.expected_lines();
        let moves = match &result.work {
            Work::Placements(..) | Work::Unknown => 0.0,
            Work::Solved(_) => SOLVED,
            Work::Training(_, moves) => (self.seeds() * moves.unwrap_or(MOVES_A_RUN)) as f64,
            Work::Law(_, games) => *games as f64 * 10_000.0,
            Work::Mean(_) if result.is_certain() => LONGEST as f64,
            Work::Mean(played) if self.estimates(result, of_a_move) => {
                let settings = self.settings(of_a_move, played.0.search);
                // A level is passed by a third, and a climb is about 60 moves.
                let levels = (lines.ln() / 1.1).max(3.0);
                60.0 * levels * (settings.climbs * settings.repeats) as f64
            }
            Work::Mean(_) => {
                let games = games_for(self.precision()) as f64;
                return ((2.5 * games * lines) as u64 * of_a_move).min(self.moves());
            }
        };
        (moves * of_a_move as f64) as u64
    }
}

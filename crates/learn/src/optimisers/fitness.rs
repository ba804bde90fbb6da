//! Games, and the one number that an optimiser compares candidates by.

use serde::{Deserialize, Serialize};

/// What one game came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameCount {
    /// Lines cleared.
    pub lines: u64,
    /// Pieces placed.
    pub pieces: u64,
    /// Whether the game was played to its end; false where it was cut short.
    pub finished: bool,
}

/// The statistic that turns a candidate's games into its fitness. More is better; it is never
/// negative, as fitness-proportionate selection asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Fitness {
    /// The mean number of lines (Amundsen 2014, §3.4.2; Szita & Lőrincz 2006).
    #[default]
    Lines,
    /// The mean number of pieces.
    Pieces,
    /// As `Lines`, but from seven games on the best and the worst game are left out.
    TrimmedLines,
    /// As `Pieces`, but from seven games on the best and the worst game are left out (Böhm, Kókai
    /// & Mandl 2005, §3.1).
    TrimmedPieces,
    /// Lines over games finished: for games that may be cut short, whose lines count but whose
    /// end was not seen. No end at all counts as half a one, so that such a candidate stands
    /// above one with the same lines and an end.
    LinesPerDeath,
}

impl Fitness {
    /// The fitness of games, by their sums; 0 for no games.
    pub fn of(self, sums: &Sums) -> f64 {
        if sums.games == 0 {
            return 0.0;
        }
        match self {
            Fitness::Lines => sums.lines.mean(sums.games),
            Fitness::Pieces => sums.pieces.mean(sums.games),
            Fitness::TrimmedLines => sums.lines.trimmed(sums.games),
            Fitness::TrimmedPieces => sums.pieces.trimmed(sums.games),
            Fitness::LinesPerDeath => match sums.finished {
                0 => sums.lines.sum as f64 / 0.5,
                deaths => sums.lines.sum as f64 / deaths as f64,
            },
        }
    }

    /// What is counted in one game.
    pub fn count(self, game: &GameCount) -> u64 {
        match self {
            Fitness::Lines | Fitness::TrimmedLines | Fitness::LinesPerDeath => game.lines,
            Fitness::Pieces | Fitness::TrimmedPieces => game.pieces,
        }
    }
}

/// The sums over games that every [`Fitness`] can be computed from. They are whole numbers, so
/// the order in which games are added does not matter.
///
/// ```
/// use tetrarium_learn::optimisers::{Fitness, GameCount, Sums};
/// let games = [0, 1, 2, 3, 4, 5, 1000].map(|lines| GameCount { lines, pieces: 3 * lines, finished: true });
/// let sums = Sums::of(&games);
/// assert_eq!(Fitness::TrimmedLines.of(&sums), 3.0);
/// assert_eq!(Fitness::Lines.of(&sums), 145.0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    games: u64,
    finished: u64,
    lines: Total,
    pieces: Total,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Total {
    sum: u64,
    least: u64,
    most: u64,
}

impl Total {
    fn add(&mut self, first: bool, value: u64) {
        self.sum = self.sum.saturating_add(value);
        self.least = if first { value } else { self.least.min(value) };
        self.most = self.most.max(value);
    }

    fn mean(&self, games: u64) -> f64 {
        self.sum as f64 / games as f64
    }

    fn trimmed(&self, games: u64) -> f64 {
        if games < 7 {
            return self.mean(games);
        }
        self.sum
            .saturating_sub(self.least)
            .saturating_sub(self.most) as f64
            / (games - 2) as f64
    }
}

impl Sums {
    /// The sums over `games`.
    pub fn of(games: &[GameCount]) -> Self {
        let mut sums = Sums::default();
        sums.add(games);
        sums
    }

    /// Adds `games`.
    pub fn add(&mut self, games: &[GameCount]) {
        for game in games {
            let first = self.games == 0;
            self.games += 1;
            self.finished += u64::from(game.finished);
            self.lines.add(first, game.lines);
            self.pieces.add(first, game.pieces);
        }
    }

    /// How many games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many of them were played to their end.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// How many lines in all.
    pub fn lines(&self) -> u64 {
        self.lines.sum
    }

    /// How many pieces in all.
    pub fn pieces(&self) -> u64 {
        self.pieces.sum
    }
}

/// The number in the middle, the lower one of two; none of no numbers.
pub(super) fn middle(mut numbers: Vec<f64>) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    numbers.get((numbers.len().max(1) - 1) / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(lines: &[u64]) -> Vec<GameCount> {
        lines
            .iter()
            .map(|&lines| GameCount {
                lines,
                pieces: lines * 3,
                finished: lines % 10 != 9,
            })
            .collect()
    }

    #[test]
    fn statistics() {
        let six = Sums::of(&games(&[10, 0, 2, 3, 4, 5]));
        assert_eq!(Fitness::Lines.of(&six), 4.0);
        assert_eq!(Fitness::TrimmedLines.of(&six), 4.0, "not from six games");
        assert_eq!(Fitness::TrimmedPieces.of(&six), 12.0);
        let cut = Sums::of(&games(&[9, 21]));
        assert_eq!(Fitness::LinesPerDeath.of(&cut), 30.0);
        assert_eq!(Fitness::LinesPerDeath.of(&Sums::of(&games(&[9]))), 18.0);
        assert_eq!(Fitness::Lines.of(&Sums::default()), 0.0);
    }

    #[test]
    fn the_order_of_games_does_not_matter() {
        let mut one = Sums::of(&games(&[3, 1, 4]));
        one.add(&games(&[1, 5]));
        assert_eq!(one, Sums::of(&games(&[5, 1, 4, 1, 3])));
    }
}

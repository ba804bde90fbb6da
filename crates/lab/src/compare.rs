//! Which of several controllers is better, and is that certain?
//!
//! All are measured under the same game and, as a rule, with the same seed. Equal seeds give equal
//! pieces, which suggests that the games of two controllers go together and that a paired test
//! would see more. Hardly: after the first few moves the boards differ, and a piece that saves one
//! buries the other. What is left is that a deadly run of pieces is deadly for all.
//! `examples/pairing.rs` measures the correlation of game lengths: +0.05 to +0.08 for bcts,
//! dellacherie and dt-10 on 10×6 (4000 games, standard error 0.016), +0.07 for the first two on
//! 10×8 (1000 games, 0.03). So games count as independent here, whatever their seeds. That errs on
//! the safe side, and little: leaving out a correlation of +0.08 makes the interval of a ratio
//! wider by a factor of 1 / √(1 − 0.08), that is by 4 %.

mod mean_record;
mod ratio;
mod same_game;

use std::borrow::Borrow;

use serde::{Deserialize, Serialize};
use tetrarium_engine::Fingerprint;

use self::same_game::{Game, differences};
use crate::measure::{Measurement, Method};
use crate::records::labels;
use crate::statistics::{Comparison, Interval};

pub use mean_record::MeanRecord;
pub use ratio::{Mean, POWER, Ratio};
pub use same_game::{CompareError, check, comparable, is_of_player};

/// Several controllers side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compared {
    /// One row a controller, the best mean first; those without a mean, which no game of theirs has
    /// ended, before all.
    pub rows: Vec<Row>,
    /// All pairs, the better of the two first, in the order of the rows.
    pub pairs: Vec<Pair>,
    /// Settings of the players that are not the same for all.
    pub differences: Vec<String>,
}

/// A controller's measurement in a few numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its place in the list that was compared.
    pub measurement: usize,
    /// Its name.
    pub controller: String,
    /// Its search.
    pub search: String,
    /// The fingerprint of the agent and its rules; none if its identity is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<Fingerprint>,
    /// Its mean; none if no game was lost.
    pub mean: Option<f64>,
    /// The 95 % interval of the mean.
    pub interval: Interval,
    /// How the interval was computed.
    pub method: Method,
    /// Games.
    pub games: u64,
}

/// Two controllers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pair {
    /// The row of the one with the greater mean.
    pub better: usize,
    /// The row of the other.
    pub worse: usize,
    /// Ratio of the means, its interval, and the probability that the order is right.
    pub comparison: Comparison,
    /// Whether the interval of the ratio leaves out 1.
    pub told_apart: bool,
    /// If not: how many games each would have to play so that it does with a probability of
    /// [`POWER`], if the ratio is what it seems.
    pub games_needed: Option<u64>,
}

impl Compared {
    /// Compares measurements of the same game. Board, pieces and what ends the game must be the
    /// same; how players settle ties and the like ([`is_of_player`]) may differ and is listed.
    ///
    /// ```
    /// use tetrarium_engine::{Player, Rules, catalogue};
    /// use tetrarium_lab::{Length, Measurement, Shard, Watch, compare::Compared, play};
    ///
    /// let mut rules = Rules::default();
    /// rules.set("board", "8x6").unwrap();
    /// let measured = ["lee", "bcts"].map(|name| {
    ///     let player = Player::new(catalogue::named(name).unwrap(), &rules).unwrap();
    ///     let shard = Shard { seed: 1, first: 0, games: 40, length: Length::Whole };
    ///     Measurement::new(&player, &shard, &play(&player, &shard, 1, &Watch::default()))
    /// });
    /// let compared = Compared::of(&measured).unwrap();
    /// assert_eq!(compared.rows[0].controller, "bcts");
    /// assert!(compared.pairs[0].comparison.probability_greater > Some(0.5));
    /// ```
    ///
    /// # Errors
    ///
    /// If there are fewer than two measurements, or two of them are of different games.
    pub fn of(measurements: &[impl Borrow<Measurement>]) -> Result<Compared, CompareError> {
        let measurements: Vec<&Measurement> = measurements.iter().map(Borrow::borrow).collect();
        let games: Vec<Game> = measurements.iter().map(|one| Game::of(one)).collect();
        let differences = differences(&games)?;
        let order = ranking(&measurements);
        let ranked: Vec<&Measurement> = order.iter().map(|&index| measurements[index]).collect();
        let mut pairs = Vec::new();
        for better in 0..ranked.len() {
            for worse in better + 1..ranked.len() {
                pairs.push(pair(&ranked, better, worse));
            }
        }
        Ok(Compared {
            rows: order
                .iter()
                .map(|&index| row(index, measurements[index]))
                .collect(),
            pairs,
            differences,
        })
    }

    /// What people call each row: its name, with the beginning of its fingerprint where another row
    /// has the same name.
    pub fn labels(&self) -> Vec<String> {
        let agents = self.rows.iter();
        let agents: Vec<_> = agents
            .map(|row| (row.controller.as_str(), row.fingerprint))
            .collect();
        labels(&agents)
    }

    /// What the comparison shows, a sentence a pair.
    pub fn statements(&self) -> Vec<String> {
        let labels = self.labels();
        let name = |row: usize| format!("{} ({})", labels[row], self.rows[row].search);
        self.pairs
            .iter()
            .map(|pair| {
                let (better, worse) = (name(pair.better), name(pair.worse));
                let Interval { low, high } = pair.comparison.interval;
                match (pair.told_apart, pair.comparison.ratio, pair.games_needed) {
                    (true, Some(ratio), _) => format!(
                        "{better} makes {ratio:.2} times the lines of {worse} ({low:.2} to {high:.2})."
                    ),
                    (true, None, _) => format!(
                        "{better} makes at least {low:.2} times the lines of {worse}: it was never lost."
                    ),
                    (false, _, Some(games)) => format!(
                        "{better} and {worse} cannot be told apart (ratio {low:.2} to {high:.2}): about {games} games each would decide it."
                    ),
                    (false, _, None) => format!(
                        "{better} and {worse} cannot be told apart, and these games do not say how many more would decide it."
                    ),
                }
            })
            .collect()
    }
}

/// The places of measurements in a list, the best mean first. Without a death the mean is beyond
/// all others; among such, more lines come first.
pub(crate) fn ranking(measurements: &[&Measurement]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..measurements.len()).collect();
    let key = |index: usize| match measurements[index].mean {
        Some(mean) => (0, mean),
        None => (1, measurements[index].tally.lines as f64),
    };
    order.sort_by(|&a, &b| {
        let (a, b) = (key(a), key(b));
        b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    order
}

fn row(measurement: usize, of: &Measurement) -> Row {
    Row {
        measurement,
        controller: of.controller.clone(),
        search: of.search.clone(),
        fingerprint: of.identity.as_ref().map(|one| one.fingerprint),
        mean: of.mean,
        interval: of.interval,
        method: of.method,
        games: of.tally.games(),
    }
}

fn pair(ranked: &[&Measurement], better: usize, worse: usize) -> Pair {
    let Ratio {
        comparison,
        told_apart,
        games_needed,
    } = Ratio::of(ranked[better], ranked[worse]);
    Pair {
        better,
        worse,
        comparison,
        told_apart,
        games_needed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Length, Shard, Watch, play};
    use tetrarium_engine::{Player, Rules, catalogue};

    fn measured(name: &str, settings: &[(&str, &str)], games: u64, length: Length) -> Measurement {
        let mut rules = Rules::default();
        rules.set("board", "8x6").unwrap();
        for (setting, value) in settings {
            rules.set(setting, value).unwrap();
        }
        let player = Player::new(catalogue::named(name).unwrap(), &rules).unwrap();
        let shard = Shard {
            seed: 1,
            first: 0,
            games,
            length,
        };
        Measurement::new(
            &player,
            &shard,
            &play(&player, &shard, 1, &Watch::default()),
        )
    }

    #[test]
    fn the_best_comes_first_and_all_pairs_follow() {
        let list = ["lee", "bcts", "dellacherie"].map(|n| measured(n, &[], 60, Length::Whole));
        let compared = Compared::of(&list).unwrap();
        let means: Vec<f64> = compared.rows.iter().filter_map(|row| row.mean).collect();
        assert!(means.is_sorted_by(|a, b| a >= b) && means.len() == 3);
        let pairs: Vec<(usize, usize)> =
            compared.pairs.iter().map(|p| (p.better, p.worse)).collect();
        assert_eq!(pairs, [(0, 1), (0, 2), (1, 2)]);
        for pair in &compared.pairs {
            assert!(pair.comparison.ratio.unwrap() >= 1.0);
            assert!(pair.comparison.probability_greater.unwrap() >= 0.5);
            assert_eq!(pair.told_apart, pair.games_needed.is_none());
        }
        assert_eq!(compared.statements().len(), 3);
        let text = serde_json::to_string(&compared).unwrap();
        assert_eq!(serde_json::from_str::<Compared>(&text).unwrap(), compared);
    }

    #[test]
    fn what_cannot_be_told_apart_is_said() {
        let list = ["bcts", "dellacherie"].map(|n| measured(n, &[], 12, Length::Whole));
        let compared = Compared::of(&list).unwrap();
        assert!(!compared.pairs[0].told_apart);
        assert!(compared.pairs[0].games_needed.unwrap() > 12);
        let statement = &compared.statements()[0];
        assert!(statement.contains("cannot be told apart"), "{statement}");
        assert!(
            statement.contains("games each would decide it"),
            "{statement}"
        );
    }

    #[test]
    fn never_lost_is_before_all() {
        let lost = measured("lee", &[], 10, Length::Whole);
        let alive = measured("bcts", &[], 10, Length::AtMost(8));
        let compared = Compared::of(&[lost, alive]).unwrap();
        assert_eq!(
            (compared.rows[0].measurement, compared.rows[0].mean),
            (1, None)
        );
        assert_eq!(compared.pairs[0].comparison.ratio, None);
    }

    #[test]
    fn other_games_are_refused_and_other_habits_named() {
        let base = measured("bcts", &[], 3, Length::Whole);
        let ties = measured("bcts", &[("ties", "random")], 3, Length::Whole);
        let compared = Compared::of(&[base.clone(), ties]).unwrap();
        assert_eq!(compared.differences, ["ties"]);
        let bag = measured("bcts", &[("pieces", "bag")], 3, Length::Whole);
        let error = Compared::of(&[base.clone(), bag]).unwrap_err().to_string();
        assert!(
            error.contains("pieces is uniform for the one and bag"),
            "{error}"
        );
        let points = measured("bcts", &[], 3, Length::Restarting(50));
        let error = Compared::of(&[base.clone(), points]).unwrap_err();
        assert!(error.to_string().contains("what is averaged is lines"));
        assert_eq!(Compared::of(&[base]), Err(CompareError::TooFew));
    }

    #[test]
    fn points_are_compared_by_their_own_spread() {
        let list = ["lee", "bcts"].map(|n| measured(n, &[], 20, Length::Restarting(200)));
        let compared = Compared::of(&list).unwrap();
        assert_eq!(compared.rows[0].controller, "bcts");
        let ratio = compared.rows[0].mean.unwrap() / compared.rows[1].mean.unwrap();
        assert_eq!(compared.pairs[0].comparison.ratio, Some(ratio));
    }
}

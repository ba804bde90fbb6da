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

pub mod coverage;
mod mean_record;
mod ratio;
mod same_game;
mod sequential;
mod statements;

use serde::{Deserialize, Serialize};
use tetrarium_engine::Fingerprint;

use self::same_game::{Game, differences};
use crate::measure::Method;
use crate::records::{Caveat, Raw, RecordError, labels};
use crate::statistics::{Comparison, Interval};

pub use mean_record::MeanRecord;
pub use ratio::{Mean, POWER, Ratio};
pub use same_game::{CompareError, Difference, check, comparable, is_of_player};
pub use sequential::{
    Because, Concluded, Decision, ERRORS, ErrorRateError, FIRST_LOOK, LOOK_GROWTH, Sequential,
    looks, until_decided,
};

/// Several controllers side by side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compared {
    /// One row a controller, the greatest mean first. Those never lost come before all, those of
    /// which nothing can be said last.
    pub rows: Vec<Row>,
    /// All pairs, the better of the two first, in the order of the rows.
    pub pairs: Vec<Pair>,
    /// Settings of the players that are not the same for all.
    pub differences: Vec<String>,
    /// How a comparison until decided ended; then the interval of the ratio has its confidence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
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
    /// What must be said with the mean; empty in records that were written without it.
    #[serde(default)]
    pub caveats: Vec<Caveat>,
    /// Games; 0 for an estimate.
    pub games: u64,
    /// The climbs from each level, in all repeats; none for games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub climbs: Option<u64>,
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
    /// Compares measurements and estimates of the same game. Board, pieces and what ends the game
    /// must be the same; how players settle ties and the like ([`is_of_player`]) may differ and is
    /// listed.
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
    /// If there are fewer than two means, or two of them are of different games.
    pub fn of<'a, M: Into<Mean<'a>>>(
        means: impl IntoIterator<Item = M>,
    ) -> Result<Compared, CompareError> {
        let means: Vec<Mean> = means.into_iter().map(Into::into).collect();
        let games: Vec<Game> = means.iter().map(|one| Game::of(*one)).collect();
        let differences = differences(&games)?;
        let order = ranking(&means);
        let ranked: Vec<Mean> = order.iter().map(|&index| means[index]).collect();
        let mut pairs = Vec::new();
        for better in 0..ranked.len() {
            for worse in better + 1..ranked.len() {
                pairs.push(pair(&ranked, better, worse));
            }
        }
        Ok(Compared {
            rows: order
                .iter()
                .map(|&index| row(index, means[index]))
                .collect(),
            pairs,
            differences,
            decision: None,
        })
    }

    /// Two agents that were compared until decided. The interval of their ratio is that of the last
    /// look, which allows for all looks.
    ///
    /// # Errors
    ///
    /// If the agents play different games.
    pub fn concluded(concluded: &Concluded) -> Result<Compared, CompareError> {
        let mut compared = Compared::of(&concluded.measurements)?;
        let Interval { low, high } = concluded.interval;
        let inverse = |bound: f64| match bound {
            0.0 => f64::INFINITY,
            bound => 1.0 / bound,
        };
        for pair in &mut compared.pairs {
            let is_first = compared.rows[pair.better].measurement == 0;
            pair.comparison.interval = match is_first {
                true => concluded.interval,
                false => Interval {
                    low: inverse(high),
                    high: inverse(low),
                },
            };
            pair.told_apart = concluded.decision.because == Because::Decided;
            pair.games_needed = None;
        }
        compared.decision = Some(concluded.decision);
        Ok(compared)
    }

    /// Reads a record.
    pub(crate) fn from_raw(raw: Raw) -> Result<Compared, RecordError> {
        // `Compared` itself has no version, no kind and nothing that made it.
        let raw = raw.without("schema").without("kind").without("made");
        let mut compared: Compared = raw.read()?;
        for row in &mut compared.rows {
            // A record written before there were caveats.
            if row.caveats.is_empty() && row.method == Method::LowerBound {
                row.caveats.push(Caveat::NoGameLost);
            }
        }
        Ok(compared)
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
}

/// The places of means in a list, the greatest first. Without a death the mean is beyond all
/// others; among such, more lines come first. Those of which nothing can be said come last.
pub fn ranking(means: &[Mean]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..means.len()).collect();
    let key = |index: usize| match (means[index].mean(), means[index]) {
        (Some(mean), _) => (1, mean),
        (None, Mean::Games(of)) if of.method != Method::Unknown => (2, of.tally.lines as f64),
        (None, _) => (0, 0.0),
    };
    order.sort_by(|&a, &b| {
        let (a, b) = (key(a), key(b));
        b.0.cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    order
}

fn row(measurement: usize, of: Mean) -> Row {
    let (method, games, climbs) = match of {
        Mean::Games(of) => (of.method, of.tally.games(), None),
        Mean::Climbs(of) => {
            let climbs = of.settings.climbs * of.repeats.len() as u64;
            (Method::Splitting, 0, Some(climbs))
        }
    };
    Row {
        measurement,
        controller: of.controller().to_string(),
        search: of.search().to_string(),
        fingerprint: of.identity().map(|one| one.fingerprint),
        mean: of.mean(),
        interval: of.interval(),
        method,
        caveats: of.caveats().to_vec(),
        games,
        climbs,
    }
}

fn pair(ranked: &[Mean], better: usize, worse: usize) -> Pair {
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
    use crate::estimate::{Settings, estimate};
    use crate::{Length, Measurement, Shard, Threads, Watch, play};
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
    fn estimates_are_compared_with_each_other_and_with_measurements() {
        let mut rules = Rules::default();
        rules.set("board", "8x6").unwrap();
        let estimated = ["bcts", "lee"].map(|name| {
            let player = Player::new(catalogue::named(name).unwrap(), &rules).unwrap();
            let settings = Settings {
                climbs: 60,
                repeats: 8,
                ..Settings::default()
            };
            estimate(&player, 1, &settings, &Threads(1), &Watch::default()).unwrap()
        });
        let played = measured("lee", &[], 60, Length::Whole);
        let means = [
            Mean::from(&estimated[1]),
            Mean::from(&estimated[0]),
            Mean::from(&played),
        ];
        let compared = Compared::of(means).unwrap();
        assert_eq!(compared.rows[0].controller, "bcts");
        assert_eq!(compared.rows[0].climbs, Some(480));
        assert_eq!(compared.rows[0].method, Method::Splitting);
        assert!(compared.pairs[0].told_apart && compared.pairs[1].told_apart);
        assert!(!compared.pairs[2].told_apart);
        let statement = &compared.statements()[2];
        assert!(statement.contains("more climbs are needed"), "{statement}");
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
        let board = [("board", "10x10")];
        let lost = measured("lee", &board, 10, Length::Whole);
        let alive = measured("bcts", &board, 3, Length::AtMost(150));
        let compared = Compared::of(&[lost.clone(), alive]).unwrap();
        assert_eq!(
            (compared.rows[0].measurement, compared.rows[0].mean),
            (1, None)
        );
        assert_eq!(compared.pairs[0].comparison.ratio, None);
        // Games of 8 pieces say nothing of a mean.
        let nothing = measured("bcts", &board, 10, Length::AtMost(8));
        let compared = Compared::of(&[nothing, lost]).unwrap();
        assert_eq!(compared.rows[0].controller, "lee");
        assert_eq!(compared.pairs[0].comparison, Comparison::NOTHING);
        let statement = &compared.statements()[0];
        assert!(statement.ends_with("told apart (bcts: cut too early)."));
    }

    #[test]
    fn a_mean_with_a_caveat_is_not_called_better() {
        let whole = measured("lee", &[], 60, Length::Whole);
        let cut = measured("bcts", &[], 60, Length::AtMost(60));
        let compared = Compared::of(&[whole, cut]).unwrap();
        assert!(compared.pairs[0].told_apart);
        assert!(matches!(
            compared.rows[0].caveats[..],
            [Caveat::CutEarly { .. }]
        ));
        let statement = &compared.statements()[0];
        assert!(
            statement.contains("neither can be called better (bcts: cut early)"),
            "{statement}"
        );
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

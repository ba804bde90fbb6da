//! A measurement: a controller's mean lines with its interval, and everything needed to say what it means.

use std::collections::BTreeMap;

use serde::Serialize;
use tetrarium_engine::Player;

use crate::measure::{End, Length, Record, Shard};
use crate::statistics::{
    GoodnessOfFit, Interval, Level, Summary, Tally, empirical_interval, geometric_interval,
    geometric_test, papers_interval,
};

/// The version of measurement records.
pub const SCHEMA: u32 = 1;

/// Where the geometric law is less likely than this, the interval no longer rests on it.
pub const REJECTED_BELOW: f64 = 0.01;

/// A measurement. Clock readings are no part of it, so that equal measurements are equal byte for byte.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Measurement {
    /// Version of this record.
    pub schema: u32,
    /// What kind of record this is.
    pub kind: &'static str,
    /// The controller.
    pub controller: String,
    /// Its search.
    pub search: String,
    /// The rules in full.
    pub rules: BTreeMap<&'static str, String>,
    /// The seed.
    pub seed: u64,
    /// The games.
    pub games: Games,
    /// What is averaged.
    pub score: Score,
    /// The mean score; none if no game was lost.
    pub mean: Option<f64>,
    /// The 95 % interval of the mean.
    pub interval: Interval,
    /// How the interval was computed.
    pub method: Method,
    /// The papers' interval, mean·(1 ± 2/√N).
    pub papers_interval: Option<Interval>,
    /// Scores as they lie, game by game.
    pub summary: Option<Summary>,
    /// The test of the geometric law, where all games were played to their ends.
    pub geometric_law: Option<GoodnessOfFit>,
    /// Whole-number sums, from which measurements of other games can be added.
    pub tally: Tally,
    /// Points by the rules' reward table, in all games.
    pub reward: u64,
}

/// Which games were played, and what became of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Games {
    /// The number of the first.
    pub first: u64,
    /// How many were asked for.
    pub asked: u64,
    /// How many were played to their ends.
    pub finished: u64,
    /// How many were cut short.
    pub cut: u64,
    /// Whether somebody stopped the measurement: then the games depend on the clock.
    pub interrupted: bool,
}

/// What is averaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "of")]
pub enum Score {
    /// Lines of a game, of at most so many pieces.
    Lines {
        /// The most pieces a game may have, if there is a limit.
        max_pieces: Option<u64>,
    },
    /// Points of a number of placements, lost games going on with an empty board. A step is a placement here; in the 2008 RL
    /// Competition it was one row of fall.
    Reward {
        /// How many placements.
        placements: u64,
    },
}

/// How an interval was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// From total lines and deaths by the geometric law: the gamma interval, exact for whole lines.
    Geometric,
    /// Student's t on the scores as they lie: the geometric law was rejected, or does not apply.
    Empirical,
    /// A lower bound: no game was lost.
    LowerBound,
}

impl Method {
    /// A few words for a table.
    pub fn words(self) -> &'static str {
        match self {
            Method::Geometric => {
                "from lines and deaths by the geometric law (gamma interval, exact for whole lines)"
            }
            Method::Empirical => {
                "Student's t on the games as they lie, because their law is not geometric"
            }
            Method::LowerBound => "lower bound only: no game was lost",
        }
    }
}

impl Measurement {
    /// Puts the records of a shard together. Fewer records than games mean that somebody stopped it.
    pub fn new(player: &Player, shard: &Shard, records: &[Record]) -> Measurement {
        let mut tally = Tally::default();
        for record in records {
            tally.record(record.lines, record.pieces, record.end == End::Lost);
        }
        let lines: Vec<u64> = records.iter().map(|record| record.lines).collect();
        let interrupted = (records.len() as u64) < shard.games
            || records.iter().any(|record| record.end == End::Interrupted);
        let base = Measurement {
            schema: SCHEMA,
            kind: "measurement",
            controller: player.name().to_string(),
            search: player.search().to_string(),
            rules: player.rules().settings().collect(),
            seed: shard.seed,
            games: Games {
                first: shard.first,
                asked: shard.games,
                finished: tally.finished,
                cut: tally.cut,
                interrupted,
            },
            score: Score::Lines { max_pieces: None },
            mean: tally.mean(),
            interval: Interval::UNKNOWN,
            method: Method::Geometric,
            papers_interval: None,
            summary: Summary::of(&lines),
            geometric_law: None,
            tally,
            reward: records.iter().map(|record| record.reward).sum(),
        };
        match shard.length {
            Length::Restarting(placements) => base.of_rewards(records, placements),
            Length::Whole => base.of_lines(&lines, None),
            Length::AtMost(pieces) => base.of_lines(&lines, Some(pieces)),
        }
    }

    fn of_lines(self, lines: &[u64], max_pieces: Option<u64>) -> Measurement {
        let tally = self.tally;
        let geometric_law = (tally.cut == 0).then(|| geometric_test(lines)).flatten();
        let rejected = geometric_law
            .as_ref()
            .is_some_and(|test| test.p_value < REJECTED_BELOW);
        let method = match (tally.finished, rejected) {
            (0, _) => Method::LowerBound,
            (_, true) => Method::Empirical,
            (_, false) => Method::Geometric,
        };
        let interval = match method {
            Method::Empirical => empirical_interval(lines, Level::P95),
            _ => geometric_interval(tally.lines, tally.finished, Level::P95, tally.cut > 0),
        };
        Measurement {
            score: Score::Lines { max_pieces },
            interval,
            method,
            papers_interval: self.mean.map(|mean| papers_interval(mean, tally.finished)),
            geometric_law,
            ..self
        }
    }

    /// Games of a fixed number of placements: those stopped in the middle say nothing and are left out.
    fn of_rewards(self, records: &[Record], placements: u64) -> Measurement {
        let rewards: Vec<u64> = records
            .iter()
            .filter(|record| record.end == End::Cut)
            .map(|record| record.reward)
            .collect();
        let summary = Summary::of(&rewards);
        Measurement {
            score: Score::Reward { placements },
            mean: summary.as_ref().map(|summary| summary.mean),
            interval: empirical_interval(&rewards, Level::P95),
            method: Method::Empirical,
            summary,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Watch, play};
    use tetrarium_engine::{Rules, catalogue};

    fn player(rules: &[(&str, &str)]) -> Player {
        let mut changed = Rules::default();
        for (setting, value) in rules {
            changed.set(setting, value).unwrap();
        }
        Player::new(catalogue::named("dellacherie").unwrap(), &changed).unwrap()
    }

    fn shard(games: u64, length: Length) -> Shard {
        Shard {
            seed: 1,
            first: 0,
            games,
            length,
        }
    }

    #[test]
    fn threads_and_repeats_change_nothing() {
        let player = player(&[("board", "6x8")]);
        let shard = shard(40, Length::Whole);
        let one = play(&player, &shard, 1, &Watch::default());
        let two = play(&player, &shard, 2, &Watch::default());
        assert_eq!(one, two);
        let json = |records: &[Record]| {
            serde_json::to_string(&Measurement::new(&player, &shard, records)).unwrap()
        };
        assert_eq!(json(&one), json(&two));
        assert!(!json(&one).contains("timing"));
    }

    #[test]
    fn a_range_in_parts_is_the_whole_range() {
        let player = player(&[("board", "6x8")]);
        let whole = play(&player, &shard(20, Length::Whole), 2, &Watch::default());
        let part = Shard {
            first: 12,
            games: 8,
            ..shard(20, Length::Whole)
        };
        assert_eq!(play(&player, &part, 2, &Watch::default()), whole[12..]);
    }

    #[test]
    fn games_cut_short_count_their_lines_without_a_death() {
        let player = player(&[]);
        let shard = shard(4, Length::AtMost(50));
        let records = play(&player, &shard, 1, &Watch::default());
        let measured = Measurement::new(&player, &shard, &records);
        assert_eq!((measured.games.finished, measured.games.cut), (0, 4));
        assert_eq!(measured.method, Method::LowerBound);
        assert_eq!(measured.mean, None);
        assert!(measured.interval.low > 0.0 && measured.interval.high.is_infinite());
        assert!(!measured.games.interrupted);
    }

    #[test]
    fn a_stopped_measurement_says_so() {
        let player = player(&[]);
        let watch = Watch::default();
        watch.stop();
        let shard = shard(4, Length::Whole);
        let records = play(&player, &shard, 2, &watch);
        assert!(records.is_empty());
        assert!(
            Measurement::new(&player, &shard, &records)
                .games
                .interrupted
        );
    }

    #[test]
    fn a_short_sequence_cuts_the_game() {
        let player = player(&[("pieces", "sequence:IOT")]);
        let shard = shard(1, Length::Whole);
        let records = play(&player, &shard, 1, &Watch::default());
        assert_eq!((records[0].pieces, records[0].end), (3, End::Cut));
    }

    #[test]
    fn the_generalised_game_restarts_and_counts_points() {
        let mut rules = tetrarium_engine::generalised::rules(3);
        rules.set("board", "6x6").unwrap();
        let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
        let shard = shard(3, Length::Restarting(400));
        let records = play(&player, &shard, 2, &Watch::default());
        assert!(records.iter().all(|r| r.pieces == 400 && r.end == End::Cut));
        assert!(records.iter().any(|r| r.deaths > 1));
        let measured = Measurement::new(&player, &shard, &records);
        let mean = records.iter().map(|r| r.reward).sum::<u64>() as f64 / 3.0;
        assert_eq!(measured.mean, Some(mean));
        assert_eq!(measured.score, Score::Reward { placements: 400 });
    }
}

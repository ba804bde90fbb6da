//! A measurement: an agent's mean lines with its interval, and all that is needed to interpret
//! them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::goal::Stopped;
use crate::play::{Contender, End, Heights, Length, Record, Shard};
use crate::records::{Caveat, Head, Identity, Made, OrderRecord};
use crate::statistics::{GoodnessOfFit, Interval, Summary, Tally};

/// The schema version of measurement records.
pub const SCHEMA: u32 = 2;

/// The `kind` of measurement records.
pub const KIND: &str = "measurement";

/// Below this probability the geometric law is rejected, and the interval no longer rests on it.
pub const REJECTED_BELOW: f64 = 0.01;

/// A measurement. It holds no clock readings, so that equal measurements are equal byte for byte.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measurement {
    /// The schema version of this record.
    pub schema: u32,
    /// The kind of this record.
    pub kind: String,
    /// The name of the controller or agent.
    pub controller: String,
    /// Its search; `agent` for an agent that is no controller.
    pub search: String,
    /// The agent itself, with its fingerprint; none in records of schema 1, whose identity is
    /// unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<Identity>,
    /// The order that makes this record again; none in records of schema 1, and in merged ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderRecord>,
    /// The rules in full.
    #[serde(deserialize_with = "crate::settings::read")]
    pub rules: BTreeMap<String, String>,
    /// The seed.
    pub seed: u64,
    /// The games.
    pub games: Games,
    /// What is averaged.
    pub score: Score,
    /// The mean score; none if no game was lost, or if games were cut too early.
    pub mean: Option<f64>,
    /// The 95 % interval of the mean.
    pub interval: Interval,
    /// How the interval was computed.
    pub method: Method,
    /// What must be said with the mean. It follows from the counts, and is computed anew when a
    /// record is read.
    #[serde(default)]
    pub caveats: Vec<Caveat>,
    /// The papers' interval, mean·(1 ± 2/√N).
    pub papers_interval: Option<Interval>,
    /// The distribution of the games' scores; none where games were cut short, because theirs are
    /// not known.
    pub summary: Option<Summary>,
    /// The test of the geometric law, where all games were played to their ends.
    pub geometric_law: Option<GoodnessOfFit>,
    /// The sums of whole numbers, to which those of other games can be added.
    pub tally: Tally,
    /// Points by the rules' reward table, in all games.
    pub reward: u64,
    /// The goal of a measurement that decides itself when to stop, and why it stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// The score of each game, in game order, if scores were kept
    /// ([`Measurement::keeping_scores`]). Only the quartiles and the test of the geometric law
    /// cannot be merged without them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scores: Option<Vec<u64>>,
    /// The heights of the pile after each move, if they were counted
    /// ([`Watch::counting_heights`](crate::Watch::counting_heights)).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heights: Option<Heights>,
    /// The program that made this record, which is no part of what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
}

/// Which games were played, and how they ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// The number of the first game.
    pub first: u64,
    /// The number of games asked for.
    pub asked: u64,
    /// The number of games played to their ends.
    pub finished: u64,
    /// The number of games cut short.
    pub cut: u64,
    /// Whether the watch ended playing: then the games depend on the clock.
    pub interrupted: bool,
    /// The ranges of games, where there are gaps between them; then `first` is the first game of
    /// all and `asked` the number of all games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ranges: Vec<Range>,
}

/// A range of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// The number of the first game.
    pub first: u64,
    /// The number of games.
    pub games: u64,
}

/// What is averaged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "of", deny_unknown_fields)]
pub enum Score {
    /// The lines of a game.
    Lines {
        /// The limit of pieces of a game, if there is one.
        max_pieces: Option<u64>,
    },
    /// The points of a number of placements, where lost games go on with an empty board. A step is
    /// a placement here; in the 2008 RL Competition it was one row of fall.
    Reward {
        /// The number of placements.
        placements: u64,
    },
}

/// How an interval was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// From total lines and deaths by the geometric law: the gamma interval, exact for whole lines.
    Geometric,
    /// From total lines and deaths by the geometric law, widened to the spread of the games
    /// ([`Measurement::widening`]): the law is known to be too narrow there.
    Widened,
    /// Student's t on the games' scores: the geometric law was rejected, or does not apply.
    Empirical,
    /// A lower bound: no game was lost.
    LowerBound,
    /// Student's t over the repeats of an estimate by climbs.
    Splitting,
    /// There is none: games were cut so early that nothing can be said.
    Unknown,
}

impl Method {
    /// A description for a table.
    pub fn words(self) -> &'static str {
        match self {
            Method::Geometric => {
                "from lines and deaths by the geometric law (gamma interval, exact for whole lines)"
            }
            Method::Widened => {
                "from lines and deaths, widened: such games spread wider than the geometric law"
            }
            Method::Empirical => {
                "Student's t on the scores of the games, because their law is not geometric"
            }
            Method::LowerBound => "lower bound only: no game was lost",
            Method::Splitting => "Student's t over independent repeats of multilevel splitting",
            Method::Unknown => "nothing can be said: games were cut too early",
        }
    }
}

impl Measurement {
    /// The measurement of a shard from the records of its games. If there are fewer records than
    /// games, the measurement was interrupted.
    pub fn new<'a>(
        contender: impl Into<Contender<'a>>,
        shard: &Shard,
        records: &[Record],
    ) -> Measurement {
        let Head {
            controller,
            search,
            identity,
            rules,
        } = Head::of(contender.into());
        let mut tally = Tally::default();
        for record in records {
            tally.record(record.lines, record.pieces, record.end == End::Lost);
        }
        let interrupted = (records.len() as u64) < shard.games
            || records.iter().any(|record| record.end == End::Interrupted);
        let score = match shard.length {
            Length::Restarting(placements) => Score::Reward { placements },
            Length::Whole => Score::Lines { max_pieces: None },
            Length::AtMost(pieces) => Score::Lines {
                max_pieces: Some(pieces),
            },
        };
        Measurement {
            schema: SCHEMA,
            kind: KIND.to_string(),
            controller,
            search,
            identity,
            order: Some(OrderRecord::Games {
                seed: shard.seed,
                first: shard.first,
                games: shard.games,
                length: shard.length,
                budget: None,
            }),
            made: None,
            rules,
            seed: shard.seed,
            games: Games {
                first: shard.first,
                asked: shard.games,
                finished: tally.finished,
                cut: tally.cut,
                interrupted,
                ranges: Vec::new(),
            },
            score,
            mean: None,
            interval: Interval::UNKNOWN,
            method: Method::Geometric,
            caveats: Vec::new(),
            papers_interval: None,
            summary: None,
            geometric_law: None,
            tally,
            reward: records.iter().map(|record| record.reward).sum(),
            stopped: None,
            scores: None,
            heights: None,
        }
        .concluded(Some(&scores_of(score, records)), false)
    }

    /// The measurement with the score of each game, for merging and for drawing.
    pub fn keeping_scores(self, records: &[Record]) -> Measurement {
        Measurement {
            scores: Some(scores_of(self.score, records)),
            ..self
        }
    }
}

/// The scores of the games. For a fixed number of placements, games that were interrupted are left
/// out, because their points are not comparable.
fn scores_of(score: Score, records: &[Record]) -> Vec<u64> {
    match score {
        Score::Lines { .. } => records.iter().map(|record| record.lines).collect(),
        Score::Reward { .. } => records
            .iter()
            .filter(|record| record.end == End::Cut)
            .map(|record| record.reward)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Watch, play};
    use tetrarium_engine::{Player, Rules, catalogue};

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
    fn measurements_are_equal_byte_for_byte_on_any_number_of_threads() {
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
    fn a_part_of_a_range_is_played_as_in_the_whole_range() {
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
    fn games_cut_short_count_their_lines_and_no_death() {
        let player = player(&[]);
        let cut_after = |pieces| {
            let shard = shard(4, Length::AtMost(pieces));
            let records = play(&player, &shard, 1, &Watch::default());
            Measurement::new(&player, &shard, &records)
        };
        let measured = cut_after(500);
        assert_eq!((measured.games.finished, measured.games.cut), (0, 4));
        assert_eq!(measured.method, Method::LowerBound);
        assert_eq!(measured.mean, None);
        assert!(measured.interval.low > 0.0 && measured.interval.high.is_infinite());
        assert!(!measured.games.interrupted);
        assert!(matches!(
            measured.caveats[..],
            [Caveat::NoGameLost, Caveat::CutEarly { bias: 4.0, .. }]
        ));
        // Their median and extremes are not those of whole games.
        assert_eq!(measured.summary, None);
        // Games of 50 pieces say nothing of the mean.
        let nothing = cut_after(50);
        assert_eq!((nothing.mean, nothing.interval), (None, Interval::UNKNOWN));
        assert_eq!(nothing.method, Method::Unknown);
        assert!(matches!(nothing.caveats[..], [Caveat::CutTooEarly { .. }]));
    }

    #[test]
    fn a_stopped_measurement_is_marked_as_interrupted() {
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
        let mut rules = Rules::named("generalised:3").unwrap();
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

    #[test]
    fn records_are_read_as_they_are_written() {
        let player = player(&[("board", "6x8")]);
        for (games, length) in [
            (12, Length::Whole),
            (3, Length::AtMost(9)),
            (3, Length::Restarting(90)),
        ] {
            let shard = shard(games, length);
            let records = play(&player, &shard, 1, &Watch::default());
            let plain = Measurement::new(&player, &shard, &records);
            let text = serde_json::to_string(&plain).unwrap();
            assert!(!text.contains("scores") && !text.contains("ranges"));
            assert_eq!(serde_json::from_str::<Measurement>(&text).unwrap(), plain);
            let kept = plain.keeping_scores(&records);
            let text = serde_json::to_string(&kept).unwrap();
            assert_eq!(serde_json::from_str::<Measurement>(&text).unwrap(), kept);
        }
    }
}

//! What follows from the counts of a measurement: mean, interval, summary and caveats.

use super::early::early_cut;
use super::measurement::{Measurement, Method, REJECTED_BELOW, Score};
use super::spread::{cut_on_low_board, widening};
use crate::records::{Caveat, Raw, RecordError};
use crate::statistics::{
    Interval, Level, Summary, empirical_interval, geometric_interval, geometric_test,
    papers_interval, student_interval, widened_interval,
};

impl Measurement {
    /// How much wider than the geometric law the games spread, where they are known to do so
    /// ([`widening`]).
    pub fn widening(&self) -> Option<f64> {
        match self.score {
            Score::Lines { .. } => widening(&self.tally, self.rules.get("board")?.parse().ok()?),
            Score::Reward { .. } => None,
        }
    }

    /// Fills in all that follows from the counts: from the scores of all games where they are
    /// known, else from the tally alone. Without scores, `rejected` tells whether the geometric law
    /// was rejected.
    pub(crate) fn concluded(self, scores: Option<&[u64]>, rejected: bool) -> Measurement {
        let concluded = match self.score {
            Score::Lines { .. } => self.of_lines(scores, rejected),
            Score::Reward { .. } => self.of_rewards(scores),
        };
        concluded.with_caveats()
    }

    /// Reads a record.
    pub(crate) fn from_raw(raw: Raw) -> Result<Measurement, RecordError> {
        Ok(raw.read::<Measurement>()?.with_caveats())
    }

    /// The measurement with the caveats that follow from its counts, and without what they forbid
    /// to be said.
    fn with_caveats(mut self) -> Measurement {
        let of_lines = matches!(self.score, Score::Lines { .. });
        let board = self.rules.get("board").and_then(|board| board.parse().ok());
        let early = board
            .filter(|_| of_lines)
            .and_then(|board| early_cut(&self.tally, board));
        let low = board
            .filter(|_| of_lines)
            .and_then(|board| cut_on_low_board(&self.tally, board));
        let says_nothing = matches!(early, Some(Caveat::CutTooEarly { .. }));
        if says_nothing {
            self.mean = None;
            self.interval = Interval::UNKNOWN;
            self.method = Method::Unknown;
            self.papers_interval = None;
        }
        if of_lines && self.tally.cut > 0 {
            self.summary = None;
        }
        let law = self.geometric_law.as_ref();
        let tested = law.is_some_and(|test| test.p_value < REJECTED_BELOW);
        let caveats = [
            self.games.interrupted.then_some(Caveat::Interrupted),
            (self.method == Method::LowerBound).then_some(Caveat::NoGameLost),
            early,
            low.filter(|_| !says_nothing),
            (of_lines && (self.method == Method::Empirical || tested))
                .then_some(Caveat::LawRejected),
        ];
        self.caveats = caveats.into_iter().flatten().collect();
        self
    }

    fn of_lines(self, scores: Option<&[u64]>, rejected: bool) -> Measurement {
        let tally = self.tally;
        let uncut = scores.filter(|_| tally.cut == 0);
        let geometric_law = uncut.and_then(geometric_test);
        let rejected = match &geometric_law {
            Some(test) => test.p_value < REJECTED_BELOW,
            None => rejected && tally.cut == 0,
        };
        let spread = self.widening();
        let method = match (tally.finished, spread, rejected) {
            (0, ..) => Method::LowerBound,
            (_, Some(_), false) => Method::Widened,
            (_, Some(_), true) if tally.spread() > Some(1.0) => Method::Widened,
            (_, _, true) => Method::Empirical,
            (_, None, false) => Method::Geometric,
        };
        let mean = tally.mean();
        let any_cut = tally.cut > 0;
        let interval = match (method, scores, mean, tally.sd()) {
            (Method::Empirical, Some(scores), ..) => empirical_interval(scores, Level::P95),
            (Method::Empirical, None, Some(mean), Some(sd)) => {
                student_interval(tally.games(), mean, sd, Level::P95)
            }
            (Method::Widened, ..) => {
                let spread = spread.unwrap_or(1.0);
                widened_interval(tally.lines, tally.finished, Level::P95, any_cut, spread)
            }
            _ => geometric_interval(tally.lines, tally.finished, Level::P95, any_cut),
        };
        Measurement {
            mean,
            interval,
            method,
            papers_interval: mean.map(|mean| papers_interval(mean, tally.finished)),
            summary: scores.and_then(Summary::of),
            geometric_law,
            ..self
        }
    }

    fn of_rewards(self, scores: Option<&[u64]>) -> Measurement {
        let rewards = scores.unwrap_or_default();
        let summary = Summary::of(rewards);
        Measurement {
            mean: summary.as_ref().map(|summary| summary.mean),
            interval: empirical_interval(rewards, Level::P95),
            method: Method::Empirical,
            summary,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Length, Shard, Watch, play};
    use tetrarium_engine::{Player, Rules, catalogue};

    #[test]
    fn caveats_are_computed_on_reading() {
        let mut rules = Rules::default();
        rules.set("board", "10x10").unwrap();
        let player = Player::new(catalogue::named("dellacherie").unwrap(), &rules).unwrap();
        let shard = Shard {
            seed: 1,
            first: 0,
            games: 4,
            length: Length::AtMost(60),
        };
        let records = play(&player, &shard, 1, &Watch::default());
        let measured = Measurement::new(&player, &shard, &records);
        // As it was written before there were caveats.
        let mut old = serde_json::to_value(&measured).unwrap();
        let fields = old.as_object_mut().unwrap();
        fields.remove("caveats").unwrap();
        fields.insert("mean".to_string(), 21_788.0.into());
        fields.insert("method".to_string(), "geometric".into());
        let raw = Raw::from_line(&old.to_string()).unwrap();
        assert_eq!(Measurement::from_raw(raw).unwrap(), measured);
    }
}

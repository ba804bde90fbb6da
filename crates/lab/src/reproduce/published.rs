//! A published result, and what came of it.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Controller, Piece, Reported, Rules, Search, placements};

use super::agreement::{Agreement, agreement};
use crate::Measurement;
use crate::estimate::Estimate;
use crate::measure::REJECTED_BELOW;
use crate::numbers::{real, whole};
use crate::records::Caveat;
use crate::solve::Exact;
use crate::statistics::Interval;
use crate::training::Spread;

/// The version of the records of reproduced results.
pub const SCHEMA: u32 = 1;

/// What they call themselves.
pub const KIND: &str = "reproduced";

/// A published result.
#[derive(Clone, Debug)]
pub struct Published {
    /// The table or section it belongs to.
    pub table: &'static str,
    /// What it is, in a few words; together with the table its name.
    pub label: String,
    /// What is to be done.
    pub work: Work,
    /// What was reported; none for a figure without numbers.
    pub reported: Option<Reported>,
    /// What was said where no figure was reported.
    pub claim: &'static str,
}

/// What is to be done to reproduce a result.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Work {
    /// Games of a controller by some rules, for their mean.
    Mean(Box<(Controller, Rules)>),
    /// This number of games, for the law of their lengths.
    Law(Box<(Controller, Rules)>, u64),
    /// Counting the placements of a piece on an empty board of this width; of none, the average of
    /// all pieces.
    Placements(Option<Piece>, usize),
    /// Training by a built-in experiment of this name, under several seeds: the weights were not
    /// printed. With a number of moves that is the budget, in place of the experiment's.
    Training(&'static str, Option<u64>),
    /// Computing the mean of the best play by some rules exactly.
    Solved(Box<Rules>),
    /// Nothing can be done: the weights were not printed.
    Unknown,
}

impl Published {
    /// Its name: the table and the label.
    pub fn name(&self) -> String {
        format!("{} {}", self.table, self.label)
    }

    /// Who plays, and by which rules.
    pub fn played(&self) -> Option<&(Controller, Rules)> {
        match &self.work {
            Work::Mean(played) | Work::Law(played, _) => Some(played),
            Work::Placements(..) | Work::Training(..) | Work::Solved(_) | Work::Unknown => None,
        }
    }

    /// Whether a game has no chance in it, so that one game says all.
    pub fn is_certain(&self) -> bool {
        self.played().is_some_and(|(_, rules)| {
            let pieces = rules.get("pieces");
            pieces.is_some_and(|pieces| pieces.starts_with("only:"))
        })
    }

    /// The lines that a game is expected to have, by what was reported or is known of the figure.
    pub fn expected_lines(&self) -> f64 {
        let Some((controller, rules)) = self.played() else {
            return 0.0;
        };
        match &self.reported {
            Some(figure) => figure.lines.max(1.0),
            None if controller.search == Search::GREEDY => {
                // Dellacherie's mean grows about 2.2-fold with each row (Amundsen 2014, figure
                // 2.4).
                6.7e6 * 2.2_f64.powi(rules.board.height() as i32 - 20)
            }
            None => 1e9,
        }
    }

    /// Whether games are expected to be so long that the mean has to be estimated instead of
    /// measured.
    pub fn is_long(&self) -> bool {
        let deep = self
            .played()
            .is_some_and(|(controller, _)| !controller.search.is_greedy());
        matches!(self.work, Work::Mean(_))
            && !self.is_certain()
            && (self.expected_lines() > 20_000.0 || deep)
    }

    /// The row where nothing was played: counted, or nothing to do.
    pub fn unplayed(&self) -> Reproduced {
        match self.work {
            Work::Placements(piece, width) => {
                let of = |piece| placements(piece, width).count() as f64;
                let mean = piece.map_or_else(
                    || Piece::ALL.map(of).iter().sum::<f64>() / Piece::ALL.len() as f64,
                    of,
                );
                // Printed with two decimals at most.
                self.exact(mean, 0.005, "counted".to_string())
            }
            _ => Reproduced {
                by: "weights not printed".to_string(),
                ..self.row()
            },
        }
    }

    /// The row of the best play's exact mean.
    pub fn solved(&self, solved: &Exact) -> Reproduced {
        let by = format!("solved: {:.4}", solved.mean);
        // Printed with one decimal.
        self.exact(solved.mean, 0.05, by)
    }

    /// The row of a mean without an interval; figures were rounded by at most `rounding`.
    fn exact(&self, mean: f64, rounding: f64, by: String) -> Reproduced {
        let agreement = self.reported.as_ref().map_or(Agreement::Open, |figure| {
            Agreement::of((figure.lines - mean).abs() <= rounding + 1e-9)
        });
        Reproduced {
            mean: Some(mean),
            interval: exactly(mean),
            agreement,
            by,
            ..self.row()
        }
    }

    /// The row of a measurement.
    pub fn measured(&self, measured: &Measurement) -> Reproduced {
        // A game without chance is its own mean, with no interval about it.
        let certain = measured.mean.filter(|_| self.is_certain()).map(exactly);
        let interval = certain.unwrap_or(measured.interval);
        let law = measured.geometric_law.as_ref().map(|test| test.p_value);
        let games = measured.games.finished;
        let plural = if games == 1 { "game" } else { "games" };
        let games = format!("{} {plural}", whole(games));
        let (agreement, by) = match (&self.work, law) {
            // Said to go on for ever.
            _ if self.is_certain() && self.reported.is_none() => (
                Agreement::of(measured.games.finished == 0),
                "one game, cut".to_string(),
            ),
            (Work::Law(..), Some(p)) => (
                Agreement::of(p >= REJECTED_BELOW),
                format!("{games}; geometric law p = {p:.2}"),
            ),
            _ => {
                let by = format!("{games}{}", barring(&measured.caveats));
                (self.agreement(measured.mean, &interval), by)
            }
        };
        Reproduced {
            mean: measured.mean,
            interval,
            agreement,
            by,
            ..self.row()
        }
    }

    /// The row of an estimate.
    pub fn estimated(&self, estimated: &Estimate) -> Reproduced {
        Reproduced {
            mean: estimated.mean,
            interval: estimated.interval,
            agreement: self.agreement(estimated.mean, &estimated.interval),
            by: format!("splitting{}", barring(&estimated.caveats)),
            ..self.row()
        }
    }

    /// The row of training under several seeds: the median of the results' means, and their range.
    /// `best` has the means of the best of the last iterations, where there are such.
    pub fn trained(&self, last: &[f64], best: &[f64]) -> Reproduced {
        let Some(result) = Spread::of(last) else {
            return self.row();
        };
        let best = Spread::of(best).map(|best| {
            let median = real(best.median);
            format!(" of the last; {median} the best of the last iterations")
        });
        let interval = Interval {
            low: result.worst,
            high: result.best,
        };
        Reproduced {
            mean: Some(result.median),
            interval,
            agreement: self.agreement(Some(result.median), &interval),
            by: format!(
                "{} runs: median and range{}",
                last.len(),
                best.unwrap_or_default()
            ),
            ..self.row()
        }
    }

    fn agreement(&self, mean: Option<f64>, interval: &Interval) -> Agreement {
        match &self.reported {
            Some(figure) => agreement(figure, mean, interval),
            None => Agreement::Open,
        }
    }

    /// The row before anything is known.
    fn row(&self) -> Reproduced {
        let words = self.reported.as_ref().map(|figure| {
            let interval = figure.interval.iter().map(|text| format!(" {text}"));
            let text = figure.text.iter().map(|text| format!(" {text}"));
            real(figure.lines) + &interval.chain(text).collect::<String>()
        });
        Reproduced {
            schema: SCHEMA,
            kind: KIND.to_string(),
            table: self.table.to_string(),
            label: self.label.clone(),
            reported: self.reported.as_ref().map(|figure| figure.lines),
            reported_words: words.unwrap_or_else(|| self.claim.to_string()),
            mean: None,
            interval: Interval::UNKNOWN,
            agreement: Agreement::Open,
            by: String::new(),
        }
    }
}

/// The names of the caveats for which a mean cannot be trusted as it stands, after what it is.
fn barring(caveats: &[Caveat]) -> String {
    let barring = caveats.iter().filter(|caveat| !caveat.allows_best());
    barring
        .map(|caveat| format!(", {}", caveat.name()))
        .collect()
}

fn exactly(value: f64) -> Interval {
    Interval {
        low: value,
        high: value,
    }
}

/// A published result beside ours: a row of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reproduced {
    /// Version of this record.
    pub schema: u32,
    /// What kind of record this is.
    pub kind: String,
    /// The table, by its name in [`TABLES`](super::TABLES).
    pub table: String,
    /// What it is, in a few words.
    pub label: String,
    /// The reported figure.
    pub reported: Option<f64>,
    /// The reported figure as it was printed, or what was said instead.
    pub reported_words: String,
    /// Our mean.
    pub mean: Option<f64>,
    /// Its 95 % interval; of what was trained, the range over the seeds.
    pub interval: Interval,
    /// Whether the two agree.
    pub agreement: Agreement,
    /// How ours was found.
    pub by: String,
}

impl Reproduced {
    /// Our figure, or the bound there is.
    pub fn ours(&self) -> String {
        match self.mean {
            Some(mean) => real(mean),
            None if self.interval.low > 0.0 => format!("> {}", real(self.interval.low)),
            None => String::new(),
        }
    }

    /// Its interval, where there is one.
    pub fn interval_words(&self) -> String {
        let Interval { low, high } = self.interval;
        match self.mean {
            Some(_) if low < high => format!("{} – {}", real(low), real(high)),
            _ => String::new(),
        }
    }
}

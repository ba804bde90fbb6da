//! The table of a tournament.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Fingerprint, Size};

use super::curves::CurvePoint;
use super::entrant::{Entrant, SCHEMA, Settings};
use crate::compare::is_of_player;
use crate::files;
use crate::measure::early::early_cut;
use crate::play::Length;
use crate::records::{Caveat, line};
use crate::settings;
use crate::statistics::{Interval, Level, student_interval};
use crate::training::error::RunError;
use crate::training::log::Spread;

/// The file that the rows are in.
pub(crate) const TABLE: &str = "table.jsonl";

/// What became of one experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The schema version of this record.
    #[serde(default = "first")]
    pub schema: u32,
    /// The kind of this record.
    #[serde(default = "entrant")]
    pub kind: String,
    /// Its name.
    pub experiment: String,
    /// Its fingerprint; none in records of schema 1, whose identity is unknown.
    #[serde(default)]
    pub fingerprint: Option<Fingerprint>,
    /// The name of the optimiser or the learner.
    #[serde(alias = "optimiser")]
    pub method: String,
    /// The board results were measured on.
    pub board: String,
    /// The rules by which results were measured; none in records of schema 1.
    #[serde(default, deserialize_with = "settings::read")]
    pub rules: settings::Settings,
    /// How many games each result was measured by; none in records of schema 1.
    #[serde(default)]
    pub games: Option<u64>,
    /// How long each of these games may last; none in records of schema 1.
    #[serde(default)]
    pub length: Option<Length>,
    /// How many seeds came to a result.
    pub seeds: u64,
    /// The moves of every run.
    pub moves: u64,
    /// The mean lines of the results, over the seeds; none without a result.
    pub lines: Option<Spread>,
    /// Their geometric mean: results of training differ by factors.
    pub geometric_mean: Option<f64>,
    /// Its 95 % interval, Student's on the logarithms: luck of training and of measuring together.
    /// Unknown for fewer than two seeds.
    pub interval: Interval,
    /// The lines that the experiment's source reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported: Option<f64>,
    /// How the results grew.
    pub curve: Vec<Curve>,
    /// What must be said with the means of the results: of each kind the gravest.
    #[serde(default)]
    pub caveats: Vec<Caveat>,
}

fn first() -> u32 {
    1
}

fn entrant() -> String {
    "entrant".to_string()
}

impl Row {
    /// Rows in groups that were measured by the same game and games of the same length, however the
    /// results choose: results of different games are not ranked against each other. The groups,
    /// and the rows of a group, stay in the order of the rows.
    pub fn groups<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Vec<Vec<&'a Row>> {
        let mut groups: Vec<Vec<&Row>> = Vec::new();
        for row in rows {
            let game = |row: &Row| {
                let mut rules = row.rules.clone();
                rules.retain(|setting, _| !is_of_player(setting));
                (rules, row.board.clone(), row.length)
            };
            match groups.iter_mut().find(|group| game(group[0]) == game(row)) {
                Some(group) => group.push(row),
                None => groups.push(vec![row]),
            }
        }
        groups
    }
}

/// A place of a learning curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The moves after which it is.
    pub moves: u64,
    /// The mean lines over the seeds that had a result by then.
    pub lines: Option<Spread>,
}

/// The rows; of those that were measured by the same games the best first.
pub(super) fn rows(settings: &Settings, entrants: &[Entrant], points: &[CurvePoint]) -> Vec<Row> {
    let rows: Vec<Row> = entrants
        .iter()
        .map(|entrant| {
            let name = entrant.experiment.name();
            let at = |moves: u64| -> Vec<f64> {
                let own = points.iter().filter(|point| point.experiment == name);
                own.filter(|point| point.moves == moves)
                    .filter_map(|point| point.mean)
                    .collect()
            };
            let curve: Vec<Curve> = (1..=settings.points)
                .map(|point| settings.moves / settings.points * point)
                .map(|moves| Curve {
                    moves,
                    lines: Spread::of(&at(moves)),
                })
                .collect();
            let last_moves = settings.moves / settings.points * settings.points;
            let last = at(last_moves);
            let (geometric_mean, interval) = geometric(&last);
            Row {
                schema: SCHEMA,
                kind: self::entrant(),
                experiment: name.to_string(),
                fingerprint: Some(entrant.experiment.fingerprint()),
                method: entrant.experiment.methods_in_words(),
                board: entrant.rules.board.to_string(),
                rules: settings::of(&entrant.rules),
                games: Some(settings.games),
                length: Some(entrant.length),
                seeds: last.len() as u64,
                moves: settings.moves,
                lines: Spread::of(&last),
                geometric_mean,
                interval,
                reported: entrant.experiment.reported(),
                curve,
                caveats: caveats(points, name, entrant.rules.board, last_moves),
            }
        })
        .collect();
    let mean = |row: &Row| row.geometric_mean.unwrap_or(-1.0);
    let mut groups = Row::groups(&rows);
    for group in &mut groups {
        group.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    }
    groups.into_iter().flatten().cloned().collect()
}

/// The caveats of the results of an experiment, of each kind the gravest.
fn caveats(points: &[CurvePoint], experiment: &str, board: Size, moves: u64) -> Vec<Caveat> {
    let own = points
        .iter()
        .filter(|point| point.experiment == experiment && point.moves == moves)
        .filter(|point| point.tally.games() > 0);
    let mut found: Vec<Caveat> = own
        .flat_map(|point| {
            let never_lost = (point.tally.finished == 0).then_some(Caveat::NoGameLost);
            [never_lost, early_cut(&point.tally, board)]
        })
        .flatten()
        .collect();
    let bias = |caveat: &Caveat| match caveat {
        Caveat::CutEarly { bias, .. } => *bias,
        _ => 0.0,
    };
    found.sort_by(|a, b| a.name().cmp(b.name()).then(bias(b).total_cmp(&bias(a))));
    found.dedup_by_key(|caveat| caveat.name());
    found
}

/// The geometric mean (of one more, so that no lines are a number too) and its interval.
fn geometric(means: &[f64]) -> (Option<f64>, Interval) {
    if means.is_empty() {
        return (None, Interval::UNKNOWN);
    }
    let logs: Vec<f64> = means.iter().map(|mean| libm::log1p(*mean)).collect();
    let n = logs.len() as f64;
    let mean = logs.iter().sum::<f64>() / n;
    let squares: f64 = logs.iter().map(|log| (log - mean) * (log - mean)).sum();
    let interval = match logs.len() {
        1 => Interval::UNKNOWN,
        _ => {
            let sd = (squares / (n - 1.0)).sqrt();
            let logs = student_interval(logs.len() as u64, mean, sd, Level::P95);
            Interval {
                low: libm::expm1(logs.low),
                high: libm::expm1(logs.high),
            }
        }
    };
    (Some(libm::expm1(mean)), interval)
}

/// Writes the table down.
pub(super) fn write(folder: &Path, rows: &[Row]) -> Result<(), RunError> {
    let path = folder.join(TABLE);
    rows.iter()
        .map(line)
        .collect::<Result<String, _>>()
        .map_err(std::io::Error::from)
        .and_then(|text| files::write(&path, text.as_bytes()))
        .map_err(|error| RunError::io("write", &path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn geometric_means() {
        let (mean, interval) = geometric(&[99.0, 399.0]);
        assert!((mean.unwrap() - 199.0).abs() < 1e-9);
        assert!(interval.contains(199.0) && interval.low < 99.0 && interval.high > 399.0);
        assert_eq!(geometric(&[]).0, None);
        assert_eq!(geometric(&[5.0]).1, Interval::UNKNOWN);
    }
}

//! The table of a tournament.

use std::path::Path;

use serde::{Deserialize, Serialize};
use tetrarium_engine::Size;

use super::curves::CurvePoint;
use super::entrant::{Entrant, Settings};
use crate::files;
use crate::measure::early::early_cut;
use crate::records::{Caveat, line};
use crate::statistics::{Interval, Level, student_interval};
use crate::training::error::RunError;
use crate::training::log::Spread;

/// The file that the rows are in.
pub(crate) const TABLE: &str = "table.jsonl";

/// What became of one experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its name.
    pub experiment: String,
    /// The optimiser's name.
    pub optimiser: String,
    /// The board results were measured on.
    pub board: String,
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
    /// How the results grew.
    pub curve: Vec<Curve>,
    /// What must be said with the means of the results: of each kind the gravest.
    #[serde(default)]
    pub caveats: Vec<Caveat>,
}

/// A place of a learning curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The moves after which it is.
    pub moves: u64,
    /// The mean lines over the seeds that had a result by then.
    pub lines: Option<Spread>,
}

/// The rows, the best first.
pub(super) fn rows(settings: &Settings, entrants: &[Entrant], points: &[CurvePoint]) -> Vec<Row> {
    let mut rows: Vec<Row> = entrants
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
                experiment: name.to_string(),
                optimiser: entrant.experiment.optimiser().name().to_string(),
                board: entrant.rules.board.to_string(),
                seeds: last.len() as u64,
                moves: settings.moves,
                lines: Spread::of(&last),
                geometric_mean,
                interval,
                curve,
                caveats: caveats(points, name, entrant.rules.board, last_moves),
            }
        })
        .collect();
    let mean = |row: &Row| row.geometric_mean.unwrap_or(-1.0);
    rows.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
    rows
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

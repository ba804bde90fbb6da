//! `merge`: one measurement from measurements of separate games, one estimate from estimates of
//! separate seeds.

use std::process::ExitCode;

use tetrarium_lab::compare::MeanRecord;
use tetrarium_lab::estimate::merge_estimates;
use tetrarium_lab::measure::merge;

use crate::failure::{Failure, Outcome, read_records};
use crate::flags::args::Merge;
use crate::print::outcome::print_json;
use crate::print::{estimated, measured};
use crate::terminal;

/// Runs the command.
pub fn run(arguments: &Merge) -> Outcome {
    let mut records = Vec::new();
    for path in &arguments.files {
        let found = MeanRecord::from_lines(&read_records(path)?)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        records.extend(found);
    }
    let merged = merged(records)?;
    match (merged, arguments.format.json()) {
        (merged, true) => print_json(&merged)?,
        (MeanRecord::Measurement(one), _) => {
            terminal::print(&measured::report(&[*one]))?;
        }
        (MeanRecord::Estimate(one), _) => terminal::print(&estimated::in_full(&one))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn merged(records: Vec<MeanRecord>) -> Result<MeanRecord, Failure> {
    let (mut measurements, mut estimates) = (Vec::new(), Vec::new());
    for record in records {
        match record {
            MeanRecord::Measurement(one) => measurements.push(*one),
            MeanRecord::Estimate(one) => estimates.push(*one),
        }
    }
    match (measurements.is_empty(), estimates.is_empty()) {
        (false, false) => Err(Failure::input(
            "measurements by games and estimates by splitting cannot be merged with each other: \
             the interval of the ones rests on games, that of the others on repeats; merge each \
             kind alone, and compare the two",
        )),
        (true, false) => {
            let merged = merge_estimates(&estimates).map_err(Failure::input)?;
            Ok(MeanRecord::Estimate(Box::new(merged)))
        }
        _ => {
            let merged = merge(&measurements).map_err(Failure::input)?;
            Ok(MeanRecord::Measurement(Box::new(merged)))
        }
    }
}

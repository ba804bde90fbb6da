//! `merge`: one measurement from measurements of separate games.

use std::process::ExitCode;

use tetrarium_lab::compare::MeanRecord;
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
    let merged = match &records[..] {
        [MeanRecord::Estimate(one)] => MeanRecord::Estimate(one.clone()),
        _ => {
            let mut measurements = Vec::new();
            for record in records {
                let MeanRecord::Measurement(one) = record else {
                    return Err(Failure::input(
                        "an estimate by splitting cannot be merged with other records: make it \
                         again with more --climbs or --repeats, or to a --precision",
                    ));
                };
                measurements.push(*one);
            }
            MeanRecord::Measurement(Box::new(merge(&measurements).map_err(Failure::input)?))
        }
    };
    match (merged, arguments.format.json()) {
        (merged, true) => print_json(&merged)?,
        (MeanRecord::Measurement(one), _) => {
            terminal::print(&measured::report(&[*one]))?;
        }
        (MeanRecord::Estimate(one), _) => terminal::print(&estimated::in_full(&one))?,
    }
    Ok(ExitCode::SUCCESS)
}

//! `merge`: one measurement from measurements of separate games.

use std::process::ExitCode;

use tetrarium_lab::measure::{merge, read};

use crate::failure::{Failure, Outcome, read_records};
use crate::flags::args::Merge;
use crate::print::measured::report;
use crate::print::outcome::print_json;
use crate::print::terminal;

/// Runs the command.
pub fn run(arguments: &Merge) -> Outcome {
    let mut measurements = Vec::new();
    for path in &arguments.files {
        let found = read(&read_records(path)?)
            .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
        measurements.extend(found);
    }
    let merged = merge(&measurements).map_err(Failure::input)?;
    match arguments.json {
        true => print_json(&merged)?,
        false => terminal::print(&report(&[merged]))?,
    }
    Ok(ExitCode::SUCCESS)
}

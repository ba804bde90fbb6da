//! The flags of the format: text for people, or records and tables for programs.

use clap::Args;

use crate::flags::args::Command;
use crate::print::export::Format;

/// The format of what is printed.
#[derive(Args, Clone, Copy, Debug)]
pub struct FormatFlags {
    /// Print one JSON object a line; the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Print the tables alone, for other programs
    #[arg(long)]
    format: Option<Format>,
}

impl FormatFlags {
    /// Whether records are printed.
    pub fn json(&self) -> bool {
        self.json || self.format == Some(Format::Json)
    }

    /// The format of tables, where they are exported: a command that has records prints these for
    /// JSON.
    fn of_tables(&self) -> Option<Format> {
        self.format.filter(|format| *format != Format::Json)
    }
}

/// The format in which a command exports its tables.
pub fn of_tables(command: &Command) -> Option<Format> {
    match command {
        // A list has no records but its rows.
        Command::List(list) => match list.format.json() {
            true => Some(Format::Json),
            false => list.format.of_tables(),
        },
        Command::Features(features) => features.format.of_tables(),
        Command::Eval(eval) => eval.measure.format.of_tables(),
        Command::Compare(compare) => compare.measure.format.of_tables(),
        Command::Estimate(estimate) => estimate.format.of_tables(),
        Command::Sensitivity(sensitivity) => sensitivity.measure.format.of_tables(),
        Command::Merge(merge) => merge.format.of_tables(),
        Command::Reproduce(reproduce) => reproduce.format.of_tables(),
        Command::Train(train) => train.format.of_tables(),
        Command::Runs(runs) => runs.format.of_tables(),
        Command::Tournament(tournament) => tournament.format.of_tables(),
        Command::Bench(bench) => bench.format.of_tables(),
        _ => None,
    }
}

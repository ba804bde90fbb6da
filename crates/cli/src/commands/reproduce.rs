//! `reproduce`: published results measured again.

use std::process::ExitCode;
use std::sync::Arc;

use tetrarium_lab::Watch;
use tetrarium_lab::report::Report;
use tetrarium_lab::reproduce::{
    Effort, Observer, Published, ReproduceError, Reproduced, Reproduction, TABLES,
};

use crate::failure::{Failure, Outcome};
use crate::flags::args::Reproduce;
use crate::print::outcome::{concluded, print_json};
use crate::print::page;
use crate::print::progress::{Bar, Whole, interrupt_flag};
use crate::print::table::{Align, Table};
use crate::print::terminal;
use crate::print::terminal::note;

/// Runs the command.
pub fn run(arguments: &Reproduce) -> Outcome {
    let backend = arguments.backend.ready()?.backend;
    let effort = match arguments.full {
        true => Effort::Full,
        false => Effort::Quick,
    };
    let reproduction = Reproduction::new(&arguments.out, effort, arguments.table.as_deref())?;
    let interrupted = interrupt_flag();
    let mut display = Display {
        following: None,
        bar: Whole::new(reproduction.results(), reproduction.work()),
    };
    let ending = reproduction.go(&*backend, &interrupted, &mut display);
    drop(display);
    let ending = ending?;
    if arguments.format.json() {
        for row in &ending.rows {
            print_json(row)?;
        }
    } else {
        terminal::print(&tables(&ending.rows))?;
    }
    let Some(files) = ending.files else {
        note!("tetrarium: the same command goes on where this stopped");
        return Ok(concluded(&interrupted));
    };
    let mut report = Report::new("Published results, measured again");
    for file in &files {
        report.add_path(file)?;
    }
    let path = page::path_in(&arguments.out);
    let done = page::write(&report, &path, &interrupted)?;
    if done == ExitCode::SUCCESS {
        note!("report: {}", path.display());
    }
    Ok(done)
}

/// A bar over all results.
struct Display {
    /// What is drawn while a result is played; it ends before the bar.
    following: Option<Bar>,
    bar: Whole,
}

impl Observer for Display {
    fn begins(&mut self, result: &Published, work: u64, of_a_move: u64, watch: &Arc<Watch>) {
        self.following = Some(self.bar.follow(watch, &result.label, work, of_a_move));
    }

    fn reproduced(&mut self, _: &Reproduced, work: u64) {
        self.following = None;
        self.bar.done(work);
    }
}

impl From<ReproduceError> for Failure {
    fn from(error: ReproduceError) -> Self {
        match error {
            ReproduceError::Play(error) => error.into(),
            ReproduceError::Io {
                action: "read",
                path,
                error,
            } => Failure::reading(&path, &error),
            other => Failure::input(other),
        }
    }
}

/// All rows, each table of the papers with its head.
fn tables(rows: &[Reproduced]) -> String {
    let mut text = String::new();
    for (name, words) in TABLES {
        let mut table = Table::new(&[
            ("result", Align::Left),
            ("reported", Align::Right),
            ("ours", Align::Right),
            ("95 % interval", Align::Right),
            ("", Align::Left),
            ("by", Align::Left),
        ]);
        let of_table: Vec<&Reproduced> = rows.iter().filter(|row| row.table == name).collect();
        for row in &of_table {
            table.row([
                row.label.clone(),
                row.reported_words.clone(),
                row.ours(),
                row.interval_words(),
                row.agreement.word().to_string(),
                row.by.clone(),
            ]);
        }
        if !of_table.is_empty() {
            text += &format!("{words} ({name})\n{table}\n");
        }
    }
    text
}

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
use crate::print::progress::Whole;
use crate::print::status::Status;
use crate::print::table::{Cell, Column, Table};
use crate::signals::interrupt_flag;
use crate::terminal;
use crate::terminal::note;

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
    let print = || -> Result<(), Failure> {
        match arguments.format.json() {
            true => ending.rows.iter().try_for_each(print_json),
            false => Ok(terminal::print(&tables(&ending.rows))?),
        }
    };
    let Some(files) = &ending.files else {
        print()?;
        note!("tetrarium: the same command goes on where this stopped");
        return Ok(concluded(&interrupted));
    };
    let mut report = Report::new("Published results, measured again");
    for file in files {
        report.add_path(file)?;
    }
    let path = page::path_in(&arguments.out);
    // The page first: a reader that closes the output must not cost it.
    let done = page::write(&report, &path, &interrupted)?;
    print()?;
    if done == ExitCode::SUCCESS {
        note!("report: {}", path.display());
    }
    Ok(done)
}

/// A bar over all results.
struct Display {
    /// What is drawn while a result is played; it ends before the bar.
    following: Option<Status>,
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
            Column::left("result"),
            Column::right("reported"),
            Column::right("ours").unit("lines"),
            Column::bounds("interval or range").unit("lines").spare(2),
            Column::left("").called("verdict"),
            Column::left("by").spare(1),
        ]);
        let of_table: Vec<&Reproduced> = rows.iter().filter(|row| row.table == name).collect();
        for row in &of_table {
            table.row([
                row.label.as_str().into(),
                row.reported_words.as_str().into(),
                ours(row),
                interval(row),
                row.agreement.word().into(),
                row.by.as_str().into(),
            ]);
        }
        if !of_table.is_empty() {
            text += &format!("{words} ({name})\n{table}\n");
        }
    }
    text
}

/// The mean that was measured, or its lower bound; nothing where there is neither.
fn ours(row: &Reproduced) -> Cell {
    match row.mean {
        Some(mean) => Cell::Real(mean),
        None if row.interval.low > 0.0 => Cell::Above(row.interval.low),
        None => "".into(),
    }
}

fn interval(row: &Reproduced) -> Cell {
    match row.mean {
        Some(_) if row.interval.low < row.interval.high => row.interval.into(),
        _ => "".into(),
    }
}

//! `report`: records as one page.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tetrarium_lab::numbers::counted;
use tetrarium_lab::report::{Input, Page, Record, Report};

use crate::failure::{Failure, INTERRUPTED, Outcome, read_records, write_file};
use crate::flags::args;
use crate::print::page;
use crate::signals::interrupt_flag;
use crate::terminal::{self, note};

/// Runs the command.
pub fn run(arguments: &args::Report) -> Outcome {
    check_output(arguments)?;
    let mut report = match &arguments.title {
        Some(title) => Report::new(title),
        None => Report::default(),
    };
    for path in &arguments.files {
        if path == Path::new("-") {
            report.add(standard_input(path)?);
        } else {
            report.add_path(path)?;
        }
    }
    if report.is_empty() {
        return Err(Failure::input(
            "there is no record in what was given: `eval --json` writes some",
        ));
    }
    let output = &arguments.out;
    let Some(page) = page::made(&report, output, &interrupt_flag()) else {
        return Ok(ExitCode::from(INTERRUPTED));
    };
    if let Some(folder) = &arguments.figures {
        write_figures(folder, &page)?;
    }
    if output == Path::new("-") {
        terminal::print_exact(&page.html)?;
    } else {
        write_file(output, page.html.as_bytes())?;
        note!("{}", written(&page, arguments));
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes every figure as a file of its own.
fn write_figures(folder: &Path, page: &Page) -> Result<(), Failure> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::input(format!("{} cannot be made: {error}", folder.display())))?;
    for figure in &page.figures {
        let path = folder.join(format!("{}.svg", figure.name));
        write_file(&path, figure.svg.as_bytes())?;
    }
    Ok(())
}

/// What was written, and what is in it.
fn written(page: &Page, arguments: &args::Report) -> String {
    let sections = page.sections.join(", ").to_lowercase();
    let mut text = format!("{}: {sections}", arguments.out.display());
    if let Some(folder) = &arguments.figures {
        let count = counted(page.figures.len() as u64, "figure", "figures");
        text += &format!("\n{}: {count}", folder.display());
    }
    text
}

fn standard_input(path: &Path) -> Result<Input, Failure> {
    let records = Record::from_lines(&read_records(path)?)
        .map_err(|error| Failure::input(format!("standard input: {error}")))?;
    Ok(Input::new("standard input", records))
}

/// Refuses to write where a page cannot be, before anything is read.
fn check_output(arguments: &args::Report) -> Result<(), Failure> {
    let output = &arguments.out;
    if output == Path::new("-") {
        return Ok(());
    }
    let shown = output.display();
    if output.is_dir() {
        return Err(Failure::input(format!(
            "{shown} is a folder: name the file to write, for example {}",
            page::path_in(output).display()
        )));
    }
    if output.file_name().is_none() {
        return Err(Failure::input(format!("{shown} is no name for a file")));
    }
    let folder = folder_of(output);
    if !folder.is_dir() {
        return Err(Failure::input(format!(
            "{shown} cannot be written: there is no folder {}",
            folder.display()
        )));
    }
    let same = |file: &PathBuf| match (file.canonicalize(), output.canonicalize()) {
        (Ok(file), Ok(output)) => file == output,
        _ => false,
    };
    if arguments.files.iter().any(same) {
        return Err(Failure::input(format!(
            "{shown} is one of the files to read: it would be overwritten"
        )));
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

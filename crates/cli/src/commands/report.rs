//! `report`: records as one page.

mod inputs;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tetrarium_lab::report::Report as Page;

use crate::Outcome;
use crate::failure::{Failure, write_file};
use crate::flags::args::Report;

/// Runs the command.
pub fn run(report: &Report) -> Outcome {
    check_output(report)?;
    let inputs = inputs::read(&report.files)?;
    let title = match &report.title {
        Some(title) => title.clone(),
        None => inputs.title(),
    };
    let mut page = Page::new(&title);
    for input in inputs.records {
        page.add(input);
    }
    for controller in inputs.controllers {
        page.add_controller(controller);
    }
    if page.is_empty() {
        return Err(Failure::input(
            "there is no record in what was given: `eval --json` writes some",
        ));
    }
    write_file(&report.output, page.html().as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Refuses to write where a page cannot be, before anything is read.
fn check_output(report: &Report) -> Result<(), Failure> {
    let output = &report.output;
    let shown = output.display();
    if output.is_dir() {
        return Err(Failure::input(format!(
            "{shown} is a folder: name the file to write, for example {}",
            output.join("report.html").display()
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
    if report.files.iter().any(same) {
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

//! Pages: a report as a file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tetrarium_lab::Watch;
use tetrarium_lab::report::{PathError, Report};

use crate::failure::{Failure, INTERRUPTED, write_file};
use crate::print::terminal::note;

/// Writes a report as a page. Ctrl-C, which sets `stop`, ends the games that are played for it.
pub fn write(report: &Report, output: &Path, stop: &Arc<AtomicBool>) -> Result<ExitCode, Failure> {
    match report.html(&Watch::stopping_on(stop)) {
        Ok(page) => {
            write_file(output, page.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Err(_) => {
            let output = output.display();
            note!("tetrarium: interrupted; {output} was not made");
            Ok(ExitCode::from(INTERRUPTED))
        }
    }
}

/// Where the page about a folder of results is.
pub fn path_in(folder: &Path) -> PathBuf {
    folder.join("report.html")
}

/// Writes the page about a folder of results, in that folder.
pub fn write_in(folder: &Path, stop: &Arc<AtomicBool>) -> Result<ExitCode, Failure> {
    let mut report = Report::default();
    report.add_path(folder)?;
    write(&report, &path_in(folder), stop)
}

impl From<PathError> for Failure {
    fn from(error: PathError) -> Self {
        match error {
            PathError::Io { path, error } => Failure::reading(&path, &error),
            other => Failure::input(other),
        }
    }
}

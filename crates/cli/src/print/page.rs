//! Pages: a report as a file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tetrarium_lab::Watch;
use tetrarium_lab::report::{Page, PathError, Report};

use crate::failure::{Failure, INTERRUPTED, write_file};
use crate::terminal::note;

/// Makes the page of a report. Ctrl-C, which sets `stop`, ends the games that are played for it,
/// and there is none.
pub fn made(report: &Report, output: &Path, stop: &Arc<AtomicBool>) -> Option<Page> {
    let page = report.page(&Watch::stopping_on(stop));
    if page.is_err() {
        let output = output.display();
        note!("tetrarium: interrupted; {output} was not made");
    }
    page.ok()
}

/// Writes a report as a page. Ctrl-C, which sets `stop`, ends the games that are played for it.
pub fn write(report: &Report, output: &Path, stop: &Arc<AtomicBool>) -> Result<ExitCode, Failure> {
    let Some(page) = made(report, output, stop) else {
        return Ok(ExitCode::from(INTERRUPTED));
    };
    write_file(output, page.html.as_bytes())?;
    Ok(ExitCode::SUCCESS)
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

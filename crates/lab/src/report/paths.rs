//! What a report is made of on disk: files of records, run folders, controller files.

use std::io;
use std::path::{Path, PathBuf};

use tetrarium_engine::{Controller, ControllerError};

use super::input::Input;
use super::records::Record;
use crate::files;
use crate::records::LineError;
use crate::training::{CONTROLLER, EXPERIMENT, GENERATIONS, MEASUREMENTS, TABLE, fingerprint_in};

/// The files of a run's or a tournament's folder that hold records.
const RECORDS: [&str; 3] = [GENERATIONS, MEASUREMENTS, TABLE];

/// Why a path cannot be part of a report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// A file that cannot be read.
    #[error("{} cannot be read: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file with a line that is no record.
    #[error("{}: {error}", .path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// The line, and what is wrong with it.
        error: LineError,
    },
    /// A file that is no controller.
    #[error("{}: {error}", .path.display())]
    Controller {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: ControllerError,
    },
    /// A folder without records.
    #[error("{} is no run: it has none of {}", .0.display(), RECORDS.join(", "))]
    NotARun(PathBuf),
}

/// What a path holds.
#[derive(Default)]
pub(super) struct Found {
    /// Records; none where the path is a controller's file.
    pub input: Option<Input>,
    /// A controller that is not in the catalogue.
    pub controller: Option<Controller>,
}

/// Reads a file of records, a folder of a run or a tournament, or a controller's file.
pub(super) fn read(path: &Path) -> Result<Found, PathError> {
    if path.is_dir() {
        return read_folder(path);
    }
    let mut found = Found::default();
    if path.extension().is_some_and(|ending| ending == "toml") {
        found.controller = Some(controller(path)?);
    } else {
        found.input = Some(Input::new(&shown_name(path), records(path)?));
    }
    Ok(found)
}

fn read_folder(folder: &Path) -> Result<Found, PathError> {
    let files = RECORDS.map(|name| folder.join(name));
    let mut files = files.into_iter().filter(|file| file.is_file()).peekable();
    if files.peek().is_none() {
        return Err(PathError::NotARun(folder.to_path_buf()));
    }
    let mut all = Vec::new();
    for file in files {
        all.extend(records(&file)?);
    }
    let mut input = Input::new(&shown_name(folder), all);
    let experiment = folder.join(EXPERIMENT);
    if experiment.is_file() {
        input.experiment = Some(text(&experiment, files::MOST_TEXT)?);
        input.fingerprint = fingerprint_in(folder);
    }
    let resulting = folder.join(CONTROLLER);
    let controller = match resulting.is_file() {
        true => Some(controller(&resulting)?),
        false => None,
    };
    Ok(Found {
        input: Some(input),
        controller,
    })
}

/// The last part of a path: the page does not tell where a file lies on the author's disk.
fn shown_name(path: &Path) -> String {
    let mut whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    // A run's log goes by the name of the run.
    let log = RECORDS.iter().any(|name| whole.ends_with(name));
    if let (true, Some(folder)) = (log, whole.parent()) {
        whole = folder.to_path_buf();
    }
    let name = whole.file_name().unwrap_or(whole.as_os_str());
    name.to_string_lossy().into_owned()
}

fn text(path: &Path, most: u64) -> Result<String, PathError> {
    files::read(path, most).map_err(|error| PathError::Io {
        path: path.to_path_buf(),
        error,
    })
}

fn records(path: &Path) -> Result<Vec<Record>, PathError> {
    Record::from_lines(&text(path, files::MOST_RECORDS)?).map_err(|error| PathError::Record {
        path: path.to_path_buf(),
        error,
    })
}

fn controller(path: &Path) -> Result<Controller, PathError> {
    let text = text(path, files::MOST_TEXT)?;
    let controller = Controller::from_files(&text, files::beside_this(path));
    controller.map_err(|error| PathError::Controller {
        path: path.to_path_buf(),
        error,
    })
}

//! Finding experiments: by name among the built-in ones, or in a file.

use std::path::{Path, PathBuf};

use tetrarium_lab::training::{self, Experiment, RunError};

use crate::failure::{Failure, read_text};
use crate::flags::controllers::is_path;

/// The experiment of this name, or in this file, and the file.
pub fn find(name: &str) -> Result<(Experiment, Option<PathBuf>), Failure> {
    if !is_path(name) {
        return Ok((training::named(name).map_err(Failure::input)?, None));
    }
    let path = Path::new(name);
    let folder = path.parent().unwrap_or(Path::new(""));
    let experiment = Experiment::from_toml_in(folder, &read_text(path)?)
        .map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    // The run may be resumed from another folder.
    let absolute = std::path::absolute(path).unwrap_or(path.to_path_buf());
    Ok((experiment, Some(absolute)))
}

/// A failure of the disk or the backend is the machine's; everything else is bad input.
pub fn failure(error: RunError) -> Failure {
    match error {
        RunError::Io { .. } => Failure::Machine(error.into()),
        RunError::Play(error) => Failure::from(error),
        other => Failure::input(other),
    }
}

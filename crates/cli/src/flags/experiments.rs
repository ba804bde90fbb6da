//! Finding experiments: by name among the built-in ones, or in a file.

use std::path::{Path, PathBuf};

use tetrarium_engine::{Controller, catalogue};
use tetrarium_lab::training::{self, Experiment, RunError};
use tetrarium_lab::{adapt, files};

use crate::failure::{Failure, read_text};
use crate::flags::adapting;
use crate::flags::controllers::is_path;

/// The experiment of this name, or in this file, and the file.
pub fn find(name: &str) -> Result<(Experiment, Option<PathBuf>), Failure> {
    if !is_path(name) {
        return match training::named(name) {
            Ok(experiment) => Ok((experiment, None)),
            Err(_) if catalogue::named(name).is_ok() => Err(is_controller(name)),
            Err(_) if adapting::built_in(name).is_some() => Err(is_of_adapt(name)),
            Err(error) => Err(Failure::input(error)),
        };
    }
    let path = Path::new(name);
    let folder = path.parent().unwrap_or(Path::new(""));
    let text = read_text(path)?;
    let experiment = Experiment::from_toml_in(folder, &text).map_err(|error| {
        match Controller::from_files(&text, files::beside_this(path)) {
            Ok(_) => is_controller(name),
            Err(_) if adapt::Experiment::from_toml(&text).is_ok() => is_of_adapt(name),
            Err(_) => Failure::input(format!("{}: {error}", path.display())),
        }
    })?;
    // The run may be resumed from another folder.
    let absolute = std::path::absolute(path).unwrap_or(path.to_path_buf());
    Ok((experiment, Some(absolute)))
}

fn is_controller(name: &str) -> Failure {
    Failure::input(format!(
        "{name} is a controller, not an experiment: `tetrarium eval {name}` measures it, \
         `tetrarium new experiment` writes an experiment to begin with"
    ))
}

fn is_of_adapt(name: &str) -> Failure {
    Failure::input(format!(
        "{name} is an experiment of the agent that adapts, which is not trained: `tetrarium adapt \
         {name}` plays it"
    ))
}

/// A failure of the disk or the backend is the machine's; everything else is bad input.
pub fn failure(error: RunError) -> Failure {
    match error {
        RunError::Io { .. } => Failure::Machine(error.into()),
        RunError::Play(error) => Failure::from(error),
        other => Failure::input(other),
    }
}

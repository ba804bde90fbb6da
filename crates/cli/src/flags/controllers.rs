//! Finding controllers: by name in the catalogue, or in a file.

use std::path::Path;

use tetrarium_engine::{Controller, catalogue};
use tetrarium_lab::training::{Experiment, FILES};
use tetrarium_lab::{adapt, files};

use crate::failure::{Failure, read_text};

/// The controller of this name, or in this file.
pub fn find(name: &str) -> Result<Controller, Failure> {
    let path = Path::new(name);
    if is_path(name) || catalogue::named(name).is_err() && path.is_file() {
        return from_file(path);
    }
    catalogue::named(name).cloned().map_err(|error| {
        // Some names are those of a controller and of an experiment.
        let is_named = |files: &[(&str, &str)]| files.iter().any(|(known, _)| *known == name);
        match (is_named(FILES), is_named(adapt::FILES)) {
            (true, _) => is_experiment(name),
            (_, true) => is_of_adapt(name),
            _ => Failure::input(error),
        }
    })
}

fn is_experiment(name: &str) -> Failure {
    Failure::input(format!(
        "{name} is an experiment, not a controller: `tetrarium train {name}` makes a controller"
    ))
}

fn is_of_adapt(name: &str) -> Failure {
    Failure::input(format!(
        "{name} is an experiment, not a controller: `tetrarium adapt {name}` plays it"
    ))
}

/// Whether a name is a path: it has a slash or the ending `.toml`.
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".toml")
}

fn from_file(path: &Path) -> Result<Controller, Failure> {
    let text = read_text(path)?;
    let read = Controller::from_files(&text, files::beside_this(path));
    let mut controller = read.map_err(|error| {
        let folder = path.parent().unwrap_or(Path::new(""));
        match Experiment::from_toml_in(folder, &text) {
            Ok(_) => is_experiment(&path.display().to_string()),
            Err(_) if adapt::Experiment::from_toml(&text).is_ok() => {
                is_of_adapt(&path.display().to_string())
            }
            Err(_) => Failure::input(format!("{}: {error}", path.display())),
        }
    })?;
    let name = path.file_name();
    controller.file_name = name.map(|name| name.to_string_lossy().into_owned());
    Ok(controller)
}

/// The name of a file without its ending, as a controller's name; another where nothing is left.
pub fn name_of_file(path: &Path, otherwise: &str) -> String {
    let stem = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default();
    let name: String = stem
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || "-_.".contains(c) {
                c
            } else {
                '-'
            }
        })
        .collect();
    match name.trim_matches('-') {
        "" => otherwise.to_string(),
        name => name.to_string(),
    }
}

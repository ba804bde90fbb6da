//! Finding controllers: by name in the catalogue, or in a file.

use std::path::Path;

use tetrarium_engine::{Controller, catalogue};

use crate::failure::{Failure, read_text};

/// The controller of this name, or in this file.
pub fn find(name: &str) -> Result<Controller, Failure> {
    if is_path(name) {
        return from_file(Path::new(name));
    }
    catalogue::named(name).cloned().map_err(Failure::input)
}

/// Whether a name is a path: it has a slash or the ending `.toml`.
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".toml")
}

fn from_file(path: &Path) -> Result<Controller, Failure> {
    Controller::from_toml(&read_text(path)?)
        .map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

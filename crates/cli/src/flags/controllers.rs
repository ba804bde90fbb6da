//! Finding controllers: by name in the catalogue, or in a file.

use std::path::Path;

use tetrarium_engine::{Controller, catalogue};

use crate::failure::{Failure, read_text};

/// The controller of this name, or in this file. A name with a slash or the ending `.toml` is a
/// path.
pub fn find(name: &str) -> Result<Controller, Failure> {
    let looks_like_path = name.contains(['/', '\\']) || name.ends_with(".toml");
    if looks_like_path {
        return from_file(Path::new(name));
    }
    catalogue::named(name).cloned().map_err(Failure::input)
}

fn from_file(path: &Path) -> Result<Controller, Failure> {
    Controller::from_toml(&read_text(path)?)
        .map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

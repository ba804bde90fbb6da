//! `import`: another program's strategy as a controller file.

use std::path::Path;
use std::process::ExitCode;

use tetrarium_engine::import::import;

use crate::failure::{Failure, Outcome, read_text, write_file};
use crate::flags::args::Import;
use crate::print::terminal;

/// Runs the command.
pub fn run(arguments: &Import) -> Outcome {
    let text = read_text(&arguments.file)?;
    let name = arguments
        .name
        .clone()
        .unwrap_or_else(|| name_of(&arguments.file));
    let controller = import(&text, &name)
        .map_err(|error| Failure::input(format!("{}: {error}", arguments.file.display())))?;
    let toml = controller.to_toml().map_err(Failure::input)?;
    match &arguments.output {
        None => terminal::print_exact(&toml)?,
        Some(path) => write_file(path, toml.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The name of a file without its ending, as a controller's name.
fn name_of(path: &Path) -> String {
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
        "" => "imported".to_string(),
        name => name.to_string(),
    }
}

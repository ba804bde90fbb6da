//! `import`: another program's strategy as a controller file.

use std::process::ExitCode;

use tetrarium_engine::import::import;

use crate::failure::{Failure, Outcome, read_text, write_file};
use crate::flags::args::Import;
use crate::flags::controllers::name_of_file;
use crate::print::terminal;

/// Runs the command.
pub fn run(arguments: &Import) -> Outcome {
    let text = read_text(&arguments.file)?;
    let name = arguments
        .name
        .clone()
        .unwrap_or_else(|| name_of_file(&arguments.file, "imported"));
    let controller = import(&text, &name)
        .map_err(|error| Failure::input(format!("{}: {error}", arguments.file.display())))?;
    let toml = controller.to_toml().map_err(Failure::input)?;
    match &arguments.out {
        None => terminal::print_exact(&toml)?,
        Some(path) => write_file(path, toml.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

//! `import`: another program's strategy as a controller file.

use std::path::Path;
use std::process::ExitCode;

use tetrarium_engine::import::import;

use crate::failure::{Failure, Outcome, read_text, shown, write_file};
use crate::flags::args::Import;
use crate::flags::controllers::name_of_file;
use crate::terminal;

/// Runs the command.
pub fn run(arguments: &Import) -> Outcome {
    let out = &arguments.out;
    let to_stdout = out == Path::new("-");
    // A pipe or a device has nothing to lose.
    if !to_stdout && out.is_file() && !arguments.force {
        return Err(Failure::input(format!(
            "{} is there already: give another name, or --force to write in its place",
            out.display()
        )));
    }
    let text = read_text(&arguments.file)?;
    let name = arguments
        .name
        .clone()
        .unwrap_or_else(|| name_of_file(&arguments.file, "imported"));
    let controller = import(&text, &name)
        .map_err(|error| Failure::input(format!("{}: {error}", shown(&arguments.file))))?;
    let toml = controller.to_toml().map_err(Failure::input)?;
    match to_stdout {
        true => terminal::print_exact(&toml)?,
        false => write_file(out, toml.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

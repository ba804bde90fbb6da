//! `completions` and `man`: the command line described for shells and for `man`.

use std::path::Path;
use std::process::ExitCode;

use crate::failure::{Failure, Outcome};
use crate::flags::args::{Completions, Man};
use crate::flags::examples::command;
use crate::terminal;

/// Runs `completions`.
pub fn run(arguments: &Completions) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command(), "tetrarium", &mut script);
    terminal::print_exact(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `man`.
pub fn write_pages(arguments: &Man) -> Outcome {
    let folder = &arguments.out;
    let refused = |path: &Path, error| {
        Failure::input(format!("{} cannot be written: {error}", path.display()))
    };
    std::fs::create_dir_all(folder).map_err(|error| refused(folder, error))?;
    clap_mangen::generate_to(command(), folder).map_err(|error| refused(folder, error))?;
    let first = folder.join("tetrarium.1");
    terminal::print(&format!("{}\n", first.display()))?;
    Ok(ExitCode::SUCCESS)
}

//! `devices`: list the GPUs of this machine.

use std::process::ExitCode;

use crate::failure::Outcome;
use crate::flags::backend::devices;
use crate::terminal;

/// Runs the command.
pub fn run() -> Outcome {
    terminal::print(&devices()?)?;
    Ok(ExitCode::SUCCESS)
}

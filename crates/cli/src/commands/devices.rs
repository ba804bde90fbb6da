//! `devices`: list the GPUs of this machine.

use std::io::{Write, stdout};
use std::process::ExitCode;

use crate::failure::Outcome;
use crate::flags::backend::devices;

/// Runs the command.
pub fn run() -> Outcome {
    stdout().write_all(devices()?.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

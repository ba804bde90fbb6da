//! How a command ends: records as lines, and the exit code.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::{Failure, INTERRUPTED};

/// Writes a record as one line.
pub fn print_json(record: &impl serde::Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(record).map_err(|error| Failure::Machine(error.into()))?;
    Ok(writeln!(stdout(), "{line}")?)
}

/// The exit code, and a word after Ctrl-C.
pub fn concluded(interrupted: &AtomicBool) -> ExitCode {
    if interrupted.load(Ordering::Relaxed) {
        eprintln!("tetrarium: interrupted; what was measured until then is above");
        return ExitCode::from(INTERRUPTED);
    }
    ExitCode::SUCCESS
}

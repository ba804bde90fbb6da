//! The end of a command: records as lines, and the exit code.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use tetrarium_lab::records::Made;

use crate::failure::{Failure, INTERRUPTED};
use crate::flags::version::COMMIT;
use crate::terminal;
use crate::terminal::note;

/// Prints a record as one line of JSON.
pub fn print_json(record: &impl serde::Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(record).map_err(|error| Failure::Machine(error.into()))?;
    Ok(terminal::print_exact(&format!("{line}\n"))?)
}

/// This program and its command line, for the records that it makes.
pub fn made() -> Made {
    Made {
        version: env!("CARGO_PKG_VERSION").to_string(),
        commit: COMMIT.map(str::to_string),
        command: std::env::args_os()
            .map(|word| word.to_string_lossy().into_owned())
            .collect(),
    }
}

/// The exit code; after Ctrl-C a message too.
pub fn concluded(interrupted: &AtomicBool) -> ExitCode {
    if interrupted.load(Ordering::Relaxed) {
        note!("tetrarium: interrupted; the results until then are above");
        return ExitCode::from(INTERRUPTED);
    }
    ExitCode::SUCCESS
}

//! Failures of a command: each is one sentence for the user and an exit code.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use crate::style::Style;
use crate::terminal::note;
use tetrarium_lab::{OrderError, PlayError, files};

/// Exit code after bad input.
pub const BAD_INPUT: u8 = 2;
/// Exit code after Ctrl-C: 128 + SIGINT, as in shells.
pub const INTERRUPTED: u8 = 130;

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// The user's input cannot be used.
    Input(String),
    /// The reader of the output closed it. There is no one to print a message for.
    BrokenPipe,
    /// The machine, the backend or an agent failed.
    Machine(anyhow::Error),
}

/// The exit code of a command, or why it failed.
pub type Outcome = Result<ExitCode, Failure>;

impl Failure {
    /// Bad input, with a sentence that says what is wrong.
    pub fn input(message: impl Display) -> Failure {
        Failure::Input(message.to_string())
    }

    /// A file that cannot be read.
    pub fn reading(path: &Path, error: &io::Error) -> Failure {
        let path = path.display();
        Failure::Input(match error.kind() {
            io::ErrorKind::NotFound => format!("{path}: there is no such file"),
            io::ErrorKind::IsADirectory => format!("{path} is a folder, not a file"),
            io::ErrorKind::PermissionDenied => format!("{path} cannot be read: permission denied"),
            io::ErrorKind::InvalidData => format!("{path} is not a text file in UTF-8"),
            _ => format!("{path} cannot be read: {error}"),
        })
    }

    /// Prints the failure and returns the exit code.
    pub fn report(self) -> ExitCode {
        match &self {
            Failure::BrokenPipe => return ExitCode::SUCCESS,
            _ => note!("{} {self}", Style::Bad.on("tetrarium:")),
        }
        match self {
            Failure::Input(_) => ExitCode::from(BAD_INPUT),
            _ => ExitCode::FAILURE,
        }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Input(message) => write!(f, "{message}"),
            Failure::BrokenPipe => write!(f, "the reader of the output closed it"),
            Failure::Machine(error) => write!(f, "{error:#}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::BrokenPipe,
            _ => Failure::Machine(error.into()),
        }
    }
}

/// Games that the backend refuses are bad input; every other error is the machine's.
impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        match error {
            PlayError::Refused(_) => Failure::input(error),
            _ => Failure::Machine(error.into()),
        }
    }
}

/// An order that cannot be carried out is bad input; an error while playing need not be.
impl From<OrderError> for Failure {
    fn from(error: OrderError) -> Self {
        match error {
            OrderError::Play(error) => error.into(),
            other => Failure::input(other),
        }
    }
}

/// Reads a text that people write (a controller, an experiment, a drawn board), or standard input
/// for `-`.
pub fn read_text(path: &Path) -> Result<String, Failure> {
    read_up_to(path, files::MOST_TEXT)
}

/// Reads a file of records, or standard input for `-`.
pub fn read_records(path: &Path) -> Result<String, Failure> {
    read_up_to(path, files::MOST_RECORDS)
}

fn read_up_to(path: &Path, most: u64) -> Result<String, Failure> {
    if path == Path::new("-") {
        return files::read_from(io::stdin(), most)
            .map_err(|error| Failure::reading(Path::new("standard input"), &error));
    }
    files::read(path, most).map_err(|error| Failure::reading(path, &error))
}

/// The name of a file in a message.
pub fn shown(path: &Path) -> String {
    match path == Path::new("-") {
        true => "standard input".to_string(),
        false => path.display().to_string(),
    }
}

/// Writes a whole file, which replaces an old one.
pub fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    files::write(path, bytes)
        .map_err(|error| Failure::input(format!("{} cannot be written: {error}", path.display())))
}

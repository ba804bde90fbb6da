//! `new`: a controller or an experiment to begin with.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use tetrarium_engine::{Controller, catalogue};
use tetrarium_lab::adapt;
use tetrarium_lab::training::{self, Experiment, FILES};

use crate::failure::{Failure, Outcome};
use crate::flags::adapting;
use crate::flags::args::{New, NewFile};
use crate::flags::controllers::name_of_file;
use crate::terminal;

const CONTROLLER: &str = include_str!("new/controller.toml");
const EXPERIMENT: &str = include_str!("new/experiment.toml");

/// Runs the command.
pub fn run(new: &New) -> Outcome {
    let default = match new.what {
        NewFile::Controller => "controller.toml",
        NewFile::Experiment => "experiment.toml",
    };
    let path = new.file.clone().unwrap_or(PathBuf::from(default));
    if path.extension().is_none_or(|ending| ending != "toml") {
        return Err(Failure::input(format!(
            "{} must end in .toml: other commands tell a file from a name by that",
            path.display()
        )));
    }
    let text = match &new.from {
        None => match new.what {
            NewFile::Controller => CONTROLLER,
            NewFile::Experiment => EXPERIMENT,
        },
        Some(name) => built_in(new.what, name)?,
    };
    let name = name_of_file(&path, "mine");
    // Scores that are in a file of their own are copied under the new name.
    let from = new.from.as_deref().unwrap_or_default();
    let scores = match new.what {
        NewFile::Controller => catalogue::SCORES.iter().find(|(known, _)| *known == from),
        NewFile::Experiment => None,
    };
    let scores = scores.map(|(_, bytes)| (format!("{name}.scores"), *bytes));
    let text = text
        .replace("\"NAME\"", &format!("\"{name}\""))
        .replace("./FILE", &shown(&path));
    let text = match new.from {
        None => text,
        Some(_) => renamed(&text, &name),
    };
    let text = match &scores {
        None => text,
        Some((file, _)) => text.replace(&format!("\"{from}.scores\""), &format!("\"{file}\"")),
    };
    check(new.what, &text, scores.as_ref().map(|(_, bytes)| *bytes))?;
    write(&path, text.as_bytes())?;
    if let Some((file, bytes)) = scores {
        write(&path.with_file_name(file), bytes)?;
    }
    let next = match new.what {
        NewFile::Controller => "eval",
        NewFile::Experiment if adapt::Experiment::from_toml(&text).is_ok() => "adapt",
        NewFile::Experiment => "train",
    };
    let path = shown(&path);
    terminal::print(&format!(
        "{path} is written: change it, then `tetrarium {next} {path}`\n"
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// The file of a built-in controller or experiment.
fn built_in(what: NewFile, name: &str) -> Result<&'static str, Failure> {
    let files = match what {
        NewFile::Controller => catalogue::FILES,
        NewFile::Experiment => FILES,
    };
    if let Some((_, text)) = files.iter().find(|(known, _)| *known == name) {
        return Ok(text);
    }
    if let (NewFile::Experiment, Some(text)) = (what, adapting::built_in(name)) {
        return Ok(text);
    }
    let unknown = match what {
        NewFile::Controller => catalogue::named(name).err().map(|error| error.to_string()),
        NewFile::Experiment => training::named(name).err().map(|error| error.to_string()),
    };
    Err(Failure::input(unknown.unwrap_or_default()))
}

/// The text with another name: two things of one name would be confused. The line of the name comes
/// before the first section.
fn renamed(text: &str, name: &str) -> String {
    let is_name = |line: &&str| line.starts_with("name = ");
    match text.lines().find(is_name) {
        Some(line) => text.replacen(line, &format!("name = \"{name}\""), 1),
        None => text.to_string(),
    }
}

/// A file that cannot be used is not written. `scores` are those of a controller that has a file of
/// them.
fn check(what: NewFile, text: &str, scores: Option<&[u8]>) -> Result<(), Failure> {
    let beside = |_: &str| Ok(scores.unwrap_or_default().to_vec());
    match what {
        NewFile::Controller => Controller::from_files(text, beside)
            .map(drop)
            .map_err(Failure::input),
        NewFile::Experiment if adapt::Experiment::from_toml(text).is_ok() => Ok(()),
        NewFile::Experiment => Experiment::from_toml(text)
            .map(drop)
            .map_err(Failure::input),
    }
}

/// Writes a file that is not there yet.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let written = file.and_then(|mut file| file.write_all(bytes));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::input(format!(
            "{} is there already: name another file, or remove it",
            path.display()
        )),
        _ => Failure::input(format!("{} cannot be written: {error}", path.display())),
    })
}

/// The path as it can be given to a command.
fn shown(path: &Path) -> String {
    path.display().to_string()
}

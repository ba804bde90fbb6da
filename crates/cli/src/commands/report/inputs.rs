//! What a report is made of: files of records, run folders, controller files.

use std::path::{Path, PathBuf};

use tetrarium_engine::Controller;
use tetrarium_lab::report::{Input, Record};

use crate::failure::{Failure, read_text};

/// The files of a run's or a tournament's folder that hold records.
const RECORDS: [&str; 3] = ["generations.jsonl", "measurements.jsonl", "table.jsonl"];

/// Everything that was read.
#[derive(Default)]
pub struct Inputs {
    /// Records, by file or folder.
    pub records: Vec<Input>,
    /// Controllers that are not in the catalogue.
    pub controllers: Vec<Controller>,
}

impl Inputs {
    /// A title for what was read.
    pub fn title(&self) -> String {
        let all = || self.records.iter().flat_map(|input| &input.records);
        let mut names: Vec<&str> = Vec::new();
        for record in all() {
            let name = match record {
                Record::Measurement(one) => &one.controller,
                Record::Estimate(one) => &one.controller,
                _ => continue,
            };
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        let trained = all().any(|record| matches!(record, Record::Generation(_)));
        let tournament = all().any(|record| matches!(record, Record::Entrant(_)));
        match (&names[..], trained, tournament) {
            (_, _, true) => "A tournament of training methods".to_string(),
            (_, true, _) => match &self.records[..] {
                [only] => format!("Training {}", only.name),
                _ => "Training".to_string(),
            },
            ([only], ..) => format!("How good is {only}?"),
            ([one, other], ..) => format!("{one} and {other}"),
            ([], ..) => "A report".to_string(),
            (some, ..) => format!("{} controllers measured", some.len()),
        }
    }
}

/// Reads all files and folders, in their order.
pub fn read(paths: &[PathBuf]) -> Result<Inputs, Failure> {
    let mut inputs = Inputs::default();
    for path in paths {
        if path.is_dir() {
            read_folder(path, &mut inputs)?;
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            inputs.controllers.push(controller(path)?);
        } else {
            let name = shown_name(path);
            inputs.records.push(Input::new(&name, records(path)?));
        }
    }
    Ok(inputs)
}

fn read_folder(folder: &Path, inputs: &mut Inputs) -> Result<(), Failure> {
    let mut all = Vec::new();
    let mut found = false;
    for file in RECORDS.map(|name| folder.join(name)) {
        if file.is_file() {
            found = true;
            all.extend(records(&file)?);
        }
    }
    if !found {
        return Err(Failure::input(format!(
            "{} is no run: it has none of {}",
            folder.display(),
            RECORDS.join(", ")
        )));
    }
    let resulting = folder.join("controller.toml");
    if resulting.is_file() {
        inputs.controllers.push(controller(&resulting)?);
    }
    let experiment = folder.join("experiment.toml");
    let mut input = Input::new(&shown_name(folder), all);
    if experiment.is_file() {
        input.experiment = Some(read_text(&experiment)?);
    }
    inputs.records.push(input);
    Ok(())
}

/// The last part of a path: where a file lies on somebody's disk is nobody else's business.
fn shown_name(path: &Path) -> String {
    if path == Path::new("-") {
        return "standard input".to_string();
    }
    let mut whole = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    // A run's log goes by the name of the run.
    let log = RECORDS.iter().any(|name| whole.ends_with(name));
    if let (true, Some(folder)) = (log, whole.parent()) {
        whole = folder.to_path_buf();
    }
    let name = whole.file_name().unwrap_or(whole.as_os_str());
    name.to_string_lossy().into_owned()
}

fn records(path: &Path) -> Result<Vec<Record>, Failure> {
    Record::from_lines(&read_text(path)?)
        .map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

fn controller(path: &Path) -> Result<Controller, Failure> {
    Controller::from_toml(&read_text(path)?)
        .map_err(|error| Failure::input(format!("{}: {error}", path.display())))
}

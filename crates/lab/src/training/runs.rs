//! The runs in a folder.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tetrarium_engine::Fingerprint;
use tetrarium_learn::learners::LAST;

use super::checkpoint::{Checkpoint, Totals};
use super::error::RunError;
use super::experiment::Experiment;
use super::folder::{CHECKPOINT, EXPERIMENT, GENERATIONS, MEASUREMENTS, read};
use super::lock::Lock;
use super::log::BestSoFar;
use super::observer::Standing;
use super::run::generations;
use super::trainer::Trainer;
use crate::compare::MeanRecord;
use crate::settings::Settings;

/// What a run is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunState {
    /// A process works on it.
    Running,
    /// It ended before it was finished, and can be resumed.
    Interrupted,
    /// Everything is done.
    Finished,
    /// Its files cannot be used, for this reason.
    Unusable(String),
}

/// A run at a glance.
#[derive(Clone, Debug)]
pub struct RunSummary {
    /// Its folder.
    pub path: PathBuf,
    /// What it is doing.
    pub state: RunState,
    /// The experiment's name.
    pub experiment: String,
    /// The experiment's fingerprint; none where it is not known, as in folders of schema 1.
    pub fingerprint: Option<Fingerprint>,
    /// The seed of the run.
    pub seed: u64,
    /// The rules that it trains by at last.
    pub rules: Settings,
    /// The name of the optimiser or the learner.
    pub method: String,
    /// Where it stands; the clock is left out.
    pub standing: Standing,
    /// How many collapses of the search have been undone.
    pub collapses: u64,
    /// The fittest candidate so far, or the fittest of a learner's last iterations.
    pub best: Option<BestSoFar>,
    /// How many last iterations it is the fittest of; none if it is that of all candidates.
    pub best_of_last: Option<usize>,
    /// The board and mean lines of the first measurement of its result.
    pub measured: Option<(String, f64)>,
    /// When it was last written to.
    pub changed: Option<SystemTime>,
}

/// The runs in a folder and in its folders (those of tournaments), by name.
///
/// # Errors
///
/// If the folder cannot be read. A run that cannot be used is listed as such.
pub fn list(folder: &Path) -> Result<Vec<RunSummary>, RunError> {
    let mut runs = Vec::new();
    for path in folders(folder)? {
        if path.join(EXPERIMENT).exists() {
            runs.push(summary(&path));
        } else {
            let inner = folders(&path)?;
            runs.extend(
                inner
                    .iter()
                    .filter(|path| path.join(EXPERIMENT).exists())
                    .map(|path| summary(path)),
            );
        }
    }
    Ok(runs)
}

/// The fingerprint of the experiment of a run's folder; none where it is not known.
pub(crate) fn fingerprint_in(folder: &Path) -> Option<Fingerprint> {
    let (checkpoint, _) = Checkpoint::read(folder).ok()?;
    checkpoint.fingerprint
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>, RunError> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(RunError::io("read", folder, error)),
    };
    let mut folders: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    Ok(folders)
}

fn summary(path: &Path) -> RunSummary {
    let changed = |name: &str| std::fs::metadata(path.join(name)).and_then(|data| data.modified());
    let changed = [CHECKPOINT, GENERATIONS].map(|name| changed(name).ok());
    let folder = || std::fs::metadata(path).and_then(|data| data.modified());
    let mut summary = RunSummary {
        path: path.to_path_buf(),
        state: RunState::Interrupted,
        experiment: String::new(),
        fingerprint: None,
        seed: 0,
        rules: Settings::new(),
        method: String::new(),
        standing: Standing::default(),
        collapses: 0,
        best: None,
        best_of_last: None,
        measured: None,
        changed: changed.into_iter().flatten().max().or(folder().ok()),
    };
    if let Err(error) = fill(path, &mut summary) {
        summary.state = RunState::Unusable(error.to_string());
    }
    summary
}

fn fill(path: &Path, summary: &mut RunSummary) -> Result<(), RunError> {
    // A run that this user cannot write to is shown all the same.
    let held = Lock::is_held(path);
    if held {
        summary.state = RunState::Running;
    }
    let text = read(path, EXPERIMENT)?.unwrap_or_default();
    let (checkpoint, trainer) = Checkpoint::read(path)?;
    let experiment = Experiment::with_controllers(&text, &checkpoint.controllers);
    let experiment = experiment.map_err(|error| RunError::Experiment {
        path: path.join(EXPERIMENT),
        error,
    })?;
    if checkpoint.finished && !held {
        summary.state = RunState::Finished;
    }
    summary.experiment = experiment.name().to_string();
    summary.fingerprint = checkpoint.fingerprint;
    summary.seed = experiment.seed();
    summary.rules = crate::settings::of(experiment.rules());
    summary.method = experiment.methods_in_words();
    let mut lines = generations(path)?;
    if !held {
        // What follows the checkpoint will be played again.
        lines.truncate(checkpoint.totals.generations as usize);
    }
    summary.standing = Standing::new(Totals::of(&lines), 0.0, experiment.budget());
    if checkpoint.ended.is_some() {
        summary.standing.share = 1.0;
    }
    summary.best = lines.last().and_then(|line| line.best);
    summary.best_of_last = matches!(trainer, Trainer::Learner(_)).then_some(LAST);
    let undone = lines.iter().filter(|line| line.undone.is_some());
    summary.collapses = undone.count() as u64;
    summary.measured = read(path, MEASUREMENTS)?
        .as_deref()
        .and_then(|text| MeanRecord::from_lines(text.lines().next()?).ok()?.pop())
        .and_then(|first| Some((first.rules().get("board")?.clone(), first.mean()?)));
    Ok(())
}

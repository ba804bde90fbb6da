//! A run: an experiment at work in a folder.

mod end;
mod history;
mod keep;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tetrarium_engine::Controller;

use super::checkpoint::{Checkpoint, Totals};
use super::error::RunError;
use super::experiment::Experiment;
use super::folder::{
    BEST, CANDIDATES, CHECKPOINT, CONTROLLER, EXPERIMENT, Folder, GENERATIONS, MEASUREMENTS,
    TIMING, make,
};
use super::generation::Table;
use super::lock::LOCK;
use super::log::{GenerationLine, TimingLine};
use super::observer::{Observer, Standing};
use super::trainer::Trainer;
use super::why::Why;
use super::written::{NOT_AS_WRITTEN, sha256};
use crate::compare::MeanRecord;
use crate::estimate::METHOD;
use crate::files::{self, Disk, SystemDisk};
use crate::play::Backend;
use crate::play::Watch;
use crate::records::{self, Made};

pub use history::generations;
use history::{clock_readings, done, summary, unchanged};

/// How a run's work ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Everything is done; training ended for this reason.
    Finished(Why),
    /// The watch was told to stop. What was written down stays, and the run can be resumed.
    Stopped,
}

/// A run at work in its folder, which no other process can work in as long as this lives.
pub struct Run {
    folder: Folder,
    experiment: Experiment,
    checkpoint: Checkpoint,
    trainer: Trainer,
    /// What was done when the checkpoint was saved.
    kept: Totals,
    /// The moves after which it is saved again.
    pub(super) moves_between: u64,
    seconds: f64,
    experiment_file: Option<PathBuf>,
}

impl Run {
    /// Starts a run in a new folder. `file` is where the experiment was read from, to notice when
    /// it changes.
    ///
    /// # Errors
    ///
    /// If the folder is not empty, or cannot be written to.
    pub fn start(
        folder: &Path,
        experiment: &Experiment,
        file: Option<&Path>,
    ) -> Result<Run, RunError> {
        Run::start_on(Box::new(SystemDisk), folder, experiment, file)
    }

    pub(super) fn start_on(
        disk: Box<dyn Disk>,
        path: &Path,
        experiment: &Experiment,
        file: Option<&Path>,
    ) -> Result<Run, RunError> {
        make(path, disk.as_ref())?;
        // Before the lock, so that no file appears in a folder that is not ours; after it, because
        // another process may have been faster.
        nothing_there(path)?;
        let folder = Folder::take(path, disk)?;
        nothing_there(path)?;
        // The experiment makes the folder a run: a run has a checkpoint from its beginning.
        let checkpoint = Checkpoint::new(experiment);
        let trainer = experiment.new_trainer()?;
        checkpoint.save(&folder, &trainer)?;
        folder.replace(EXPERIMENT, experiment.text())?;
        Run::begin(folder, experiment.clone(), (checkpoint, trainer), file)
    }

    /// Goes on with a run where it was written down last.
    ///
    /// # Errors
    ///
    /// If the folder is no run, another process works in it, or its files cannot be used.
    pub fn resume(folder: &Path) -> Result<Run, RunError> {
        Run::resume_on(Box::new(SystemDisk), folder)
    }

    pub(super) fn resume_on(disk: Box<dyn Disk>, path: &Path) -> Result<Run, RunError> {
        let Some(text) = super::folder::read(path, EXPERIMENT)? else {
            return Err(RunError::NotARun(path.to_path_buf()));
        };
        let folder = Folder::take(path, disk)?;
        let (checkpoint, trainer) = Checkpoint::read(path)?;
        unchanged(&folder.file(EXPERIMENT), &checkpoint.experiment, &text)?;
        let experiment = Experiment::with_controllers(&text, &checkpoint.controllers);
        let experiment = experiment.map_err(|error| RunError::Experiment {
            path: folder.file(EXPERIMENT),
            error,
        })?;
        let was = checkpoint.splitting.unwrap_or(1);
        if experiment.uses_climbs() && was != METHOD && !checkpoint.finished {
            let path = path.to_path_buf();
            return Err(RunError::OtherSplitting { path, was });
        }
        Run::begin(folder, experiment, (checkpoint, trainer), None)
    }

    fn begin(
        folder: Folder,
        experiment: Experiment,
        (mut checkpoint, trainer): (Checkpoint, Trainer),
        file: Option<&Path>,
    ) -> Result<Run, RunError> {
        let (totals, logs) = (checkpoint.totals, &mut checkpoint.logs);
        folder.check_and_cut(GENERATIONS, &mut logs.generations, totals.generations)?;
        folder.check_and_cut(CANDIDATES, &mut logs.candidates, totals.evaluations)?;
        folder.check_and_cut(MEASUREMENTS, &mut logs.measurements, checkpoint.measured)?;
        for (name, hash) in [(CONTROLLER, &checkpoint.result), (BEST, &checkpoint.best)] {
            let Some(hash) = hash else { continue };
            let path = folder.file(name);
            let damaged = |what: String| RunError::Damaged {
                path: path.clone(),
                what,
            };
            let text = folder.read(name)?.unwrap_or_default();
            if sha256(text.as_bytes()) != *hash {
                return Err(damaged(NOT_AS_WRITTEN.to_string()));
            }
            // It has the hash of its scores, where these have a file of their own.
            Controller::from_files(&text, files::beside_this(&path))
                .map_err(|error| damaged(error.to_string()))?;
        }
        let (seconds, known) = clock_readings(&folder.whole_timing()?, totals.generations);
        let file = file.map(Path::to_path_buf).or(known);
        let begun = TimingLine::Begun {
            at: SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .map_or(0, |since| since.as_secs()),
            program: format!("tetrarium {}", env!("CARGO_PKG_VERSION")),
            experiment_file: file.as_ref().map(|file| file.display().to_string()),
        };
        let run = Run {
            folder,
            experiment,
            checkpoint,
            trainer,
            kept: totals,
            moves_between: keep::MOVES,
            seconds,
            experiment_file: file,
        };
        run.write_timing(&begun)?;
        Ok(run)
    }

    /// The run's folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The experiment.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// Where it stands.
    pub fn standing(&self) -> Standing {
        Standing::new(
            self.checkpoint.totals,
            self.seconds,
            self.experiment.budget(),
        )
    }

    /// Whether nothing is left to do.
    pub fn finished(&self) -> bool {
        self.checkpoint.finished
    }

    /// Where the experiment was read from, if that file is still there and no longer what the run
    /// began with. The run goes on with its copy.
    pub fn changed_file(&self) -> Option<&Path> {
        let file = self.experiment_file.as_deref()?;
        let text = files::read_plain(file, files::MOST_TEXT).ok()?;
        (text != self.experiment.text()).then_some(file)
    }

    /// Refuses an experiment, read from this file, that is not the run's.
    ///
    /// # Errors
    ///
    /// The first line that differs, in the file or in a controller file that it names.
    pub fn check_same(&self, file: &Path, experiment: &Experiment) -> Result<(), RunError> {
        unchanged(file, self.experiment.text(), experiment.text())?;
        let now = experiment.controller_files();
        for (path, was) in self.experiment.controller_files() {
            let is = now.get(path).map_or("", String::as_str);
            unchanged(Path::new(path), was, is)?;
        }
        Ok(())
    }

    /// Has the clock readings say what program works on the run: nothing else depends on that.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn made_by(&self, made: &Made) -> Result<(), RunError> {
        self.write_timing(&TimingLine::Made { made: made.clone() })
    }

    /// The generations so far.
    ///
    /// # Errors
    ///
    /// If the log cannot be read.
    pub fn generations(&self) -> Result<Vec<GenerationLine>, RunError> {
        generations(self.folder.path())
    }

    /// The measurements so far, those of each [`Plan`](super::Plan) together: first the run's
    /// result, then the best of a learner's last iterations, then the controllers beside them.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn measurements(&self) -> Result<Vec<Vec<MeanRecord>>, RunError> {
        let text = self.folder.read(MEASUREMENTS)?.unwrap_or_default();
        let all = MeanRecord::from_lines(&text).map_err(|error| RunError::Damaged {
            path: self.folder.file(MEASUREMENTS),
            what: error.to_string(),
        })?;
        let mut all = all.into_iter();
        let results = 1 + usize::from(self.checkpoint.best.is_some());
        let plans = self.experiment.measurements().iter();
        Ok(plans
            .map(|plan| {
                let count = results + plan.controllers.len();
                all.by_ref().take(count).collect()
            })
            .collect())
    }

    /// Works until everything is done or the watch is told to stop. The games are played by
    /// `games`.
    ///
    /// # Errors
    ///
    /// If the backend or the disk fails, or the budget ends within the first generation. The
    /// generations that were done stay.
    pub fn go(
        &mut self,
        games: &dyn Backend,
        watch: &Watch,
        observer: &mut dyn Observer,
    ) -> Result<Ending, RunError> {
        let why = loop {
            if let Some(why) = self.checkpoint.ended {
                break why;
            }
            if let Some(why) = self.spent() {
                self.end_training(why)?;
                continue;
            }
            let ended = self.generation(games, watch, observer);
            watch.limit_moves(None);
            watch.limit_time(None);
            match ended {
                Ok(Step::Done) => {}
                Ok(Step::Over(why)) => self.end_training(why)?,
                Ok(Step::Stopped) => {
                    self.keep()?;
                    return Ok(Ending::Stopped);
                }
                Err(error) => {
                    // The first failure is the one to tell of. If the disk fails again, the next
                    // process plays some generations again.
                    let _ = self.keep();
                    return Err(error);
                }
            }
        };
        if !self.measure(games, watch, observer)? {
            return Ok(Ending::Stopped);
        }
        if !self.checkpoint.finished {
            self.checkpoint.finished = true;
            self.save()?;
        }
        Ok(Ending::Finished(why))
    }

    /// Which budget is spent, if one is.
    fn spent(&self) -> Option<Why> {
        let (budget, totals) = (self.experiment.budget(), &self.checkpoint.totals);
        let reached = |limit: Option<u64>, done: u64| limit.is_some_and(|limit| done >= limit);
        if reached(budget.generations, totals.generations) {
            return Some(Why::Generations);
        }
        if reached(budget.evaluations, totals.evaluations) {
            return Some(Why::Evaluations);
        }
        if reached(budget.moves, totals.moves) {
            return Some(Why::Moves);
        }
        if budget
            .seconds
            .is_some_and(|seconds| self.seconds >= seconds)
        {
            return Some(Why::Seconds);
        }
        // An optimiser that could end goes on until a learner follows it.
        match self.experiment.hands_over_after(totals.generations) {
            true => None,
            false => self.trainer.stop(),
        }
    }

    fn generation(
        &mut self,
        games: &dyn Backend,
        watch: &Watch,
        observer: &mut dyn Observer,
    ) -> Result<Step, RunError> {
        let began = Instant::now();
        let budget = self.experiment.budget();
        let totals = self.checkpoint.totals;
        watch.limit_moves(budget.moves.map(|moves| moves - totals.moves));
        let left = budget
            .seconds
            .map(|seconds| (seconds - self.seconds).max(0.0));
        watch.limit_time(left.map(Duration::from_secs_f64));

        let number = totals.generations;
        // A generation that does not come to its end must leave no trace, so a copy plays it.
        let (stage, conditions) = self.experiment.stage(number);
        let table = Table {
            experiment: &self.experiment,
            conditions,
            changed: number > 0 && self.experiment.stage(number - 1).0 != stage,
            generation: number,
            games,
            watch,
        };
        let trainer = self.experiment.trainer_in(number, self.trainer.clone())?;
        let Some(trained) = table.trained(trainer)? else {
            return Ok(match watch {
                watch if watch.stopped() => Step::Stopped,
                watch if watch.over_moves() => Step::Over(Why::Moves),
                _ => Step::Over(Why::Seconds),
            });
        };
        let (trainer, lines) = (trained.trainer, trained.lines);
        let (count, moves) = (trained.games, trained.moves);
        let totals = Totals {
            generations: number + 1,
            evaluations: totals.evaluations + lines.len() as u64,
            games: totals.games + count,
            moves: totals.moves + moves,
        };
        let board = conditions.rules.board.to_string();
        let summary = summary(
            &lines,
            &trainer,
            trained.log,
            (stage, board),
            (count, moves),
            totals,
        );

        let candidates = self.text(CANDIDATES, &lines)?;
        self.folder.append(CANDIDATES, &candidates)?;
        let generation = self.text(GENERATIONS, std::slice::from_ref(&summary))?;
        self.folder.append(GENERATIONS, &generation)?;
        let logs = &mut self.checkpoint.logs;
        logs.candidates = logs.candidates.and(&candidates);
        logs.generations = logs.generations.and(&generation);
        self.checkpoint.totals = totals;
        self.trainer = trainer;
        if self.keeping_is_due() {
            self.keep()?;
        }

        let seconds = began.elapsed().as_secs_f64();
        self.seconds += seconds;
        self.write_timing(&done(format!("generation {number}"), seconds, moves))?;
        observer.generation(&summary, &self.standing());
        Ok(Step::Done)
    }

    fn text(&self, name: &str, lines: &[impl serde::Serialize]) -> Result<String, RunError> {
        lines
            .iter()
            .map(records::line)
            .collect::<Result<String, _>>()
            .map_err(|error| RunError::Damaged {
                path: self.folder.file(name),
                what: error.to_string(),
            })
    }

    fn write_timing(&self, reading: &TimingLine) -> Result<(), RunError> {
        let text = self.text(TIMING, std::slice::from_ref(reading))?;
        self.folder.append(TIMING, &text)
    }
}

/// Refuses a folder with anything in it but what a process leaves that died before it wrote the
/// experiment down.
fn nothing_there(path: &Path) -> Result<(), RunError> {
    let unreadable = |error| RunError::io("read", path, error);
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        let name = entry.map_err(unreadable)?.file_name();
        let left = [LOCK, CHECKPOINT].iter().any(|left| name == **left);
        let new = [CHECKPOINT, EXPERIMENT].map(|file| format!("{file}.new"));
        if !left && !new.iter().any(|new| name == **new) {
            return Err(RunError::Exists(path.to_path_buf()));
        }
    }
    Ok(())
}

/// How an attempt at a generation ended.
enum Step {
    Done,
    Over(Why),
    Stopped,
}

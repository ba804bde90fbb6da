//! A reproduction at work: which results are measured, what of them is kept, and how it goes on.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tetrarium_engine::{Controller, Player, Rules};

use super::effort::{Effort, LONGEST};
use super::error::ReproduceError;
use super::list::{TABLES, published};
use super::published::{Published, Reproduced, Work};
use super::training::trained;
use crate::compare::MeanRecord;
use crate::estimate::{EstimateError, estimate};
use crate::measure::{Goal, Measurement, measure_to};
use crate::play::{self, Backend, Contender, Length, Shard, Watch};
use crate::solve::{Exact, SolveError, Solver, optimum};
use crate::{files, records};

/// What wants to know how a reproduction is getting on.
pub trait Observer {
    /// Games of a result begin, which are about this much work. One of the moves that the watch
    /// counts is `of_a_move` of it.
    fn begins(&mut self, result: &Published, work: u64, of_a_move: u64, watch: &Arc<Watch>) {
        let _ = (result, work, of_a_move, watch);
    }

    /// A result is done, whether it was played or kept, and with it this much work.
    fn reproduced(&mut self, row: &Reproduced, work: u64) {
        let _ = (row, work);
    }
}

/// An observer that ignores everything.
impl Observer for () {}

/// How a reproduction ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// The results that are done.
    pub rows: Vec<Reproduced>,
    /// Files of records for a report, the rows first; none unless everything is done.
    pub files: Option<Vec<PathBuf>>,
}

/// A result with what it takes.
struct Task {
    result: Published,
    /// Where its record is kept; none where nothing is played.
    path: Option<PathBuf>,
    of_a_move: u64,
    /// How much work is left.
    work: u64,
}

impl Task {
    fn is_of(&self, row: &Reproduced) -> bool {
        self.result.table == row.table && self.result.label == row.label
    }
}

/// Published results that are measured again, with a folder that keeps what is done.
///
/// ```
/// use tetrarium_lab::Threads;
/// use tetrarium_lab::reproduce::{Effort, Reproduction};
///
/// let folder = std::env::temp_dir().join(format!("reproduced-{}", std::process::id()));
/// // The placements of a piece are counted: nothing is played.
/// let reproduction = Reproduction::new(&folder, Effort::Quick, Some("thesis-2.3"))?;
/// assert_eq!((reproduction.results(), reproduction.work()), (8, 0));
/// let ending = reproduction.go(&Threads(1), &Default::default(), &mut ())?;
/// assert_eq!(ending.rows[0].mean, ending.rows[0].reported);
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reproduction {
    folder: PathBuf,
    effort: Effort,
    /// What is to be done.
    tasks: Vec<Task>,
    /// The results of other tables, of which only what was done before is kept.
    others: Vec<Task>,
}

impl Reproduction {
    /// The results of one table, or of all. The folder is made if there is none.
    ///
    /// # Errors
    ///
    /// If there is no such table, or the folder cannot be made.
    pub fn new(
        folder: &Path,
        effort: Effort,
        table: Option<&str>,
    ) -> Result<Reproduction, ReproduceError> {
        if let Some(table) = table
            && !TABLES.iter().any(|(name, _)| *name == table)
        {
            return Err(ReproduceError::NoTable(table.to_string()));
        }
        let is_asked_for = |result: &Published| table.is_none_or(|table| result.table == table);
        let (asked_for, others) = published()?.into_iter().partition(is_asked_for);
        std::fs::create_dir_all(folder).map_err(|error| ReproduceError::Io {
            action: "made",
            path: folder.to_path_buf(),
            error,
        })?;
        Ok(Reproduction {
            tasks: tasks(asked_for, effort, folder)?,
            others: tasks(others, effort, folder)?,
            folder: folder.to_path_buf(),
            effort,
        })
    }

    /// How many results there are.
    pub fn results(&self) -> usize {
        self.tasks.len()
    }

    /// About how much work is left, in moves of a greedy player with a kernel.
    pub fn work(&self) -> u64 {
        self.tasks.iter().map(|task| task.work).sum()
    }

    /// Measures what is not kept yet. `stop` ends it early; the same reproduction, or another of
    /// the same folder, goes on from there.
    ///
    /// # Errors
    ///
    /// If the backend fails, a kept record cannot be used, or the disk does not do what it should.
    pub fn go(
        &self,
        backend: &dyn Backend,
        stop: &Arc<AtomicBool>,
        observer: &mut dyn Observer,
    ) -> Result<Ending, ReproduceError> {
        let mut rows = Vec::new();
        let path = self.folder.join(format!("{}.jsonl", self.effort.word()));
        let mut all = self.rows_of_others(&path)?;
        let mut files = vec![path.clone()];
        for task in &self.tasks {
            let Some(row) = self.row(task, backend, stop, observer)? else {
                return Ok(Ending { rows, files: None });
            };
            observer.reproduced(&row, task.work);
            rows.push(row);
            files.extend(task.path.clone().filter(|path| !files.contains(path)));
        }
        for task in &self.others {
            let done = all.iter().any(|row| task.is_of(row));
            let kept = task.path.clone().filter(|path| done && path.exists());
            files.extend(kept.filter(|path| !files.contains(path)));
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Ending { rows, files: None });
        }
        all.extend(rows.iter().cloned());
        let place = |row: &Reproduced| TABLES.iter().position(|(name, _)| *name == row.table);
        all.sort_by_key(place);
        write(&path, &all)?;
        let files = Some(files);
        Ok(Ending { rows, files })
    }

    /// The rows of other tables that were written before.
    fn rows_of_others(&self, path: &Path) -> Result<Vec<Reproduced>, ReproduceError> {
        let Some(text) = text_of(path)? else {
            return Ok(Vec::new());
        };
        let rows = records::read_lines(&text, |raw| match raw.kind() {
            "reproduced" => raw.read::<Reproduced>(),
            _ => Err(raw.refused("reproduced")),
        });
        let rows = rows.map_err(|error| ReproduceError::NoRecord {
            path: path.to_path_buf(),
            why: error.to_string(),
        });
        let is_of_others = |row: &Reproduced| self.others.iter().any(|task| task.is_of(row));
        Ok(rows?.into_iter().filter(is_of_others).collect())
    }

    /// The row of a result, from what is kept of it or else by playing; none if that was stopped.
    fn row(
        &self,
        task: &Task,
        backend: &dyn Backend,
        stop: &Arc<AtomicBool>,
        observer: &mut dyn Observer,
    ) -> Result<Option<Reproduced>, ReproduceError> {
        let result = &task.result;
        if let Work::Training(experiment, moves) = result.work {
            let watch = Arc::new(Watch::stopping_on(stop));
            observer.begins(result, task.work, task.of_a_move, &watch);
            let (folder, seeds) = (self.folder.join("runs"), self.effort.seeds());
            let means = trained((experiment, moves), seeds, &folder, backend, &watch)?;
            return Ok(means.map(|(last, best)| result.trained(&last, &best)));
        }
        if let Work::Solved(rules) = &result.work {
            let path = file_of_optimum(&self.folder, rules);
            let solved = match kept_optimum(&path)? {
                Some(solved) => solved,
                None => {
                    let watch = Arc::new(Watch::stopping_on(stop));
                    observer.begins(result, task.work, task.of_a_move, &watch);
                    let solver = Solver {
                        threads: backend.threads(),
                        ..Solver::new(&watch)
                    };
                    let solved = match optimum(rules, 1.0, &solver, None) {
                        Err(SolveError::Interrupted) => return Ok(None),
                        solved => solved?.record(),
                    };
                    write(&path, std::slice::from_ref(&solved))?;
                    solved
                }
            };
            return Ok(Some(result.solved(&solved)));
        }
        let (Some(path), Some(played)) = (&task.path, result.played()) else {
            return Ok(Some(result.unplayed()));
        };
        let record = match kept(path)? {
            Some(record) => record,
            None => {
                let watch = Arc::new(Watch::stopping_on(stop));
                observer.begins(result, task.work, task.of_a_move, &watch);
                let record = self.measure(task, played, backend, &watch)?;
                if watch.stopped() {
                    return Ok(None);
                }
                write(path, std::slice::from_ref(&record))?;
                record
            }
        };
        Ok(Some(match &record {
            MeanRecord::Estimate(estimate) => result.estimated(estimate),
            MeanRecord::Measurement(measurement) => result.measured(measurement),
        }))
    }

    /// Measures or estimates one result.
    fn measure(
        &self,
        task: &Task,
        (controller, rules): &(Controller, Rules),
        backend: &dyn Backend,
        watch: &Watch,
    ) -> Result<MeanRecord, ReproduceError> {
        let (effort, result) = (self.effort, &task.result);
        let player = Player::new(controller, rules)?;
        if effort.estimates(result, task.of_a_move) {
            let settings = effort.settings(task.of_a_move, controller.search);
            // What cannot be split (a pile that never comes down again, a level nothing passes) is
            // played as far as the budget goes.
            match estimate(&player, 1, &settings, backend, watch) {
                Ok(estimate) if estimate.mean.is_some() => {
                    return Ok(MeanRecord::Estimate(Box::new(estimate)));
                }
                Err(EstimateError::Play(error)) => return Err(error.into()),
                _ => {}
            }
        }
        let fixed = match result.work {
            Work::Law(_, count) => Some((count, Length::Whole)),
            _ if result.is_certain() => Some((1, Length::AtMost(LONGEST))),
            _ => None,
        };
        let (measurement, games) = match fixed {
            Some((games, length)) => {
                let shard = Shard {
                    seed: 1,
                    first: 0,
                    games,
                    length,
                };
                let contender = (&player).into();
                let games = backend.play(&[play::Work { contender, shard }], watch)?;
                let games = games.into_iter().flatten().collect::<Vec<_>>();
                (Measurement::new(&player, &shard, &games), games)
            }
            None => {
                let moves = effort.most_moves(task.of_a_move);
                let goal = Goal::new(effort.precision(), Some(moves))?;
                let measured = measure_to(&player, 1, 0, goal, backend, watch);
                if let Some(error) = measured.failure {
                    return Err(error.into());
                }
                (measured.measurement, measured.records)
            }
        };
        let measurement = measurement.keeping_scores(&games);
        Ok(MeanRecord::Measurement(Box::new(measurement)))
    }
}

/// What each result takes. Several results may be of the same games, which are then played once.
fn tasks(
    results: Vec<Published>,
    effort: Effort,
    folder: &Path,
) -> Result<Vec<Task>, ReproduceError> {
    let mut tasks: Vec<Task> = Vec::new();
    for result in results {
        let path = result
            .played()
            .map(|played| folder.join(file_name(effort, &result, played)));
        let of_a_move = match result.played() {
            Some((controller, rules)) => {
                let player = Player::new(controller, rules)?;
                Contender::from(&player).cost_of_a_move()
            }
            None => 1,
        };
        let done = match &result.work {
            Work::Training(..) => false,
            Work::Solved(rules) => file_of_optimum(folder, rules).exists(),
            _ => path.as_ref().is_none_or(|path| path.exists()),
        };
        let again = path.is_some() && tasks.iter().any(|task| task.path == path);
        tasks.push(Task {
            work: match done || again {
                true => 0,
                false => effort.work(&result, of_a_move),
            },
            result,
            path,
            of_a_move,
        });
    }
    Ok(tasks)
}

/// Where the games of a result are kept: a file of their own, so that what is there is done.
fn file_name(
    effort: Effort,
    result: &Published,
    (controller, rules): &(Controller, Rules),
) -> String {
    let usual = Rules::default();
    let mut words = vec![effort.word().to_string(), controller.name.clone()];
    words.push(rules.board.to_string());
    for (setting, value) in rules.settings() {
        if setting != "board" && usual.get(setting).as_ref() != Some(&value) {
            words.push(format!("{setting}-{value}"));
        }
    }
    if let Work::Law(_, games) = result.work {
        words.push(format!("{games}-games"));
    }
    let plain = |c: char| c.is_alphanumeric() || c == '.' || c == '-';
    let name = words.join("-").replace(|c| !plain(c), "_");
    format!("{name}.jsonl")
}

/// Where the mean of the best play is kept. It is exact, whatever the effort.
fn file_of_optimum(folder: &Path, rules: &Rules) -> PathBuf {
    folder.join(format!("optimum-{}.jsonl", rules.board))
}

/// The mean of the best play that a file keeps; none where there is no file.
fn kept_optimum(path: &Path) -> Result<Option<Exact>, ReproduceError> {
    let Some(text) = text_of(path)? else {
        return Ok(None);
    };
    let read = serde_json::from_str(&text);
    read.map(Some).map_err(|error| ReproduceError::NoRecord {
        path: path.to_path_buf(),
        why: error.to_string(),
    })
}

/// The record that a file keeps; none where there is no file.
fn kept(path: &Path) -> Result<Option<MeanRecord>, ReproduceError> {
    let no_record = |why: String| ReproduceError::NoRecord {
        path: path.to_path_buf(),
        why,
    };
    let Some(text) = text_of(path)? else {
        return Ok(None);
    };
    let mut found = MeanRecord::from_lines(&text).map_err(|error| no_record(error.to_string()))?;
    match found.len() {
        1 => Ok(found.pop()),
        lines => Err(no_record(format!("it has {lines} lines instead of one"))),
    }
}

/// The text of a file; none where there is no file.
fn text_of(path: &Path) -> Result<Option<String>, ReproduceError> {
    match files::read_plain(path, files::MOST_RECORDS) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(ReproduceError::Io {
            action: "read",
            path: path.to_path_buf(),
            error,
        }),
    }
}

/// Writes records, in the place of an old file.
fn write(path: &Path, all: &[impl serde::Serialize]) -> Result<(), ReproduceError> {
    all.iter()
        .map(records::line)
        .collect::<Result<String, _>>()
        .map_err(io::Error::from)
        .and_then(|text| files::write(path, text.as_bytes()))
        .map_err(|error| ReproduceError::Io {
            action: "written",
            path: path.to_path_buf(),
            error,
        })
}

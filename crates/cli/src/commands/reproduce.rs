//! `reproduce`: published results measured again.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tetrarium_engine::Search;
use tetrarium_engine::search::{Method, Unseen};
use tetrarium_engine::{Controller, Player, Rules};
use tetrarium_lab::compare::MeanRecord;
use tetrarium_lab::estimate::{EstimateError, Settings, estimate};
use tetrarium_lab::measure::{Goal, games_for, measure_to};
use tetrarium_lab::play::Danger;
use tetrarium_lab::reproduce::{Published, Reproduced, TABLES, Work, published};
use tetrarium_lab::{Backend, Length, Measurement, Shard, Watch};

use crate::Outcome;
use crate::commands::report;
use crate::failure::{Failure, write_file};
use crate::flags::args::{Report, Reproduce};
use crate::print::outcome::concluded;
use crate::print::progress::{Whole, interrupt_flag};
use crate::print::table::{Align, Table};

/// Pieces after which a game without chance is given up.
const LONGEST: u64 = 100_000;

/// How much work each result is.
struct Effort {
    precision: f64,
    moves: u64,
    climbs: f64,
    /// The dearest moves that are still worth an estimate.
    dearest: u64,
}

impl Effort {
    fn new(full: bool) -> Effort {
        let (precision, moves, climbs, dearest) = match full {
            true => (0.03, 3_000_000_000, 8000.0, u64::MAX),
            false => (0.15, 12_000_000, 1000.0, 160),
        };
        Effort {
            precision,
            moves,
            climbs,
            dearest,
        }
    }

    /// Whether a result is estimated rather than measured.
    fn estimates(&self, result: &Published, of_a_move: u64) -> bool {
        result.is_long() && of_a_move <= self.dearest
    }

    /// Dear moves are made less often, but not so rarely that nothing is seen.
    fn settings(&self, of_a_move: u64, search: Search) -> Settings {
        Settings {
            climbs: (self.climbs / (of_a_move as f64).sqrt()).max(80.0) as u64,
            danger: Danger::for_depth(search.depth()),
            ..Settings::default()
        }
    }

    /// About how much work a result is, in moves of a greedy player with a kernel.
    fn work(&self, result: &Published, of_a_move: u64) -> u64 {
        let lines = result.expected_lines();
        let moves = match &result.work {
            Work::Placements(..) | Work::Unknown => 0.0,
            Work::Law(_, games) => *games as f64 * 10_000.0,
            Work::Mean(_) if result.is_certain() => LONGEST as f64,
            Work::Mean(played) if self.estimates(result, of_a_move) => {
                let settings = self.settings(of_a_move, played.0.search);
                // A level is passed by a third, and a climb is about 60 moves.
                let levels = (lines.ln() / 1.1).max(3.0);
                60.0 * levels * (settings.climbs * settings.repeats) as f64
            }
            Work::Mean(_) => {
                let games = games_for(self.precision) as f64;
                return ((2.5 * games * lines) as u64 * of_a_move).min(self.moves);
            }
        };
        (moves * of_a_move as f64) as u64
    }
}

/// A result with what it takes: where its record is kept, and how much work is left.
struct Task {
    result: Published,
    path: Option<PathBuf>,
    of_a_move: u64,
    work: u64,
}

/// Runs the command.
pub fn run(arguments: &Reproduce) -> Outcome {
    let mut results = published().map_err(Failure::input)?;
    if let Some(table) = &arguments.table {
        if !TABLES.iter().any(|(name, _)| name == table) {
            let names: Vec<&str> = TABLES.iter().map(|(name, _)| *name).collect();
            return Err(Failure::input(format!(
                "there is no table `{table}`: there are {}",
                names.join(", ")
            )));
        }
        results.retain(|result| result.table == table);
    }
    let who = arguments.backend.ready()?;
    std::fs::create_dir_all(&arguments.out).map_err(|error| {
        Failure::input(format!(
            "{} cannot be made: {error}",
            arguments.out.display()
        ))
    })?;
    let effort = Effort::new(arguments.full);
    let kept = if arguments.full { "full" } else { "quick" };
    let tasks = tasks(results, &effort, &arguments.out, kept)?;
    let interrupted = interrupt_flag();
    let mut bar = Whole::new(tasks.len(), tasks.iter().map(|task| task.work).sum());
    let mut rows = Vec::new();
    let mut files = Vec::new();
    for task in &tasks {
        let Some(row) = reproduced(task, &effort, &*who.backend, &bar, &interrupted)? else {
            break;
        };
        bar.done(task.work);
        rows.push(row);
        files.extend(task.path.clone().filter(|path| !files.contains(path)));
    }
    drop(bar);
    stdout().write_all(tables(&rows).as_bytes())?;
    if interrupted.load(Ordering::Relaxed) {
        eprintln!("tetrarium: the same command goes on where this stopped");
        return Ok(concluded(&interrupted));
    }
    let path = arguments.out.join(format!("{kept}.jsonl"));
    let lines: Vec<String> = rows.iter().map(json).collect::<Result<_, _>>()?;
    write_file(&path, lines.concat().as_bytes())?;
    files.insert(0, path);
    let page = arguments.out.join("report.html");
    report::run(&Report {
        files,
        output: page.clone(),
        title: Some("Published results, measured again".to_string()),
    })?;
    eprintln!("report: {}", page.display());
    Ok(concluded(&interrupted))
}

/// What each result takes. Several results may be of the same games, which are then played once.
fn tasks(
    results: Vec<Published>,
    effort: &Effort,
    folder: &Path,
    kept: &str,
) -> Result<Vec<Task>, Failure> {
    let mut tasks: Vec<Task> = Vec::new();
    for result in results {
        let path = result
            .played()
            .map(|played| folder.join(file_name(kept, &result, played)));
        let of_a_move = match result.played() {
            Some((controller, rules)) => {
                cost(&Player::new(controller, rules).map_err(Failure::input)?)
            }
            None => 0,
        };
        let done = path.as_ref().is_none_or(|path| path.exists());
        let again = tasks.iter().any(|task| task.path == path);
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

/// The row of a result, from what is kept of it or else by playing; none if somebody pressed Ctrl-C.
fn reproduced(
    task: &Task,
    effort: &Effort,
    games: &dyn Backend,
    bar: &Whole,
    interrupted: &Arc<AtomicBool>,
) -> Result<Option<Reproduced>, Failure> {
    let result = &task.result;
    let (Some(path), Some(played)) = (&task.path, result.played()) else {
        return Ok(Some(result.unplayed()));
    };
    let record = match read_done(path)? {
        Some(record) => record,
        None => {
            let watch = Arc::new(Watch::stopping_on(interrupted));
            let following = bar.follow(&watch, &result.label, task.work, task.of_a_move);
            let record = measure(task, played, effort, games, &watch)?;
            drop(following);
            if interrupted.load(Ordering::Relaxed) {
                return Ok(None);
            }
            write_file(path, json(&record)?.as_bytes())?;
            record
        }
    };
    Ok(Some(match &record {
        MeanRecord::Estimate(estimated) => result.estimated(estimated),
        MeanRecord::Measurement(measured) => result.measured(measured),
    }))
}

/// Where the games of a result are kept: a file of their own, so that what is there is done.
fn file_name(kept: &str, result: &Published, (controller, rules): &(Controller, Rules)) -> String {
    let usual = Rules::default();
    let mut words = vec![kept.to_string(), controller.name.clone()];
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

fn no_record(path: &Path, why: impl std::fmt::Display) -> Failure {
    Failure::input(format!(
        "{} is no record: {why}; delete it to measure it again",
        path.display()
    ))
}

fn read_done(path: &Path) -> Result<Option<MeanRecord>, Failure> {
    match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::reading(path, &error)),
        Ok(text) => match MeanRecord::from_lines(&text) {
            Ok(mut records) if records.len() == 1 => Ok(records.pop()),
            Ok(_) => Err(no_record(path, "it has not one line")),
            Err(error) => Err(no_record(path, error)),
        },
    }
}

/// Measures or estimates one result.
fn measure(
    task: &Task,
    (controller, rules): &(Controller, Rules),
    effort: &Effort,
    games: &dyn Backend,
    watch: &Watch,
) -> Result<MeanRecord, Failure> {
    let result = &task.result;
    let player = Player::new(controller, rules).map_err(Failure::input)?;
    if effort.estimates(result, task.of_a_move) {
        let settings = effort.settings(task.of_a_move, controller.search);
        // What cannot be split (a pile that never comes down again, a level nothing passes) is played as far as the budget goes.
        match estimate(&player, 1, &settings, games, watch) {
            Ok(estimated) if estimated.mean.is_some() => {
                return Ok(MeanRecord::Estimate(Box::new(estimated)));
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
    let (measured, records) = match fixed {
        Some((count, length)) => {
            let shard = Shard {
                seed: 1,
                first: 0,
                games: count,
                length,
            };
            let player = &player;
            let work = tetrarium_lab::Work {
                contender: player.into(),
                shard,
            };
            let records = games.play(&[work], watch)?.remove(0);
            (Measurement::new(player, &shard, &records), records)
        }
        None => {
            let moves = (effort.moves / task.of_a_move).max(10_000);
            let goal = Goal::new(effort.precision, Some(moves)).map_err(Failure::input)?;
            let measured = measure_to(&player, 1, 0, goal, games, watch);
            if let Some(error) = measured.failure {
                return Err(error.into());
            }
            (measured.measurement, measured.records)
        }
    };
    Ok(MeanRecord::Measurement(Box::new(
        measured.keeping_scores(&records),
    )))
}

/// About how many moves of a greedy player with a kernel one of this player's moves costs.
fn cost(player: &Player) -> u64 {
    let slow = if player.fast_path().is_ok() { 1 } else { 20 };
    let search = player.search();
    let plies = match (search.method(), search.depth()) {
        (Method::Tree(Unseen::Ignored), 1) => 1,
        (Method::Tree(Unseen::Ignored), _) => 25,
        _ => 160,
    };
    slow * plies
}

/// A record as one line.
fn json(record: &impl serde::Serialize) -> Result<String, Failure> {
    let line = serde_json::to_string(record).map_err(|error| Failure::Machine(error.into()))?;
    Ok(line + "\n")
}

/// All rows, each table of the papers with its head.
fn tables(rows: &[Reproduced]) -> String {
    let mut text = String::new();
    for (name, words) in TABLES {
        let mut table = Table::new(&[
            ("result", Align::Left),
            ("reported", Align::Right),
            ("ours", Align::Right),
            ("95 % interval", Align::Right),
            ("", Align::Left),
            ("by", Align::Left),
        ]);
        let of_table: Vec<&Reproduced> = rows.iter().filter(|row| row.table == name).collect();
        for row in &of_table {
            table.row([
                row.label.clone(),
                row.reported_words.clone(),
                row.ours(),
                row.interval_words(),
                row.agreement.word().to_string(),
                row.by.clone(),
            ]);
        }
        if !of_table.is_empty() {
            text += &format!("{words} ({name})\n{table}\n");
        }
    }
    text
}

//! `reproduce`: published results measured again.

use std::io::{Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;
use tetrarium_engine::Player;
use tetrarium_engine::controller::Search;
use tetrarium_lab::estimate::{EstimateError, Settings, estimate};
use tetrarium_lab::precision::{Goal, measure_to};
use tetrarium_lab::reproduce::{Published, TABLES, agreement, published};
use tetrarium_lab::statistics::Interval;
use tetrarium_lab::{Games, Length, Measurement, Shard, Watch, Work};

use crate::Outcome;
use crate::args::{Report, Reproduce};
use crate::commands::eval::concluded;
use crate::commands::report;
use crate::failure::Failure;
use crate::progress::{Bar, interrupt_flag};
use crate::table::{Align, Table};
use crate::text::{real, whole};

/// How much work each result is.
struct Effort {
    precision: f64,
    moves: u64,
    /// The dearest moves that are still worth an estimate.
    dearest: u64,
    settings: Settings,
}

impl Effort {
    fn new(full: bool) -> Effort {
        let (precision, moves, dearest, climbs) = match full {
            true => (0.03, 3_000_000_000, u64::MAX, 4000),
            false => (0.15, 12_000_000, 160, 200),
        };
        Effort {
            precision,
            moves,
            dearest,
            settings: Settings {
                climbs,
                repeats: 16,
                ..Settings::default()
            },
        }
    }
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
    let who = arguments.who.players()?;
    std::fs::create_dir_all(&arguments.out).map_err(|error| {
        Failure::input(format!(
            "{} cannot be made: {error}",
            arguments.out.display()
        ))
    })?;
    let interrupted = interrupt_flag();
    let effort = Effort::new(arguments.full);
    let mut files = Vec::new();
    let mut table = Table::new(&[
        ("result", Align::Left),
        ("reported", Align::Right),
        ("ours", Align::Right),
        ("95 % interval", Align::Right),
        ("", Align::Left),
        ("by", Align::Left),
    ]);
    let mut last = "";
    for (number, result) in results.iter().enumerate() {
        let path = file_of(&arguments.out, result, arguments.full);
        let record = match read_done(&path)? {
            Some(record) => record,
            None => {
                let label = format!("{}/{} {}", number + 1, results.len(), result.label);
                match measure(result, &effort, &*who.games, &label, &interrupted)? {
                    Some(record) => {
                        report::write_whole(&path, format!("{record}\n").as_bytes())?;
                        record
                    }
                    None => break,
                }
            }
        };
        if result.table != last {
            let words = TABLES
                .iter()
                .find(|(name, _)| *name == result.table)
                .map_or("", |(_, words)| words);
            table.row([
                format!("— {words}"),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
                String::new(),
            ]);
            last = result.table;
        }
        table.row(row(result, &record));
        files.push(path);
    }
    stdout().write_all(table.to_string().as_bytes())?;
    if interrupted.load(Ordering::Relaxed) {
        eprintln!("tetrarium: the same command goes on where this stopped");
        return Ok(concluded(&interrupted));
    }
    let page = arguments.out.join("report.html");
    report::run(&Report {
        files,
        output: page.clone(),
        title: Some("Published results, measured again".to_string()),
    })?;
    eprintln!("report: {}", page.display());
    Ok(concluded(&interrupted))
}

/// Where a result is kept: a file of its own, so that what is there is done.
fn file_of(folder: &Path, result: &Published, full: bool) -> PathBuf {
    let name: String = result
        .name()
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || c == '.' || c == '-' {
                c
            } else {
                '_'
            }
        })
        .collect();
    folder.join(format!(
        "{}-{name}.jsonl",
        if full { "full" } else { "quick" }
    ))
}

fn read_done(path: &Path) -> Result<Option<Value>, Failure> {
    match std::fs::read_to_string(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::reading(path, &error)),
        Ok(text) => serde_json::from_str(text.trim())
            .map(Some)
            .map_err(|error| {
                Failure::input(format!(
                    "{} is no record: {error}; delete it to measure it again",
                    path.display()
                ))
            }),
    }
}

/// Measures or estimates one result; none if somebody pressed Ctrl-C.
fn measure(
    result: &Published,
    effort: &Effort,
    games: &dyn Games,
    label: &str,
    interrupted: &Arc<AtomicBool>,
) -> Result<Option<Value>, Failure> {
    let player = Player::new(&result.controller, &result.rules).map_err(Failure::input)?;
    let watch = Arc::new(Watch::stopping_on(interrupted));
    let cost = cost(&player);
    if result.is_long() && cost <= effort.dearest {
        let bar = Bar::counting(&watch, effort.settings.repeats, label, "repeats");
        let estimated = estimate(&player, 1, &effort.settings, games, &watch);
        drop(bar);
        match estimated {
            Ok(estimated) if estimated.mean.is_some() && !interrupted.load(Ordering::Relaxed) => {
                return json(&estimated).map(Some);
            }
            _ if interrupted.load(Ordering::Relaxed) => return Ok(None),
            Err(EstimateError::Play(error)) => return Err(error.into()),
            // What cannot be split (a pile that never comes down again, a level nothing passes) is played as far as the budget goes.
            _ => {}
        }
    }
    let bar = Bar::following(&watch, 100, label);
    let measured = if result.is_certain() {
        let shard = Shard {
            seed: 1,
            first: 0,
            games: 1,
            length: Length::AtMost(100_000),
        };
        let player = &player;
        let records = games.play(&[Work { player, shard }], &watch)?;
        Measurement::new(player, &shard, &records[0])
    } else {
        let goal = Goal::new(effort.precision, Some((effort.moves / cost).max(10_000)))
            .map_err(Failure::input)?;
        let measured = measure_to(&player, 1, 0, goal, games, &watch);
        if let Some(error) = measured.failure {
            return Err(error.into());
        }
        measured.measurement.keeping_scores(&measured.records)
    };
    drop(bar);
    match interrupted.load(Ordering::Relaxed) {
        true => Ok(None),
        false => json(&measured).map(Some),
    }
}

/// About how many moves of a greedy player with a kernel one of this player's moves costs.
fn cost(player: &Player) -> u64 {
    let slow = if player.fast_path().is_ok() { 1 } else { 20 };
    let plies = match player.search() {
        Search::Greedy | Search::Fit => 1,
        Search::TwoPiece => 25,
        Search::Expectimax { .. } | Search::Minimax { .. } => 160,
    };
    slow * plies
}

fn json(record: &impl serde::Serialize) -> Result<Value, Failure> {
    serde_json::to_value(record).map_err(|error| Failure::Machine(error.into()))
}

fn row(result: &Published, record: &Value) -> [String; 6] {
    let mean = record["mean"].as_f64();
    let interval = Interval {
        low: record["interval"]["low"].as_f64().unwrap_or(0.0),
        high: record["interval"]["high"].as_f64().unwrap_or(f64::INFINITY),
    };
    // A game without chance is its own mean, with no interval about it.
    let interval = match mean.filter(|_| result.is_certain()) {
        Some(mean) => Interval {
            low: mean,
            high: mean,
        },
        None => interval,
    };
    let verdict = match &result.reported {
        Some(figure) => agreement(figure, mean, &interval).word(),
        None => "–",
    };
    let by = match record["kind"].as_str() {
        Some("estimate") => "splitting".to_string(),
        _ => format!(
            "{} games",
            whole(record["games"]["finished"].as_u64().unwrap_or(0))
        ),
    };
    let reported = result.reported.as_ref().map(|figure| {
        let words = figure
            .text
            .as_ref()
            .map(|text| format!(" {text}"))
            .unwrap_or_default();
        format!("{}{words}", crate::commands::show::reported_figure(figure))
    });
    [
        format!("  {}", result.label),
        reported.unwrap_or_default(),
        mean.map_or(format!("> {}", real(interval.low)), real),
        format!("{} – {}", real(interval.low), real(interval.high)),
        verdict.to_string(),
        by,
    ]
}

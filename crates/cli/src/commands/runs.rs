//! `runs`: what has been trained, and what is being trained.

use std::process::ExitCode;
use std::time::SystemTime;

use tetrarium_lab::records::labels;
use tetrarium_lab::training::{RunState, RunSummary, list};

use crate::failure::{Failure, Outcome};
use crate::flags::experiments::failure;
use crate::flags::training::Runs;
use crate::print::outcome::print_json;
use crate::print::table::{Cell, Column, Table};
use crate::terminal;

/// Runs the command.
pub fn run(runs: &Runs) -> Outcome {
    let found = list(&runs.folder).map_err(failure)?;
    if found.is_empty() {
        return Err(Failure::input(format!(
            "there are no runs in {}: `tetrarium train` makes one",
            runs.folder.display()
        )));
    }
    match runs.format.json() {
        true => found.iter().try_for_each(|run| print_json(&json(run)))?,
        false => terminal::print(&table(&found))?,
    }
    Ok(ExitCode::SUCCESS)
}

fn state(run: &RunSummary) -> &'static str {
    match run.state {
        RunState::Running => "running",
        RunState::Interrupted => "interrupted",
        RunState::Finished => "finished",
        RunState::Unusable(_) => "unusable",
    }
}

fn table(runs: &[RunSummary]) -> String {
    let mut table = Table::new(&[
        Column::left("run"),
        Column::left("state"),
        Column::left("experiment").spare(4),
        Column::left("method").spare(5),
        Column::right("done").spare(1),
        Column::right("generations").spare(7),
        Column::right("moves").spare(6),
        Column::right("best fitness").spare(8),
        Column::right("measured"),
        Column::left("on").spare(2),
        Column::right("changed")
            .spare(3)
            .called("seconds since it changed"),
    ]);
    let mut reasons = String::new();
    for (run, experiment) in runs.iter().zip(experiments(runs)) {
        let totals = run.standing.totals;
        let (board, mean) = match &run.measured {
            Some((board, mean)) => (board.as_str().into(), Cell::Real(*mean)),
            None => ("".into(), "".into()),
        };
        table.row([
            run.path.display().to_string().into(),
            state(run).into(),
            experiment.into(),
            run.method.as_str().into(),
            Cell::Written(
                format!("{:.0} %", 100.0 * run.standing.share),
                run.standing.share,
            ),
            Cell::Whole(totals.generations),
            Cell::Whole(totals.moves),
            run.best.map_or("".into(), |best| Cell::Real(best.fitness)),
            mean,
            board,
            age(run.changed),
        ]);
        if run.collapses > 0 {
            let times = match run.collapses {
                1 => "a collapse of the search was undone".to_string(),
                more => format!("{more} collapses of the search were undone"),
            };
            reasons += &format!("{}: {times}\n", run.path.display());
        }
        if let RunState::Unusable(reason) = &run.state {
            reasons += &format!("{reason}\n");
        }
    }
    if let Some(last) = runs.iter().find_map(|run| run.best_of_last) {
        reasons +=
            &format!("The best fitness of a learner is that of its last {last} iterations.\n");
    }
    format!("{table}{reasons}\n`tetrarium train --resume RUN` goes on with an interrupted run.\n")
}

/// The experiments of runs, with the beginning of the fingerprint where two of one name differ.
fn experiments(runs: &[RunSummary]) -> Vec<String> {
    let names = runs.iter();
    let names: Vec<_> = names
        .map(|run| (run.experiment.as_str(), run.fingerprint))
        .collect();
    let labels = labels(&names).into_iter().zip(runs);
    labels
        .map(|(label, run)| match run.fingerprint {
            // Nothing is known of a run that cannot be used.
            None if run.experiment.is_empty() => String::new(),
            None => format!("{} (identity unknown)", run.experiment),
            Some(_) => label,
        })
        .collect()
}

/// How long ago, in the largest unit that fits.
fn age(changed: Option<SystemTime>) -> Cell {
    let Some(since) = changed.and_then(|changed| changed.elapsed().ok()) else {
        return "".into();
    };
    let seconds = since.as_secs();
    let words = match seconds {
        0..60 => format!("{seconds} s ago"),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86_400 => format!("{} h ago", seconds / 3600),
        _ => format!("{} d ago", seconds / 86_400),
    };
    Cell::Written(words, seconds as f64)
}

fn json(run: &RunSummary) -> serde_json::Value {
    let totals = run.standing.totals;
    let reason = match &run.state {
        RunState::Unusable(reason) => Some(reason),
        _ => None,
    };
    let (board, mean) = match &run.measured {
        Some((board, mean)) => (Some(board), Some(mean)),
        None => (None, None),
    };
    serde_json::json!({
        "schema": 2,
        "kind": "run",
        "run": run.path,
        "experiment": run.experiment,
        "fingerprint": run.fingerprint,
        "seed": run.seed,
        "rules": run.rules,
        "state": state(run),
        "reason": reason,
        "method": run.method,
        "share": run.standing.share,
        "generations": totals.generations,
        "evaluations": totals.evaluations,
        "games": totals.games,
        "moves": totals.moves,
        "collapses_undone": run.collapses,
        "best_fitness": run.best.map(|best| best.fitness),
        "best_of_last": run.best_of_last,
        "measured": { "board": board, "mean": mean },
    })
}

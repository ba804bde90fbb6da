//! The runs of the folder, also those that other processes work on: what is shown is read from
//! their files.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use axum::extract::{Query, State};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use tetrarium_lab::training::{
    Experiment, GenerationLine, RunState, RunSummary, generations, list,
};

use crate::answers::{Answer, Refusal, waiting};
use crate::lab::{Lab, locked};
use crate::work::Listed;

/// How long the list of runs is kept: many clients read the disk no more often than one.
const KEPT: Duration = Duration::from_millis(700);
/// The most runs that are listed.
const MOST_RUNS: usize = 500;
/// The most generations of one answer; the page asks on.
const MOST_LINES: usize = 1000;

/// The requests about runs.
pub fn routes() -> Router<Arc<Lab>> {
    Router::new()
        .route("/runs", get(all))
        .route("/run", get(one))
}

async fn all(State(lab): State<Arc<Lab>>) -> Answer {
    waiting(move || {
        let mut listed = locked(&lab.listed);
        if let Some(listed) = listed.as_ref().filter(|listed| listed.at.elapsed() < KEPT) {
            return Ok(Json(listed.runs.clone()));
        }
        let found = list(lab.names().root()).map_err(Refusal::input)?;
        let newest = found.iter().rev().take(MOST_RUNS);
        let runs: Vec<Value> = newest.filter_map(|run| summary(&lab, run)).collect();
        let runs = json!({
            "folder": lab.names().root().display().to_string(),
            "runs": runs,
            "tournaments": tournaments(&lab),
            "left": found.len().saturating_sub(MOST_RUNS),
        });
        *listed = Some(Listed {
            at: Instant::now(),
            runs: runs.clone(),
        });
        Ok(Json(runs))
    })
    .await
}

fn summary(lab: &Lab, run: &RunSummary) -> Option<Value> {
    let name = lab.names().name_of(&run.path)?;
    let (state, error) = match &run.state {
        RunState::Running => ("running", None),
        RunState::Interrupted => ("interrupted", None),
        RunState::Finished => ("finished", None),
        RunState::Unusable(why) => ("unusable", Some(why)),
    };
    let age = run
        .changed
        .and_then(|at| SystemTime::now().duration_since(at).ok());
    Some(json!({
        "started": lab.is_started(&name),
        "name": name,
        "state": state,
        "error": error,
        "experiment": run.experiment,
        "method": run.method,
        "seed": run.seed.to_string(),
        "board": run.rules.get("board"),
        "share": run.standing.share,
        "generations": run.standing.totals.generations,
        "moves": run.standing.totals.moves,
        "best": run.best.map(|best| best.fitness),
        "measured": run.measured,
        "age": age.map(|age| age.as_secs()),
        "report": run.path.join("report.html").is_file(),
    }))
}

/// The folders of tournaments with a report.
fn tournaments(lab: &Lab) -> Vec<String> {
    let entries = std::fs::read_dir(lab.names().root()).into_iter().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| entry.ok())
        .filter(|entry| entry.path().join("table.jsonl").is_file())
        .filter(|entry| entry.path().join("report.html").is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .take(MOST_RUNS)
        .collect();
    names.sort();
    names
}

/// A run, and the generations that are wanted of it.
#[derive(Deserialize)]
struct Wanted {
    name: String,
    #[serde(default)]
    from: u64,
}

async fn one(State(lab): State<Arc<Lab>>, Query(wanted): Query<Wanted>) -> Answer {
    waiting(move || {
        let folder = lab.names().folder(&wanted.name)?;
        let lines = generations(&folder).map_err(Refusal::input)?;
        let text = tetrarium_lab::files::read_plain(&folder.join("experiment.toml"), 1 << 24);
        let text = text.map_err(|_| Refusal::missing(format!("{:?} is no run", wanted.name)))?;
        // An experiment that names other files is shown without the names of its weights: no file
        // is read that a request leads to by another.
        let experiment = Experiment::from_toml(&text).ok();
        let wanted_lines = lines
            .iter()
            .skip_while(|line| line.generation < wanted.from);
        let shown: Vec<Value> = wanted_lines.take(MOST_LINES).map(line).collect();
        Ok(Json(json!({
            "name": wanted.name,
            "generations": shown,
            "total": lines.len(),
            "weights": experiment.as_ref().map(weights),
            "controller": experiment.as_ref().and_then(|one| current(one, lines.last()?)),
        })))
    })
    .await
}

fn line(line: &GenerationLine) -> Value {
    let fitness = line.fitness;
    json!({
        "generation": line.generation,
        "board": line.board,
        "moves": line.total_moves,
        "fitness": [fitness.worst, fitness.lower_quartile, fitness.median, fitness.upper_quartile,
            fitness.best],
        "genes": line.result.as_ref().map(|genome| &genome.genes),
    })
}

/// The names of the genes that are weights.
fn weights(experiment: &Experiment) -> Vec<String> {
    let readings = experiment.readings();
    let Ok(space) = experiment.space() else {
        return Vec::new();
    };
    let name = |gene: usize| {
        let feature = space.feature(gene);
        let name = readings[feature].to_string();
        let first = (0..gene)
            .take_while(|&one| space.feature(one) < feature)
            .count();
        match space.features()[feature] {
            1 => name,
            _ => format!("{name}[{}]", gene - first),
        }
    };
    // Genes that say what an expression is are no weights of a feature.
    let of_features = (0..space.weights()).take_while(|&gene| space.feature(gene) < readings.len());
    of_features.take(64).map(name).collect()
}

/// The controller that the run has come to, as a file.
fn current(experiment: &Experiment, line: &GenerationLine) -> Option<String> {
    let genome = line.result.as_ref()?;
    let name = format!("{}-{}", experiment.name(), experiment.seed());
    let controller = experiment.controller(&name, line.generation, &genome.genes, &genome.enabled);
    controller.to_toml().ok()
}

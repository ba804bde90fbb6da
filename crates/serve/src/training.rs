//! Training that the page starts. It runs the experiments that come with the program; a request
//! cannot bring one along, nor name a file or a program.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use tetrarium_lab::report::Report;
use tetrarium_lab::training::{Ending, Experiment, FILES, Run, RunError, named};
use tetrarium_lab::{Threads, Watch};

use crate::answers::{Answer, Refusal, waiting};
use crate::lab::{Lab, locked};
use crate::work::Started;

/// The most runs that the page trains at once.
const MOST_AT_ONCE: usize = 2;
/// The most folders that are tried for a new run.
const MOST_FOLDERS: u64 = 1000;

/// The requests about training.
pub fn routes() -> Router<Arc<Lab>> {
    Router::new()
        .route("/experiments", get(experiments))
        .route("/train", post(train))
        .route("/resume", post(resume))
        .route("/stop", post(stop))
        .route("/ended", get(ended))
}

async fn experiments() -> Answer {
    waiting(|| {
        let all = FILES.iter().filter_map(|(name, text)| {
            let experiment = Experiment::from_toml(text).ok()?;
            Some(json!({
                "name": name,
                "summary": experiment.summary(),
                "method": experiment.methods_in_words(),
                "seed": experiment.seed().to_string(),
            }))
        });
        Ok(Json(json!({ "experiments": all.collect::<Vec<Value>>() })))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    experiment: String,
    seed: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
}

async fn train(State(lab): State<Arc<Lab>>, asked: Result<Json<Asked>, JsonRejection>) -> Answer {
    let Json(asked) = asked?;
    waiting(move || {
        let mut experiment = named(&asked.experiment).map_err(Refusal::input)?;
        if let Some(seed) = &asked.seed {
            let number = seed.parse();
            let number = number
                .map_err(|_| Refusal::input(format!("the seed `{seed}` is no whole number")))?;
            experiment = experiment.with_seed(number).map_err(Refusal::input)?;
        }
        go(&lab, || new_run(lab.names().root(), &experiment))
    })
    .await
}

async fn resume(State(lab): State<Arc<Lab>>, asked: Result<Json<Named>, JsonRejection>) -> Answer {
    let Json(asked) = asked?;
    waiting(move || {
        let folder = lab.names().folder(&asked.name)?;
        go(&lab, || Run::resume(&folder))
    })
    .await
}

/// Stops a run that this server works on.
async fn stop(State(lab): State<Arc<Lab>>, asked: Result<Json<Named>, JsonRejection>) -> Answer {
    let Json(Named { name }) = asked?;
    let started = locked(&lab.started);
    let found = started
        .iter()
        .find(|one| one.name == name && one.ended.is_none());
    let Some(found) = found else {
        return Err(Refusal::input(format!(
            "{name:?} was not started here: only its own process can stop it"
        )));
    };
    found.stop.store(true, Ordering::Relaxed);
    Ok(Json(json!({ "name": name })))
}

/// How the runs that this server worked on have ended.
async fn ended(State(lab): State<Arc<Lab>>) -> Answer {
    let started = locked(&lab.started);
    let ended = started.iter().filter_map(|one| {
        let why = one.ended.as_ref()?;
        Some(json!({ "name": one.name, "why": why }))
    });
    Ok(Json(json!({ "ended": ended.collect::<Vec<Value>>() })))
}

/// Starts a run in the first folder that is free.
fn new_run(root: &Path, experiment: &Experiment) -> Result<Run, RunError> {
    let base = format!("{}-seed-{}", experiment.name(), experiment.seed());
    let mut number = 1;
    loop {
        let name = match number {
            1 => base.clone(),
            number => format!("{base}-{number}"),
        };
        match Run::start(&root.join(name), experiment, None) {
            Err(RunError::Exists(_) | RunError::Locked(_)) if number < MOST_FOLDERS => number += 1,
            other => return other,
        }
    }
}

/// Works on a run, on a thread of its own.
fn go(lab: &Arc<Lab>, begin: impl FnOnce() -> Result<Run, RunError>) -> Answer {
    // Held until the run is entered, so that the count stays true.
    let mut started = locked(&lab.started);
    let running = started.iter().filter(|one| one.ended.is_none()).count();
    if running >= MOST_AT_ONCE {
        return Err(Refusal::busy(format!(
            "{running} runs are trained here: stop one, or wait for its end"
        )));
    }
    let mut run = begin().map_err(Refusal::input)?;
    let name = lab.names().name_of(run.path()).unwrap_or_default();
    run.made_by(lab.made()).map_err(Refusal::input)?;
    let stop = Arc::new(AtomicBool::new(false));
    started.retain(|one| one.name != name);
    started.push(Started {
        name: name.clone(),
        stop: Arc::clone(&stop),
        ended: None,
    });
    drop(started);
    *locked(&lab.listed) = None;
    let (of, threads, named) = (Arc::clone(lab), lab.threads(), name.clone());
    let flag = Arc::clone(&stop);
    lab.work(&stop, move || {
        let watch = Watch::stopping_on(&flag);
        let ending = run.go(&Threads(threads), &watch, &mut ());
        let folder = run.path().to_path_buf();
        drop(run);
        let why = match ending {
            Ok(Ending::Finished(why)) => match reported(&folder, &watch) {
                Ok(()) => format!("finished: {why}"),
                Err(error) => format!("finished, without a report: {error}"),
            },
            Ok(Ending::Stopped) => "stopped; it can be resumed".to_string(),
            Err(error) => error.to_string(),
        };
        *locked(&of.listed) = None;
        for one in locked(&of.started)
            .iter_mut()
            .filter(|one| one.name == named)
        {
            one.ended = Some(why.clone());
        }
    })?;
    Ok(Json(json!({ "name": name })))
}

/// Writes the report of a finished run into its folder, as `train` does.
fn reported(folder: &Path, watch: &Watch) -> Result<(), String> {
    let mut report = Report::default();
    report.add_path(folder).map_err(|error| error.to_string())?;
    let page = report
        .page(watch)
        .map_err(|_| "it was stopped".to_string())?;
    let path = folder.join("report.html");
    tetrarium_lab::files::write(&path, page.html.as_bytes()).map_err(|error| error.to_string())
}

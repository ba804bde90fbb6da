//! Tournaments: experiments with equal budgets, under several seeds.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use tetrarium_lab::training::{Row, Tournament, TournamentError};
use tetrarium_lab::{Backend, Watch};

use crate::arguments::wrong;
use crate::records::{line, made};
use crate::report::Report;
use crate::training::{Experiment, Place, Speaker, run_error};

/// The settings of a tournament.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Settings {
    seeds: u64,
    moves: Option<u64>,
    games: u64,
    points: u64,
}

/// The table as lines, none if it was stopped, and what was raised.
type Held = (Option<Vec<String>>, Option<Py<PyAny>>);

/// Holds a tournament in a folder, or goes on with the one that is there. Returns its table as
/// lines, none if it was stopped, and what was raised.
#[pyfunction]
pub fn tournament(
    py: Python<'_>,
    experiments: Vec<Bound<'_, Experiment>>,
    folder: PathBuf,
    settings: Settings,
    place: Place,
    listener: Option<Py<PyAny>>,
) -> PyResult<Held> {
    let experiments = experiments.iter().map(|one| one.get().inner().clone());
    let experiments: Vec<_> = experiments.collect();
    let held = Tournament::new(&folder, &experiments, settings.seeds, settings.moves);
    let held = held
        .map_err(refused)?
        .measured_by(settings.games, settings.points)
        .made_by(made("tournament"));
    let stop = Arc::new(AtomicBool::new(false));
    let report = Report::new(place.progress(py), &stop);
    let watch = Arc::new(Watch::stopping_on(&stop));
    report.begins(None, &watch);
    let work = |backend: &dyn Backend, speaker: &mut Speaker| held.go(backend, &watch, speaker);
    let (rows, raised) = place.do_work(py, listener, &report, &watch, work);
    let raised = raised.map(|error| error.into_value(py).into_any());
    match rows {
        Ok(Some(rows)) => {
            let lines = rows.iter().map(|row: &Row| line(row));
            Ok((Some(lines.collect::<PyResult<_>>()?), raised))
        }
        Ok(None) => Ok((None, raised)),
        Err(_) if raised.is_some() => Ok((None, raised)),
        Err(error) => Err(refused(error)),
    }
}

fn refused(error: TournamentError) -> PyErr {
    match error {
        TournamentError::Run(error) => run_error(error),
        other => wrong(other),
    }
}

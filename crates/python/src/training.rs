//! Training: experiments and their runs.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};

use pyo3::prelude::*;
use serde::Serialize;
use tetrarium_lab::compare::MeanRecord;
use tetrarium_lab::training::{
    self, Ending, FILES, GenerationLine, Observer, Run, RunError, Standing,
};
use tetrarium_lab::{Backend, Threads, Watch};

use crate::arguments::wrong;
use crate::attention::Ear;
use crate::cluster::{Said, Workers, on_cluster};
use crate::controllers::{meant, read_text};
use crate::records::made;
use crate::report::Report;

/// An experiment: a training run described by a file.
#[pyclass(frozen, module = "tetrarium")]
#[derive(Clone)]
pub struct Experiment {
    inner: training::Experiment,
    file: Option<PathBuf>,
}

/// The names of the experiments that come with the package.
#[pyfunction]
pub fn experiments() -> Vec<&'static str> {
    FILES.iter().map(|(name, _)| *name).collect()
}

impl Experiment {
    /// The experiment itself.
    pub fn inner(&self) -> &training::Experiment {
        &self.inner
    }
}

#[pymethods]
impl Experiment {
    /// The experiment of this name that comes with the package.
    #[staticmethod]
    fn named(name: &str) -> PyResult<Experiment> {
        let inner = training::named(name).map_err(|error| {
            let meant = meant(error.nearest);
            wrong(format!(
                "there is no experiment `{name}`{meant}; tetrarium.experiments() has all names"
            ))
        })?;
        Ok(Experiment { inner, file: None })
    }

    /// The experiment in this file.
    #[staticmethod]
    fn from_file(path: PathBuf) -> PyResult<Experiment> {
        let text = read_text(&path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let inner = training::Experiment::from_toml_in(folder, &text)
            .map_err(|error| wrong(format!("{}: {error}", path.display())))?;
        let absolute = std::path::absolute(&path).unwrap_or(path);
        Ok(Experiment {
            inner,
            file: Some(absolute),
        })
    }

    /// The experiment whose file has this text.
    #[staticmethod]
    fn from_toml(text: &str) -> PyResult<Experiment> {
        let inner = training::Experiment::from_toml(text).map_err(wrong)?;
        Ok(Experiment { inner, file: None })
    }

    /// The same experiment with another seed.
    fn with_seed(&self, seed: u64) -> PyResult<Experiment> {
        let inner = self.inner.with_seed(seed).map_err(wrong)?;
        Ok(Experiment { inner, file: None })
    }

    /// The text of its file.
    fn to_toml(&self) -> &str {
        self.inner.text()
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    /// What it is, in a sentence.
    #[getter]
    fn summary(&self) -> &str {
        self.inner.summary()
    }

    /// The seed.
    #[getter]
    fn seed(&self) -> u64 {
        self.inner.seed()
    }

    /// The name of its optimiser or learner.
    #[getter]
    fn method(&self) -> String {
        self.inner.methods_in_words()
    }

    fn __repr__(&self) -> String {
        format!("<Experiment {} (seed {})>", self.name(), self.seed())
    }
}

/// Tells the calling thread how a run is getting on, and waits until it has listened.
pub struct Speaker<'a> {
    sender: &'a Sender<Said>,
    report: &'a Report,
    /// Wakes the thread that listens.
    wake: &'a (dyn Fn() + Sync),
}

impl Speaker<'_> {
    fn tell(&self, what: &'static str, record: &impl Serialize) {
        let (listened, waits) = mpsc::channel();
        let text = serde_json::to_string(record).unwrap_or_default();
        if self.sender.send((what, text, listened)).is_ok() {
            (self.wake)();
            // It ends with an error if nothing listens any more.
            let _ = waits.recv();
        }
    }
}

impl Observer for Speaker<'_> {
    fn generation(&mut self, one: &GenerationLine, standing: &Standing) {
        self.report.share(standing.share);
        self.tell("generation", one);
    }

    fn measured(&mut self, measured: &MeanRecord) {
        self.tell("measured", measured);
    }
}

/// Where the work of training is done, and what is told how far it has come.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Place {
    threads: Option<usize>,
    /// Who does the shards; none for the threads of this machine.
    cluster: Option<Workers>,
    progress: Option<Py<PyAny>>,
}

impl Place {
    /// What is told how far the work has come.
    pub fn progress(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.progress.as_ref().map(|one| one.clone_ref(py))
    }

    /// Does some work there, while this thread looks for signals and hears what the work says.
    /// Returns also what was raised here; then the watch was stopped.
    pub fn do_work<T: Send>(
        &self,
        py: Python<'_>,
        listener: Option<Py<PyAny>>,
        report: &Arc<Report>,
        watch: &Watch,
        work: impl FnOnce(&dyn Backend, &mut Speaker) -> T + Send,
    ) -> (T, Option<PyErr>) {
        if let Some(workers) = &self.cluster {
            return py.detach(|| {
                on_cluster(
                    workers,
                    listener,
                    report,
                    || watch.stop(),
                    |cluster, sender| {
                        let wake = || cluster.desk().wake();
                        work(
                            cluster,
                            &mut Speaker {
                                sender,
                                report,
                                wake: &wake,
                            },
                        )
                    },
                )
            });
        }
        let threads = self.threads.map_or_else(Threads::default, Threads);
        let ear = Ear::reporting(report);
        let mut refused = None;
        let hear = |(what, text, _listened): Said| {
            ear.look(|| watch.stop());
            let Some(listener) = listener.as_ref().filter(|_| refused.is_none()) else {
                return;
            };
            let told = Python::attach(|py| listener.call1(py, (what, text)).map(|_| ()));
            if let Err(error) = told {
                watch.stop();
                refused = Some(error);
            }
        };
        let work = |sender: &Sender<Said>| {
            work(
                &threads,
                &mut Speaker {
                    sender,
                    report,
                    wake: &|| (),
                },
            )
        };
        let done = py.detach(|| ear.beside(|| watch.stop(), work, hear));
        let raised = refused.or_else(|| ear.raised());
        (done, raised)
    }
}

pub fn run_error(error: RunError) -> PyErr {
    match error {
        RunError::Exists(path) => wrong(format!(
            "{0} is there already: resume it, or choose another folder",
            path.display()
        )),
        other => wrong(other),
    }
}

/// A run in the first folder within `runs` that is free.
fn in_new_folder(experiment: &Experiment) -> Result<Run, RunError> {
    let inner = &experiment.inner;
    let base = format!("{}-seed-{}", inner.name(), inner.seed());
    let mut number = 1;
    loop {
        let name = match number {
            1 => base.clone(),
            number => format!("{base}-{number}"),
        };
        let folder = Path::new("runs").join(name);
        match Run::start(&folder, inner, experiment.file.as_deref()) {
            // Another process may be starting there at this moment.
            Err(RunError::Exists(_) | RunError::Locked(_)) => number += 1,
            other => return other,
        }
    }
}

/// Runs an experiment in a folder, or goes on with the run that is there. Returns the folder, why
/// training ended (none if it was stopped), and what was raised.
#[pyfunction]
pub fn run(
    py: Python<'_>,
    experiment: Option<&Experiment>,
    folder: Option<PathBuf>,
    place: Place,
    listener: Option<Py<PyAny>>,
) -> PyResult<(PathBuf, Option<String>, Option<Py<PyAny>>)> {
    let started = match (experiment, folder) {
        (Some(one), Some(folder)) => Run::start(&folder, &one.inner, one.file.as_deref()),
        (Some(one), None) => in_new_folder(one),
        (None, Some(folder)) => Run::resume(&folder),
        (None, None) => return Err(wrong("give an experiment, or the folder of a run")),
    };
    let mut run = started.map_err(run_error)?;
    run.made_by(&made("train")).map_err(run_error)?;
    let stop = Arc::new(AtomicBool::new(false));
    let watch = Arc::new(Watch::stopping_on(&stop));
    let report = Report::new(place.progress(py), &stop);
    report.begins(None, &watch);
    let work = |backend: &dyn Backend, speaker: &mut Speaker| run.go(backend, &watch, speaker);
    let (ending, raised) = place.do_work(py, listener, &report, &watch, work);
    let raised = raised.map(|error| error.into_value(py).into_any());
    let path = run.path().to_path_buf();
    match ending {
        Ok(Ending::Finished(why)) => Ok((path, Some(why.to_string()), raised)),
        Ok(Ending::Stopped) => Ok((path, None, raised)),
        Err(_) if stop.load(Ordering::Relaxed) && raised.is_some() => Ok((path, None, raised)),
        Err(error) => Err(run_error(error)),
    }
}

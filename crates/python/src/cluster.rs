//! Shards, which other processes and machines do.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tetrarium_lab::PlayError;
use tetrarium_lab::cluster::{self, Cluster};

use crate::arguments::wrong;
use crate::attention::Ear;
use crate::report::Report;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(20);

/// This version, which has to be that of all workers.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Those who do shards.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Workers {
    /// The function that takes shards from a desk and gives results back.
    drive: Py<PyAny>,
    /// How many shards can be done at once.
    workers: usize,
}

/// What a work says while it is done, and where it hears that it was listened to.
pub type Said = (&'static str, String, Sender<()>);

/// The messages of a work; none when it is over.
type Messages = Arc<Mutex<Option<Receiver<Said>>>>;

/// Where shards are taken and their results are given back.
#[pyclass(frozen, module = "tetrarium._core")]
pub struct Desk {
    inner: Arc<cluster::Desk>,
    messages: Messages,
    listener: Option<Py<PyAny>>,
    report: Arc<Report>,
}

impl Desk {
    /// Hears what the work says, and tells of its progress.
    fn attend(&self, py: Python<'_>) -> PyResult<()> {
        let next = || {
            let messages = self.messages.lock().expect("no listener panics");
            messages.as_ref().and_then(|heard| heard.try_recv().ok())
        };
        while let Some((what, text, _listened)) = next() {
            if let Some(listener) = &self.listener {
                listener.call1(py, (what, text))?;
            }
        }
        self.report.tell();
        self.report.raised().map_or(Ok(()), Err)
    }
}

#[pymethods]
impl Desk {
    /// Takes a shard, if there is work now.
    fn take<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyBytes>>> {
        self.attend(py)?;
        let shard = py.detach(|| self.inner.take());
        Ok(shard.map(|shard| PyBytes::new(py, shard.as_bytes())))
    }

    /// Gives the result of a shard back.
    fn give(&self, py: Python<'_>, result: &[u8]) -> PyResult<()> {
        let text = str::from_utf8(result);
        let text = text.map_err(|_| wrong("a worker gave no result of a shard: it is no text"))?;
        let given = py.detach(|| self.inner.give(text));
        match given {
            Ok(()) => self.attend(py),
            Err(error) => {
                let module = py.import("tetrarium._errors")?;
                let raised = module
                    .getattr("ClusterError")?
                    .call1((error.to_string(),))?;
                Err(PyErr::from_value(raised))
            }
        }
    }

    /// Waits until there is a shard to take, or for this number of seconds. False once there is
    /// nothing more to do.
    fn wait(&self, py: Python<'_>, seconds: f64) -> PyResult<bool> {
        let until = Duration::try_from_secs_f64(seconds).map_err(wrong)?;
        let begun = Instant::now();
        loop {
            self.attend(py)?;
            let left = until.saturating_sub(begun.elapsed());
            let (goes_on, there) = py.detach(|| {
                let goes_on = self.inner.wait(left.min(LOOK));
                (goes_on, self.inner.has_shards())
            });
            py.check_signals()?;
            if !goes_on || there || left.is_zero() {
                return Ok(goes_on);
            }
        }
    }

    /// How many shards can be done at once.
    #[getter]
    fn workers(&self) -> usize {
        self.inner.workers()
    }

    #[setter]
    fn set_workers(&self, workers: usize) {
        self.inner.set_workers(workers);
    }

    /// The shards that were taken, are wanted, and are not given back.
    #[getter]
    fn out(&self) -> usize {
        self.inner.shards_out()
    }

    /// What was counted so far: shards taken and given back, games, moves, lines.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let counts = self.inner.counts();
        let found = PyDict::new(py);
        found.set_item("taken", counts.taken)?;
        found.set_item("given", counts.given)?;
        found.set_item("games", counts.progress.games)?;
        found.set_item("moves", counts.progress.moves)?;
        found.set_item("lines", counts.progress.lines)?;
        Ok(found)
    }
}

/// Ends a desk when the work ends, however that is.
struct Finish(Arc<cluster::Desk>);

impl Drop for Finish {
    fn drop(&mut self) {
        self.0.finish();
    }
}

/// Does some work whose shards `workers` do, on another thread; this one takes the shards. Returns
/// what the work came to, and what was raised. `stop` is called if something is raised.
pub fn on_cluster<T: Send>(
    workers: &Workers,
    listener: Option<Py<PyAny>>,
    report: &Arc<Report>,
    stop: impl Fn(),
    work: impl FnOnce(&Cluster, &Sender<Said>) -> T + Send,
) -> (T, Option<PyErr>) {
    let cluster = Cluster::new(workers.workers, VERSION);
    let desk = Arc::clone(cluster.desk());
    let (sender, heard) = mpsc::channel();
    let messages: Messages = Arc::new(Mutex::new(Some(heard)));
    thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let _finish = Finish(Arc::clone(cluster.desk()));
            work(&cluster, &sender)
        });
        let driven = Python::attach(|py| {
            let desk = Desk {
                inner: Arc::clone(&desk),
                messages: Arc::clone(&messages),
                listener,
                report: Arc::clone(report),
            };
            workers
                .drive
                .call1(py, (Bound::new(py, desk)?,))
                .map(|_| ())
        });
        // No function listens any more, and work that waits for that goes on.
        *messages.lock().expect("no listener panics") = None;
        let ended_early = desk.wait(Duration::ZERO);
        if driven.is_err() {
            stop();
        }
        if driven.is_err() || ended_early {
            let sentence = "the shards were given up before all were done";
            desk.fail(PlayError::Failed(sentence.to_string()));
        }
        let done = worker.join();
        let done = done.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (done, driven.err())
    })
}

/// Does a shard, in whatever process, and returns its result.
#[pyfunction]
pub fn perform<'py>(py: Python<'py>, shard: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let text = String::from_utf8_lossy(shard);
    let stop = Arc::new(AtomicBool::new(false));
    let ear = Ear::default();
    let result = py.detach(|| {
        let work = |_: &Sender<()>| cluster::perform(&text, VERSION, &stop);
        ear.beside(|| stop.store(true, Ordering::Relaxed), work, |()| ())
    });
    match ear.raised() {
        Some(error) => Err(error),
        None => Ok(PyBytes::new(py, result.as_bytes())),
    }
}

//! What the server holds: the folder, and the work that it has started.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tetrarium_lab::records::Made;

use crate::Settings;
use crate::answers::Refusal;
use crate::names::Names;
use crate::work::{Listed, Measure, Started};

/// What the server holds.
pub struct Lab {
    names: Names,
    threads: usize,
    made: Made,
    /// The measurements, the newest last.
    pub measures: Mutex<Vec<Arc<Measure>>>,
    /// The runs that this server works on.
    pub started: Mutex<Vec<Started>>,
    /// The list of runs, kept for a moment.
    pub listed: Mutex<Option<Listed>>,
    workers: Mutex<Vec<JoinHandle<()>>>,
    stop: Mutex<Vec<Arc<AtomicBool>>>,
}

impl Lab {
    /// A laboratory without work.
    pub fn new(settings: &Settings) -> Lab {
        Lab {
            names: Names::within(&settings.folder),
            threads: settings.threads,
            made: settings.made.clone(),
            measures: Mutex::default(),
            started: Mutex::default(),
            listed: Mutex::default(),
            workers: Mutex::default(),
            stop: Mutex::default(),
        }
    }

    /// The names of runs.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The number of threads that play.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// The program, for records.
    pub fn made(&self) -> &Made {
        &self.made
    }

    /// Whether this server works on a run.
    pub fn is_started(&self, name: &str) -> bool {
        let started = locked(&self.started);
        started
            .iter()
            .any(|one| one.name == name && one.ended.is_none())
    }

    /// Starts work on a thread of its own. Setting `stop` has to end it soon.
    pub fn work(
        &self,
        stop: &Arc<AtomicBool>,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), Refusal> {
        let thread = std::thread::Builder::new()
            .spawn(work)
            .map_err(|error| Refusal::busy(format!("no thread can begin: {error}")))?;
        let mut workers = locked(&self.workers);
        let mut stops = locked(&self.stop);
        workers.retain(|worker| !worker.is_finished());
        stops.retain(|stop| Arc::strong_count(stop) > 1);
        workers.push(thread);
        stops.push(Arc::clone(stop));
        Ok(())
    }

    /// Stops all work, and waits for it this long at most. What a run has written down stays.
    pub fn end(&self, most: Duration) {
        for stop in locked(&self.stop).iter() {
            stop.store(true, Ordering::Relaxed);
        }
        let until = Instant::now() + most;
        let workers = std::mem::take(&mut *locked(&self.workers));
        while workers.iter().any(|worker| !worker.is_finished()) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// What a mutex holds, even if a thread failed while it held it: every value in this crate is whole
/// at any moment.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

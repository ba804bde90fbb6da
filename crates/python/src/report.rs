//! Telling Python how far playing has come, from the calling thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use tetrarium_lab::{Observer, Progress, Watch};

/// How often Python is told.
const PAUSE: Duration = Duration::from_millis(200);

/// A function of Python that is told, and what it is told.
pub struct Report {
    function: Option<Py<PyAny>>,
    stop: Arc<AtomicBool>,
    now: Mutex<Now>,
    /// What the function raised.
    raised: Mutex<Option<PyErr>>,
}

/// What is going on.
#[derive(Default)]
struct Now {
    watch: Option<Arc<Watch>>,
    /// The games or repeats that are expected; none if the share is told otherwise.
    parts: Option<u64>,
    /// Which part of the whole is done, from 0 to 1.
    share: f64,
    told: Option<Instant>,
}

impl Report {
    /// A report to this function. If it raises, `stop` is set.
    pub fn new(function: Option<Py<PyAny>>, stop: &Arc<AtomicBool>) -> Arc<Report> {
        Arc::new(Report {
            function,
            stop: Arc::clone(stop),
            now: Mutex::default(),
            raised: Mutex::default(),
        })
    }

    /// What the function raised.
    pub fn raised(&self) -> Option<PyErr> {
        self.raised.lock().expect("no report panics").take()
    }

    /// Something begins that this watch follows.
    pub fn begins(&self, parts: Option<u64>, watch: &Arc<Watch>) {
        let mut now = self.now.lock().expect("no report panics");
        now.watch = Some(Arc::clone(watch));
        now.parts = parts;
    }

    /// This part of the whole is done.
    pub fn share(&self, share: f64) {
        self.now.lock().expect("no report panics").share = share;
    }

    /// Tells Python, if that was not done a moment ago and nothing has stopped the work. Called on
    /// the calling thread.
    pub fn tell(&self) {
        let Some(function) = &self.function else {
            return;
        };
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let mut now = self.now.lock().expect("no report panics");
        let Some(watch) = now.watch.clone() else {
            return;
        };
        if now.told.is_some_and(|told| told.elapsed() < PAUSE) {
            return;
        }
        now.told = Some(Instant::now());
        let progress = watch.progress();
        let of_parts = |parts: u64| (progress.games as f64 / parts.max(1) as f64).min(1.0);
        let share = now.parts.map_or(now.share, of_parts);
        drop(now);
        let Progress {
            games,
            moves,
            lines,
            deaths,
        } = progress;
        let told = Python::attach(|py| {
            let told = function.call1(py, (share, games, moves, lines, deaths));
            told.map(|_| ())
        });
        if let Err(error) = told {
            self.stop.store(true, Ordering::Relaxed);
            *self.raised.lock().expect("no report panics") = Some(error);
        }
    }
}

/// Follows an order.
pub struct Following<'a>(pub &'a Report);

impl Observer for Following<'_> {
    fn begins(&mut self, _: usize, parts: u64, watch: &Arc<Watch>) {
        self.0.begins(Some(parts), watch);
    }
}

//! Playing with an ear for signals, so that Ctrl-C ends it soon.
//!
//! Only Python's main thread hears signals, and it is the calling thread as a rule. So the work of
//! controllers is done on threads of their own while the calling thread looks for signals. Agents
//! that are functions of Python are called on the calling thread itself, where Python raises
//! `KeyboardInterrupt` within them.

use std::panic::resume_unwind;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use tetrarium_lab::play::{Continuation, Standing};
use tetrarium_lab::{Backend, PlayError, Record, Threads, Watch, Work};

use crate::report::Report;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(20);

/// An ear for signals.
pub struct Ear {
    /// What a signal handler raised.
    raised: Mutex<Option<PyErr>>,
    /// When signals were looked for last.
    last: Mutex<Instant>,
    /// Who is told how far playing has come.
    report: Option<Arc<Report>>,
}

impl Default for Ear {
    fn default() -> Ear {
        Ear {
            raised: Mutex::default(),
            last: Mutex::new(Instant::now()),
            report: None,
        }
    }
}

impl Ear {
    /// An ear that also reports whenever it looks for signals.
    pub fn reporting(report: &Arc<Report>) -> Ear {
        Ear {
            report: Some(Arc::clone(report)),
            ..Ear::default()
        }
    }

    /// What a signal handler raised, or the function that is told of the progress.
    pub fn raised(&self) -> Option<PyErr> {
        let raised = self.raised.lock().expect("no look panics").take();
        raised.or_else(|| self.report.as_ref()?.raised())
    }

    /// Looks for signals. If a handler raises, `stop` is called.
    pub fn look(&self, stop: impl Fn()) {
        if let Some(report) = &self.report {
            report.tell();
        }
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            stop();
            *self.raised.lock().expect("no look panics") = Some(error);
        }
    }

    /// Looks for signals, if that was not done a moment ago: for loops of moves.
    pub fn look_sometimes(&self, stop: impl Fn()) {
        let mut last = self.last.lock().expect("no look panics");
        if last.elapsed() > LOOK {
            *last = Instant::now();
            self.look(stop);
        }
    }

    /// Does some work on another thread. Meanwhile this thread looks for signals and hears what the
    /// work sends.
    pub fn beside<T: Send, M: Send>(
        &self,
        stop: impl Fn(),
        work: impl FnOnce(&Sender<M>) -> T + Send,
        mut hear: impl FnMut(M),
    ) -> T {
        thread::scope(|scope| {
            let (sender, heard) = mpsc::channel();
            // The sender is dropped when the work ends, however that is.
            let worker = scope.spawn(move || work(&sender));
            loop {
                match heard.recv_timeout(LOOK) {
                    Ok(message) => hear(message),
                    Err(RecvTimeoutError::Timeout) => self.look(&stop),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            worker.join().unwrap_or_else(|panic| resume_unwind(panic))
        })
    }
}

/// A backend for agents that are functions of Python, and for controllers compared with them: the
/// functions are called on the calling thread, one after the other.
pub struct Calling<'a> {
    /// The threads of controllers.
    pub threads: Threads,
    /// The ear for signals while controllers play.
    pub ear: &'a Ear,
}

impl Calling<'_> {
    fn beside<T: Send>(&self, watch: &Watch, work: impl FnOnce() -> T + Send) -> T {
        let work = |_: &Sender<()>| work();
        self.ear.beside(|| watch.stop(), work, |()| ())
    }
}

impl Backend for Calling<'_> {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        match work.iter().all(|one| one.contender.player().is_some()) {
            true => self.beside(watch, || self.threads.play(work, watch)),
            false => Threads(1).play(work, watch),
        }
    }

    fn continue_games(
        &self,
        work: &[Continuation],
        watch: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError> {
        match work.iter().all(|one| one.contender.player().is_some()) {
            true => self.beside(watch, || self.threads.continue_games(work, watch)),
            false => Threads(1).continue_games(work, watch),
        }
    }

    fn at_once(&self) -> u64 {
        1
    }

    fn threads(&self) -> usize {
        1
    }
}

//! Agents that are functions of Python.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use tetrarium_engine::{self as engine, Agent, AgentError, Placement, Session, Turn};

use crate::arguments::described;
use crate::report::Report;
use crate::rules::Rules;
use crate::views::{Spot, Views};

/// How often the time of a call is looked at.
const LOOK: Duration = Duration::from_millis(20);

/// An agent that is a function of Python: what it is, and how it is called.
///
/// `choose` is given `Views` and returns the number of a placement for each. `begin` and `end` are
/// told of each game. `interrupt` raises an exception in the thread of this number, and `absorb`
/// takes one that came too late.
#[pyclass(frozen, module = "tetrarium._core")]
pub struct Called {
    name: String,
    version: String,
    batch: usize,
    stateless: bool,
    time_limit: Option<Duration>,
    rules: Arc<engine::Rules>,
    choose: Py<PyAny>,
    begin: Option<Py<PyAny>>,
    end: Option<Py<PyAny>>,
    interrupt: Py<PyAny>,
    absorb: Py<PyAny>,
}

/// The functions of an agent.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Functions {
    choose: Py<PyAny>,
    begin: Option<Py<PyAny>>,
    end: Option<Py<PyAny>>,
    interrupt: Py<PyAny>,
    absorb: Py<PyAny>,
}

#[pymethods]
impl Called {
    #[new]
    fn new(
        name: String,
        version: String,
        batch: usize,
        stateless: bool,
        time_limit: Option<f64>,
        rules: &Rules,
        functions: Functions,
    ) -> Called {
        let Functions {
            choose,
            begin,
            end,
            interrupt,
            absorb,
        } = functions;
        Called {
            name,
            version,
            batch,
            stateless,
            time_limit: time_limit.map(Duration::from_secs_f64),
            rules: Arc::clone(rules.whole()),
            choose,
            begin,
            end,
            interrupt,
            absorb,
        }
    }
}

/// The clock of a call.
#[derive(Default)]
struct Clock {
    /// When the call began; none between calls.
    begun: Option<Instant>,
    /// Whether the call took too long.
    late: bool,
    /// Whether the exception that ends it is on its way.
    sent: bool,
}

/// An agent at work on one order.
pub struct Live<'a> {
    called: &'a Called,
    stop: Arc<AtomicBool>,
    /// The number that Python gives to the thread that calls.
    thread: u64,
    clock: Mutex<Clock>,
    sent: Condvar,
    /// What a function of the agent raised.
    raised: Mutex<Option<PyErr>>,
    /// Who is told how far playing has come.
    report: Option<Arc<Report>>,
}

impl<'a> Live<'a> {
    /// An agent whose functions are called on this thread. Ctrl-C in one of them sets `stop`.
    pub fn new(called: &'a Called, stop: &Arc<AtomicBool>, thread: u64) -> Live<'a> {
        Live {
            called,
            stop: Arc::clone(stop),
            thread,
            clock: Mutex::default(),
            sent: Condvar::new(),
            raised: Mutex::default(),
            report: None,
        }
    }

    /// The same agent, which reports after its calls.
    pub fn reporting(self, report: &Arc<Report>) -> Live<'a> {
        Live {
            report: Some(Arc::clone(report)),
            ..self
        }
    }

    /// The rules that it plays by.
    pub fn rules(&self) -> &engine::Rules {
        &self.called.rules
    }

    /// What a function of it raised.
    pub fn raised(&self) -> Option<PyErr> {
        self.raised.lock().expect("no call panics").take()
    }

    /// Calls a function of the agent within its time.
    fn call<T>(
        &self,
        py: Python<'_>,
        function: impl FnOnce() -> PyResult<T>,
    ) -> Result<T, AgentError> {
        if self.called.time_limit.is_some() {
            self.clock.lock().expect("no clock panics").begun = Some(Instant::now());
        }
        let answer = function();
        if self.called.time_limit.is_some() && self.was_late(py) {
            let limit = self.called.time_limit.unwrap_or_default().as_secs_f64();
            let name = &self.called.name;
            let sentence = format!("the agent {name} did not answer within {limit} s");
            return Err(AgentError::Failed(sentence));
        }
        answer.map_err(|error| self.failed(py, error))
    }

    /// Ends the clock of a call. If the call was late, the exception that was to end it is waited
    /// for.
    fn was_late(&self, py: Python<'_>) -> bool {
        let mut clock = self.clock.lock().expect("no clock panics");
        clock.begun = None;
        if !clock.late {
            return false;
        }
        drop(clock);
        py.detach(|| {
            let clock = self.clock.lock().expect("no clock panics");
            let sent = self.sent.wait_while(clock, |clock| !clock.sent);
            *sent.expect("no clock panics") = Clock::default();
        });
        let _ = self.called.absorb.call0(py);
        true
    }

    /// Ends the call if it takes too long. Called on another thread.
    fn watch(&self) {
        let Some(limit) = self.called.time_limit else {
            return;
        };
        let mut clock = self.clock.lock().expect("no clock panics");
        let is_over = clock.begun.is_some_and(|begun| begun.elapsed() > limit);
        if !is_over || clock.late {
            return;
        }
        clock.late = true;
        drop(clock);
        Python::attach(|py| {
            let _ = self.called.interrupt.call1(py, (self.thread,));
        });
        self.clock.lock().expect("no clock panics").sent = true;
        self.sent.notify_all();
    }

    /// Keeps what a function raised, and says it in a sentence.
    fn failed(&self, py: Python<'_>, error: PyErr) -> AgentError {
        let name = &self.called.name;
        if error.is_instance_of::<PyKeyboardInterrupt>(py) {
            self.stop.store(true, Ordering::Relaxed);
        }
        let kind = error.get_type(py).name();
        let kind = kind.map_or("an exception".to_string(), |kind| kind.to_string());
        let sentence = match error.value(py).to_string() {
            text if text.is_empty() => format!("the agent {name} raised {kind}"),
            text => format!("the agent {name} raised {kind}: {text}"),
        };
        *self.raised.lock().expect("no call panics") = Some(error);
        AgentError::Failed(sentence)
    }
}

/// Does some work with these agents, and ends calls of them that take too long.
pub fn within_time<T>(agents: &[Live<'_>], work: impl FnOnce() -> T) -> T {
    if agents.iter().all(|one| one.called.time_limit.is_none()) {
        return work();
    }
    thread::scope(|scope| {
        let (working, ends) = mpsc::channel::<()>();
        scope.spawn(move || {
            while ends.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                agents.iter().for_each(Live::watch);
            }
        });
        let _working = working;
        work()
    })
}

impl Agent for Live<'_> {
    fn name(&self) -> &str {
        &self.called.name
    }

    fn version(&self) -> &str {
        &self.called.version
    }

    fn is_stateless(&self) -> bool {
        self.called.stateless
    }

    fn batch(&self) -> usize {
        self.called.batch
    }

    fn open<'a>(&'a self, _: &'a engine::Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        Ok(Box::new(Playing(self)))
    }
}

/// An agent at play.
struct Playing<'a>(&'a Live<'a>);

impl Playing<'_> {
    /// The answer to some views, if it can be.
    fn chosen(&self, answer: &Bound<'_, PyAny>, turns: &[Turn]) -> Result<Vec<Placement>, String> {
        let name = &self.0.called.name;
        let numbers = match answer.extract::<PyReadonlyArray1<'_, i64>>() {
            Ok(array) => array.as_array().to_vec(),
            Err(_) => answer.extract::<Vec<i64>>().map_err(|_| {
                format!(
                    "the agent {name} answered {}, and not the number of a placement for each \
                     position",
                    described(answer)
                )
            })?,
        };
        if numbers.len() != turns.len() {
            return Err(format!(
                "the agent {name} was asked about {} positions and answered {}",
                turns.len(),
                numbers.len()
            ));
        }
        let chosen = numbers.iter().zip(turns).map(|(number, turn)| {
            let landings = turn.view.landings();
            let landing = usize::try_from(*number).ok().and_then(|n| landings.get(n));
            landing.map(|landing| landing.placement).ok_or_else(|| {
                format!(
                    "the agent {name} chose placement {number} of the piece {}, which has {} \
                     placements, numbered from 0",
                    turn.view.piece,
                    landings.len()
                )
            })
        });
        chosen.collect()
    }
}

impl Session for Playing<'_> {
    fn begin(&mut self, game: u64, seed: u64) -> Result<(), AgentError> {
        let Some(begin) = &self.0.called.begin else {
            return Ok(());
        };
        Python::attach(|py| {
            self.0
                .call(py, || begin.call1(py, (game, seed)).map(|_| ()))
        })
    }

    fn choose(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError> {
        Python::attach(|py| {
            let Live { called, .. } = self.0;
            let spots = turns.iter();
            let spots = spots.map(|turn| Spot::of(&called.rules, &turn.view, turn.game));
            let views = Views::of(spots.collect());
            let answer = self.0.call(py, || called.choose.call1(py, (views,)))?;
            if let Some(report) = &self.0.report {
                report.tell();
            }
            let chosen = self.chosen(answer.bind(py), turns);
            chosen.map_err(AgentError::Failed)
        })
    }

    fn end(&mut self, game: u64) -> Result<(), AgentError> {
        let Some(end) = &self.0.called.end else {
            return Ok(());
        };
        Python::attach(|py| self.0.call(py, || end.call1(py, (game,)).map(|_| ())))
    }
}

//! Measuring, estimating and comparing agents.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use pyo3::prelude::*;
use tetrarium_lab::compare::{self, Because, Compared, MeanRecord, Sequential, until_decided};
use tetrarium_lab::estimate::{Estimate, Settings, merge_estimates};
use tetrarium_lab::measure::merge;
use tetrarium_lab::{
    Amount, Answer, Budget, Contender, Danger, EstimateError, Length, Measurement, Order,
    OrderError, Threads, USUAL_GAMES, Unfinished, Watch,
};

use crate::agents::{Called, Live, within_time};
use crate::arguments::wrong;
use crate::attention::{Calling, Ear};
use crate::cluster::{Workers, on_cluster};
use crate::players::Player;
use crate::records::{self, line, made};
use crate::report::{Following, Report};

/// How an order ended early: what it is, a sentence, and what was raised.
type Failure = (&'static str, String, Option<Py<PyAny>>);

/// The records that were found, as lines, and how the order ended early.
type Found = (Vec<String>, Option<Failure>);

/// An order, as a dictionary.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct OrderArguments {
    /// What makes the records, for their `made`.
    maker: String,
    /// `games`, `precision`, `climbs` or `chosen`.
    amount: String,
    first: u64,
    games: Option<u64>,
    max_pieces: Option<u64>,
    placements: Option<u64>,
    precision: Option<f64>,
    abreast: Option<u64>,
    climbs: Option<u64>,
    repeats: Option<u64>,
    danger: Option<String>,
    budget: Option<u64>,
    seconds: Option<f64>,
    seed: u64,
    scores: bool,
    heights: bool,
    threads: Option<usize>,
    /// Who does the shards; none for the threads of this machine.
    cluster: Option<Workers>,
    /// What is told how far playing has come.
    progress: Option<Py<PyAny>>,
    /// The number that Python gives to the calling thread.
    thread: u64,
}

impl OrderArguments {
    fn amount(&self) -> PyResult<Amount> {
        let length = match (self.placements, self.max_pieces) {
            (Some(placements), _) => Length::Restarting(placements),
            (None, Some(pieces)) => Length::AtMost(pieces),
            (None, None) => Length::Whole,
        };
        let (first, precision) = (self.first, self.precision);
        match (self.amount.as_str(), precision) {
            ("games", None) => Ok(Amount::Games {
                first,
                games: self.games.unwrap_or(USUAL_GAMES),
                length,
            }),
            ("games", Some(precision)) => Ok(Amount::Precision {
                first,
                precision,
                side_by_side: self.abreast,
            }),
            ("climbs", precision) => Ok(Amount::Climbs {
                climbs: self.climbs.unwrap_or(Settings::default().climbs),
                repeats: self.repeats.unwrap_or(Settings::default().repeats),
                danger: self.danger()?,
                precision,
            }),
            _ => Ok(Amount::Chosen { precision }),
        }
    }

    fn danger(&self) -> PyResult<Option<Danger>> {
        let danger = self.danger.as_deref().map(Danger::named).transpose();
        danger.map_err(|error| wrong(format!("danger = {error}")))
    }

    fn budget(&self) -> Option<Budget> {
        let time = self.seconds.map(Duration::from_secs_f64).map(Budget::Time);
        self.budget.map(Budget::Moves).or(time)
    }
}

/// Agents as Python hands them over.
struct Agents<'py>(Vec<Bound<'py, PyAny>>);

impl Agents<'_> {
    /// The agents that are functions.
    fn live<'a>(
        &'a self,
        stop: &Arc<AtomicBool>,
        thread: u64,
        report: &Arc<Report>,
    ) -> Vec<Live<'a>> {
        let called = self.0.iter().filter_map(|one| one.cast::<Called>().ok());
        called
            .map(|called| Live::new(called.get(), stop, thread).reporting(report))
            .collect()
    }

    /// The agents as contenders of the lab.
    fn contenders<'a>(&'a self, live: &'a [Live<'a>]) -> PyResult<Vec<Contender<'a>>> {
        let mut live = live.iter();
        let contenders = self.0.iter().map(|agent| match agent.cast::<Player>() {
            Ok(player) => Ok(Contender::Player(player.get().inner())),
            Err(_) => {
                let live = live.next();
                let live = live.ok_or_else(|| wrong("an agent is a player or a function"))?;
                Ok(Contender::new(live, live.rules()))
            }
        });
        contenders.collect()
    }
}

/// What is said where playing was ended early.
const EARLY: &str = "playing was ended early; `results` has what was found until then";

/// How an order ended early, if it did.
fn failure(
    py: Python<'_>,
    ear: &Ear,
    live: &[Live<'_>],
    stop: &AtomicBool,
    sentence: Option<(bool, String)>,
) -> Option<Failure> {
    let raised = live.iter().find_map(Live::raised);
    let raised = ear.raised().or(raised);
    let raised = raised.map(|error| error.into_value(py).into_any());
    if stop.load(Ordering::Relaxed) {
        return Some(("interrupted", EARLY.to_string(), raised));
    }
    sentence.map(|(is_input, sentence)| {
        let kind = if is_input { "input" } else { "agent" };
        (kind, sentence, raised)
    })
}

/// Whether an error is one of the input, and its sentence; none for a stop.
fn words(error: &OrderError) -> Option<(bool, String)> {
    match error {
        OrderError::Estimate {
            error: EstimateError::Stopped,
            ..
        } => None,
        OrderError::Play(error) => Some((false, error.to_string())),
        other => Some((true, other.to_string())),
    }
}

/// An answer as a line.
fn answer_line(answer: Answer, maker: &str) -> PyResult<String> {
    match answer {
        Answer::Games(mut measurement) => {
            measurement.made = Some(made(maker));
            line(&measurement)
        }
        Answer::Climbs(mut estimate) => {
            estimate.made = Some(made(maker));
            line(&estimate)
        }
        _ => Err(wrong("an answer of an unknown kind")),
    }
}

/// Carries an order out: measures or estimates agents.
#[pyfunction]
pub fn carry_out(
    py: Python<'_>,
    agents: Vec<Bound<'_, PyAny>>,
    order: OrderArguments,
) -> PyResult<Found> {
    let agents = Agents(agents);
    let stop = Arc::new(AtomicBool::new(false));
    let report = Report::new(order.progress.as_ref().map(|one| one.clone_ref(py)), &stop);
    let live = agents.live(&stop, order.thread, &report);
    let asked = Order {
        contenders: agents.contenders(&live)?,
        seed: order.seed,
        budget: order.budget(),
        keeps_scores: order.scores,
        counts_heights: order.heights,
        ..Order::new(order.amount()?)
    };
    asked.check().map_err(wrong)?;
    let playing = Playing {
        threads: order.threads.map_or_else(Threads::default, Threads),
        workers: order.cluster.as_ref(),
        ear: Ear::reporting(&report),
        report: &report,
        live: &live,
        stop: &stop,
    };
    let mut raised = None;
    let (mut lines, mut error) = (Vec::new(), None);
    for contender in &asked.contenders {
        // As the lab does it: an order that is stopped at once still has one answer.
        if !lines.is_empty() && stop.load(Ordering::Relaxed) {
            break;
        }
        let one = Order {
            contenders: vec![*contender],
            ..asked.clone()
        };
        let (carried, driven) = py.detach(|| playing.answered(&one));
        raised = raised.or(driven);
        let (answers, failed) = match carried {
            Ok(answers) => (answers, None),
            Err(Unfinished { answers, error }) => (answers, Some(error)),
        };
        for answer in answers {
            lines.push(answer_line(answer, &order.maker)?);
        }
        if let Some(failed) = failed {
            error = words(&failed);
            break;
        }
    }
    if let Some(raised) = raised {
        let raised = raised.into_value(py).into_any();
        return Ok((
            lines,
            Some(("interrupted", EARLY.to_string(), Some(raised))),
        ));
    }
    Ok((lines, failure(py, &playing.ear, &live, &stop, error)))
}

/// What an order is carried out with.
struct Playing<'a> {
    threads: Threads,
    workers: Option<&'a Workers>,
    ear: Ear,
    report: &'a Arc<Report>,
    live: &'a [Live<'a>],
    stop: &'a Arc<AtomicBool>,
}

impl Playing<'_> {
    /// Carries out the order of one contender: by workers, on threads of its own, or where it is a
    /// function of Python, on this thread. Returns also what the workers' driver raised.
    fn answered(&self, order: &Order) -> (Result<Vec<Answer>, Unfinished>, Option<PyErr>) {
        let (stop, threads) = (self.stop, self.threads);
        let stop_soon = || stop.store(true, Ordering::Relaxed);
        let following = || Following(self.report);
        if let Some(workers) = self.workers {
            return on_cluster(workers, None, self.report, stop_soon, |cluster, _| {
                order.carry_out(cluster, stop, &mut following())
            });
        }
        if order.contenders[0].player().is_some() {
            let work = |_: &Sender<()>| order.carry_out(&threads, stop, &mut following());
            return (self.ear.beside(stop_soon, work, |()| ()), None);
        }
        let ear = &self.ear;
        let backend = Calling { threads, ear };
        let work = || order.carry_out(&backend, stop, &mut following());
        (within_time(self.live, work), None)
    }
}

/// Compares two agents until it is decided which is better. The last line is the comparison.
#[pyfunction]
pub fn decide(
    py: Python<'_>,
    agents: Vec<Bound<'_, PyAny>>,
    order: OrderArguments,
    error: f64,
) -> PyResult<Found> {
    let agents = Agents(agents);
    let stop = Arc::new(AtomicBool::new(false));
    let report = Report::new(order.progress.as_ref().map(|one| one.clone_ref(py)), &stop);
    let live = agents.live(&stop, order.thread, &report);
    let contenders = agents.contenders(&live)?;
    let [a, b] = contenders[..] else {
        return Err(wrong(format!(
            "until_decided compares two agents, and {} were given",
            contenders.len()
        )));
    };
    compare::check(&contenders).map_err(wrong)?;
    let mut asked = Sequential::new(error).map_err(wrong)?;
    (asked.seed, asked.first, asked.budget) = (order.seed, order.first, order.budget);
    let watch = Arc::new(Watch::stopping_on(&stop));
    watch.limit_time(order.seconds.map(Duration::from_secs_f64));
    report.begins(None, &watch);
    let ear = Ear::reporting(&report);
    let backend = Calling {
        threads: order.threads.map_or_else(Threads::default, Threads),
        ear: &ear,
    };
    let found = py.detach(|| {
        within_time(&live, || {
            until_decided([a, b], &asked, &backend, &watch, |_, _| {})
        })
    });
    let compared = Compared::concluded(&found).map_err(wrong)?;
    let sentence = match (&found.failure, found.decision.because) {
        (Some(error), _) => Some((false, error.to_string())),
        (None, Because::Failed) => Some((false, "an agent failed".to_string())),
        _ => None,
    };
    let measurements = found.measurements.into_iter();
    let mut lines: Vec<String> = measurements
        .map(|one| answer_line(Answer::Games(Box::new(one)), &order.maker))
        .collect::<PyResult<_>>()?;
    lines.push(records::comparison_line(&compared, &order.maker)?);
    Ok((lines, failure(py, &ear, &live, &stop, sentence)))
}

/// Checks that agents play the same game.
#[pyfunction]
pub fn check_comparable(agents: Vec<Bound<'_, PyAny>>) -> PyResult<()> {
    let agents = Agents(agents);
    let stop = Arc::default();
    let live = agents.live(&stop, 0, &Report::new(None, &stop));
    compare::check(&agents.contenders(&live)?).map_err(wrong)
}

/// Compares records of means: the comparison as a line.
#[pyfunction]
pub fn compare_records(lines: &str, maker: &str) -> PyResult<String> {
    let means = MeanRecord::from_lines(lines).map_err(wrong)?;
    let compared = Compared::of(&means).map_err(wrong)?;
    records::comparison_line(&compared, maker)
}

/// Merges records of one agent: the whole as a line.
#[pyfunction]
pub fn merge_records(lines: &str, maker: &str) -> PyResult<String> {
    let means = MeanRecord::from_lines(lines).map_err(wrong)?;
    let (mut games, mut climbs): (Vec<Measurement>, Vec<Estimate>) = Default::default();
    for mean in means {
        match mean {
            MeanRecord::Measurement(one) => games.push(*one),
            MeanRecord::Estimate(one) => climbs.push(*one),
        }
    }
    let merged = match (games.is_empty(), climbs.is_empty()) {
        (false, false) => {
            return Err(wrong(
                "measurements and estimates cannot be merged with each other",
            ));
        }
        (_, true) => Answer::Games(Box::new(merge(&games).map_err(wrong)?)),
        (true, _) => Answer::Climbs(Box::new(merge_estimates(&climbs).map_err(wrong)?)),
    };
    answer_line(merged, maker)
}

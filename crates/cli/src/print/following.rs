//! Carrying an order out, with a progress bar and a rate for each agent.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use tetrarium_lab::estimate::Estimate;
use tetrarium_lab::{
    Amount, Answer, Contender, EstimateError, Expected, Measurement, Observer, Order, OrderError,
    Unfinished, Watch,
};

use crate::failure::Failure;
use crate::flags::agents::{ReadyAgent, contenders};
use crate::flags::backend::ReadyBackend;
use crate::flags::measuring::MeasureFlags;
use crate::print::expected::{Announcement, choice};
use crate::print::outcome::{made, print_json};
use crate::print::progress::counting;
use crate::print::status::Status;
use crate::print::text::{rate, whole};
use crate::terminal::note;

/// Carries an order out with a bar for each agent, under the agent's label. The rate goes to
/// standard error, because it is no result. With `json`, each record goes to standard output at
/// once. If the order ends early, the answers found until then come with the failure.
pub fn carry_out(
    order: &Order,
    labels: &[String],
    backend: &ReadyBackend,
    json: bool,
    interrupted: &Arc<AtomicBool>,
) -> (Vec<Answer>, Option<Failure>) {
    let mut following = Following {
        labels,
        unit: unit(order.amount),
        expected: None,
        announcement: None,
        backend: &backend.name,
        json,
        bar: None,
        began: Instant::now(),
        failure: None,
    };
    let carried = order.carry_out(&*backend.backend, interrupted, &mut following);
    drop(following.bar.take());
    drop(following.announcement.take());
    match carried {
        Ok(answers) => (answers, following.failure),
        // Nothing failed: it was stopped before it had an interval.
        Err(Unfinished {
            answers,
            error:
                error @ OrderError::Estimate {
                    error: EstimateError::Stopped,
                    ..
                },
        }) => {
            note!("tetrarium: {error}");
            (answers, following.failure)
        }
        Err(Unfinished { answers, error }) => (answers, Some(error.into())),
    }
}

/// Measures agents. With `--json`, each record is printed as soon as it is found. If the backend or
/// an agent fails, the answers found until then come with the failure.
pub fn answers(
    flags: &MeasureFlags,
    agents: &[ReadyAgent],
    interrupted: &Arc<AtomicBool>,
) -> Result<(Vec<Answer>, Option<Failure>), Failure> {
    let contenders = contenders(agents);
    let labels = contenders.iter().map(|one| one.name().to_string());
    let labels: Vec<String> = labels.collect();
    labelled_answers(flags, contenders, &labels, interrupted)
}

/// As [`answers`], with a label for each agent.
pub fn labelled_answers(
    flags: &MeasureFlags,
    contenders: Vec<Contender>,
    labels: &[String],
    interrupted: &Arc<AtomicBool>,
) -> Result<(Vec<Answer>, Option<Failure>), Failure> {
    let order = flags.order(contenders)?;
    order.check()?;
    let backend = flags.backend()?;
    Ok(carry_out(
        &order,
        labels,
        &backend,
        flags.format.json(),
        interrupted,
    ))
}

/// A bar for each agent.
struct Following<'a> {
    labels: &'a [String],
    unit: &'static str,
    backend: &'a str,
    json: bool,
    expected: Option<Expected>,
    announcement: Option<Announcement>,
    bar: Option<Status>,
    began: Instant,
    /// Why a record could not be written.
    failure: Option<Failure>,
}

/// What the parts of an amount are.
fn unit(amount: Amount) -> &'static str {
    match amount {
        Amount::Climbs { .. } => "repeats",
        _ => "games",
    }
}

impl Observer for Following<'_> {
    fn expects(&mut self, index: usize, expected: &Expected) {
        self.unit = unit(expected.amount);
        self.expected = Some(*expected);
        if let Some(words) = choice(&self.labels[index], expected) {
            note!("{words}");
        }
    }

    fn begins(&mut self, index: usize, parts: u64, watch: &Arc<Watch>) {
        let label = &self.labels[index];
        self.began = Instant::now();
        let expected = self.expected.take();
        self.announcement = expected.and_then(|expected| Announcement::of(label, &expected, watch));
        self.bar = Some(counting(watch, parts, label, self.unit));
    }

    fn answered(&mut self, index: usize, answer: &Answer) {
        drop(self.bar.take());
        drop(self.announcement.take());
        let seconds = self.began.elapsed().as_secs_f64();
        let moves = answer.moves();
        note!(
            "{}: {} moves in {seconds:.1} s on {}: {} moves/s",
            self.labels[index],
            whole(moves),
            self.backend,
            rate(moves as f64 / seconds.max(1e-9)),
        );
        if self.json && self.failure.is_none() {
            let printed = match answer {
                Answer::Games(measurement) => print_json(&Measurement {
                    made: Some(made()),
                    ..(**measurement).clone()
                }),
                Answer::Climbs(estimate) => print_json(&Estimate {
                    made: Some(made()),
                    ..(**estimate).clone()
                }),
                _ => Ok(()),
            };
            self.failure = printed.err();
        }
    }
}

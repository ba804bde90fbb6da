//! How long an order takes: what is said before and soon after it begins.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tetrarium_lab::{Amount, Expected, Watch};

use crate::print::text::{rate, whole};
use crate::terminal::note;

/// The time after which the rate is known.
const SOON: Duration = Duration::from_secs(1);

/// Work that takes less than this is not worth a word.
const SHORT: f64 = 3.0;

/// What is to be said before the first move: that climbs were chosen, or that they cannot be.
pub fn choice(label: &str, expected: &Expected) -> Option<String> {
    let most = match expected.at_least {
        true => "at least",
        false => "about",
    };
    let moves = expected.moves.map_or(0.0, |moves| moves as f64);
    match (expected.instead_of_moves, expected.amount) {
        (
            Some(games),
            Amount::Climbs {
                climbs,
                repeats,
                precision,
                ..
            },
        ) => {
            let (played, until) = match precision {
                None => ("100 games", String::new()),
                Some(_) => ("games to this precision", " or more".to_string()),
            };
            Some(format!(
                "{label}: {played} would take about {} moves, so the mean is measured by splitting: \
                 {} climbs × {repeats} repeats{until}, about {} moves (--by games plays games)",
                rate(games as f64),
                whole(climbs),
                rate(moves)
            ))
        }
        _ if expected.cannot_be_split => Some(format!(
            "{label}: these games take {most} {} moves, and their mean cannot be measured by \
             splitting: the agent has a memory, or the pieces leave nothing to chance",
            rate(moves)
        )),
        _ => None,
    }
}

/// A duration in words.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} seconds"),
        s if s < 100.0 * 60.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.0} hours", s / 3600.0),
        s if s < 1000.0 * 86_400.0 => format!("{} days", whole((s / 86_400.0) as u64)),
        s => format!("{} years", whole((s / (365.25 * 86_400.0)) as u64)),
    }
}

/// Says how long the work takes as soon as its rate is known, unless it is dropped before.
pub struct Announcement {
    done: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Announcement {
    /// An announcement of work of about this number of moves, which the watch counts.
    pub fn of(label: &str, expected: &Expected, watch: &Arc<Watch>) -> Option<Announcement> {
        let (moves, at_least) = (expected.moves?, expected.at_least);
        let (label, watch) = (label.to_string(), Arc::clone(watch));
        let (done, finished) = channel::<()>();
        let began = Instant::now();
        let announce = move || {
            if finished.recv_timeout(SOON) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let made = watch.progress().moves;
            let per_second = made as f64 / began.elapsed().as_secs_f64();
            let seconds = moves as f64 / per_second;
            if made > 0 && (seconds > SHORT || at_least) {
                let about = if at_least { "at least" } else { "about" };
                note!(
                    "{label}: {about} {}: {} moves at {} moves/s",
                    duration(seconds),
                    rate(moves as f64),
                    rate(per_second)
                );
            }
        };
        let thread = std::thread::Builder::new().spawn(announce).ok()?;
        Some(Announcement {
            done: Some(done),
            thread: Some(thread),
        })
    }
}

impl Drop for Announcement {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(thread) = self.thread.take() {
            // A failure to say it must not lose a measurement.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_unit_that_fits() {
        assert_eq!(duration(7.4), "7 seconds");
        assert_eq!(duration(600.0), "10 minutes");
        assert_eq!(duration(7200.0), "2 hours");
        assert_eq!(duration(30.0 * 86_400.0), "30 days");
        assert_eq!(duration(4e12), "126,752 years");
    }
}

//! The live progress bar of a measurement, and Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use tetrarium_lab::Watch;
use tetrarium_lab::statistics::{Level, gamma_interval};

use crate::print::terminal::note;
use crate::print::text::{rate, real};

/// How often the bar is drawn.
const REDRAW: Duration = Duration::from_millis(200);

/// Signals closer together than this count as one: `timeout` signals both a process and its group.
const ONE_SIGNAL: Duration = Duration::from_millis(200);

/// A progress bar on standard error that follows a watch until it is dropped. Nothing is drawn
/// where standard error is not a terminal.
pub struct Bar {
    done: Option<Sender<()>>,
    drawer: Option<JoinHandle<()>>,
}

impl Bar {
    /// A bar that follows work of `parts` parts, which the watch counts as games.
    pub fn counting(watch: &Arc<Watch>, parts: u64, label: &str, unit: &str) -> Bar {
        let template = format!(
            "{{prefix}} {{bar:24.cyan/dim}} {{pos}}/{{len}} {unit} · {{msg}} · {{elapsed}} gone, {{eta}} left"
        );
        let style = ProgressStyle::with_template(&template).expect("the template is well-formed");
        let bar = ProgressBar::new(parts)
            .with_style(style)
            .with_prefix(label.to_string());
        let watch = Arc::clone(watch);
        Bar::drawn_by(move |finished| draw(&bar, &watch, finished))
    }

    /// A bar that `draw` draws on a thread of its own, until the channel closes. No bar is drawn
    /// where the system lets no thread begin.
    fn drawn_by(draw: impl FnOnce(&Receiver<()>) + Send + 'static) -> Bar {
        let (done, finished) = channel();
        Bar {
            done: Some(done),
            drawer: Builder::new().spawn(move || draw(&finished)).ok(),
        }
    }
}

/// One bar over many measurements, each of which has an expected amount of work.
pub struct Whole {
    bar: ProgressBar,
    parts: usize,
    done: usize,
    behind: u64,
}

impl Whole {
    /// A bar over this number of parts with this amount of work together.
    pub fn new(parts: usize, work: u64) -> Whole {
        let template = "{bar:24.cyan/dim} {prefix} · {msg} · {elapsed} gone, about {eta} left";
        let style = ProgressStyle::with_template(template).expect("the template is well-formed");
        Whole {
            bar: ProgressBar::new(work).with_style(style),
            parts,
            done: 0,
            behind: 0,
        }
    }

    /// Follows a part until the returned bar is dropped. The part is `work` in all, and each of its
    /// moves is `of_a_move` of that.
    pub fn follow(&self, watch: &Arc<Watch>, label: &str, work: u64, of_a_move: u64) -> Bar {
        let (bar, behind) = (self.bar.clone(), self.behind);
        bar.set_prefix(format!("{}/{} results", self.done, self.parts));
        let (watch, label) = (Arc::clone(watch), label.to_string());
        Bar::drawn_by(move |finished| {
            let began = bar.elapsed().as_secs_f64();
            while finished.recv_timeout(REDRAW) == Err(RecvTimeoutError::Timeout) {
                let moves = watch.progress().moves;
                let per_second = moves as f64 / (bar.elapsed().as_secs_f64() - began).max(1e-9);
                bar.set_position(behind + moves.saturating_mul(of_a_move).min(work));
                bar.set_message(format!("{label}: {} moves/s", rate(per_second)));
            }
        })
    }

    /// Counts a part as done, whether it was followed or not.
    pub fn done(&mut self, work: u64) {
        self.done += 1;
        self.behind += work;
        self.bar.set_position(self.behind);
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(drawer) = self.drawer.take() {
            // A failure to draw the bar must not lose a measurement.
            let _ = drawer.join();
        }
    }
}

fn draw(bar: &ProgressBar, watch: &Watch, finished: &Receiver<()>) {
    while finished.recv_timeout(REDRAW) == Err(RecvTimeoutError::Timeout) {
        let now = watch.progress();
        let per_second = now.moves as f64 / bar.elapsed().as_secs_f64().max(1e-9);
        let mean = match now.deaths {
            0 => format!("{} lines, none lost", real(now.lines as f64)),
            deaths => {
                let mean = now.lines as f64 / deaths as f64;
                let interval = gamma_interval(now.lines, deaths, Level::P95, true);
                let half = (interval.high - interval.low) / 2.0;
                format!("mean {} ± {}", real(mean), real(half))
            }
        };
        bar.set_position(now.games);
        bar.set_message(format!("{} moves/s · {mean}", rate(per_second)));
    }
    bar.finish_and_clear();
}

/// A flag that Ctrl-C or SIGTERM sets, so that a measurement stops and prints its results. A second
/// Ctrl-C ends the program.
pub fn interrupt_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&flag);
    let mut first = None;
    let set = ctrlc::set_handler(move || {
        let first = *first.get_or_insert_with(Instant::now);
        if handler.swap(true, Ordering::Relaxed) && first.elapsed() > ONE_SIGNAL {
            std::process::exit(i32::from(crate::failure::INTERRUPTED));
        }
    });
    // Without the handler's thread, Ctrl-C ends the program at once.
    if set.is_err() {
        note!("tetrarium: no thread can begin that waits for Ctrl-C, which will end the program");
    }
    flag
}

//! The live display of training: its progress, a curve of the generations and the time left.

use std::collections::VecDeque;
use std::io::IsTerminal;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use tetrarium_engine::Rules;
use tetrarium_lab::Watch;
use tetrarium_lab::compare::MeanRecord;
use tetrarium_lab::training::{By, GenerationLine, Observer, Standing};

use crate::print::terminal::note;
use crate::print::text::{rate, real, whole};

/// How often the display is drawn.
const REDRAW: Duration = Duration::from_millis(200);

/// How often a line is printed where standard error is not a terminal.
const LINES_APART: Duration = Duration::from_secs(10);

/// The number of generations in the small curve.
const CURVE: usize = 32;

/// The number of generations from which the time left is estimated: later ones take longer.
const RECENT: usize = 5;

/// What is displayed.
struct State {
    /// The run of a tournament, a prefix of every line.
    run: String,
    message: String,
    curve: Vec<f64>,
    /// The share of the budget spent at the last few generations, with the time.
    shares: VecDeque<(Instant, f64)>,
    printed: Option<Instant>,
}

/// A display on standard error that follows training until it is dropped.
pub struct Display {
    state: Arc<Mutex<State>>,
    terminal: bool,
    done: Option<Sender<()>>,
    drawer: Option<JoinHandle<()>>,
}

impl Display {
    /// A display that follows the games of a watch.
    pub fn following(watch: &Arc<Watch>) -> Display {
        let state = Arc::new(Mutex::new(State {
            run: String::new(),
            message: "first generation".to_string(),
            curve: Vec::new(),
            shares: VecDeque::new(),
            printed: None,
        }));
        let terminal = std::io::stderr().is_terminal();
        let (done, finished) = channel();
        let (shared, watch) = (Arc::clone(&state), Arc::clone(watch));
        let draw = move || draw(&shared, &watch, &finished);
        let drawer = terminal.then(|| std::thread::Builder::new().spawn(draw).ok());
        Display {
            state,
            terminal,
            done: Some(done),
            drawer: drawer.flatten(),
        }
    }

    /// Begins with the past generations of a resumed run.
    pub fn remember(&mut self, past: &[GenerationLine], standing: &Standing) {
        let mut state = self.state();
        state.curve = past.iter().map(|line| line.fitness.mean).collect();
        state.shares.push_back((Instant::now(), standing.share));
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        // A drawing thread that panicked has not changed the state.
        self.state
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Prints a line where standard error is not a terminal; unless `always`, only now and then.
    fn print(&self, line: &str, always: bool) {
        if self.terminal {
            return;
        }
        let mut state = self.state();
        let due = state.printed.is_none_or(|at| at.elapsed() >= LINES_APART);
        if always || due {
            state.printed = Some(Instant::now());
            note!("{}{line}", state.run);
        }
    }
}

impl Observer for Display {
    fn run(&mut self, experiment: &str, seed: u64, number: u64, of: u64) {
        let mut state = self.state();
        state.run = format!("run {}/{of}, {experiment} seed {seed} · ", number + 1);
        state.message = "first generation".to_string();
        state.curve.clear();
        state.shares.clear();
    }

    fn generation(&mut self, line: &GenerationLine, standing: &Standing) {
        let spread = line.fitness;
        let message = format!(
            "generation {} on {} · best {} · mean {} · {} moves",
            line.generation,
            line.board,
            real(spread.best),
            real(spread.mean),
            whole(line.total_moves),
        );
        {
            let mut state = self.state();
            state.message.clone_from(&message);
            state.curve.push(spread.mean);
            state.shares.push_back((Instant::now(), standing.share));
            if state.shares.len() > RECENT + 1 {
                state.shares.pop_front();
            }
        }
        self.print(&message, standing.share >= 1.0);
    }

    fn measuring(&mut self, controller: &str, rules: &Rules, by: By, number: u64, of: u64) {
        let by = match by {
            By::Games { games, .. } => format!("{} games", whole(games)),
            By::Climbs(climbs) => format!("by splitting, {} climbs", whole(climbs)),
        };
        let message = format!(
            "measurement {}/{of}: {controller} on {}, {by}",
            number + 1,
            rules.board,
        );
        let mut state = self.state();
        state.message = message;
        state.shares.clear();
    }

    fn measured(&mut self, measured: &MeanRecord) {
        let board = measured.rules().get("board").map_or("", String::as_str);
        let mean = measured.mean().map_or("–".to_string(), real);
        let controller = measured.controller();
        self.print(&format!("{controller} on {board}: {mean}"), true);
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(drawer) = self.drawer.take() {
            // A failure to draw must not lose a run.
            let _ = drawer.join();
        }
    }
}

fn draw(state: &Mutex<State>, watch: &Watch, finished: &Receiver<()>) {
    let style = ProgressStyle::with_template("{msg}\n{prefix} {elapsed} gone")
        .expect("the template is well-formed");
    let bar = ProgressBar::new_spinner().with_style(style);
    let mut moves = VecDeque::from([(Instant::now(), watch.progress().moves)]);
    while finished.recv_timeout(REDRAW) == Err(RecvTimeoutError::Timeout) {
        let now = (Instant::now(), watch.progress().moves);
        let (then, before) = *moves.front().unwrap_or(&now);
        let seconds = (now.0 - then).as_secs_f64().max(1e-9);
        let per_second = (now.1 - before) as f64 / seconds;
        moves.push_back(now);
        if moves.len() > 10 {
            moves.pop_front();
        }
        let Ok(state) = state.lock() else { break };
        let left = time_left(&state.shares).map_or(String::new(), |left| {
            let seconds = left.as_secs();
            format!(" · {}:{:02} left", seconds / 60, seconds % 60)
        });
        bar.set_message(format!(
            "{}{} · {} moves/s{left}",
            state.run,
            state.message,
            rate(per_second)
        ));
        bar.set_prefix(small_curve(&state.curve));
        bar.tick();
    }
    bar.finish_and_clear();
}

/// The time that the rest of the budget takes at the pace of the last generations.
fn time_left(shares: &VecDeque<(Instant, f64)>) -> Option<Duration> {
    let ((first, before), (last, now)) = (shares.front()?, shares.back()?);
    let pace = (now - before) / (*last - *first).as_secs_f64();
    let left = (1.0 - now) / pace - last.elapsed().as_secs_f64();
    (pace > 0.0 && left.is_finite()).then(|| Duration::from_secs_f64(left.max(0.0)))
}

/// The last numbers as blocks of eight heights. The scale is logarithmic, because training improves
/// by factors.
pub fn small_curve(numbers: &[f64]) -> String {
    const BLOCKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let shown = &numbers[numbers.len().saturating_sub(CURVE)..];
    let logs: Vec<f64> = shown.iter().map(|x| x.max(0.0).ln_1p()).collect();
    let low = logs.iter().copied().fold(f64::INFINITY, f64::min);
    let high = logs.iter().copied().fold(0.0, f64::max);
    let range = (high - low).max(1e-9);
    logs.iter()
        .map(|log| BLOCKS[(((log - low) / range * 7.0).round() as usize).min(7)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_curve_has_eight_heights_and_a_limited_length() {
        assert_eq!(small_curve(&[]), "");
        assert_eq!(small_curve(&[1.0, 1.0]), "▁▁");
        assert_eq!(small_curve(&[0.0, 9.0, 99.0]), "▁▅█");
        assert_eq!(small_curve(&[1.0; 100]).chars().count(), CURVE);
    }

    #[test]
    fn the_time_left_follows_from_the_pace() {
        let now = Instant::now();
        let shares = VecDeque::from([(now - Duration::from_secs(10), 0.5), (now, 0.75)]);
        let left = time_left(&shares).unwrap().as_secs_f64();
        assert!((9.0..=10.0).contains(&left), "{left}");
        assert_eq!(time_left(&VecDeque::from([(now, 0.5)])), None);
    }
}

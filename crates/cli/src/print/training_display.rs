//! The live display of training: its progress, a curve of the generations and the time left.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tetrarium_engine::Rules;
use tetrarium_lab::Watch;
use tetrarium_lab::compare::MeanRecord;
use tetrarium_lab::training::{By, GenerationLine, Observer, Standing};

use crate::print::status::{Parts, Status, fitted, time_left};
use crate::print::text::{rate, real, whole};
use crate::terminal::{draws_bars, note};

/// How often a line is printed where standard error is not a terminal.
const LINES_APART: Duration = Duration::from_secs(10);

/// The number of generations in the small curve.
const CURVE: usize = 32;

/// The least number of generations from which the time left is estimated: later ones take longer.
const RECENT: usize = 5;

/// The least time from which it is estimated in a tournament, where runs end one after the other.
const RECENT_TIME: Duration = Duration::from_secs(30);

/// What is displayed.
#[derive(Default)]
struct State {
    /// The run of a tournament that began last.
    run: String,
    /// Whether others go on beside it.
    several: bool,
    /// What is being done.
    now: Parts,
    curve: Vec<f64>,
    /// The share of the budget spent at the last few generations, with the time.
    shares: VecDeque<(Instant, f64)>,
    printed: Option<Instant>,
}

/// A display on standard error that follows training until it is dropped: a line at the bottom of a
/// terminal, and elsewhere a line now and then.
pub struct Display {
    state: Arc<Mutex<State>>,
    drawn: bool,
    _status: Status,
}

impl Display {
    /// A display that follows the games of a watch.
    pub fn following(watch: &Arc<Watch>) -> Display {
        let state = Arc::new(Mutex::new(State {
            now: beginning(),
            ..State::default()
        }));
        let (shared, watch) = (Arc::clone(&state), Arc::clone(watch));
        let mut moves = VecDeque::from([(Instant::now(), watch.progress().moves)]);
        let status = Status::drawing(move |columns| {
            let now = (Instant::now(), watch.progress().moves);
            let (then, before) = *moves.front().unwrap_or(&now);
            let seconds = (now.0 - then).as_secs_f64().max(1e-9);
            moves.push_back(now);
            if moves.len() > 10 {
                moves.pop_front();
            }
            locked(&shared).line((now.1 - before) as f64 / seconds, columns)
        });
        Display {
            state,
            drawn: draws_bars(),
            _status: status,
        }
    }

    /// Begins with the past generations of a resumed run.
    pub fn remember(&mut self, past: &[GenerationLine], standing: &Standing) {
        let mut state = locked(&self.state);
        state.curve = past.iter().map(|line| line.fitness.mean).collect();
        state.shares.push_back((Instant::now(), standing.share));
    }

    /// Prints a line where none is drawn; unless `always`, only now and then.
    fn print(&self, line: &str, always: bool) {
        if self.drawn {
            return;
        }
        let mut state = locked(&self.state);
        let due = state.printed.is_none_or(|at| at.elapsed() >= LINES_APART);
        if always || due {
            state.printed = Some(Instant::now());
            let run = match state.run.as_str() {
                "" => String::new(),
                run => format!("{run} · "),
            };
            note!("{run}{line}");
        }
    }
}

fn beginning() -> Parts {
    vec![(0, "first generation".to_string())]
}

/// The state. A drawing thread that panicked has not changed it.
fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    /// Notes which part is done, and forgets what is too long ago to tell the pace.
    fn note_share(&mut self, share: f64) {
        let now = Instant::now();
        self.shares.push_back((now, share));
        let is_old = |at: &(Instant, f64)| self.run.is_empty() || now - at.0 > RECENT_TIME;
        while self.shares.len() > RECENT + 1 && self.shares.get(1).is_some_and(is_old) {
            self.shares.pop_front();
        }
    }

    fn line(&self, moves_per_second: f64, columns: usize) -> String {
        let mut parts = vec![(3, small_curve(&self.curve)), (2, self.run.clone())];
        parts.extend(self.now.iter().cloned());
        if moves_per_second >= 1.0 {
            parts.push((5, format!("{} moves/s", rate(moves_per_second))));
        }
        let left = seconds_left(&self.shares, Instant::now());
        parts.push((1, time_left(left)));
        fitted(parts, columns)
    }
}

impl Observer for Display {
    fn run(&mut self, experiment: &str, seed: u64, number: u64, of: u64, at_once: usize) {
        let mut state = locked(&self.state);
        state.run = format!("run {}/{of}, {experiment} seed {seed}", number + 1);
        state.several = at_once > 1;
        state.now = match at_once {
            1 => beginning(),
            _ => vec![(0, format!("{at_once} runs at once"))],
        };
        state.curve.clear();
    }

    fn generation(&mut self, line: &GenerationLine, standing: &Standing) {
        let spread = line.fitness;
        let mut now: Parts = vec![
            (
                0,
                format!("generation {} on {}", line.generation, line.board),
            ),
            (4, format!("best {}", real(spread.best))),
            (4, format!("mean {}", real(spread.mean))),
            (6, format!("{} moves", whole(line.total_moves))),
        ];
        if let Some(undone) = line.undone {
            let (from, to) = (real(undone.from_level), real(undone.to_level));
            let back = format!("back to generation {} with a smaller step", undone.to);
            now.push((1, format!("collapsed from {from} to {to}: {back}")));
        }
        let words: Vec<&str> = now.iter().map(|(_, part)| part.as_str()).collect();
        let message = words.join(" · ");
        let several = {
            let mut state = locked(&self.state);
            state.note_share(standing.share);
            if !state.several {
                state.now = now;
                state.curve.push(spread.mean);
            }
            state.several
        };
        match several {
            false => {
                let is_news = standing.share >= 1.0 || line.undone.is_some();
                self.print(&message, is_news);
            }
            true => self.print(
                &format!("{:.0} % of all runs", 100.0 * standing.share),
                false,
            ),
        }
    }

    fn measuring(&mut self, controller: &str, rules: &Rules, by: By, number: u64, of: u64) {
        let by = match by {
            By::Games { games, .. } => format!("{} games", whole(games)),
            By::Climbs(climbs) => format!("by splitting, {} climbs", whole(climbs)),
        };
        let what = format!("measurement {}/{of}: {controller}", number + 1);
        {
            let mut state = locked(&self.state);
            // The first of them: the pace of training does not tell that of measuring.
            if number == 0 {
                state.shares.clear();
            }
            state.run.clear();
            state.note_share(number as f64 / of.max(1) as f64);
            state.now = vec![(0, what.clone()), (4, format!("on {}, {by}", rules.board))];
        }
        self.print(&what, false);
    }

    fn measured(&mut self, measured: &MeanRecord) {
        let board = measured.rules().get("board").map_or("", String::as_str);
        let mean = measured.mean().map_or("–".to_string(), real);
        let controller = measured.controller();
        self.print(&format!("{controller} on {board}: {mean}"), true);
    }
}

/// The seconds that the rest of the budget takes at the pace of the last generations. The first
/// generation tells no pace: the time before it also went into starting.
fn seconds_left(shares: &VecDeque<(Instant, f64)>, now: Instant) -> Option<f64> {
    let ((first, before), (last, share)) = (shares.front()?, shares.back()?);
    let pace = (share - before) / (*last - *first).as_secs_f64();
    (pace > 0.0).then(|| (1.0 - share) / pace - (now - *last).as_secs_f64())
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
    use crate::style::width;

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
        assert_eq!(seconds_left(&shares, now), Some(10.0));
        assert_eq!(
            seconds_left(&shares, now + Duration::from_secs(3)),
            Some(7.0)
        );
        assert_eq!(seconds_left(&VecDeque::from([(now, 0.5)]), now), None);
        assert_eq!(seconds_left(&VecDeque::new(), now), None);
    }

    #[test]
    fn the_line_fits_any_width() {
        let state = State {
            run: "run 1/10, cross-entropy seed 3".to_string(),
            now: vec![(0, "generation 7 on 10x20".to_string())],
            curve: vec![1.0; 40],
            ..State::default()
        };
        assert!(state.line(1e6, 200).ends_with("1.00 million moves/s"));
        for columns in 20..120 {
            let line = state.line(1e6, columns);
            assert!(width(&line) <= columns.max(21), "{line}");
            assert!(line.contains("generation 7"), "{line}");
        }
    }
}

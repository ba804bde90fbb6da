//! What is seen of a measurement while it is played.

use std::sync::Arc;
use std::time::Instant;

use tetrarium_lab::Watch;
use tetrarium_lab::play::Progress;
use tetrarium_lab::statistics::{Level, gamma_interval};

use crate::print::status::{Status, gauged, time_left};
use crate::print::text::{rate, real, whole};
use crate::style::{plain, shortened};

/// A mean of fewer lost games says too little to be shown: its interval is wider than ±60 %.
const MEAN_FROM: u64 = 10;

/// The share of the work from which the time left is known.
const KNOWN_FROM: f64 = 0.02;

/// The widest label of a bar.
const LABEL: usize = 30;

/// A bar that follows work of `parts` parts, which the watch counts as games, until it is dropped.
pub fn counting(watch: &Arc<Watch>, parts: u64, label: &str, unit: &'static str) -> Status {
    let (watch, began) = (Arc::clone(watch), Instant::now());
    let label = shortened(&plain(label), LABEL);
    Status::drawing(move |columns| {
        let (now, seconds) = (watch.progress(), began.elapsed().as_secs_f64());
        counting_line(&label, now, parts, unit, seconds, columns)
    })
}

fn counting_line(
    label: &str,
    now: Progress,
    parts: u64,
    unit: &str,
    seconds: f64,
    columns: usize,
) -> String {
    let share = now.games as f64 / parts.max(1) as f64;
    // Few games say little of how long the others take.
    let known = now.games >= parts.div_ceil(10).clamp(2, MEAN_FROM);
    let left = known.then(|| seconds * (1.0 / share - 1.0));
    let parts = vec![
        (0, format!("{}/{} {unit}", whole(now.games), whole(parts))),
        (2, mean_so_far(now)),
        (3, rate_of(now.moves, seconds)),
        (1, time_left(left)),
    ];
    gauged(label, share, parts, columns)
}

/// The mean of the lines until now, once enough games are lost.
fn mean_so_far(now: Progress) -> String {
    if now.deaths < MEAN_FROM {
        return String::new();
    }
    let mean = now.lines as f64 / now.deaths as f64;
    let interval = gamma_interval(now.lines, now.deaths, Level::P95, true);
    let half = (interval.high - interval.low) / 2.0;
    format!("mean {} ± {}", real(mean), real(half))
}

fn rate_of(moves: u64, seconds: f64) -> String {
    match moves {
        0 => String::new(),
        _ => format!("{} moves/s", rate(moves as f64 / seconds.max(1e-9))),
    }
}

/// One bar over many measurements, each of which has an expected amount of work.
pub struct Whole {
    parts: usize,
    work: u64,
    done: usize,
    behind: u64,
    /// When the first part that is played began, and what was behind then.
    began: Option<(Instant, u64)>,
}

impl Whole {
    /// A bar over this number of parts with this amount of work together.
    pub fn new(parts: usize, work: u64) -> Whole {
        Whole {
            parts,
            work,
            done: 0,
            behind: 0,
            began: None,
        }
    }

    /// Follows a part until what is returned is dropped. The part is `work` in all, and each of its
    /// moves is `of_a_move` of that.
    pub fn follow(&mut self, watch: &Arc<Watch>, label: &str, work: u64, of_a_move: u64) -> Status {
        let &mut Whole {
            parts,
            work: whole,
            done,
            behind,
            ..
        } = self;
        let (began, before) = *self.began.get_or_insert_with(|| (Instant::now(), behind));
        let (watch, part_began) = (Arc::clone(watch), Instant::now());
        let label = plain(label).into_owned();
        Status::drawing(move |columns| {
            let moves = watch.progress().moves;
            let at = behind + moves.saturating_mul(of_a_move).min(work);
            let rest = whole.saturating_sub(at) as f64;
            let here = (at - before) as f64;
            let known = here >= KNOWN_FROM * (here + rest);
            let left = known.then(|| began.elapsed().as_secs_f64() * rest / here);
            let line = vec![
                (0, format!("{done}/{parts} results")),
                (3, label.clone()),
                (2, rate_of(moves, part_began.elapsed().as_secs_f64())),
                (1, time_left(left)),
            ];
            gauged("", at as f64 / whole.max(1) as f64, line, columns)
        })
    }

    /// Counts a part as done, whether it was followed or not.
    pub fn done(&mut self, work: u64) {
        self.done += 1;
        self.behind += work;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::finished;

    fn line(games: u64, lines: u64, seconds: f64) -> String {
        let now = Progress {
            games,
            moves: 5 * lines / 2,
            lines,
            deaths: games,
        };
        finished(
            &counting_line("bcts", now, 100, "games", seconds, 100),
            None,
            false,
        )
    }

    #[test]
    fn nothing_is_said_of_the_mean_and_the_time_left_before_they_are_known() {
        let first = line(1, 40_000, 1.0);
        assert!(first.contains("1/100 games · 100,000 moves/s"), "{first}");
        assert!(
            !first.contains("mean") && !first.contains("left"),
            "{first}"
        );
        let later = line(20, 40_000, 10.0);
        assert!(later.contains("mean 2,000 ± "), "{later}");
        assert!(later.ends_with("about 40 s left"), "{later}");
        let last = line(100, 40_000, 10.0);
        assert!(!last.contains("left"), "{last}");
    }
}

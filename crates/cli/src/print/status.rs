//! A line at the bottom of the terminal that follows work while it is done.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use crate::style::{Style, width};
use crate::terminal;

/// How often the line is drawn.
const REDRAW: Duration = Duration::from_millis(200);

/// The longest and the shortest gauge.
const GAUGE: (usize, usize) = (24, 6);

/// A line that is drawn until this is dropped. Nothing is drawn where standard error is not a
/// terminal.
pub struct Status {
    done: Option<Sender<()>>,
    drawer: Option<JoinHandle<()>>,
}

impl Status {
    /// Draws what `line` gives for a number of columns, again and again.
    pub fn drawing(mut line: impl FnMut(usize) -> String + Send + 'static) -> Status {
        let (done, finished) = channel::<()>();
        let draw = move || {
            while finished.recv_timeout(REDRAW) == Err(RecvTimeoutError::Timeout) {
                terminal::draw(&line(terminal::bar_width()));
            }
        };
        // Without a thread to draw there is no line; the work is done all the same.
        let drawer = terminal::draws_bars()
            .then(|| std::thread::Builder::new().spawn(draw).ok())
            .flatten();
        Status {
            done: Some(done),
            drawer,
        }
    }
}

impl Drop for Status {
    fn drop(&mut self) {
        drop(self.done.take());
        if let Some(drawer) = self.drawer.take() {
            // A failure to draw must not lose a result.
            let _ = drawer.join();
        }
        terminal::clear();
    }
}

/// Says what is being done until something else is: at the bottom of a terminal, and elsewhere in a
/// line of its own.
pub fn step(words: &str) {
    match terminal::draws_bars() {
        true => terminal::draw(words),
        false => terminal::write_note(words),
    }
}

/// Parts of a line, each with its rank: the larger, the sooner it is left out. A part of rank 0
/// stays.
pub type Parts = Vec<(u8, String)>;

/// The parts that fit, with dots between them.
pub fn fitted(mut parts: Parts, columns: usize) -> String {
    parts.retain(|(_, part)| !part.is_empty());
    loop {
        let words: Vec<&str> = parts.iter().map(|(_, part)| part.as_str()).collect();
        let line = words.join(" · ");
        if width(&line) <= columns {
            return line;
        }
        let spare = parts.iter().enumerate().filter(|(_, (rank, _))| *rank > 0);
        match spare.max_by_key(|(_, (rank, _))| *rank) {
            Some((index, _)) => parts.remove(index),
            None => return line,
        };
    }
}

/// The parts that fit after a label and a gauge, which shows a share of the whole.
pub fn gauged(label: &str, share: f64, parts: Parts, columns: usize) -> String {
    let space = match label {
        "" => "",
        _ => " ",
    };
    let rest = columns.saturating_sub(width(label) + space.len() + GAUGE.1 + 1);
    let words = fitted(parts, rest);
    let free = columns.saturating_sub(width(label) + space.len() + width(&words) + 1);
    match free.min(GAUGE.0) {
        size if size < GAUGE.1 => format!("{label}{space}{words}"),
        size => format!("{label}{space}{} {words}", gauge(share, size)),
    }
}

fn gauge(share: f64, size: usize) -> String {
    let full = ((share.clamp(0.0, 1.0) * size as f64) as usize).min(size);
    let (full, rest) = ("█".repeat(full), "░".repeat(size - full));
    format!("{full}{}", Style::Dim.on(&rest))
}

/// How long something takes, in the words of a watch; nothing below a second, and nothing that is
/// not known.
pub fn duration(seconds: f64) -> Option<String> {
    if !(1.0..1e9).contains(&seconds) {
        return None;
    }
    let seconds = seconds as u64;
    Some(match seconds {
        0..100 => format!("{seconds} s"),
        100..5970 => format!("{} min", (seconds + 30) / 60),
        5970..172_800 => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
        _ => format!("{} days", (seconds + 43_200) / 86_400),
    })
}

/// The time left, for a line; nothing where it is not known.
pub fn time_left(seconds: Option<f64>) -> String {
    let words = seconds.and_then(duration);
    words.map_or(String::new(), |words| format!("about {words} left"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::finished;

    fn parts() -> Parts {
        let parts = [(0, "3/100 games"), (3, "1.20 million moves/s"), (1, "")];
        let left = (2, "about 12 s left");
        let parts = parts.into_iter().chain([left]);
        parts.map(|(rank, part)| (rank, part.to_string())).collect()
    }

    #[test]
    fn a_line_leaves_parts_out_until_it_fits() {
        let line = |columns| finished(&gauged("bcts", 0.25, parts(), columns), None, false);
        assert_eq!(
            line(100),
            "bcts ██████░░░░░░░░░░░░░░░░░░ 3/100 games · 1.20 million moves/s · about 12 s left"
        );
        assert_eq!(
            line(64),
            "bcts █░░░░░ 3/100 games · 1.20 million moves/s · about 12 s left"
        );
        assert_eq!(
            line(50),
            "bcts ███░░░░░░░░░░░░ 3/100 games · about 12 s left"
        );
        assert_eq!(line(30), "bcts ███░░░░░░░░░░ 3/100 games");
        assert_eq!(line(20), "bcts 3/100 games");
        for columns in 20..120 {
            assert!(width(&line(columns)) <= columns, "{columns}");
        }
    }

    #[test]
    fn a_time_is_said_once_it_is_known() {
        assert_eq!(time_left(None), "");
        assert_eq!(time_left(Some(0.4)), "");
        assert_eq!(time_left(Some(f64::NAN)), "");
        assert_eq!(time_left(Some(f64::INFINITY)), "");
        assert_eq!(time_left(Some(12.0)), "about 12 s left");
        assert_eq!(time_left(Some(170.0)), "about 3 min left");
        assert_eq!(time_left(Some(7300.0)), "about 2 h 1 min left");
        assert_eq!(time_left(Some(200_000.0)), "about 2 days left");
    }
}

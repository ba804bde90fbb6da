//! The terminal: its width, whether it shows colours, and the two ways to it. All that the command
//! prints goes through here.
//!
//! - The width is the terminal's, or that of the variable `COLUMNS` where it is smaller. Prose has
//!   100 columns at most. Into a pipe or a file nothing is wrapped and no column left out, a row or
//!   a sentence a line, unless `COLUMNS` is set.
//! - Colours and bars are for terminals alone, and not for `TERM=dumb`. `NO_COLOR` takes the
//!   colours.
//! - Results go to standard output ([`print()`], [`print_exact`]), and a failure to write them is
//!   an error. Notes and bars go to standard error ([`note!`], [`draw`]); a failure to write those
//!   is none, because it must not cost a result.

#![allow(clippy::disallowed_methods, reason = "this is the place that writes")]

use std::env;
use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

use terminal_size::{Width, terminal_size_of};

use crate::export;
use crate::style::{finished, lines, shortened};

/// The width of prose, unless the terminal is narrower: longer lines are hard to read.
const PROSE: usize = 100;

/// The width of a terminal that does not know its width.
const UNKNOWN: usize = 80;

/// No terminal is narrower than this; on one that is, lines are broken.
const LEAST: usize = 20;

/// Whether there is a line at the bottom of standard error.
static DRAWN: Mutex<bool> = Mutex::new(false);

/// The columns of standard output; none where they are unlimited.
pub fn width() -> Option<usize> {
    let stdout = io::stdout();
    let terminal = stdout.is_terminal().then(|| columns(&stdout));
    limited(terminal, env::var("COLUMNS").ok().as_deref())
}

/// Prose wrapped at words, every line after the first indented.
pub fn wrapped(text: &str, indent: usize) -> String {
    let columns = match width() {
        None => usize::MAX,
        Some(width) => width.min(PROSE).saturating_sub(indent).max(LEAST),
    };
    lines(text, columns).join(&format!("\n{}", " ".repeat(indent)))
}

#[cfg(unix)]
fn columns(stream: &impl std::os::fd::AsFd) -> usize {
    known(terminal_size_of(stream).map(|(Width(columns), _)| columns))
}

#[cfg(windows)]
fn columns(stream: &impl std::os::windows::io::AsHandle) -> usize {
    known(terminal_size_of(stream).map(|(Width(columns), _)| columns))
}

fn known(columns: Option<u16>) -> usize {
    columns
        .filter(|columns| *columns > 0)
        .map_or(UNKNOWN, usize::from)
}

/// The width, where a terminal has these columns (none for a pipe) and `COLUMNS` this value.
fn limited(terminal: Option<usize>, variable: Option<&str>) -> Option<usize> {
    let variable = variable.and_then(|text| text.trim().parse::<usize>().ok());
    let variable = variable.filter(|columns| *columns > 0);
    let width = [terminal, variable].into_iter().flatten().min();
    width.map(|width| width.max(LEAST))
}

/// Whether codes can be written to a stream.
fn takes_codes(is_terminal: bool) -> bool {
    is_terminal && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Whether colours can be written to a stream (<https://no-color.org>).
fn takes_colours(is_terminal: bool) -> bool {
    takes_codes(is_terminal) && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// Writes text for people to standard output: results.
pub fn print(text: &str) -> io::Result<()> {
    if export::chosen().is_some() {
        return print_exact(&export::tables_of(text));
    }
    clear();
    let mut stdout = io::stdout().lock();
    let colour = takes_colours(stdout.is_terminal());
    stdout.write_all(finished(text, width(), colour).as_bytes())?;
    stdout.flush()
}

/// Writes text for programs to standard output: records and files, byte for byte. Only a terminal
/// gets no control characters.
pub fn print_exact(text: &str) -> io::Result<()> {
    clear();
    let mut stdout = io::stdout().lock();
    match stdout.is_terminal() {
        true => stdout.write_all(finished(text, None, false).as_bytes())?,
        false => stdout.write_all(text.as_bytes())?,
    }
    stdout.flush()
}

/// Writes a line to standard error.
pub fn write_note(line: impl Display) {
    let mut drawn = drawn();
    erase(&mut drawn);
    let is_terminal = io::stderr().is_terminal();
    let (columns, colour) = (is_terminal.then(stderr_width), takes_colours(is_terminal));
    to_stderr(&format!(
        "{}\n",
        finished(&line.to_string(), columns, colour)
    ));
}

/// Whether a screen can be drawn on standard output.
pub fn draws_screens() -> bool {
    takes_codes(io::stdout().is_terminal())
}

/// Whether standard output is a terminal.
pub fn is_there() -> bool {
    io::stdout().is_terminal()
}

/// Standard output for a view, which has the whole screen.
pub fn screen() -> io::Stdout {
    io::stdout()
}

/// Whether a view has colours.
pub fn screen_takes_colours() -> bool {
    takes_colours(io::stdout().is_terminal())
}

/// Empties the screen.
pub fn clear_screen() -> io::Result<()> {
    io::stdout().write_all(b"\x1b[2J")
}

/// Draws text over what is at the top of the screen.
pub fn draw_screen(text: &str) -> io::Result<()> {
    let text = finished(text, None, takes_colours(true)).replace('\n', "\x1b[K\n");
    let mut stdout = io::stdout().lock();
    stdout.write_all(format!("\x1b[H{text}").as_bytes())?;
    stdout.flush()
}

/// Writes a line to standard error, as `eprintln!` does; a failure to write it is none.
macro_rules! note {
    ($($words:tt)*) => {
        $crate::terminal::write_note(format_args!($($words)*))
    };
}
pub(crate) use note;

/// Whether bars are drawn.
pub fn draws_bars() -> bool {
    takes_codes(io::stderr().is_terminal())
}

/// The columns of a bar: it never reaches the last one, where some terminals begin a new line.
pub fn bar_width() -> usize {
    stderr_width() - 1
}

fn stderr_width() -> usize {
    let width = limited(
        Some(columns(&io::stderr())),
        env::var("COLUMNS").ok().as_deref(),
    );
    width.unwrap_or(UNKNOWN)
}

/// Draws a line in the place of the one drawn before, at the bottom of standard error. The cursor
/// waits at its beginning, so that what is typed (^C) is overwritten too.
pub fn draw(line: &str) {
    let mut drawn = drawn();
    let line = shortened(line, bar_width());
    let line = finished(&line, None, takes_colours(true));
    to_stderr(&format!("\r{line}\x1b[K\r"));
    *drawn = true;
}

/// Removes the drawn line.
pub fn clear() {
    erase(&mut drawn());
}

/// Removes the drawn line when the program ends at this moment; if another thread is writing it,
/// it stays.
pub fn clear_at_once() {
    if let Ok(mut drawn) = DRAWN.try_lock() {
        erase(&mut drawn);
    }
}

fn drawn() -> MutexGuard<'static, bool> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

fn erase(drawn: &mut bool) {
    if std::mem::take(drawn) {
        to_stderr("\r\x1b[K");
    }
}

/// Writes to standard error, if it can be written to.
fn to_stderr(text: &str) {
    let mut stderr = io::stderr().lock();
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_width_is_the_smaller_of_the_terminal_and_the_variable() {
        assert_eq!(limited(None, None), None);
        assert_eq!(limited(None, Some("60")), Some(60));
        assert_eq!(limited(Some(80), None), Some(80));
        assert_eq!(limited(Some(80), Some("60")), Some(60));
        assert_eq!(limited(Some(80), Some("200")), Some(80));
        assert_eq!(limited(Some(80), Some("0")), Some(80));
        assert_eq!(limited(Some(80), Some("wide")), Some(80));
        assert_eq!(limited(Some(3), None), Some(LEAST));
        assert_eq!(known(Some(0)), UNKNOWN);
    }
}

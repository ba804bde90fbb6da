//! The terminal view: a game to look at, move by move, with the reasons for each.
//!
//! | part | what it is |
//! |---|---|
//! | [`model`] | the state; keys, time and the answers of the machine change it, and nothing else |
//! | [`keys`] | what each key does to the model |
//! | [`view`] | the model drawn: a pure function |
//! | [`machine`] | who plays, asked in requests; [`worker`] does so on a thread of its own |
//! | [`timeline`] | the moves that can be stepped through; [`paint`] has their colours |

mod clock;
mod hand;
mod keys;
mod machine;
mod model;
mod paint;
mod palette;
mod roster;
#[cfg(test)]
mod tests;
mod timeline;
mod view;
mod worker;

use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event};

use crate::failure::{Failure, INTERRUPTED, Outcome};
use crate::screen::Screen;
use crate::terminal;

pub use machine::Machine;
pub use model::Model;
pub use roster::{First, Roster};

use model::{Effect, Quit};
use palette::Palette;
use worker::Worker;

/// The time of a frame.
const FRAME: Duration = Duration::from_millis(33);

/// The longest time that a tick passes: a program that was stopped does not hurry afterwards.
const LONGEST: Duration = Duration::from_millis(250);

/// Shows the view until it is left.
pub fn show(mut model: Model, interrupted: &AtomicBool) -> Outcome {
    let palette = Palette {
        colour: terminal::screen_takes_colours(),
    };
    let mut worker = None;
    let mut last = Instant::now();
    let left = {
        let mut screen = Screen::take().map_err(no_screen)?;
        let keys = keyboard()?;
        loop {
            serve(&mut model, &mut worker);
            screen.draw(|frame| view::view(&model, palette, frame))?;
            panic_for_tests();
            hear(&mut model, &keys, FRAME.saturating_sub(last.elapsed()))?;
            if let Some(quit) = model.quit {
                break quit;
            }
            if interrupted.load(Ordering::Relaxed) {
                break Quit::Interrupted;
            }
            let now = Instant::now();
            model.tick((now - last).min(LONGEST));
            last = now;
        }
    };
    // No program of an agent is waited for any longer.
    interrupted.store(true, Ordering::Relaxed);
    worker.into_iter().for_each(Worker::end);
    Ok(match left {
        Quit::Asked => ExitCode::SUCCESS,
        Quit::Interrupted => ExitCode::from(INTERRUPTED),
    })
}

/// Carries to the machine what the model asks, and back what it answers.
fn serve(model: &mut Model, worker: &mut Option<Worker>) {
    for reply in worker.iter().flat_map(Worker::replies) {
        model.reply(reply);
    }
    for effect in model.effects() {
        match effect {
            Effect::Begin(machine, seed, number) => match Worker::begin(machine, seed, number) {
                Ok(begun) => *worker = Some(begun),
                Err(error) => model.fail(format!("No thread can begin: {error}.")),
            },
            Effect::Ask(request) => {
                if let Some(worker) = worker {
                    worker.ask(*request);
                }
            }
        }
    }
}

/// The events of the terminal, read on a thread of its own: where the terminal goes away, the
/// reading may never come back.
fn keyboard() -> io::Result<Receiver<io::Result<Event>>> {
    let (heard, events) = channel();
    thread::Builder::new().spawn(move || {
        loop {
            let event = event::read();
            let failed = event.is_err();
            if heard.send(event).is_err() || failed {
                return;
            }
        }
    })?;
    Ok(events)
}

/// Waits for keys, at most this long, and hears all that were pressed.
fn hear(model: &mut Model, events: &Receiver<io::Result<Event>>, wait: Duration) -> io::Result<()> {
    let mut next = events.recv_timeout(wait).ok();
    while let Some(event) = next {
        if let Event::Key(key) = event? {
            keys::press(model, key);
        }
        next = events.try_recv().ok();
    }
    Ok(())
}

fn no_screen(error: io::Error) -> Failure {
    Failure::input(format!(
        "the view cannot be drawn on this terminal: {error}"
    ))
}

/// Panics if a test of the command wants it: the screen must be given back even then.
fn panic_for_tests() {
    if cfg!(debug_assertions) && std::env::var_os("TETRARIUM_TEST_PANIC").is_some() {
        panic!("TETRARIUM_TEST_PANIC is set");
    }
}

//! The whole screen of the terminal, taken for a view and given back at any end of the program: by
//! a key, an error, a signal or a panic.

use std::io;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};

use crate::terminal;

/// Exit code after a panic, as Rust has it.
const PANIC: i32 = 101;

/// Whether the screen is taken.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The screen, until it is dropped.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<io::Stdout>>,
}

impl Screen {
    /// Takes the screen.
    pub fn take() -> io::Result<Screen> {
        give_back_after_a_panic();
        TAKEN.store(true, Ordering::SeqCst);
        let taken = enable_raw_mode()
            .and_then(|()| execute!(terminal::screen(), EnterAlternateScreen))
            .and_then(|()| Terminal::new(CrosstermBackend::new(terminal::screen())));
        match taken {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Draws a frame.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> io::Result<()> {
        self.terminal.draw(draw).map(drop)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the screen back, if it is taken.
pub fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        // There is nothing to be done about a terminal that has gone.
        let _ = execute!(terminal::screen(), LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// After a panic of any thread the screen is given back before the message is printed, and the
/// program ends.
fn give_back_after_a_panic() {
    static ONCE: Once = Once::new();
    let view = thread::current().id();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let taken = TAKEN.load(Ordering::SeqCst);
            give_back();
            print(panic);
            if taken && thread::current().id() != view {
                std::process::exit(PANIC);
            }
        }));
    });
}

//! `serve`: the page, with measuring and training.

use std::net::SocketAddr;
use std::process::{Command, ExitCode, Stdio};

use tetrarium_lab::Threads;
use tetrarium_serve::{ServeError, Settings, serve};

use crate::failure::{Failure, Outcome};
use crate::flags::serving::Serve;
use crate::print::outcome::made;
use crate::signals::interrupt_flag;
use crate::terminal::{self, note};

/// Runs the command.
pub fn run(flags: &Serve) -> Outcome {
    let threads = match flags.threads {
        Some(threads) => threads as usize,
        None => Threads::default().0,
    };
    let settings = Settings {
        address: SocketAddr::new(flags.host, flags.port),
        folder: flags.folder.clone(),
        threads,
        made: made(),
    };
    let stop = interrupt_flag();
    let told = |address: SocketAddr| {
        if !address.ip().is_loopback() {
            note!(
                "tetrarium: {} can be reached from other computers. Anyone who opens the page can \
                 see the runs in {}, and measure and train with the time of this computer. The \
                 connection is not encrypted.",
                address.ip(),
                flags.folder.display()
            );
        }
        // Of all addresses this computer's own opens here.
        let shown = match address.ip().is_unspecified() {
            true => SocketAddr::new([127, 0, 0, 1].into(), address.port()),
            false => address,
        };
        let url = format!("http://{shown}/");
        // A reader that closes the output does not end the server.
        let _ = terminal::print_exact(&format!("{url}\n"));
        note!("tetrarium: the page is at {url} until Ctrl-C");
        if flags.open {
            open(&url);
        }
    };
    match serve(&settings, &stop, told) {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error @ ServeError::Listen(..)) => Err(Failure::input(format!(
            "{error}; --port 0 takes a port that is free"
        ))),
        Err(error) => Err(Failure::Machine(error.into())),
    }
}

/// Opens an address in the browser of the desktop.
fn open(url: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let begun = Command::new(program)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if begun.is_err() {
        note!("tetrarium: no browser could be opened by `{program}`: open {url} yourself");
    }
}

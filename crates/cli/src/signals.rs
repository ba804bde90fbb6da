//! Signals: Ctrl-C, SIGTERM and SIGHUP stop a command, which then prints what it has.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};

use crate::terminal::note;

/// The first signal that came; 0 for none.
static CAME: AtomicI32 = AtomicI32::new(0);

/// A flag that Ctrl-C, SIGTERM and SIGHUP set, so that playing stops and results are printed. A
/// second signal ends the program at once.
pub fn interrupt_flag() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    catch(&flag);
    flag
}

/// Ends a command that a signal stopped: after SIGTERM and SIGHUP the program ends by that signal,
/// so that its caller sees what happened; after Ctrl-C it has an exit code.
pub fn ended(code: ExitCode) -> ExitCode {
    if code != ExitCode::SUCCESS {
        end_by(CAME.load(Ordering::Relaxed));
    }
    code
}

/// Says that nothing waits for signals.
fn no_thread() {
    note!("tetrarium: no thread can begin that waits for Ctrl-C, which will end the program");
}

#[cfg(not(unix))]
use elsewhere::{catch, end_by};
#[cfg(unix)]
use on_unix::{catch, end_by};

#[cfg(unix)]
mod on_unix {
    use std::process::exit;
    use std::sync::mpsc::channel;
    use std::time::{Duration, Instant};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use super::*;
    use crate::failure::INTERRUPTED;
    use crate::screen;
    use crate::terminal;

    /// Signals closer together than this count as one: `timeout` signals both a process and its
    /// group.
    const ONE_SIGNAL: Duration = Duration::from_millis(200);

    /// Waits for signals on a thread of its own. Where that thread cannot start, signals end the
    /// program as they do by default.
    pub fn catch(flag: &Arc<AtomicBool>) {
        let flag = Arc::clone(flag);
        let (ready, is_ready) = channel();
        let wait = move || {
            let signals = Signals::new(caught());
            let _ = ready.send(());
            let Ok(mut signals) = signals else { return };
            let mut first = None;
            for signal in signals.forever() {
                let _ = CAME.compare_exchange(0, signal, Ordering::Relaxed, Ordering::Relaxed);
                let first = *first.get_or_insert_with(Instant::now);
                if flag.swap(true, Ordering::Relaxed) && first.elapsed() > ONE_SIGNAL {
                    terminal::clear_at_once();
                    screen::give_back();
                    end_by(signal);
                    exit(i32::from(INTERRUPTED));
                }
            }
        };
        match std::thread::Builder::new().spawn(wait) {
            Ok(_) => drop(is_ready.recv()),
            Err(_) => no_thread(),
        }
    }

    /// The signals that stop a command. `nohup` has SIGHUP ignored, and that stays so.
    fn caught() -> Vec<i32> {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mut signals = vec![SIGINT, SIGTERM];
        if !is_ignored(SIGHUP, &status) {
            signals.push(SIGHUP);
        }
        signals
    }

    /// Whether a process ignores a signal, read off its status as Linux writes it.
    fn is_ignored(signal: i32, status: &str) -> bool {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }

    /// Ends the program by SIGTERM or SIGHUP.
    pub fn end_by(signal: i32) {
        if matches!(signal, SIGTERM | SIGHUP) {
            let _ = emulate_default_handler(signal);
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn ignored_signals_are_read_off_the_status() {
            let status = "SigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\n";
            assert!(is_ignored(SIGHUP, status));
            assert!(!is_ignored(SIGTERM, status));
            assert!(!is_ignored(SIGHUP, ""));
        }
    }
}

#[cfg(not(unix))]
mod elsewhere {
    //! Elsewhere there is Ctrl-C alone. What handles it may hardly do anything, so that a thread
    //! looks whether it came.

    use std::process::exit;
    use std::time::Duration;

    use signal_hook::consts::SIGINT;

    use super::*;
    use crate::failure::INTERRUPTED;
    use crate::screen;
    use crate::terminal;

    /// How often the thread looks; what comes in between counts as one.
    const LOOKS: Duration = Duration::from_millis(50);

    /// Waits for Ctrl-C on a thread of its own. Where that thread cannot start, Ctrl-C ends the
    /// program as it does by default.
    pub fn catch(flag: &Arc<AtomicBool>) {
        let flag = Arc::clone(flag);
        let came = Arc::new(AtomicBool::new(false));
        let pressed = Arc::clone(&came);
        let wait = move || loop {
            std::thread::sleep(LOOKS);
            if pressed.swap(false, Ordering::Relaxed) && flag.swap(true, Ordering::Relaxed) {
                terminal::clear_at_once();
                screen::give_back();
                exit(i32::from(INTERRUPTED));
            }
        };
        match std::thread::Builder::new().spawn(wait) {
            Ok(_) => drop(signal_hook::flag::register(SIGINT, came)),
            Err(_) => no_thread(),
        }
    }

    /// No signal but Ctrl-C ends the program.
    pub fn end_by(_: i32) {}
}

//! A terminal for tests: tmux.

#![cfg(unix)]

use std::process::{Command, Output};
use std::time::Duration;

use tetrarium_testing::{Part, missing};

use super::Scratch;

/// Whether tmux is there; if not, the test says so.
pub fn tmux_is_there() -> bool {
    let there = Command::new("tmux").arg("-V").output().is_ok();
    if !there {
        missing(Part::Tmux);
    }
    there
}

/// A terminal of this size that runs a script with `$T` for the binary. It is closed when dropped.
pub struct Terminal {
    server: String,
    columns: usize,
    _script: Scratch,
}

/// What a script prints when it is through.
pub const END: &str = "the script ends";

impl Terminal {
    pub fn running(name: &str, columns: usize, script: &str) -> Terminal {
        Terminal::sized(name, [columns, 24], script)
    }

    /// A terminal of these columns and rows.
    pub fn sized(name: &str, [columns, rows]: [usize; 2], script: &str) -> Terminal {
        let binary = env!("CARGO_BIN_EXE_tetrarium");
        let script = Scratch::new(
            &format!("{name}.sh"),
            &format!(
                "T={binary}\ntrap : INT\nunset NO_COLOR COLUMNS\n{script}\necho; echo '{END}'\nexec cat\n"
            ),
        );
        let terminal = Terminal {
            server: format!("tetrarium-{}-{name}", std::process::id()),
            columns,
            _script: script,
        };
        terminal.tmux(&[
            "new-session",
            "-d",
            "-x",
            &columns.to_string(),
            "-y",
            &rows.to_string(),
            &format!("sh {}", terminal._script.path()),
            ";",
            "set",
            "-g",
            "history-limit",
            "20000",
        ]);
        terminal
    }

    pub fn tmux(&self, arguments: &[&str]) -> Output {
        Command::new("tmux")
            .args(["-L", &self.server, "-f", "/dev/null"])
            .args(arguments)
            .output()
            .unwrap()
    }

    /// The screen and what scrolled away, lines that the terminal wrapped as one.
    pub fn lines(&self) -> Vec<String> {
        let shown = self.tmux(&["capture-pane", "-p", "-J", "-S", "-"]);
        let text = String::from_utf8_lossy(&shown.stdout).into_owned();
        text.lines()
            .map(|line| line.trim_end().to_string())
            .collect()
    }

    /// Waits until a line has these words.
    pub fn wait_for(&self, words: &str) -> Vec<String> {
        // Not the clock of the test: a bound for a machine that is very busy.
        for _ in 0..2400 {
            let lines = self.lines();
            if lines.iter().any(|line| line.contains(words)) {
                return lines;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("`{words}` did not appear:\n{}", self.lines().join("\n"));
    }

    /// What the script prints, once it is through. No line is longer than the terminal.
    pub fn printed(&self) -> Vec<String> {
        let lines = self.wait_for(END);
        for line in &lines {
            let columns = line.chars().count();
            assert!(
                columns <= self.columns,
                "{columns} of {}: {line}",
                self.columns
            );
        }
        lines
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

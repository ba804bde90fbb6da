//! A working folder with an experiment, and the binary in it.

#![allow(dead_code, reason = "not every file of tests uses all of it")]

use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// An experiment of half a second.
pub const SMALL: &str = r#"schema = 1
name = "small"
summary = "Half a second."
[rules]
board = "6x7"
[rating]
features = ["landing-height", "holes", "row-transitions", "column-transitions"]
[optimiser.cross-entropy]
population = 20
rho = 0.2
[fitness]
games = 2
max-pieces = 500
[budget]
generations = 4
[[measurement]]
games = 20
controllers = ["dellacherie"]
"#;

/// A working folder that is removed after the test.
pub struct Place(pub PathBuf);

impl Place {
    pub fn new(name: &str) -> Place {
        let name = format!("tetrarium-training-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        std::fs::write(path.join("small.toml"), SMALL).unwrap();
        Place(path)
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tetrarium"));
        command
            .args(arguments)
            .current_dir(&self.0)
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Standard output of a command that must succeed.
    pub fn succeed(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {stderr}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// The one sentence of a command that must refuse its input.
    pub fn refused(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(output.stdout.is_empty());
        assert!(!stderr.contains("panicked"), "{stderr}");
        stderr
    }

    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

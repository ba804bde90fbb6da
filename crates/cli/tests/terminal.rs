//! The real binary on a terminal: in tmux, at several widths.

#![cfg(unix)]

mod common;

use std::process::{Command, Output};

use common::tmux::{END, Terminal, tmux_is_there};
use common::{Scratch, command, run, stdout};

/// Every kind of output, of small measurements.
const EVERYTHING: &str = "
B='--board 6x6 --games 20 --threads 1'
$T list controllers; $T list features; $T list rules; $T list searches; $T list ratings
$T train --list
$T show bcts; $T show dt-20; $T show holes; $T show game; $T show competition; $T show T
$T eval bcts $B; $T eval bcts lee dt-20 xtris $B; $T eval bcts $B --heights
$T compare bcts lee dt-20 $B
$T estimate lee --board 6x8 --climbs 20 --repeats 4 --threads 1
$T sensitivity lee $B
$T play lee --max-pieces 3 --board 6x6
printf '|      |\\n|# ## #|\\n' | $T features
printf '|      |\\n|# ## #|\\n' | $T features --piece T --column 1
$T bench --millis 0 --moves 20
$T devices; $T eval bcts --gmaes 3; $T eval no-such-controller; $T list everything
$T --help; $T eval --help; $T train --help
";

#[test]
fn no_line_is_wrapped_by_the_terminal() {
    if !tmux_is_there() {
        return;
    }
    for columns in [80, 60] {
        let terminal = Terminal::running(&format!("wide-{columns}"), columns, EVERYTHING);
        let lines = terminal.printed();
        let whole = lines.join("\n");
        for words in [
            "dellacherie",
            "95 % interval",
            "signature",
            "Usage: tetrarium eval",
        ] {
            assert!(whole.contains(words), "{words}: {whole}");
        }
        assert!(!whole.contains("panicked"), "{whole}");
    }
}

#[test]
fn a_bar_is_one_line_and_ctrl_c_leaves_nothing_of_it() {
    if !tmux_is_there() {
        return;
    }
    for columns in [80, 40] {
        let script = "$T eval lee --games 10000000 --threads 1; echo \"code $?\"";
        let terminal = Terminal::running(&format!("bar-{columns}"), columns, script);
        let lines = terminal.wait_for("/10,000,000 games");
        // A note about the time that is expected may stand above the bar.
        let of_bar = |line: &&String| line.contains("/10,000,000");
        let drawn: Vec<&String> = lines.iter().filter(of_bar).collect();
        assert_eq!(drawn.len(), 1, "{lines:?}");
        assert!(drawn[0].chars().count() < columns, "{}", drawn[0]);
        terminal.tmux(&["send-keys", "C-c"]);
        let whole = terminal.printed().join("\n");
        assert!(whole.contains("(interrupted)"), "{whole}");
        assert!(whole.contains("code 130"), "{whole}");
        for left in ["█", "░", "^C", "/10,000,000"] {
            assert!(!whole.contains(left), "{left}: {whole}");
        }
    }
}

#[test]
fn colours_are_for_terminals_without_no_color() {
    if !tmux_is_there() {
        return;
    }
    for (name, script, coloured) in [
        ("colour", "$T list controllers; $T eval none", true),
        (
            "no-colour",
            "NO_COLOR=1 $T list controllers; NO_COLOR=1 $T eval none",
            false,
        ),
        (
            "dumb",
            "TERM=dumb $T list controllers; TERM=dumb $T eval none",
            false,
        ),
    ] {
        let terminal = Terminal::running(name, 80, script);
        terminal.wait_for(END);
        let shown = terminal.tmux(&["capture-pane", "-p", "-e", "-S", "-"]);
        let text = String::from_utf8_lossy(&shown.stdout).into_owned();
        assert_eq!(text.contains('\x1b'), coloured, "{name}: {text}");
    }
}

#[test]
fn a_pipe_gets_no_codes_and_whole_rows() {
    let output = run(&["list", "controllers"]);
    let text = stdout(&output);
    assert!(!text.contains('\x1b'), "{text}");
    let row = text
        .lines()
        .find(|line| line.starts_with("dellacherie-ce "));
    assert!(row.is_some_and(|row| row.contains("Thiery")), "{row:?}");
    let mut narrow = command(&["list", "controllers"]);
    let text = stdout(&narrow.env("COLUMNS", "60").output().unwrap());
    assert!(
        text.lines().all(|line| line.chars().count() <= 60),
        "{text}"
    );
}

/// What a shell prints, with `$T` for the binary, in an empty folder that is removed.
fn shell(name: &str, script: &str) -> Output {
    let folder = std::env::temp_dir().join(format!("tetrarium-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let output = Command::new("bash")
        .args(["-c", script])
        .env("T", env!("CARGO_BIN_EXE_tetrarium"))
        .current_dir(&folder)
        .output()
        .unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    output
}

#[test]
fn a_standard_error_that_cannot_be_written_costs_no_result() {
    let eval = "$T eval lee --board 6x6 --games 20 --threads 1";
    let whole = stdout(&shell("whole", &format!("{eval} 2>/dev/null")));
    assert!(whole.contains("95 % interval"), "{whole}");
    let full = shell("full", &format!("{eval} 2>/dev/full; echo code $?"));
    assert_eq!(stdout(&full), format!("{whole}code 0\n"));
    let closed = shell("closed", &format!("{eval} 2>&-; echo code $?"));
    assert_eq!(stdout(&closed), format!("{whole}code 0\n"));
    let wrong = shell("wrong", "$T eval none 2>/dev/full; echo code $?");
    assert_eq!(stdout(&wrong), "code 2\n");
}

/// An experiment that takes no time.
const EXPERIMENT: &str = r#"
schema = 1
name = "small"
summary = "Two features."

[rules]
board = "6x6"

[rating]
features = ["holes", "landing-height"]

[optimiser.random-search]

[fitness]
games = 2

[budget]
generations = 2
"#;

#[test]
fn a_reader_of_one_line_does_not_cost_the_run() {
    let script = format!(
        "cat > small.toml <<'END'\n{EXPERIMENT}\nEND\n\
         $T train small.toml --out run --threads 1 2>&1 | head -1 >/dev/null\n\
         echo code ${{PIPESTATUS[0]}}; ls run\n"
    );
    let said = stdout(&shell("head", &script));
    assert!(said.starts_with("code 0\n"), "{said}");
    for file in ["controller.toml", "report.html"] {
        assert!(said.contains(file), "{said}");
    }
}

#[test]
fn control_characters_from_files_do_not_reach_the_terminal() {
    let text = r#"
schema = 1
name = "red"
summary = "a \u001b[31m summary \u0007"
source = "\u009b2J"

[rating]
kind = "linear"

[rating.weights]
holes = -1
"#;
    let file = Scratch::new("control.toml", text);
    let named = Scratch::new("name-\x1b[31m\x07.toml", "nothing");
    for arguments in [
        &["show", file.path()][..],
        &["eval", file.path(), "--board", "6x6", "--games", "2"],
        &["show", named.path()],
        &["eval", named.path()],
        &["merge", named.path()],
    ] {
        let output = run(arguments);
        for stream in [&output.stdout, &output.stderr] {
            let shown = String::from_utf8_lossy(stream);
            let control = shown.contains(|c: char| c.is_control() && c != '\n');
            assert!(!control, "{arguments:?}: {shown:?}");
        }
    }
    let shown = stdout(&run(&["show", file.path()]));
    assert!(shown.contains(r"a \u{1b}[31m summary \u{7}"), "{shown}");
}

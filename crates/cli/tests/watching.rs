//! The real binary's view, in tmux: keys, the state of the terminal afterwards, games in files.

#![cfg(unix)]

mod common;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use common::tmux::{END, Terminal, tmux_is_there};
use common::{Scratch, refused, run, succeed};

impl Terminal {
    /// What is on the screen.
    fn screen(&self) -> String {
        let shown = self.tmux(&["capture-pane", "-p"]);
        String::from_utf8_lossy(&shown.stdout).into_owned()
    }

    /// Presses keys, and waits until these words are on the screen.
    fn press(&self, keys: &[&str], words: &str) -> String {
        for key in keys {
            self.tmux(&["send-keys", key]);
        }
        self.wait(words, |screen| screen.contains(words))
    }

    /// Waits until the screen is as it should be.
    fn wait(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        // Not the clock of the test: a bound for a machine that is very busy.
        for _ in 0..2400 {
            let screen = self.screen();
            if is_so(&screen) {
                return screen;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{what}:\n{}", self.screen());
    }

    /// A variable of tmux.
    fn variable(&self, name: &str) -> String {
        let shown = self.tmux(&["display-message", "-p", &format!("#{{{name}}}")]);
        String::from_utf8_lossy(&shown.stdout).trim().to_string()
    }
}

/// A script that shows the view, and then its exit code and the state of the terminal.
fn view(arguments: &str) -> String {
    format!("echo before the view; $T {arguments}; echo \"code $?\"; stty -a")
}

/// The number of the move in the title of the reasons.
fn number(screen: &str) -> u64 {
    let title = screen.split("why move ").nth(1).unwrap();
    title
        .split(':')
        .next()
        .unwrap()
        .replace(',', "")
        .parse()
        .unwrap()
}

#[test]
fn keys_do_what_they_say() {
    if !tmux_is_there() {
        return;
    }
    let terminal = Terminal::running("keys", 80, &view("watch bcts"));
    terminal.wait("the reasons", |screen| screen.contains("row-transitions"));
    let paused = terminal.press(&["Space"], "Paused.");
    // The reasons for the present move may come a moment later than the pause.
    let here = |screen: &str| {
        let pieces = screen
            .split("pieces")
            .nth(1)
            .unwrap()
            .split_whitespace()
            .next();
        number(screen) == pieces.unwrap().parse::<u64>().unwrap() + 1
    };
    let paused = number(&terminal.wait(&paused, here));
    terminal.press(&["Right"], &format!("why move {}:", paused + 1));
    terminal.press(&["Left"], &format!("why move {paused}:"));
    terminal.press(&["h"], "11");
    terminal.press(&["+"], "10 a second");
    terminal.press(&["-", "-"], "2 a second");
    terminal.press(&["c"], "boehm-linear");
    terminal.press(&["d", "Enter"], "dellacherie (greedy)");
    terminal.press(&["s", "4", "2", "Enter"], "seed    42");
    terminal.press(&["n"], "game    1");
    terminal.press(&["p"], "You play.");
    terminal.press(&["a"], "yours");
    terminal.press(&["Left", "Up", "Down"], "move");
    terminal.press(&["?"], "While you play:");
    terminal.tmux(&["send-keys", "Space"]);
    terminal.wait("the help is gone", |screen| {
        !screen.contains("While you play:")
    });
    terminal.press(&["r"], "pieces  0");
    let shown = terminal.press(&["q"], END);
    assert!(shown.contains("code 0"), "{shown}");
}

/// That the terminal is as it was before the view.
fn is_restored(terminal: &Terminal, code: &str) {
    let lines = terminal.wait_for(END).join("\n");
    assert!(lines.contains("before the view"), "{lines}");
    assert!(lines.contains(code), "{lines}");
    assert!(!lines.contains("height of the pile"), "{lines}");
    for (off, mode) in [("-icanon", "icanon"), ("-echo ", "echo"), ("-isig", "isig")] {
        assert!(lines.contains(mode) && !lines.contains(off), "{lines}");
    }
    assert_eq!(terminal.variable("alternate_on"), "0");
    assert_eq!(terminal.variable("cursor_flag"), "1");
}

#[test]
fn the_terminal_is_restored_after_any_end() {
    if !tmux_is_there() {
        return;
    }
    let begun = |name: &str| {
        let terminal = Terminal::running(name, 80, &view("watch bcts"));
        terminal.wait("the view", |screen| screen.contains("height of the pile"));
        assert_eq!(terminal.variable("alternate_on"), "1");
        terminal
    };
    let terminal = begun("end-q");
    terminal.tmux(&["send-keys", "q"]);
    is_restored(&terminal, "code 0");
    let terminal = begun("end-ctrl-c");
    terminal.tmux(&["send-keys", "C-c"]);
    is_restored(&terminal, "code 130");
    for (signal, code) in [
        ("-TERM", "code 143"),
        ("-INT", "code 130"),
        ("-HUP", "code 129"),
    ] {
        let terminal = begun(&format!("end{signal}"));
        signal_child(&terminal, signal);
        is_restored(&terminal, code);
    }
    let script = view("watch bcts").replace("$T", "TETRARIUM_TEST_PANIC=1 $T");
    let terminal = Terminal::running("end-panic", 80, &script);
    is_restored(&terminal, "code 101");
    assert!(terminal.lines().join("\n").contains("panicked"));
}

/// The process that the script of a terminal runs.
fn child(terminal: &Terminal) -> String {
    let shell = terminal.variable("pane_pid");
    let children = Command::new("pgrep").args(["-P", &shell]).output().unwrap();
    String::from_utf8_lossy(&children.stdout).trim().to_string()
}

fn signal_child(terminal: &Terminal, signal: &str) {
    let child = child(terminal);
    let sent = Command::new("kill")
        .args([signal, &child])
        .status()
        .unwrap();
    assert!(sent.success(), "{child}");
}

#[test]
fn the_view_ends_with_its_terminal() {
    if !tmux_is_there() {
        return;
    }
    let terminal = Terminal::running("gone", 80, "$T watch bcts");
    terminal.wait("the view", |screen| screen.contains("height of the pile"));
    let process = format!("/proc/{}", child(&terminal));
    assert!(Path::new(&process).exists(), "{process}");
    drop(terminal);
    for _ in 0..2400 {
        if !Path::new(&process).exists() {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    panic!("{process} goes on");
}

#[test]
fn the_view_follows_the_size_of_the_terminal() {
    if !tmux_is_there() {
        return;
    }
    let terminal = Terminal::sized("size", [120, 40], &view("watch bcts"));
    terminal.wait("placements", |screen| {
        screen.contains("placements, the best first")
    });
    terminal.tmux(&["resize-window", "-x", "44", "-y", "10"]);
    terminal.wait("a sentence", |screen| {
        screen.contains("The view needs 60 columns")
    });
    terminal.tmux(&["resize-window", "-x", "80", "-y", "24"]);
    terminal.wait("the view", |screen| screen.contains("row-transitions"));
    terminal.tmux(&["send-keys", "q"]);
    is_restored(&terminal, "code 0");
}

#[test]
fn a_program_that_does_not_answer_does_not_freeze_the_keys() {
    if !tmux_is_there() {
        return;
    }
    let agent = Scratch::new(
        "stuck-agent.sh",
        "read line; echo '{\"hello\":{\"protocol\":1,\"name\":\"stuck\"}}'; exec sleep 1000\n",
    );
    let command = format!("watch --move-time 600 --command 'sh {}'", agent.path());
    let terminal = Terminal::running("stuck", 80, &view(&command));
    terminal.wait("thinking", |screen| screen.contains("stuck is thinking."));
    terminal.press(&["?"], "While you play:");
    terminal.press(&["Space", "c"], "agent-06-minimax");
    // An Escape and a letter at once would be one key.
    terminal.tmux(&["send-keys", "Escape"]);
    terminal.wait("the list is gone", |screen| {
        !screen.contains("agent-06-minimax")
    });
    terminal.press(&["r"], "stuck is thinking.");
    terminal.tmux(&["send-keys", "q"]);
    is_restored(&terminal, "code 0");
}

#[test]
fn games_in_files_are_watched() {
    if !tmux_is_there() {
        return;
    }
    let games = Scratch::new("watched.jsonl", "");
    succeed(&[
        "play",
        "lee",
        "--board",
        "6x6",
        "--games",
        "2",
        "--record",
        games.path(),
    ]);
    let named = Scratch::new(
        "watched-games",
        &std::fs::read_to_string(games.path()).unwrap(),
    );
    let controller = Scratch::new("watched.toml", "name = 3");
    let wrong = Scratch::new("wrong.jsonl", "{\"kind\":");
    let script = format!(
        "$T watch {}; $T watch {}; echo \"code $?\"; $T watch {}; echo \"code $?\"; \
         $T watch no-such-controller; $T watch {} --board 8x8; echo \"code $?\"",
        named.path(),
        wrong.path(),
        controller.path(),
        games.path(),
    );
    let terminal = Terminal::running("games", 80, &script);
    terminal.wait("a recorded game", |screen| screen.contains("0 (1 of 2)"));
    terminal.press(&["n"], "1 (2 of 2)");
    terminal.tmux(&["send-keys", "q"]);
    let lines = terminal.wait_for(END).join(" ");
    assert!(lines.contains("no line of JSON"), "{lines}");
    assert!(lines.contains("leave the flag out"), "{lines}");
    assert_eq!(lines.matches("code 2").count(), 3, "{lines}");
}

#[test]
fn play_opens_the_view_unless_a_flag_says_how_to_print() {
    if !tmux_is_there() {
        return;
    }
    let script = "$T play bcts --seed 5; NO_COLOR=1 $T play bcts --max-pieces 1; \
                  TERM=dumb $T play bcts --board 6x6 --max-pieces 2; TERM=dumb $T watch bcts";
    let terminal = Terminal::running("play", 80, script);
    terminal.wait("the view", |screen| screen.contains("seed    5"));
    terminal.tmux(&["send-keys", "q"]);
    terminal.wait_for("stopped: 0 lines, 1 pieces");
    terminal.wait_for(" lines, 2 pieces");
    terminal.wait_for("piece 3 ");
    assert_eq!(terminal.variable("alternate_on"), "0");
}

#[test]
fn no_colour_is_no_colour() {
    if !tmux_is_there() {
        return;
    }
    for (name, script, coloured) in [
        ("watch-colour", "$T watch bcts", true),
        ("watch-no-colour", "NO_COLOR=1 $T watch bcts", false),
    ] {
        let terminal = Terminal::running(name, 80, script);
        terminal.wait("the view", |screen| screen.contains("row-transitions"));
        let shown = terminal.tmux(&["capture-pane", "-p", "-e"]);
        let text = String::from_utf8_lossy(&shown.stdout).into_owned();
        assert_eq!(text.contains("\x1b[38;5;"), coloured, "{text}");
    }
}

#[test]
fn without_a_terminal_watch_says_so() {
    for arguments in [
        &["watch"][..],
        &["watch", "bcts"],
        &["watch", "games.jsonl"],
    ] {
        let sentence = refused(&run(arguments));
        assert!(sentence.contains("watch needs a terminal"), "{sentence}");
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
    }
}

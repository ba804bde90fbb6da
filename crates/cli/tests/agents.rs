//! Tests of the binary: programs that play (`--command`).

use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tetrarium_engine::{Agent, Rules};
use tetrarium_lab::{Contender, Order, Threads};
use tetrarium_testing::{Part, missing};

#[allow(dead_code)]
#[path = "../../lab/examples/own_agent.rs"]
mod own_agent;

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/agents");
const MISBEHAVING: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../lab/tests/agents/misbehaving.py"
);

fn tetrarium(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tetrarium"));
    command.args(arguments).stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> Output {
    tetrarium(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Standard output of a command that must succeed.
fn succeed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        stderr(&output)
    );
    stdout(&output)
}

/// Whether Python 3 is installed; without it a test returns at once.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        missing(Part::Python);
    }
    found
}

/// The command of the example in Python, if there is Python.
fn example_in_python() -> Option<String> {
    has_python().then(|| format!("python3 '{EXAMPLES}/lowest.py'"))
}

/// The command of the example in C, if there is a compiler. Each test has a binary of its own.
fn example_in_c(test: &str) -> Option<String> {
    let binary = format!("{}/lowest-{test}", env!("CARGO_TARGET_TMPDIR"));
    let compiler = std::env::var("CC").unwrap_or("cc".to_string());
    let compiled = Command::new(compiler)
        .args(["-std=c99", "-O2", "-o", &binary])
        .arg(format!("{EXAMPLES}/lowest.c"))
        .status();
    let Ok(status) = compiled else {
        missing(Part::CCompiler);
        return None;
    };
    assert!(status.success());
    Some(format!("'{binary}'"))
}

/// The agent that misbehaves in the way `mode`.
fn misbehaving(mode: &str) -> String {
    format!("python3 '{MISBEHAVING}' {mode}")
}

#[test]
fn the_examples_are_measured_beside_bcts_and_are_the_same_agent() {
    let (Some(python), Some(c)) = (example_in_python(), example_in_c("measured")) else {
        return;
    };
    let mut arguments = vec!["eval", "bcts", "--command", &python, "--command", &c];
    arguments.extend(["--board", "10x10", "--games", "20"]);
    let table = succeed(&arguments);
    for name in ["bcts", "lowest-py", "lowest-c"] {
        assert!(table.contains(name), "{name}:\n{table}");
    }
    arguments.push("--json");
    let records = succeed(&arguments);
    let means: Vec<(String, f64)> = records
        .lines()
        .map(|line| {
            let record: Value = serde_json::from_str(line).unwrap();
            let name = record["controller"].as_str().unwrap().to_string();
            (name, record["mean"].as_f64().unwrap())
        })
        .collect();
    let mut rules = Rules::default();
    rules.set("board", "10x10").unwrap();
    let order = Order::games(20).of(Contender::new(&own_agent::Lowest, &rules));
    let answers = order.carry_out(&Threads(1), &Default::default(), &mut ());
    let mean = answers.unwrap()[0].mean().unwrap();
    let expected = [
        ("lowest-py".to_string(), mean),
        ("lowest-c".to_string(), mean),
    ];
    assert_eq!(means[1..], expected, "{}", own_agent::Lowest.name());
}

#[test]
fn a_measurement_does_not_depend_on_the_number_of_processes() {
    let Some(command) = example_in_c("processes") else {
        return;
    };
    let measured = |threads: &str| {
        let arguments = ["eval", "--command", &command, "--board", "8x8", "--json"];
        let output = tetrarium(&arguments).args(["--threads", threads]).output();
        let record = stdout(&output.unwrap());
        // What says how a record was made stands last in it.
        record.split(",\"made\":").next().unwrap().to_string()
    };
    assert!(measured("1").contains("lowest-c"));
    assert_eq!(measured("1"), measured("3"));
}

#[test]
fn a_stateless_program_is_estimated_and_any_other_refused_with_a_sentence() {
    let (Some(command), true) = (example_in_c("estimated"), has_python()) else {
        return;
    };
    let settings = ["--board", "8x8", "--climbs", "40", "--repeats", "3"];
    let estimate = |command: &str| {
        let arguments = ["estimate", "--command", command];
        tetrarium(&arguments).args(settings).output().unwrap()
    };
    let output = estimate(&command);
    assert!(output.status.success(), "{}", stderr(&output));
    assert!(stdout(&output).contains("lowest-c"));
    let output = estimate(&misbehaving("pid"));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("stateless"), "{}", stderr(&output));
    // `solve` refuses it before anything is computed.
    let pid = misbehaving("pid");
    let words = ["solve", "--command", &pid, "--board", "4x4"];
    let output = tetrarium(&words).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("stateless") && stdout(&output).is_empty());
}

#[test]
fn a_program_is_compared_until_it_is_decided() {
    let Some(command) = example_in_c("decided") else {
        return;
    };
    let words = ["compare", "bcts", "--command", &command, "--until-decided"];
    let small = ["--board", "6x8", "--seed", "3"];
    let all = [&words[..], &small].concat();
    let text = succeed(&all);
    assert!(text.contains("bcts is better."), "{text}");
    assert!(text.contains("equally good agents at most 5 %"), "{text}");
    let records = |threads| {
        let text = succeed(&[&all[..], &["--json", "--threads", threads]].concat());
        let lines = text.lines().map(|line| {
            let mut record: Value = serde_json::from_str(line).unwrap();
            record["made"].take();
            record
        });
        lines.collect::<Vec<Value>>()
    };
    let found = records("1");
    assert_eq!(found, records("2"));
    assert_eq!(found[2]["decision"]["because"], "decided");
    let agent = &found[1]["identity"]["agent"];
    assert_eq!(
        (&agent["kind"], &agent["as_claimed"]),
        (&"command".into(), &true.into())
    );
    assert_eq!(agent["words"][0], command.trim_matches('\''));
    assert_eq!(found[0]["games"]["finished"], found[1]["games"]["finished"]);
    // A program that fails costs no game of the other agent.
    if has_python() {
        let dies = misbehaving("dies");
        let words = ["compare", "bcts", "--command", &dies, "--until-decided"];
        let output = run(&[&words[..], &small].concat());
        assert_eq!(output.status.code(), Some(1));
        let text = stdout(&output);
        assert!(text.contains("bcts"), "{text}");
        assert!(
            text.contains("Undecided: it failed, after 0 looks."),
            "{text}"
        );
        assert!(stderr(&output).contains("the board frightens me"));
    }
}

#[test]
fn a_program_plays_a_game_that_is_drawn() {
    if let Some(command) = example_in_python() {
        let drawn = succeed(&[
            "play",
            "--command",
            &command,
            "--max-pieces",
            "3",
            "--delay",
            "0",
        ]);
        assert!(
            drawn.contains("lowest-py") && drawn.contains("piece 3 "),
            "{drawn}"
        );
    }
}

#[test]
fn a_program_that_fails_ends_the_measurement_with_its_standard_error() {
    if !has_python() {
        return;
    }
    let dies = misbehaving("dies");
    let output = run(&[
        "eval",
        "bcts",
        "--command",
        &dies,
        "--board",
        "6x8",
        "--games",
        "5",
    ]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("bcts"), "{}", stdout(&output));
    let said = stderr(&output);
    assert!(
        said.contains("ended after 0 games (exit status: 1); it said:"),
        "{said}"
    );
    assert!(said.contains("the board frightens me"), "{said}");
    let hangs = misbehaving("hangs");
    let output = run(&["eval", "--command", &hangs, "--move-time", "0.1"]);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("--move-time allows 0.1 s for each"), "{said}");
}

#[test]
fn a_command_that_cannot_be_started_is_bad_input() {
    for (command, expected) in [
        ("", "the command is empty"),
        ("agent 'x", "opens a quote '"),
        ("./there-is-no-such-agent", "cannot be started"),
    ] {
        let output = run(&["eval", "--command", command]);
        assert_eq!(output.status.code(), Some(2), "{command}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
        assert!(stdout(&output).is_empty());
    }
}

/// Ctrl-C reaches tetrarium and the programs: both are in one process group.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_a_measurement_of_a_program_without_an_error() {
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::time::Duration;

    if !has_python() {
        return;
    }
    // One program plays on for ever, the other never answers.
    for mode in ["behaves", "hangs"] {
        let asked = format!("{}/asked-{mode}", env!("CARGO_TARGET_TMPDIR"));
        let _ = std::fs::remove_file(&asked);
        let command = format!("{} '{asked}'", misbehaving(mode));
        let arguments = ["eval", "--command", &command, "--move-time", "3600"];
        let mut child = tetrarium(&arguments)
            .args(["--games", "10000000"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()
            .unwrap();
        while !Path::new(&asked).exists() && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(10));
        }
        let group = format!("-{}", child.id());
        let sent = Command::new("kill").args(["-INT", "--", &group]).status();
        assert!(sent.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(130), "{mode}: {said}");
        assert!(!said.contains("the agent"), "{mode}: {said}");
        assert!(
            stdout(&output).contains("(interrupted)"),
            "{mode}: {}",
            stdout(&output)
        );
    }
}

#[test]
fn sensitivity_leaves_out_the_rules_that_are_nothing_to_a_program() {
    let Some(command) = example_in_c("sensitivity") else {
        return;
    };
    let games = ["--board", "6x8", "--games", "3"];
    let output = tetrarium(&["sensitivity", "--command", &command])
        .args(games)
        .output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let table = stdout(&output);
    assert!(
        table.contains("lowest-c") && table.contains("board 6x7"),
        "{table}"
    );
    assert!(!table.contains("ties random"), "{table}");
    let two = run(&["sensitivity", "bcts", "--command", &command]);
    assert_eq!(two.status.code(), Some(2));
    assert!(stderr(&two).contains("one agent is measured"));
}

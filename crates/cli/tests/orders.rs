//! The real binary: games or splitting, precisions, and what is said of the time they take.

mod common;

use common::{Scratch, refused, run, stdout, succeed};
use serde_json::Value;

/// Records without what says how they were made, which stands last in them.
fn records(arguments: &[&str]) -> Vec<String> {
    let text = succeed(&[arguments, &["--json"]].concat());
    let record = |line: &str| line.split(",\"made\":").next().unwrap().to_string();
    text.lines().map(record).collect()
}

fn values(arguments: &[&str]) -> Vec<Value> {
    let text = succeed(&[arguments, &["--json"]].concat());
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

const FEW: [&str; 4] = ["--climbs", "60", "--repeats", "6"];

#[test]
fn short_games_are_played_a_hundred_by_default() {
    let plain = ["eval", "bcts", "lee", "--board", "6x8"];
    let asked = [&plain[..], &["--games", "100"]].concat();
    assert_eq!(succeed(&plain), succeed(&asked));
    assert_eq!(records(&plain), records(&asked));
    let precise = [&plain[..], &["--precision", "40%"]].concat();
    let games = [&precise[..], &["--by", "games"]].concat();
    assert_eq!(records(&precise), records(&games));
}

/// All games would take hours. The choice is said before the first climb.
#[cfg(unix)]
#[test]
fn long_games_are_measured_by_splitting_and_that_is_said_at_once() {
    for arguments in [
        &["eval", "bcts"][..],
        &["compare", "bcts", "dt-10"],
        &["sensitivity", "bcts", "--precision", "1%"],
    ] {
        let output = interrupted_soon(arguments);
        let said = String::from_utf8_lossy(&output.stderr).to_string();
        let first = said.lines().next().unwrap();
        assert!(first.contains("billion moves"), "{said}");
        assert!(first.contains("measured by splitting"), "{said}");
        assert_eq!(output.status.code(), Some(130), "{said}");
    }
}

#[test]
fn climbs_measure_what_estimate_does() {
    let board = ["bcts", "--board", "8x8"];
    let eval = [&["eval"], &board[..], &FEW[..]].concat();
    let estimate = [&["estimate"], &board[..], &FEW[..]].concat();
    assert_eq!(records(&eval), records(&estimate));
    assert_eq!(succeed(&eval), succeed(&estimate));
    let record = &values(&eval)[0];
    assert_eq!(record["kind"], "estimate");
    assert_eq!(record["order"]["amount"], "climbs");
    let threads = |number| records(&[&eval[..], &["--threads", number]].concat());
    assert_eq!(threads("1"), threads("3"));
}

#[test]
fn estimates_are_compared_and_put_on_a_page() {
    let agents = [
        "compare",
        "bcts",
        "lee",
        "dellacherie",
        "--pieces",
        "uniform",
    ];
    let rules = ["--board", "8x8", "--visible", "1", "--search", "greedy"];
    let arguments = [&agents[..], &rules[..], &FEW[..]].concat();
    let text = succeed(&arguments);
    assert!(text.contains("60 climbs × 6"), "{text}");
    assert!(text.contains("times the lines of lee"), "{text}");
    let found = values(&arguments);
    let kinds: Vec<&str> = found.iter().map(|r| r["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["estimate", "estimate", "estimate", "comparison"]);
    assert_eq!(found[3]["rows"][0]["method"], "splitting");
    assert_eq!(found[3]["rows"][0]["climbs"], 360);
    let lines: String = found.iter().map(|record| format!("{record}\n")).collect();
    let file = Scratch::new("estimates.jsonl", &lines);
    let page = Scratch::new("estimates.html", "");
    succeed(&["report", file.path(), "-o", page.path()]);
    let html = std::fs::read_to_string(page.path()).unwrap();
    assert!(html.contains("dellacherie"));
}

#[test]
fn sensitivity_takes_climbs() {
    let arguments = ["sensitivity", "bcts", "--board", "6x6"];
    let climbs = ["--climbs", "40", "--repeats", "3"];
    let text = succeed(&[&arguments[..], &climbs[..]].concat());
    assert!(text.contains("as given") && text.contains("two-piece"));
    assert!(text.matches("40 climbs × 3").count() > 8, "{text}");
}

#[test]
fn an_estimate_goes_on_until_its_interval_is_narrow() {
    let arguments = ["estimate", "bcts", "--board", "8x8", "--climbs", "100"];
    let precise = [&arguments[..], &["--precision", "8%"]].concat();
    let record = &values(&precise)[0];
    let bound = |name: &str| record["interval"][name].as_f64().unwrap();
    let mean = record["mean"].as_f64().unwrap();
    let half = (bound("high") - bound("low")) / 2.0;
    assert!((half / mean - 0.08).abs() < 1e-6, "{record}");
    assert!(record["repeats"].as_array().unwrap().len() > 16, "{record}");
    assert_eq!(record["order"]["precision"], 0.08);
    let text = succeed(&precise);
    assert!(text.contains("until the interval was ±8 %"), "{text}");
    let refusal = refused(&run(&[&arguments[..], &["--precision", "0%"]].concat()));
    assert!(refusal.contains("precision"), "{refusal}");
}

#[test]
fn several_estimates_make_one_table() {
    let arguments = ["estimate", "dellacherie", "bcts", "--board", "8x8"];
    let text = succeed(&[&arguments[..], &FEW[..]].concat());
    let (first, second) = (text.find("\nbcts "), text.find("\ndellacherie "));
    assert!(first.unwrap() < second.unwrap(), "{text}");
    assert_eq!(text.matches("95 % interval").count(), 1, "{text}");
}

#[test]
fn climbs_and_options_of_games_exclude_each_other() {
    for more in [
        &["--games", "5"][..],
        &["--budget", "1M"],
        &["--max-pieces", "9"],
        &["--scores"],
        &["--by", "games"],
    ] {
        let arguments = [&["eval", "bcts", "--climbs", "50"], more].concat();
        let words = refused(&run(&arguments));
        assert!(words.contains("exclude each other"), "{words}");
    }
}

#[test]
fn estimates_of_separate_seeds_are_merged() {
    let estimate = |seed, repeats| {
        let arguments = ["eval", "bcts", "--board", "8x8", "--json", "--climbs", "60"];
        succeed(&[&arguments[..], &["--seed", seed, "--repeats", repeats]].concat())
    };
    let (first, second) = (estimate("1", "6"), estimate("2", "8"));
    let one = Scratch::new("one-estimate.jsonl", &first);
    assert_eq!(
        succeed(&["merge", one.path(), "--json"]),
        estimate_line(&one)
    );
    let two = Scratch::new("two-estimates.jsonl", &(first.clone() + &second));
    let merged = &values(&["merge", two.path()])[0];
    let repeats = |record: &Value| record["repeats"].as_array().unwrap().clone();
    let parts: Vec<Value> = [&first, &second]
        .map(|line| serde_json::from_str(line).unwrap())
        .into();
    assert_eq!(
        repeats(merged),
        [repeats(&parts[0]), repeats(&parts[1])].concat()
    );
    assert_eq!(merged["seeds"], serde_json::json!([1, 2]));
    assert_eq!(merged["identity"], parts[0]["identity"]);
    let sum = |field: &str| {
        let repeats = repeats(merged);
        let numbers = repeats.iter().map(|repeat| repeat[field].as_f64().unwrap());
        numbers.sum::<f64>()
    };
    let mean = merged["mean"].as_f64().unwrap();
    assert!((mean / (sum("lines") / sum("lost")) - 1.0).abs() < 1e-9);
    let text = succeed(&["merge", two.path()]);
    assert!(text.contains("over 14 independent repeats"), "{text}");
    assert!(text.contains("seeds            1, 2"), "{text}");
    let again = Scratch::new("merged-estimates.jsonl", &format!("{merged}\n{second}"));
    let words = refused(&run(&["merge", again.path()]));
    assert!(words.contains("two estimates have seed 2"), "{words}");
    let page = Scratch::new("merged-estimates.html", "");
    let lines = Scratch::new("merged-estimate.jsonl", &format!("{merged}\n"));
    succeed(&["report", lines.path(), "-o", page.path()]);
}

#[test]
fn estimates_that_cannot_be_merged_are_refused_with_the_reason() {
    let record = |more: &[&str]| {
        let arguments = ["eval", "bcts", "--board", "8x8", "--json", "--seed", "2"];
        succeed(&[&arguments[..], more].concat())
    };
    let first = succeed(&[&["eval", "bcts", "--board", "8x8", "--json"], &FEW[..]].concat());
    for (more, reason) in [
        (
            &["--climbs", "80", "--repeats", "6"][..],
            "differ in climbs: 60 and 80",
        ),
        (
            &["--climbs", "60", "--precision", "50%"],
            "was made to a precision",
        ),
        (
            &["--games", "5"],
            "by games and estimates by splitting cannot be merged",
        ),
    ] {
        let both = Scratch::new("unlike-estimates.jsonl", &(first.clone() + &record(more)));
        let words = refused(&run(&["merge", both.path()]));
        assert!(words.contains(reason), "{words}");
    }
}

fn estimate_line(file: &Scratch) -> String {
    std::fs::read_to_string(file.path()).unwrap()
}

/// Pieces that leave nothing to chance cannot be split.
#[cfg(unix)]
#[test]
fn games_that_cannot_be_split_are_played_and_that_is_said() {
    let arguments = ["eval", "bcts", "--board", "6x8", "--pieces", "alternating"];
    let output = run(&arguments);
    assert!(output.status.success());
    assert!(
        stdout(&output).contains("100 finished"),
        "{}",
        stdout(&output)
    );
    let long = ["eval", "bcts", "--pieces", "only:O", "--threads", "1"];
    let output = interrupted_soon(&long);
    let said = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(said.contains("cannot be measured by splitting"), "{said}");
    assert!(said.contains("at least"), "{said}");
}

/// The output of a command that gets SIGINT when it has said something.
#[cfg(unix)]
fn interrupted_soon(arguments: &[&str]) -> std::process::Output {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};

    let mut child = common::command(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut reader = BufReader::new(child.stderr.take().unwrap());
    let mut said = String::new();
    reader.read_line(&mut said).unwrap();
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .unwrap()
            .success()
    );
    reader.read_to_string(&mut said).unwrap();
    let mut output = child.wait_with_output().unwrap();
    output.stderr = said.into_bytes();
    output
}

//! Tests of the binary: exact values on small boards.

mod common;

use common::{refused, run, run_with_input, stdout, succeed};
use serde_json::Value;

fn records(arguments: &[&str]) -> Vec<Value> {
    let text = succeed(arguments);
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn the_best_player_and_controllers_have_exact_means() {
    let found = records(&["solve", "bcts", "boehm-linear", "--board", "4x4", "--json"]);
    let named = |record: &Value| record["controller"].as_str().unwrap().to_string();
    let names: Vec<String> = found.iter().map(named).collect();
    assert_eq!(names, ["optimum", "optimum", "bcts", "boehm-linear"]);
    let means: Vec<f64> = found
        .iter()
        .map(|one| one["mean"].as_f64().unwrap())
        .collect();
    let known = [7.066942, 12.824105, 5.430372, 9.602635];
    for (mean, known) in means.iter().zip(known) {
        assert!((mean - known).abs() < 1e-6, "{mean} {known}");
    }
    assert!(found[2]["identity"]["fingerprint"].is_string());
    // Any number of threads gives the same bytes, but for the command line.
    let without = |mut record: Value| {
        record.as_object_mut().unwrap().remove("made");
        record
    };
    let threads = ["solve", "--board", "4x4", "--threads", "3", "--json"];
    let three = records(&threads).remove(0);
    assert_eq!(without(three), without(found[0].clone()));
    let table = succeed(&["solve", "bcts", "--board", "4x4", "--distribution"]);
    for words in ["optimum", "7.066942", "76.8 %", "geometric law"] {
        assert!(table.contains(words), "{table}");
    }
}

#[test]
fn a_file_of_values_plays() {
    let file = folder("solve").join("4x4.values");
    let file = file.to_str().unwrap();
    succeed(&["solve", "--board", "4x4", "--out", file]);
    let games = ["eval", "--optimal", file, "--games", "20000", "--json"];
    let measured = records(&games).remove(0);
    let interval = |end: &str| measured["interval"][end].as_f64().unwrap();
    assert!(
        interval("low") < 7.0669 && 7.0669 < interval("high"),
        "{measured}"
    );
    assert!(succeed(&["play", "--optimal", file, "--every", "1000"]).contains("the game is over"));
    let other = refused(&run(&["eval", "--optimal", file, "--board", "5x5"]));
    assert!(other.contains("another game than board 5x5"), "{other}");
    let none = refused(&run(&["eval", "--optimal", "Cargo.toml"]));
    assert!(none.contains("no file of values"), "{none}");
}

#[test]
fn what_cannot_be_solved_is_said_in_a_sentence() {
    let says = |arguments: &[&str], words: &str| {
        let sentence = refused(&run(arguments));
        assert!(sentence.contains(words), "{sentence}");
    };
    says(&["solve"], "too large");
    says(
        &["solve", "--board", "4x4", "--pieces", "bag"],
        "do not depend",
    );
    says(
        &["solve", "--board", "4x4", "--pieces", "only:I"],
        "infinite",
    );
    says(
        &["solve", "--board", "4x4", "--discount", "1.5"],
        "discount",
    );
    says(&["solve", "--board", "5x5", "--memory", "1M"], "memory");
    says(
        &["solve", "--board", "4x4", "--game", "original"],
        "original",
    );
    let agent = ["solve", "--board", "4x4", "--command", "cat"];
    assert_eq!(run(&agent).status.code(), Some(2));
}

/// A folder of this test for its files.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn the_memory_is_said_before_the_work_begins() {
    let output = run(&["solve", "--board", "4x4"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("1,295 boards, which take"), "{said}");
}

/// Ctrl-C in the middle of the work: the same command goes on, to the same bytes.
#[cfg(unix)]
#[test]
fn an_interrupted_solution_is_taken_up() {
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    let folder = folder("solve-interrupted");
    let (whole, part) = (folder.join("whole"), folder.join("part"));
    let arguments = |out: &std::path::Path| {
        let words = ["solve", "--board", "4x6", "--out", out.to_str().unwrap()];
        words.map(str::to_string)
    };
    let words = arguments(&part);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut child = common::command(&words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    // The line that is printed when the sweeps begin.
    assert!(said.any(|line| line.unwrap().contains("of memory")));
    let id = child.id().to_string();
    let sent = std::process::Command::new("kill")
        .args(["-INT", &id])
        .status();
    assert!(sent.unwrap().success());
    let rest: Vec<String> = said.map(Result::unwrap).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    assert!(
        rest.iter()
            .any(|line| line.contains("the same command goes on")),
        "{rest:?}"
    );
    // Nothing was printed that could stand above.
    let before = |line: &String| line.contains("interrupted before a result was known");
    assert!(rest.iter().any(before), "{rest:?}");
    let unfinished = refused(&run(&["play", "--optimal", part.to_str().unwrap()]));
    assert!(unfinished.contains("not finished"), "{unfinished}");
    succeed(&words);
    let words = arguments(&whole);
    succeed(&words.iter().map(String::as_str).collect::<Vec<&str>>());
    assert!(std::fs::read(&whole).unwrap() == std::fs::read(&part).unwrap());
}

#[test]
fn features_and_explain_show_the_best_move() {
    let folder = folder("solve-shown");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let (one, two) = (file("one"), file("two"));
    succeed(&["solve", "--board", "4x4", "--out", &one]);
    succeed(&["solve", "--board", "4x4", "--visible", "2", "--out", &two]);
    let board = "....\n....\n#...\n##.#\n";
    let with = |arguments: &[&str]| {
        let output = run_with_input(arguments, board);
        assert!(output.status.success(), "{output:?}");
        stdout(&output)
    };
    let best = with(&["features", "--piece", "T", "--optimal", &one]);
    assert!(best.contains("Best play makes this move too"), "{best}");
    let json = with(&["features", "--piece", "T", "--optimal", &one, "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["optimal"]["column"], json["move"]["column"]);
    assert_eq!(json["optimal"]["worth"], json["optimal"]["worth_of_move"]);
    let worse = [
        "features",
        "--piece",
        "T",
        "--column",
        "0",
        "--optimal",
        &one,
    ];
    let worse = with(&worse);
    assert!(
        worse.contains("Best play is at") && worse.contains("less."),
        "{worse}"
    );
    let shown = ["features", "--piece", "T", "--next", "I", "--optimal", &two];
    assert!(with(&shown).contains("Best play"));
    let why = with(&["explain", "bcts", "-", "--piece", "T", "--optimal", &one]);
    assert!(
        why.contains("Best play") && why.contains("worth in lines"),
        "{why}"
    );
    let game = [
        "explain",
        "bcts",
        "--board",
        "4x4",
        "--move",
        "3",
        "--optimal",
        &one,
        "--json",
    ];
    let game: Value = serde_json::from_str(&succeed(&game)).unwrap();
    assert!(game["placements"][0]["worth"].as_f64().unwrap() > 1.0);
    // Without a controller: the moves of the best player, which are those of its games.
    let best = with(&["explain", "-", "--piece", "T", "--optimal", &one]);
    assert!(best.contains("best play, T on 4x4: drawn board"), "{best}");
    assert!(
        best.contains("orientation 3 column 1        9.066942"),
        "{best}"
    );
    let shown = [
        "explain",
        "-",
        "--piece",
        "T",
        "--next",
        "I",
        "--optimal",
        &two,
    ];
    assert!(with(&shown).contains("T on 4x4, then I"));
    let third = ["explain", "--move", "3", "--optimal", &one, "--json"];
    let third: Value = serde_json::from_str(&succeed(&third)).unwrap();
    let worths = third["placements"].as_array().unwrap().iter();
    let worths: Vec<f64> = worths.map(|one| one["worth"].as_f64().unwrap()).collect();
    assert!(
        worths[0] > 1.0 && worths.is_sorted_by(|a, b| a >= b),
        "{third}"
    );
    let fourth = ["explain", "--move", "4", "--optimal", &one, "--json"];
    let fourth: Value = serde_json::from_str(&succeed(&fourth)).unwrap();
    assert_ne!(third["board"], fourth["board"]);
    let says = |arguments: &[&str], words: &str| {
        let sentence = refused(&run_with_input(arguments, board));
        assert!(sentence.contains(words), "{sentence}");
    };
    says(&["explain", "--optimal", &one], "a drawn board, or a move");
    says(
        &["explain", "-", "--piece", "T"],
        "a drawn board, or a move",
    );
    says(
        &["explain", "--move", "999999", "--optimal", &one],
        "no move",
    );
    let other = [
        "explain",
        "--move",
        "3",
        "--optimal",
        &one,
        "--board",
        "5x5",
    ];
    says(&other, "another game");
    says(&["features", "--optimal", &one], "--piece");
    says(&["features", "--piece", "T"], "--column");
    says(
        &["features", "--piece", "T", "--optimal", &two],
        "another game",
    );
    says(
        &["explain", "bcts", "--move", "3", "--optimal", &one],
        "another game",
    );
}

#[test]
fn bounds_of_the_best_play() {
    let words = ["solve", "bcts", "--board", "4x4"];
    let bounds = ["--bound", "window-4x1", "--bound", "constant,holes"];
    let relaxation = ["--relaxation", "20", "--seed", "3"];
    let found = records(&[&words[..], &bounds, &relaxation, &["--json"]].concat());
    let kinds: Vec<&str> = found.iter().map(|r| r["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds[..2], ["exact-mean"; 2]);
    assert_eq!(kinds[2..4], ["certified-bound"; 2]);
    assert_eq!(kinds[4..], ["relaxation-bound"; 5]);
    let real = |record: &Value, name: &str| record[name].as_f64().unwrap();
    assert!((real(&found[2], "bound") - 26.8955).abs() < 1e-3);
    assert!(found[3]["bound"].is_null());
    let penalties = found[4..].iter().map(|r| r["penalty"].as_str().unwrap());
    let penalties: Vec<&str> = penalties.collect();
    assert_eq!(
        penalties,
        ["none", "lines", "optimum", "window-4x1", "bcts"]
    );
    assert!((real(&found[6], "bound") - 7.066942).abs() < 1e-6);
    assert!(real(&found[6], "sd") < 1e-9);
    assert!(real(&found[7], "bound") < real(&found[2], "bound"));
    let table = succeed(&[&words[..], &bounds, &relaxation].concat());
    for words in ["lines at most", "× 3.806", "no bound", "seed 3"] {
        assert!(table.contains(words), "{words}: {table}");
    }
}

#[test]
fn what_has_no_bound_is_said_in_a_sentence() {
    let says = |arguments: &[&str], words: &str| {
        let sentence = refused(&run(&[&["solve", "--board", "4x4"], arguments].concat()));
        assert!(sentence.contains(words), "{sentence}");
    };
    says(&["--bound", "landing-height"], "reads the move");
    says(&["--bound", "hols"], "did you mean `holes`");
    says(&["--bound", "window-0x2"], "no window");
    says(&["--relaxation", "1"], "from 2");
    says(&["--seed", "3"], "--relaxation");
    // All this is said before the best play is computed.
    let window = ["--bound", "window-4x1"];
    says(&["--bound", "window-5x1"], "does not fit");
    says(&["--bound", "window-4x3"], "at most 400");
    says(&[&window[..], &["--memory", "500k"]].concat(), "needs less");
    says(
        &[&window[..], &["--visible", "2"]].concat(),
        "see one piece",
    );
    says(&["--relaxation", "20", "--visible", "2"], "see one piece");
    let relaxation = ["bcts", "boehm-linear", "--relaxation", "20"];
    says(&relaxation, "boehm-linear sees two pieces");
    says(
        &[&relaxation[..], &["--memory", "500k"]].concat(),
        "boehm-linear sees two pieces",
    );
    says(&["--relaxation", "20", "--memory", "500k"], "needs less");
}

#[test]
fn dependent_functions_are_not_counted_as_independent() {
    let words = ["solve", "--board", "4x4", "--discount", "0.9"];
    let bounds = ["--bound", "constant,holes", "--bound", "constant,constant"];
    let table = succeed(&[&words[..], &bounds].concat());
    let said = table.matches("1 of 2 independent").count();
    assert!(said == 1 && !table.contains("2 of 2"), "{table}");
    let found = records(&[&words[..], &bounds, &["--json"]].concat());
    assert_eq!(
        (&found[1]["rank"], &found[2]["rank"]),
        (&2.into(), &1.into())
    );
}

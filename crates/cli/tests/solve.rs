//! Tests of the binary: exact values on small boards.

mod common;

use common::{refused, run, succeed};
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
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("solve");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("4x4.values");
    let _ = std::fs::remove_file(&file);
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

//! Tests of the binary: recorded games.

mod common;

use common::{refused, run, succeed};
use serde_json::Value;

/// A file of this test.
fn file(name: &str) -> String {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("recorded");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name).to_str().unwrap().to_string()
}

#[test]
fn games_are_recorded_and_played_again() {
    let path = file("games.jsonl");
    let play = [
        "play", "bcts", "--board", "6x8", "--games", "3", "--ties", "random",
    ];
    let plain = succeed(&play);
    let recorded = succeed(&[&play[..], &["--record", &path]].concat());
    assert_eq!(
        recorded, plain,
        "the same games whether they are recorded or not"
    );
    assert_eq!(
        succeed(&["play", &path]),
        plain,
        "and when they are played again"
    );
    let text = std::fs::read_to_string(&path).unwrap();
    let games: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(games.len(), 3);
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game["kind"], "recorded-game");
        assert_eq!((&game["seed"], &game["game"]), (&1.into(), &number.into()));
        assert!(game["identity"]["fingerprint"].is_string());
        assert!(game["made"]["command"].is_array());
    }
    let first = succeed(&["play", &path, "--max-pieces", "5"]);
    assert!(first.contains("stopped: "), "{first}");
}

#[test]
fn any_agent_is_recorded() {
    let (values, path) = (file("4x4.values"), file("optimal.jsonl"));
    let _ = std::fs::remove_file(&values);
    succeed(&["solve", "--board", "4x4", "--out", &values]);
    let played = succeed(&["play", "--optimal", &values, "--record", &path]);
    assert_eq!(succeed(&["play", &path]), played);
    let text = std::fs::read_to_string(&path).unwrap();
    let game: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(game["identity"]["agent"]["as_claimed"], true);
}

#[test]
fn files_that_are_no_games_are_refused_in_a_sentence() {
    let path = file("refused.jsonl");
    let says = |text: &str, words: &str| {
        std::fs::write(&path, text).unwrap();
        let sentence = refused(&run(&["play", &path]));
        assert!(sentence.contains(words), "{sentence}");
        assert_eq!(sentence.lines().count(), 1, "{sentence}");
    };
    says("", "no recorded game");
    says("{", "line 1: this is no line of JSON");
    says("{\"kind\":\"measurement\"}", "those are recorded-game");
    let good = file("good.jsonl");
    succeed(&[
        "play",
        "bcts",
        "--board",
        "6x6",
        "--max-pieces",
        "9",
        "--record",
        &good,
    ]);
    let text = std::fs::read_to_string(&good).unwrap();
    says(&text[..text.len() / 2], "no line of JSON");
    says(&text.replace("\"game\":0", "\"game\":1"), "move ");
    let again = refused(&run(&["play", &good, "--record", &path]));
    assert!(again.contains("leave --record out"), "{again}");
    let none = refused(&run(&["play", "no-such.jsonl"]));
    assert!(none.contains("no such file"), "{none}");
}

//! Tests of the binary: the agent that adapts.

mod common;

use common::{refused, run, succeed};
use serde_json::Value;

/// Small settings.
const SMALL: [&str; 12] = [
    "--steps",
    "6k",
    "--look",
    "1k",
    "--trial",
    "1k",
    "--population",
    "10",
    "--generations",
    "2",
    "--candidate-steps",
    "200",
];

fn adapt(more: &[&str]) -> Vec<String> {
    let words = ["adapt"].iter().chain(more).chain(&SMALL);
    words.map(ToString::to_string).collect()
}

fn words(all: &[String]) -> Vec<&str> {
    all.iter().map(String::as_str).collect()
}

#[test]
fn both_forms_play_and_threads_change_nothing() {
    for form in ["library", "published"] {
        let one = adapt(&["generalised:1..2", "--form", form, "--threads", "1"]);
        let two = adapt(&["generalised:1..2", "--form", form, "--threads", "2"]);
        let table = succeed(&words(&one));
        assert_eq!(table, succeed(&words(&two)));
        for part in [
            "generalised:1",
            "generalised:2",
            "to competition",
            "mean ratio",
            "a step is a placement",
        ] {
            assert!(table.contains(part), "{part} in {table}");
        }
    }
}

#[test]
fn a_record_has_what_was_seen_believed_and_chosen() {
    let text = succeed(&words(&adapt(&[
        "simplified",
        "--against",
        "bcts,dellacherie",
        "--json",
    ])));
    let record: Value = serde_json::from_str(text.trim()).unwrap();
    assert_eq!(record["kind"], "adaptation");
    assert_eq!(record["game"], "simplified");
    assert_eq!(record["settings"]["steps"], 6000);
    assert_eq!(record["against"][1]["name"], "dellacherie");
    assert!(record["arms"].as_array().unwrap().len() > 1);
    let controller = record["controller"].as_str().unwrap();
    assert!(controller.contains("[rating"), "{controller}");
}

#[test]
fn records_of_parts_make_the_table_of_the_whole() {
    let part = |game: &str| succeed(&words(&adapt(&[game, "--json"])));
    let parts = part("generalised:1") + &part("generalised:2");
    let folder = std::env::temp_dir().join(format!("tetrarium-adapt-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("parts.jsonl");
    std::fs::write(&file, &parts).unwrap();
    let file = file.to_str().unwrap();
    let whole = succeed(&words(&adapt(&["generalised:1..2"])));
    assert_eq!(succeed(&["adapt", "--records", file]), whole);
    std::fs::write(file, parts.clone() + &parts).unwrap();
    assert!(refused(&run(&["adapt", "--records", file])).contains("generalised:1 is in it twice"));
    std::fs::write(file, "{\"kind\":\"measurement\"}\n").unwrap();
    assert!(refused(&run(&["adapt", "--records", file])).contains("line 1"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn what_cannot_be_is_refused_in_a_sentence() {
    for (arguments, part) in [
        (&["adapt", "generalised:x"][..], "generalised:x"),
        (&["adapt", "generalised:5..1"], "generalised:1..100"),
        (
            &["adapt", "generalised:1", "--steps", "100"],
            "look + trial",
        ),
        (&["adapt", "generalised:1", "--against", "bcst"], "bcst"),
        (
            &["adapt", "generalised:1", "--population", "2"],
            "population is 2",
        ),
        (&["adapt", "burgiel"], "burgiel"),
    ] {
        let message = refused(&run(arguments));
        assert!(message.contains(part), "{message}");
    }
}

//! Tests of the binary: the agent that adapts.

mod common;

use common::{Scratch, refused, run, succeed};
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

/// An experiment as small as the settings above.
const EXPERIMENT: &str = r#"schema = 1
name = "mine"
games = ["generalised:1..2", "simplified"]
against = ["bcts", "dellacherie"]

[adapt]
form = "published"
steps = 6_000
look = 1_000
trial = 1_000
population = 10
generations = 2
candidate-steps = 200
"#;

/// The records, without the command line that they were made by.
fn unmade(records: &str) -> Vec<Value> {
    let lines = records.lines().map(|line| {
        let mut record: Value = serde_json::from_str(line).unwrap();
        record.as_object_mut().unwrap().remove("made").unwrap();
        record
    });
    lines.collect()
}

#[test]
fn an_experiment_gives_the_records_of_the_flags() {
    let file = Scratch::new("adapt.toml", EXPERIMENT);
    let by_flags = |more: &[&str]| {
        let games = ["generalised:1..2", "simplified", "--json"];
        let flags = ["--form", "published", "--against", "bcts,dellacherie"];
        let all: Vec<&str> = games.iter().chain(&flags).chain(more).copied().collect();
        unmade(&succeed(&words(&adapt(&all))))
    };
    let by_file = |more: &[&str]| {
        let all: Vec<&str> = ["adapt", file.path(), "--json"]
            .iter()
            .chain(more)
            .copied()
            .collect();
        unmade(&succeed(&all))
    };
    let records = by_file(&[]);
    assert_eq!(records.len(), 3);
    assert_eq!(records, by_flags(&[]));
    // A flag takes the place of what the file says.
    let seeded = by_file(&["--seed", "2"]);
    assert_ne!(seeded, records);
    assert_eq!(seeded, by_flags(&["--seed", "2"]));
}

#[test]
fn a_controller_beside_the_file_plays() {
    let folder = std::env::temp_dir().join(format!("tetrarium-beside-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let at = |name: &str| folder.join(name).to_str().unwrap().to_string();
    succeed(&["new", "controller", &at("own.toml")]);
    let games = EXPERIMENT.replace("\"generalised:1..2\", ", "");
    let text = games.replace("dellacherie", "./own.toml");
    std::fs::write(at("adapt.toml"), text).unwrap();
    let table = succeed(&["adapt", &at("adapt.toml")]);
    assert!(table.contains("to own"), "{table}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn built_in_experiments_are_listed_shown_copied_and_played() {
    let listed = succeed(&["list", "experiments"]);
    for name in ["adapt-library", "adapt-published", "adapt-standard"] {
        assert!(listed.contains(name), "{listed}");
        let shown = succeed(&["show", name]);
        assert!(
            shown.contains(&format!("# Run it: tetrarium adapt {name}\n")),
            "{shown}"
        );
    }
    let played = succeed(&words(&adapt(&["adapt-standard"])));
    let same = succeed(&words(&adapt(&["simplified"])));
    assert_eq!(played, same);
    let copy = std::env::temp_dir().join(format!("tetrarium-{}-copy.toml", std::process::id()));
    let copy = copy.to_str().unwrap();
    let written = succeed(&["new", "experiment", copy, "--from", "adapt-standard"]);
    assert!(
        written.contains(&format!("`tetrarium adapt {copy}`")),
        "{written}"
    );
    assert_eq!(succeed(&words(&adapt(&[copy]))), same);
    std::fs::remove_file(copy).unwrap();
}

#[test]
fn experiments_that_cannot_be_are_refused_in_a_sentence() {
    let bad = |from: &str, to: &str| {
        assert!(EXPERIMENT.contains(from));
        let file = Scratch::new("bad-adapt.toml", &EXPERIMENT.replace(from, to));
        refused(&run(&["adapt", file.path()]))
    };
    for (from, to, part) in [
        (
            "look =",
            "lok =",
            "bad-adapt.toml: line 9: `adapt.lok`: unknown field",
        ),
        (
            "population = 10",
            "population = 9",
            "line 11: `adapt.population`: 9 is not possible",
        ),
        ("dellacherie", "delacherie", "line 4: `against`: "),
        ("dellacherie", "./nowhere.toml", "nowhere.toml"),
        (
            "1..2",
            "2..1",
            "line 3: `games`: `generalised:2..1` is no range of games",
        ),
        ("schema = 1", "schema = 9", "line 1: `schema`"),
    ] {
        let sentence = bad(from, to);
        assert!(sentence.contains(part), "{sentence}");
    }
    let file = Scratch::new("adapt-elsewhere.toml", EXPERIMENT);
    for (arguments, part) in [
        (
            &["adapt", "adapt-standard", "simplified"][..],
            "name it alone",
        ),
        (
            &["adapt", "adapt-libary"],
            "did you mean the experiment `adapt-library`?",
        ),
        (
            &["adapt", "nowhere.toml"],
            "nowhere.toml: there is no such file",
        ),
        (&["adapt", "quick"], "`tetrarium train quick` runs it"),
        (
            &["train", "adapt-library"],
            "`tetrarium adapt adapt-library` plays it",
        ),
        (
            &["train", file.path()],
            "is an experiment of the agent that adapts",
        ),
        (
            &["eval", "adapt-library"],
            "is an experiment, not a controller",
        ),
        (&["eval", file.path()], "is an experiment, not a controller"),
    ] {
        let sentence = refused(&run(arguments));
        assert!(sentence.contains(part), "{sentence}");
    }
}

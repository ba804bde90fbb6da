//! Tests of the binary: what runs and tournaments are of, and what they survive.

mod place;

use std::path::Path;
use std::process::Command;

use place::{Place, SMALL};
use serde_json::Value;
use tetrarium_engine::catalogue;

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn lines(text: &str) -> Vec<Value> {
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().unwrap()
}

const TOURNAMENT: [&str; 8] = [
    "--seeds", "2", "--moves", "15000", "--games", "10", "--points", "2",
];

fn tournament<'a>(files: &[&'a str], out: &'a str) -> Vec<&'a str> {
    [&["tournament"], files, &TOURNAMENT, &["--out", out]].concat()
}

#[test]
fn a_tournament_does_not_reuse_the_points_of_another_experiment() {
    let place = Place::new("points");
    place.succeed(&tournament(&["small.toml"], "t"));
    place.write("small.toml", &SMALL.replace("rho = 0.2", "rho = 0.5"));
    let says = place.refused(&tournament(&["small.toml"], "t"));
    assert!(
        says.contains("is a run of another experiment") && says.contains("with --out"),
        "{says}"
    );
    for seed in 1..=2 {
        std::fs::remove_dir_all(place.0.join(format!("t/small-seed-{seed}"))).unwrap();
    }
    let changed = place.succeed(&tournament(&["small.toml"], "t"));
    let fresh = place.succeed(&tournament(&["small.toml"], "fresh"));
    assert_eq!(changed.replace("are in t\n", "are in fresh\n"), fresh);
    let curves = |folder: &str| text(&place.0.join(folder).join("curves.jsonl"));
    assert_eq!(curves("t"), curves("fresh"));
}

#[test]
fn a_tournament_prints_the_rules_and_its_records_are_whole() {
    let place = Place::new("rules");
    place.write(
        "high.toml",
        &SMALL.replace("\"small\"", "\"high\"").replace("6x7", "6x8"),
    );
    let printed = place.succeed(&tournament(&["small.toml"], "one"));
    assert!(printed.contains("rules: board 6x7 · "), "{printed}");
    assert!(printed.contains("suicide avoided"), "{printed}");
    let both = place.succeed(&tournament(&["small.toml", "high.toml"], "two"));
    assert!(both.contains("2 different sets of rules"), "{both}");
    for board in ["6x7", "6x8"] {
        assert_eq!(both.matches(&format!("rules: board {board}")).count(), 1);
    }
    let page = text(&place.0.join("two/report.html"));
    assert!(page.contains("results are not ranked across them"));
    let json = [
        &tournament(&["small.toml", "high.toml"], "two")[..],
        &["--json"],
    ]
    .concat();
    for row in lines(&place.succeed(&json)) {
        assert_eq!(
            (&row["schema"], &row["kind"]),
            (&2.into(), &"entrant".into())
        );
        assert_eq!(row["rules"]["board"], row["board"]);
        assert_eq!(row["fingerprint"].as_str().unwrap().len(), 64);
    }
}

#[test]
fn a_tournament_without_a_result_is_refused() {
    let place = Place::new("no-result");
    let words = ["tournament", "small.toml", "--moves", "100", "--seeds", "1"];
    let says = place.refused(&words);
    assert!(
        says.contains("100 moves end within the first generation of every experiment"),
        "{says}"
    );
    place.refused(&[&words[..], &["--json", "--out", "other"]].concat());
}

#[test]
fn runs_shows_fingerprints_where_names_collide_and_says_what_it_has_not_found() {
    let place = Place::new("identity");
    std::fs::create_dir(place.0.join("runs")).unwrap();
    for words in [&["runs"][..], &["runs", "--json"]] {
        assert!(place.refused(words).contains("there are no runs in runs"));
    }
    let printed = place.succeed(&["train", "small.toml"]);
    assert!(printed.contains("board 6x7 · "), "{printed}");
    let json = lines(&place.succeed(&["runs", "--json"]));
    let print = json[0]["fingerprint"].as_str().unwrap().to_string();
    assert!(printed.contains(&print[..8]), "{printed}");
    assert_eq!(
        (&json[0]["kind"], &json[0]["schema"]),
        (&"run".into(), &2.into())
    );
    assert_eq!(json[0]["rules"]["board"], "6x7");
    let alone = place.succeed(&["runs"]);
    assert!(!alone.contains(&print[..8]), "{alone}");
    // Of an optimiser it is the best of all.
    assert!(!alone.contains("last 10 iterations") && json[0]["best_of_last"].is_null());
    // Another experiment of the same name, and the same one under another seed.
    place.write("other.toml", &SMALL.replace("rho = 0.2", "rho = 0.3"));
    place.succeed(&["train", "other.toml"]);
    place.succeed(&["train", "small.toml", "--seed", "5"]);
    let all = place.succeed(&["runs"]);
    assert_eq!(
        all.matches(&format!("small #{}", &print[..8])).count(),
        2,
        "{all}"
    );
    assert_eq!(all.matches("small #").count(), 3, "{all}");
}

#[test]
fn what_made_a_run_stands_with_the_clock_readings_alone() {
    let place = Place::new("made");
    place.succeed(&["train", "small.toml", "-t", "1", "--out", "a"]);
    place.succeed(&["train", "small.toml", "-t", "2", "--out", "b"]);
    let made = lines(&text(&place.0.join("a/timing.jsonl")));
    let made = made.iter().find(|line| line["event"] == "made").unwrap();
    let words = &made["made"]["command"];
    assert_eq!(
        (&words[1], &words[2]),
        (&"train".into(), &"small.toml".into())
    );
    assert!(made["made"]["version"].is_string());
    for file in ["checkpoint.json", "measurements.jsonl", "candidates.jsonl"] {
        let [a, b] = ["a", "b"].map(|run| text(&place.0.join(run).join(file)));
        assert_eq!(a, b, "{file}");
        assert!(!a.contains("\"command\""), "{file}");
    }
}

#[test]
fn files_that_were_changed_or_lost_are_named_on_resume() {
    let place = Place::new("garbled");
    place.succeed(&["train", "small.toml", "--out", "run"]);
    let resume = ["train", "--resume", "run"];
    for name in ["candidates.jsonl", "generations.jsonl", "checkpoint.json"] {
        let path = place.0.join("run").join(name);
        let whole = text(&path);
        let middle = whole.len() / 2;
        let digit = middle + whole[middle..].find(|c: char| c.is_ascii_digit()).unwrap();
        let mut garbled = whole.clone();
        let other = if &whole[digit..=digit] == "8" {
            "9"
        } else {
            "8"
        };
        garbled.replace_range(digit..=digit, other);
        std::fs::write(&path, garbled).unwrap();
        let says = place.refused(&resume);
        assert!(
            says.contains(name) && says.contains("is not what the run has written"),
            "{says}"
        );
        std::fs::write(&path, whole).unwrap();
    }
    place.succeed(&resume);
    std::fs::remove_file(place.0.join("run/checkpoint.json")).unwrap();
    let says = place.refused(&resume);
    assert!(
        says.contains("has no checkpoint.json any more") && says.contains("put that file back"),
        "{says}"
    );
    assert!(text(&place.0.join("run/generations.jsonl")).len() > 100);
}

#[test]
fn a_measurement_may_name_controllers_by_path() {
    let place = Place::new("by-path");
    std::fs::create_dir(place.0.join("files")).unwrap();
    let bcts = catalogue::named("bcts").unwrap().to_toml().unwrap();
    place.write("files/mine.toml", &bcts.replace("\"bcts\"", "\"mine\""));
    let both = SMALL.replace("\"dellacherie\"", "\"bcts\", \"mine.toml\"");
    place.write("files/both.toml", &both);
    // The path is relative to the experiment's file, and the run keeps a copy.
    place.succeed(&["train", "files/both.toml", "--out", "run"]);
    let measured = lines(&text(&place.0.join("run/measurements.jsonl")));
    let print = |number: usize| measured[number]["identity"]["fingerprint"].clone();
    assert_eq!(measured[2]["controller"], "mine");
    assert_eq!(print(1), print(2), "the same controller by another name");
    assert_eq!(measured[1]["mean"], measured[2]["mean"]);
    std::fs::remove_file(place.0.join("files/mine.toml")).unwrap();
    place.succeed(&["train", "--resume", "run"]);
    let says = place.refused(&["train", "files/both.toml"]);
    assert!(
        says.contains("`measurement.controllers`") && says.contains("files/mine.toml"),
        "{says}"
    );
}

#[test]
fn more_than_the_memory_holds_is_refused() {
    let place = Place::new("memory");
    let refused = |from: &str, to: &str| {
        place.write("large.toml", &SMALL.replace(from, to));
        place.refused(&["train", "large.toml"])
    };
    let says = refused("population = 20", "population = 1000000");
    assert!(
        says.contains("line 9") && says.contains("at most 100000"),
        "{says}"
    );
    let says = refused("games = 2\n", "games = 9000000\n");
    assert!(says.contains("9000000 games of 20 candidates"), "{says}");
    let says = refused("games = 20\n", "games = 100000001\n");
    assert!(says.contains("`measurement.games`"), "{says}");
}

/// Each thread wants 64 megabytes of addresses, and there are not enough for all. What the threads
/// allocate comes from one arena, so that its size does not depend on which thread runs first.
#[cfg(target_os = "linux")]
#[test]
fn training_goes_on_where_threads_cannot_start() {
    let place = Place::new("threads");
    place.succeed(&["train", "small.toml", "--out", "all"]);
    let limited = "ulimit -v 600000; exec \"$0\" train small.toml --out few -t 2000";
    let output = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_tetrarium")])
        .env("MALLOC_ARENA_MAX", "1")
        .env("RUST_MIN_STACK", (64 << 20).to_string())
        .current_dir(&place.0)
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let [all, few] = ["all", "few"].map(|run| text(&place.0.join(run).join("candidates.jsonl")));
    assert_eq!(all, few);
}

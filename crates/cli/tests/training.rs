//! Tests of the binary: `train`, `runs` and `tournament`.

mod place;

use std::process::{Command, Stdio};
use std::time::Duration;

use place::{Place, SMALL};

#[test]
fn train_makes_a_run_and_a_controller() {
    let place = Place::new("train");
    let text = place.succeed(&["train", "small.toml", "-t", "2"]);
    assert!(
        text.contains("4 generations, 80 candidates, 160 games"),
        "{text}"
    );
    assert!(text.contains("runs/small-seed-1/controller.toml"), "{text}");
    assert!(
        text.contains("on 6x7, 20 games each, seed 1000001"),
        "{text}"
    );
    let page = std::fs::read_to_string(place.0.join("runs/small-seed-1/report.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("small-1"));
    let shown = place.succeed(&["show", "runs/small-seed-1/controller.toml"]);
    assert!(shown.contains("small-1"), "{shown}");
    // Another run of the same experiment has a folder of its own and the same results.
    let json = place.succeed(&["train", "small.toml", "--json", "-t", "1"]);
    let first = place.0.join("runs/small-seed-1/measurements.jsonl");
    assert_eq!(json, std::fs::read_to_string(first).unwrap());
    let runs = place.succeed(&["runs"]);
    assert!(
        runs.contains("runs/small-seed-1-2") && runs.contains("finished"),
        "{runs}"
    );
    let runs = place.succeed(&["runs", "--json"]);
    let line: serde_json::Value = serde_json::from_str(runs.lines().next().unwrap()).unwrap();
    assert_eq!(
        (&line["state"], &line["generations"]),
        (&"finished".into(), &4.into())
    );
    // A finished run is shown again.
    let again = place.succeed(&["train", "--resume", "runs/small-seed-1"]);
    assert_eq!(again, text);
}

#[test]
fn train_evaluates_candidates_and_measures_by_climbs() {
    let place = Place::new("climbs");
    let climbs = SMALL
        .replace("games = 2\nmax-pieces = 500", "climbs = 30")
        .replace("6x7", "8x7")
        .replace("games = 20\n", "climbs = 40\n");
    place.write("climbs.toml", &climbs);
    let text = place.succeed(&["train", "climbs.toml"]);
    let how = "on 8x7, by splitting with 40 climbs and 16 repeats each, seed 1000001";
    assert!(text.contains(how), "{text}");
    let dellacherie = text.lines().find(|line| line.starts_with("dellacherie"));
    assert!(dellacherie.unwrap().contains("× 0."), "{text}");
    assert!(place.0.join("runs/small-seed-1/report.html").exists());
    assert!(place.succeed(&["runs"]).contains("8x7"));
    place.write("wrong.toml", &climbs.replace("climbs = 30", "climbs = 3"));
    let words = place.refused(&["train", "wrong.toml"]);
    assert!(
        words.contains("line 12") && words.contains("`fitness.climbs`"),
        "{words}"
    );
}

#[test]
fn train_lists_the_built_in_experiments() {
    let place = Place::new("list");
    let text = place.succeed(&["train", "--list"]);
    for name in ["quick", "record", "amundsen-thiery", "cma-es-boumaza"] {
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn bad_experiments_are_refused_with_file_line_and_field() {
    let place = Place::new("bad");
    let refused = |from: &str, to: &str| {
        place.write("bad.toml", &SMALL.replace(from, to));
        place.refused(&["train", "bad.toml"])
    };
    let says = refused("rho = 0.2", "rhoo = 0.2");
    assert!(
        says.starts_with(
            "tetrarium: bad.toml: line 10: `optimiser.cross-entropy.rhoo`: unknown field"
        ),
        "{says}"
    );
    let says = refused("population = 20", "population = \"many\"");
    assert!(
        says.contains("bad.toml: line 9: `optimiser.cross-entropy.population`: invalid type"),
        "{says}"
    );
    let says = refused("rho = 0.2", "rho = 0.01");
    assert!(
        says.contains("line 10: `optimiser.cross-entropy.rho`: 0.01 is not possible"),
        "{says}"
    );
    let says = refused("\"holes\"", "\"hols\"");
    assert!(
        says.contains(
            "line 7: `rating.features`: there is no feature `hols`: did you mean `holes`?"
        ),
        "{says}"
    );
    assert!(!place.0.join("runs").exists(), "nothing was begun");

    assert!(
        place
            .refused(&["train", "nothing.toml"])
            .contains("no such file")
    );
    assert!(
        place
            .refused(&["train", "quik"])
            .contains("did you mean `quick`?")
    );
    assert!(
        place
            .refused(&["train", "--resume", "elsewhere"])
            .contains("is no run")
    );
    assert!(
        place
            .refused(&["runs"])
            .contains("there are no runs in runs")
    );
}

#[test]
fn train_reports_an_experiment_file_that_has_changed() {
    let place = Place::new("changed");
    place.succeed(&["train", "small.toml", "--out", "mine"]);
    let says = place.refused(&["train", "small.toml", "--out", "mine"]);
    assert!(
        says.contains("`tetrarium train --resume mine` goes on with it"),
        "{says}"
    );
    place.write("small.toml", &SMALL.replace("rho = 0.2", "rho = 0.3"));
    let says = place.refused(&["train", "small.toml", "--resume", "mine"]);
    assert!(
        says.contains("line 10 was `rho = 0.2` and is `rho = 0.3`"),
        "{says}"
    );
    let output = place.run(&["train", "--resume", "mine"]);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success() && stderr.contains("has changed since the run began"),
        "{stderr}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_run_and_prints_how_to_resume_it() {
    let place = Place::new("stop");
    // With constant noise the distribution never becomes a point, which would end the run.
    let long = SMALL
        .replace("generations = 4", "generations = 100000")
        .replace(
            "rho = 0.2",
            "rho = 0.2\nnoise = { constant = { variance = 4 } }",
        )
        .replace("\"small\"", "\"long\"");
    place.write("long.toml", &long);
    let mut child = place
        .command(&["train", "long.toml", "-t", "1"])
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let log = place.0.join("runs/long-seed-1/generations.jsonl");
    while std::fs::metadata(&log).map_or(0, |data| data.len()) == 0 {
        assert!(child.try_wait().unwrap().is_none(), "the training ended");
        std::thread::sleep(Duration::from_millis(10));
    }
    // A second process is refused while the first one runs.
    let says = place.refused(&["train", "--resume", "runs/long-seed-1"]);
    assert!(
        says.contains("another process is working on the run"),
        "{says}"
    );
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(
        stderr
            .contains("generations are saved, `tetrarium train --resume runs/long-seed-1` goes on"),
        "{stderr}"
    );
    let runs = place.succeed(&["runs"]);
    assert!(runs.contains("interrupted"), "{runs}");
}

#[test]
fn a_tournament_repeated_in_the_same_folder_gives_the_same_table() {
    let place = Place::new("tournament");
    let genetic = SMALL.replace("\"small\"", "\"genetic\"").replace(
        "[optimiser.cross-entropy]\npopulation = 20\nrho = 0.2",
        "[optimiser.genetic]\npopulation = 20",
    );
    place.write("genetic.toml", &genetic);
    let files = ["tournament", "small.toml", "genetic.toml", "--seeds", "2"];
    let says = place.refused(&files);
    assert!(
        says.contains("no experiment has a budget of moves: give one for all with --moves"),
        "{says}"
    );
    let all = [
        &files[..],
        &["--moves", "30000", "--games", "10", "--points", "3"],
    ]
    .concat();
    let text = place.succeed(&all);
    assert!(
        text.contains("geometric mean") && text.contains("30,000 moves a run"),
        "{text}"
    );
    assert_eq!(
        place.succeed(&all),
        text,
        "nothing is done twice, and the result is the same"
    );
    let scaled = [
        &all[..],
        &[
            "--board",
            "6x6",
            "--candidate-games",
            "1",
            "--out",
            "scaled",
            "--json",
        ],
    ]
    .concat();
    let json = place.succeed(&scaled);
    let row: serde_json::Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    assert_eq!((&row["board"], &row["seeds"]), (&"6x6".into(), &2.into()));
}

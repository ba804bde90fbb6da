//! Tests of the binary: learners, from the list to the controller that they hand over.

mod place;

use place::{Place, SMALL};

/// The small experiment with a learner.
fn with_learner(learner: &str) -> String {
    SMALL
        .replace("board = \"6x7\"", "board = \"6x7\"\nsuicide = \"zero\"")
        .replace(
            "\"landing-height\", \"holes\", \"row-transitions\", \"column-transitions\"",
            "\"constant\", \"max-height\", \"holes\"",
        )
        .replace(
            "[optimiser.cross-entropy]\npopulation = 20\nrho = 0.2",
            learner,
        )
}

#[test]
fn learners_are_listed_and_shown() {
    let place = Place::new("learners");
    let list = place.succeed(&["list", "learners"]);
    assert!(list.contains("lambda-policy-iteration"), "{list}");
    let json = place.succeed(&["list", "learners", "--json"]);
    for line in json.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = line["learner"].as_str().unwrap();
        let shown = place.succeed(&["show", name]);
        assert!(shown.contains(&format!("[learner.{name}] in an experiment")));
        // Every parameter says where it comes from, what it can be, and what it is by default.
        assert!(shown.contains("  default") && shown.contains("  range"));
    }
    let shown = place.succeed(&["show", "lambda-policy-iteration-scherrer"]);
    let method = "# Its method: tetrarium show learner lambda-policy-iteration";
    assert!(shown.contains(method), "{shown}");
}

#[test]
fn a_learner_is_trained_measured_and_played() {
    let place = Place::new("learnt");
    let text = with_learner("[learner.lambda-policy-iteration]\ngames = 30");
    place.write(
        "learner.toml",
        &text.replace("generations = 4", "generations = 14"),
    );
    let said = place.succeed(&["train", "learner.toml", "-t", "2"]);
    assert!(said.contains("lambda-policy-iteration"), "{said}");
    assert!(said.contains("14 iterations, "), "{said}");
    assert!(
        said.contains("dellacherie plays by rules of its own: suicide avoided"),
        "{said}"
    );
    let runs = place.succeed(&["runs"]);
    let of_last = "The best fitness of a learner is that of its last 10 iterations.";
    assert!(runs.contains(of_last), "{runs}");
    assert!(
        place
            .succeed(&["runs", "--json"])
            .contains("\"best_of_last\":10")
    );
    let folder = place.0.join("runs/small-seed-1");
    let page = std::fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains("The mean of every iteration’s controller"));
    assert!(page.contains("rank 3 of 3"));
    assert!(!said.contains("depend on others"), "{said}");
    let played = place.succeed(&[
        "eval",
        "runs/small-seed-1/controller.toml",
        "--board",
        "6x7",
        "--games",
        "20",
        "--seed",
        "1000001",
        "--json",
    ]);
    let measured = std::fs::read_to_string(folder.join("measurements.jsonl")).unwrap();
    let mean = |text: &str| {
        let line: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        line["mean"].clone()
    };
    assert_eq!(mean(&played), mean(&measured));
    let table = place.succeed(&["runs"]);
    assert!(table.contains("lambda-policy-iteration"), "{table}");
}

#[test]
fn dependent_features_are_said() {
    let place = Place::new("dependent");
    let features = "\"max-height\", \"holes\", \"mean-height\", \"sum-height\"";
    for learner in [
        "[learner.lambda-policy-iteration]\ngames = 10",
        "[learner.approximate-linear-programming]\nboards = 100",
    ] {
        let text = with_learner(learner);
        let text = text.replace("\"constant\", \"max-height\", \"holes\"", features);
        place.write("dependent.toml", &text);
        let said = place.succeed(&["train", "dependent.toml", "--out", "run"]);
        let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let sentence = "rank 3 of 4: some features depend on others; the shortest of the equally \
                        good solutions is taken";
        assert!(words.contains(sentence), "{said}");
        let page = std::fs::read_to_string(place.0.join("run/report.html")).unwrap();
        assert!(page.contains("rank 3 of 4"), "{learner}");
        std::fs::remove_dir_all(place.0.join("run")).unwrap();
    }
}

#[test]
fn a_tournament_ranks_learners_and_optimisers_together() {
    let place = Place::new("both");
    let learner = with_learner("[learner.lambda-policy-iteration]\ngames = 10");
    place.write("learner.toml", &learner.replace("\"small\"", "\"learner\""));
    let words = ["tournament", "small.toml", "learner.toml", "--seeds", "2"];
    let rest = ["--moves", "30000", "--games", "20", "--points", "2"];
    let said = place.succeed(&[&words[..], &rest].concat());
    assert!(
        said.contains("cross-entropy") && said.contains("lambda-policy-iteration"),
        "{said}"
    );
    assert_eq!(said.matches("rules: ").count(), 1, "{said}");
}

#[test]
fn what_a_learner_cannot_have_is_refused_in_one_sentence() {
    let place = Place::new("refused");
    let learner = "[learner.lambda-policy-iteration]\ngames = 30";
    for (name, text, expected) in [
        (
            "bag",
            with_learner(learner).replace("suicide = \"zero\"", "pieces = \"bag\""),
            "bag.toml: line 6: `rules.pieces`: bag is not possible: a value of boards assumes",
        ),
        (
            "unknown",
            with_learner("[learner.lambda]"),
            "unknown variant `lambda`",
        ),
        (
            "program",
            with_learner("[learner.approximate-linear-programming]\ndiscount = 1.0"),
            "`learner.approximate-linear-programming.discount`: 1 is not possible: it must be below 1",
        ),
        (
            "move",
            with_learner("[learner.approximate-value-iteration]")
                .replace("\"holes\"", "\"holes\", \"landing-height\""),
            "`rating.features`: `landing-height` is not possible: it reads the move",
        ),
    ] {
        let file = format!("{name}.toml");
        place.write(&file, &text);
        let said = place.refused(&["train", &file]);
        assert!(said.contains(expected), "{name}: {said}");
        assert_eq!(said.trim_end().lines().count(), 1, "{name}: {said}");
        assert!(!place.0.join("runs").exists(), "{name}");
    }
}

//! Runs of learners: what they leave, and experiments that cannot be.

use super::{Temporary, files, run, tiny_learner};
use crate::training::{Experiment, GenerationLine};
use tetrarium_engine::Controller;

#[test]
fn a_learner_hands_over_its_last_and_its_best_controller() {
    let there = Temporary::new();
    let folder = there.join("run");
    run(&folder, &tiny_learner(), 2);
    let files = files(&folder);
    let lines = files["generations.jsonl"].lines();
    let lines: Vec<GenerationLine> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 8);
    for line in &lines {
        assert_eq!(line.candidates, 1);
        assert_eq!(line.games, 3);
        assert_eq!(line.distribution.scalars["rank"], 3.0);
        // Those of twelve games.
        assert!(line.moves >= 12);
    }
    let last = Controller::from_toml(&files["controller.toml"]).unwrap();
    assert_eq!(last.name, "tiny-3");
    assert_eq!(last.rules, [("suicide".to_string(), "zero".to_string())]);
    // The features of the value, and the reward.
    assert_eq!(last.rating.terms.len(), 4);
    let best = lines
        .iter()
        .map(|line| line.fitness.mean)
        .fold(0.0, f64::max);
    let names: Vec<String> = files["measurements.jsonl"]
        .lines()
        .map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            line["controller"].as_str().unwrap().to_string()
        })
        .collect();
    if lines[7].fitness.mean < best {
        let best = Controller::from_toml(&files["best.toml"]).unwrap();
        assert_eq!(best.name, "tiny-3-best");
        assert_eq!(
            names,
            [
                "tiny-3",
                "tiny-3-best",
                "dellacherie",
                "tiny-3",
                "tiny-3-best"
            ]
        );
    } else {
        assert_eq!(names, ["tiny-3", "dellacherie", "tiny-3"]);
    }
}

#[test]
fn an_experiment_has_one_method_and_a_learner_what_it_can_use() {
    let text = tiny_learner().text().to_string();
    let error = |from: &str, to: &str| {
        assert!(text.contains(from));
        Experiment::from_toml(&text.replace(from, to))
            .unwrap_err()
            .to_string()
    };
    let learner = "[learner.lambda-policy-iteration]\ngames = 12";
    let two = format!("[optimiser.cma-es]\n{learner}");
    for (from, to, expected) in [
        (learner, "", "`optimiser`: it is missing"),
        (learner, &two, "an experiment has one of the two"),
        (
            "games = 12",
            "games = 0",
            "`learner.lambda-policy-iteration.games`: 0 is not possible",
        ),
        (
            "games = 12",
            "games = 12\ndiscount = 1.5",
            "above 0 and at most 1",
        ),
        (
            "games = 12",
            "games = 12\nstart = { wells = 1.0 }",
            "name features of",
        ),
        (
            "\"max-height\"",
            "\"removed-lines\"",
            "`rating.features`: `removed-lines`",
        ),
        (
            "suicide = \"zero\"",
            "pieces = \"bag\"",
            "`rules.pieces`: bag is not possible",
        ),
        (
            "[budget]",
            "[racing]\ngames = 2\nrounds = 3\n[budget]",
            "leave it out",
        ),
        (
            "[rating]",
            "[rating]\nselection = true",
            "a learner uses all features",
        ),
        (
            "[rating]",
            "[rating]\nkind = \"exponential\"",
            "makes its own rating",
        ),
        (
            "[rating]",
            "[search]\nkind = \"two-piece\"\n[rating]",
            "for a greedy player",
        ),
        (
            "[budget]",
            "[[curriculum]]\ngenerations = 2\n[budget]",
            "leave the curriculum out",
        ),
    ] {
        let found = error(from, to);
        assert!(found.contains(expected), "{to}: {found}");
    }
}

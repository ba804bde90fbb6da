//! Runs of learners: what they leave, and experiments that cannot be.

use super::{Temporary, files, run, tiny_handover, tiny_learner};
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
        assert_eq!(line.rank(), Some((3, 3)));
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
        (learner, &two, "leave one of the two out"),
        (
            "[budget]",
            "[handover]\ngenerations = 2\n[budget]",
            "an optimiser hands over to a learner",
        ),
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
            "suicide = \"zero\"",
            "visible = 2\nsuicide = \"zero\"",
            "line 8: `rules.visible`: 2 is not possible: a learner looks at one piece",
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

#[test]
fn a_learner_goes_on_from_an_optimiser() {
    let there = Temporary::new();
    let (whole, searched) = (there.join("whole"), there.join("searched"));
    run(&whole, &tiny_handover(), 2);
    let lines = |folder| crate::training::generations(folder).unwrap();
    let generations: Vec<GenerationLine> = lines(&whole);
    assert_eq!(generations.len(), 8);
    for line in &generations {
        let is_learnt = line.generation >= 5;
        assert_eq!(line.candidates, if is_learnt { 1 } else { 11 });
        let genes = line.result.as_ref().unwrap().genes.len();
        // Three of five columns and one of two places of patterns stand for their mirror images.
        assert_eq!(genes, if is_learnt { 4 + 3 + 729 } else { 4 });
    }
    // Before the handover it is the experiment without one.
    let alone = tiny_handover()
        .text()
        .replace("generations = 8", "generations = 5");
    let (head, rest) = alone.split_once("[handover]").unwrap();
    let (_, rest) = rest.split_once("[fitness]").unwrap();
    let alone = Experiment::from_toml(&format!("{head}[fitness]{rest}")).unwrap();
    run(&searched, &alone, 1);
    assert_eq!(lines(&searched), generations[..5]);
    // A first iteration that hardly learns has hardly changed the weights.
    let slow = tiny_handover()
        .text()
        .replace("epochs = 1", "epochs = 1\nrate = 1e-9");
    let slow = Experiment::from_toml(&slow).unwrap();
    run(&there.join("slow"), &slow, 1);
    let slow = lines(&there.join("slow"));
    let (before, after) = (&slow[4].result, &slow[5].result);
    let before = &before.as_ref().unwrap().genes;
    for (before, after) in before.iter().zip(&after.as_ref().unwrap().genes) {
        assert!(
            (before - after).abs() <= 1e-3 * before.abs(),
            "{before} {after}"
        );
    }
    let controller = files(&whole).remove("controller.toml").unwrap();
    let controller = Controller::from_toml(&controller).unwrap();
    assert!(
        controller
            .summary
            .contains("by cross-entropy, then teaching under seed 3")
    );
    assert_eq!(controller.rating.terms.len(), 6);
}

#[test]
fn handovers_that_cannot_be() {
    let text = tiny_handover().text().to_string();
    for (from, to, expected) in [
        (
            "generations = 5",
            "generations = 0",
            "`handover.generations`",
        ),
        ("generations = 5", "generations = 2", "the curriculum has 3"),
        (
            "generations = 5",
            "generations = 8",
            "the budget ends after 8",
        ),
        ("\"surface-4\"", "\"holes\"", "`holes` is there twice"),
        ("\"surface-4\"", "\"nothing\"", "`handover.features`"),
        (
            "[rating]",
            "[rating]\nkind = \"exponential\"",
            "makes its own rating",
        ),
        (
            "[learner.teaching]\nboards = 100\nepochs = 1",
            "[learner.natural-policy-gradient]",
            "`teaching` can follow an optimiser",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let found = Experiment::from_toml(&text.replacen(from, to, 1)).unwrap_err();
        assert!(found.to_string().contains(expected), "{to}: {found}");
    }
}

//! Experiments whose search changes its expressions.

use tetrarium_engine::Controller;

use super::{Temporary, files, run, tiny_evolved};
use crate::optimisers::{GameCount, Outcome};
use crate::training::trainer::Trainer;
use crate::training::{Experiment, generations};

/// Two terms of holes, max-height and wells in an experiment that plays no games.
fn text() -> String {
    "schema = 1\nname = \"terms\"\nfitness = { games = 1 }\nbudget = { generations = 1 }\n\
     [rating]\nfeatures = [\"holes\", \"max-height\", \"wells\"]\nselection = true\nevolved = 2\n\
     [optimiser.genetic]\npopulation = 100\n"
        .to_string()
}

fn weights(controller: &Controller) -> Vec<(String, f64)> {
    let terms = controller.rating.terms.iter();
    let weight = |term: &tetrarium_engine::Term| term.functions[0].weight().unwrap();
    terms
        .map(|term| (term.reading.to_string(), weight(term)))
        .collect()
}

#[test]
fn genes_say_what_a_term_is_composed_of() {
    let experiment = Experiment::from_toml(&text()).unwrap();
    assert_eq!(experiment.space().unwrap().features(), [1, 1, 1, 5, 5]);
    let terms = |expressions: [f64; 10], on: [bool; 5]| {
        let genes = [&[-64.0, 16.0, 8.0], &expressions[..]].concat();
        weights(&experiment.controller("terms", 0, &genes, &on))
    };
    let of = |name: &str, weight: f64| (name.to_string(), weight);
    // The largest weight, 64, needs no scale, and 700 is no weight.
    let all = [true; 5];
    let [product, condition] = [[2.0, 0.0, 0.0, 1.0, 700.0], [-4.0, 3.0, 2.0, 1.0, 5.0]];
    let both = [product, condition].concat().try_into().unwrap();
    let plain = [of("holes", -64.0), of("max-height", 16.0), of("wells", 8.0)];
    assert_eq!(
        terms(both, all),
        [
            &plain[..],
            &[
                of("holes * max-height", 2.0),
                of("wells if max-height > 8", -4.0)
            ]
        ]
        .concat()
    );
    // Genes count modulo the number of choices, below 0 too.
    let around = [2.0, -1.0, -1.0, -2.0, -3.0, 1.0, 6.0, 4.0, 0.0, 8.0];
    assert_eq!(
        terms(around, [true, false, false, true, true]),
        [
            of("holes", -64.0),
            of("wells if max-height > 8", 2.0),
            of("min(max-height, 1)", 1.0)
        ]
    );
    // Terms of one feature become one.
    let twice = [product, product].concat().try_into().unwrap();
    let off = [false, false, false, true, true];
    assert_eq!(terms(twice, off), [of("holes * max-height", 4.0)]);
    // What cannot be composed is its first part.
    let uneven = text().replace("wells", "mean-cell-height");
    let uneven = Experiment::from_toml(&uneven).unwrap();
    let genes = [
        64.0, 1.0, 1.0, 2.0, 1.0, 0.0, 2.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0,
    ];
    let found =
        weights(&uneven.controller("uneven", 0, &genes, &[true, false, false, true, false]));
    assert_eq!(found, [of("holes", 66.0)]);
}

/// A game that only a controller with one expression, and its right sign, clears lines in.
#[test]
fn a_search_finds_the_expression_that_counts() {
    let experiment = Experiment::from_toml(&text()).unwrap();
    let Trainer::Optimiser(mut optimiser) = experiment.new_trainer().unwrap() else {
        panic!("the experiment has an optimiser");
    };
    let wanted = "holes if max-height > 6";
    let lines = |controller: &Controller| {
        let of = |(name, weight): (String, f64)| match name.as_str() {
            name if name == wanted && weight < 0.0 => 100,
            name if name.starts_with("holes if max-height") => 10,
            name if name.contains(" if ") => 1,
            _ => 0,
        };
        weights(controller).into_iter().map(of).sum::<u64>()
    };
    let mut first = None;
    for generation in 0..40 {
        let candidates = optimiser.ask();
        let outcomes: Vec<Outcome> = candidates
            .iter()
            .map(|one| {
                let controller = experiment.controller("one", generation, &one.genes, &one.enabled);
                Outcome {
                    id: one.id,
                    games: vec![GameCount {
                        lines: lines(&controller),
                        pieces: 1,
                        finished: true,
                    }],
                }
            })
            .collect();
        optimiser.tell(&outcomes).unwrap();
        first = first.or(optimiser.best().map(|best| best.fitness));
    }
    assert!(first.unwrap() < 100.0, "chance alone does not find it");
    let (genes, enabled) = optimiser.result().unwrap();
    let result = experiment.controller("result", 40, &genes, &enabled);
    assert!(lines(&result) >= 100, "{:?}", weights(&result));
}

#[test]
fn a_run_hands_over_its_expressions() {
    let there = Temporary::new();
    run(&there.join("run"), &tiny_evolved(), 2);
    let files = files(&there.join("run"));
    let controller = Controller::from_toml(&files["controller.toml"]).unwrap();
    let last = generations(&there.join("run")).unwrap().pop().unwrap();
    let genome = last.result.unwrap();
    let again = tiny_evolved().controller("again", 7, &genome.genes, &genome.enabled);
    assert_eq!(weights(&controller), weights(&again));
    // Two individuals of one generation have different expressions in the same place.
    let line: Vec<serde_json::Value> = files["candidates.jsonl"]
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_ne!(line[0]["genes"][5], line[1]["genes"][5]);
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let error = |from: &str, to: &str| {
        let error = Experiment::from_toml(&text().replace(from, to)).unwrap_err();
        assert_eq!(error.field.as_deref(), Some("rating.evolved"));
        error.message
    };
    let from = "selection = true";
    assert!(error(from, "").contains("set selection = true"));
    assert!(error(from, "selection = true\nkind = \"exponential\"").contains("linear"));
    assert!(error(from, "selection = true\nmirror = true").contains("without mirror ties"));
    assert!(error("evolved = 2", "evolved = 2000").contains("at most 1000"));
    let columns = error("\"holes\", \"max-height\", \"wells\"", "\"column-height\"");
    assert!(columns.contains("nothing to compose"));
    let plain = Experiment::from_toml(&text().replace("evolved = 2", "")).unwrap();
    let evolved = Experiment::from_toml(&text()).unwrap();
    assert_ne!(plain.fingerprint(), evolved.fingerprint());
}

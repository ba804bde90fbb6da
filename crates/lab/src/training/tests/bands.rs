//! Experiments whose rating has weights for each band of danger.

use tetrarium_engine::{Controller, Danger};

use super::{TINY, Temporary, files, run};
use crate::training::{Experiment, generations};

const BANDS: &str = "[rating]\nkind = \"bands\"\nby = \"height\"\nbounds = [3, 5]\n";

/// The tiny experiment with another beginning of its rating.
fn rated(beginning: &str) -> String {
    TINY.replacen("[rating]\n", beginning, 1)
}

#[test]
fn every_feature_has_a_weight_in_every_band() {
    let there = Temporary::new();
    let experiment = Experiment::from_toml(&rated(BANDS)).unwrap();
    assert_eq!(experiment.space().unwrap().features(), [3; 4]);
    run(&there.join("one"), &experiment, 1);
    run(&there.join("two"), &experiment, 2);
    let files_of_one = files(&there.join("one"));
    assert_eq!(files_of_one, files(&there.join("two")));
    let lines = generations(&there.join("one")).unwrap();
    let genes = &lines.last().unwrap().result.as_ref().unwrap().genes;
    let controller = Controller::from_toml(&files_of_one["controller.toml"]).unwrap();
    let rating = &controller.rating;
    assert_eq!(rating.bands.by, Danger::Height);
    assert_eq!(rating.bands.bounds, [3, 5]);
    assert_eq!((rating.terms.len(), rating.weights()), (4, 12));
    for (term, genes) in rating.terms.iter().zip(genes.chunks(3)) {
        let weights = term.functions[0].bands();
        let ratio = weights[0] / genes[0];
        assert!(ratio > 0.0);
        for (weight, gene) in weights.iter().zip(genes) {
            assert_eq!(*weight, gene * ratio, "the scale is a power of two");
        }
    }
}

/// Mirror images share a weight in each band, and not with those of other bands.
#[test]
fn bands_in_units_of_spread_with_mirror_ties() {
    let there = Temporary::new();
    let text = rated(&format!("{BANDS}units = \"spread\"\nmirror = true\n"));
    let text = text.replace(
        "\"landing-height\", \"holes\"",
        "\"holes\", \"column-height\"",
    );
    let experiment = Experiment::from_toml(&text).unwrap();
    run(&there.join("run"), &experiment, 1);
    for line in generations(&there.join("run")).unwrap() {
        let genes = &line.result.as_ref().unwrap().genes;
        // Holes, five columns, row transitions and wells, each with three weights.
        assert_eq!(genes.len(), 3 * 8);
        let column = |x: usize| &genes[3 + 3 * x..6 + 3 * x];
        assert_eq!((column(0), column(1)), (column(4), column(3)));
        assert_ne!(column(0), column(1));
        assert_ne!(column(0)[0], column(0)[1]);
    }
}

#[test]
fn bands_are_part_of_what_an_experiment_is() {
    let fingerprint = |text: &str| Experiment::from_toml(text).unwrap().fingerprint();
    let one = fingerprint(&rated(BANDS));
    assert_eq!(one, fingerprint(&rated(BANDS)));
    for other in [
        TINY.to_string(),
        rated(&BANDS.replace("height", "pile")),
        rated(&BANDS.replace("[3, 5]", "[3, 6]")),
    ] {
        assert_ne!(one, fingerprint(&other));
    }
    let experiment = Experiment::from_toml(&rated(BANDS)).unwrap();
    let other = experiment.with_seed(9).unwrap();
    assert_eq!(other.space(), experiment.space());
}

#[test]
fn bands_that_cannot_be_are_refused() {
    for (from, to, field, says) in [
        ("by = \"height\"\n", "", "rating.kind", "need a measure"),
        ("bounds = [3, 5]\n", "", "rating.kind", "need bounds"),
        ("[3, 5]", "[]", "rating.kind", "need bounds"),
        ("[3, 5]", "[5, 3]", "rating.bounds", "bounds ascend"),
        ("[3, 5]", "[0]", "rating.bounds", "from 1 to"),
        ("[3, 5]", "[2.5]", "rating.bounds", "expected i32"),
        ("\"height\"", "\"mood\"", "rating.by", "expected one of"),
        ("kind = \"bands\"\n", "", "rating.by", "leave it out"),
        (
            "\"bands\"\nby = \"height\"",
            "\"linear\"",
            "rating.bounds",
            "leave it out",
        ),
    ] {
        assert!(BANDS.contains(from), "{from}");
        let error = Experiment::from_toml(&rated(&BANDS.replace(from, to))).unwrap_err();
        assert_eq!(error.field.as_deref(), Some(field), "{error}");
        assert!(error.message.contains(says), "{error}");
    }
}

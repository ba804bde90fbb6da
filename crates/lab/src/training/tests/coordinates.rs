//! Experiments that search in units of spread, share weights, undo collapses and average.

use super::{TINY, Temporary, files, run, tiny_cared};
use crate::training::{Experiment, GenerationLine, Run, generations, list};

/// The tiny experiment with a change.
fn changed(from: &str, to: &str) -> String {
    assert!(TINY.contains(from), "{from}");
    TINY.replacen(from, to, 1)
}

#[track_caller]
fn check(text: &str, line: usize, field: &str, says: &str) {
    let error = Experiment::from_toml(text).unwrap_err();
    assert_eq!(error.line, Some(line), "{error}");
    assert_eq!(error.field.as_deref(), Some(field), "{error}");
    assert!(error.message.contains(says), "{error}");
}

#[test]
fn what_cannot_be_is_refused() {
    let rating = "[rating]\n";
    let units = |more: &str| changed(rating, &format!("[rating]\n{more}\n"));
    check(&units("units = \"metres\""), 10, "rating.units", "metres");
    let exponents = "kind = \"exponential\"\nunits = \"spread\"";
    check(&units(exponents), 11, "rating.units", "linear rating");
    let collapse = |more: &str| changed("[racing]", &format!("[collapse]\n{more}\n[racing]"));
    check(&collapse("below = 1.0"), 21, "collapse.below", "below 1");
    check(&collapse("step = 0.0"), 21, "collapse.step", "above 0");
    check(
        &collapse("generations = 0"),
        21,
        "collapse.generations",
        "at least 1",
    );
    check(
        &collapse("belov = 0.5"),
        21,
        "collapse.belov",
        "unknown field",
    );
    let result = |more: &str| changed("[racing]", &format!("[result]\n{more}\n[racing]"));
    check(&result("average = 0"), 21, "result.average", "at least 1");
    // A method without a distribution, with what needs one.
    let cross = "[optimiser.cross-entropy]\npopulation = 10\nrho = 0.3\nevaluate-mean = true";
    let genetic = |text: &str| text.replacen(cross, "[optimiser.genetic]\n\n\n", 1);
    let text = genetic(&collapse(""));
    check(&text, 20, "collapse", "`genetic` has no distribution");
    let text = genetic(&result("average = 4"));
    check(&text, 21, "result.average", "`cma-es`");
    // A learner has neither.
    let learner = |text: &str| {
        let text = text.replacen(cross, "[learner.lambda-policy-iteration]\n\n\n", 1);
        text.replacen("[racing]\ngames = 2\nrounds = 3", "", 1)
            .replacen("max-pieces = 300", "games = 3", 1)
    };
    for (text, line, field) in [
        (units("units = \"spread\""), 10, "rating.units"),
        (units("mirror = true"), 10, "rating.mirror"),
        (collapse(""), 20, "collapse"),
        (result("average = 4"), 21, "result.average"),
    ] {
        check(&learner(&text), line, field, "leave");
    }
}

#[test]
fn they_are_part_of_the_fingerprint() {
    let plain = Experiment::from_toml(TINY).unwrap().fingerprint();
    for (from, to, same) in [
        (
            "[rating]\n",
            "[rating]\nunits = \"plain\"\nmirror = false\n",
            true,
        ),
        ("[rating]\n", "[rating]\nunits = \"spread\"\n", false),
        ("[rating]\n", "[rating]\nmirror = true\n", false),
        ("[racing]", "[collapse]\n[racing]", false),
        ("[racing]", "[result]\naverage = 3\n[racing]", false),
    ] {
        let other = Experiment::from_toml(&changed(from, to)).unwrap();
        assert_eq!(other.fingerprint() == plain, same, "{to}");
    }
}

fn log(folder: &std::path::Path) -> Vec<GenerationLine> {
    generations(folder).unwrap()
}

/// The same files with one thread and two, plain weights in them, mirror images alike, collapses in
/// the log and in the list of runs.
#[test]
fn a_run_has_plain_weights_and_says_what_was_undone() {
    let there = Temporary::new();
    let experiment = tiny_cared();
    run(&there.join("one"), &experiment, 1);
    run(&there.join("two"), &experiment, 2);
    assert_eq!(files(&there.join("one")), files(&there.join("two")));
    let lines = log(&there.join("one"));
    // Holes, then the heights of five columns, then wells.
    for line in &lines {
        let genes = &line.result.as_ref().unwrap().genes;
        assert_eq!(genes.len(), 7);
        assert_eq!((genes[1], genes[2]), (genes[5], genes[4]));
        let spread = &line.distribution.sd;
        assert_eq!((spread[1], spread[2]), (spread[5], spread[4]));
    }
    let first = &lines[0].distribution.sd;
    assert!(
        first[0] > first[6],
        "wells add up to larger numbers than holes: {first:?}"
    );
    let undone = lines.iter().filter(|line| line.undone.is_some()).count();
    assert!(undone > 0, "with these numbers any noise is a collapse");
    let runs = list(&there.0).unwrap();
    assert_eq!(runs[0].collapses, undone as u64);
    assert!(Run::resume(&there.join("one")).unwrap().finished());
}

/// The result is the mean of the last means since the last collapse or change of the game.
#[test]
fn the_result_is_an_average() {
    let there = Temporary::new();
    let text = changed("[racing]", "[result]\naverage = 3\n[racing]");
    run(
        &there.join("run"),
        &Experiment::from_toml(&text).unwrap(),
        1,
    );
    let lines = log(&there.join("run"));
    let mean = |of: &[GenerationLine]| -> f64 {
        let genes = of.iter().map(|line| line.distribution.mean[0]);
        genes.sum::<f64>() / of.len() as f64
    };
    let result = |line: &GenerationLine| line.result.as_ref().unwrap().genes[0];
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-9 * b.abs(), "{a} {b}");
    near(result(&lines[1]), mean(&lines[..2]));
    // The game changes after three generations.
    near(result(&lines[3]), mean(&lines[3..4]));
    near(result(&lines[7]), mean(&lines[5..8]));
}

//! Runs in which an optimiser goes on from a learner, and large results, whose scores have a file
//! of their own.

use super::{Temporary, files, run, tiny_learner, tiny_polish};
use crate::files::beside_this;
use crate::training::{Experiment, GenerationLine, Run};
use tetrarium_engine::{Controller, Fingerprint, Rules};

#[test]
fn an_optimiser_goes_on_from_a_learner() {
    let there = Temporary::new();
    let (whole, taught) = (there.join("whole"), there.join("taught"));
    run(&whole, &tiny_polish(), 2);
    let lines = |folder| crate::training::generations(folder).unwrap();
    let generations: Vec<GenerationLine> = lines(&whole);
    let stages: Vec<usize> = generations.iter().map(|line| line.stage).collect();
    assert_eq!(stages, [0, 0, 0, 1, 1, 2, 2, 2]);
    // Seven factors: 4 + floor(3 ln 7) candidates.
    let candidates: Vec<u64> = generations.iter().map(|line| line.candidates).collect();
    assert_eq!(candidates, [11, 11, 11, 1, 1, 9, 9, 9]);
    // Before the polish it is the experiment without one.
    let text = tiny_polish()
        .text()
        .replace("generations = 8", "generations = 5");
    let (head, rest) = text.split_once("[polish]").unwrap();
    let (_, rest) = rest.split_once("[fitness]").unwrap();
    run(
        &taught,
        &Experiment::from_toml(&format!("{head}[fitness]{rest}")).unwrap(),
        1,
    );
    assert_eq!(lines(&taught), generations[..5]);
    // What was learnt is kept, and each feature has a factor.
    let learnt = &generations[4].result.as_ref().unwrap().genes;
    let polished = &generations[7].result.as_ref().unwrap().genes;
    assert_eq!(polished[..learnt.len()], learnt[..]);
    assert_eq!(polished.len(), learnt.len() + 7);
    let controller = |folder: &std::path::Path| {
        let path = folder.join("controller.toml");
        let text = std::fs::read_to_string(&path).unwrap();
        Controller::from_files(&text, beside_this(&path)).unwrap()
    };
    let (before, after) = (controller(&taught), controller(&whole));
    let words = "by cross-entropy, then teaching, then cma-es under seed 3";
    assert!(after.summary.contains(words), "{}", after.summary);
    let logarithms = &polished[learnt.len()..];
    for ((was, is), logarithm) in before
        .rating
        .terms
        .iter()
        .zip(&after.rating.terms)
        .zip(logarithms)
    {
        let factor = libm::exp(*logarithm);
        assert!(factor != 1.0 && (factor - 1.0).abs() < 0.9, "{factor}");
        for (was, is) in was.functions.iter().zip(&is.functions) {
            for value in [1.0, 2.0, 100.0] {
                let (expected, found) = (was.at(value) * factor, is.at(value));
                assert!(
                    (found - expected).abs() <= 1e-12 * expected.abs(),
                    "{found}"
                );
            }
        }
    }
}

#[test]
fn a_large_result_has_its_scores_in_a_file_of_their_own() {
    let there = Temporary::new();
    let folder = there.join("run");
    run(&folder, &tiny_polish(), 1);
    let files = files(&folder);
    assert!(files["controller.toml"].len() < 4000);
    let scores = folder.join("controller.scores");
    let bytes = std::fs::read(&scores).unwrap();
    // Mirrored places stand there once.
    assert_eq!(bytes.len(), 19 + 8 * (4 * 729 + 3 * 625 + 5 * 501));

    // An experiment that names it keeps a copy, which is whole without the folder.
    let text = tiny_polish()
        .text()
        .replace("\"dellacherie\"", "\"run/controller.toml\"");
    let experiment = Experiment::from_toml_in(&there.join(""), &text).unwrap();
    let copy = &experiment.controller_files()["run/controller.toml"];
    let (copy, path) = (
        Controller::from_toml(copy).unwrap(),
        folder.join("controller.toml"),
    );
    let read = Controller::from_files(&files["controller.toml"], beside_this(&path)).unwrap();
    let print = |controller: &Controller| Fingerprint::of(controller, &Rules::default());
    assert_eq!(print(&copy), print(&read));
    let other = Experiment::with_controllers(&text, experiment.controller_files()).unwrap();
    assert_eq!(other, experiment);

    assert!(Run::resume(&folder).is_ok());
    let mut changed = bytes.clone();
    changed[100] ^= 1;
    std::fs::write(&scores, changed).unwrap();
    let error = |folder| Run::resume(folder).err().unwrap().to_string();
    let found = error(&folder);
    assert!(
        found.contains("controller.scores is damaged or another file"),
        "{found}"
    );
    let found = Experiment::from_toml_in(&there.join(""), &text)
        .unwrap_err()
        .to_string();
    assert!(
        found.contains("controller.scores is damaged or another file"),
        "{found}"
    );
    std::fs::remove_file(&scores).unwrap();
    let found = error(&folder);
    assert!(
        found.contains("the file controller.scores is missing"),
        "{found}"
    );
}

#[test]
fn polishes_that_cannot_be() {
    let text = tiny_polish().text().to_string();
    let polish = "[polish]\niterations = 2\nclimbs = 20\noptimiser.cma-es = { sigma = 0.1 }";
    let learner = tiny_learner()
        .text()
        .replace("[fitness]", &format!("{polish}\n[fitness]"));
    assert!(Experiment::from_toml(&learner.replace("climbs = 20\n", "")).is_ok());
    for (from, to, expected) in [
        ("iterations = 2", "iterations = 0", "`polish.iterations`"),
        (
            "iterations = 2",
            "iterations = 5",
            "the budget ends after 8: leave the optimiser",
        ),
        (
            "climbs = 20",
            "climbs = 20\ngames = 3",
            "leave one of the two out",
        ),
        (
            "climbs = 20",
            "climbs = 20\nmax-pieces = 30",
            "`polish.max-pieces`",
        ),
        ("climbs = 20", "games = 0", "`polish.games`"),
        (
            "{ sigma = 0.1 }",
            "{ sigma = 0.0 }",
            "`polish.optimiser.cma-es.sigma`",
        ),
        (
            "{ sigma = 0.1 }",
            "{ directions = true }",
            "have no direction to search",
        ),
        (
            "optimiser.cma-es = { sigma = 0.1 }",
            "optimiser.genetic = {}",
            "this method has none",
        ),
        (
            "games = 3\nmax",
            "seeds = \"fresh\"\ngames = 3\nmax",
            "`fitness.seeds`",
        ),
        ("[polish]", "[polish]\ncolour = 1", "unknown field `colour`"),
    ] {
        assert!(text.contains(from), "{from}");
        let found = Experiment::from_toml(&text.replacen(from, to, 1)).unwrap_err();
        assert!(found.to_string().contains(expected), "{to}: {found}");
    }
    let (_, rest) = text.split_once("[handover]").unwrap();
    let (_, rest) = rest.split_once("[polish]").unwrap();
    let (head, _) = text.split_once("[handover]").unwrap();
    let found = Experiment::from_toml(&format!("{head}[polish]{rest}")).unwrap_err();
    assert!(
        found.to_string().contains("what a learner has learnt"),
        "{found}"
    );
}

//! Tests of training as a whole.

mod bands;
mod coordinates;
mod evolved;
mod files;
mod folders;
mod keep;
mod kill;
mod learners;
mod polish;
mod power;
mod runs;
mod tournaments;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Ending, Experiment, Run};
use crate::play::Threads;
use crate::play::Watch;

/// An experiment of a tenth of a second: a curriculum, a race and measurements.
const TINY: &str = r#"
schema = 1
name = "tiny"
seed = 3

[rules]
board = "5x7"

[rating]
features = ["landing-height", "holes", "row-transitions", "cumulative-wells"]

[optimiser.cross-entropy]
population = 10
rho = 0.3
evaluate-mean = true

[fitness]
max-pieces = 300

[racing]
games = 2
rounds = 3

[budget]
generations = 8

[[curriculum]]
generations = 3
rules = { board = "5x5" }

[[measurement]]
games = 20
max-pieces = 200
controllers = ["dellacherie"]

[[measurement]]
games = 10
max-pieces = 200
rules = { board = "5x6" }
"#;

fn tiny() -> Experiment {
    Experiment::from_toml(TINY).unwrap()
}

/// The tiny experiment with a genetic algorithm, whose state grows, and without a race.
fn tiny_genetic() -> Experiment {
    let text = TINY
        .replace(
            "[optimiser.cross-entropy]\npopulation = 10\nrho = 0.3\nevaluate-mean = true",
            "[optimiser.genetic]\npopulation = 10",
        )
        .replace("[racing]\ngames = 2\nrounds = 3", "")
        .replace("max-pieces = 300", "games = 3\nmax-pieces = 300");
    Experiment::from_toml(&text).unwrap()
}

/// The tiny genetic algorithm with expressions that it changes.
fn tiny_evolved() -> Experiment {
    let text = tiny_genetic().text().replace(
        "\"cumulative-wells\"]",
        "\"cumulative-wells\"]\nselection = true\nevolved = 3",
    );
    Experiment::from_toml(&text).unwrap()
}

/// The tiny experiment judged and measured by climbs, after games on the lower board.
fn tiny_climbs() -> Experiment {
    let text = TINY
        .replace("[racing]\ngames = 2\nrounds = 3", "")
        .replace("max-pieces = 300", "climbs = 20")
        .replace("generations = 3", "generations = 3\ngames = 3")
        .replace("5x7", "9x8")
        .replace("games = 20\nmax-pieces = 200", "climbs = 20");
    Experiment::from_toml(&text).unwrap()
}

/// The tiny experiment in units of spread, with mirror ties, collapses that any noise makes, and an
/// average.
fn tiny_cared() -> Experiment {
    let text = TINY
        .replace(
            "\"landing-height\", \"holes\", \"row-transitions\", \"cumulative-wells\"]",
            "\"holes\", \"column-height\", \"cumulative-wells\"]\nunits = \"spread\"\nmirror = true",
        )
        .replace(
            "[optimiser.cross-entropy]\npopulation = 10\nrho = 0.3\nevaluate-mean = true",
            "[optimiser.sep-cma-es]\npopulation = 10\ndirections = true",
        )
        .replace(
            "[racing]",
            "[collapse]\nbelow = 0.95\ngenerations = 1\n[result]\naverage = 3\n[racing]",
        );
    Experiment::from_toml(&text).unwrap()
}

/// The tiny experiment with a learner.
fn tiny_learner() -> Experiment {
    let text = TINY
        .replace("board = \"5x7\"", "board = \"5x7\"\nsuicide = \"zero\"")
        .replace(
            "\"landing-height\", \"holes\", \"row-transitions\", \"cumulative-wells\"",
            "\"constant\", \"holes\", \"max-height\"",
        )
        .replace(
            "[optimiser.cross-entropy]\npopulation = 10\nrho = 0.3\nevaluate-mean = true",
            "[learner.lambda-policy-iteration]\ngames = 12",
        )
        .replace("[racing]\ngames = 2\nrounds = 3", "")
        .replace("max-pieces = 300", "games = 3\nmax-pieces = 300");
    let curriculum = "[[curriculum]]\ngenerations = 3\nrules = { board = \"5x5\" }\n";
    Experiment::from_toml(&text.replace(curriculum, "")).unwrap()
}

/// The tiny experiment with an optimiser that a learner follows, which adds patterns.
fn tiny_handover() -> Experiment {
    let text = TINY
        .replace("[racing]\ngames = 2\nrounds = 3", "")
        .replace("max-pieces = 300", "games = 3\nmax-pieces = 300")
        .replace(
            "[fitness]",
            "[handover]\ngenerations = 5\nfeatures = [\"column-height\", \"surface-4\"]\n\n\
             [learner.teaching]\nboards = 100\nepochs = 1\n\n[fitness]",
        );
    Experiment::from_toml(&text).unwrap()
}

/// The tiny experiment with an optimiser, a learner and an optimiser again. The scores of its
/// patterns have a file of their own.
fn tiny_polish() -> Experiment {
    let text = TINY
        .replace("5x", "10x")
        .replace("[racing]\ngames = 2\nrounds = 3", "")
        .replace("max-pieces = 300", "games = 3\nmax-pieces = 300")
        .replace(
            "[fitness]",
            "[handover]\ngenerations = 3\nfeatures = [\"surface-4\", \"surface-5\", \"cover\"]\n\n\
             [learner.teaching]\nboards = 100\nepochs = 1\n\n\
             [polish]\niterations = 2\nclimbs = 20\noptimiser.cma-es = { sigma = 0.1 }\n\n[fitness]",
        );
    Experiment::from_toml(&text).unwrap()
}

/// One experiment of each kind.
fn tiny_ones() -> [Experiment; 8] {
    [
        tiny(),
        tiny_genetic(),
        tiny_evolved(),
        tiny_climbs(),
        tiny_cared(),
        tiny_learner(),
        tiny_handover(),
        tiny_polish(),
    ]
}

/// A folder of the test's own, gone when the test is over.
struct Temporary(PathBuf);

impl Temporary {
    fn new() -> Temporary {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("tetrarium-test-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Temporary(path)
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs an experiment to its end.
fn run(folder: &Path, experiment: &Experiment, threads: usize) {
    let mut run = Run::start(folder, experiment, None).unwrap();
    let ending = run
        .go(&Threads(threads), &Watch::default(), &mut ())
        .unwrap();
    assert!(matches!(ending, Ending::Finished(_)));
}

/// All files of a folder but the clock readings.
fn files(folder: &Path) -> BTreeMap<String, String> {
    std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_name().unwrap() != "timing.jsonl")
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_string();
            let text = String::from_utf8(std::fs::read(path).unwrap());
            // A byte of a file that is no text becomes a character.
            let bytes = |bytes: Vec<u8>| bytes.into_iter().map(char::from).collect();
            (name, text.unwrap_or_else(|error| bytes(error.into_bytes())))
        })
        .collect()
}

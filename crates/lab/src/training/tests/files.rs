//! Experiment files, right and wrong.

use super::{TINY, tiny};
use crate::optimisers::Config;
use crate::training::{Experiment, ExperimentError};

fn error(from: &str, to: &str) -> ExperimentError {
    assert!(TINY.contains(from), "{from}");
    Experiment::from_toml(&TINY.replacen(from, to, 1)).unwrap_err()
}

/// The line and the field that are named, and words of the message.
#[track_caller]
fn check(from: &str, to: &str, line: usize, field: &str, says: &str) {
    let error = error(from, to);
    assert_eq!(error.line, Some(line), "{error}");
    assert_eq!(error.field.as_deref(), Some(field), "{error}");
    assert!(error.message.contains(says), "{error}");
}

#[test]
fn a_search_has_no_weights_of_patterns() {
    let found = error("\"cumulative-wells\"", "\"surface-4\"");
    assert_eq!(found.field.as_deref(), Some("rating.features"));
    let expected = "surface-4 is the number of a pattern";
    assert!(found.message.starts_with(expected), "{found}");
}

#[test]
fn unknown_fields() {
    check("seed = 3", "sead = 3", 4, "sead", "unknown field `sead`");
    check(
        "rho = 0.3",
        "rhoo = 0.3",
        14,
        "optimiser.cross-entropy.rhoo",
        "unknown field `rhoo`",
    );
    check(
        "rounds = 3",
        "round = 3",
        22,
        "racing.round",
        "unknown field `round`",
    );
    check(
        "generations = 8",
        "generation = 8",
        25,
        "budget.generation",
        "unknown field",
    );
    check(
        "board = \"5x7\"",
        "bord = \"5x7\"",
        7,
        "rules.bord",
        "there is no rule `bord`",
    );
    check(
        "games = 20",
        "games = 20\ncontroller = 1",
        33,
        "measurement.controller",
        "unknown field",
    );
    check(
        "[optimiser.cross-entropy]",
        "[optimiser.cross-entropie]",
        12,
        "optimiser.cross-entropie",
        "unknown variant",
    );
}

#[test]
fn wrong_types() {
    check(
        "population = 10",
        "population = \"ten\"",
        13,
        "optimiser.cross-entropy.population",
        "invalid type: string",
    );
    check("seed = 3", "seed = -3", 4, "seed", "integer `-3`");
    check(
        "max-pieces = 300",
        "max-pieces = 1.5",
        18,
        "fitness.max-pieces",
        "floating point",
    );
    check(
        "generations = 3",
        "generations = \"x\"",
        28,
        "curriculum.generations",
        "invalid type",
    );
    check(
        "features = [\"landing-height\"",
        "features = [1",
        10,
        "rating.features",
        "write a list",
    );
}

#[test]
fn impossible_parameters() {
    check(
        "rho = 0.3",
        "rho = 0.01",
        14,
        "optimiser.cross-entropy.rho",
        "rho × population must be at least 1",
    );
    check(
        "population = 10",
        "population = 0",
        13,
        "optimiser.cross-entropy.population",
        "at least 1",
    );
    check(
        "rho = 0.3",
        "variance = -4",
        14,
        "optimiser.cross-entropy.variance",
        "above 0",
    );
    check(
        "rho = 0.3",
        "noise = { constant = { variance = -4.0 } }",
        14,
        "optimiser.cross-entropy.noise.constant.variance",
        "0 or more",
    );
    check(
        "rho = 0.3",
        "rho = nan",
        14,
        "optimiser.cross-entropy.rho",
        "above 0",
    );
    check(
        "[optimiser.cross-entropy]\npopulation = 10\nrho = 0.3\nevaluate-mean = true",
        "[optimiser.genetic]\npopulation = 10\nelite = 11",
        14,
        "optimiser.genetic.elite",
        "at most 10, the population",
    );
    check(
        "rounds = 3",
        "rounds = 0",
        22,
        "racing.rounds",
        "at least 1",
    );
    check(
        "rounds = 3",
        "confidence = 1.5",
        22,
        "racing.confidence",
        "below 1",
    );
    check(
        "generations = 8",
        "generations = 0",
        25,
        "budget.generations",
        "at least 1",
    );
    check(
        "generations = 8",
        "seconds = -1.0",
        25,
        "budget.seconds",
        "above 0",
    );
    check("generations = 8", "", 24, "budget", "never end");
    check(
        "max-pieces = 300",
        "games = 5",
        18,
        "fitness.games",
        "with [racing]",
    );
    check(
        "[racing]\ngames = 2\nrounds = 3",
        "",
        17,
        "fitness.games",
        "missing",
    );
    check(
        "generations = 3",
        "generations = 0",
        28,
        "curriculum.generations",
        "at least 1",
    );
    check(
        "generations = 3",
        "generations = 3\nmax-pieces = 0",
        29,
        "curriculum.max-pieces",
        "at least 1",
    );
    check(
        "games = 20",
        "games = 0",
        32,
        "measurement.games",
        "at least 1",
    );
    check(
        "games = 20",
        "games = 20\nseed = 3",
        33,
        "measurement.seed",
        "the seed of the training",
    );
}

#[test]
fn games_or_climbs() {
    let games = "[racing]\ngames = 2\nrounds = 3";
    let check = |climbs: &str, stage: &str, field: &str, says: &str| {
        let text = TINY
            .replace(games, "")
            .replace("max-pieces = 300", climbs)
            .replacen("generations = 3", &format!("generations = 3\n{stage}"), 1);
        let error = Experiment::from_toml(&text).unwrap_err();
        assert_eq!(error.field.as_deref(), Some(field), "{error}");
        assert!(error.message.contains(says), "{error}");
    };
    check(
        "games = 3\nclimbs = 30",
        "",
        "fitness.climbs",
        "leave one of the two out",
    );
    check("climbs = 19", "", "fitness.climbs", "at least 20");
    check(
        "games = 3",
        "climbs = 0",
        "curriculum.climbs",
        "at least 20",
    );
    check(
        "games = 3",
        "games = 3\nclimbs = 30",
        "curriculum.climbs",
        "leave one",
    );
    check("", "", "fitness.games", "how many climbs");
    check(
        "games = 3",
        "climbs = 30\nmax-pieces = 9",
        "curriculum.max-pieces",
        "not cut",
    );
    let with_race = TINY.replace("max-pieces = 300", "climbs = 30");
    let error = Experiment::from_toml(&with_race).unwrap_err();
    assert!(error.message.contains("with [racing]"), "{error}");
    let measured = TINY.replacen("games = 20", "", 1);
    let error = Experiment::from_toml(&measured).unwrap_err();
    assert_eq!(error.field.as_deref(), Some("measurement.games"));
    let measured = TINY.replacen("games = 20", "climbs = 20", 1);
    let error = Experiment::from_toml(&measured).unwrap_err();
    assert_eq!(error.field.as_deref(), Some("measurement.max-pieces"));
    let cycle = "board = \"5x7\"\npieces = \"cycle:SZ\"";
    let measured = TINY.replace("board = \"5x7\"", cycle);
    let measured = measured.replacen("games = 20\nmax-pieces = 200", "climbs = 20", 1);
    let error = Experiment::from_toml(&measured).unwrap_err();
    assert_eq!(error.field.as_deref(), Some("measurement.climbs"));
    assert!(error.message.contains("nothing to chance"), "{error}");

    let conditions = |fitness: &str, stage: &str| {
        let text = TINY
            .replace(games, "")
            .replace("max-pieces = 300", fitness)
            .replacen("generations = 3", &format!("generations = 3\n{stage}"), 1);
        let experiment = Experiment::from_toml(&text).unwrap();
        [0, 3].map(|generation| {
            let (_, conditions) = experiment.stage(generation);
            (conditions.games, conditions.climbs)
        })
    };
    assert_eq!(conditions("climbs = 30", ""), [(1, Some(30)); 2]);
    assert_eq!(
        conditions("climbs = 30", "games = 4"),
        [(4, None), (1, Some(30))]
    );
    assert_eq!(
        conditions("games = 4", "climbs = 30"),
        [(1, Some(30)), (4, None)]
    );
}

#[test]
fn unknown_names() {
    check(
        "\"holes\"",
        "\"hols\"",
        10,
        "rating.features",
        "did you mean `holes`?",
    );
    check(
        "\"holes\"",
        "\"landing-height\"",
        10,
        "rating.features",
        "there twice",
    );
    check(
        "\"dellacherie\"",
        "\"delacherie\"",
        34,
        "measurement.controllers",
        "did you mean `dellacherie`?",
    );
    check("\"5x5\"", "\"5\"", 29, "curriculum.rules.board", "");
    check(
        "name = \"tiny\"",
        "name = \"../tiny\"",
        3,
        "name",
        "letters, digits",
    );
    check(
        "[racing]",
        "[search]\nkind = \"fit\"\n[racing]",
        21,
        "search.kind",
        "uses no rating that could be trained",
    );
}

#[test]
fn what_does_not_go_together() {
    check(
        "evaluate-mean = true\n",
        "evaluate-mean = true\n[rating]\nselection = true\n",
        16,
        "rating",
        "duplicate key",
    );
    check(
        "\"cumulative-wells\"]",
        "\"cumulative-wells\"]\nselection = true",
        11,
        "rating.selection",
        "`genetic` can",
    );
    check(
        "generations = 3",
        "generations = 3\ngames = 4",
        29,
        "curriculum.games",
        "[racing]",
    );
    let text = TINY.replace("\"holes\"", "\"column-height\"");
    assert!(Experiment::from_toml(&text).is_ok());
    let wider = text.replace("\"5x5\"", "\"6x5\"");
    let error = Experiment::from_toml(&wider).unwrap_err();
    assert_eq!(
        (error.line, error.field.as_deref()),
        (Some(29), Some("curriculum.rules"))
    );
    assert!(error.message.contains("width"), "{error}");
    // A ratio cannot have a negative exponent, and a search may come to one.
    check(
        "features = [\"landing-height\"",
        "kind = \"exponential\"\nfeatures = [\"mean-hole-depth\"",
        11,
        "rating.features",
        "below 0",
    );
}

#[test]
fn versions() {
    check(
        "schema = 1",
        "schema = 2\nnews = true",
        2,
        "schema",
        "2 is newer than this program",
    );
    check(
        "schema = 1",
        "schema = \"1\"",
        2,
        "schema",
        "write schema = 1",
    );
    assert!(error("schema = 1", "").message.contains("it is missing"));
    let broken = error("seed = 3", "seed = ");
    assert_eq!(broken.line, Some(4), "{broken}");
}

#[test]
fn all_features_but_those_that_cannot_matter() {
    let all = |change: &str| {
        let features =
            "features = [\"landing-height\", \"holes\", \"row-transitions\", \"cumulative-wells\"]";
        let text = TINY.replace(features, &format!("features = \"all\"{change}"));
        let experiment = Experiment::from_toml(&text).unwrap();
        experiment
            .readings()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    let linear = all("");
    assert_eq!(linear.len(), 41);
    assert!(!linear.contains(&"constant".to_string()) && !linear.contains(&"suicide".to_string()));
    let exponential = all("\nkind = \"exponential\"");
    assert!(!exponential.contains(&"mean-hole-depth".to_string()));
}

#[test]
fn changed_experiments_can_be_read_back() {
    let experiment = tiny();
    let other = experiment.with_seed(9).unwrap().with_moves(5000).unwrap();
    assert_eq!(
        (
            other.seed(),
            other.budget().moves,
            other.budget().generations
        ),
        (9, Some(5000), None)
    );
    assert_eq!(other.method(), experiment.method());
    assert_eq!(other.curriculum(), experiment.curriculum());
    assert_eq!(other.measurements()[0].seed, 1_000_009);
    assert_eq!(Experiment::from_toml(other.text()).unwrap(), other);
    for &name in Config::NAMES {
        let text = TINY.replace(
            "[optimiser.cross-entropy]\npopulation = 10\nrho = 0.3\nevaluate-mean = true",
            &format!("[optimiser.{name}]"),
        );
        let experiment = Experiment::from_toml(&text).unwrap();
        let again = experiment.with_seed(3).unwrap();
        assert_eq!(again.method(), experiment.method(), "{name}");
    }
}

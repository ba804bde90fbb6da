//! What every method of the table has to do.

use tetrarium_engine::rules::Suicide;

use super::testing::{iterate, setting};
use super::{Config, Learner, Setting, Step};
use crate::parameters::tests::agrees;

/// A small setting that every method can learn in.
fn small() -> Setting {
    let rules = [("board", "5x6"), ("suicide", "zero")];
    setting(&rules, &["constant", "max-height", "holes"], 7)
}

/// Methods that rate no move as 0.
const WITHOUT_ZERO: [&str; 3] = [
    "accept-or-reject",
    "preference-learning",
    "temporal-difference",
];

/// The same for a method: preferences have no zero.
fn small_for(config: &Config) -> Setting {
    let mut setting = small();
    if WITHOUT_ZERO.contains(&config.name()) {
        setting.rules.set("suicide", "avoided").unwrap();
    }
    setting
}

/// Every method, made so small that a test can run it.
fn methods() -> Vec<Config> {
    let small = "
        [accept-or-reject]
        units = 3
        games = 4
        [approximate-linear-programming]
        boards = 60
        spacing = 2
        [approximate-value-iteration]
        boards = 60
        memory = 2
        [lambda-policy-iteration]
        games = 10
        [least-squares-policy-iteration]
        samples = 300
        [least-squares-lambda-policy-iteration]
        samples = 300
        [classification-policy-iteration]
        states = 60
        horizon = 2
        population = 6
        generations = 3
        [gaussian-process-q-learning]
        games = 3
        first = 5
        [natural-policy-gradient]
        moves = 600
        trajectories = 3
        [preference-learning]
        turns = 700
        model = 'net'
        steps = 3
        [teaching]
        boards = 200
        epochs = 2
        [temporal-difference]
        units = 3
        games = 4
    ";
    let tables: toml::Table = toml::from_str(small).unwrap();
    let read = |name: &str| {
        let parameters = tables
            .get(name)
            .cloned()
            .unwrap_or(toml::Table::new().into());
        let table = toml::Table::from_iter([(name.to_string(), parameters)]);
        table.try_into().unwrap()
    };
    Config::NAMES.iter().map(|name| read(name)).collect()
}

#[test]
fn what_is_documented_of_a_range_is_what_is_accepted() {
    for method in Config::NAMES {
        let mut setting = small();
        if WITHOUT_ZERO.contains(method) {
            setting.rules.suicide = Suicide::Avoided;
        }
        for (parameter, _) in Config::named(method).unwrap().parameters() {
            let name = parameter.name();
            let refused = |value: &str| {
                let text = format!("[{method}]\n{name} = {value}\n");
                let config: Config = toml::from_str(&text).unwrap();
                let error = config.validate(&setting).err();
                error.is_some_and(|error| error.field == name)
            };
            agrees(method, parameter, refused);
        }
    }
}

#[test]
fn a_learner_saved_and_loaded_goes_on_as_if_nothing_had_been() {
    for config in methods() {
        let mut whole = Learner::new(config.clone(), small_for(&config)).unwrap();
        let mut saved = whole.clone();
        for _ in 0..3 {
            if whole.stop().is_some() {
                break;
            }
            let log = iterate(&mut whole);
            whole.judge(log.len() as f64);
            let text = serde_json::to_string(&saved).unwrap();
            saved = serde_json::from_str(&text).unwrap();
            assert_eq!(iterate(&mut saved), log, "{}", config.name());
            saved.judge(log.len() as f64);
            assert_eq!(saved, whole, "{}", config.name());
        }
    }
}

#[test]
fn tasks_travel_as_text_and_are_performed_in_any_order() {
    for config in methods() {
        let mut here = Learner::new(config.clone(), small_for(&config)).unwrap();
        let mut there = here.clone();
        let log = iterate(&mut here);
        let context = serde_json::to_string(there.context()).unwrap();
        let context: super::Context = serde_json::from_str(&context).unwrap();
        let travelled = loop {
            let tasks = there.ask();
            let mut answers: Vec<_> = tasks
                .iter()
                .rev()
                .map(|task| {
                    let text = serde_json::to_string(task).unwrap();
                    let task = serde_json::from_str(&text).unwrap();
                    let performed = context.perform(&task, &mut |_| true).unwrap();
                    let text = serde_json::to_string(&performed).unwrap();
                    serde_json::from_str(&text).unwrap()
                })
                .collect();
            answers.reverse();
            if let Step::Done(log) = there.tell(answers).unwrap() {
                break log;
            }
        };
        assert_eq!(travelled, log);
        assert_eq!(there, here);
    }
}

/// The sum of the heights is their mean times the width.
#[test]
fn of_dependent_features_the_log_has_the_rank() {
    let solve = [
        "approximate-linear-programming",
        "approximate-value-iteration",
        "lambda-policy-iteration",
        "least-squares-policy-iteration",
        "least-squares-lambda-policy-iteration",
    ];
    let mut found = 0;
    for config in methods() {
        if !solve.contains(&config.name()) {
            continue;
        }
        for (features, rank) in [
            (
                &["max-height", "holes", "mean-height", "sum-height"][..],
                3.0,
            ),
            (&["max-height", "holes", "mean-height"], 3.0),
        ] {
            let rules = [("board", "5x6"), ("suicide", "zero")];
            let mut learner = Learner::new(config.clone(), setting(&rules, features, 7)).unwrap();
            let log = iterate(&mut learner);
            let said = (log["rank"], log["unknowns"]);
            assert_eq!(said, (rank, features.len() as f64), "{}", config.name());
        }
        found += 1;
    }
    assert_eq!(found, solve.len());
}

#[test]
fn work_can_be_ended() {
    for config in methods() {
        let learner = Learner::new(config.clone(), small_for(&config)).unwrap();
        let task = &learner.ask()[0];
        assert!(learner.context().perform(task, &mut |_| false).is_none());
    }
}

#[test]
fn answers_that_were_not_asked_for_are_refused() {
    let config = methods().remove(0);
    let setting = small_for(&config);
    let mut learner = Learner::new(config, setting).unwrap();
    let before = learner.clone();
    assert!(learner.tell(Vec::new()).is_err());
    assert_eq!(learner, before);
}

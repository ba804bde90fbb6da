//! Work on a cluster whose machines are slow, lose shards and answer twice, against threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tetrarium_engine::{Player, Rules, catalogue};

use super::*;
use crate::estimate::Settings;
use crate::play::{Contender, Length, PlayError, Shard, Threads, Watch};
use crate::training::{Ending, Experiment, Run};
use crate::{Amount, Backend, Budget, Order};

const VERSION: &str = "9.9";

/// Does some work on a cluster. Its machines give results back in reverse, some of them twice, and
/// lose every third shard once.
fn on_cluster<T: Send>(work: impl FnOnce(&Cluster) -> T + Send) -> T {
    let cluster = Cluster::new(3, VERSION);
    let desk = cluster.desk();
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let answer = work(&cluster);
            desk.finish();
            answer
        });
        let perform = |shard: &String| perform(shard, VERSION, &Arc::default());
        while desk.wait(Duration::from_secs(1)) {
            let shards: Vec<String> = std::iter::from_fn(|| desk.take()).take(6).collect();
            for (number, shard) in shards.iter().enumerate().rev() {
                if number % 3 == 0 {
                    perform(shard);
                }
                desk.give(&perform(shard)).unwrap();
                if number % 2 == 0 {
                    desk.give(&perform(shard)).unwrap();
                }
            }
        }
        worker.join().unwrap()
    })
}

fn player(name: &str, settings: &[(&str, &str)]) -> Player {
    let mut rules = Rules::default();
    for (setting, value) in settings {
        rules.set(setting, value).unwrap();
    }
    Player::new(catalogue::named(name).unwrap(), &rules).unwrap()
}

fn is_the_same(order: &Order) {
    let stop = Arc::default();
    let here = order.carry_out(&Threads(2), &stop, &mut ()).unwrap();
    let there = on_cluster(|cluster| order.carry_out(cluster, &stop, &mut ()).unwrap());
    assert_eq!(there, here);
}

#[test]
fn games_games_played_on_and_estimates_are_those_of_threads() {
    let uniform = player("bcts", &[("board", "6x8")]);
    let bag = player(
        "dt-10",
        &[("board", "6x8"), ("pieces", "bag"), ("visible", "2")],
    );
    let climbs = Amount::Climbs {
        climbs: 60,
        repeats: 5,
        danger: None,
        precision: None,
    };
    let side_by_side = Amount::Precision {
        first: 3,
        precision: 0.3,
        side_by_side: Some(50),
    };
    for player in [&uniform, &bag] {
        for amount in [climbs, side_by_side, Amount::Chosen { precision: None }] {
            is_the_same(&Order {
                contenders: vec![player.into()],
                ..Order::new(amount)
            });
        }
        is_the_same(&Order {
            contenders: vec![player.into()],
            keeps_scores: true,
            counts_heights: true,
            budget: Some(Budget::Moves(5000)),
            ..Order::games(200)
        });
        is_the_same(&Order {
            contenders: vec![player.into()],
            keeps_scores: true,
            counts_heights: true,
            ..Order::games(100)
        });
    }
}

/// The files of a run, without the clock readings.
fn files(folder: &std::path::Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), entry.path()))
        .filter(|(name, _)| !name.contains("timing") && name != "lock" && name != "made.json")
        .map(|(name, path)| (name, std::fs::read(path).unwrap()))
        .collect();
    files.sort();
    files
}

fn trained(experiment: &str, name: &str, backend: &dyn Backend) -> Vec<(String, Vec<u8>)> {
    let folder = std::env::temp_dir().join(format!("cluster-{name}-{}", std::process::id()));
    let experiment = Experiment::from_toml(experiment).unwrap();
    let mut run = Run::start(&folder, &experiment, None).unwrap();
    let ending = run.go(backend, &Watch::default(), &mut ()).unwrap();
    assert!(matches!(ending, Ending::Finished(_)));
    drop(run);
    let files = files(&folder);
    std::fs::remove_dir_all(folder).unwrap();
    files
}

const OPTIMISER: &str = r#"
    schema = 1
    name = "optimiser"
    rules = { board = "5x6" }
    rating = { features = ["holes", "landing-height"] }
    optimiser.cross-entropy = { population = 10, rho = 0.2 }
    fitness = { games = 2, max-pieces = 100 }
    budget = { moves = 20000 }
"#;

const CLIMBS: &str = r#"
    schema = 1
    name = "climbs"
    rules = { board = "5x8" }
    rating = { features = ["holes", "landing-height"] }
    optimiser.cross-entropy = { population = 10, rho = 0.2 }
    fitness = { climbs = 20 }
    budget = { generations = 2 }
"#;

const LEARNER: &str = r#"
    schema = 1
    name = "learner"
    rules = { board = "6x8", suicide = "zero" }
    rating = { features = ["constant", "max-height", "holes"] }
    learner.lambda-policy-iteration = { games = 20 }
    fitness = { games = 5 }
    budget = { generations = 3 }
"#;

#[test]
fn runs_are_those_of_threads_byte_for_byte() {
    for (name, experiment) in [
        ("optimiser", OPTIMISER),
        ("climbs", CLIMBS),
        ("learner", LEARNER),
    ] {
        let here = trained(experiment, &format!("{name}-here"), &Threads(2));
        let there = on_cluster(|cluster| trained(experiment, &format!("{name}-there"), cluster));
        assert!(here.len() > 3);
        assert_eq!(there, here);
    }
}

fn games(contender: Contender) -> crate::Work {
    let shard = Shard {
        seed: 1,
        first: 0,
        games: 5,
        length: Length::Whole,
    };
    crate::Work { contender, shard }
}

/// Plays some games while `machine` sees to the desk.
fn failing(machine: impl Fn(&Desk)) -> Result<Vec<Vec<crate::Record>>, PlayError> {
    let player = player("bcts", &[("board", "6x6")]);
    let cluster = Cluster::new(1, VERSION);
    std::thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let contender = Contender::from(&player);
            cluster.play(&[games(contender)], &Watch::default())
        });
        cluster.desk().wait(Duration::from_secs(60));
        machine(cluster.desk());
        worker.join().unwrap()
    })
}

#[test]
fn a_worker_of_another_version_is_an_error() {
    let failed = failing(|desk| {
        let shard = desk.take().unwrap();
        let result = perform(&shard, "1.0", &Arc::default());
        let error = desk.give(&result).unwrap_err();
        assert!(matches!(error, GiveError::Version { .. }), "{error}");
    });
    let sentence = failed.unwrap_err().to_string();
    assert_eq!(
        sentence,
        "a worker has tetrarium 1.0, and this is tetrarium 9.9: install the same version everywhere"
    );
}

#[test]
fn nonsense_for_a_result_is_an_error() {
    for (nonsense, words) in [
        ("", "no result of a shard"),
        ("{\"version\": \"9.9\"}", "no result of a shard"),
    ] {
        let failed = failing(|desk| {
            desk.take().unwrap();
            desk.give(nonsense).unwrap_err();
            assert_eq!(desk.take(), None);
        });
        let sentence = failed.unwrap_err().to_string();
        assert!(sentence.contains(words), "{sentence}");
    }
    let result = perform("nonsense", VERSION, &Arc::default());
    let failed = failing(|desk| {
        desk.take().unwrap();
        desk.give(&result).unwrap_err();
    });
    assert!(failed.unwrap_err().to_string().contains("no shard"));
}

#[test]
fn a_stop_ends_what_waits_and_keeps_what_is_there() {
    let player = player("bcts", &[("board", "6x6")]);
    let cluster = Cluster::new(1, VERSION);
    let stop = Arc::new(AtomicBool::new(false));
    let watch = Watch::stopping_on(&stop);
    let contender = Contender::from(&player);
    let records = std::thread::scope(|scope| {
        let worker = scope.spawn(|| cluster.play(&[games(contender)], &watch));
        let desk = cluster.desk();
        desk.wait(Duration::from_secs(60));
        let first = desk.take().unwrap();
        desk.take().unwrap();
        desk.give(&perform(&first, VERSION, &Arc::default()))
            .unwrap();
        stop.store(true, Ordering::Relaxed);
        worker.join().unwrap().unwrap()
    });
    assert_eq!(records[0].len(), 1);
    assert_eq!(cluster.desk().counts().given, 1);
}

#[test]
fn an_agent_of_this_machine_is_refused() {
    struct Nobody;
    impl tetrarium_engine::Agent for Nobody {
        fn name(&self) -> &str {
            "agent"
        }
        fn version(&self) -> &str {
            ""
        }
        fn open<'a>(
            &'a self,
            _: &'a Rules,
        ) -> Result<Box<dyn tetrarium_engine::Session + 'a>, tetrarium_engine::AgentError> {
            unreachable!("nothing is played")
        }
    }
    let rules = Rules::default();
    let contender = Contender::new(&Nobody, &rules);
    let refused = Cluster::new(1, VERSION).play(&[games(contender)], &Watch::default());
    assert!(matches!(refused, Err(PlayError::Refused(_))));
}

#[test]
fn settings_of_an_estimate_reach_the_errands() {
    let player = player("bcts", &[("board", "6x8")]);
    let settings = Settings {
        climbs: 40,
        repeats: 3,
        ..Settings::default()
    };
    let estimate = |backend: &dyn Backend| {
        crate::estimate::estimate(&player, 7, &settings, backend, &Watch::default()).unwrap()
    };
    let here = estimate(&Threads(1));
    assert_eq!(on_cluster(|cluster| estimate(cluster)), here);
}

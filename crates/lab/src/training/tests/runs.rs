//! Runs: the same whatever the threads, stopped and resumed, kept from each other.

use super::{TINY, Temporary, files, run, tiny, tiny_climbs, tiny_genetic, tiny_ones};
use crate::compare::MeanRecord;
use crate::play::Watch;
use crate::play::testing::Faltering;
use crate::play::{PlayError, Threads};
use crate::training::{Ending, Experiment, GenerationLine, Observer, Run, RunError, Standing, Why};
use tetrarium_engine::Controller;

#[test]
fn threads_change_nothing() {
    for experiment in tiny_ones() {
        let there = Temporary::new();
        for threads in 1..=3 {
            run(&there.join(&threads.to_string()), &experiment, threads);
        }
        let one = files(&there.join("1"));
        assert_eq!(one, files(&there.join("2")));
        assert_eq!(one, files(&there.join("3")));
    }
}

#[test]
fn what_a_run_leaves() {
    let there = Temporary::new();
    let folder = there.join("run");
    run(&folder, &tiny(), 2);
    let files = files(&folder);
    assert_eq!(files["experiment.toml"], TINY);
    let generations = files["generations.jsonl"].lines();
    let generations: Vec<GenerationLine> = generations
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(generations.len(), 8);
    let boards: Vec<&str> = generations.iter().map(|line| &line.board[..]).collect();
    assert_eq!(boards[2..4], ["5x5", "5x7"]);
    for line in &generations {
        let f = line.fitness;
        let order = [
            f.worst,
            f.lower_quartile,
            f.median,
            f.upper_quartile,
            f.best,
        ];
        assert!(order.is_sorted(), "{order:?}");
        assert_eq!(line.candidates, 11);
        assert!(line.games >= 10 * 2 + 6 && line.games <= 11 * 6);
        assert!(line.mean_candidate.is_some());
        assert_eq!(line.distribution.mean.len(), 4);
    }
    let candidates: Vec<serde_json::Value> = files["candidates.jsonl"]
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(candidates.len(), 88);
    let moves: u64 = candidates
        .iter()
        .map(|one| one["pieces"].as_u64().unwrap())
        .sum();
    assert_eq!(moves, generations[7].total_moves);
    let controller = Controller::from_toml(&files["controller.toml"]).unwrap();
    assert_eq!(controller.name, "tiny-3");
    assert!(controller.source.contains("8 generations"));
    assert_eq!(controller.rating.terms.len(), 4);
    let measured: Vec<serde_json::Value> = files["measurements.jsonl"]
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let who: Vec<_> = measured
        .iter()
        .map(|one| (&one["controller"], &one["rules"]["board"]))
        .collect();
    assert_eq!(
        format!("{who:?}"),
        r#"[(String("tiny-3"), String("5x7")), (String("dellacherie"), String("5x7")), (String("tiny-3"), String("5x6"))]"#
    );
    assert_eq!(measured[0]["seed"], 1_000_003);
    for (name, text) in &files {
        assert!(
            !text.contains("seconds") || name == "checkpoint.json",
            "{name}"
        );
    }
    assert!(
        std::fs::read_to_string(folder.join("timing.jsonl"))
            .unwrap()
            .contains("moves_per_second")
    );
}

#[test]
fn a_run_that_is_stopped_goes_on_to_the_same_end() {
    for experiment in tiny_ones() {
        let there = Temporary::new();
        run(&there.join("whole"), &experiment, 1);
        let folder = there.join("stopped");
        drop(Run::start(&folder, &experiment, None).unwrap());
        let (mut stops, mut rounds) = (0, 3);
        loop {
            let mut run = Run::resume(&folder).unwrap();
            let watch = Watch::default();
            let games = Faltering::new(rounds, || {
                watch.stop();
                None
            });
            // A generation that is judged by climbs has more rounds than one that plays games.
            rounds += 1;
            match run.go(&games, &watch, &mut ()).unwrap() {
                Ending::Finished(why) => {
                    assert_eq!(why, Why::Generations);
                    assert!(run.finished());
                    break;
                }
                Ending::Stopped => stops += 1,
            }
        }
        assert!(stops >= 2, "{stops}");
        assert_eq!(files(&folder), files(&there.join("whole")));
        // A finished run is left as it is.
        let mut run = Run::resume(&folder).unwrap();
        let ending = run.go(&Threads(1), &Watch::default(), &mut ()).unwrap();
        assert_eq!(ending, Ending::Finished(Why::Generations));
        assert_eq!(files(&folder), files(&there.join("whole")));
    }
}

#[test]
fn a_run_whose_device_is_lost_goes_on_to_the_same_end() {
    let there = Temporary::new();
    run(&there.join("whole"), &tiny(), 1);
    let folder = there.join("lost");
    drop(Run::start(&folder, &tiny(), None).unwrap());
    let lost = || PlayError::Failed("the device is lost".to_string());
    let mut failures = 0;
    loop {
        let mut run = Run::resume(&folder).unwrap();
        let games = Faltering::new(5, || Some(lost()));
        match run.go(&games, &Watch::default(), &mut ()) {
            Ok(Ending::Finished(_)) => break,
            Ok(Ending::Stopped) => panic!("it was not stopped"),
            Err(RunError::Play(error)) => assert_eq!(error, lost()),
            Err(error) => panic!("{error}"),
        }
        failures += 1;
    }
    assert!(failures >= 2, "{failures}");
    assert_eq!(files(&folder), files(&there.join("whole")));
}

/// Counts what it sees.
#[derive(Default)]
struct Counting {
    shares: Vec<f64>,
    measured: Vec<String>,
}

impl Observer for Counting {
    fn generation(&mut self, _: &GenerationLine, standing: &Standing) {
        self.shares.push(standing.share);
    }

    fn measured(&mut self, measured: &MeanRecord) {
        self.measured.push(measured.controller().to_string());
    }
}

fn with_budget(experiment: &str, budget: &str) -> Experiment {
    Experiment::from_toml(&experiment.replace("generations = 8", budget)).unwrap()
}

#[test]
fn budgets() {
    let there = Temporary::new();
    let go_with = |experiment: &str, name: &str, budget: &str| {
        let experiment = with_budget(experiment, budget);
        let mut run = Run::start(&there.join(name), &experiment, None).unwrap();
        let mut seen = Counting::default();
        let ending = run.go(&Threads(2), &Watch::default(), &mut seen);
        (ending, run.standing().totals, seen)
    };
    let go = |name: &str, budget: &str| go_with(TINY, name, budget);
    let (ending, totals, seen) = go("evaluations", "evaluations = 30");
    assert_eq!(ending.unwrap(), Ending::Finished(Why::Evaluations));
    assert_eq!((totals.generations, totals.evaluations), (3, 33));
    assert_eq!(seen.shares.len(), 3);
    assert_eq!(seen.shares[2], 1.0);
    assert_eq!(seen.measured, ["tiny-3", "dellacherie", "tiny-3"]);

    // Two generations fit in exactly, and no more.
    let (_, two, _) = go("two", "generations = 2");
    let exactly = format!("moves = {}", two.moves);
    let (ending, totals, _) = go("moves", &exactly);
    assert_eq!(ending.unwrap(), Ending::Finished(Why::Moves));
    assert_eq!(totals, two);
    let (ending, totals, _) = go("less", &format!("moves = {}", two.moves - 1));
    assert_eq!(ending.unwrap(), Ending::Finished(Why::Moves));
    assert_eq!(totals.generations, 1);
    let (ending, _, _) = go("nothing", "moves = 10");
    assert!(
        ending
            .unwrap_err()
            .to_string()
            .contains("nothing was learnt")
    );

    // A method that does not come to rest before.
    let (ending, totals, _) = go_with(tiny_genetic().text(), "time", "seconds = 2.0");
    assert_eq!(ending.unwrap(), Ending::Finished(Why::Seconds));
    assert!(totals.generations > 0);
}

#[test]
fn climbs_instead_of_games() {
    let there = Temporary::new();
    run(&there.join("run"), &tiny_climbs(), 2);
    let files = files(&there.join("run"));
    let lines = |name: &str| -> Vec<serde_json::Value> {
        let lines = files[name].lines();
        lines.map(|l| serde_json::from_str(l).unwrap()).collect()
    };
    let generations = lines("generations.jsonl");
    let games = |number: usize| generations[number]["games"].as_u64().unwrap();
    assert_eq!(
        (games(2), games(3)),
        (33, 11),
        "three games each, then one estimate"
    );
    for line in lines("candidates.jsonl").iter().skip(33) {
        assert_eq!(
            (&line["games"], &line["fitness"]),
            (&1.into(), &line["lines"].as_u64().map(|n| n as f64).into())
        );
    }
    // A climb from every level: moves are those made, not those of the game that was estimated.
    let total: u64 = generations
        .iter()
        .map(|line| line["moves"].as_u64().unwrap())
        .sum();
    assert_eq!(generations[7]["total_moves"], total);
    assert!(generations[7]["moves"].as_u64().unwrap() > 11 * 100);
    let measured = lines("measurements.jsonl");
    let kinds: Vec<&str> = measured
        .iter()
        .map(|line| line["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["estimate", "estimate", "measurement"]);
    // Half a generation counts for nothing.
    let last = total - generations[7]["moves"].as_u64().unwrap() / 2;
    let less = tiny_climbs().with_moves(last).unwrap();
    let mut run = Run::start(&there.join("less"), &less, None).unwrap();
    run.go(&Threads(2), &Watch::default(), &mut ()).unwrap();
    assert_eq!(run.standing().totals.generations, 7);
}

#[test]
fn candidates_of_a_generation_play_common_or_fresh_games() {
    let there = Temporary::new();
    let fresh = TINY.replace("max-pieces = 300", "max-pieces = 300\nseeds = \"fresh\"");
    let fresh = Experiment::from_toml(&fresh).unwrap();
    run(&there.join("fresh"), &fresh, 2);
    run(&there.join("common"), &tiny(), 2);
    let first = |name: &str| {
        files(&there.join(name))["candidates.jsonl"]
            .lines()
            .next()
            .unwrap()
            .to_string()
    };
    // Candidate 0 of generation 0 has the same games either way, candidate 1 has not.
    assert_eq!(first("fresh"), first("common"));
    assert_ne!(
        files(&there.join("fresh"))["candidates.jsonl"],
        files(&there.join("common"))["candidates.jsonl"]
    );
}

#[test]
fn selection_and_exponents_reach_the_controller_file() {
    let text = r#"
schema = 1
name = "choice"
rules = { board = "5x6", suicide = "considered" }
rating = { features = "all", selection = true }
optimiser.genetic = { population = 6, mutation-rate = 0.0625 }
fitness = { games = 1, max-pieces = 60 }
budget = { generations = 2 }
"#;
    let there = Temporary::new();
    run(
        &there.join("choice"),
        &Experiment::from_toml(text).unwrap(),
        2,
    );
    let read = |name: &str| {
        let text = std::fs::read_to_string(there.join(name).join("controller.toml")).unwrap();
        Controller::from_toml(&text).unwrap()
    };
    let controller = read("choice");
    assert!(controller.rating.terms.len() < 43 && !controller.rating.terms.is_empty());
    assert_eq!(
        controller.rules,
        [("suicide".to_string(), "considered".to_string())]
    );

    let text = text
        .replace(
            "features = \"all\", selection = true",
            "features = [\"holes\", \"max-height\"], kind = \"displaced\"",
        )
        .replace(
            "genetic = { population = 6, mutation-rate = 0.0625 }",
            "evolution = { population = 6, elite = 1 }",
        );
    run(
        &there.join("displaced"),
        &Experiment::from_toml(&text).unwrap(),
        2,
    );
    let text = std::fs::read_to_string(there.join("displaced").join("controller.toml")).unwrap();
    assert!(text.contains("[rating.displacements]"), "{text}");
    read("displaced");
}

#[test]
fn a_stage_may_have_games_of_its_own() {
    let text = tiny_genetic().text().replace(
        "generations = 3",
        "generations = 3\ngames = 5\nmax-pieces = 4",
    );
    let there = Temporary::new();
    run(
        &there.join("run"),
        &Experiment::from_toml(&text).unwrap(),
        2,
    );
    let all = files(&there.join("run"));
    let lines = all["generations.jsonl"].lines();
    let lines: Vec<GenerationLine> = lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert!(lines[0].games == 50 && lines[0].moves <= 200);
    // Elites play no game twice, so there are fewer candidates than at the start.
    assert_eq!(lines[3].games, 3 * lines[3].candidates);
    assert!(lines[3].moves > 4 * lines[3].games);
}

#[test]
fn candidates_that_cannot_play_lose() {
    let text = r#"
schema = 1
name = "steep"
rules = { board = "5x6" }
rating = { features = ["holes", "landing-height"], kind = "exponential" }
optimiser.evolution = { population = 20, elite = 1, start-exponent = [0.0, 100.0] }
fitness = { games = 2, max-pieces = 20 }
budget = { generations = 1 }
"#;
    let there = Temporary::new();
    run(&there.join("run"), &Experiment::from_toml(text).unwrap(), 1);
    let all = files(&there.join("run"));
    let pieces = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["pieces"].as_u64().unwrap()
    };
    let lines: Vec<u64> = all["candidates.jsonl"].lines().map(pieces).collect();
    let unable = lines.iter().filter(|&&pieces| pieces == 0).count();
    assert!(unable > 0 && unable < 20, "{lines:?}");
}

#[test]
fn weights_of_any_size_play() {
    let experiment = tiny();
    let plain = experiment.controller("plain", 0, &[-3.0, -8.0, -3.0, -4.0], &[]);
    let genes = [-3.0, -8.0, -3.0, -4.0].map(|gene| libm::ldexp(gene, 600));
    let large = experiment.controller("plain", 0, &genes, &[]);
    let rules = experiment.rules();
    let play = |controller: &Controller| {
        let player = tetrarium_engine::Player::new(controller, rules).unwrap();
        let mut game = tetrarium_engine::PlayerGame::new(&player, 1, 0);
        std::iter::from_fn(|| game.step()).count()
    };
    assert_eq!(play(&plain), play(&large));
    let none = experiment.controller("none", 0, &[0.0; 4], &[]);
    play(&none);
}

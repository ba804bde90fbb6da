//! Tournaments.

use tetrarium_engine::{Controller, Fingerprint, Rules};

use super::{TINY, Temporary, files, tiny, tiny_genetic};
use crate::play::Threads;
use crate::play::{Length, Watch};
use crate::training::{By, Experiment, Observer, Row, Tournament, list};

fn rivals() -> [Experiment; 2] {
    let text = tiny_genetic().text().replace("\"tiny\"", "\"genetic\"");
    [tiny(), Experiment::from_toml(&text).unwrap()]
}

fn tournament(there: &Temporary, name: &str) -> Tournament {
    Tournament::new(&there.join(name), &rivals(), 3, Some(40_000))
        .unwrap()
        .measured_by(10, 4)
}

/// Stops the watch when it has seen a number of things.
struct Stopping<'a> {
    left: u64,
    watch: &'a Watch,
}

impl Stopping<'_> {
    fn see(&mut self) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            self.watch.stop();
        }
    }
}

impl Observer for Stopping<'_> {
    fn run(&mut self, _: &str, _: u64, _: u64, _: u64, _: usize) {
        self.see();
    }

    fn measuring(&mut self, _: &str, _: &tetrarium_engine::Rules, _: By, _: u64, _: u64) {
        self.see();
    }
}

#[test]
fn a_small_tournament_and_one_that_is_stopped() {
    let there = Temporary::new();
    let rows = tournament(&there, "whole")
        .go(&Threads(2), &Watch::default(), &mut ())
        .unwrap()
        .unwrap();
    assert_eq!(rows.len(), 2);
    for row in &rows {
        assert_eq!((row.seeds, row.curve.len(), row.moves), (3, 4, 40_000));
        assert_eq!(row.board, "5x7");
        let mean = row.geometric_mean.unwrap();
        assert!(row.interval.contains(mean) && mean > 0.0);
        assert!(row.curve[3].lines.is_some());
    }
    let runs = list(&there.0).unwrap();
    assert_eq!(runs.len(), 6);
    assert!(runs.iter().all(|run| run.standing.totals.moves <= 40_000));
    let expected = files_of(&there, "whole");
    assert_eq!(expected["curves.jsonl"].lines().count(), 24);

    for n in 0.. {
        let watch = Watch::default();
        let mut stopping = Stopping {
            left: 4 + n,
            watch: &watch,
        };
        let threads = Threads(1 + n as usize % 2);
        let rows = tournament(&there, "stopped").go(&threads, &watch, &mut stopping);
        if rows.unwrap().is_some() {
            assert!(n > 2);
            break;
        }
        // A half-written line, as after a loss of power.
        let curves = there.join("stopped").join("curves.jsonl");
        if let Ok(mut text) = std::fs::read_to_string(&curves) {
            text.push_str("{\"experi");
            std::fs::write(&curves, text).unwrap();
        }
    }
    assert_eq!(files_of(&there, "stopped"), expected);
}

/// What is measured of a run is its own controller, whose features its seed drew.
#[test]
fn the_features_that_a_seed_draws_are_those_measured() {
    let there = Temporary::new();
    let text = tiny_genetic()
        .text()
        .replace("[rating]", "[rating]\ncomposed = 5");
    let experiment = Experiment::from_toml(&text).unwrap();
    let tournament = Tournament::new(&there.join("drawn"), &[experiment], 3, Some(20_000));
    let tournament = tournament.unwrap().measured_by(5, 1);
    let rows = tournament.go(&Threads(2), &Watch::default(), &mut ());
    assert!(rows.unwrap().is_some());
    let written = files_of(&there, "drawn");
    let mut rules = Rules::default();
    rules.set("board", "5x7").unwrap();
    for (seed, line) in (1..).zip(written["curves.jsonl"].lines()) {
        let point: serde_json::Value = serde_json::from_str(line).unwrap();
        let file = &written[&format!("tiny-seed-{seed}/controller.toml")];
        let controller = Controller::from_toml(file).unwrap();
        let expected = Fingerprint::of(&controller, &rules).to_string();
        assert_eq!(point["measured"]["fingerprint"], expected, "seed {seed}");
    }
}

fn files_of(there: &Temporary, name: &str) -> std::collections::BTreeMap<String, String> {
    let path = there.join(name);
    let mut all = std::collections::BTreeMap::new();
    for entry in std::fs::read_dir(&path).unwrap() {
        let entry = entry.unwrap().path();
        let name = entry.file_name().unwrap().to_str().unwrap().to_string();
        if entry.is_dir() {
            all.extend(
                files(&entry)
                    .into_iter()
                    .map(|(file, text)| (format!("{name}/{file}"), text)),
            );
        } else {
            all.insert(name, std::fs::read_to_string(&entry).unwrap());
        }
    }
    all
}

#[test]
fn what_cannot_be_compared() {
    let there = Temporary::new();
    let error = |experiments: &[Experiment], moves| {
        Tournament::new(&there.0, experiments, 2, moves)
            .unwrap_err()
            .to_string()
    };
    assert!(error(&[], None).contains("at least one"));
    assert!(error(&[tiny(), tiny()], Some(1)).contains("two experiments are named `tiny`"));
    assert!(error(&rivals(), None).contains("no experiment has a budget of moves"));
    let [one, _] = rivals();
    let text = TINY
        .replace("generations = 8", "moves = 7")
        .replace("\"tiny\"", "\"other\"");
    let other = Experiment::from_toml(&text).unwrap();
    assert!(error(&[one, other], None).contains("(tiny none, other 7)"));
}

#[test]
fn a_scaled_experiment_and_one_that_comes_to_nothing() {
    let scaled = tiny().scaled(Some("5x6"), Some(2)).unwrap();
    assert_eq!(scaled.most_games(), 2);
    assert!(scaled.racing().is_none());
    let boards = [
        scaled.rules(),
        &scaled.stage(0).1.rules,
        &scaled.measurements()[1].rules,
    ];
    assert!(boards.iter().all(|rules| rules.board.to_string() == "5x6"));
    assert!(tiny().scaled(Some("5"), None).is_err());
    let there = Temporary::new();
    let rows = Tournament::new(&there.0, &[scaled], 1, Some(5))
        .unwrap()
        .go(&Threads(1), &Watch::default(), &mut ())
        .unwrap()
        .unwrap();
    assert_eq!((rows[0].seeds, rows[0].geometric_mean), (0, None));
}

#[test]
fn games_measure_though_climbs_come_first() {
    let climbs = "[[measurement]]\nclimbs = 30\n\n[[measurement]]\ngames = 20";
    let text = TINY.replacen("[[measurement]]\ngames = 20", climbs, 1);
    let both = Experiment::from_toml(&text).unwrap();
    let there = Temporary::new();
    let held = Tournament::new(&there.0, &[both], 1, Some(9)).unwrap();
    assert_eq!(held.entrants()[0].length, Length::AtMost(200));
    let alone = Experiment::from_toml(&text[..text.find("games = 20").unwrap() - 17]).unwrap();
    assert_eq!(alone.measurements().len(), 1);
    let error = Tournament::new(&there.0, &[alone], 1, Some(9)).unwrap_err();
    assert!(error.to_string().contains("by climbs alone"), "{error}");
}

#[test]
fn a_changed_experiment_is_refused() {
    let there = Temporary::new();
    let small = |text: &str| {
        let experiment = Experiment::from_toml(text).unwrap();
        Tournament::new(&there.join("t"), &[experiment], 1, Some(20_000))
            .unwrap()
            .measured_by(2, 1)
            .go(&Threads(2), &Watch::default(), &mut ())
    };
    small(TINY).unwrap();
    let error = small(&TINY.replace("rho = 0.3", "rho = 0.4")).unwrap_err();
    let says = "is a run of another experiment, or with other moves: its line";
    assert!(error.to_string().contains(says), "{error}");
}

/// Points are those of the runs: a folder of another experiment's curves gives none of them away.
#[test]
fn a_changed_experiment_gets_no_points_of_the_old_one() {
    let there = Temporary::new();
    let hold = |name: &str, text: &str, games: u64| {
        let experiment = Experiment::from_toml(text).unwrap();
        let rows = Tournament::new(&there.join(name), &[experiment], 2, Some(20_000))
            .unwrap()
            .measured_by(games, 2)
            .go(&Threads(2), &Watch::default(), &mut ())
            .unwrap()
            .unwrap();
        let text = |file: &str| std::fs::read_to_string(there.join(name).join(file)).unwrap();
        (rows, text("curves.jsonl"), text("table.jsonl"))
    };
    let changed = TINY.replace("rho = 0.3", "rho = 0.5");
    let expected = hold("fresh", &changed, 5);
    let old = hold("old", TINY, 5);
    assert_ne!(old.1, expected.1);
    for seed in 1..=2 {
        std::fs::remove_dir_all(there.join("old").join(format!("tiny-seed-{seed}"))).unwrap();
    }
    assert_eq!(hold("old", &changed, 5), expected);
    // Another number of games is another measurement, and garbled points are measured again.
    assert_ne!(hold("old", &changed, 6).1, expected.1);
    assert_eq!(hold("old", &changed, 5), expected);
    let curves = there.join("old").join("curves.jsonl");
    let garbled = expected.1.replacen("\"lines\":", "\"lines\":1", 1);
    std::fs::write(&curves, garbled).unwrap();
    assert_eq!(hold("old", &changed, 5), expected);
}

#[test]
fn results_by_different_rules_are_not_ranked_against_each_other() {
    let there = Temporary::new();
    let on = |name: &str, board: &str| {
        let text = TINY.replace("\"tiny\"", &format!("\"{name}\""));
        let text = text.replace(
            "games = 20",
            &format!("rules.board = \"{board}\"\ngames = 20"),
        );
        Experiment::from_toml(&text).unwrap()
    };
    let all = [on("low", "5x6"), on("high", "5x8"), on("lower", "5x6")];
    let rows = Tournament::new(&there.0, &all, 1, Some(20_000))
        .unwrap()
        .measured_by(5, 1)
        .go(&Threads(2), &Watch::default(), &mut ())
        .unwrap()
        .unwrap();
    let boards: Vec<&str> = rows.iter().map(|row| row.board.as_str()).collect();
    assert_eq!(boards, ["5x6", "5x6", "5x8"]);
    let groups = Row::groups(&rows);
    assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(rows[0].rules["board"], "5x6");
    // The names differ, the experiments do not.
    assert_eq!(rows[0].fingerprint, rows[1].fingerprint);
}

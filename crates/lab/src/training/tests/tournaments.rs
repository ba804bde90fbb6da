//! Tournaments.

use super::{TINY, Temporary, files, tiny, tiny_genetic};
use crate::play::Threads;
use crate::play::{Length, Watch};
use crate::training::{By, Experiment, Observer, Tournament, list};

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
    fn run(&mut self, _: &str, _: u64, _: u64, _: u64) {
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
        let rows = tournament(&there, "stopped").go(&Threads(1), &watch, &mut stopping);
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
    assert!(
        error
            .to_string()
            .contains("was changed after the run began"),
        "{error}"
    );
}

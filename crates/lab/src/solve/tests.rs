//! Known answers, and relations between values.

mod bounds;
mod files;
mod long;

use super::*;
use crate::Measurement;
use crate::play::{Contender, Length, Shard, Watch, play};
use tetrarium_engine::{Player, catalogue};

fn rules(settings: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in settings {
        rules.set(name, value).unwrap();
    }
    rules
}

fn solved(settings: &[(&str, &str)], discount: f64) -> Optimum {
    let watch = Watch::default();
    optimum(&rules(settings), discount, &Solver::new(&watch), None).unwrap()
}

fn value(settings: &[(&str, &str)], discount: f64) -> f64 {
    let solved = solved(settings, discount);
    let (record, bounds) = (solved.record(), solved.bounds);
    assert!(bounds.low <= record.mean && record.mean <= bounds.high);
    assert!(
        bounds.high - bounds.low < 1e-8 * record.mean.max(1.0),
        "{bounds:?}"
    );
    record.mean
}

fn failure(settings: &[(&str, &str)], discount: f64) -> String {
    let watch = Watch::default();
    let solved = optimum(&rules(settings), discount, &Solver::new(&watch), None);
    solved.map(|_| ()).unwrap_err().to_string()
}

fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-9 * b.abs().max(1.0), "{a} and {b}");
}

/// A discount γ and one piece on width 4 have closed forms. S and Z only: fractions.
#[test]
fn closed_forms() {
    near(
        value(&[("board", "4x4"), ("pieces", "only:O")], 0.9),
        2.0 * 0.9 / (1.0 - 0.81),
    );
    near(
        value(&[("board", "4x4"), ("pieces", "only:I")], 0.9),
        1.0 / (1.0 - 0.9),
    );
    let sz = ("pieces", "weighted:S=1,Z=1");
    let four = solved(&[("board", "4x4"), sz], 1.0);
    near(four.record().mean, 4.5);
    near(value(&[("board", "5x5"), sz], 1.0), 217.0 / 64.0);
}

#[test]
fn boards_of_s_and_z_only() {
    let watch = Watch::default();
    let sz = rules(&[("board", "4x4"), ("pieces", "weighted:S=1,Z=1")]);
    let problem = Problem::new(&sz, 1.0).unwrap().without_mirrors();
    assert_eq!(
        all_boards(&problem, &Solver::new(&watch)).unwrap().len(),
        122
    );
}

#[test]
fn relations() {
    let one = value(&[("board", "4x4")], 1.0);
    let shown = value(&[("board", "4x4"), ("visible", "2")], 1.0);
    let clears = value(&[("board", "4x4"), ("overflow", "clears-first")], 1.0);
    let higher = value(&[("board", "4x5")], 1.0);
    let top = value(&[("board", "4x5"), ("overflow", "top-row")], 1.0);
    assert!(
        one < shown && one < clears && one < higher,
        "{one} {shown} {clears} {higher}"
    );
    assert!(value(&[("board", "4x4")], 0.9) < one);
    assert!(one <= top && top <= higher, "{one} {top} {higher}");
    // About 1.8 times as many lines if the next piece is shown.
    assert!((1.6..2.0).contains(&(shown / one)));
}

/// Mirror images have the same value: the same result without using that.
#[test]
fn mirrors_change_nothing() {
    let watch = Watch::default();
    let solver = Solver::new(&watch);
    for settings in [
        &[("board", "4x4")][..],
        &[
            ("board", "5x4"),
            ("visible", "2"),
            ("pieces", "weighted:S=2,Z=2,T=1,O=1"),
        ],
    ] {
        let rules = rules(settings);
        let with = optimum(&rules, 1.0, &solver, None).unwrap();
        let problem = Problem::new(&rules, 1.0).unwrap().without_mirrors();
        let boards = all_boards(&problem, &solver).unwrap();
        assert!(boards.len() > with.boards.len());
        let mut standing = Standing {
            values: zeros(&problem, &boards),
            sweeps: 0,
        };
        settle(&problem, &boards, &mut standing, &solver).unwrap();
        near(solver.value(&problem, &boards, &standing.values), with.mean);
    }
}

#[test]
fn threads_change_nothing() {
    let watch = Watch::default();
    let rules = rules(&[("board", "4x5")]);
    let one = optimum(&rules, 1.0, &Solver::new(&watch), None).unwrap();
    let many = Solver {
        threads: 3,
        ..Solver::new(&watch)
    };
    let three = optimum(&rules, 1.0, &many, None).unwrap();
    assert_eq!(one.values, three.values);
    assert_eq!(one.record(), three.record());
    let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
    let one = exact_mean(&player, 1.0, &Solver::new(&watch)).unwrap();
    let three = exact_mean(&player, 1.0, &many).unwrap();
    assert_eq!(one.values, three.values);
}

/// However early the sweeps end, the bounds hold the value, though values may have leapt beyond it.
#[test]
fn bounds_hold_the_value_at_any_tolerance() {
    let watch = Watch::default();
    for (settings, discount) in [
        (&[("board", "4x5")][..], 1.0),
        (&[("board", "4x4"), ("visible", "2")], 1.0),
        (&[("board", "4x4"), ("overflow", "top-row")], 0.95),
    ] {
        let rules = rules(settings);
        let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
        let solver = Solver::new(&watch);
        let known = [
            optimum(&rules, discount, &solver, None).unwrap().mean,
            exact_mean(&player, discount, &solver).unwrap().mean,
        ];
        for tolerance in [0.1, 0.03, 1e-2, 1e-3, 1e-5] {
            let solver = Solver {
                tolerance,
                ..Solver::new(&watch)
            };
            let bounds = [
                optimum(&rules, discount, &solver, None).unwrap().bounds,
                exact_mean(&player, discount, &solver).unwrap().bounds,
            ];
            for (bounds, known) in bounds.iter().zip(known) {
                let holds = bounds.low <= known && known <= bounds.high;
                assert!(holds, "{settings:?} {tolerance}: {known} in {bounds:?}");
            }
        }
    }
}

/// The player that is greedy for the values attains them, by an evaluation of its own.
#[test]
fn the_best_player_attains_the_value() {
    let watch = Watch::default();
    for settings in [
        &[("board", "4x4")][..],
        &[("board", "4x4"), ("visible", "2")],
    ] {
        let best = solved(settings, 1.0);
        let mean = best.mean;
        let rules = rules(settings);
        let player = Optimal::from(best);
        let exact = exact_mean(Contender::new(&player, &rules), 1.0, &Solver::new(&watch));
        near(exact.unwrap().mean, mean);
    }
}

/// The exact mean of catalogue controllers is in the interval of many games.
#[test]
fn exact_means_agree_with_games() {
    let watch = Watch::default();
    let cases = [
        ("bcts", &[("board", "4x4")][..]),
        ("dellacherie", &[("board", "5x4")]),
        ("xtris", &[("board", "4x5"), ("ties", "random")]),
        ("boehm-linear", &[("board", "4x4")]),
        (
            "bcts",
            &[
                ("board", "4x4"),
                ("overflow", "clears-first"),
                ("pieces", "weighted:I=3,S=1,Z=2,L=1"),
            ],
        ),
    ];
    for (name, settings) in cases {
        let player = Player::new(catalogue::named(name).unwrap(), &rules(settings)).unwrap();
        let exact = exact_mean(&player, 1.0, &Solver::new(&watch)).unwrap();
        assert!(exact.bounds.high - exact.bounds.low < 1e-9);
        let shard = Shard {
            seed: 1,
            first: 0,
            games: 40_000,
            length: Length::Whole,
        };
        let records = play(&player, &shard, 2, &watch);
        let measured = Measurement::new(&player, &shard, &records);
        // Four standard errors: a seeded test that fails only if one of the two is wrong.
        let summary = measured.summary.unwrap();
        let error = 4.0 * summary.sd.unwrap() / 200.0;
        assert!(
            (exact.mean - summary.mean).abs() < error,
            "{name}: {} {}",
            exact.mean,
            summary.mean
        );
        let distribution = exact.distribution();
        near(distribution.mean(), exact.mean);
        assert!((distribution.sd() - summary.sd.unwrap()).abs() < 0.05 * distribution.sd());
        let none = records.iter().filter(|record| record.lines == 0).count() as f64 / 40_000.0;
        assert!((distribution.probabilities[0] - none).abs() < 0.01);
    }
}

#[test]
fn no_controller_is_better_than_the_best_player() {
    let watch = Watch::default();
    let best = value(&[("board", "4x5")], 1.0);
    for name in ["bcts", "dellacherie", "dt-10", "lee"] {
        let player = Player::new(catalogue::named(name).unwrap(), &rules(&[("board", "4x5")]));
        let exact = exact_mean(&player.unwrap(), 1.0, &Solver::new(&watch)).unwrap();
        assert!(exact.mean < best, "{name}: {} of {best}", exact.mean);
    }
}

#[test]
fn what_cannot_be_solved() {
    assert!(failure(&[("board", "10x20")], 1.0).contains("too large"));
    assert!(failure(&[("board", "4x4"), ("pieces", "bag")], 1.0).contains("bag"));
    assert!(failure(&[("board", "4x4")], 1.5).contains("discount"));
    assert!(failure(&[("board", "4x4"), ("pieces", "only:O")], 1.0).contains("infinite"));
    assert!(failure(&[("board", "6x6")], 1.0).contains("memory"));
    let watch = Watch::default();
    let endless = rules(&[("board", "4x4"), ("pieces", "only:I")]);
    let player = Player::new(catalogue::named("bcts").unwrap(), &endless).unwrap();
    let error = exact_mean(&player, 1.0, &Solver::new(&watch)).unwrap_err();
    assert!(
        error.to_string().contains("bcts can play only:I"),
        "{error}"
    );
    watch.stop();
    let stopped = optimum(&rules(&[("board", "4x4")]), 1.0, &Solver::new(&watch), None);
    assert_eq!(stopped.unwrap_err(), SolveError::Interrupted);
}

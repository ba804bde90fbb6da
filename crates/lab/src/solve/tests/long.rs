//! Known answers that take minutes:
//! `cargo test --release -p tetrarium-lab --lib -- --ignored solve`.

use super::*;
use crate::Threads;
use crate::estimate::{Settings, estimate};
use crate::statistics::Interval;

/// Thiery & Scherrer (2009, §5.1): 13.7 lines. The same bytes on any number of threads.
#[test]
#[ignore = "takes minutes"]
fn five_by_five() {
    let folder = std::env::temp_dir().join(format!("tetrarium-5x5-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let rules = rules(&[("board", "5x5")]);
    let watch = Watch::default();
    let solved = |threads: usize| {
        let path = folder.join(threads.to_string());
        let solver = Solver {
            threads,
            ..Solver::new(&watch)
        };
        let solved = optimum(&rules, 1.0, &solver, Some(&path)).unwrap();
        (solved, std::fs::read(path).unwrap())
    };
    let (one, bytes) = solved(1);
    assert!((one.mean - 13.701_564).abs() < 1e-6, "{}", one.mean);
    assert!(one.bounds.high - one.bounds.low < 1e-9);
    let (two, same) = solved(2);
    assert_eq!(one.record(), two.record());
    assert!(bytes == same);
    std::fs::remove_dir_all(folder).unwrap();
}

/// The greedy player of the values attains them on boards of odd and even width.
#[test]
#[ignore = "takes minutes"]
fn the_best_player_attains_the_value_on_larger_boards() {
    let watch = Watch::default();
    for settings in [
        &[("board", "5x4")][..],
        &[("board", "4x5"), ("visible", "2")],
        &[("board", "6x4"), ("overflow", "clears-first")],
        &[("board", "5x5")],
    ] {
        let best = solved(settings, 1.0);
        let mean = best.mean;
        let rules = rules(settings);
        let player = Optimal::from(best);
        let solver = Solver {
            threads: 2,
            memory: 8 << 30,
            ..Solver::new(&watch)
        };
        let exact = exact_mean(Contender::new(&player, &rules), 1.0, &solver);
        near(exact.unwrap().mean, mean);
    }
}

/// Two instruments against each other: the exact means of catalogue controllers, and the 95 %
/// intervals of a million games and of an estimate by climbs. As in `scripts/small-boards check`,
/// no more intervals miss than chance explains, and none misses by more than half its width.
fn intervals_hold_exact_means(boards: &[&str]) {
    let watch = Watch::default();
    let (mut inside, mut intervals) = (0, 0);
    for board in boards {
        let rules = rules(&[("board", board)]);
        for name in ["dellacherie", "bcts", "dt-10", "dt-20", "tetrarium-3"] {
            let player = Player::new(catalogue::named(name).unwrap(), &rules).unwrap();
            let solver = Solver {
                threads: 2,
                ..Solver::new(&watch)
            };
            let exact = exact_mean(&player, 1.0, &solver).unwrap().mean;
            let shard = Shard {
                seed: 7,
                first: 0,
                games: 1_000_000,
                length: Length::Whole,
            };
            let records = play(&player, &shard, 2, &watch);
            let games = Measurement::new(&player, &shard, &records).interval;
            let climbs = estimate(&player, 7, &Settings::default(), &Threads(2), &watch);
            for Interval { low, high } in [games, climbs.unwrap().interval] {
                let half = (high - low) / 2.0;
                assert!(
                    low - half <= exact && exact <= high + half,
                    "{name} on {board}: {exact} and {low} to {high}"
                );
                inside += u32::from(low <= exact && exact <= high);
                intervals += 1;
            }
        }
    }
    // With 95 % each, fewer than 85 % of forty hold it in one case of a hundred.
    let least = 0.85 * f64::from(intervals);
    assert!(f64::from(inside) >= least, "{inside} of {intervals}");
}

#[test]
#[ignore = "takes a minute"]
fn eval_and_estimate_hold_exact_means_on_the_smallest_board() {
    intervals_hold_exact_means(&["4x4"]);
}

#[test]
#[ignore = "takes minutes"]
fn eval_and_estimate_hold_exact_means_on_small_boards() {
    intervals_hold_exact_means(&["4x4", "5x4", "4x5", "5x5"]);
}

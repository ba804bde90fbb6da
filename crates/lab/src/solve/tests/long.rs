//! Known answers that take minutes:
//! `cargo test --release -p tetrarium-lab --lib -- --ignored solve`.

use super::*;

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

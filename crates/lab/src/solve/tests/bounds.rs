//! Upper bounds of the best play.

use std::collections::BTreeMap;

use super::*;
use tetrarium_engine::{Board, Move, Pieces, landings};

const BERTSEKAS: &str = "constant,column-height,column-difference,max-height,holes";

fn ground(settings: &[(&str, &str)], discount: f64) -> Ground {
    let watch = Watch::default();
    Ground::new(&solved(settings, discount), &Solver::new(&watch)).unwrap()
}

fn certificate(ground: &Ground, functions: &str) -> Certificate {
    let watch = Watch::default();
    let basis = functions.parse().unwrap();
    ground.certificate(&basis, &Solver::new(&watch)).unwrap()
}

fn bound(ground: &Ground, functions: &str) -> Option<f64> {
    certificate(ground, functions).record().bound
}

fn relaxation(ground: &Ground, penalties: &[Penalty], sequences: u64, seed: u64) -> Vec<Relaxed> {
    let watch = Watch::default();
    let solver = Solver {
        threads: 2,
        ..Solver::new(&watch)
    };
    ground
        .relaxation(penalties, sequences, seed, &solver)
        .unwrap()
}

/// With a function for each board the least bound is the value itself.
#[test]
fn a_function_for_each_board_has_the_value_as_its_bound() {
    let sz = ("pieces", "weighted:S=1,Z=1");
    let ground = ground(&[("board", "4x4"), sz], 1.0);
    let exact = certificate(&ground, "window-4x4");
    assert_eq!(exact.record().boards, 122);
    assert!((exact.record().bound.unwrap() - 4.5).abs() < 1e-6);
    for (value, best) in exact.values.unwrap().iter().zip(&ground.values) {
        assert!((value - best).abs() < 1e-6, "{value} {best}");
    }
}

/// At most two lines a move, for ever: 2 / (1 − γ). Without a discount that is no bound.
#[test]
fn a_constant_has_a_closed_form() {
    let only = [("board", "4x4"), ("pieces", "only:O")];
    let found = bound(&ground(&only, 0.9), "constant");
    assert!((found.unwrap() - 20.0).abs() < 1e-6);
    assert_eq!(bound(&ground(&[("board", "4x4")], 1.0), "constant"), None);
}

#[test]
fn bounds_are_nowhere_below_the_value_and_more_functions_have_lower_ones() {
    let ground = ground(&[("board", "4x4")], 0.9);
    let mut last = f64::INFINITY;
    for functions in ["constant", "constant,max-height,holes", BERTSEKAS] {
        let certificate = certificate(&ground, functions);
        let bound = certificate.record().bound.unwrap();
        assert!(ground.mean < bound && bound < last, "{functions}: {bound}");
        last = bound;
        for (value, best) in certificate.values.unwrap().iter().zip(&ground.values) {
            assert!(*value > best - 1e-7, "{functions}: {value} {best}");
        }
    }
}

/// Without a discount Bertsekas' features have no bound on 4x4, rows of cells have one.
#[test]
fn some_functions_have_no_bound() {
    let ground = ground(&[("board", "4x4")], 1.0);
    assert_eq!(bound(&ground, BERTSEKAS), None);
    let rows = bound(&ground, "window-4x1").unwrap();
    assert!((rows - 26.8955).abs() < 1e-3, "{rows}");
}

/// With the penalty by the best play itself every sequence has the value of the game.
#[test]
fn the_penalty_by_the_best_play_is_tight_on_every_sequence() {
    for (settings, discount) in [
        (&[("board", "4x4")][..], 1.0),
        (&[("board", "4x4"), ("pieces", "weighted:S=2,Z=1")], 1.0),
        (&[("board", "4x4"), ("overflow", "clears-first")], 0.9),
    ] {
        let ground = ground(settings, discount);
        let penalties = [ground.penalty_of_optimum()];
        let found = relaxation(&ground, &penalties, 10, 3).remove(0);
        assert!((found.bound - ground.mean).abs() < 1e-9, "{found:?}");
        assert!(found.sd < 1e-9, "{found:?}");
    }
}

/// The most lines of a sequence, by all plays with the moves of the engine.
fn most_lines(rules: &Rules, seed: u64) -> u32 {
    let mut pieces = Pieces::new(seed, 0);
    let mut most = 0;
    let mut front = BTreeMap::from([(Board::empty(rules.board).columns().to_vec(), 0)]);
    for index in 0.. {
        let piece = pieces.get(&rules.pieces, index).unwrap();
        let mut next: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        for (columns, lines) in front {
            let board = Board::from_columns(rules.board, &columns);
            let landings = landings(rules, &board, piece);
            for landing in landings.iter() {
                let played = Move::new(rules, &board, piece, *landing);
                let lines = lines + played.lines;
                most = most.max(lines);
                if !played.ends {
                    let slot = next.entry(played.after.columns().to_vec()).or_default();
                    *slot = lines.max(*slot);
                }
            }
        }
        if next.is_empty() {
            return most;
        }
        front = next;
    }
    most
}

#[test]
fn without_a_penalty_it_is_the_most_lines_of_each_sequence() {
    let settings = [("board", "4x4"), ("pieces", "weighted:S=2,Z=1")];
    let ground = ground(&settings, 1.0);
    for seed in 0..5 {
        let found = relaxation(&ground, &[Penalty::none()], 1, seed).remove(0);
        let most = most_lines(&rules(&settings), seed);
        assert_eq!(found.bound, f64::from(most), "{found:?}");
    }
}

/// If only one piece comes, there is nothing to know.
#[test]
fn one_piece_has_no_secrets() {
    let only = [("board", "4x4"), ("pieces", "only:O")];
    let ground = ground(&only, 0.9);
    for penalty in [Penalty::none(), ground.penalty_of_lines()] {
        let found = relaxation(&ground, &[penalty], 2, 1).remove(0);
        assert!((found.bound - 1.8 / 0.19).abs() < 1e-9, "{found:?}");
    }
}

#[test]
fn penalties_are_between_none_and_the_best_play() {
    let watch = Watch::default();
    let settings = [("board", "4x4")];
    let ground = ground(&settings, 1.0);
    let player = Player::new(catalogue::named("bcts").unwrap(), &rules(&settings)).unwrap();
    let penalties = [
        Penalty::none(),
        ground.penalty_of_lines(),
        ground.penalty_of(&player, &Solver::new(&watch)).unwrap(),
    ];
    let found = relaxation(&ground, &penalties, 60, 1);
    let shown = value(&[("board", "4x4"), ("visible", "2")], 1.0);
    assert!(found[0].interval.low > shown, "{found:?}");
    assert!(found[1].bound < found[0].bound);
    assert!(found[2].interval.high < found[1].interval.low);
    assert!(found[2].interval.high > ground.mean);
    // The number of threads changes nothing.
    let one = ground.relaxation(&penalties, 60, 1, &Solver::new(&watch));
    assert_eq!(one.unwrap(), found);
}

/// The exact mean of a controller from the empty board does not depend on where else it is asked.
#[test]
fn a_controller_has_a_value_on_all_boards() {
    let watch = Watch::default();
    let settings = [("board", "4x4")];
    let ground = ground(&settings, 1.0);
    let player = Player::new(catalogue::named("bcts").unwrap(), &rules(&settings)).unwrap();
    let solver = Solver::new(&watch);
    let own = exact_mean(&player, 1.0, &solver).unwrap();
    let all = policy::policy((&player).into(), 1.0, policy::Extent::All, &solver).unwrap();
    assert!(own.boards.len() < all.boards.len());
    assert_eq!(all.boards.codes, ground.boards.codes);
    near(all.mean, own.mean);
    let pairs = all.values.iter().zip(&ground.values);
    assert!(pairs.into_iter().all(|(value, best)| *value < best + 1e-9));
}

/// Desai, Farias & Moallemi (2012): on no sequence is the penalty by a bound above that bound.
#[test]
fn the_penalty_by_a_bound_is_never_above_it() {
    let ground = ground(&[("board", "4x4")], 1.0);
    let certificate = certificate(&ground, "window-4x1");
    let penalty = certificate.penalty().unwrap();
    let bound = certificate.record().bound.unwrap();
    for seed in 0..10 {
        let found = relaxation(&ground, std::slice::from_ref(&penalty), 1, seed).remove(0);
        assert!(found.bound < bound, "{found:?}");
    }
}

#[test]
fn what_has_no_bound_is_said_in_a_sentence() {
    let parsed = |text: &str| text.parse::<Basis>().unwrap_err().to_string();
    assert!(parsed("landing-height").contains("reads the move"));
    assert!(parsed("hols").contains("`holes`"));
    assert!(parsed("constant,window-5x4").contains("window-2x3"));
    let watch = Watch::default();
    let solver = Solver::new(&watch);
    let shown = solved(&[("board", "4x4"), ("visible", "2")], 1.0);
    assert_eq!(Ground::new(&shown, &solver).err(), Some(SolveError::Sight));
    let ground = ground(&[("board", "4x4")], 1.0);
    let failure = |text: &str, solver: &Solver| {
        let found = ground.certificate(&text.parse().unwrap(), solver);
        found.map(|_| ()).unwrap_err().to_string()
    };
    assert!(failure("window-5x2", &solver).contains("does not fit"));
    assert!(failure("window-4x4", &solver).contains("weights"));
    let little = Solver {
        memory: 1 << 10,
        ..Solver::new(&watch)
    };
    assert!(failure("constant", &little).contains("memory"));
    // The same is known before the best play is.
    let check = |settings: &[(&str, &str)], text: &str, solver: &Solver| {
        let bases = [text.parse().unwrap()];
        let found = check_bounds(&rules(settings), 1.0, &bases, None, solver);
        found.unwrap_err().to_string()
    };
    let four = [("board", "4x4")];
    for text in ["window-5x2", "window-4x4"] {
        assert_eq!(check(&four, text, &solver), failure(text, &solver));
    }
    assert!(check(&four, "constant", &little).contains("memory"));
    let refused = check(&[("board", "4x4"), ("visible", "2")], "holes", &solver);
    assert_eq!(refused, SolveError::Sight.to_string());
    let shown = rules(&[("board", "4x4"), ("visible", "2")]);
    let two = Player::new(catalogue::named("boehm-linear").unwrap(), &shown).unwrap();
    let players = [Contender::from(&two)];
    let found = check_bounds(&rules(&four), 1.0, &[], Some(&players), &solver);
    assert_eq!(
        found,
        Err(SolveError::PlayerSight("boehm-linear".to_string()))
    );
    let refused = ground.penalty_of(&two, &solver).unwrap_err();
    assert_eq!(Err(refused), found);
    assert_eq!(check_bounds(&rules(&four), 1.0, &[], None, &solver), Ok(()));
    watch.stop();
    assert_eq!(failure("constant", &solver), "interrupted");
}

//! The emulated instance, which any machine can run, against the reference: the algorithm is right
//! for the lanes and the bytes of AVX-512.

use super::Instance;
use crate::Search;
use crate::controller::Controller;
use crate::game::moves::{Move, landings};
use crate::game::rules::Overflow;
use crate::rating::features::{FEATURES, Reading, Unit};
use crate::rating::{Function, LINEAR, RATINGS, Rating, Term};
use crate::{Danger, Kernel, Piece, Player, PlayerGame, Rules, catalogue};

#[path = "../../tests/common/mod.rs"]
#[allow(dead_code)]
pub(crate) mod common;

#[test]
fn sixteen_lanes_give_what_the_reference_gives() {
    let mut dice = common::Dice::new(7);
    for round in 0..60 {
        let rules = common::random_rules(&mut dice);
        // The families that are compiled apart, and any rating.
        let named = ["bcts", "dt-20", "dellacherie"].get(round % 6);
        let controller = match named {
            Some(name) => Controller::clone(catalogue::named(name).unwrap()),
            None => {
                let kind = RATINGS[round % RATINGS.len()];
                let rating = common::random_rating(&mut dice, kind, rules.board.width());
                common::controller(rating, Search::GREEDY)
            }
        };
        let player = Player::new(&controller, &rules).unwrap();
        let reference = player.clone().with_kernel(Kernel::Reference).unwrap();
        let emulated = player.with_instance(Instance::emulated());
        for _ in 0..4 {
            let board = common::random_board(&mut dice, rules.board);
            common::check_board(&[reference.clone(), emulated.clone()], &board);
        }
    }
}

#[test]
fn all_placements_at_once_give_what_the_reference_gives() {
    let names = [
        "landing-height",
        "eroded-piece-cells",
        "row-transitions",
        "column-transitions",
        "holes",
        "cumulative-wells",
        "hole-depth",
        "rows-with-holes",
    ];
    let mut dice = common::Dice::new(8);
    // Each alone, then all with random weights.
    for round in 0..40 {
        let terms = (0..8)
            .filter(|&n| round >= 16 || n == round % 8)
            .map(|n| Term {
                reading: Reading::named(names[n]).unwrap(),
                functions: vec![Function::linear(dice.real())],
            })
            .collect();
        let rating = Rating::sum(&LINEAR, terms);
        let rules = common::random_rules(&mut dice);
        let controller = common::controller(rating, Search::GREEDY);
        let player = Player::new(&controller, &rules).unwrap();
        let reference = player.clone().with_kernel(Kernel::Reference).unwrap();
        let emulated = player.with_instance(Instance::emulated());
        for _ in 0..20 {
            let board = common::random_board(&mut dice, rules.board);
            common::check_board(&[reference.clone(), emulated.clone()], &board);
        }
    }
}

/// Passes over bytes: each feature alone, then many with random weights, some of them extreme.
#[test]
fn passes_give_what_the_reference_gives() {
    let mut dice = common::Dice::new(9);
    let features: Vec<&str> = FEATURES
        .iter()
        .filter(|feature| feature.slot.is_some() && feature.unit != Unit::Radial)
        .map(|feature| feature.name)
        .collect();
    for round in 0..3 * features.len() {
        let rules = common::random_rules(&mut dice);
        let rating = match features.get(round) {
            Some(name) => common::linear(&mut dice, &[name], rules.board.width()),
            None => common::many_weights(&mut dice, rules.board.width()),
        };
        let controller = common::controller(rating, Search::GREEDY);
        let player = Player::new(&controller, &rules).unwrap();
        let reference = player.clone().with_kernel(Kernel::Reference).unwrap();
        let emulated = player.with_instance(Instance::emulated());
        for _ in 0..10 {
            let board = common::random_board(&mut dice, rules.board);
            common::check_board(&[reference.clone(), emulated.clone()], &board);
        }
    }
}

/// Tables and local patterns, looked up for all placements at once.
#[test]
fn tables_and_patterns_give_what_the_reference_gives() {
    let mut dice = common::Dice::new(10);
    for _ in 0..60 {
        let rules = common::random_rules(&mut dice);
        let rating = common::many_tables(&mut dice, rules.board.width());
        let controller = common::controller(rating, Search::GREEDY);
        let player = Player::new(&controller, &rules).unwrap();
        let reference = player.clone().with_kernel(Kernel::Reference).unwrap();
        let emulated = player.with_instance(Instance::emulated());
        for _ in 0..5 {
            let random = common::random_board(&mut dice, rules.board);
            let steep = common::steep_board(&mut dice, rules.board);
            for board in [random, steep] {
                common::check_board(&[reference.clone(), emulated.clone()], &board);
            }
        }
    }
}

#[test]
fn games_of_all_placements_at_once_are_those_of_the_reference() {
    for (name, search, board, moves) in [
        ("bcts", Search::GREEDY, "6x8", 80),
        ("tetrarium-3", Search::GREEDY, "9x8", 60),
        ("dt-20", Search::TWO_PIECE, "5x7", 12),
        ("bcts", Search::GREEDY, "16x9", 80),
        ("boehm-exponential", Search::GREEDY, "7x9", 80),
        ("boehm-exponential", Search::TWO_PIECE, "5x7", 12),
        ("tetrarium-4", Search::GREEDY, "10x8", 60),
        ("dellacherie", Search::GREEDY, "14x28", 40),
        ("bcts", Search::TWO_PIECE, "5x7", 12),
        ("bcts", Search::expectimax(2), "10x6", 4),
    ] {
        for overflow in ["ends", "clears-first", "top-row"] {
            let mut rules = Rules::default();
            rules.set("board", board).unwrap();
            rules.set("overflow", overflow).unwrap();
            rules.visible = if search == Search::TWO_PIECE { 2 } else { 1 };
            let controller = Controller {
                search,
                ..catalogue::named(name).unwrap().clone()
            };
            let player = Player::new(&controller, &rules).unwrap();
            let reference = player.clone().with_kernel(Kernel::Reference).unwrap();
            let emulated = player.with_instance(Instance::emulated());
            let (mut slow, mut fast) = (
                PlayerGame::new(&reference, 9, 0),
                PlayerGame::new(&emulated, 9, 0),
            );
            for turn in 0..moves {
                // Both ways of making a move, in turn: what one carries on the other must not take
                // for its own.
                let moved = match turn % 3 {
                    0 => fast.step().is_some(),
                    _ => fast.advance(),
                };
                assert_eq!(slow.advance(), moved);
                assert_eq!(slow.board(), fast.board(), "{name} {search} {overflow}");
            }
            assert_eq!(slow.counts(), fast.counts());
        }
    }
}

#[test]
fn every_instance_makes_moves_as_boards_do() {
    let kernels = Kernel::ALL.into_iter().filter_map(Instance::new);
    let instances: Vec<Instance> = kernels.chain([Instance::emulated()]).collect();
    let bcts = catalogue::named("bcts").unwrap();
    let mut dice = common::Dice::new(10);
    let mut removed = 0;
    for _ in 0..200 {
        let mut rules = common::random_rules(&mut dice);
        rules.overflow = Overflow::Ends;
        let player = Player::new(bcts, &rules).unwrap();
        let plan = &player.fast().unwrap().plans[0];
        let board = common::random_board(&mut dice, rules.board);
        for piece in Piece::ALL {
            for (index, landing) in landings(&rules, &board, piece).iter().enumerate() {
                // Often the row of the piece is full but for its own columns.
                let mut board = board;
                let left = landing.placement.column as usize;
                let own = left..left + landing.shape(piece).width as usize;
                for x in (0..board.width()).filter(|x| dice.below(40) > 0 && !own.contains(x)) {
                    board.fill(x, landing.row as usize);
                }
                let played = Move::new(&rules, &board, piece, *landing);
                if plan.landing(&board, piece, index) != *landing || played.ends {
                    continue;
                }
                removed += played.lines;
                for instance in &instances {
                    let mut after = board;
                    let asked = instance.land(plan, &mut after, piece, *landing, None);
                    let landed = {
                        let mut known = board;
                        let full = Some(asked.full);
                        let landed = instance.land(plan, &mut known, piece, *landing, full);
                        assert_eq!(known, after);
                        landed
                    };
                    assert_eq!(landed, asked);
                    assert_eq!(after, played.after, "{board:?} {piece} {landing:?}");
                    assert_eq!(landed.full.count_ones(), played.lines);
                    let scorer = player.scorer().unwrap();
                    assert_eq!(landed.score, scorer.move_score(&played));
                }
            }
        }
    }
    assert!(removed > 1000, "{removed}");
}

#[test]
fn every_instance_says_what_the_definition_of_danger_says() {
    let kernels = Kernel::ALL.into_iter().filter_map(Instance::new);
    let instances: Vec<Instance> = kernels.chain([Instance::emulated()]).collect();
    let mut dice = common::Dice::new(9);
    for _ in 0..2000 {
        let rules = common::random_rules(&mut dice);
        let board = common::random_board(&mut dice, rules.board);
        for danger in Danger::ALL {
            for instance in &instances {
                assert_eq!(
                    instance.danger(danger, &board),
                    danger.of(&board),
                    "{board:?}"
                );
            }
        }
    }
}

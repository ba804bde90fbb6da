//! What holds on every board.

mod boards;

use boards::boards;
use proptest::prelude::*;
use tetrarium_engine::features::{Count, FEATURES, Kind};
use tetrarium_engine::{
    Board, Move, Piece, Player, Reading, Rules, Size, catalogue, landings, placements,
};

fn pieces() -> impl Strategy<Value = Piece> {
    prop::sample::select(Piece::ALL.to_vec())
}

fn rules_for(board: &Board, overflow: &str) -> Rules {
    let mut rules = Rules::on(board.size());
    rules.set("overflow", overflow).unwrap();
    rules
}

fn value(name: &str, board: &Board) -> f64 {
    Reading::named(name)
        .unwrap()
        .feature
        .on_board(board, 0)
        .unwrap()
}

proptest! {
    #[test]
    fn landing_and_clearing_lose_no_cell_and_make_none(
        board in boards(), piece in pieces(),
        overflow in prop::sample::select(vec!["ends", "clears-first", "top-row"]),
    ) {
        let rules = rules_for(&board, overflow);
        for landing in landings(&rules, &board, piece).iter() {
            let played = Move::new(&rules, &board, piece, *landing);
            prop_assert_eq!(played.landed.full_cells(), board.full_cells() + 4);
            let removed = if played.ends { 0 } else { played.lines * board.width() as u32 };
            prop_assert_eq!(played.after.full_cells() + removed, played.landed.full_cells());
            prop_assert!(played.ends || played.after.full_rows() == 0);
            prop_assert!(played.lines <= 4);
            // It rests on something: one row lower it would overlap or leave the board.
            let shape = played.shape();
            let (x, y) = (landing.placement.column as usize, landing.row as usize);
            prop_assert!(y == 0 || board.with_shape(shape, x, y - 1).full_cells() < board.full_cells() + 4
                || (0..shape.width as usize).any(|dx| board.column_height(x + dx) > y + shape.bottom(dx) as usize - 1));
        }
    }

    #[test]
    fn a_mirrored_board_has_the_same_features(board in boards()) {
        let mirrored = board.mirrored();
        for feature in FEATURES.iter().filter(|f| f.kind() == Kind::Board) {
            let values = |board: &Board| -> Vec<f64> {
                (0..feature.count.on(board.width())).map(|i| feature.on_board(board, i).unwrap()).collect()
            };
            let (mut here, there) = (values(&board), values(&mirrored));
            match feature.count {
                Count::Columns | Count::Pairs | Count::Windows(_) => here.reverse(),
                Count::Rows(_) => here.chunks_exact_mut(board.width()).for_each(<[f64]>::reverse),
                _ => {}
            }
            // Differences are read from left to right: their signs turn, and with them the values
            // -2 to 2 that occur.
            prop_assert_eq!(here, there, "{}", feature.name);
        }
    }

    #[test]
    fn the_identities_of_the_catalogue_hold(board in boards()) {
        let width = board.width() as f64;
        prop_assert_eq!(value("column-transitions", &board), width + 2.0 * value("adjacent-column-holes", &board));
        prop_assert_eq!(value("blockade", &board), value("hole-depth", &board));
        let closed_form: u32 = board.columns().iter().map(|n| (n & (n + 1)).count_ones()).sum();
        prop_assert_eq!(value("hole-depth", &board), f64::from(closed_form));
        let covering: usize = (0..board.width())
            .map(|x| {
                let lowest = (0..board.height()).find(|&y| !board.is_full(x, y) && y < board.column_height(x));
                lowest.map_or(0, |hole| (hole..board.height()).filter(|&y| board.is_full(x, y)).count())
            })
            .sum();
        prop_assert_eq!(value("blockade", &board), covering as f64);
        let pairs = Reading::named("column-difference").unwrap().feature;
        let sum: f64 = (0..board.width() - 1).map(|i| pairs.on_board(&board, i).unwrap()).sum();
        prop_assert_eq!(value("height-differences", &board), sum);
        prop_assert_eq!(value("sum-height", &board) / width, value("mean-height", &board));
    }

    #[test]
    fn a_delta_is_after_less_before(board in boards(), piece in pieces()) {
        let rules = rules_for(&board, "ends");
        for landing in landings(&rules, &board, piece).iter().step_by(5) {
            let played = Move::new(&rules, &board, piece, *landing);
            for feature in FEATURES.iter().filter(|f| f.kind() == Kind::Board) {
                for index in 0..feature.count.on(board.width()) {
                    let reading = Reading::from(*feature).delta().unwrap();
                    let difference = feature.on_board(&played.after, index).unwrap() - feature.on_board(&board, index).unwrap();
                    prop_assert_eq!(reading.value(&played, index), difference);
                }
            }
        }
    }

    #[test]
    fn whole_numbers_stay_in_their_range(board in boards(), piece in pieces()) {
        let rules = rules_for(&board, "ends");
        for landing in landings(&rules, &board, piece).iter() {
            let played = Move::new(&rules, &board, piece, *landing);
            for feature in FEATURES {
                let plain = Reading::from(*feature);
                for reading in [Some(plain), plain.delta().ok()].into_iter().flatten() {
                    let (least, greatest) = reading.range(board.size());
                    for index in 0..feature.count.on(board.width()) {
                        if feature.unit == tetrarium_engine::features::Unit::Ratio {
                            let value = reading.value(&played, index);
                            prop_assert!(f64::from(least) <= value && value <= f64::from(greatest), "{reading} {value}");
                        } else {
                            let raw = reading.raw(&played, index);
                            prop_assert!(least <= raw && raw <= greatest, "{reading} {raw}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_picture_is_read_back(board in boards()) {
        prop_assert_eq!(board.to_string().parse::<Board>().unwrap(), board);
        let dots = board.to_string().replace(['|', '-'], "").replace(' ', ".");
        prop_assert_eq!(dots.trim().parse::<Board>().unwrap(), board);
    }

    /// The whole-number choice is the choice of the real sum, unless the two best are closer than
    /// the rounding.
    #[test]
    fn whole_numbers_choose_as_real_ones(board in boards(), piece in pieces()) {
        for controller in catalogue::all().iter().filter(|c| !c.rating.terms.is_empty()) {
            let rules = Rules::on(board.size());
            let Ok(player) = Player::new(controller, &rules) else { continue };
            let scorer = player.scorer().unwrap();
            let factor = f64::from(scorer.scale()).exp2();
            let moves: Vec<Move> = landings(&rules, &board, piece)
                .iter()
                .map(|landing| Move::new(&rules, &board, piece, *landing))
                .filter(|played| !played.ends)
                .collect();
            let tolerance: f64 = scorer
                .terms(0)
                .iter()
                .map(|term| {
                    let (least, greatest) = term.reading.range(board.size());
                    match term.scores {
                        tetrarium_engine::rating::Scores::Weight(_) => 0.5 * f64::from(least.abs().max(greatest.abs())),
                        _ => 0.5,
                    }
                })
                .sum();
            let scaled: Vec<f64> = moves.iter().map(|played| controller.rating.real(played) * factor).collect();
            let Some(best) = (0..moves.len()).max_by_key(|&i| (scorer.score(&moves[i]), std::cmp::Reverse(i))) else { continue };
            let top = scaled.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            prop_assert!(top - scaled[best] <= 2.0 * tolerance + 1.0, "{}", controller.name);
            for (played, real) in moves.iter().zip(&scaled) {
                prop_assert!((f64::from(scorer.score(played)) - real).abs() <= tolerance + 1e-6 * real.abs(), "{}", controller.name);
            }
        }
    }
}

#[test]
fn placements_are_counted_as_in_the_thesis() {
    // Table 2.3 of Amundsen (2014): 9, 17, 17, 17, 34, 34, 34.
    let mut counts = Piece::ALL.map(|piece| placements(piece, 10).count());
    counts.sort_unstable();
    assert_eq!(counts, [9, 17, 17, 17, 34, 34, 34]);
    for width in 4..=16 {
        for piece in Piece::ALL {
            assert!(placements(piece, width).count() <= tetrarium_engine::MAX_PLACEMENTS);
        }
    }
    assert!(Size::new(16, 28).is_ok());
}

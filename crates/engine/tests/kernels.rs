//! Every kernel that the machine has gives exactly what the reference gives: scores, ends, choices,
//! games.

mod common;

use common::{
    Dice, check_board, controller, kernels, many_tables, many_weights, random_board, random_rating,
    random_rules, steep_board,
};
use tetrarium_engine::features::FEATURES;
use tetrarium_engine::rating::{DISPLACED, LINEAR, RATINGS, TABLE};
use tetrarium_engine::{
    Board, Controller, Function, Kernel, Player, PlayerGame, Rating, Reading, Rules, Search, State,
    Term, catalogue,
};
use tetrarium_testing::{Part, missing};

#[test]
fn kernels_read_all_features_with_a_slot_and_no_others() {
    for feature in FEATURES {
        let term = Term {
            reading: Reading::named(feature.name).unwrap(),
            functions: vec![Function::linear(1.0); feature.count.on(10)],
        };
        let rating = Rating::sum(&LINEAR, vec![term]);
        let player = Player::new(&controller(rating, Search::GREEDY), &Rules::default()).unwrap();
        let has_slot = feature.slot.is_some();
        assert_eq!(player.fast_path().is_ok(), has_slot, "{}", feature.name);
    }
}

#[test]
fn every_feature_alone_on_random_boards() {
    let mut dice = Dice::new(1);
    for feature in FEATURES {
        if feature.slot.is_none() {
            continue;
        }
        for modifier in ["", "delta-", "squared-", "squared-delta-"] {
            let Ok(reading) = Reading::named(&format!("{modifier}{}", feature.name)) else {
                continue;
            };
            for _ in 0..3 {
                let rules = random_rules(&mut dice);
                let count = feature.count.on(rules.board.width());
                let functions = (0..count).map(|_| Function::linear(dice.real()));
                let term = Term {
                    reading,
                    functions: functions.collect(),
                };
                let rating = Rating::sum(&LINEAR, vec![term]);
                let players = kernels(&controller(rating, Search::GREEDY), &rules);
                for _ in 0..6 {
                    check_board(&players, &random_board(&mut dice, rules.board));
                }
            }
        }
    }
}

#[test]
fn random_sets_of_features_with_every_kind_of_rating() {
    let mut dice = Dice::new(2);
    for round in 0..120 {
        let rules = random_rules(&mut dice);
        let kind = RATINGS[round % RATINGS.len()];
        let rating = random_rating(&mut dice, kind, rules.board.width());
        let players = kernels(&controller(rating, Search::GREEDY), &rules);
        for _ in 0..6 {
            check_board(&players, &random_board(&mut dice, rules.board));
        }
    }
}

#[test]
fn many_weights_on_random_boards_and_on_boards_of_play() {
    let mut dice = Dice::new(6);
    for _ in 0..60 {
        let rules = random_rules(&mut dice);
        let mut rating = many_weights(&mut dice, rules.board.width());
        let players = kernels(&controller(rating.clone(), Search::GREEDY), &rules);
        for _ in 0..6 {
            check_board(&players, &random_board(&mut dice, rules.board));
        }
        // Beside the weights of bcts those are small, and the game is a long one.
        for term in &mut rating.terms {
            let small = dice.real() / 1000.0;
            term.functions.fill(Function::linear(small));
        }
        for term in &catalogue::named("bcts").unwrap().rating.terms {
            rating.terms.retain(|other| other.reading != term.reading);
            rating.terms.push(term.clone());
        }
        let players = kernels(&controller(rating, Search::GREEDY), &rules);
        let mut game = PlayerGame::new(players.last().unwrap(), 3, 0);
        for turn in 0..40 {
            if turn % 4 == 3 {
                check_board(&players, game.board());
            }
            if !game.advance() {
                break;
            }
        }
    }
}

/// Numbers that tables are entered with are carried from move to move.
#[test]
fn tables_and_patterns_on_random_and_steep_boards_and_in_games() {
    let mut dice = Dice::new(7);
    for round in 0..80 {
        let rules = random_rules(&mut dice);
        let rating = many_tables(&mut dice, rules.board.width());
        let players = kernels(&controller(rating, Search::GREEDY), &rules);
        for _ in 0..6 {
            check_board(&players, &random_board(&mut dice, rules.board));
            check_board(&players, &steep_board(&mut dice, rules.board));
        }
        let mut games: Vec<PlayerGame> = players
            .iter()
            .map(|player| PlayerGame::new(player, round, 0))
            .collect();
        for turn in 0..60 {
            let moved: Vec<bool> = games.iter_mut().map(PlayerGame::advance).collect();
            for (game, player) in games.iter().zip(&players) {
                let kernel = player.kernel();
                assert_eq!(game.board(), games[0].board(), "{kernel}, {rules}, {turn}");
                assert_eq!(
                    game.counts(),
                    games[0].counts(),
                    "{kernel}, {rules}, {turn}"
                );
            }
            if !moved[0] {
                break;
            }
        }
    }
}

#[test]
fn boards_of_real_play_of_every_published_controller() {
    for published in catalogue::all() {
        let rules = published.rules_over(&Rules::default()).unwrap();
        let greedy = Controller {
            search: match published.search.needs_rating() {
                true => Search::GREEDY,
                false => published.search,
            },
            ..published.clone()
        };
        let players = kernels(&greedy, &rules);
        let mut game = PlayerGame::new(players.last().unwrap(), 3, 0);
        for turn in 0..60 {
            if turn % 4 == 0 {
                check_board(&players, game.board());
            }
            if !game.advance() {
                break;
            }
        }
    }
}

/// No game makes such boards, but they can be drawn.
#[test]
fn boards_with_any_number_of_full_rows() {
    let mut dice = Dice::new(4);
    for round in 0..24 {
        let rules = random_rules(&mut dice);
        let rating = match round % 3 {
            0 => catalogue::named("bcts").unwrap().rating.clone(),
            1 => random_rating(&mut dice, &DISPLACED, rules.board.width()),
            _ => {
                let terms = ["removed-lines", "eroded-piece-cells"].map(|name| Term {
                    reading: Reading::named(name).unwrap(),
                    functions: vec![Function::table(0, vec![0.0, 1.0, 5.0])],
                });
                Rating::sum(&TABLE, terms.to_vec())
            }
        };
        let players = kernels(&controller(rating, Search::GREEDY), &rules);
        let full = dice.between(0, rules.board.height() - 4);
        let loose = random_board(&mut dice, rules.board);
        let columns: Vec<u32> = loose
            .columns()
            .iter()
            .map(|column| (column | ((1 << full) - 1)) & ((1 << rules.board.height()) - 1))
            .collect();
        check_board(&players, &Board::from_columns(rules.board, &columns));
    }
}

/// Plays a game to its end, or for `moves` moves; everything that is to be the same.
fn play(player: &Player, seed: u64, moves: usize, stepwise: bool) -> (String, State, Vec<String>) {
    let mut game = PlayerGame::new(player, seed, 0);
    let mut boards = Vec::new();
    for _ in 0..moves {
        let goes_on = match stepwise {
            true => game.step().is_some(),
            false => game.advance(),
        };
        if !goes_on {
            break;
        }
        boards.push(game.board().to_string());
    }
    (format!("{:?}", game.counts()), game.state(), boards)
}

fn same_games(controller: &Controller, rules: &Rules, moves: usize) {
    let players = kernels(controller, rules);
    let expected = play(&players[0], 5, moves, true);
    for player in &players {
        for stepwise in [true, false] {
            let played = play(player, 5, moves, stepwise);
            let (kernel, name) = (player.kernel(), player.name());
            assert!(played == expected, "{name} with {kernel}, {rules}");
        }
        let mut unseen = PlayerGame::new(player, 5, 0);
        while (unseen.counts().pieces as usize) < moves && unseen.advance_unseen() {}
        let counts = format!("{:?}", unseen.counts());
        assert_eq!((&counts, unseen.state()), (&expected.0, expected.1));
        if unseen.state() == State::Playing {
            assert_eq!(Some(&unseen.board().to_string()), expected.2.last());
        }
    }
}

fn with_rules(settings: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (setting, value) in settings {
        rules.set(setting, value).unwrap();
    }
    rules
}

#[test]
fn whole_games_are_the_same() {
    for name in [
        "bcts",
        "dellacherie",
        "dt-10",
        "boehm-linear",
        "agent-06",
        "el-tetris",
        "tetrarium-3",
        "boehm-exponential",
    ] {
        for (setting, value) in [
            ("overflow", "ends"),
            ("overflow", "clears-first"),
            ("overflow", "top-row"),
            ("suicide", "considered"),
            ("suicide", "zero"),
            ("ties", "random"),
            ("ties", "dellacherie"),
            ("pieces", "bag"),
            ("pieces", "sequence:IOTSZJLIOTSZJL"),
        ] {
            let rules = with_rules(&[("board", "6x8"), (setting, value)]);
            let greedy = Controller {
                search: Search::GREEDY,
                ..catalogue::named(name).unwrap().clone()
            };
            same_games(&greedy, &rules, 60);
        }
    }
}

#[test]
fn games_with_local_patterns_are_the_same() {
    let patterns = catalogue::named("tetrarium-4").unwrap();
    for (board, search) in [
        ("10x20", Search::GREEDY),
        ("10x7", Search::GREEDY),
        ("10x7", Search::TWO_PIECE),
    ] {
        let greedy = search == Search::GREEDY;
        let visible = if greedy { "1" } else { "2" };
        let rules = with_rules(&[("board", board), ("visible", visible)]);
        let controller = Controller {
            search,
            ..patterns.clone()
        };
        same_games(&controller, &rules, if greedy { 200 } else { 8 });
    }
}

#[test]
fn games_of_searches_are_the_same() {
    for search in [
        Search::TWO_PIECE,
        Search::expectimax(2),
        Search::minimax(2),
        Search::minimax(3),
    ] {
        for settings in [
            [
                ("visible", "2"),
                ("search-score", "leaf"),
                ("suicide", "avoided"),
            ],
            [
                ("visible", "1"),
                ("search-score", "sum"),
                ("suicide", "considered"),
            ],
            [
                ("visible", "2"),
                ("search-board", "uncleared"),
                ("suicide", "zero"),
            ],
            [
                ("visible", "2"),
                ("search-board", "uncleared"),
                ("overflow", "clears-first"),
            ],
            [("visible", "1"), ("pieces", "bag"), ("overflow", "top-row")],
        ] {
            let mut rules = with_rules(&settings);
            rules
                .set("board", if search.depth() > 2 { "4x5" } else { "5x7" })
                .unwrap();
            let controller = Controller {
                search,
                ..catalogue::named("bcts").unwrap().clone()
            };
            same_games(&controller, &rules, if search.depth() > 2 { 3 } else { 12 });
        }
    }
}

/// The first I fills three rows and stands above the top until they are removed; the second would
/// stand on it, higher than any board reaches.
#[test]
fn rows_that_bring_a_piece_back_into_the_board_are_removed_before_the_next() {
    let board: Board = "|### |\n|### |\n|### |\n| ###|\n| ###|".parse().unwrap();
    let displaced = Function::displaced(-1.0, 1.5, 2.0);
    let term = Term {
        reading: Reading::named("column-height").unwrap(),
        functions: vec![displaced; 4],
    };
    let rating = Rating::sum(&DISPLACED, vec![term]);
    for (overflow, search) in [
        ("clears-first", Search::TWO_PIECE),
        ("top-row", Search::TWO_PIECE),
        ("clears-first", Search::minimax(3)),
        ("top-row", Search::expectimax(2)),
    ] {
        let rules = with_rules(&[
            ("board", "4x5"),
            ("overflow", overflow),
            ("search-board", "uncleared"),
            ("suicide", "considered"),
            ("pieces", "sequence:IIII"),
            ("visible", "2"),
        ]);
        let players = kernels(&controller(rating.clone(), search), &rules);
        let played = |player: &Player| {
            let mut game = PlayerGame::from_board(player, board, 1, 0);
            while game.advance() {}
            (game.counts(), game.state(), *game.board())
        };
        let expected = played(&players[0]);
        for player in &players {
            assert_eq!(played(player), expected, "{}", player.kernel());
        }
    }
}

#[test]
fn what_kernels_cannot_do_is_said_and_done_by_the_reference() {
    for (name, settings, reason) in [
        ("bcts", &[("game", "original")][..], "simplified game"),
        ("bcts", &[("feature-board", "before-clear")], "after-clear"),
        ("fit", &[], "no rating"),
        ("xtris", &[], "reference only"),
    ] {
        let rules = with_rules(settings);
        let controller = catalogue::named(name).unwrap();
        let player = Player::new(controller, &rules).unwrap();
        let player = player.with_kernel(Kernel::Portable).unwrap();
        let error = player.fast_path().unwrap_err().to_string();
        assert!(error.contains(reason), "{name}: {error}");
        let reference = player.clone().with_kernel(Kernel::Reference).unwrap();
        assert_eq!(reference.fast_path(), Ok(Kernel::Reference));
        assert!(play(&player, 1, 10, true) == play(&reference, 1, 10, true));
    }
}

#[test]
fn names_of_kernels() {
    for kernel in Kernel::ALL {
        assert_eq!(kernel.name().parse(), Ok(kernel));
    }
    let error = "avx".parse::<Kernel>().unwrap_err().to_string();
    assert!(
        error.contains("reference, portable, neon, avx2, avx512"),
        "{error}"
    );
    assert!(error.contains("did you mean `avx2`?"), "{error}");
}

/// Tests run every kernel that the machine has; this one names those that it has not.
#[test]
fn kernels_without_instructions_on_this_machine_are_named() {
    for (kernel, part) in [
        (Kernel::Neon, Part::Neon),
        (Kernel::Avx2, Part::Avx2),
        (Kernel::Avx512, Part::Avx512),
    ] {
        if !kernel.is_available() {
            missing(part);
        }
    }
}

/// Millions of boards: `cargo test --release -p tetrarium-engine --test kernels -- --ignored
/// --nocapture`. The environment variable `BOARDS` says how many.
#[test]
#[ignore = "takes minutes"]
fn millions_of_boards() {
    let boards: u64 = std::env::var("BOARDS").map_or(1_000_000, |text| text.parse().unwrap());
    let seed = std::env::var("SEED").map_or(3, |text| text.parse().unwrap());
    let mut dice = Dice::new(seed);
    let (mut checked, mut placements) = (0, 0);
    while checked < boards {
        let rules = random_rules(&mut dice);
        let rating = match dice.below(4) {
            0 => many_weights(&mut dice, rules.board.width()),
            1 => many_tables(&mut dice, rules.board.width()),
            _ => {
                let kind = dice.of(RATINGS);
                random_rating(&mut dice, kind, rules.board.width())
            }
        };
        let players = kernels(&controller(rating, Search::GREEDY), &rules);
        for round in 0..200 {
            let board = match round % 4 {
                0 => steep_board(&mut dice, rules.board),
                _ => random_board(&mut dice, rules.board),
            };
            placements += check_board(&players, &board);
            checked += 1;
        }
    }
    let kernels: Vec<&str> = Kernel::available().map(Kernel::name).collect();
    println!(
        "{checked} boards, {placements} placements, {}",
        kernels.join(", ")
    );
}

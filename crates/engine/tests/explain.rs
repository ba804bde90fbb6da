//! Explanations: the first placement is the player's choice, and scores are the engine's.

#[allow(dead_code)]
mod common;

use common::{Dice, controller, random_board, random_rating, random_rules};
use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::rating::{Curve, OWN, RATINGS};
use tetrarium_engine::rules::{Suicide, Ties};
use tetrarium_engine::{
    Board, Explanation, Function, Move, Piece, Player, PlayerGame, Rating, Reading, Rules, Search,
    Term, View, catalogue,
};

/// Compares an explanation with what the player does and the engine scores.
fn check(player: &Player, view: &View) -> Explanation {
    let found = player.explain(view);
    let says = || format!("{}\n{}\n{}", player.name(), player.rules(), view.board);
    let landings = view.landings();
    assert_eq!(found.placements.len(), landings.len(), "{}", says());
    for (place, turn) in [(0, 0), (5, 7)] {
        let ties = Stream::new(place, 0, Purpose::Ties);
        let choice = player.decide(view, &ties, turn);
        let may_be: Vec<_> = found.placements[..found.choices]
            .iter()
            .map(|one| Some(one.landing))
            .collect();
        assert!(
            may_be.contains(&choice) || landings.is_empty(),
            "{}",
            says()
        );
        assert!(may_be.len() <= 1 || player.rules().ties == Ties::Random);
    }
    let best = found.placements.iter().map(|one| one.value).max();
    assert_eq!(found.placements.first().map(|one| one.value), best);
    assert!(found.placements.is_sorted_by(|a, b| a.value >= b.value));
    let ratings = player.rate(view.board, view.piece);
    for one in &found.placements {
        let played = Move::new(player.rules(), view.board, view.piece, one.landing);
        assert_eq!(one.score, player.score(&played), "{}", says());
        assert_eq!((one.ends, one.lines), (played.ends, played.lines));
        if player.scorer().is_some() {
            let sum: i32 = one.terms.iter().map(|term| term.score).sum();
            assert_eq!(one.score, sum, "{}", says());
            let real = player.controller().rating.real(&played);
            assert!((one.rating - real).abs() <= 1e-9 * real.abs().max(1.0));
        }
        let number = landings.iter().position(|landing| *landing == one.landing);
        let number = number.expect("a landing of the piece");
        if found.is_rated(one) {
            assert_eq!(
                one.value.unwrap().score,
                i128::from(one.score),
                "{}",
                says()
            );
            assert_eq!(one.score, ratings.scores[number], "{}", says());
        }
        let avoided = one.ends && player.rules().suicide == Suicide::Avoided;
        assert_eq!(one.value.is_none(), avoided, "{}", says());
    }
    assert!(found.why().ends_with('.'));
    found
}

fn next_of(player: &Player, dice: &mut Dice) -> Option<Piece> {
    (player.rules().visible > 1).then(|| dice.of(&Piece::ALL))
}

#[test]
fn the_first_placement_is_the_choice_of_every_controller_of_the_catalogue() {
    let mut dice = Dice::new(1);
    for controller in catalogue::all() {
        let rules = controller.rules_over(&Rules::default()).unwrap();
        let player = Player::new(controller, &rules).unwrap();
        let boards = if controller.search.depth() > 1 { 6 } else { 60 };
        // Boards at random.
        for _ in 0..boards {
            let board = random_board(&mut dice, rules.board);
            let piece = dice.of(&Piece::ALL);
            let next = next_of(&player, &mut dice);
            check(&player, &player.view(&board, piece, next));
        }
        // Boards of a game.
        let mut game = PlayerGame::new(&player, 1, 0);
        for _ in 0..boards {
            let Some(view) = game.view() else { break };
            let choice = check(&player, &view);
            let played = game.step().unwrap();
            let mut may_be = choice.placements[..choice.choices].iter();
            assert!(may_be.any(|one| one.landing == played.landing));
        }
    }
}

#[test]
fn ratings_of_every_kind_are_explained_under_random_rules() {
    let mut dice = Dice::new(2);
    for round in 0..600 {
        let mut rules = random_rules(&mut dice);
        let ties = dice.of(&["first", "random", "dellacherie"]);
        rules.set("ties", ties).unwrap();
        let kind = RATINGS[round % RATINGS.len()];
        let rating = random_rating(&mut dice, kind, rules.board.width());
        let search = match round % 20 {
            0 => Search::expectimax(2),
            10 => Search::minimax(2),
            _ => Search::GREEDY,
        };
        let player = Player::new(&controller(rating, search), &rules).unwrap();
        for _ in 0..if search.depth() > 1 { 1 } else { 4 } {
            let board = random_board(&mut dice, rules.board);
            check(&player, &player.view(&board, dice.of(&Piece::ALL), None));
        }
    }
}

/// Worth the more, the nearer to 3.
#[derive(Debug)]
struct NearThree;

impl Curve for NearThree {
    fn at(&self, value: f64) -> f64 {
        1.0 / (1.0 + (value - 3.0).abs())
    }
}

#[test]
fn a_function_of_one_s_own_is_explained() {
    let term = |name: &str, function| Term {
        reading: Reading::named(name).unwrap(),
        functions: vec![function],
    };
    let terms = vec![
        term("max-height", Function::new(NearThree)),
        term("holes", Function::linear(-2.0)),
    ];
    let rating = Rating::sum(&OWN, terms);
    let player = Player::new(&controller(rating, Search::GREEDY), &Rules::default()).unwrap();
    let board = Board::empty(player.rules().board);
    let found = check(&player, &player.view(&board, Piece::J, None));
    let best = &found.placements[0];
    assert_eq!((best.terms[0].value, best.terms[0].adds), (3.0, 1.0));
    assert_eq!(best.terms[0].weight, None);
    assert_eq!(best.terms[1].weight, Some(-2.0));
}

/// Minimax leaves out branches that cannot change its choice; an explanation must not.
#[test]
fn the_values_of_a_search_are_exact_for_every_placement() {
    let minimax = catalogue::named("agent-06-minimax").unwrap();
    let mut rules = minimax.rules_over(&Rules::default()).unwrap();
    rules.set("board", "6x9").unwrap();
    let player = Player::new(minimax, &rules).unwrap();
    let board = Board::from_picture("#..#..\n##.##.", rules.board).unwrap();
    let found = check(&player, &player.view(&board, Piece::T, None));
    let worst = |one: &tetrarium_engine::RankedPlacement| {
        let best = |piece| {
            let ratings = player.rate(&one.after, piece);
            ratings.scores[..ratings.landings.len()]
                .iter()
                .max()
                .copied()
        };
        Piece::ALL.into_iter().filter_map(best).min().unwrap()
    };
    for one in found.placements.iter().filter(|one| !one.ends) {
        assert_eq!(one.value.unwrap().score, i128::from(worst(one)));
    }
}

#[test]
fn the_sentence_names_what_decides() {
    let mut rules = Rules::on("6x8".parse().unwrap());
    let dellacherie = catalogue::named("dellacherie").unwrap();
    let why = |rules: &Rules, picture: &str, piece| {
        let player = Player::new(dellacherie, rules).unwrap();
        let board = Board::from_picture(picture, rules.board).unwrap();
        player.explain(&player.view(&board, piece, None)).why()
    };
    let told = why(&rules, "###.##\n###.##\n###.##\n###.##", Piece::I);
    assert!(told.contains("eroded-piece-cells +16"), "{told}");
    let told = why(&rules, "......", Piece::O);
    assert!(told.contains("the same value: the first"), "{told}");
    let high = "#.#.#.\n".repeat(8);
    assert!(why(&rules, &high, Piece::O).contains("Every placement ends the game"));
    rules.set("suicide", "zero").unwrap();
    assert!(why(&rules, &high, Piece::O).contains("same value"));
}

//! Ratings whose weights depend on the danger of the board before the move.

use tetrarium_engine::rating::{BANDS, LINEAR};
use tetrarium_engine::{
    Controller, Danger, Function, Kernel, Player, PlayerGame, Rules, Search, canonical, catalogue,
};

#[allow(dead_code)]
mod common;

const FILE: &str = r#"schema = 1
name = "careful"

[rating]
kind = "bands"
by = "pile"
bounds = [8, 16]

[rating.weights]
landing-height = [-4.5, -4.5, -9]
eroded-piece-cells = 3.5
row-transitions = -3.25
column-transitions = [-9.5, -9, -8]
holes = [-8, -12, -20]
cumulative-wells = [-3.5, -3, -1]
column-height = [[-0.5, 0, 1], 0, 0, 0, 0, -0.25]
"#;

fn controller(text: &str) -> Controller {
    Controller::from_toml(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn small() -> Rules {
    let mut rules = Rules::default();
    rules.set("board", "6x12").unwrap();
    rules
}

fn player(text: &str) -> Player {
    Player::new(&controller(text), &small()).unwrap()
}

#[test]
fn bands_are_read_as_they_are_written() {
    let read = controller(FILE);
    assert_eq!(read.rating.kind, &BANDS);
    assert_eq!(read.rating.bands.by, Danger::Pile);
    assert_eq!(read.to_toml().unwrap(), FILE);
    assert_eq!(read.rating.weights(), 4 * 3 + 2 + 8);
}

/// A change of this text is a change of every fingerprint of bands.
#[test]
fn the_canonical_form() {
    let text = canonical(&controller(FILE), &Rules::default());
    let (_, end) = text.split_once("search greedy\n").unwrap();
    let right = "bands pile 8 16\n\
                 term column-height 0 bands -5e-1 0e0 1e0\n\
                 term column-height 5 linear -2.5e-1\n\
                 term column-transitions 0 bands -9.5e0 -9e0 -8e0\n\
                 term cumulative-wells 0 bands -3.5e0 -3e0 -1e0\n\
                 term eroded-piece-cells 0 linear 3.5e0\n\
                 term holes 0 bands -8e0 -1.2e1 -2e1\n\
                 term landing-height 0 bands -4.5e0 -4.5e0 -9e0\n\
                 term row-transitions 0 linear -3.25e0\n";
    assert_eq!(end, right);
    let one_for_all = FILE.replace("= 3.5\n", "= [3.5, 3.5, 3.5]\n");
    assert_eq!(
        canonical(&controller(&one_for_all), &Rules::default()),
        text
    );
}

/// The file with the weights of one band alone.
fn of_band(band: usize) -> Controller {
    let mut one = controller(FILE);
    one.rating.bands = Default::default();
    one.rating.kind = &LINEAR;
    for term in &mut one.rating.terms {
        for function in &mut term.functions {
            *function = function.in_band(band);
        }
    }
    one
}

/// A player of bands chooses on each board as the player of that band's weights does.
#[test]
fn a_board_is_played_by_the_weights_of_its_band() {
    let banded = player(FILE);
    let each = [0, 1, 2].map(|band| Player::new(&of_band(band), &small()).unwrap());
    let mut seen = [0; 3];
    let mut differ = 0;
    for number in 0..6 {
        let mut game = PlayerGame::new(&banded, 1, number);
        for _ in 0..300 {
            let Some(view) = game.view() else { break };
            let band = match Danger::Pile.of(view.board) {
                ..8 => 0,
                8..16 => 1,
                _ => 2,
            };
            seen[band] += 1;
            let choice = each[band].choices(&view);
            assert_eq!(banded.choices(&view), choice, "band {band}");
            differ += usize::from(each.iter().any(|one| one.choices(&view) != choice));
            game.advance();
        }
    }
    assert!(seen.iter().all(|&boards| boards > 20), "{seen:?}");
    assert!(differ > 20, "{differ}");
}

#[test]
fn bands_that_are_alike_play_as_the_linear_rating_does() {
    let bcts = catalogue::named("bcts").unwrap();
    let mut alike = bcts.clone();
    alike.rating.kind = &BANDS;
    alike.rating.bands.bounds = vec![5, 9];
    for function in alike.rating.terms.iter_mut().flat_map(|t| &mut t.functions) {
        *function = Function::in_bands(vec![function.weight().unwrap(); 3]);
    }
    let rules = small();
    let (one, other) = (
        Player::new(bcts, &rules).unwrap(),
        Player::new(&alike, &rules).unwrap(),
    );
    let scale = |player: &Player| player.scorer().unwrap().scale();
    assert_eq!(scale(&one), scale(&other));
    let (mut a, mut b) = (PlayerGame::new(&one, 3, 0), PlayerGame::new(&other, 3, 0));
    while a.advance() {
        b.advance();
    }
    assert!(!b.advance());
    assert_eq!((a.counts(), a.board()), (b.counts(), b.board()));
}

/// Whole games, in which kernels carry scores from board to board, and searches, whose last moves
/// are rated by the bands of the boards before them.
#[test]
fn games_of_every_kernel_are_those_of_the_reference() {
    for (search, moves) in [
        (Search::GREEDY, 400),
        (Search::TWO_PIECE, 60),
        (Search::expectimax(2), 20),
    ] {
        let mut rules = small();
        rules.visible = if search == Search::TWO_PIECE { 2 } else { 1 };
        for score in ["leaf", "sum"] {
            rules.set("search-score", score).unwrap();
            let searching = Controller {
                search,
                ..controller(FILE)
            };
            let players = common::kernels(&searching, &rules);
            assert!(players.iter().all(|player| player.fast_path().is_ok()));
            let games = players.iter().map(|player| {
                let mut game = PlayerGame::new(player, 5, 0);
                for turn in 0..moves {
                    match turn % 3 {
                        0 => game.step().is_some(),
                        _ => game.advance(),
                    };
                }
                (game.counts(), *game.board())
            });
            let games: Vec<_> = games.collect();
            assert!(
                games.iter().all(|game| *game == games[0]),
                "{search} {score}"
            );
        }
    }
}

/// The first moves of a game, so that any change of behaviour shows.
#[test]
fn a_game_is_as_it_was() {
    let player = player(FILE);
    let mut game = PlayerGame::new(&player, 1, 0);
    let mut moves = String::new();
    for _ in 0..40 {
        let played = game.step().unwrap();
        let placement = played.landing.placement;
        moves += &format!(
            "{}{}{} ",
            played.piece, placement.orientation, placement.column
        );
    }
    let right = "L23 L20 Z12 Z13 Z02 L10 S04 Z02 O04 S00 Z02 L30 J10 I00 O04 I02 O03 Z12 Z02 J10 \
                 O00 T31 I05 O04 S04 I00 Z11 J03 S04 S04 S11 S00 J01 L22 L00 J21 O02 Z00 L34 O04 ";
    assert_eq!(moves, right);
    while game.advance() {}
    let counts = game.counts();
    assert_eq!((counts.lines, counts.pieces), (21, 46));
}

#[test]
fn an_explanation_says_the_band() {
    let player = player(FILE);
    let mut game = PlayerGame::new(&player, 1, 0);
    let mut sentences = Vec::new();
    for _ in 0..200 {
        let Some(view) = game.view() else { break };
        let explanation = player.explain(&view);
        let danger = Danger::Pile.of(view.board);
        let best = &explanation.placements[0];
        let holes = best.terms.iter().find(|term| term.name() == "holes");
        let weight = match danger {
            ..8 => -8.0,
            8..16 => -12.0,
            _ => -20.0,
        };
        assert_eq!(holes.unwrap().weight, Some(weight));
        let score: i32 = best.terms.iter().map(|term| term.score).sum();
        assert_eq!(score, best.score);
        sentences.push(explanation.why());
        game.advance();
    }
    let said = |words: &str| sentences.iter().any(|sentence| sentence.ends_with(words));
    assert!(said("is 7: the weights are those of below 8."));
    assert!(said("the weights are those of 8 to 15."));
    assert!(said("the weights are those of 16 and more."));
}

#[test]
fn the_reference_rates_where_kernels_cannot() {
    let real = FILE.replace("eroded-piece-cells", "mean-hole-depth");
    let player = player(&real);
    assert!(player.fast_path().is_err());
    let reference = player.clone().with_kernel(Kernel::Reference).unwrap();
    let mut games = [&player, &reference].map(|player| PlayerGame::new(player, 1, 0));
    for game in &mut games {
        for _ in 0..100 {
            game.advance();
        }
    }
    assert_eq!(games[0].board(), games[1].board());
}

#[test]
fn hostile_files_are_refused_with_a_sentence() {
    for (from, to, expected) in [
        ("by = \"pile\"\n", "", "the bands have no measure"),
        ("bounds = [8, 16]\n", "", "the bands have no bounds"),
        ("[8, 16]", "[]", "the bands have no bounds"),
        ("[8, 16]", "8", "a name, a list of bounds, or a table"),
        ("[8, 16]", "\"8\"", "bounds: a list was expected"),
        (
            "[8, 16]",
            "[16, 8]",
            "8 after 16 is not possible: bounds ascend",
        ),
        ("[8, 16]", "[8, 8]", "8 after 8 is not possible"),
        ("[8, 16]", "[0, 8]", "0 is not possible: a bound is a whole"),
        ("[8, 16]", "[8, 100000]", "a whole number from 1 to 9999"),
        (
            "[8, 16]",
            "[8, 1.5]",
            "1.5 is not possible: a bound is a whole",
        ),
        ("[8, 16]", "[8, 99999999999]", "a bound is a whole number"),
        ("[8, 16]", "[8, nan]", "nan is not possible"),
        (
            "[8, 16]",
            "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]",
            "16 bounds are too many: give 15 at most",
        ),
        (
            "\"pile\"",
            "\"mood\"",
            "by: `mood` is not possible: a danger is height, pile or cover",
        ),
        ("\"pile\"", "[3]", "by: a name was expected"),
        (
            "[-8, -12, -20]",
            "[-8, -12]",
            "holes has weights for 2 bands, but the rating has 3",
        ),
        (
            "[-8, -12, -20]",
            "[-8]",
            "holes: a list has a weight for each band",
        ),
        (
            "[-8, -12, -20]",
            "[]",
            "holes: a list has a weight for each band",
        ),
        (
            "[-8, -12, -20]",
            "[-8, nan, 1]",
            "holes: NaN is not a finite number",
        ),
        (
            "[-8, -12, -20]",
            "[-8, \"a\", 1]",
            "a number was expected, not string",
        ),
        (
            "[-0.5, 0, 1]",
            "[-0.5, 0]",
            "column-height has weights for 2 bands",
        ),
        (
            "kind = \"bands\"",
            "kind = \"linear\"",
            "a table was expected",
        ),
        ("[rating.weights]", "[rating.tables]", "has no tables"),
    ] {
        assert!(FILE.contains(from), "{from}");
        let text = FILE.replace(from, to);
        let error = Controller::from_toml(&text).unwrap_err().to_string();
        assert!(error.contains(expected), "{to}: {error}");
        assert!(error.starts_with("line "), "{error}");
    }
    let narrow = Player::new(&controller(FILE), &Rules::default());
    assert!(narrow.unwrap_err().to_string().contains("needs 10"));
}

#[test]
fn weights_of_bands_need_bands() {
    let mut without = controller(FILE);
    without.rating.bands = Default::default();
    let error = Player::new(&without, &small()).unwrap_err().to_string();
    assert!(
        error.contains("has weights for 3 bands, but the rating has 1"),
        "{error}"
    );
}

//! Features of one's own: on the reference path by default, in the kernels where they name a slot,
//! and never taken for the built-in of the same name.

#[allow(dead_code)]
mod common;

use common::{Dice, check_board, controller, kernels, random_board};
use tetrarium_engine::features::{Count, Read, Slot};
use tetrarium_engine::rating::LINEAR;
use tetrarium_engine::{
    Board, Controller, Feature, Fingerprint, Function, Kernel, NoFastPath, Player, PlayerGame,
    Rating, Reading, Rules, Search, Term,
};

/// Named as a built-in, but a count of something else: the empty columns.
static OTHER_HOLES: Feature = Feature::new(
    "holes",
    "The columns without a full cell.",
    Read::Board(|board| {
        board
            .columns()
            .iter()
            .filter(|column| **column == 0)
            .count() as i32
    }),
    |extent| (0, extent.width),
);

/// The holes, counted by code of its own, with a range of its own.
fn cavities(board: &Board) -> i32 {
    let of = |column: &u32| u32::BITS - column.leading_zeros() - column.count_ones();
    board.columns().iter().map(of).sum::<u32>() as i32
}

static CAVITIES: Feature = Feature::new(
    "cavities",
    "Empty cells with a full cell somewhere above them in their column.",
    Read::Board(cavities),
    |extent| (0, extent.width * extent.rows + 7),
)
.with_slot(Slot::Holes);

/// Names a slot that has a number for each column, but has one value.
static FIRST_COLUMN: Feature = Feature::new(
    "first-column",
    "The height of the first column.",
    Read::Board(|board| board.column_height(0) as i32),
    |extent| (0, extent.rows),
)
.with_slot(Slot::ColumnHeight);

/// The heights of the columns, one after the other.
static COLUMNS: Feature = Feature::new(
    "columns",
    "The heights of the columns, each with a weight of its own.",
    Read::Indexed(|board, column| board.column_height(column) as i32),
    |extent| (0, extent.rows),
)
.with_count(Count::Columns)
.with_slot(Slot::ColumnHeight);

fn linear(reading: Reading, weight: f64) -> Term {
    Term {
        reading,
        functions: vec![Function::linear(weight); reading.feature.count.on(10)],
    }
}

fn squared(reading: Reading, weight: f64) -> Term {
    let exponent = 2.0;
    Term {
        reading,
        functions: vec![Function::power(weight, exponent)],
    }
}

fn of_terms(terms: Vec<Term>) -> Controller {
    let kind = &LINEAR;
    controller(Rating::sum(kind, terms), Search::GREEDY)
}

/// A few built-ins, so that games last, and a term of one's own.
fn with_built_ins(own: Term) -> Controller {
    let built_in = |name, weight| linear(Reading::named(name).unwrap(), weight);
    of_terms(vec![
        built_in("landing-height", -1.0),
        built_in("row-transitions", -1.0),
        built_in("column-transitions", -1.0),
        built_in("cumulative-wells", -1.0),
        own,
    ])
}

/// The moves of the first game: at most `most`.
fn moves(player: &Player, most: usize) -> Vec<(u8, u8)> {
    let mut game = PlayerGame::new(player, 1, 0);
    let mut moves = Vec::new();
    while moves.len() < most
        && let Some(played) = game.step()
    {
        let placement = played.landing.placement;
        moves.push((placement.orientation, placement.column));
    }
    moves
}

/// The moves of a game with the reference. Every kernel that the machine has makes the same.
fn moves_of_all(controller: &Controller) -> Vec<(u8, u8)> {
    let players = kernels(controller, &Rules::default());
    let expected = moves(&players[0], 300);
    for player in &players[1..] {
        assert_eq!(moves(player, 300), expected, "{}", player.kernel());
    }
    expected
}

#[test]
fn a_feature_named_as_a_built_in_is_not_replaced_by_it() {
    let own = with_built_ins(linear(Reading::from(&OTHER_HOLES), -4.0));
    let built_in = with_built_ins(linear(Reading::named("holes").unwrap(), -4.0));
    let players = kernels(&own, &Rules::default());
    for player in &players[1..] {
        let reason = player.fast_path().unwrap_err();
        assert_eq!(reason, NoFastPath::Feature("own:holes".to_string()));
        let text = "the feature own:holes is read by the reference only";
        assert_eq!(reason.to_string(), text);
    }
    assert_ne!(moves_of_all(&own), moves_of_all(&built_in));
    // Both at once.
    let mut both = own;
    let holes = linear(Reading::named("holes").unwrap(), -4.0);
    both.rating.terms.push(holes);
    assert_ne!(moves_of_all(&both), moves_of_all(&built_in));
}

#[test]
fn a_feature_with_a_slot_is_rated_by_the_kernels_as_by_the_reference() {
    let own = Reading::from(&CAVITIES);
    let built_in = Reading::named("holes").unwrap();
    let mut dice = Dice::new(21);
    for term in [
        linear(own, -4.0),
        linear(own.delta().unwrap(), -4.0),
        squared(own, -0.5),
        linear(own.squared(), -0.5),
        linear(Reading::from(&COLUMNS), -0.5),
    ] {
        let controller = with_built_ins(term);
        let players = kernels(&controller, &Rules::default());
        for player in &players {
            assert_eq!(player.fast_path(), Ok(player.kernel()));
        }
        for _ in 0..20 {
            check_board(&players, &random_board(&mut dice, Rules::default().board));
        }
        moves_of_all(&controller);
    }
    assert_eq!(
        moves_of_all(&with_built_ins(linear(own, -4.0))),
        moves_of_all(&with_built_ins(linear(built_in, -4.0))),
        "they count the same"
    );
}

#[test]
fn what_a_slot_cannot_hold_is_left_to_the_reference() {
    let reason = |controller: &Controller| {
        let player = Player::new(controller, &Rules::default()).unwrap();
        player.with_kernel(Kernel::Portable).unwrap().fast_path()
    };
    let one_value = with_built_ins(linear(Reading::from(&FIRST_COLUMN), -1.0));
    let expected = NoFastPath::Feature("own:first-column".to_string());
    assert_eq!(reason(&one_value), Err(expected));
    moves_of_all(&one_value);

    // Tables over 0 to 240 and over 0 to 247 cannot be added up.
    let mut two_ranges = with_built_ins(squared(Reading::named("holes").unwrap(), -0.5));
    let own = squared(Reading::from(&CAVITIES), -0.5);
    two_ranges.rating.terms.push(own);
    let expected = NoFastPath::Range("own:cavities".to_string());
    assert_eq!(reason(&two_ranges), Err(expected));
    moves_of_all(&two_ranges);
}

#[test]
fn readings_are_equal_if_the_feature_is_the_same_and_not_if_its_name_is() {
    let built_in = Reading::named("holes").unwrap();
    let own = Reading::from(&OTHER_HOLES);
    assert_eq!(own, Reading::from(&OTHER_HOLES));
    assert_ne!(own, built_in);
    assert_ne!(own, own.squared());
    assert_eq!(built_in, Reading::named("holes").unwrap());
    assert!(own.delta().is_ok());
}

#[test]
fn no_file_can_hold_a_feature_of_one_s_own() {
    let own = with_built_ins(linear(Reading::from(&OTHER_HOLES), -4.0));
    let error = own.to_toml().unwrap_err().to_string();
    assert!(error.contains("cannot be written"), "{error}");
}

#[test]
fn a_feature_named_as_a_built_in_has_another_fingerprint() {
    let own = with_built_ins(linear(Reading::from(&OTHER_HOLES), -4.0));
    let built_in = with_built_ins(linear(Reading::named("holes").unwrap(), -4.0));
    let fingerprint = |controller| Fingerprint::of(controller, &Rules::default());
    assert_ne!(fingerprint(&own), fingerprint(&built_in));
}

//! Every slot, and features of one's own.

use tetrarium_engine::features::{FEATURES, Read, Slot};
use tetrarium_engine::{Controller, Feature, Function, Player, Reading, Search, Term, catalogue};
use tetrarium_lab::Length;
use tetrarium_lab::bench::forty_five_weights;

use super::{check_boards, check_candidates, check_games, rules};
use crate::KernelSource;

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

/// The holes, with a range of its own.
static CAVITIES: Feature = Feature::new(
    "holes",
    "Empty cells with a full cell somewhere above them in their column.",
    Read::Board(|board| {
        let of = |column: &u32| u32::BITS - column.leading_zeros() - column.count_ones();
        board.columns().iter().map(of).sum::<u32>() as i32
    }),
    |extent| (0, extent.width * extent.rows + 7),
)
.with_slot(Slot::Holes);

/// A player on a board eight wide whose rating has these terms.
fn of_terms(terms: Vec<Term>) -> Player {
    of_terms_under(&[("board", "8x10"), ("suicide", "considered")], terms)
}

fn of_terms_under(settings: &[(&str, &str)], terms: Vec<Term>) -> Player {
    let mut controller = Controller::clone(catalogue::named("bcts").unwrap());
    controller.rating.terms = terms;
    Player::new(&controller, &rules(settings)).unwrap()
}

fn term(reading: Reading, function: impl Fn(usize) -> Function) -> Term {
    term_on(8, reading, function)
}

fn term_on(width: usize, reading: Reading, function: impl Fn(usize) -> Function) -> Term {
    let count = reading.feature.count.on(width);
    Term {
        reading,
        functions: (0..count).map(function).collect(),
    }
}

/// Another weight for every value of every feature.
fn own_weight(number: usize, index: usize) -> f64 {
    -0.1 * (1 + number) as f64 - 0.03 * index as f64
}

/// A weight of its own for every slot, so that no two can be taken for each other.
#[test]
fn every_slot_with_a_weight_and_with_a_table() {
    let slots = || {
        let features = FEATURES.iter().filter(|feature| feature.slot.is_some());
        features.enumerate()
    };
    let weights = |features: &dyn Fn(&Feature) -> bool| {
        let some = slots().filter(|(_, feature)| features(feature));
        let terms = some.map(|(number, feature)| {
            term(Reading::from(*feature), |index| {
                Function::linear(own_weight(number, index))
            })
        });
        of_terms(terms.collect())
    };
    check_boards(&weights(&|_| true), 4);
    // Without the deviation of the heights placements are rated by their windows alone.
    check_boards(
        &weights(&|feature| feature.slot != Some(Slot::HeightDeviation)),
        4,
    );
    let tables = slots().map(|(number, feature)| {
        term(Reading::from(*feature), |index| {
            Function::power(own_weight(number, index), 1.5)
        })
    });
    check_boards(&of_terms(tables.collect()), 4);
}

/// Without local patterns a placement that removes rows is summed up column by column.
#[test]
fn every_number_that_windows_rate_under_other_rules() {
    for (width, settings) in [
        (
            4,
            &[
                ("board", "4x4"),
                ("overflow", "top-row"),
                ("suicide", "considered"),
            ][..],
        ),
        (5, &[("board", "5x28"), ("suicide", "zero")]),
        (
            7,
            &[
                ("board", "7x9"),
                ("overflow", "clears-first"),
                ("suicide", "zero"),
            ],
        ),
        (9, &[("board", "9x6"), ("overflow", "top-row")]),
        (
            16,
            &[
                ("board", "16x28"),
                ("overflow", "clears-first"),
                ("suicide", "considered"),
            ],
        ),
    ] {
        let is_rated = |slot| slot != Slot::HeightDeviation;
        let features = FEATURES.iter().filter(|one| one.slot.is_some_and(is_rated));
        // A function of the mean height has no number whose change the kernel could weigh.
        let features = features.filter(|one| !one.is_pattern() && one.name != "height-rbf");
        let mut terms = Vec::new();
        for (number, feature) in features.enumerate() {
            let reading = Reading::from(*feature);
            let weights = |index| Function::linear(own_weight(number, index));
            terms.push(term_on(width, reading, weights));
        }
        let deltas = terms.iter().rev().zip(&terms).filter_map(|(of, weights)| {
            let weight = weights.functions[0].weight().unwrap();
            let delta = of.reading.delta().ok()?;
            Some(term_on(width, delta, |_| Function::linear(weight)))
        });
        let with_deltas = terms.iter().cloned().chain(deltas).collect();
        for terms in [terms.clone(), with_deltas] {
            let player = of_terms_under(settings, terms);
            let source = KernelSource::new(&[&player]).unwrap();
            for line in ["#define FAST 1", "#define PATTERNS 0"] {
                assert!(source.text.contains(line));
            }
            check_boards(&player, 6);
        }
    }
}

/// The first move can end the game, and is rated then: also by what it changes.
#[test]
fn changes_are_rated_by_searches_that_consider_the_end_of_the_game() {
    let mut controller = Controller::clone(catalogue::named("bcts").unwrap());
    for term in controller.rating.terms.iter_mut().take(6) {
        term.reading = term.reading.delta().unwrap_or(term.reading);
    }
    for (search, visible) in [(Search::TWO_PIECE, "2"), (Search::expectimax(2), "1")] {
        for score in ["leaf", "sum"] {
            let rules = rules(&[
                ("board", "5x6"),
                ("suicide", "considered"),
                ("visible", visible),
                ("search-score", score),
            ]);
            controller.search = search;
            let player = Player::new(&controller, &rules).unwrap();
            check_boards(&player, 3);
            check_games(&player, 34, Length::AtMost(60));
        }
    }
}

/// What all columns and all pairs weigh alike is added to the weights of each, in candidates that
/// have no others too, and on the board before.
#[test]
fn candidates_whose_columns_weigh_alike_or_not_play_at_once() {
    let named = |name| Reading::named(name).unwrap();
    let delta = |name| named(name).delta().unwrap();
    let columns = [named("column-height"), named("column-difference")];
    let alike = [named("mean-height"), named("height-differences")];
    let changes = [delta("holes"), delta("height-differences")];
    let changes_of_each = [delta("column-height"), delta("column-difference")];
    let player = |readings: &[&[Reading]]| {
        let mut controller = Controller::clone(catalogue::named("bcts").unwrap());
        for (number, reading) in readings.concat().into_iter().enumerate() {
            let weights = |index| Function::linear(own_weight(number, index));
            controller.rating.terms.push(term(reading, weights));
        }
        Player::new(&controller, &rules(&[("board", "8x8")])).unwrap()
    };
    let players = [
        player(&[&columns, &alike]),
        player(&[&alike, &changes]),
        player(&[&changes_of_each, &changes]),
        player(&[]),
    ];
    let source = KernelSource::new(&players.each_ref()).unwrap();
    for part in ["COLUMN", "DIFFERENCE"] {
        assert!(source.text.contains(&format!("#define F_{part} ")));
    }
    for part in ["SUM", "DIFFERENCES"] {
        assert!(!source.text.contains(&format!("#define F_{part} ")));
    }
    check_candidates(&players);
    for player in &players {
        check_boards(player, 4);
    }
}

/// Numbers that a window and the rest of the board give together, each with a table and a weight:
/// their placements are rated by their windows.
#[test]
fn tables_of_what_a_window_gives() {
    let names = [
        "max-height",
        "min-height",
        "mean-height",
        "max-height-difference",
        "max-minus-mean-height",
        "pattern-diversity",
        "max-well-depth",
        "rows-with-holes",
        "landing-height",
        "removed-lines",
        "height-rbf",
    ];
    let of = |function: &dyn Fn(f64) -> Function| {
        (1..)
            .zip(names)
            .map(|(number, name)| {
                let reading = Reading::named(name).unwrap();
                term(reading, |index| {
                    function(-0.1 * f64::from(number) - 0.03 * index as f64)
                })
            })
            .collect::<Vec<Term>>()
    };
    let tables = of(&|weight| Function::power(weight, 1.5));
    let both = [tables.clone(), of(&Function::linear)].concat();
    for terms in [tables, both] {
        let player = of_terms(terms);
        let source = KernelSource::new(&[&player]).unwrap();
        assert!(source.text.contains("#define FAST 1"));
        check_boards(&player, 8);
    }
}

#[test]
fn forty_five_weights_are_rated_by_windows() {
    for settings in [
        &[][..],
        &[
            ("board", "10x8"),
            ("overflow", "clears-first"),
            ("suicide", "considered"),
        ],
    ] {
        let player = Player::new(&forty_five_weights(), &rules(settings)).unwrap();
        let source = KernelSource::new(&[&player]).unwrap();
        assert!(source.text.contains("#define FAST 1"));
        check_boards(&player, 12);
        check_games(&player, 34, Length::AtMost(300));
    }
}

#[test]
fn a_feature_named_as_a_built_in_is_refused_and_not_replaced_by_it() {
    let own = of_terms(vec![term(Reading::from(&OTHER_HOLES), |_| {
        Function::linear(-1.0)
    })]);
    let refusal = KernelSource::new(&[&own]).unwrap_err();
    assert_eq!(
        refusal.reason,
        "the feature own:holes is not computed there"
    );
}

#[test]
fn a_feature_with_a_slot_is_rated_beside_the_built_in_of_the_same_name() {
    let power = |weight| move |_| Function::power(weight, 2.0);
    let own = Reading::from(&CAVITIES);
    let built_in = Reading::named("holes").unwrap();
    check_boards(
        &of_terms(vec![
            term(own, power(-1.0)),
            term(built_in, power(-3.0)),
            term(own.delta().unwrap(), power(-7.0)),
            term(built_in.squared(), |_| Function::linear(0.5)),
        ]),
        4,
    );
}

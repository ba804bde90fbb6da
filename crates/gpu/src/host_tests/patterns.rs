//! Local patterns: ratings of the terms of bcts and of tables of random scores.

use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::{Controller, Function, Player, Reading, Search, Term, catalogue};
use tetrarium_lab::Length;
use tetrarium_lab::play::Danger;

use super::{check_boards, check_candidates, check_games, climbs, positions, rules};
use crate::KernelSource;

/// Every kind of pattern, and how many numbers it has.
pub const ALL: [(&str, usize); 3] = [("surface-4", 729), ("surface-5", 625), ("cover", 501)];

/// The terms of bcts and of some kinds of patterns with tables of random scores, a table for each
/// place; in mirrored places they are not the same.
pub fn patterns(
    kinds: &[(&str, usize)],
    seed: u64,
    search: Option<Search>,
    settings: &[(&str, &str)],
) -> Player {
    let rules = rules(settings);
    let mut controller = Controller::clone(catalogue::named("bcts").unwrap());
    controller.search = search.unwrap_or(controller.search);
    for (number, (name, scores)) in (0..).zip(kinds) {
        let reading = Reading::named(name).unwrap();
        let table = |place: usize| {
            let stream = Stream::new(seed, 100 * number + place as u64, Purpose::Sampling);
            let score = |index: usize| f64::from(stream.block(index as u64)[0] >> 20) / 512.0;
            Function::table(0, (0..*scores).map(score).collect::<Vec<f64>>())
        };
        let places = reading.feature.count.on(rules.board.width());
        if places > 0 {
            controller.rating.terms.push(Term {
                reading,
                functions: (0..places).map(table).collect(),
            });
        }
    }
    Player::new(&controller, &rules).unwrap()
}

#[test]
fn scores_and_choices_by_patterns() {
    for settings in [
        &[][..],
        &[("board", "4x4"), ("suicide", "considered")],
        &[
            ("board", "5x9"),
            ("overflow", "top-row"),
            ("suicide", "zero"),
        ],
        &[("board", "6x28"), ("suicide", "considered")],
        &[("board", "7x12"), ("overflow", "clears-first")],
        &[("board", "11x9"), ("ties", "dellacherie")],
        &[
            ("board", "16x28"),
            ("suicide", "considered"),
            ("overflow", "clears-first"),
        ],
    ] {
        check_boards(&patterns(&ALL, 1, None, settings), 12);
    }
    for kind in ALL {
        check_boards(&patterns(&[kind], 2, None, &[("board", "9x14")]), 6);
    }
}

#[test]
fn whole_games_by_patterns() {
    for settings in [
        &[("board", "10x9")][..],
        &[("board", "6x10"), ("pieces", "bag")],
        &[
            ("board", "8x8"),
            ("overflow", "top-row"),
            ("suicide", "considered"),
        ],
        &[("board", "9x8"), ("overflow", "clears-first")],
    ] {
        let player = patterns(&ALL, 3, None, settings);
        check_games(&player, 45, Length::AtMost(600));
    }
}

#[test]
fn patterns_of_two_pieces_and_an_unknown_second() {
    let (two, expectimax) = (Some(Search::TWO_PIECE), Some(Search::expectimax(2)));
    for (search, settings) in [
        (two, &[("board", "6x8"), ("visible", "2")][..]),
        (expectimax, &[("board", "5x6"), ("suicide", "considered")]),
        (expectimax, &[("board", "6x8"), ("search-score", "sum")]),
    ] {
        let player = patterns(&ALL, 4, search, settings);
        check_boards(&player, 3);
        check_games(&player, 34, Length::AtMost(60));
    }
}

/// Tables of other features, and a feature for which the whole board has to be read.
#[test]
fn patterns_beside_features_that_are_read_off_the_whole_board() {
    for (name, function) in [
        ("holes", Function::power(-3.0, 1.5)),
        ("height-deviation", Function::linear(-1.0)),
    ] {
        let settings = [("board", "8x10"), ("suicide", "considered")];
        let player = patterns(&ALL, 5, None, &settings);
        let mut controller = player.controller().clone();
        controller.rating.terms.push(Term {
            reading: Reading::named(name).unwrap(),
            functions: vec![function],
        });
        check_boards(&Player::new(&controller, player.rules()).unwrap(), 6);
    }
}

#[test]
fn candidates_with_other_patterns_play_at_once() {
    let settings = [("board", "8x8")];
    let players = [&ALL[..], &ALL[1..], &ALL[..1], &[]];
    let players = [0, 1, 2, 3].map(|i| patterns(players[i], i as u64, None, &settings));
    check_candidates(&players);
}

#[test]
fn estimates_of_players_by_patterns() {
    let player = patterns(&ALL[1..], 6, None, &[("board", "8x10")]);
    positions::check_estimate(&player);
    let other = patterns(&ALL, 7, None, &[("board", "8x10")]);
    climbs::check(&[player, other], Danger::Pile, 40, 0);
}

#[test]
fn differences_of_the_numbers_of_patterns_are_refused() {
    let mut controller = Controller::clone(catalogue::named("bcts").unwrap());
    let reading = Reading::named("surface-4").unwrap().delta().unwrap();
    controller.rating.terms.push(Term {
        reading,
        functions: vec![Function::linear(1.0); 7],
    });
    let player = Player::new(&controller, &rules(&[])).unwrap();
    let refusal = KernelSource::new(&[&player]).unwrap_err();
    let reason = format!("the feature {reading} is not computed there");
    assert_eq!(refusal.reason, reason);
}

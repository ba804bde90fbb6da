//! Bands of danger: ratings of the terms of bcts whose weights differ in every band.

use tetrarium_engine::rating::{BANDS, Bands};
use tetrarium_engine::{Controller, Danger, Function, Player, Search, catalogue};
use tetrarium_lab::Length;

use super::patterns::{ALL, patterns};
use super::{check_boards, check_candidates, check_games, climbs, positions, rules};
use crate::KernelSource;

/// The same player with weights that differ from band to band, by up to a fifth.
fn in_bands(player: &Player, by: Danger, bounds: &[i32], seed: u32) -> Player {
    let mut controller = player.controller().clone();
    controller.rating.kind = &BANDS;
    controller.rating.bands = Bands {
        by,
        bounds: bounds.to_vec(),
    };
    let functions = controller.rating.terms.iter_mut();
    let functions = functions.flat_map(|term| &mut term.functions);
    for (place, function) in (1..).zip(functions) {
        if let Some(weight) = function.weight() {
            let part = |band: u32| f64::from(place * (band + 3) * (seed + 7) % 11) / 11.0;
            let bands = (0..=bounds.len() as u32).map(|band| weight * (0.8 + 0.4 * part(band)));
            *function = Function::in_bands(bands.collect());
        }
    }
    Player::new(&controller, player.rules()).unwrap()
}

fn bcts(search: Option<Search>, by: Danger, bounds: &[i32], settings: &[(&str, &str)]) -> Player {
    let mut controller = Controller::clone(catalogue::named("bcts").unwrap());
    controller.search = search.unwrap_or(controller.search);
    in_bands(
        &Player::new(&controller, &rules(settings)).unwrap(),
        by,
        bounds,
        1,
    )
}

#[test]
fn scores_and_choices_by_bands() {
    for (by, bounds, settings) in [
        (Danger::Height, &[5][..], &[][..]),
        (Danger::Pile, &[8, 20], &[("suicide", "considered")]),
        (
            Danger::Cover,
            &[6, 18, 30, 60],
            &[("board", "7x12"), ("overflow", "clears-first")],
        ),
        (
            Danger::Pile,
            &[3, 9],
            &[
                ("board", "4x6"),
                ("overflow", "top-row"),
                ("suicide", "zero"),
            ],
        ),
    ] {
        check_boards(&bcts(None, by, bounds, settings), 12);
    }
}

#[test]
fn whole_games_by_bands() {
    let two = Some(Search::TWO_PIECE);
    let expectimax = Some(Search::expectimax(2));
    let pile = |search, settings| bcts(search, Danger::Pile, &[7, 14], settings);
    check_games(&pile(None, &[("board", "10x9")]), 45, Length::AtMost(600));
    check_games(&pile(None, &[("board", "6x10")]), 45, Length::AtMost(600));
    for (search, settings) in [
        (two, &[("board", "6x8"), ("visible", "2")][..]),
        (expectimax, &[("board", "5x6"), ("suicide", "considered")]),
        (expectimax, &[("board", "6x8"), ("search-score", "sum")]),
    ] {
        check_boards(&pile(search, settings), 3);
        check_games(&pile(search, settings), 34, Length::AtMost(60));
    }
}

/// Tables, differences to the board before, and a feature for which the whole board is read.
#[test]
fn bands_beside_tables_and_differences() {
    let settings = [("board", "8x10"), ("suicide", "considered")];
    let player = patterns(&ALL, 5, None, &settings);
    check_boards(&in_bands(&player, Danger::Pile, &[6, 12], 2), 4);
    let mut controller = player.controller().clone();
    for term in controller.rating.terms.iter_mut().take(6) {
        term.reading = term.reading.delta().unwrap_or(term.reading);
    }
    let player = Player::new(&controller, player.rules()).unwrap();
    check_boards(&in_bands(&player, Danger::Cover, &[12, 24], 3), 4);
}

#[test]
fn candidates_of_bands_play_at_once_and_are_estimated() {
    let plain = super::player("bcts", None, &[("board", "8x8")]);
    let candidate = |seed| in_bands(&plain, Danger::Pile, &[6, 12], seed);
    check_candidates(&[1, 2, 3, 4].map(candidate));
    let plain = super::player("bcts", None, &[("board", "8x10")]);
    let candidates = [1, 2].map(|seed| in_bands(&plain, Danger::Height, &[4, 6], seed));
    positions::check_estimate(&candidates[0]);
    climbs::check(&candidates, Danger::Pile, 40, 0);
}

#[test]
fn candidates_of_other_bands_are_refused() {
    let players = [&[5][..], &[6]].map(|bounds| bcts(None, Danger::Height, bounds, &[]));
    let refusal = KernelSource::new(&[&players[0], &players[1]]).unwrap_err();
    assert!(refusal.reason.contains("share the bands"));
}

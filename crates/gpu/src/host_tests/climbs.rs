//! Rough estimates made whole by the kernel's source.

use tetrarium_engine::{Function, Player, Search, catalogue};
use tetrarium_lab::estimate::rough_estimates;
use tetrarium_lab::play::Danger;
use tetrarium_lab::{Contender, Threads, Watch};

use super::host::Splits;
use super::player;

/// Some candidates about a controller: its weights, and weights that play worse and worse.
fn candidates(first: Player, count: usize) -> Vec<Player> {
    let mut players = vec![first];
    for number in 1..count {
        let mut other = catalogue::named("bcts").unwrap().clone();
        other.search = players[0].search();
        for (place, term) in other.rating.terms.iter_mut().enumerate() {
            for function in &mut term.functions {
                if let Some(weight) = function.weight() {
                    let less = if (place + number) % 3 == 0 {
                        number as f64
                    } else {
                        0.0
                    };
                    *function = Function::linear((weight * 0.8).round() - less);
                }
            }
        }
        players.push(Player::new(&other, players[0].rules()).unwrap());
    }
    players
}

/// All estimates are those of the threads, and `left` of them at most were left to the threads.
pub fn check(players: &[Player], danger: Danger, climbs: u64, left: usize) {
    let found = left_to_threads(players, danger, climbs, u32::MAX);
    assert!(found.is_none_or(|found| found <= left), "{found:?} left");
}

/// How many estimates were left to the threads with room for this number of rises, when all are
/// those of the threads; none if there is no compiler.
fn left_to_threads(
    players: &[Player],
    danger: Danger,
    climbs: u64,
    most_rises: u32,
) -> Option<usize> {
    let all: Vec<&Player> = players.iter().collect();
    let host = Splits::new(&all, danger, most_rises)?;
    let seeded: Vec<(Contender, u64)> = players.iter().map(Contender::from).zip(5..).collect();
    let of_threads = Watch::default();
    let expected = rough_estimates(&seeded, climbs, &Threads(1), &of_threads);
    let watch = Watch::default();
    let found = rough_estimates(&seeded, climbs, &host, &watch);
    assert_eq!(found, expected);
    assert_eq!(watch.progress().moves, of_threads.progress().moves);
    assert_eq!(watch.progress().lines, of_threads.progress().lines);
    Some(host.left())
}

#[test]
fn rough_estimates_of_a_generation_are_those_of_the_threads() {
    let players = candidates(player("bcts", None, &[("board", "10x12")]), 5);
    check(&players, Danger::Pile, 60, 0);
    // Several runs each, more levels, and another danger.
    let players = candidates(player("bcts", None, &[("board", "8x11")]), 3);
    check(&players, Danger::Pile, 250, 0);
}

#[test]
fn rough_estimates_with_a_piece_that_is_shown() {
    let two = player(
        "bcts",
        Some(Search::TWO_PIECE),
        &[("board", "6x8"), ("visible", "2")],
    );
    check(&candidates(two, 2), Danger::Cover, 40, 0);
    let one = player("bcts", None, &[("board", "7x9"), ("visible", "2")]);
    check(&candidates(one, 2), Danger::Pile, 40, 0);
}

#[test]
fn what_the_kernel_gives_up_is_estimated_on_the_threads() {
    // Nearly every move loses the game, or too few climbs of the pilot rise.
    let players = candidates(player("bcts", None, &[("board", "4x4")]), 3);
    check(&players, Danger::Pile, 20, 3);
    let bag = player("bcts", None, &[("board", "6x8"), ("pieces", "bag")]);
    check(&candidates(bag, 1), Danger::Pile, 20, 1);
}

#[test]
fn estimates_with_too_many_rises_are_left_to_the_threads() {
    let players = candidates(player("bcts", None, &[("board", "8x11")]), 4);
    // Some of the runs that count rise too often.
    let some = left_to_threads(&players, Danger::Pile, 100, 240);
    assert!(some.is_none_or(|left| (1..4).contains(&left)), "{some:?}");
    // Twenty cycles of the pilot rise too often, four that count do not.
    let all = left_to_threads(&players, Danger::Pile, 4, 60);
    assert!(all.is_none_or(|left| left == 4), "{all:?}");
}

//! Games played on from positions, and what is estimated and measured by them.

use tetrarium_engine::{Board, Function, Player, PlayerGame, Search, State, catalogue};
use tetrarium_lab::estimate::{Settings, estimate};
use tetrarium_lab::measure::{Goal, measure_to};
use tetrarium_lab::play::{Backend, Continuation, Danger, End, Standing, Start, Until};
use tetrarium_lab::{Threads, Watch};

use super::host::PlaysOn;
use super::player;

/// Standings without the boards of lost games. The CPU and the kernel notice that a game is lost at
/// different moments, which only its board shows, and no caller reads that board.
fn without_lost_boards(mut stands: Vec<Standing>) -> Vec<Standing> {
    for stand in &mut stands {
        if stand.end == Some(End::Lost) {
            stand.board = Board::empty(stand.board.size());
        }
    }
    stands
}

#[test]
fn games_played_on_from_positions() {
    let expectimax = Some(Search::expectimax(2));
    let two = Some(Search::TWO_PIECE);
    let height = (Danger::Height, 2, 6);
    let pile = (Danger::Pile, 4, 14);
    let cover = (Danger::Cover, 8, 28);
    for (search, (danger, low, level), settings) in [
        (None, height, &[("board", "8x8")][..]),
        (None, pile, &[("board", "7x8"), ("pieces", "bag")]),
        (
            None,
            cover,
            &[("board", "7x8"), ("pieces", "cycle:LTSZIOJLLSZ")],
        ),
        (two, cover, &[("board", "6x7"), ("visible", "2")]),
        (
            two,
            height,
            &[("board", "5x7"), ("visible", "2"), ("pieces", "bag")],
        ),
        (expectimax, pile, &[("board", "5x6"), ("pieces", "bag")]),
    ] {
        let player = player("bcts", search, settings);
        let Some(host) = PlaysOn::new(&[&player], danger) else {
            return;
        };
        // Positions of real games, gone on from with other pieces, and the games themselves.
        let mut starts = Vec::new();
        for number in 0..40 {
            let mut game = PlayerGame::new(&player, 1, number);
            for _ in 0..number % 11 {
                game.advance();
            }
            if game.state() == State::Playing {
                let position = game.position();
                let (placed, board) = (game.counts().pieces, *game.board());
                starts.push(Start {
                    number: 1 << 63 | number,
                    position,
                    placed: 0,
                });
                let mut position = PlayerGame::new(&player, 1, number).position();
                position.board = board;
                starts.push(Start {
                    number,
                    position,
                    placed,
                });
            }
        }
        let placed = |pieces, restarts| Until::Placed { pieces, restarts };
        for until in [
            placed(5, false),
            placed(60, false),
            placed(60, true),
            Until::Danger { danger, low, level },
        ] {
            let watch = Watch::default();
            let on = Continuation {
                contender: (&player).into(),
                seed: 1,
                starts: &starts,
                until,
            };
            let expected = Threads(1).continue_games(&[on], &watch).unwrap().remove(0);
            let found = host.continue_games(&[on], &watch).unwrap().remove(0);
            assert_eq!(
                without_lost_boards(found),
                without_lost_boards(expected),
                "{until:?} {}",
                player.rules()
            );
        }
    }
}

/// Candidates with weights and bounds of their own, as in a generation that is judged by climbs.
#[test]
fn several_players_play_on_at_once() {
    let rules = [("board", "7x11")];
    let first = player("bcts", None, &rules);
    let mut other = catalogue::named("bcts").unwrap().clone();
    for term in &mut other.rating.terms {
        for function in &mut term.functions {
            if let Some(weight) = function.weight() {
                *function = Function::linear((weight * 0.6).round() - 1.0);
            }
        }
    }
    let second = Player::new(&other, first.rules()).unwrap();
    let danger = Danger::Pile;
    let Some(host) = PlaysOn::new(&[&first, &second], danger) else {
        return;
    };
    let starts = |player: &Player, games: u64| -> Vec<Start> {
        let starts = (0..games).map(|number| {
            let mut game = PlayerGame::new(player, 3, number);
            for _ in 0..number % 9 {
                game.advance();
            }
            Start {
                number: 1 << 63 | number,
                position: game.position(),
                placed: 0,
            }
        });
        starts.collect()
    };
    let (ours, theirs) = (starts(&first, 50), starts(&second, 23));
    let on = |contender, seed, starts, low, level| Continuation {
        contender,
        seed,
        starts,
        until: Until::Danger { danger, low, level },
    };
    let work = [
        on((&first).into(), 4, &ours, 6, 16),
        on((&second).into(), 5, &theirs, 3, 12),
    ];
    let watch = Watch::default();
    let expected = Threads(1).continue_games(&work, &watch).unwrap();
    let found = host.continue_games(&work, &watch).unwrap();
    for (found, expected) in found.into_iter().zip(expected) {
        assert!(expected.iter().any(|stand| stand.pieces > 3));
        assert_eq!(without_lost_boards(found), without_lost_boards(expected));
    }
}

/// An estimate and a measurement by the kernel's source are those of the threads.
pub fn check_estimate(player: &Player) {
    let settings = Settings {
        climbs: 40,
        repeats: 3,
        ..Settings::default()
    };
    let Some(host) = PlaysOn::new(&[player], settings.danger) else {
        return;
    };
    let watch = Watch::default();
    let expected = estimate(player, 1, &settings, &Threads(1), &watch).unwrap();
    assert!(expected.levels.len() > 2);
    assert_eq!(
        estimate(player, 1, &settings, &host, &watch).unwrap(),
        expected
    );
    let goal = Goal::new(0.3, Some(20_000))
        .unwrap()
        .with_side_by_side(Some(60));
    let expected = measure_to(player, 1, 0, goal, &Threads(1), &watch);
    assert_eq!(measure_to(player, 1, 0, goal, &host, &watch), expected);
}

#[test]
fn estimates_and_measurements_to_a_precision() {
    for (search, rules) in [
        (None, &[("board", "8x11")][..]),
        (
            Some(Search::TWO_PIECE),
            &[("board", "6x8"), ("visible", "2"), ("pieces", "bag")],
        ),
    ] {
        check_estimate(&player("bcts", search, rules));
    }
}

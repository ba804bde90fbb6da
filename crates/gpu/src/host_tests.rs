//! The kernel's source, compiled by the host compiler, against the reference.

mod bands;
mod climbs;
mod features;
mod host;
mod nets;
mod patterns;
mod positions;
mod ptx;

use std::collections::HashMap;

use tetrarium_engine::random::{Purpose, Stream, below};
use tetrarium_engine::rules::Suicide;
use tetrarium_engine::{
    Board, Controller, Landing, Move, Piece, Pieces, Placement, Player, Rules, Search, View,
    catalogue, landings,
};
use tetrarium_lab::play::Record;
use tetrarium_lab::{Length, Shard, Watch, play};

use crate::KernelSource;
use host::compiled;

fn rules(settings: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in settings {
        rules.set(name, value).unwrap();
    }
    rules
}

/// A controller of the catalogue under its own rules and some more.
fn player(name: &str, search: Option<Search>, settings: &[(&str, &str)]) -> Player {
    let controller = catalogue::named(name).unwrap();
    let mut rules = controller.rules_over(&rules(settings)).unwrap();
    for (name, value) in settings {
        rules.set(name, value).unwrap();
    }
    let controller = Controller {
        search: search.unwrap_or(controller.search),
        ..controller.clone()
    };
    Player::new(&controller, &rules).unwrap()
}

/// Boards with holes, wells and rows that nearly are full, from low to as high as the rules let
/// them be.
fn random_boards(rules: &Rules, seed: u64) -> Vec<Board> {
    let (width, height) = (rules.board.width(), rules.board.height());
    let limit = height - usize::from(rules.get("overflow").as_deref() == Some("top-row"));
    let stream = Stream::new(seed, 0, Purpose::Sampling);
    let mut index = 0;
    let mut draw = |bound: usize| {
        index += 1;
        below(stream.word(index), bound as u32) as usize
    };
    (0..32)
        .map(|_| {
            let mut board = Board::empty(rules.board);
            let top = draw(limit + 1);
            let density = 1 + draw(8);
            for y in 0..top {
                let missing = if draw(2) == 0 {
                    Some(draw(width))
                } else {
                    None
                };
                for x in 0..width {
                    let full = match missing {
                        Some(hole) => x != hole && draw(16) > 0,
                        None => draw(8) < density,
                    };
                    // Never a full row, and now and then a column that ends early.
                    if full && !(x == y % width && missing.is_none()) {
                        board.fill(x, y);
                    }
                }
            }
            board.without_rows(board.full_rows())
        })
        .collect()
}

/// Every score, end and choice on random boards.
fn check_boards(player: &Player, rounds: u64) {
    let Some(host) = compiled(&[player]) else {
        return;
    };
    let rules = player.rules();
    let table = &host.source.table;
    let orders: HashMap<(Piece, Placement), usize> = (0..table.placements.len())
        .map(|i| (table.placements[i], table.order(i)))
        .collect();
    let ties = Stream::new(0, 0, Purpose::Ties);
    for round in 0..rounds {
        let boards = random_boards(rules, round);
        let pieces: Vec<i32> = (0..32).map(|i| ((i + round * 3) % 7) as i32).collect();
        let next: Vec<i32> = (0..32).map(|i| ((i * 5 + round) % 7) as i32).collect();
        let (scores, chosen) = host.rate(&boards, &pieces, &next);
        for lane in 0..32 {
            let (board, piece) = (&boards[lane], Piece::ALL[pieces[lane] as usize]);
            for landing in landings(rules, board, piece).iter() {
                let played = Move::new(rules, board, piece, *landing);
                let expected = match (played.ends, rules.suicide) {
                    (true, Suicide::Avoided) => i32::MIN,
                    (true, Suicide::Zero) => 0,
                    _ => player.score(&played),
                };
                let index = orders[&(piece, landing.placement)];
                assert_eq!(
                    scores[64 * lane + index],
                    expected,
                    "{} {piece} {} {board:?}",
                    player.name(),
                    landing.placement
                );
            }
            let mut unseen = Pieces::new(0, 0);
            let view = View {
                rules,
                board,
                piece,
                next: (rules.visible == 2).then(|| Piece::ALL[next[lane] as usize]),
                prospect: unseen.prospect(&rules.pieces, 0),
            };
            let expected: Option<Landing> = player.decide(&view, &ties, 0);
            let expected = expected.unwrap();
            if chosen[lane] == 0xffff {
                assert!(Move::new(rules, board, piece, expected).ends);
            } else {
                let placement = host.source.placement(chosen[lane] as usize);
                assert_eq!(
                    placement,
                    expected.placement,
                    "{} {piece} {board:?}",
                    player.name()
                );
            }
        }
    }
}

/// Whole games on 32 slots.
fn check_games(player: &Player, games: u64, length: Length) {
    check_games_on(player, games, length, &[32]);
}

/// Whole games, each time on another number of slots.
fn check_games_on(player: &Player, games: u64, length: Length, slots: &[usize]) {
    let Some(host) = compiled(&[player]) else {
        return;
    };
    let shard = Shard {
        seed: 5,
        first: 3,
        games,
        length,
    };
    let expected = play(player, &shard, 1, &Watch::default());
    let jobs: Vec<(u32, u64, u64)> = (0..games)
        .map(|g| (0, shard.seed, shard.first + g))
        .collect();
    for slots in slots {
        let found = host.play(&jobs, length, *slots);
        assert_eq!(found, expected, "{} on {}", player.name(), player.rules());
    }
}

#[test]
fn scores_and_choices_of_one_piece() {
    for (name, settings) in [
        ("bcts", &[][..]),
        ("dt-20", &[("board", "7x12")]),
        ("bdu", &[("suicide", "considered")]),
        (
            "dellacherie",
            &[("board", "16x28"), ("overflow", "clears-first")],
        ),
        (
            "boehm-exponential",
            &[
                ("board", "8x10"),
                ("visible", "1"),
                ("suicide", "considered"),
            ],
        ),
        (
            "bcts",
            &[
                ("board", "4x4"),
                ("overflow", "top-row"),
                ("suicide", "zero"),
            ],
        ),
        ("dellacherie", &[("ties", "dellacherie"), ("board", "10x9")]),
    ] {
        check_boards(&player(name, None, settings), 12);
    }
}

#[test]
fn whole_games_of_one_piece() {
    for (name, settings) in [
        ("bcts", &[("board", "10x9")][..]),
        ("dt-20", &[("board", "6x10"), ("pieces", "bag")]),
        (
            "bdu",
            &[
                ("board", "10x8"),
                ("overflow", "top-row"),
                ("reward", "1,3,7,12"),
            ],
        ),
        (
            "dellacherie",
            &[
                ("board", "9x8"),
                ("suicide", "considered"),
                ("overflow", "clears-first"),
            ],
        ),
        (
            "boehm-linear",
            &[
                ("board", "6x12"),
                ("visible", "1"),
                ("pieces", "weighted:I=1,O=2,T=3,S=1,L=1"),
            ],
        ),
    ] {
        let player = player(name, None, settings);
        check_games(&player, 45, Length::AtMost(600));
    }
    let burgiel = player("bcts", None, &[("pieces", "alternating"), ("board", "6x8")]);
    check_games(&burgiel, 3, Length::Whole);
    let restarting = player(
        "bcts",
        None,
        &[("board", "6x6"), ("pieces", "sequence:LTSZIOJLLSZSZTIIOJ")],
    );
    check_games(&restarting, 33, Length::Restarting(40));
}

#[test]
fn fewer_games_than_lanes() {
    let player = player("bcts", None, &[("board", "10x8")]);
    for games in [1, 5, 33] {
        check_games_on(&player, games, Length::AtMost(300), &[32, 64, 128]);
    }
}

#[test]
fn two_pieces_and_an_unknown_second() {
    let expectimax = Some(Search::expectimax(2));
    for (name, search, settings) in [
        ("boehm-linear", None, &[("board", "6x8")][..]),
        (
            "boehm-exponential",
            None,
            &[("board", "5x7"), ("suicide", "considered")],
        ),
        ("bcts", expectimax, &[("board", "6x8")]),
        (
            "bcts",
            expectimax,
            &[
                ("board", "5x6"),
                ("pieces", "weighted:I=1,S=3,T=2"),
                ("suicide", "zero"),
            ],
        ),
        (
            "bcts",
            expectimax,
            &[("board", "6x8"), ("search-score", "sum")],
        ),
        (
            "dt-20",
            expectimax,
            &[
                ("board", "5x6"),
                ("pieces", "weighted:I=1,S=3,T=2"),
                ("suicide", "considered"),
                ("search-score", "sum"),
            ],
        ),
        (
            "boehm-exponential",
            None,
            &[
                ("board", "5x7"),
                ("suicide", "considered"),
                ("search-score", "sum"),
            ],
        ),
    ] {
        check_boards(&player(name, search, settings), 3);
    }
    for (name, search, settings) in [
        ("boehm-linear", None, &[("board", "6x8")][..]),
        ("bcts", expectimax, &[("board", "5x6"), ("pieces", "bag")]),
        (
            "tetrarium-3",
            expectimax,
            &[("board", "5x6"), ("search-score", "sum")],
        ),
        (
            "dellacherie",
            Some(Search::TWO_PIECE),
            &[
                ("board", "5x7"),
                ("visible", "2"),
                ("suicide", "zero"),
                ("search-score", "sum"),
            ],
        ),
        (
            "bcts",
            Some(Search::TWO_PIECE),
            &[
                ("board", "5x7"),
                ("visible", "2"),
                ("pieces", "sequence:LTSZIOJLLSZSZTIIOJ"),
                ("overflow", "clears-first"),
            ],
        ),
    ] {
        check_games(&player(name, search, settings), 34, Length::AtMost(60));
    }
}

#[test]
fn many_candidates_at_once() {
    let settings = &[("board", "10x8")][..];
    let players = ["dellacherie", "bcts", "dt-20", "bdu"].map(|name| player(name, None, settings));
    check_candidates(&players);
}

/// Games of four candidates side by side are those of each alone.
fn check_candidates(players: &[Player; 4]) {
    let all: Vec<&Player> = players.iter().collect();
    let Some(host) = compiled(&all) else { return };
    let jobs: Vec<(u32, u64, u64)> = (0..100).map(|i| (i % 4, 7, u64::from(i / 4))).collect();
    let found = host.play(&jobs, Length::AtMost(300), 64);
    for (candidate, player) in players.iter().enumerate() {
        let shard = Shard {
            seed: 7,
            first: 0,
            games: 25,
            length: Length::AtMost(300),
        };
        let expected = play(player, &shard, 1, &Watch::default());
        let own: Vec<Record> = found.iter().skip(candidate).step_by(4).copied().collect();
        assert_eq!(own, expected, "{}", player.name());
    }
}

#[test]
fn what_the_gpu_does_not_do_is_refused_with_the_reason() {
    let refused = |player: Player| KernelSource::new(&[&player]).unwrap_err().to_string();
    assert!(refused(player("bcts", None, &[("ties", "random")])).contains("ties = random"));
    assert!(refused(player("xtris", None, &[])).contains("xtris"));
    let deep = Some(Search::expectimax(3));
    assert!(refused(player("bcts", deep, &[])).contains("further than two"));
}

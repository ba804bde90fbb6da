use super::*;
use crate::controller::Controller;
use crate::game::random::{Purpose, Stream};
use crate::game::rules::Rules;
use crate::player::Player;
use crate::player::PlayerGame;
use crate::search::Method;
use crate::{Search, catalogue};

fn controller(name: &str, search: Search) -> Controller {
    Controller {
        search,
        ..catalogue::named(name).unwrap().clone()
    }
}

fn rules(settings: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (name, value) in settings {
        rules.set(name, value).unwrap();
    }
    rules
}

/// Plays a game and calls `look` before every move.
fn along(player: &Player, moves: usize, mut look: impl FnMut(&Player, &View)) {
    let mut game = PlayerGame::new(player, 7, 3);
    for _ in 0..moves {
        if let Some(view) = game.view() {
            look(player, &view);
        }
        if game.step().is_none() {
            game.restart();
        }
    }
}

/// The values of a player's search.
fn at(player: &Player, view: &View, pruned: bool) -> Values {
    let search = player.search();
    let Method::Tree(unseen) = search.method() else {
        panic!("{search} is no tree");
    };
    let depth = (search.depth(), unseen);
    let (mut found, scratch) = (no_values(), &mut player.scratch());
    survey(player.rater(), scratch, view, depth, !pruned, &mut found);
    found
}

/// The placements that plain and pruned search would both choose, whichever way ties go.
fn best(values: &[Option<Value>]) -> Vec<usize> {
    let most = values.iter().flatten().max();
    (0..values.len())
        .filter(|&i| values[i].as_ref() == most)
        .collect()
}

#[test]
fn pruned_minimax_chooses_what_plain_minimax_chooses() {
    for (name, depth, size, moves) in [
        ("bcts", 2, "6x8", 60),
        ("agent-06", 2, "6x8", 60),
        ("bcts", 3, "4x6", 12),
    ] {
        for suicide in ["avoided", "considered", "zero"] {
            for pieces in ["uniform", "bag"] {
                for rate in ["leaf", "sum"] {
                    let rules = rules(&[
                        ("board", size),
                        ("suicide", suicide),
                        ("pieces", pieces),
                        ("search-score", rate),
                    ]);
                    let player =
                        Player::new(&controller(name, Search::minimax(depth)), &rules).unwrap();
                    let moves = if rate == "sum" { moves / 4 } else { moves };
                    along(&player, moves, |player, view| {
                        let (landings, plain) = at(player, view, false);
                        let (_, pruned) = at(player, view, true);
                        let count = landings.len();
                        assert_eq!(best(&plain[..count]), best(&pruned[..count]));
                    });
                }
            }
        }
    }
}

#[test]
fn two_pieces_with_none_to_see_is_greedy() {
    let rules = rules(&[("board", "8x12")]);
    let greedy = Player::new(&controller("bcts", Search::GREEDY), &rules).unwrap();
    let two = Player::new(&controller("bcts", Search::TWO_PIECE), &rules).unwrap();
    let ties = Stream::new(0, 0, Purpose::Ties);
    along(&greedy, 300, |greedy, view| {
        assert_eq!(greedy.decide(view, &ties, 0), two.decide(view, &ties, 0));
    });
}

#[test]
fn a_known_next_piece_is_an_expectation_of_one() {
    // Where only one piece can come, average, worst and known next piece are the same.
    let seen = rules(&[
        ("board", "6x10"),
        ("pieces", "cycle:LTSJI"),
        ("visible", "2"),
    ]);
    let unseen = rules(&[("board", "6x10"), ("pieces", "cycle:LTSJI")]);
    let two = Player::new(&controller("bcts", Search::TWO_PIECE), &seen).unwrap();
    let average = Player::new(&controller("bcts", Search::expectimax(2)), &unseen).unwrap();
    let worst = Player::new(&controller("bcts", Search::minimax(2)), &unseen).unwrap();
    for step in 0..3 {
        let mut games = [&two, &average, &worst].map(|player| PlayerGame::new(player, step, 0));
        for _ in 0..80 {
            let [a, b, c] = games.each_mut().map(|game| game.step().map(|m| m.landing));
            assert_eq!((a, b), (b, c));
        }
    }
}

#[test]
fn an_expectation_is_the_sum_over_pieces_of_the_best_placement() {
    let rules = rules(&[("board", "6x10")]);
    let player = Player::new(&controller("dellacherie", Search::expectimax(2)), &rules).unwrap();
    along(&player, 40, |player, view| {
        let (landings, values) = at(player, view, true);
        for (landing, value) in landings.iter().zip(values) {
            let played = Move::new(player.rules(), view.board, view.piece, *landing);
            let Some(value) = value else {
                assert!(played.ends);
                continue;
            };
            let mut expected = Value { doom: 0, score: 0 };
            for piece in Piece::ALL {
                let ratings = player.rate(&played.after, piece);
                let survivors = (0..ratings.landings.len()).filter(|i| !ratings.ends(*i));
                match survivors.map(|i| ratings.scores[i]).max() {
                    Some(score) => expected.score += i128::from(score),
                    None => expected.doom += 1,
                }
            }
            assert_eq!(value, expected);
        }
    });
}

#[test]
fn fewer_pieces_that_fit_nowhere_come_before_any_rating() {
    let safe = Value {
        doom: 0,
        score: -1000,
    };
    let risky = Value {
        doom: 1,
        score: 1000,
    };
    assert!(safe > risky && WORST < risky && BEST > safe);
}

#[test]
fn a_first_move_after_which_the_next_piece_fits_nowhere_is_avoided() {
    // With the O in the left column the I would have to stand above the top; on the right it lies
    // down.
    let rules = rules(&[("board", "4x4"), ("visible", "2"), ("pieces", "cycle:OI")]);
    let mut anywhere = controller("dellacherie", Search::TWO_PIECE);
    anywhere.rating.terms.truncate(1);
    let player = Player::new(&anywhere, &rules).unwrap();
    let board: Board = "....\n....\n#...\n##.#".parse().unwrap();
    let view = View {
        rules: &rules,
        board: &board,
        piece: Piece::O,
        next: Some(Piece::I),
        prospect: crate::game::pieces::Pieces::new(0, 0).prospect(&rules.pieces, 2),
    };
    let (landings, values) = at(&player, &view, true);
    for (landing, value) in landings.iter().zip(values) {
        let played = Move::new(&rules, &board, Piece::O, *landing);
        let fits = (0..player.rate(&played.after, Piece::I).landings.len())
            .any(|i| !player.rate(&played.after, Piece::I).ends(i));
        assert_eq!(
            value.map(|v| v.doom),
            (!played.ends).then_some(u64::from(!fits))
        );
    }
}

#[test]
fn deep_searches_stop_where_a_sequence_does() {
    let rules = rules(&[("board", "6x10"), ("pieces", "sequence:IOT")]);
    let player = Player::new(&controller("bcts", Search::expectimax(4)), &rules).unwrap();
    let mut game = PlayerGame::new(&player, 0, 0);
    for _ in 0..3 {
        assert!(game.step().is_some());
    }
    assert!(game.step().is_none());
    assert_eq!(game.state(), crate::State::OutOfPieces);
}

#[test]
fn the_original_game_is_played_to_its_end_by_every_search() {
    let mut original = Rules::named("original").unwrap();
    original.set("board", "6x8").unwrap();
    for search in [Search::GREEDY, Search::TWO_PIECE, Search::expectimax(2)] {
        let player = Player::new(&controller("dellacherie", search), &original).unwrap();
        let mut game = PlayerGame::new(&player, 1, 0);
        for _ in 0..400 {
            if game.step().is_none() {
                break;
            }
            assert!(game.board().max_height() <= 8);
        }
    }
}

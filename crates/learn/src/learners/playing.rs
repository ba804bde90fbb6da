//! Games that tasks play.

use tetrarium_engine::rules::Suicide;
use tetrarium_engine::{
    Board, Controller, Move, Piece, Player, PlayerGame, Rating, Rules, Search, State,
};

use super::method::{MOVES_A_TICK, Tick};

/// A greedy player of a rating.
///
/// # Panics
///
/// If the rating cannot be played by the rules; a learner's setting was checked.
pub(super) fn player(rules: &Rules, rating: Rating) -> Player {
    let controller = Controller {
        name: "learner".to_string(),
        summary: String::new(),
        source: String::new(),
        note: String::new(),
        reported: Vec::new(),
        rules: Vec::new(),
        search: Search::GREEDY,
        rating,
        file_name: None,
    };
    Player::new(&controller, rules).expect("finite weights of features that the rules allow")
}

/// Plays a game, of at most this number of pieces, and shows its moves. Returns whether the game
/// was lost; none if the work was ended.
pub(super) fn each_move(
    player: &Player,
    (seed, number): (u64, u64),
    most: u64,
    tick: Tick,
    mut show: impl FnMut(&Move),
) -> Option<bool> {
    let mut game = PlayerGame::new(player, seed, number);
    let mut ticked = 0;
    while game.counts().pieces < most {
        let Some(played) = game.step() else {
            break;
        };
        show(&played);
        let pieces = game.counts().pieces;
        if pieces - ticked >= MOVES_A_TICK {
            if !tick(pieces - ticked) {
                return None;
            }
            ticked = pieces;
        }
    }
    tick(game.counts().pieces - ticked).then(|| game.state() == State::Lost)
}

/// Plays games one after the other until this number of moves is made, and shows each move with its
/// number. Games that have no move at all end it too. None if the work was ended.
pub(super) fn play_on(
    player: &Player,
    seed: u64,
    moves: u64,
    tick: Tick,
    mut show: impl FnMut(u64, &Move),
) -> Option<()> {
    let (mut made, mut number) = (0, 0);
    while made < moves {
        let before = made;
        each_move(player, (seed, number), moves - made, tick, |played| {
            show(made, played);
            made += 1;
        })?;
        if made == before {
            break;
        }
        number += 1;
    }
    Some(())
}

/// The move that a greedy player makes, the first of those that it rates best; none if the game
/// ends there.
pub(super) fn choice(player: &Player, board: &Board, piece: Piece) -> Option<Move> {
    let ratings = player.rate(board, piece);
    let avoids = player.rules().suicide == Suicide::Avoided;
    let considered = (0..ratings.landings.len()).filter(|&index| !(avoids && ratings.ends(index)));
    let best = considered
        .rev()
        .max_by_key(|&index| ratings.scores[index])?;
    let played = Move::new(player.rules(), board, piece, ratings.landings[best]);
    (!played.ends).then_some(played)
}

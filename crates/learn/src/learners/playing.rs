//! Games that tasks play.

use tetrarium_engine::{Controller, Move, Player, PlayerGame, Rating, Rules, Search, State};

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

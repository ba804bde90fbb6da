//! A game that a method plays itself, to learn from it.

use tetrarium_engine::{Game, Move, Placement, Rules, View};

use super::method::{MOVES_A_TICK, Tick};

/// The parts that the games of an iteration are played in at most: each holds a copy of the net.
const MOST_PARTS: u64 = 32;

/// The games of an iteration in parts: the first of each and their number, `least` where the parts
/// are not too many.
pub(super) fn in_parts(games: u64, least: u64) -> impl Iterator<Item = (u64, u64)> {
    let size = games.div_ceil(MOST_PARTS).max(least);
    let firsts = (0..games).step_by(size as usize);
    firsts.map(move |first| (first, size.min(games - first)))
}

/// What chooses the moves of a game, and sees them.
pub(super) trait Chooser {
    /// The placement of turn `turn`, from 0; none if it is all the same: then the first is taken.
    fn choose(&mut self, view: &View, turn: u64) -> Option<Placement>;

    /// Sees the move that was made.
    fn made(&mut self, played: &Move);
}

/// Plays a game of at most this number of pieces; none if the work was ended.
pub(super) fn play(
    rules: &Rules,
    (seed, number): (u64, u64),
    most: u64,
    tick: Tick,
    chooser: &mut impl Chooser,
) -> Option<()> {
    let mut game = Game::new(rules, seed, number);
    let mut ticked = 0;
    while game.counts().pieces < most {
        let turn = game.counts().pieces;
        if turn - ticked == MOVES_A_TICK {
            if !tick(MOVES_A_TICK) {
                return None;
            }
            ticked = turn;
        }
        let Some(view) = game.view() else { break };
        let chosen = chooser.choose(&view, turn);
        let placement = chosen.unwrap_or_else(|| view.landings()[0].placement);
        let played = game.place(placement).expect("it is a landing");
        chooser.made(&played);
        if played.ends {
            break;
        }
    }
    tick(game.counts().pieces - ticked).then_some(())
}

/// A number from 0 to 1, of 32 random bits.
pub(super) fn unit(word: u32) -> f64 {
    f64::from(word) / 4_294_967_296.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_few_and_have_all_games() {
        let parts = |games| in_parts(games, 5).collect::<Vec<_>>();
        assert_eq!(parts(12), [(0, 5), (5, 5), (10, 2)]);
        for games in [1, 5, 160, 161, 1_000_003] {
            let parts = parts(games);
            assert!(parts.len() as u64 <= MOST_PARTS);
            let mut next = 0;
            for (first, count) in parts {
                assert_eq!(first, next);
                next += count;
            }
            assert_eq!(next, games);
        }
    }
}

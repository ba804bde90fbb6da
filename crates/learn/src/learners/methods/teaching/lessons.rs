//! Boards of all dangers, and what the teacher says of them.

use serde::{Deserialize, Serialize};
use tetrarium_engine::random::{Purpose, Stream, below};
use tetrarium_engine::{Board, Hazards, Move, Piece, Pieces, Player, PlayerGame, Rules, landings};

use super::exponent::Sample;
use crate::learners::method::Tick;

/// A board and the piece that is to be placed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    pub(super) columns: Vec<u32>,
    pub(super) piece: u8,
}

impl Lesson {
    pub(super) fn board(&self, rules: &Rules) -> Board {
        Board::from_columns(rules.board, &self.columns)
    }

    pub(super) fn piece(&self) -> Piece {
        Piece::ALL[usize::from(self.piece)]
    }
}

/// What the teacher says of a lesson: the placements that it judged, by their number, and what each
/// is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Taught {
    pub(super) placements: Vec<u8>,
    pub(super) worths: Vec<f32>,
}

/// The classes of danger, and the boards that are kept of each.
const CLASSES: usize = 24;
const KEPT: usize = 400;
/// A stretch of play, and how often a board is taken in it.
const STRETCH: u64 = 24;
const EVERY: u64 = 6;
/// The stretches before the first that boards are taken from.
const BEFORE: u64 = 3_000;

/// How near a board is to the end of the game: its height, the rows with holes, and the wells.
pub(super) fn danger(board: &Board) -> u32 {
    let Hazards {
        height,
        rows,
        wells,
        ..
    } = Hazards::of(board);
    2 * (height + rows) + wells
}

/// The class of a danger on a board of this height.
fn class(board: &Board) -> usize {
    (danger(board) as usize * 5 / board.height()).min(CLASSES - 1)
}

/// Whether a danger is neither that of ordinary play nor that just before the end.
pub(super) fn is_between(board: &Board) -> bool {
    (4..14).contains(&class(board))
}

/// Plays from boards of every class of danger equally often, and takes boards on the way.
pub(super) fn collect(player: &Player, seed: u64, count: u64, tick: Tick) -> Option<Vec<Lesson>> {
    let rules = player.rules();
    let draws = Stream::new(seed, u64::MAX, Purpose::Learning);
    let mut drawn = 0;
    let mut draw = |most: usize| {
        drawn += 1;
        below(draws.word(drawn), most as u32) as usize
    };
    let mut classes: Vec<Vec<Board>> = vec![Vec::new(); CLASSES];
    classes[0].push(Board::empty(rules.board));
    let mut lessons = Vec::new();
    let mut stretch = 0;
    while (lessons.len() as u64) < count {
        let known: Vec<usize> = (0..CLASSES).filter(|&c| !classes[c].is_empty()).collect();
        let of_class = &classes[known[draw(known.len())]];
        let board = of_class[draw(of_class.len())];
        let mut game = PlayerGame::from_board(player, board, seed, stretch);
        for step in 1..=STRETCH {
            if !game.advance() {
                break;
            }
            let board = *game.board();
            let of_class = &mut classes[class(&board)];
            match of_class.len() < KEPT {
                true => of_class.push(board),
                false => of_class[draw(KEPT)] = board,
            }
            let is_taken = stretch >= BEFORE && (stretch + step) % EVERY == 0;
            if is_taken && (lessons.len() as u64) < count {
                // A piece that the game does not have: its number is that of no stretch.
                let number = u64::MAX - lessons.len() as u64;
                let piece = Pieces::new(seed, number).get(&rules.pieces, 0)?;
                lessons.push(Lesson {
                    columns: board.columns().to_vec(),
                    piece: piece as u8,
                });
            }
        }
        stretch += 1;
        if !tick(game.counts().pieces) {
            return None;
        }
    }
    Some(lessons)
}

/// The best next move for each piece.
fn replies<'a>(
    player: &'a Player,
    board: &'a Board,
) -> impl Iterator<Item = Option<(Piece, Best)>> + 'a {
    Piece::ALL
        .into_iter()
        .map(move |piece| best(player, board, piece).map(|best| (piece, best)))
}

/// A placement and its score.
#[derive(Clone, Copy)]
struct Best {
    index: usize,
    score: i32,
}

/// The best placement that does not end the game.
fn best(player: &Player, board: &Board, piece: Piece) -> Option<Best> {
    let ratings = player.rate(board, piece);
    let survive = (0..ratings.landings.len()).filter(|&index| !ratings.ends(index));
    let index = survive.rev().max_by_key(|&index| ratings.scores[index])?;
    let score = ratings.scores[index];
    Some(Best { index, score })
}

/// The move of a placement by its number.
pub(super) fn move_of(rules: &Rules, board: &Board, piece: Piece, index: usize) -> Move {
    Move::new(rules, board, piece, landings(rules, board, piece)[index])
}

/// What ratings in whole numbers stand for.
fn unit(player: &Player) -> f64 {
    let scale = player.scorer().map_or(0, |scorer| scorer.scale());
    libm::ldexp(1.0, -scale)
}

/// The rating of a board without the part of the move, after the player's choice in a lesson and
/// after its choice for each next piece; none if the player has no choice.
pub(super) fn sample(player: &Player, lesson: &Lesson) -> Option<Sample> {
    let (board, piece) = (lesson.board(player.rules()), lesson.piece());
    let of_board = |board: &Board, piece: Piece, best: Best| {
        let played = move_of(player.rules(), board, piece, best.index);
        let score = best.score - player.rater().move_score(&played);
        (f64::from(score) * unit(player), played.after)
    };
    let (value, after) = of_board(&board, piece, best(player, &board, piece)?);
    let next = replies(player, &after)
        .map(|reply| reply.map(|(piece, best)| of_board(&after, piece, best).0));
    Some(Sample {
        value,
        next: next.collect(),
    })
}

/// The teacher: a player with one more piece of foresight.
pub(super) struct Teacher<'a> {
    pub player: &'a Player,
    /// The exponent by which ratings are logarithms of chances.
    pub exponent: f64,
    /// The rating of a lost game.
    pub lost: f64,
    /// The chance of each piece.
    pub chances: [f64; 7],
    /// The placements that are judged.
    pub placements: usize,
}

impl Teacher<'_> {
    /// Judges the placements of a lesson.
    pub fn judge(&self, lesson: &Lesson) -> Taught {
        let (board, piece) = (lesson.board(self.player.rules()), lesson.piece());
        let ratings = self.player.rate(&board, piece);
        let survive = (0..ratings.landings.len()).filter(|&index| !ratings.ends(index));
        let mut order: Vec<usize> = survive.collect();
        order.sort_by_key(|&index| std::cmp::Reverse(ratings.scores[index]));
        order.truncate(self.placements);
        let worths = order.iter().map(|&index| {
            let landing = ratings.landings[index];
            let played = Move::new(self.player.rules(), &board, piece, landing);
            let own = f64::from(self.player.rater().move_score(&played)) * unit(self.player);
            (own + self.backup(&played.after)) as f32
        });
        let worths = worths.collect();
        Taught {
            placements: order.into_iter().map(|index| index as u8).collect(),
            worths,
        }
    }

    /// The value of a board: minus the logarithm of the mean chance to die after the best reply to
    /// each piece, in units of ratings.
    fn backup(&self, board: &Board) -> f64 {
        let replies = replies(self.player, board).map(|reply| match reply {
            Some((_, best)) => f64::from(best.score) * unit(self.player),
            None => self.lost,
        });
        let replies: Vec<f64> = replies.collect();
        super::exponent::mean(&replies, &self.chances, self.exponent)
    }
}

//! The tree of all placements of several pieces: from the ratings of moves to the value of a first
//! move.
//!
//! It has the current piece, the next if it is shown, and pieces not seen after those, to the depth
//! of the search. The last move alone is rated. Pieces not seen are averaged by the whole-number
//! weights of the piece source, or the worst is taken; all sums are exact. Where suicide is
//! avoided, a piece that fits nowhere is worse than any rating.

use super::kind::{MAX_DEPTH, Unseen};
use super::value::Value;
use crate::game::board::Board;
use crate::game::moves::{Move, Outcome};
use crate::game::piece::Piece;
use crate::game::pieces::Prospect;
use crate::game::placement::{Landing, Landings, MAX_PLACEMENTS};
use crate::game::rules::{SearchBoard, SearchScore, Suicide};
use crate::game::state::View;
use crate::search::fast::{After, Scratch};
use crate::search::rater::Rater;

/// All landings of the current piece with their values; none for those that end the game and are
/// not considered.
pub(crate) type Values = (Landings, [Option<Value>; MAX_PLACEMENTS]);

/// A search in progress.
struct Tree<'a> {
    rater: &'a Rater,
    unseen: Unseen,
    /// Whether branches that cannot change the choice are left out (alpha-beta, for the worst piece
    /// only).
    pruned: bool,
    /// The next piece, where the second ply is known.
    next: Option<Piece>,
    /// Plies, the current piece's included.
    depth: usize,
    /// `weight[k]`: the weight of all futures from ply k on; 1 for the worst piece.
    weight: [u64; MAX_DEPTH as usize + 1],
    /// What the kernel works with, if there is one.
    scratch: &'a mut Option<Scratch>,
    /// Whether the kernel knows the board of the last ply at hand.
    is_read: bool,
}

/// A move that is not the last.
struct Played<'a> {
    board: &'a Board,
    piece: Piece,
    landing: Landing,
    /// The board after it, where that is known.
    after: Option<&'a After>,
}

/// Bounds outside of which a value need not be known exactly.
#[derive(Clone, Copy)]
struct Window {
    low: Value,
    high: Value,
}

const WORST: Value = Value {
    doom: u64::MAX,
    score: i128::MIN,
};
const BEST: Value = Value {
    doom: 0,
    score: i128::MAX,
};

/// What the values of all first moves are of.
pub(crate) struct Survey {
    /// The plies that they look at.
    pub plies: usize,
    /// The weight of the futures that a value is the sum of; 1 where it is no sum.
    pub futures: u64,
}

/// No values.
pub(crate) fn no_values() -> Values {
    (Landings::new(), [None; MAX_PLACEMENTS])
}

/// Finds the values of all first moves to a search of a depth. Unless they are to be exact, those
/// of moves that are not the best may be bounds. They are written where the caller wants them,
/// because a list of them is long.
pub(crate) fn survey(
    rater: &Rater,
    scratch: &mut Option<Scratch>,
    view: &View,
    (depth, unseen): (u8, Unseen),
    exact: bool,
    found: &mut Values,
) -> Survey {
    let mut plies = plies(rater, view, depth as usize, unseen);
    loop {
        let mut tree = Tree::new(rater, scratch, view, plies, unseen, !exact);
        tree.root(view, found);
        let (landings, values) = &*found;
        // Where every move dooms the next pieces, a shallower search at least plays well until
        // then.
        let doomed = |value: &Option<Value>| value.is_none_or(|v| v.doom >= tree.weight[1]);
        if plies == 1 || !values[..landings.len()].iter().all(doomed) {
            return Survey {
                plies,
                futures: tree.weight[1],
            };
        }
        plies -= 1;
    }
}

/// How many plies the tree has: the depth of the search, less what is not seen or will not come.
fn plies(rater: &Rater, view: &View, depth: usize, unseen: Unseen) -> usize {
    let mut plies = 1 + usize::from(view.next.is_some());
    if unseen != Unseen::Ignored {
        let source = &rater.rules().pieces;
        let mut prospect = view.prospect;
        while plies < depth {
            let weights = prospect.weights(source);
            let Some(piece) = possible(&weights).next() else {
                break;
            };
            prospect = prospect.after(piece);
            plies += 1;
        }
    }
    plies.min(depth)
}

/// The pieces with a weight above 0.
fn possible(weights: &[u32; 7]) -> impl Iterator<Item = Piece> + '_ {
    Piece::ALL
        .into_iter()
        .filter(|piece| weights[*piece as usize] > 0)
}

impl<'a> Tree<'a> {
    fn new(
        rater: &'a Rater,
        scratch: &'a mut Option<Scratch>,
        view: &View,
        depth: usize,
        unseen: Unseen,
        pruned: bool,
    ) -> Self {
        let mut tree = Tree {
            rater,
            unseen,
            pruned: pruned && unseen == Unseen::Worst,
            next: view.next,
            depth,
            weight: [1; MAX_DEPTH as usize + 1],
            scratch,
            is_read: false,
        };
        if unseen == Unseen::Averaged {
            // The weights of a ply add up to the same number whatever pieces came before it: a bag
            // has as many pieces left.
            let source = &rater.rules().pieces;
            let mut prospect = view.prospect;
            let mut of_ply = [1u64; MAX_DEPTH as usize];
            for weight in &mut of_ply[tree.known()..depth.max(tree.known())] {
                let weights = prospect.weights(source);
                *weight = weights.iter().map(|w| u64::from(*w)).sum();
                if let Some(piece) = possible(&weights).next() {
                    prospect = prospect.after(piece);
                }
            }
            for ply in (0..depth).rev() {
                tree.weight[ply] = of_ply[ply] * tree.weight[ply + 1];
            }
        }
        tree
    }

    /// How many plies are known.
    fn known(&self) -> usize {
        1 + usize::from(self.next.is_some())
    }

    /// Finds the values of all first moves.
    fn root(&mut self, view: &View, (landings, values): &mut Values) {
        let rules = self.rater.rules();
        if self.depth == 1 {
            let ratings = self.rater.rate(view.board, view.piece);
            *landings = ratings.landings;
            for (index, value) in values[..landings.len()].iter_mut().enumerate() {
                let counts = !ratings.ends(index) || rules.suicide != Suicide::Avoided;
                *value = counts.then(|| Value {
                    doom: 0,
                    score: i128::from(ratings.scores[index]),
                });
            }
            return;
        }
        *landings = self.rater.landings(view.board, view.piece);
        let afterwards = self.afterwards(view.board, view.piece, 0);
        let mut known = afterwards.iter().peekable();
        let mut window = Window {
            low: WORST,
            high: BEST,
        };
        for (index, landing) in landings.iter().enumerate() {
            let played = Played {
                board: view.board,
                piece: view.piece,
                landing: *landing,
                after: known.next_if(|after| after.index == index),
            };
            values[index] = self.after(&played, 0, view.prospect, window);
            if let Some(value) = values[index]
                && value > window.low
            {
                // One less than the best so far, so that a value equal to it is still found to be
                // equal.
                window.low = Value {
                    score: value.score.saturating_sub(1),
                    ..value
                };
            }
        }
        self.keep(afterwards);
    }

    /// The value of having played a move at `ply` which is not the last; none if it ends the game
    /// and is not considered.
    #[inline(always)]
    fn after(
        &mut self,
        played: &Played,
        ply: usize,
        prospect: Prospect,
        window: Window,
    ) -> Option<Value> {
        let Played {
            board,
            piece,
            landing,
            after,
        } = *played;
        let rater = self.rater;
        let rules = rater.rules();
        let weight = i128::from(self.weight[ply + 1]);
        // The move with all that features read, which few need.
        let played = || Move::new(rules, board, piece, landing);
        let made;
        let next = match after {
            Some(after) => &after.board,
            None => {
                let outcome = Outcome::new(rules, board, piece, landing);
                if outcome.ends {
                    return match rules.suicide {
                        Suicide::Avoided => None,
                        Suicide::Considered => Some(Value {
                            doom: 0,
                            score: i128::from(rater.score(&played())) * weight,
                        }),
                        Suicide::Zero => Some(Value { doom: 0, score: 0 }),
                    };
                }
                // A piece that only the removal of rows brings back into the board (`overflow =
                // clears-first` or `top-row`) has them removed: no piece is placed on a board that
                // overflows.
                let fits = || outcome.landed.max_height() <= board.height();
                made = match rules.search_board {
                    SearchBoard::Uncleared if fits() => outcome.landed,
                    SearchBoard::Uncleared | SearchBoard::Cleared => outcome.after(),
                };
                &made
            }
        };
        let earlier = match rules.search_score {
            SearchScore::Leaf => 0,
            SearchScore::Sum => i128::from(rater.move_score(&played())) * weight,
        };
        let moved = |value: Value, by: i128| Value {
            score: value.score.saturating_add(by),
            ..value
        };
        let inner = Window {
            low: moved(window.low, -earlier),
            high: moved(window.high, -earlier),
        };
        if ply + 2 == self.depth {
            self.is_read = match (rater.fast(), self.scratch.as_mut(), after) {
                (Some(fast), Some(scratch), Some(after)) => {
                    fast.read_scored(next, after.score, scratch);
                    true
                }
                (Some(fast), Some(scratch), None) => fast.read(next, scratch),
                _ => false,
            };
        }
        Some(moved(self.pieces(next, ply + 1, prospect, inner), earlier))
    }

    /// The boards after the moves of the last ply but one, where their scores tell what the boards
    /// score; none elsewhere. The list is to be [kept](Self::keep).
    fn afterwards(&mut self, board: &Board, piece: Piece, ply: usize) -> Vec<After> {
        let is_cleared = self.rater.rules().search_board == SearchBoard::Cleared;
        match (self.rater.fast(), self.scratch.as_mut()) {
            (Some(fast), Some(scratch)) if ply + 2 == self.depth && is_cleared => {
                fast.look_after(board, piece, scratch);
                std::mem::take(&mut scratch.afterwards)
            }
            _ => Vec::new(),
        }
    }

    /// Keeps the room of a list for the next one.
    fn keep(&mut self, afterwards: Vec<After>) {
        if let (1.., Some(scratch)) = (afterwards.capacity(), self.scratch.as_mut()) {
            scratch.afterwards = afterwards;
        }
    }

    /// The value of a board on which the piece of `ply` is to be placed.
    fn pieces(
        &mut self,
        board: &Board,
        ply: usize,
        prospect: Prospect,
        mut window: Window,
    ) -> Value {
        if let (1, Some(piece)) = (ply, self.next) {
            return self.best(board, piece, ply, prospect, window);
        }
        let weights = prospect.weights(&self.rater.rules().pieces);
        match self.unseen {
            Unseen::Ignored | Unseen::Averaged => {
                let mut sum = Value { doom: 0, score: 0 };
                for piece in possible(&weights) {
                    let weight = weights[piece as usize];
                    let value = self.best(board, piece, ply, prospect.after(piece), window);
                    sum.doom += value.doom * u64::from(weight);
                    sum.score += value.score * i128::from(weight);
                }
                sum
            }
            Unseen::Worst => {
                let mut worst = BEST;
                for piece in possible(&weights) {
                    let value = self.best(board, piece, ply, prospect.after(piece), window);
                    worst = worst.min(value);
                    window.high = window.high.min(worst);
                    if self.pruned && worst <= window.low {
                        break;
                    }
                }
                worst
            }
        }
    }

    /// The value of the best placement of a piece.
    fn best(
        &mut self,
        board: &Board,
        piece: Piece,
        ply: usize,
        prospect: Prospect,
        mut window: Window,
    ) -> Value {
        let rules = self.rater.rules();
        let nowhere = Value {
            doom: self.weight[ply + 1],
            score: 0,
        };
        if ply + 1 == self.depth {
            if self.is_read
                && let (Some(fast), Some(scratch)) = (self.rater.fast(), self.scratch.as_mut())
            {
                fast.rate_best(board, piece, scratch);
                return scratch.scores.found.best.map_or(nowhere, |best| Value {
                    doom: 0,
                    score: i128::from(best.score),
                });
            }
            let ratings = self.rater.rate(board, piece);
            return (0..ratings.landings.len())
                .filter(|&index| !ratings.ends(index) || rules.suicide != Suicide::Avoided)
                .map(|index| ratings.scores[index])
                .max()
                .map_or(nowhere, |score| Value {
                    doom: 0,
                    score: i128::from(score),
                });
        }
        let mut best: Option<Value> = None;
        let landings = self.rater.landings(board, piece);
        let afterwards = self.afterwards(board, piece, ply);
        let mut known = afterwards.iter().peekable();
        for (index, landing) in landings.iter().enumerate() {
            let played = Played {
                board,
                piece,
                landing: *landing,
                after: known.next_if(|after| after.index == index),
            };
            let value = self.after(&played, ply, prospect, window);
            best = best.max(value);
            if let Some(best) = best {
                window.low = window.low.max(best);
                if self.pruned && best >= window.high {
                    break;
                }
            }
        }
        self.keep(afterwards);
        best.unwrap_or(nowhere)
    }
}

#[cfg(test)]
mod tests;

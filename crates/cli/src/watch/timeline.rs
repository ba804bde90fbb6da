//! The moves of a game that can be stepped through, forwards and back.
//!
//! The last [`KEPT`] moves are kept, so that a game may be watched for as long as one likes.

use std::collections::VecDeque;
use std::sync::Arc;

use tetrarium_engine::{Board, Counts, Game, Move, Piece, Rules};

use super::paint::Paint;

/// How many moves can be taken back.
pub const KEPT: usize = 10_000;

/// A game between two moves.
#[derive(Clone, Debug)]
pub struct Tip {
    /// The game.
    pub game: Game<Arc<Rules>>,
    /// The placements chosen so far. In the original game some pieces come to rest without one.
    pub placed: u64,
}

/// A move, and the game before it.
#[derive(Clone, Debug)]
pub struct Step {
    /// The game before the move.
    pub before: Tip,
    /// The move.
    pub played: Move,
}

/// What there is to see at one moment of a game.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The board.
    pub board: Board,
    /// The piece to be placed; none if the game is over.
    pub piece: Option<Piece>,
    /// The next piece, if the rules show it.
    pub next: Option<Piece>,
    /// The counts so far.
    pub counts: Counts,
}

/// The last moves of a game, and a place among them.
#[derive(Clone, Debug)]
pub struct Timeline {
    kept: VecDeque<Step>,
    /// How many of the kept moves lie behind.
    at: usize,
    /// The moves that are no longer kept.
    forgotten: u64,
    /// The paint before the first kept move.
    first: Paint,
    /// The paint at the present place.
    paint: Paint,
    /// The game after the last move.
    tip: Tip,
}

impl Timeline {
    /// A line of moves that begins with a game, painted so.
    pub fn new(tip: Tip, paint: Paint) -> Timeline {
        Timeline {
            kept: VecDeque::new(),
            at: 0,
            forgotten: 0,
            first: paint.clone(),
            paint,
            tip,
        }
    }

    /// A line of moves that begins with an empty board.
    pub fn begin(rules: &Arc<Rules>, seed: u64, number: u64) -> Timeline {
        let game = Game::new(Arc::clone(rules), seed, number);
        Timeline::new(Tip { game, placed: 0 }, Paint::empty())
    }

    /// The game after the last move.
    pub fn tip(&self) -> &Tip {
        &self.tip
    }

    /// The paint after the last move.
    pub fn paint_of_tip(&self) -> Paint {
        let mut paint = self.paint.clone();
        let ahead = self.kept.range(self.at..);
        ahead.for_each(|step| paint.land(&step.played));
        paint
    }

    /// The paint at the present place.
    pub fn paint(&self) -> &Paint {
        &self.paint
    }

    /// How many moves there are, without those that are no longer kept.
    pub fn moves(&self) -> usize {
        self.kept.len()
    }

    /// How many moves lie ahead.
    pub fn ahead(&self) -> usize {
        self.kept.len() - self.at
    }

    /// The move about to be made, if it is known.
    pub fn step(&self) -> Option<&Step> {
        self.kept.get(self.at)
    }

    /// The game at the present place.
    pub fn here(&self) -> &Tip {
        self.step().map_or(&self.tip, |step| &step.before)
    }

    /// What there is to see at the present place.
    pub fn moment(&self) -> Moment {
        let mut game = self.here().game.clone();
        let (board, counts) = (*game.board(), game.counts());
        let seen = game.view().map(|view| (view.piece, view.next));
        Moment {
            board,
            piece: seen.map(|(piece, _)| piece),
            next: seen.and_then(|(_, next)| next),
            counts,
        }
    }

    /// The move of a number, from 0, if it is kept.
    pub fn played(&self, number: u64) -> Option<&Move> {
        let first = self.kept.front()?.before.game.counts().pieces;
        let index = usize::try_from(number.checked_sub(first)?).ok()?;
        self.kept.get(index).map(|step| &step.played)
    }

    /// The heights of the pile after each of the last moves, the latest last.
    pub fn heights(&self, most: usize) -> Vec<u64> {
        let from = self.at.saturating_sub(most);
        let behind = self.kept.range(from..self.at);
        behind
            .map(|step| step.played.after.max_height() as u64)
            .collect()
    }

    /// Adds a move at the end.
    pub fn push(&mut self, step: Step, tip: Tip) {
        self.kept.push_back(step);
        self.tip = tip;
        if self.kept.len() > KEPT && self.at > 0 {
            let oldest = self.kept.pop_front().expect("there are moves");
            self.first.land(&oldest.played);
            self.at -= 1;
            self.forgotten += 1;
        }
    }

    /// Goes one move on; says whether there was one.
    pub fn forward(&mut self) -> bool {
        let Some(step) = self.kept.get(self.at) else {
            return false;
        };
        self.paint.land(&step.played);
        self.at += 1;
        true
    }

    /// Goes one move back; says whether there was one.
    pub fn back(&mut self) -> bool {
        if self.at == 0 {
            return false;
        }
        self.at -= 1;
        self.paint = self.first.clone();
        for step in self.kept.range(..self.at) {
            self.paint.land(&step.played);
        }
        true
    }

    /// Adds the moves of a line that begins where this one ends.
    pub fn join(&mut self, mut line: Timeline) {
        if line.forgotten > 0 {
            line.forgotten += self.forgotten + self.kept.len() as u64;
            line.at = 0;
            line.paint = line.first.clone();
            *self = line;
            return;
        }
        let tips: Vec<Tip> = line.kept.iter().skip(1).map(|s| s.before.clone()).collect();
        for (step, tip) in line
            .kept
            .into_iter()
            .zip(tips.into_iter().chain([line.tip]))
        {
            self.push(step, tip);
        }
    }

    /// Forgets the moves that lie ahead.
    pub fn cut(&mut self) {
        if let Some(step) = self.kept.get(self.at) {
            self.tip = step.before.clone();
            self.kept.truncate(self.at);
        }
    }
}

//! Recorded games played again.

use tetrarium_engine::{
    Board, Game, Move, Piece, PlaceError, Placement, Prospect, Rules, State, View,
};

use super::Recorded;
use super::record::Ended;
use crate::records::rows;

/// A turn of a recorded game.
#[derive(Clone, Debug)]
pub struct RecordedTurn {
    /// The board before the move.
    pub board: Board,
    /// The piece.
    pub piece: Piece,
    /// The next piece, if it was shown.
    pub next: Option<Piece>,
    /// What was known of the first unseen piece.
    pub prospect: Prospect,
    /// The placement that was chosen; none where the piece came to rest without a choice, which
    /// happens in the original game alone.
    pub placement: Option<Placement>,
    /// The move that was made.
    pub played: Move,
}

impl RecordedTurn {
    /// What the agent saw. The rules are those of the game.
    pub fn view<'a>(&'a self, rules: &'a Rules) -> View<'a> {
        View {
            rules,
            board: &self.board,
            piece: self.piece,
            next: self.next,
            prospect: self.prospect,
        }
    }
}

/// The turns of a recorded game, played again.
#[derive(Clone, Debug)]
pub struct Turns<'a> {
    recorded: &'a Recorded,
    game: Game<&'a Rules>,
    /// Placements made so far.
    placed: usize,
}

/// Why a turn of a record cannot be played.
enum Wrong {
    Place(PlaceError),
    /// No placement is left.
    Missing,
}

impl From<PlaceError> for Wrong {
    fn from(error: PlaceError) -> Wrong {
        Wrong::Place(error)
    }
}

impl<'a> Turns<'a> {
    pub(super) fn new(recorded: &'a Recorded) -> Turns<'a> {
        let game = Game::new(&recorded.rules, recorded.seed(), recorded.number());
        Turns {
            recorded,
            game,
            placed: 0,
        }
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game<&'a Rules> {
        &self.game
    }

    /// Plays the next turn; none if the game is over.
    fn play(&mut self) -> Result<Option<RecordedTurn>, Wrong> {
        let Some(view) = self.game.view() else {
            return Ok(None);
        };
        let (board, piece, next, prospect) = (*view.board, view.piece, view.next, view.prospect);
        let mut placement = None;
        let played = self.game.play(|_| {
            placement = self.recorded.placements().nth(self.placed);
            placement.ok_or(Wrong::Missing)
        })?;
        self.placed += usize::from(placement.is_some());
        Ok(played.map(|played| RecordedTurn {
            board,
            piece,
            next,
            prospect,
            placement,
            played,
        }))
    }
}

impl Iterator for Turns<'_> {
    type Item = RecordedTurn;

    fn next(&mut self) -> Option<RecordedTurn> {
        if self.game.counts().pieces >= self.recorded.moves() {
            return None;
        }
        self.play().ok().flatten()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.recorded.moves() - self.game.counts().pieces;
        (left as usize, Some(left as usize))
    }
}

impl ExactSizeIterator for Turns<'_> {}

/// Checks that a game can be as it is recorded.
pub(super) fn check(recorded: &Recorded) -> Result<(), String> {
    let record = &recorded.record;
    let mut turns = Turns::new(recorded);
    for (number, letter) in (1_u64..).zip(record.pieces.chars()) {
        let turn = turns.play().map_err(|wrong| match wrong {
            Wrong::Place(error) => format!("move {number}: {error}"),
            Wrong::Missing => format!("move {number} has no placement"),
        })?;
        let piece = match turn {
            Some(turn) => turn.piece,
            None => return Err(format!("the game is over before move {number}")),
        };
        if piece.letter() != letter {
            return Err(format!(
                "move {number} is of the piece {letter:?}, where the rules and the seed give {piece}"
            ));
        }
    }
    if turns.placed < record.placements.len() {
        let (placed, all) = (turns.placed, record.placements.len());
        return Err(format!(
            "it has {all} placements, and its moves take {placed}"
        ));
    }
    if rows(turns.game.board()) != record.board {
        return Err("its board is not the one that its moves lead to".to_string());
    }
    let counts = turns.game.counts();
    if (counts.lines, counts.reward) != (record.lines, record.reward) {
        return Err(format!(
            "it says {} lines and {} points, and its moves make {} and {}",
            record.lines, record.reward, counts.lines, counts.reward
        ));
    }
    match (turns.ends_as(record.end), record.end) {
        (true, _) => Ok(()),
        (false, Ended::Cut) => Err("it says that the game goes on, and it is over".to_string()),
        (false, _) => Err("its moves do not end the game as it says".to_string()),
    }
}

impl Turns<'_> {
    /// Whether the game, after the last turn, ends so.
    fn ends_as(mut self, end: Ended) -> bool {
        // The next piece may not be there, or may not enter.
        let _ = self.game.view();
        match (end, self.game.state()) {
            (Ended::Cut, State::Playing)
            | (Ended::OutOfPieces, State::OutOfPieces)
            | (Ended::Lost, State::Lost) => true,
            // The piece enters and finds no placement.
            (Ended::Lost, State::Playing) => matches!(self.play(), Ok(None)),
            _ => false,
        }
    }
}

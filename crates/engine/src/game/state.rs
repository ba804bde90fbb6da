//! A game in progress: the board, the pieces and the counts. It takes placements from outside.

use std::borrow::Borrow;

use super::board::Board;
use super::moves::{Move, Outcome, landing_at, landings};
use super::original::{self, Entry};
use super::piece::Piece;
use super::pieces::{Pieces, Prospect, Settled};
use super::placement::{Landing, Landings, Placement};
use super::rules::{GameKind, Rules};

/// A game in progress. It takes placements from outside; the agent that chooses them is given a
/// [`View`].
///
/// A game is a pure function of the rules, the seed, the game number and the placements. It owns
/// its rules, or borrows them (`Game<&Rules>`).
///
/// ```
/// use tetrarium_engine::{Game, Rules};
/// let mut game = Game::new(Rules::default(), 1, 0);
/// while let Some(view) = game.view() {
///     // Always where the pile stays lowest.
///     let best = view.moves().min_by_key(|played| played.after.max_height()).unwrap();
///     game.place(best.landing.placement).unwrap();
/// }
/// assert!(game.counts().pieces > 20);
/// ```
#[derive(Clone, Debug)]
pub struct Game<R: Borrow<Rules> = Rules> {
    rules: R,
    pieces: Pieces,
    board: Board,
    counts: Counts,
    state: State,
}

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The game goes on.
    Playing,
    /// The game was lost.
    Lost,
    /// The piece sequence has ended.
    OutOfPieces,
}

/// The counts of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// Rows removed.
    pub lines: u64,
    /// Pieces that came to rest, the last one included.
    pub pieces: u64,
    /// Points by the rules' reward table.
    pub reward: u64,
}

/// Everything that the rest of a game depends on, except chance: the board, and what is settled of
/// the coming pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// What is settled of the coming pieces.
    pub settled: Settled,
}

/// What an agent sees when it chooses. It does not hold the seed or the number of the game, which
/// would tell the coming pieces.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The rules of the game.
    pub rules: &'a Rules,
    /// The board.
    pub board: &'a Board,
    /// The current piece.
    pub piece: Piece,
    /// The next piece, if it is shown and there is one.
    pub next: Option<Piece>,
    /// What is known of the first unseen piece.
    pub prospect: Prospect,
}

impl View<'_> {
    /// The landings of the piece, in the order in which placements are tried.
    pub fn landings(&self) -> Landings {
        landings(self.rules, self.board, self.piece)
    }

    /// All moves with their afterstates, in the order in which placements are tried.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        let View {
            rules,
            board,
            piece,
            ..
        } = *self;
        let landings = self.landings();
        (0..landings.len()).map(move |index| Move::new(rules, board, piece, landings[index]))
    }
}

/// Why a placement was not played. The game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// The game is over.
    #[error("the game is over: no piece can be placed")]
    Over,
    /// The piece cannot be placed there.
    #[error(
        "the piece {piece} cannot be placed at {placement}: it has {orientations} orientations, \
         from 0, and {placements} placements on this board"
    )]
    Impossible {
        /// The piece.
        piece: Piece,
        /// The placement asked for.
        placement: Placement,
        /// The number of orientations of the piece.
        orientations: usize,
        /// The number of placements that are possible.
        placements: usize,
    },
}

/// What happens at a turn before a placement is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The game is over.
    Over,
    /// The piece comes to rest without a decision (the original game).
    Locks(Piece, Landing),
    /// A placement of this piece is to be chosen.
    Chooses(Piece),
}

impl<R: Borrow<Rules>> Game<R> {
    /// Game number `number` under a seed.
    pub fn new(rules: R, seed: u64, number: u64) -> Self {
        let board = Board::empty(rules.borrow().board);
        Game {
            rules,
            pieces: Pieces::new(seed, number),
            board,
            counts: Counts::default(),
            state: State::Playing,
        }
    }

    /// A game that continues from a position of another game, with a chance of its own. Settled
    /// pieces stay (a piece already shown, a bag already begun); all others come from the stream of
    /// game `number` under the seed. Counts begin at 0. The board must have the size that the rules
    /// name.
    pub fn from_position(rules: R, position: &Position, seed: u64, number: u64) -> Self {
        let source = &rules.borrow().pieces;
        Game {
            pieces: Pieces::continuing(source, &position.settled, seed, number),
            board: position.board,
            ..Game::new(rules, seed, number)
        }
    }

    /// The same game after `pieces` pieces, with this board. Other counts are unchanged.
    pub fn advanced_to(mut self, pieces: u64, board: Board) -> Self {
        self.counts.pieces = pieces;
        self.board = board;
        self
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        self.rules.borrow()
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether the game goes on.
    pub fn state(&self) -> State {
        self.state
    }

    /// The counts so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The position just before the first piece that has not been shown is drawn. The piece to be
    /// placed now belongs to it only if the player saw that piece when placing the one before.
    pub fn position(&mut self) -> Position {
        let turn = self.counts.pieces;
        let rules = self.rules.borrow();
        // Before the first turn no piece has been shown.
        let shown = rules.visible > 1 && turn > 0;
        Position {
            board: self.board,
            settled: self.pieces.settled(&rules.pieces, turn, shown),
        }
    }

    /// The piece to be placed now; none if the game is over.
    #[inline]
    pub fn piece(&mut self) -> Option<Piece> {
        match self.state {
            State::Playing => self
                .pieces
                .get(&self.rules.borrow().pieces, self.counts.pieces),
            _ => None,
        }
    }

    /// The piece after the current one; none if it is not seen, or none comes.
    pub(crate) fn next_piece(&mut self) -> Option<Piece> {
        let rules = self.rules.borrow();
        match rules.visible {
            1 => None,
            _ => self.pieces.get(&rules.pieces, self.counts.pieces + 1),
        }
    }

    /// What an agent sees when it chooses; none if the game is over. The call ends the game if no
    /// piece is left or the piece cannot enter.
    pub fn view(&mut self) -> Option<View<'_>> {
        match self.turn() {
            Turn::Over => None,
            Turn::Locks(piece, _) | Turn::Chooses(piece) => Some(self.view_of(piece)),
        }
    }

    /// What an agent sees when it chooses a placement of this piece, which is the current one.
    #[inline]
    pub(crate) fn view_of(&mut self, piece: Piece) -> View<'_> {
        let next = self.next_piece();
        let rules = self.rules.borrow();
        let unseen = self.counts.pieces + 1 + u64::from(next.is_some());
        let prospect = self.pieces.prospect(&rules.pieces, unseen);
        View {
            rules,
            board: &self.board,
            piece,
            next,
            prospect,
        }
    }

    /// What happens at this turn before a placement is chosen. Ends the game if no piece is left or
    /// the piece cannot enter.
    #[inline]
    pub(crate) fn turn(&mut self) -> Turn {
        let Some(piece) = self.piece() else {
            if self.state == State::Playing {
                self.state = State::OutOfPieces;
            }
            return Turn::Over;
        };
        if self.rules.borrow().game == GameKind::Original {
            match original::enter(&self.board, piece) {
                Entry::Blocked => {
                    self.state = State::Lost;
                    return Turn::Over;
                }
                Entry::Locks(landing) => return Turn::Locks(piece, landing),
                Entry::Falls => {}
            }
        }
        Turn::Chooses(piece)
    }

    /// Ends the game, because the piece has no placement.
    pub(crate) fn lose(&mut self) {
        self.state = State::Lost;
    }

    /// Places the current piece.
    ///
    /// In the original game blocked turns and steps may bring the piece to rest at another
    /// placement.
    ///
    /// # Errors
    ///
    /// If the game is over, or the piece cannot be placed there. The game is then unchanged.
    pub fn place(&mut self, placement: Placement) -> Result<Move, PlaceError> {
        let (piece, landing) = self.landing_of(placement)?;
        Ok(self.land(piece, landing))
    }

    /// The current piece, and where it comes to rest if this placement is chosen.
    fn landing_of(&mut self, placement: Placement) -> Result<(Piece, Landing), PlaceError> {
        let piece = match self.turn() {
            Turn::Over => return Err(PlaceError::Over),
            Turn::Locks(piece, _) | Turn::Chooses(piece) => piece,
        };
        let rules = self.rules.borrow();
        let aim = landing_at(rules, &self.board, piece, placement);
        let aim = aim.ok_or_else(|| PlaceError::Impossible {
            piece,
            placement,
            orientations: piece.orientations().len(),
            placements: landings(rules, &self.board, piece).len(),
        })?;
        Ok((piece, self.executed(piece, aim)))
    }

    /// The landing at which a piece that aims at `aim` really comes to rest.
    #[inline]
    pub(crate) fn executed(&self, piece: Piece, aim: Landing) -> Landing {
        match self.rules.borrow().game {
            GameKind::Original => original::execute(&self.board, piece, aim),
            GameKind::Simplified => aim,
        }
    }

    /// Lets the current piece come to rest.
    pub(crate) fn land(&mut self, piece: Piece, landing: Landing) -> Move {
        let played = Move::new(self.rules.borrow(), &self.board, piece, landing);
        self.count(played.lines, played.ends);
        self.board = played.after;
        played
    }

    /// Lets the current piece come to rest as [`Game::land`] does, without the boards that only
    /// features read.
    pub(crate) fn land_unseen(&mut self, piece: Piece, landing: Landing) {
        let outcome = Outcome::new(self.rules.borrow(), &self.board, piece, landing);
        self.count(outcome.lines, outcome.ends);
        self.board = outcome.after();
    }

    /// Counts a move that ends the game and removes no row; the board stays as it was.
    pub(crate) fn end_unseen(&mut self) {
        self.count(0, true);
    }

    /// Lets the current piece come to rest, without ending the game, by a function that changes the
    /// board and returns the rows that it has removed.
    #[inline]
    pub(crate) fn land_by(&mut self, land: impl FnOnce(&mut Board) -> u32) {
        let full = land(&mut self.board);
        self.count(full.count_ones(), false);
    }

    /// Counts a move.
    #[inline]
    fn count(&mut self, lines: u32, ends: bool) {
        self.counts.pieces += 1;
        self.counts.lines += u64::from(lines);
        if lines > 0 {
            // Only a board that a user drew can have more full rows than a piece can fill.
            let points = self.rules.borrow().reward[(lines as usize).min(4) - 1];
            self.counts.reward += u64::from(points);
        }
        if ends {
            self.state = State::Lost;
        }
    }

    /// Continues a lost game with an empty board. Pieces and counts go on. The generalised game is
    /// scored in this way.
    pub fn restart(&mut self) {
        if self.state == State::Lost {
            self.board = Board::empty(self.rules.borrow().board);
            self.state = State::Playing;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impossible_placement_leaves_the_game_unchanged() {
        let mut game = Game::new(Rules::default(), 1, 0);
        let piece = game.piece().unwrap();
        let before = game.counts();
        for (orientation, column) in [(9, 0), (0, 10), (0, 255)] {
            let placement = Placement {
                orientation,
                column,
            };
            let error = game.place(placement).unwrap_err();
            let text = error.to_string();
            assert!(text.contains(&format!("the piece {piece}")), "{text}");
            assert_eq!(game.counts(), before);
        }
        let first = game.view().unwrap().landings()[0].placement;
        assert_eq!(game.place(first).unwrap().piece, piece);
        assert_eq!(game.counts().pieces, 1);
    }

    #[test]
    fn a_game_that_is_over_takes_no_piece() {
        let mut rules = Rules::default();
        rules.set("pieces", "sequence:O").unwrap();
        let mut game = Game::new(rules, 1, 0);
        let placement = game.view().unwrap().landings()[0].placement;
        game.place(placement).unwrap();
        assert!(game.view().is_none());
        assert_eq!(game.state(), State::OutOfPieces);
        assert_eq!(game.place(placement).unwrap_err(), PlaceError::Over);
    }

    #[test]
    fn a_view_shows_the_next_piece_only_if_the_rules_show_it() {
        let mut rules = Rules::default();
        assert_eq!(Game::new(&rules, 1, 0).view().unwrap().next, None);
        rules.visible = 2;
        let mut game = Game::new(&rules, 1, 0);
        let next = game.view().unwrap().next;
        let placement = game.view().unwrap().landings()[0].placement;
        game.place(placement).unwrap();
        assert_eq!(game.piece(), next);
    }

    #[test]
    fn a_game_of_the_original_kind_can_be_played_to_its_end() {
        let mut rules = Rules::default();
        rules.set("game", "original").unwrap();
        let mut game = Game::new(rules, 1, 0);
        while let Some(view) = game.view() {
            let aim = view.landings()[0];
            let played = game.place(aim.placement).unwrap();
            assert!(played.lines <= 4);
        }
        assert_eq!(game.state(), State::Lost);
    }
}

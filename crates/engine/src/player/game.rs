//! A game: a pure function of the rules, the controller, the seed and the game number.

use crate::game::board::Board;
use crate::game::moves::{Landing, Move, Outcome};
use crate::game::original::{self, Entry};
use crate::game::piece::Piece;
use crate::game::random::{Stream, Use};
use crate::game::rules::{Kind, Overflow};
use crate::game::source::{Pieces, Prospect, Settled};
use crate::player::fast::Scratch;
use crate::player::{Player, View};

/// A game in progress.
///
/// ```
/// use tetrarium_engine::{Game, Player, Rules, catalogue};
/// let mut rules = Rules::default();
/// rules.set("board", "6x8").unwrap();
/// let player = Player::new(catalogue::named("dellacherie").unwrap(), &rules).unwrap();
/// let mut game = Game::new(&player, 1, 0);
/// while let Some(played) = game.step() {
///     assert!(played.lines <= 4);
/// }
/// assert!(game.counts().lines > 0);
/// ```
#[derive(Clone, Debug)]
pub struct Game<'a> {
    player: &'a Player,
    pieces: Pieces<'a>,
    ties: Stream,
    board: Board,
    counts: Counts,
    state: State,
    /// What the kernel works with.
    scratch: Option<Scratch>,
}

/// Whether a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It goes on.
    Playing,
    /// It was lost.
    Lost,
    /// The piece sequence has ended.
    OutOfPieces,
}

/// What is counted in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Rows removed.
    pub lines: u64,
    /// Pieces that came to rest, the last one included.
    pub pieces: u64,
    /// Points by the rules' reward table.
    pub reward: u64,
}

/// Everything that the rest of a game depends on, but for chance: the board, and what is settled of the pieces to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// What is settled of the pieces to come.
    pub settled: Settled,
}

impl<'a> Game<'a> {
    /// A game that begins with this board, all its pieces from the stream of game `number` under the seed. The board must have the
    /// size of the rules.
    pub fn from_board(player: &'a Player, board: Board, seed: u64, number: u64) -> Self {
        let settled = Settled::NOTHING;
        Game::from_position(player, &Position { board, settled }, seed, number)
    }

    /// A game that goes on from a position of another, with a chance of its own: what the pieces to come have settled stays (a piece
    /// already shown, a bag already begun), all else comes from the stream of game `number` under the seed. Counts begin at 0.
    ///
    /// ```
    /// use tetrarium_engine::{Game, Player, Rules, catalogue};
    /// let player = Player::new(catalogue::named("bcts").unwrap(), &Rules::default()).unwrap();
    /// let mut game = Game::new(&player, 1, 0);
    /// for _ in 0..30 {
    ///     game.step();
    /// }
    /// let position = game.position();
    /// let mut another = Game::from_position(&player, &position, 1, 7);
    /// assert_eq!(another.board(), game.board());
    /// assert_eq!(another.counts().pieces, 0);
    /// another.step();
    /// ```
    pub fn from_position(player: &'a Player, position: &Position, seed: u64, number: u64) -> Self {
        let source = &player.rules().pieces;
        Game {
            pieces: Pieces::going_on(source, &position.settled, seed, number),
            board: position.board,
            ..Game::new(player, seed, number)
        }
    }

    /// The position, just before the first piece that has not been shown is drawn: the piece to be placed now belongs to it only
    /// where the player saw it already when it placed the one before.
    pub fn position(&mut self) -> Position {
        let turn = self.counts.pieces;
        // Of the first piece nobody has seen anything before its turn.
        let shown = self.player.rules().visible > 1 && turn > 0;
        Position {
            board: self.board,
            settled: self.pieces.settled(turn, shown),
        }
    }

    /// Game number `number` of a player under a seed.
    pub fn new(player: &'a Player, seed: u64, number: u64) -> Self {
        Game {
            player,
            pieces: Pieces::new(&player.rules().pieces, seed, number),
            ties: Stream::new(seed, number, Use::Ties),
            board: Board::empty(player.rules().board),
            counts: Counts::default(),
            state: State::Playing,
            scratch: player.scratch(),
        }
    }

    /// The same game when so many of its pieces have been placed and have left this board. Other counts stay.
    ///
    /// ```
    /// # use tetrarium_engine::{Game, Player, Rules, catalogue};
    /// # let player = Player::new(catalogue::named("bcts").unwrap(), &Rules::default()).unwrap();
    /// let mut game = Game::new(&player, 1, 0);
    /// for _ in 0..30 {
    ///     game.step();
    /// }
    /// let mut same = Game::new(&player, 1, 0).further(30, *game.board());
    /// game.step();
    /// same.step();
    /// assert_eq!(same.board(), game.board());
    /// ```
    pub fn further(mut self, pieces: u64, board: Board) -> Self {
        self.counts.pieces = pieces;
        self.board = board;
        self
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether it goes on.
    pub fn state(&self) -> State {
        self.state
    }

    /// What has been counted so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The piece to be placed now; none if the game is over.
    #[inline]
    pub fn piece(&mut self) -> Option<Piece> {
        match self.state {
            State::Playing => self.pieces.get(self.counts.pieces),
            _ => None,
        }
    }

    /// Calls `look` with what the player sees; none if the game is over.
    pub fn with_view<T>(&mut self, look: impl FnOnce(&Player, &View) -> T) -> Option<T> {
        let piece = self.piece()?;
        let (next, prospect) = self.outlook();
        let view = View {
            board: &self.board,
            piece,
            next,
            prospect,
        };
        Some(look(self.player, &view))
    }

    /// The next piece, if it is shown and there is one, and what is known of the first not seen.
    #[inline]
    fn outlook(&mut self) -> (Option<Piece>, Prospect) {
        let turn = self.counts.pieces;
        let next = match self.player.rules().visible {
            1 => None,
            _ => self.pieces.get(turn + 1),
        };
        let unseen = turn + 1 + u64::from(next.is_some());
        (next, self.pieces.prospect(unseen))
    }

    /// Places one piece; none if the game is over, or turns out to be before the piece could be placed.
    pub fn step(&mut self) -> Option<Move> {
        let (piece, landing) = self.turn()?;
        let played = Move::new(self.player.rules(), &self.board, piece, landing);
        self.count(played.lines, played.ends);
        self.board = played.after;
        Some(played)
    }

    /// Places one piece as [`Game::step`] does, for those who need not see the move; says whether it was placed.
    ///
    /// ```
    /// # use tetrarium_engine::{Game, Player, Rules, catalogue};
    /// # let mut rules = Rules::default();
    /// # rules.set("board", "6x8").unwrap();
    /// # let player = Player::new(catalogue::named("dellacherie").unwrap(), &rules).unwrap();
    /// let (mut seen, mut unseen) = (Game::new(&player, 1, 0), Game::new(&player, 1, 0));
    /// while seen.step().is_some() {}
    /// while unseen.advance() {}
    /// assert_eq!(seen.counts(), unseen.counts());
    /// ```
    pub fn advance(&mut self) -> bool {
        let Some((piece, landing)) = self.turn() else {
            return false;
        };
        let rules = self.player.rules();
        let shape = landing.shape(piece);
        let top = landing.row as usize + shape.height as usize;
        if rules.overflow == Overflow::Ends && top <= rules.board.height() {
            // Nearly every move: nothing stands out, so the board can be changed in its place.
            let column = landing.placement.column as usize;
            self.board.add_shape(shape, column, landing.row as usize);
            let full = match &self.scratch {
                Some(scratch) if scratch.fills_no_row() => 0,
                _ => self.board.full_rows(),
            };
            if full != 0 {
                self.board.remove_rows(full);
            }
            if let (Some(fast), Some(scratch)) = (self.player.fast(), &mut self.scratch) {
                fast.carry(piece, landing, full, scratch);
            }
            self.count(full.count_ones(), false);
        } else {
            let outcome = Outcome::new(rules, &self.board, piece, landing);
            self.count(outcome.lines, outcome.ends);
            self.board = outcome.after();
        }
        true
    }

    /// The piece at hand and where it comes to rest; none if the game is over.
    #[inline]
    fn turn(&mut self) -> Option<(Piece, Landing)> {
        let Some(piece) = self.piece() else {
            if self.state == State::Playing {
                self.state = State::OutOfPieces;
            }
            return None;
        };
        let Some(landing) = self.landing(piece) else {
            self.state = State::Lost;
            return None;
        };
        Some((piece, landing))
    }

    /// Counts a move.
    #[inline]
    fn count(&mut self, lines: u32, ends: bool) {
        self.counts.pieces += 1;
        self.counts.lines += u64::from(lines);
        if lines > 0 {
            // More rows than a piece can fill go only from a drawn board.
            let points = self.player.rules().reward[(lines as usize).min(4) - 1];
            self.counts.reward += u64::from(points);
        }
        if ends {
            self.state = State::Lost;
        }
    }

    /// Where the piece comes to rest; none if it cannot enter.
    #[inline]
    fn landing(&mut self, piece: Piece) -> Option<Landing> {
        let original = self.player.rules().game == Kind::Original;
        if original {
            match original::enter(&self.board, piece) {
                Entry::Blocked => return None,
                Entry::Locks(landing) => return Some(landing),
                Entry::Falls => {}
            }
        }
        let (next, prospect) = self.outlook();
        let view = View {
            board: &self.board,
            piece,
            next,
            prospect,
        };
        let turn = self.counts.pieces;
        let aim = self
            .player
            .decide_in(&mut self.scratch, &view, &self.ties, turn)?;
        Some(match original {
            true => original::execute(&self.board, piece, aim),
            false => aim,
        })
    }

    /// Goes on with an empty board after a lost game; pieces and counts run on. This is how the generalised game is scored.
    pub fn restart(&mut self) {
        if self.state == State::Lost {
            self.board = Board::empty(self.player.rules().board);
            self.state = State::Playing;
            if let Some(scratch) = &mut self.scratch {
                scratch.forget();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, catalogue};

    fn player(rules: &[(&str, &str)]) -> Player {
        let mut changed = Rules::default();
        for (setting, value) in rules {
            changed.set(setting, value).unwrap();
        }
        Player::new(catalogue::named("bcts").unwrap(), &changed).unwrap()
    }

    #[test]
    fn a_game_from_the_empty_board_is_the_game() {
        for rules in [
            &[("board", "8x8")][..],
            &[("board", "8x8"), ("pieces", "bag"), ("ties", "random")],
        ] {
            let player = player(rules);
            let mut game = Game::new(&player, 3, 4);
            let position = game.position();
            let mut same = Game::from_position(&player, &position, 3, 4);
            let mut board = Game::from_board(&player, *game.board(), 3, 4);
            while game.step().is_some() {
                same.step();
                board.step();
            }
            assert_eq!(same.counts(), game.counts());
            assert_eq!(board.counts(), game.counts());
        }
    }

    #[test]
    fn a_piece_that_was_shown_stays() {
        let player = player(&[("visible", "2")]);
        let mut game = Game::new(&player, 1, 0);
        for _ in 0..20 {
            game.step();
            let position = game.position();
            let piece = game.piece();
            for number in 1..4 {
                let mut other = Game::from_position(&player, &position, 1, number);
                assert_eq!(other.position(), position);
                assert_eq!(other.piece(), piece);
            }
        }
    }
}

//! A game that a player plays, by its fast paths.

use super::{Aim, Directly, Player};
use crate::game::board::Board;
use crate::game::danger::Danger;
use crate::game::moves::Move;
use crate::game::piece::Piece;
use crate::game::pieces::Settled;
use crate::game::placement::Landing;
use crate::game::random::{Purpose, Stream};
use crate::game::rules::{Overflow, Rules, Suicide};
use crate::game::state::{Counts, Game, Position, State, Turn, View};
use crate::search::fast::Scratch;

/// A game that a player plays: a pure function of the rules, the controller, the seed and the game
/// number.
///
/// ```
/// use tetrarium_engine::{Player, PlayerGame, Rules, catalogue};
/// let mut rules = Rules::default();
/// rules.set("board", "6x8").unwrap();
/// let player = Player::new(catalogue::named("dellacherie").unwrap(), &rules).unwrap();
/// let mut game = PlayerGame::new(&player, 1, 0);
/// while let Some(played) = game.step() {
///     assert!(played.lines <= 4);
/// }
/// assert!(game.counts().lines > 0);
/// ```
#[derive(Clone, Debug)]
pub struct PlayerGame<'a> {
    player: &'a Player,
    game: Game<&'a Rules>,
    ties: Stream,
    /// What the kernel works with.
    scratch: Option<Scratch>,
    /// What a kernel decides alone where it can.
    directly: Directly,
}

impl<'a> PlayerGame<'a> {
    /// Game number `number` of a player under a seed.
    pub fn new(player: &'a Player, seed: u64, number: u64) -> Self {
        PlayerGame::of(
            player,
            Game::new(player.rules(), seed, number),
            seed,
            number,
        )
    }

    fn of(player: &'a Player, game: Game<&'a Rules>, seed: u64, number: u64) -> Self {
        PlayerGame {
            player,
            game,
            ties: Stream::new(seed, number, Purpose::Ties),
            scratch: player.scratch(),
            directly: player.directly(),
        }
    }

    /// A game that begins with this board, all its pieces from the stream of game `number` under
    /// the seed. The board must have the size of the rules.
    pub fn from_board(player: &'a Player, board: Board, seed: u64, number: u64) -> Self {
        let settled = Settled::NOTHING;
        PlayerGame::from_position(player, &Position { board, settled }, seed, number)
    }

    /// A game that continues from a position of another, see [`Game::from_position`].
    ///
    /// ```
    /// use tetrarium_engine::{Player, PlayerGame, Rules, catalogue};
    /// let player = Player::new(catalogue::named("bcts").unwrap(), &Rules::default()).unwrap();
    /// let mut game = PlayerGame::new(&player, 1, 0);
    /// for _ in 0..30 {
    ///     game.step();
    /// }
    /// let position = game.position();
    /// let mut another = PlayerGame::from_position(&player, &position, 1, 7);
    /// assert_eq!(another.board(), game.board());
    /// assert_eq!(another.counts().pieces, 0);
    /// another.step();
    /// ```
    pub fn from_position(player: &'a Player, position: &Position, seed: u64, number: u64) -> Self {
        let game = Game::from_position(player.rules(), position, seed, number);
        PlayerGame::of(player, game, seed, number)
    }

    /// The same game after `pieces` pieces, with this board. Other counts stay.
    ///
    /// ```
    /// # use tetrarium_engine::{Player, PlayerGame, Rules, catalogue};
    /// # let player = Player::new(catalogue::named("bcts").unwrap(), &Rules::default()).unwrap();
    /// let mut game = PlayerGame::new(&player, 1, 0);
    /// for _ in 0..30 {
    ///     game.step();
    /// }
    /// let mut same = PlayerGame::new(&player, 1, 0).advanced_to(30, *game.board());
    /// game.step();
    /// same.step();
    /// assert_eq!(same.board(), game.board());
    /// ```
    pub fn advanced_to(mut self, pieces: u64, board: Board) -> Self {
        self.forget();
        PlayerGame {
            game: self.game.advanced_to(pieces, board),
            ..self
        }
    }

    /// Ends this game and continues from a position of another, of which `pieces` pieces of the
    /// stream are placed, as [`from_position`](Self::from_position) and
    /// [`advanced_to`](Self::advanced_to) do. It takes less time than a new game, for what a kernel
    /// works with is kept.
    ///
    /// ```
    /// # use tetrarium_engine::{Player, PlayerGame, Rules, catalogue};
    /// # let player = Player::new(catalogue::named("bcts").unwrap(), &Rules::default()).unwrap();
    /// let mut game = PlayerGame::new(&player, 1, 0);
    /// for _ in 0..30 {
    ///     game.step();
    /// }
    /// let position = game.position();
    /// let mut another = PlayerGame::from_position(&player, &position, 1, 7);
    /// game.continue_from(&position, 1, 7, 0);
    /// game.step();
    /// another.step();
    /// assert_eq!(game.position(), another.position());
    /// assert_eq!(game.counts(), another.counts());
    /// ```
    pub fn continue_from(&mut self, position: &Position, seed: u64, number: u64, pieces: u64) {
        let game = Game::from_position(self.player.rules(), position, seed, number);
        self.game = game.advanced_to(pieces, position.board);
        self.ties = Stream::new(seed, number, Purpose::Ties);
        self.forget();
    }

    /// The player.
    pub fn player(&self) -> &'a Player {
        self.player
    }

    /// The position, see [`Game::position`].
    pub fn position(&mut self) -> Position {
        self.game.position()
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.game.board()
    }

    /// The danger of the board, by the player's kernel where it has one.
    ///
    /// ```
    /// # use tetrarium_engine::{Danger, Player, PlayerGame, Rules, catalogue};
    /// # let player = Player::new(catalogue::named("bcts").unwrap(), &Rules::default()).unwrap();
    /// let mut game = PlayerGame::new(&player, 1, 0);
    /// game.step();
    /// assert_eq!(game.danger(Danger::Pile), Danger::Pile.of(game.board()));
    /// ```
    #[inline]
    pub fn danger(&self, danger: Danger) -> i32 {
        match (self.state(), self.player.fast()) {
            (State::Playing, Some(fast)) => fast.danger(danger, self.board()),
            // A lost board may be higher than kernels know.
            _ => danger.of(self.board()),
        }
    }

    /// Whether it goes on.
    pub fn state(&self) -> State {
        self.game.state()
    }

    /// What has been counted so far.
    pub fn counts(&self) -> Counts {
        self.game.counts()
    }

    /// The piece to be placed now; none if the game is over.
    pub fn piece(&mut self) -> Option<Piece> {
        self.game.piece()
    }

    /// What the player sees; none if the game is over.
    pub fn view(&mut self) -> Option<View<'_>> {
        self.game.view()
    }

    /// Places one piece; none if the game is over, or turns out to be before the piece could be
    /// placed.
    pub fn step(&mut self) -> Option<Move> {
        let (piece, landing) = match self.game.turn() {
            Turn::Over => return None,
            Turn::Locks(piece, landing) => (piece, landing),
            Turn::Chooses(piece) => (piece, self.aim(piece).map(|aim| self.landing(piece, aim))?),
        };
        Some(self.game.land(piece, landing))
    }

    /// Places one piece as [`PlayerGame::step`] does, without the details of the move; says whether
    /// it was placed.
    ///
    /// ```
    /// # use tetrarium_engine::{Player, PlayerGame, Rules, catalogue};
    /// # let mut rules = Rules::default();
    /// # rules.set("board", "6x8").unwrap();
    /// # let player = Player::new(catalogue::named("dellacherie").unwrap(), &rules).unwrap();
    /// let mut seen = PlayerGame::new(&player, 1, 0);
    /// let mut unseen = PlayerGame::new(&player, 1, 0);
    /// while seen.step().is_some() {}
    /// while unseen.advance() {}
    /// assert_eq!((seen.counts(), seen.board()), (unseen.counts(), unseen.board()));
    /// ```
    pub fn advance(&mut self) -> bool {
        self.advance_directly() || self.advance_by_turns()
    }

    /// Places one piece as [`PlayerGame::advance`] does, in a game whose last board is not looked
    /// at: that of a lost game can be the one before the last move. Which of the moves that end the
    /// game is the best rated takes time to find, and with `overflow = ends` they all remove
    /// nothing.
    ///
    /// ```
    /// # use tetrarium_engine::{Player, PlayerGame, Rules, catalogue};
    /// # let mut rules = Rules::default();
    /// # rules.set("board", "6x8").unwrap();
    /// # let player = Player::new(catalogue::named("dellacherie").unwrap(), &rules).unwrap();
    /// let mut seen = PlayerGame::new(&player, 1, 0);
    /// let mut unseen = PlayerGame::new(&player, 1, 0);
    /// while seen.advance() {}
    /// while unseen.advance_unseen() {}
    /// assert_eq!(seen.counts(), unseen.counts());
    /// ```
    pub fn advance_unseen(&mut self) -> bool {
        self.advance_directly() || self.end_unseen() || self.advance_by_turns()
    }

    /// Places one piece where a kernel alone decides; says whether it was placed.
    #[inline(always)]
    fn advance_directly(&mut self) -> bool {
        // Kernels play the simplified game, in which pieces come to rest where they aim.
        match self.directly {
            Directly::Piece => {
                if let (Some(fast), Some(scratch)) = (self.player.fast(), &mut self.scratch)
                    && let Some(piece) = self.game.piece()
                    && let Some(decided) = fast.decide(self.game.board(), piece, scratch)
                    && !decided.ends
                {
                    self.game
                        .land_by(|board| fast.advance(board, piece, decided, scratch));
                    return true;
                }
            }
            Directly::Pair => {
                if let (Some(fast), Some(scratch)) = (self.player.fast(), &mut self.scratch)
                    && let (Some(piece), Some(next)) = (self.game.piece(), self.game.next_piece())
                    && let Some(number) =
                        fast.decide_pair(self.game.board(), [piece, next], scratch)
                {
                    self.game.land_by(|board| fast.take(number, board, scratch));
                    return true;
                }
            }
            Directly::Nothing => {}
        }
        false
    }

    /// Ends the game where a kernel has found just now that every move ends it, and none removes a
    /// row; says whether it has.
    #[cold]
    #[inline(never)]
    fn end_unseen(&mut self) -> bool {
        let rules = self.player.rules();
        let ends = self.directly == Directly::Piece
            && rules.suicide == Suicide::Avoided
            && rules.overflow == Overflow::Ends
            && self.game.piece().is_some()
            && self.scratch.as_ref().is_some_and(Scratch::every_move_ends);
        if ends {
            self.game.end_unseen();
        }
        ends
    }

    /// Places one piece as [`PlayerGame::advance`] does, whatever decides.
    #[inline(never)]
    fn advance_by_turns(&mut self) -> bool {
        let piece = match self.game.turn() {
            Turn::Over => return false,
            Turn::Locks(piece, landing) => {
                self.game.land_unseen(piece, landing);
                return true;
            }
            Turn::Chooses(piece) => piece,
        };
        let Some(aim) = self.aim(piece) else {
            return false;
        };
        if let (Aim::Rated(decided), Some(fast), Some(scratch)) =
            (aim, self.player.fast(), &mut self.scratch)
            && !decided.ends
        {
            self.game
                .land_by(|board| fast.advance(board, piece, decided, scratch));
            return true;
        }
        let landing = self.landing(piece, aim);
        self.game.land_unseen(piece, landing);
        true
    }

    /// Where the player wants the piece at hand to come to rest; none, and the game is lost, if it
    /// has no place.
    #[inline]
    fn aim(&mut self, piece: Piece) -> Option<Aim> {
        let turn = self.game.counts().pieces;
        let view = self.game.view_of(piece);
        let aim = self
            .player
            .aim_in(&mut self.scratch, &view, &self.ties, turn);
        if aim.is_none() {
            self.game.lose();
        }
        aim
    }

    /// Where a piece with this aim comes to rest.
    fn landing(&self, piece: Piece, aim: Aim) -> Landing {
        let aim = self.player.landing(aim, self.board(), piece);
        self.game.executed(piece, aim)
    }

    /// Forgets what a kernel knows of the board.
    fn forget(&mut self) {
        if let Some(scratch) = &mut self.scratch {
            scratch.forget();
        }
    }

    /// Continues a lost game with an empty board, see [`Game::restart`].
    pub fn restart(&mut self) {
        if self.state() == State::Lost {
            self.forget();
        }
        self.game.restart();
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
            let mut game = PlayerGame::new(&player, 3, 4);
            let position = game.position();
            let mut same = PlayerGame::from_position(&player, &position, 3, 4);
            let mut board = PlayerGame::from_board(&player, *game.board(), 3, 4);
            while game.step().is_some() {
                same.step();
                board.step();
            }
            assert_eq!(same.counts(), game.counts());
            assert_eq!(board.counts(), game.counts());
        }
    }

    /// What the kernel knows of the game before must not matter, wherever that was left.
    #[test]
    fn a_game_continued_in_the_place_of_another_is_a_new_one() {
        for rules in [
            &[("board", "8x8")][..],
            &[("board", "8x8"), ("pieces", "bag"), ("ties", "random")],
            &[("board", "8x8"), ("visible", "2")],
        ] {
            let player = player(rules);
            let mut used = PlayerGame::new(&player, 1, 0);
            for number in 1..20 {
                let mut game = PlayerGame::new(&player, 3, number);
                for _ in 0..number {
                    game.advance();
                }
                let (position, placed) = (game.position(), number / 2);
                let fresh = PlayerGame::from_position(&player, &position, 5, number);
                let mut fresh = fresh.advanced_to(placed, position.board);
                used.continue_from(&position, 5, number, placed);
                // Some are left in the middle, some are played to their end.
                for _ in 0..10 * number {
                    assert_eq!(used.advance(), fresh.advance());
                    assert_eq!((used.board(), used.state()), (fresh.board(), fresh.state()));
                }
                assert_eq!(used.counts(), fresh.counts());
            }
        }
    }

    /// Nearly every move ends the game on this board, and some of those remove a row.
    #[test]
    fn rows_that_the_last_move_removes_count_unseen_too() {
        let board: Board = "
            |### |
            | ###|
            |# ##|
            |## #|
            ------"
            .parse()
            .unwrap();
        for overflow in ["ends", "clears-first"] {
            let mut lines = 0;
            for piece in Piece::ALL {
                let pieces = format!("sequence:{piece}");
                let rules = [
                    ("board", "4x4"),
                    ("overflow", overflow),
                    ("pieces", &pieces),
                ];
                let player = player(&rules);
                let game = PlayerGame::from_board(&player, board, 1, 0);
                let [mut stepped, mut advanced, mut unseen] = [game.clone(), game.clone(), game];
                let ends = stepped.step().is_some_and(|played| played.ends);
                assert!(advanced.advance() && unseen.advance_unseen());
                for other in [&advanced, &unseen] {
                    let (counts, state) = (stepped.counts(), stepped.state());
                    assert_eq!((other.counts(), other.state()), (counts, state));
                }
                assert_eq!(advanced.board(), stepped.board());
                lines += if ends { stepped.counts().lines } else { 0 };
            }
            assert_eq!(lines > 0, overflow == "clears-first", "{overflow}");
        }
    }

    #[test]
    fn a_piece_that_was_shown_stays() {
        let player = player(&[("visible", "2")]);
        let mut game = PlayerGame::new(&player, 1, 0);
        for _ in 0..20 {
            game.step();
            let position = game.position();
            let piece = game.piece();
            for number in 1..4 {
                let mut other = PlayerGame::from_position(&player, &position, 1, number);
                assert_eq!(other.position(), position);
                assert_eq!(other.piece(), piece);
            }
        }
    }
}

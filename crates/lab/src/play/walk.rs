//! A game that is played move by move and reports its moves to the watch.

use tetrarium_engine::{
    AgentGames, Board, Counts, Danger, Game, Player, PlayerGame, Position, Rules, Seat, State,
    agent_seed,
};

use super::backend::PlayError;
use super::contender::Contender;
use super::continuation::Start;
use super::watch::Watch;

/// The number of moves that a game makes between two looks at the watch.
pub(super) const MOVES_BETWEEN_LOOKS: u64 = 256;

/// A game that is played move by move. This type plays every game of the lab, except those that an
/// agent plays side by side ([`agents`](super::agents)).
pub(crate) struct Walk<'a> {
    game: Playing<'a>,
    watch: &'a Watch,
    /// The counts that have been reported to the watch.
    reported: Counts,
}

/// A game of any contender.
#[expect(
    clippy::large_enum_variant,
    reason = "a player's game is the common case and costs no allocation"
)]
enum Playing<'a> {
    Player(PlayerGame<'a>),
    Agent(Box<(AgentGames<'a>, Seat<'a>)>),
}

impl<'a> Walk<'a> {
    /// Game number `number` under a seed, from its beginning.
    pub fn new(
        contender: Contender<'a>,
        seed: u64,
        number: u64,
        watch: &'a Watch,
    ) -> Result<Self, PlayError> {
        let game = match contender {
            Contender::Player(player) => Playing::Player(PlayerGame::new(player, seed, number)),
            Contender::Agent { agent, rules } => {
                let mut games = AgentGames::open(agent, rules)?;
                let seat = games.begin(None, seed, number)?;
                Playing::Agent(Box::new((games, seat)))
            }
        };
        Ok(Walk::of(game, watch))
    }

    /// A game that a player continues from its start.
    pub fn of_player(player: &'a Player, seed: u64, start: &Start, watch: &'a Watch) -> Self {
        let position = &start.position;
        let game = PlayerGame::from_position(player, position, seed, start.number);
        let game = game.advanced_to(start.placed, start.position.board);
        Walk::of(Playing::Player(game), watch)
    }

    /// Ends this game and begins another of the same player from its start; says whether the game
    /// was one of this player.
    pub fn begins_again(&mut self, player: &Player, seed: u64, start: &Start) -> bool {
        self.report();
        match &mut self.game {
            Playing::Player(game) if std::ptr::eq(game.player(), player) => {
                game.continue_from(&start.position, seed, start.number, start.placed);
                self.reported = self.counts();
                true
            }
            _ => false,
        }
    }

    fn of(game: Playing<'a>, watch: &'a Watch) -> Self {
        let mut walk = Walk {
            game,
            watch,
            reported: Counts::default(),
        };
        walk.reported = walk.counts();
        walk
    }

    /// Places one piece.
    #[inline]
    pub fn advance(&mut self) -> Result<(), PlayError> {
        match &mut self.game {
            Playing::Player(game) => {
                game.advance_unseen();
                Ok(())
            }
            Playing::Agent(playing) => {
                let (games, seat) = &mut **playing;
                games.step(&mut [seat])?;
                Ok(())
            }
        }
    }

    /// Whether the watch has ended playing. Looks at the watch only once in a number of moves, and
    /// reports the moves to it then.
    #[inline]
    pub fn is_ended(&mut self) -> bool {
        if self.counts().pieces < self.reported.pieces + MOVES_BETWEEN_LOOKS {
            return false;
        }
        self.report();
        self.watch.ended()
    }

    /// Reports the moves made since the last report to the watch.
    pub fn report(&mut self) {
        let (counts, reported) = (self.counts(), self.reported);
        self.watch.count_moves(
            counts.pieces - reported.pieces,
            counts.lines - reported.lines,
        );
        self.reported = counts;
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        match &self.game {
            Playing::Player(game) => game.board(),
            Playing::Agent(playing) => playing.1.game().board(),
        }
    }

    /// The danger of the board.
    #[inline]
    pub fn danger(&self, danger: Danger) -> i32 {
        match &self.game {
            Playing::Player(game) => game.danger(danger),
            Playing::Agent(playing) => danger.of(playing.1.game().board()),
        }
    }

    /// Whether the game goes on.
    #[inline]
    pub fn state(&self) -> State {
        match &self.game {
            Playing::Player(game) => game.state(),
            Playing::Agent(playing) => playing.1.game().state(),
        }
    }

    /// What has been counted so far.
    #[inline]
    pub fn counts(&self) -> Counts {
        match &self.game {
            Playing::Player(game) => game.counts(),
            Playing::Agent(playing) => playing.1.game().counts(),
        }
    }

    /// The position.
    pub fn position(&mut self) -> Position {
        match &mut self.game {
            Playing::Player(game) => game.position(),
            Playing::Agent(playing) => playing.1.position(),
        }
    }

    /// Continues a lost game with an empty board.
    pub fn restart(&mut self) {
        match &mut self.game {
            Playing::Player(game) => game.restart(),
            Playing::Agent(playing) => playing.1.restart(),
        }
    }
}

impl Drop for Walk<'_> {
    fn drop(&mut self) {
        self.report();
    }
}

/// The position of a continued game whose board is `board` after `pieces` pieces of its stream.
pub(crate) fn position_after(
    rules: &Rules,
    seed: u64,
    start: &Start,
    pieces: u64,
    board: Board,
) -> Position {
    Game::from_position(rules, &start.position, seed, start.number)
        .advanced_to(pieces, board)
        .position()
}

/// An agent's game at its start, and the agent's seed for it.
pub(super) fn agent_start<'a>(
    rules: &'a Rules,
    seed: u64,
    start: &Start,
) -> (Game<&'a Rules>, u64) {
    let game = Game::from_position(rules, &start.position, seed, start.number);
    let game = game.advanced_to(start.placed, start.position.board);
    (game, agent_seed(seed, start.number))
}

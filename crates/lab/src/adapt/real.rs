//! The game that is played and scored: one, from the first step to the last, by all controllers
//! together.

use tetrarium_engine::{Board, Game, Placement, Player, Position, Rules, Settled, State};

use super::look::Seen;
use crate::play::{PlayError, Start, Walk, Watch};

/// The number of the game that is scored. Those of the believed game have other numbers, so that
/// tuning never sees the pieces that are to come.
pub(super) const NUMBER: u64 = 0;

/// The moves between two looks at the watch.
const BETWEEN_LOOKS: u64 = 256;

/// The game so far.
pub(super) struct Real<'a> {
    rules: &'a Rules,
    seed: u64,
    board: Board,
    /// Steps made.
    pub placed: u64,
    /// Points.
    pub points: u64,
    /// Times that the game was lost.
    pub lost: u64,
}

impl<'a> Real<'a> {
    pub fn new(rules: &'a Rules, seed: u64) -> Real<'a> {
        Real {
            rules,
            seed,
            board: Board::empty(rules.board),
            placed: 0,
            points: 0,
            lost: 0,
        }
    }

    fn position(&self) -> Position {
        Position {
            board: self.board,
            settled: Settled::NOTHING,
        }
    }

    /// A player makes the next steps. Returns the points that it got; none if the watch ended it.
    pub fn play(
        &mut self,
        player: &Player,
        steps: u64,
        watch: &Watch,
    ) -> Result<Option<u64>, PlayError> {
        let start = Start {
            number: NUMBER,
            position: self.position(),
            placed: self.placed,
        };
        let mut walk = Walk::of_player(player, self.seed, &start, watch);
        let first = walk.counts();
        while walk.counts().pieces < first.pieces + steps {
            if walk.is_ended() {
                return Ok(None);
            }
            walk.advance()?;
            if walk.state() == State::Lost {
                self.lost += 1;
                walk.restart();
            }
        }
        let points = walk.counts().reward - first.reward;
        self.board = *walk.board();
        self.placed += steps;
        self.points += points;
        Ok(Some(points))
    }

    /// The next steps by a choice of placements, with what is seen. Returns the points; none if
    /// the watch ended it.
    pub fn look(
        &mut self,
        choose: impl Fn(&tetrarium_engine::View) -> Placement,
        steps: u64,
        seen: &mut Seen,
        watch: &Watch,
    ) -> Result<Option<u64>, PlayError> {
        let game = Game::from_position(self.rules, &self.position(), self.seed, NUMBER);
        let mut game = game.advanced_to(self.placed, self.board);
        let before = self.points;
        for step in 0..steps {
            if step % BETWEEN_LOOKS == 0 && watch.ended() {
                return Ok(None);
            }
            let view = game.view().expect("independent pieces never end");
            let (piece, placement) = (view.piece, choose(&view));
            let reward = game.counts().reward;
            let played = game
                .place(placement)
                .map_err(|error| PlayError::Failed(error.to_string()))?;
            let points = game.counts().reward - reward;
            seen.record(piece, played.lines as usize, points);
            self.points += points;
            watch.count_moves(1, u64::from(played.lines));
            if game.state() == State::Lost {
                self.lost += 1;
                game.restart();
            }
        }
        self.board = *game.board();
        self.placed += steps;
        Ok(Some(self.points - before))
    }
}

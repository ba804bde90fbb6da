//! A player as an agent like any other.

use std::collections::HashMap;

use super::Player;
use super::agent::{Agent, AgentError, Session, Turn};
use crate::game::placement::Placement;
use crate::game::random::{Purpose, Stream};
use crate::game::rules::{Rules, Ties};
use crate::search::fast::Scratch;

/// A player as an agent like any other. It makes the same choices as a [`PlayerGame`], but where
/// ties are settled by chance: an agent's chance comes from its own seed.
///
/// [`PlayerGame`]: super::PlayerGame
impl Agent for Player {
    fn name(&self) -> &str {
        Player::name(self)
    }

    fn is_stateless(&self) -> bool {
        self.rules().ties != Ties::Random
    }

    fn open<'a>(&'a self, rules: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        if rules != self.rules() {
            return Err(AgentError::Failed(format!(
                "the player {} was made for other rules: {}",
                Player::name(self),
                self.rules()
            )));
        }
        Ok(Box::new(PlayerSession {
            player: self,
            scratch: self.scratch(),
            games: HashMap::new(),
        }))
    }
}

/// A player at play.
struct PlayerSession<'a> {
    player: &'a Player,
    scratch: Option<Scratch>,
    /// The stream that settles the ties of each game, and the turns so far.
    games: HashMap<u64, (Stream, u64)>,
}

impl Session for PlayerSession<'_> {
    fn begin(&mut self, game: u64, seed: u64) -> Result<(), AgentError> {
        self.games
            .insert(game, (Stream::new(seed, 0, Purpose::Ties), 0));
        Ok(())
    }

    fn choose(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError> {
        let mut chosen = Vec::new();
        for Turn { game, view } in turns {
            let (ties, turn) = self.games.get_mut(game).ok_or_else(|| {
                AgentError::Failed(format!("game {game} was never begun in this session"))
            })?;
            if let Some(scratch) = &mut self.scratch {
                scratch.forget();
            }
            let aim = self.player.aim_in(&mut self.scratch, view, ties, *turn);
            *turn += 1;
            let aim = aim.ok_or_else(|| AgentError::Failed("there is no place".to_string()))?;
            let landing = self.player.landing(aim, view.board, view.piece);
            chosen.push(landing.placement);
        }
        Ok(chosen)
    }

    fn end(&mut self, game: u64) -> Result<(), AgentError> {
        self.games.remove(&game);
        Ok(())
    }
}

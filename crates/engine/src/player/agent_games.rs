//! Games that an agent plays: one, or several side by side.

use super::agent::{Agent, AgentError, Session, Turn, agent_seed};
use crate::game::board::Board;
use crate::game::moves::Move;
use crate::game::rules::Rules;
use crate::game::state::{self, Counts, Game, Position, State, View};

/// Games that an agent plays side by side in one session.
pub struct AgentGames<'a> {
    agent: &'a dyn Agent,
    rules: &'a Rules,
    session: Box<dyn Session + 'a>,
    /// Games begun so far.
    begun: u64,
}

/// One of the games that an agent plays side by side.
#[derive(Clone, Debug)]
pub struct Seat<'a> {
    number: u64,
    game: Game<&'a Rules>,
}

impl<'a> Seat<'a> {
    /// The game.
    pub fn game(&self) -> &Game<&'a Rules> {
        &self.game
    }

    /// The position, see [`Game::position`].
    pub fn position(&mut self) -> Position {
        self.game.position()
    }

    /// Continues a lost game with an empty board, see [`Game::restart`].
    pub fn restart(&mut self) {
        self.game.restart();
    }
}

impl<'a> AgentGames<'a> {
    /// Opens a session of an agent.
    ///
    /// # Errors
    ///
    /// If the agent cannot play by these rules, or cannot be reached.
    pub fn open(agent: &'a dyn Agent, rules: &'a Rules) -> Result<Self, AgentError> {
        Ok(AgentGames {
            agent,
            rules,
            session: agent.open(rules)?,
            begun: 0,
        })
    }

    /// Begins game number `number` under a seed; from a position of another game if there is one.
    ///
    /// # Errors
    ///
    /// If the agent does not begin the game.
    pub fn begin(
        &mut self,
        position: Option<&Position>,
        seed: u64,
        number: u64,
    ) -> Result<Seat<'a>, AgentError> {
        let game = match position {
            None => Game::new(self.rules, seed, number),
            Some(position) => Game::from_position(self.rules, position, seed, number),
        };
        self.begin_at(game, agent_seed(seed, number))
    }

    /// Begins a game that stands as this one does; the agent's seed is `seed`.
    ///
    /// # Errors
    ///
    /// If the agent does not begin the game.
    pub fn begin_at(&mut self, game: Game<&'a Rules>, seed: u64) -> Result<Seat<'a>, AgentError> {
        let number = self.begun;
        self.session.begin(number, seed)?;
        self.begun += 1;
        Ok(Seat { number, game })
    }

    /// Ends a game.
    ///
    /// # Errors
    ///
    /// If the agent cannot be reached.
    pub fn end(&mut self, seat: Seat<'a>) -> Result<Game<&'a Rules>, AgentError> {
        self.session.end(seat.number)?;
        Ok(seat.game)
    }

    /// Places one piece in each of these games, and returns their moves: none where a game is over.
    ///
    /// # Errors
    ///
    /// If the agent does not answer, or an answer is impossible.
    pub fn step(&mut self, seats: &mut [&mut Seat<'a>]) -> Result<Vec<Option<Move>>, AgentError> {
        let mut moves = vec![None; seats.len()];
        let mut turns = Vec::new();
        let mut asked = Vec::new();
        for (index, Seat { number, game }) in seats.iter_mut().map(|seat| &mut **seat).enumerate() {
            match game.turn() {
                state::Turn::Over => {}
                state::Turn::Locks(piece, landing) => {
                    moves[index] = Some(game.land(piece, landing))
                }
                state::Turn::Chooses(piece) => {
                    if game.view_of(piece).landings().is_empty() {
                        game.lose();
                        continue;
                    }
                    asked.push(index);
                    let view = game.view_of(piece);
                    turns.push(Turn {
                        game: *number,
                        view,
                    });
                }
            }
        }
        if turns.is_empty() {
            return Ok(moves);
        }
        let chosen = self.session.choose(&turns)?;
        if chosen.len() != asked.len() {
            return Err(AgentError::Answers {
                agent: self.agent.name().to_string(),
                asked: asked.len(),
                answered: chosen.len(),
            });
        }
        for (index, placement) in asked.into_iter().zip(chosen) {
            let played = seats[index].game.place(placement);
            moves[index] = Some(played.map_err(|error| AgentError::Placement {
                agent: self.agent.name().to_string(),
                error,
            })?);
        }
        Ok(moves)
    }
}

/// One game that an agent plays.
pub struct AgentGame<'a> {
    games: AgentGames<'a>,
    seat: Seat<'a>,
}

impl<'a> AgentGame<'a> {
    /// Game number `number` under a seed.
    ///
    /// # Errors
    ///
    /// If the agent does not begin the game.
    pub fn new(
        agent: &'a dyn Agent,
        rules: &'a Rules,
        seed: u64,
        number: u64,
    ) -> Result<Self, AgentError> {
        let mut games = AgentGames::open(agent, rules)?;
        let seat = games.begin(None, seed, number)?;
        Ok(AgentGame { games, seat })
    }

    /// The position, see [`Game::position`].
    pub fn position(&mut self) -> Position {
        self.seat.position()
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.seat.game.board()
    }

    /// Whether it goes on.
    pub fn state(&self) -> State {
        self.seat.game.state()
    }

    /// What has been counted so far.
    pub fn counts(&self) -> Counts {
        self.seat.game.counts()
    }

    /// What the agent sees; none if the game is over.
    pub fn view(&mut self) -> Option<View<'_>> {
        self.seat.game.view()
    }

    /// Places one piece; none if the game is over.
    ///
    /// # Errors
    ///
    /// If the agent does not answer, or its answer is impossible.
    pub fn step(&mut self) -> Result<Option<Move>, AgentError> {
        let mut moves = self.games.step(&mut [&mut self.seat])?;
        Ok(moves.remove(0))
    }

    /// Continues a lost game with an empty board, see [`Game::restart`].
    pub fn restart(&mut self) {
        self.seat.restart();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::game::placement::Placement;
    use crate::player::Player;
    use crate::player::PlayerGame;

    fn player(settings: &[(&str, &str)]) -> Player {
        let mut rules = Rules::default();
        for (setting, value) in settings {
            rules.set(setting, value).unwrap();
        }
        Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap()
    }

    /// The reference is the game by the fast paths.
    #[test]
    fn a_player_plays_the_same_game_as_any_agent_does() {
        for settings in [
            &[("board", "8x8")][..],
            &[("board", "8x8"), ("pieces", "bag"), ("visible", "2")],
            &[("board", "8x10"), ("game", "original")],
            &[("board", "8x8"), ("overflow", "clears-first")],
        ] {
            let player = player(settings);
            let mut expected = PlayerGame::new(&player, 3, 4);
            let mut game = AgentGame::new(&player, player.rules(), 3, 4).unwrap();
            loop {
                let (a, b) = (expected.step(), game.step().unwrap());
                assert_eq!(a.as_ref().map(|m| m.landing), b.map(|m| m.landing));
                assert_eq!(game.board(), expected.board());
                if a.is_none() || game.counts().pieces > 500 {
                    break;
                }
            }
            assert_eq!(
                (game.counts(), game.state()),
                (expected.counts(), expected.state())
            );
        }
    }

    #[test]
    fn games_side_by_side_are_the_games_alone() {
        let player = player(&[("board", "8x8"), ("ties", "random")]);
        let mut games = AgentGames::open(&player, player.rules()).unwrap();
        let mut seats: Vec<Seat> = (0..3).map(|n| games.begin(None, 7, n).unwrap()).collect();
        for _ in 0..200 {
            games
                .step(&mut seats.iter_mut().collect::<Vec<_>>())
                .unwrap();
        }
        for (number, seat) in (0..).zip(seats) {
            let mut alone = AgentGame::new(&player, player.rules(), 7, number).unwrap();
            for _ in 0..200 {
                alone.step().unwrap();
            }
            assert_eq!(games.end(seat).unwrap().counts(), alone.counts());
        }
    }

    /// An agent that answers as it is told.
    struct Scripted(fn(&[Turn]) -> Vec<Placement>);

    impl Agent for Scripted {
        fn name(&self) -> &str {
            "scripted"
        }

        fn open<'a>(&'a self, _: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
            struct Script(fn(&[Turn]) -> Vec<Placement>);
            impl Session for Script {
                fn choose(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError> {
                    Ok(self.0(turns))
                }
            }
            Ok(Box::new(Script(self.0)))
        }
    }

    #[test]
    fn wrong_answers_are_errors_that_name_the_agent() {
        let rules = Rules::default();
        let first = |agent: &Scripted| {
            let mut game = AgentGame::new(agent, &rules, 1, 0).unwrap();
            game.step().unwrap_err().to_string()
        };
        assert_eq!(
            first(&Scripted(|_| Vec::new())),
            "the agent scripted was asked about 1 turns and answered 0"
        );
        let error = first(&Scripted(|_| {
            vec![Placement {
                orientation: 4,
                column: 0,
            }]
        }));
        assert!(
            error.starts_with("the agent scripted chose an impossible placement"),
            "{error}"
        );
    }

    #[test]
    fn a_player_refuses_rules_it_was_not_made_for() {
        let player = player(&[]);
        let mut other = Rules::default();
        other.set("pieces", "bag").unwrap();
        assert!(player.open(&other).is_err());
        assert!(player.is_stateless());
    }
}

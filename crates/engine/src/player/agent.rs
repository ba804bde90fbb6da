//! An agent: anything that chooses where pieces go.
//!
//! A [`Player`] (a rating and a search) is one agent. Any other implements [`Agent`]; games, and
//! every backend of the lab, accept it. An agent sees what a player sees ([`View`]) and nothing
//! that tells the coming pieces: its seed is its own ([`agent_seed`]).

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use super::Player;
use crate::game::board::Board;
use crate::game::moves::Move;
use crate::game::placement::Placement;
use crate::game::random::{Purpose, Stream};
use crate::game::rules::{Rules, Ties};
use crate::game::state;
use crate::game::state::{Counts, Game, PlaceError, Position, State, View};
use crate::search::fast::Scratch;

/// Anything that chooses placements.
///
/// ```
/// use tetrarium_engine::{Agent, AgentError, AgentGame, Placement, Rules, Session, View};
///
/// /// Keeps the pile as low as it can.
/// struct Lowest;
///
/// impl Agent for Lowest {
///     fn name(&self) -> &str {
///         "lowest"
///     }
///     fn is_stateless(&self) -> bool {
///         true
///     }
///     fn open<'a>(&'a self, _: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
///         Ok(Box::new(|view: &View| -> Placement {
///             let lowest = view.moves().min_by_key(|played| played.after.max_height());
///             lowest.expect("a piece has a place").landing.placement
///         }))
///     }
/// }
///
/// let rules = Rules::default();
/// let mut game = AgentGame::new(&Lowest, &rules, 1, 0).unwrap();
/// while game.step().unwrap().is_some() {}
/// assert!(game.counts().pieces > 20);
/// ```
pub trait Agent: Send + Sync {
    /// The name that people know it by.
    fn name(&self) -> &str;

    /// The version that it claims to be, if any.
    fn version(&self) -> &str {
        ""
    }

    /// The words of the command that it is; empty for an agent that is no program.
    fn command(&self) -> &[String] {
        &[]
    }

    /// Whether its choice is a function of the [`View`] alone: no memory, no chance. Estimates and
    /// exact evaluation need that.
    fn is_stateless(&self) -> bool {
        false
    }

    /// How many games it wants to be asked about at once. An agent that is slow to be asked, and
    /// fast once it is, wants many.
    fn batch(&self) -> usize {
        1
    }

    /// Opens a session: the agent plays some games under these rules, on one thread.
    ///
    /// # Errors
    ///
    /// If the agent cannot play by these rules, or cannot be reached.
    fn open<'a>(&'a self, rules: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError>;
}

/// An agent at play. It may play several games side by side; each has a number, which the caller
/// gives and which says nothing about the pieces.
///
/// A closure from a view to a placement is a session of an agent without memory.
pub trait Session: Send {
    /// A game begins. Chance, if the agent needs any, comes from this seed alone.
    ///
    /// # Errors
    ///
    /// If the agent cannot be reached.
    fn begin(&mut self, game: u64, seed: u64) -> Result<(), AgentError> {
        let _ = (game, seed);
        Ok(())
    }

    /// Chooses a placement for each of these turns, which are turns of different games.
    ///
    /// # Errors
    ///
    /// If the agent cannot be reached, or gives up.
    fn choose(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError>;

    /// A game is over, or is not played on.
    ///
    /// # Errors
    ///
    /// If the agent cannot be reached.
    fn end(&mut self, game: u64) -> Result<(), AgentError> {
        let _ = game;
        Ok(())
    }
}

/// A turn of a game: what an agent is asked.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The number of the game within the session.
    pub game: u64,
    /// What the agent sees.
    pub view: View<'a>,
}

impl<F: FnMut(&View) -> Placement + Send> Session for F {
    fn choose(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError> {
        Ok(turns.iter().map(|turn| self(&turn.view)).collect())
    }
}

/// Why an agent did not play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AgentError {
    /// It chose a placement that there is not.
    #[error("the agent {agent} chose an impossible placement: {error}")]
    Placement {
        /// The agent.
        agent: String,
        /// What is wrong with the placement.
        error: PlaceError,
    },
    /// It answered another number of turns than it was asked.
    #[error("the agent {agent} was asked about {asked} turns and answered {answered}")]
    Answers {
        /// The agent.
        agent: String,
        /// Turns asked about.
        asked: usize,
        /// Placements that came back.
        answered: usize,
    },
    /// It cannot play by the rules, cannot be reached, or gave up: a sentence that says so.
    #[error("{0}")]
    Failed(String),
}

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
            let aim = self.player.decide_in(&mut self.scratch, view, ties, *turn);
            *turn += 1;
            let aim = aim.ok_or_else(|| AgentError::Failed("there is no place".to_string()))?;
            chosen.push(aim.placement);
        }
        Ok(chosen)
    }

    fn end(&mut self, game: u64) -> Result<(), AgentError> {
        self.games.remove(&game);
        Ok(())
    }
}

/// The seed that an agent gets for game number `number` under `seed`: a one-way hash (the first
/// eight bytes of a SHA-256), so that it does not tell the seed or the number, and with them the
/// coming pieces.
///
/// ```
/// use tetrarium_engine::agent_seed;
/// assert_ne!(agent_seed(1, 0), agent_seed(1, 1));
/// assert_ne!(agent_seed(1, 0), agent_seed(0, 1));
/// ```
pub fn agent_seed(seed: u64, number: u64) -> u64 {
    let hash = Sha256::new()
        .chain_update(b"tetrarium agent")
        .chain_update(seed.to_le_bytes())
        .chain_update(number.to_le_bytes())
        .finalize();
    u64::from_le_bytes(std::array::from_fn(|byte| hash[byte]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
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

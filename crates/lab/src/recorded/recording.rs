//! Games that are recorded while an agent plays them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::{
    Agent, AgentError, AgentGame, Counts, Move, Placement, Rules, Session, State, Turn,
};

use super::record::{Ended, GameRecord, KIND, SCHEMA};
use super::{MOST_MOVES, Recorded};
use crate::play::Contender;
use crate::records::{Identity, rows};
use crate::settings;

/// Listens to an agent at play. The games are those that the agent plays anywhere.
pub struct Recorder<'a> {
    contender: Contender<'a>,
    seed: u64,
    number: u64,
    /// The number of the move that is being chosen, from 0.
    turn: AtomicU64,
    /// The placements chosen in this game.
    heard: Mutex<Vec<Placement>>,
}

impl<'a> Recorder<'a> {
    /// A recorder of the games of an agent.
    pub fn new(contender: impl Into<Contender<'a>>) -> Recorder<'a> {
        Recorder {
            contender: contender.into(),
            seed: 0,
            number: 0,
            turn: AtomicU64::new(0),
            heard: Mutex::default(),
        }
    }

    /// Begins game `number` under a seed.
    ///
    /// # Errors
    ///
    /// If the agent does not begin the game.
    pub fn begin(&mut self, seed: u64, number: u64) -> Result<Recording<'_>, AgentError> {
        (self.seed, self.number) = (seed, number);
        *self.turn.get_mut() = 0;
        self.heard.get_mut().expect("no session panics").clear();
        let recorder = &*self;
        let rules = recorder.contender.rules();
        Ok(Recording {
            recorder,
            game: AgentGame::new(recorder, rules, seed, number)?,
            pieces: String::new(),
        })
    }
}

/// The agent as it is, and what it chooses is kept.
impl Agent for Recorder<'_> {
    fn name(&self) -> &str {
        self.contender.name()
    }

    fn open<'a>(&'a self, rules: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        let inner = match self.contender {
            Contender::Player(_) => None,
            Contender::Agent { agent, .. } => Some(agent.open(rules)?),
        };
        Ok(Box::new(Listening {
            recorder: self,
            inner,
            ties: Stream::new(self.seed, self.number, Purpose::Ties),
        }))
    }
}

/// An agent at play that is listened to.
struct Listening<'a> {
    recorder: &'a Recorder<'a>,
    /// The session of the agent. A player has none: its choice among ties is that of its own games,
    /// which an agent's seed does not give.
    inner: Option<Box<dyn Session + 'a>>,
    ties: Stream,
}

impl Session for Listening<'_> {
    fn begin(&mut self, game: u64, seed: u64) -> Result<(), AgentError> {
        let inner = self.inner.as_mut();
        inner.map_or(Ok(()), |inner| inner.begin(game, seed))
    }

    fn choose(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError> {
        let chosen = match (&mut self.inner, self.recorder.contender.player()) {
            (Some(inner), _) => inner.choose(turns)?,
            (None, player) => {
                let turn = self.recorder.turn.load(Ordering::Relaxed);
                let landings = turns.iter().filter_map(|one| {
                    let landing = player?.decide(&one.view, &self.ties, turn)?;
                    Some(landing.placement)
                });
                landings.collect()
            }
        };
        let mut heard = self.recorder.heard.lock().expect("no session panics");
        heard.extend(&chosen);
        Ok(chosen)
    }

    fn end(&mut self, game: u64) -> Result<(), AgentError> {
        let inner = self.inner.as_mut();
        inner.map_or(Ok(()), |inner| inner.end(game))
    }
}

/// A game that is being recorded.
pub struct Recording<'a> {
    recorder: &'a Recorder<'a>,
    game: AgentGame<'a>,
    pieces: String,
}

impl Recording<'_> {
    /// Places one piece; none if the game is over, or has as many moves as a record can hold.
    ///
    /// # Errors
    ///
    /// If the agent does not answer, or its answer is impossible.
    pub fn step(&mut self) -> Result<Option<Move>, AgentError> {
        let turn = self.game.counts().pieces;
        if turn >= MOST_MOVES {
            return Ok(None);
        }
        self.recorder.turn.store(turn, Ordering::Relaxed);
        let played = self.game.step()?;
        self.pieces
            .extend(played.iter().map(|one| one.piece.letter()));
        Ok(played)
    }

    /// The counts so far.
    pub fn counts(&self) -> Counts {
        self.game.counts()
    }

    /// Whether the game goes on.
    pub fn state(&self) -> State {
        self.game.state()
    }

    /// The record of the game so far.
    pub fn recorded(mut self) -> Recorded {
        // A game that was cut may be over all the same: no piece is left, or none can enter.
        let _ = self.game.view();
        let Recorder {
            contender,
            seed,
            number,
            heard,
            ..
        } = self.recorder;
        let counts = self.game.counts();
        let chosen = heard.lock().expect("no session panics");
        let placements = chosen.iter().map(|one| [one.orientation, one.column]);
        Recorded {
            rules: contender.rules().clone(),
            record: GameRecord {
                schema: SCHEMA,
                kind: KIND.to_string(),
                controller: contender.name().to_string(),
                search: contender.search(),
                identity: Identity::of(*contender),
                rules: settings::of(contender.rules()),
                seed: *seed,
                game: *number,
                pieces: self.pieces,
                placements: placements.collect(),
                lines: counts.lines,
                reward: counts.reward,
                end: match self.game.state() {
                    State::Lost => Ended::Lost,
                    State::OutOfPieces => Ended::OutOfPieces,
                    State::Playing => Ended::Cut,
                },
                board: rows(self.game.board()),
                made: None,
            },
        }
    }
}

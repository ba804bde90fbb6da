//! Who plays: a controller, another agent, or the record of a game.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::{
    AgentError, Explanation, Landing, PlaceError, Placement, Player, Rules, Session, Turn, View,
    agent_seed,
};
use tetrarium_lab::recorded::Recorded;

use super::paint::Paint;
use super::timeline::{Step, Timeline, Tip};
use crate::flags::agents::ReadyAgent;

/// Who plays.
#[derive(Clone)]
pub enum Machine {
    /// A controller.
    Player(Arc<Player>),
    /// An agent that is no controller.
    Agent(Arc<ReadyAgent>),
    /// A recorded game, and its controller where the record holds it.
    Recorded(Arc<Recorded>, Option<Arc<Player>>),
}

impl Machine {
    /// A recorded game.
    pub fn recorded(game: Arc<Recorded>) -> Machine {
        let controller = game.identity().controller();
        let player = controller.and_then(|one| Player::new(&one, game.rules()).ok());
        Machine::Recorded(game, player.map(Arc::new))
    }

    /// Its name.
    pub fn name(&self) -> &str {
        match self {
            Machine::Player(player) => player.name(),
            Machine::Agent(agent) => agent.contender().name(),
            Machine::Recorded(game, _) => game.name(),
        }
    }

    /// How it turns ratings into a move.
    pub fn search(&self) -> String {
        match self {
            Machine::Player(player) => player.search().to_string(),
            Machine::Agent(_) => "agent".to_string(),
            Machine::Recorded(game, _) => format!("{}, recorded", game.search()),
        }
    }

    /// The rules of its games.
    pub fn rules(&self) -> &Rules {
        match self {
            Machine::Player(player) => player.rules(),
            Machine::Agent(agent) => agent.contender().rules(),
            Machine::Recorded(game, _) => game.rules(),
        }
    }

    /// The controller that explains moves, if there is one.
    pub fn player(&self) -> Option<&Arc<Player>> {
        match self {
            Machine::Player(player) => Some(player),
            Machine::Agent(_) => None,
            Machine::Recorded(_, player) => player.as_ref(),
        }
    }

    /// Whether it can be asked about any position.
    pub fn advises(&self) -> bool {
        match self {
            Machine::Agent(agent) => agent.contender().is_stateless(),
            _ => self.player().is_some(),
        }
    }
}

/// What is asked of a machine, about one line of moves.
#[derive(Clone, Debug)]
pub struct Request {
    /// The line of moves; another begins when a person changes the game.
    pub line: u64,
    /// What is to be done.
    pub task: Task,
}

/// What is to be done.
#[derive(Clone, Debug)]
pub enum Task {
    /// Play on.
    Play {
        /// From here.
        tip: Tip,
        /// The paint there.
        paint: Box<Paint>,
        /// At most this number of moves.
        moves: u64,
        /// No move begins after this time.
        budget: Duration,
    },
    /// Say what to do here, and why.
    Advise(Tip),
}

/// What a machine answers.
pub struct Reply {
    /// The line of moves that it is about.
    pub line: u64,
    /// The answer.
    pub said: Said,
}

/// An answer.
pub enum Said {
    /// Moves, and whether they are the last.
    Played(Box<Timeline>, bool),
    /// Advice about the move of this number, from 0.
    Advised(u64, Box<Advice>),
    /// It cannot play: a sentence that says why.
    Failed(String),
}

/// What a machine would do, and why.
#[derive(Clone, Debug, Default)]
pub struct Advice {
    /// Where the piece should come to rest.
    pub landing: Option<Landing>,
    /// Why; controllers say it.
    pub explanation: Option<Explanation>,
}

/// A machine at work on one game.
pub struct Service<'a> {
    machine: &'a Machine,
    seed: u64,
    number: u64,
    ties: Stream,
    /// The session of an agent, and the line of moves that it has begun.
    session: Option<(Box<dyn Session + 'a>, u64)>,
}

/// Why no move was made.
enum Stuck {
    Place(PlaceError),
    Agent(AgentError),
    /// The record ends.
    End,
}

impl From<PlaceError> for Stuck {
    fn from(error: PlaceError) -> Stuck {
        Stuck::Place(error)
    }
}

impl<'a> Service<'a> {
    /// A machine that plays game `number` under a seed.
    pub fn new(machine: &'a Machine, seed: u64, number: u64) -> Service<'a> {
        Service {
            machine,
            seed,
            number,
            ties: Stream::new(seed, number, Purpose::Ties),
            session: None,
        }
    }

    /// Answers a request.
    pub fn answer(&mut self, request: Request) -> Reply {
        let Request { line, task } = request;
        let said = match task {
            Task::Play {
                tip,
                paint,
                moves,
                budget,
            } => {
                let begun = Instant::now();
                let mut played = Timeline::new(tip, *paint);
                let mut count = 0;
                loop {
                    if count >= moves || begun.elapsed() >= budget {
                        break Said::Played(Box::new(played), false);
                    }
                    match self.play(line, &mut played) {
                        Ok(true) => count += 1,
                        Ok(false) | Err(Stuck::End) => {
                            break Said::Played(Box::new(played), true);
                        }
                        Err(Stuck::Agent(error)) => break Said::Failed(error.to_string()),
                        Err(Stuck::Place(error)) => break Said::Failed(error.to_string()),
                    }
                }
            }
            Task::Advise(tip) => match self.advise(line, tip) {
                Ok((number, advice)) => Said::Advised(number, Box::new(advice)),
                Err(error) => Said::Failed(error.to_string()),
            },
        };
        Reply { line, said }
    }

    /// Makes one move; says whether there was one to be made.
    fn play(&mut self, line: u64, played: &mut Timeline) -> Result<bool, Stuck> {
        let before = played.tip().clone();
        let mut after = before.clone();
        let (turn, mut placed) = (before.game.counts().pieces, before.placed);
        if let Machine::Recorded(game, _) = self.machine
            && turn >= game.moves()
        {
            // The last piece may be there and find no place.
            return Err(Stuck::End);
        }
        let made: Result<_, Stuck> = after.game.play(|view| {
            let chosen = self.choose(line, view, turn, before.placed)?;
            placed += 1;
            Ok(chosen)
        });
        let made = made?;
        after.placed = placed;
        let Some(made) = made else {
            return Ok(false);
        };
        played.push(
            Step {
                before,
                played: made,
            },
            after,
        );
        played.forward();
        Ok(true)
    }

    /// The placement that the machine chooses.
    fn choose(
        &mut self,
        line: u64,
        view: &View,
        turn: u64,
        placed: u64,
    ) -> Result<Placement, Stuck> {
        let machine = self.machine;
        match machine {
            Machine::Player(player) => {
                let landing = player.decide(view, &self.ties, turn);
                landing.map(|one| one.placement).ok_or(Stuck::End)
            }
            Machine::Agent(agent) => self.ask(agent, line, view).map_err(Stuck::Agent),
            Machine::Recorded(game, _) => game.placements().nth(placed as usize).ok_or(Stuck::End),
        }
    }

    /// Asks an agent, in its session.
    fn ask(
        &mut self,
        agent: &'a ReadyAgent,
        line: u64,
        view: &View,
    ) -> Result<Placement, AgentError> {
        let contender = agent.contender();
        let tetrarium_lab::Contender::Agent { agent, rules } = contender else {
            return Err(AgentError::Failed(
                "a controller has no session".to_string(),
            ));
        };
        if self.session.is_none() {
            let mut session = agent.open(rules)?;
            session.begin(line, agent_seed(self.seed, self.number))?;
            self.session = Some((session, line));
        }
        let (session, begun) = self.session.as_mut().expect("a session is open");
        if *begun != line {
            session.end(*begun)?;
            session.begin(line, agent_seed(self.seed, self.number))?;
            *begun = line;
        }
        let turn = Turn {
            game: line,
            view: *view,
        };
        let chosen = VecDeque::from(session.choose(&[turn])?).pop_front();
        chosen.ok_or_else(|| AgentError::Answers {
            agent: agent.name().to_string(),
            asked: 1,
            answered: 0,
        })
    }

    /// What to do at a position, with the number of its move.
    fn advise(&mut self, line: u64, mut tip: Tip) -> Result<(u64, Advice), AgentError> {
        let number = tip.game.counts().pieces;
        let Some(view) = tip.game.view() else {
            return Ok((number, Advice::default()));
        };
        let machine = self.machine;
        if let Some(player) = machine.player() {
            let explanation = player.explain(&view);
            let landing = explanation.placements.first().map(|one| one.landing);
            let explanation = Some(explanation);
            return Ok((
                number,
                Advice {
                    landing,
                    explanation,
                },
            ));
        }
        let landing = match machine {
            Machine::Agent(agent) if machine.advises() && !view.landings().is_empty() => {
                let chosen = self.ask(agent, line, &view)?;
                let landings = view.landings();
                landings.iter().find(|one| one.placement == chosen).copied()
            }
            _ => None,
        };
        Ok((
            number,
            Advice {
                landing,
                explanation: None,
            },
        ))
    }
}

//! `play`: one game, drawn move by move.

use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use tetrarium_engine::{AgentError, AgentGame, Counts, Move, PlayerGame, State};
use tetrarium_lab::{Contender, PlayError};

use crate::failure::{Failure, Outcome};
use crate::flags::args::Play;
use crate::print::drawing;
use crate::print::text::whole;
use crate::terminal::{self, wrapped};

/// Runs the command.
pub fn run(play: &Play) -> Outcome {
    let agents = play.agent.ready(&play.rules, &Arc::default())?;
    let contender = match &agents[..] {
        [agent] => agent.contender(),
        _ => {
            return Err(Failure::input(
                "give one agent: a controller, or one --command",
            ));
        }
    };
    let mut game = Playing::new(contender, play.seed, play.first)?;
    // With a delay on a terminal the board is redrawn in place; otherwise drawings follow one
    // another, which suits a pipe.
    let in_place = play.delay > 0 && terminal::draws_screens();
    let head = format!(
        "{} ({}), seed {}, game {}\n{}\n\n",
        contender.name(),
        contender.search(),
        play.seed,
        play.first,
        wrapped(&contender.rules().to_string(), 0)
    );
    match in_place {
        true => terminal::clear_screen()?,
        false => terminal::print(&head)?,
    }
    let limit = play.max_pieces.unwrap_or(u64::MAX);
    let mut last = None;
    while game.counts().pieces < limit {
        let Some(played) = game.step()? else { break };
        let number = game.counts().pieces;
        if number.is_multiple_of(play.every) {
            let drawing = drawing(game.counts(), &played);
            match in_place {
                true => terminal::draw_screen(&drawing)?,
                false => terminal::print(&drawing)?,
            }
            std::thread::sleep(Duration::from_millis(play.delay));
            last = None;
        } else {
            last = Some(played);
        }
    }
    if let Some(played) = last {
        terminal::print(&drawing(game.counts(), &played))?;
    }
    let why = match game.state() {
        State::Lost => "the game is over",
        State::OutOfPieces => "the piece sequence has ended",
        State::Playing => "stopped",
    };
    let counts = game.counts();
    terminal::print(&format!(
        "{why}: {} lines, {} pieces, {} points\n",
        whole(counts.lines),
        whole(counts.pieces),
        whole(counts.reward)
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// A game of any agent.
enum Playing<'a> {
    Player(Box<PlayerGame<'a>>),
    Agent(Box<AgentGame<'a>>),
}

impl<'a> Playing<'a> {
    fn new(contender: Contender<'a>, seed: u64, number: u64) -> Result<Playing<'a>, Failure> {
        Ok(match contender {
            Contender::Player(player) => {
                Playing::Player(Box::new(PlayerGame::new(player, seed, number)))
            }
            Contender::Agent { agent, rules } => {
                let game = AgentGame::new(agent, rules, seed, number).map_err(agent_failure)?;
                Playing::Agent(Box::new(game))
            }
        })
    }

    fn step(&mut self) -> Result<Option<Move>, Failure> {
        match self {
            Playing::Player(game) => Ok(game.step()),
            Playing::Agent(game) => game.step().map_err(agent_failure),
        }
    }

    fn counts(&self) -> Counts {
        match self {
            Playing::Player(game) => game.counts(),
            Playing::Agent(game) => game.counts(),
        }
    }

    fn state(&self) -> State {
        match self {
            Playing::Player(game) => game.state(),
            Playing::Agent(game) => game.state(),
        }
    }
}

fn agent_failure(error: AgentError) -> Failure {
    PlayError::from(error).into()
}

/// Draws the board with the piece that has just landed: its cells as its letter, full rows marked.
fn drawing(counts: Counts, played: &Move) -> String {
    let mut text = format!(
        "piece {} {} at {} · lines {}\n",
        whole(counts.pieces),
        played.piece,
        played.landing.placement,
        whole(counts.lines),
    );
    for row in drawing::landed(&played.landed, played.piece, played.landing) {
        let _ = writeln!(text, "{row}");
    }
    text + "\n"
}

//! `play`: games, printed move by move.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tetrarium_engine::{AgentError, AgentGame, Counts, Move, PlayerGame, Rules, State};
use tetrarium_lab::recorded::{Ended, Recorded, Recorder, Recording, Turns};
use tetrarium_lab::{Contender, PlayError};

use crate::failure::{Failure, Outcome, write_file};
use crate::flags::games::{check_rules, recorded};
use crate::flags::watching::Play;
use crate::print::drawing;
use crate::print::outcome::{concluded, made};
use crate::print::text::whole;
use crate::signals::interrupt_flag;
use crate::style::plain;
use crate::terminal::{self, wrapped};

/// Runs the command.
pub fn run(play: &Play) -> Outcome {
    if let [file] = &play.agent.controllers[..]
        && let Some(games) = recorded(Path::new(file))?
    {
        return replay(play, &games);
    }
    // Only what is to be written outlasts Ctrl-C.
    let interrupted = match play.record {
        Some(_) => interrupt_flag(),
        None => Arc::default(),
    };
    let agents = play.agent.ready(&play.rules, &interrupted)?;
    let contender = match &agents[..] {
        [agent] => agent.contender(),
        _ => {
            return Err(Failure::input(
                "give one agent: a controller, or one --command",
            ));
        }
    };
    let mut lines = String::new();
    for number in play.first..play.first.saturating_add(play.games.unwrap_or(1)) {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        let screen = Screen::begin(play, contender, play.seed, number)?;
        let mut recorder = play.record.is_some().then(|| Recorder::new(contender));
        let mut game = match &mut recorder {
            Some(recorder) => {
                let recording = recorder.begin(play.seed, number).map_err(agent_failure)?;
                Playing::Recording(Box::new(recording))
            }
            None => Playing::new(contender, play.seed, number)?,
        };
        screen.show(&mut game, &interrupted)?;
        if let Playing::Recording(recording) = game {
            let recorded = recording.recorded().made_by(made());
            let line = recorded.to_line();
            lines += &line.map_err(|error| Failure::Machine(error.into()))?;
        }
    }
    if let Some(path) = &play.record {
        write_file(path, lines.as_bytes())?;
    }
    Ok(concluded(&interrupted))
}

/// Plays recorded games again.
fn replay(play: &Play, games: &[Recorded]) -> Outcome {
    if play.record.is_some() {
        return Err(Failure::input(
            "recorded games are played again, not recorded: leave --record out",
        ));
    }
    for game in games {
        check_rules(&play.rules, game)?;
        let (name, search) = (&plain(game.name()), &plain(game.search()));
        let screen = Screen::new(
            play,
            name,
            search,
            game.rules(),
            [game.seed(), game.number()],
        )?;
        screen.show(
            &mut Playing::Again(Box::new(game.turns()), game.end()),
            &AtomicBool::new(false),
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// How a game is drawn.
struct Screen<'a> {
    play: &'a Play,
    /// With a delay on a terminal the board is redrawn in place; otherwise drawings follow one
    /// another, which suits a pipe.
    in_place: bool,
}

impl<'a> Screen<'a> {
    fn begin(
        play: &'a Play,
        contender: Contender,
        seed: u64,
        number: u64,
    ) -> Result<Screen<'a>, Failure> {
        let search = contender.search();
        Screen::new(
            play,
            contender.name(),
            &search,
            contender.rules(),
            [seed, number],
        )
    }

    /// A screen with the head of a game, which has a seed and a number.
    fn new(
        play: &'a Play,
        name: &str,
        search: &str,
        rules: &Rules,
        [seed, number]: [u64; 2],
    ) -> Result<Screen<'a>, Failure> {
        let in_place = play.delay.is_some_and(|delay| delay > 0) && terminal::draws_screens();
        let rules = wrapped(&rules.to_string(), 0);
        match in_place {
            true => terminal::clear_screen()?,
            false => terminal::print(&format!(
                "{name} ({search}), seed {seed}, game {number}\n{rules}\n\n"
            ))?,
        }
        Ok(Screen { play, in_place })
    }

    /// Draws a game to its end.
    fn show(&self, game: &mut Playing, interrupted: &AtomicBool) -> Result<(), Failure> {
        let limit = self.play.max_pieces.unwrap_or(u64::MAX);
        let mut last = None;
        while game.counts().pieces < limit && !interrupted.load(Ordering::Relaxed) {
            let Some(played) = game.step()? else { break };
            let number = game.counts().pieces;
            if number.is_multiple_of(self.play.every.unwrap_or(1)) {
                let drawing = drawing(game.counts(), &played);
                match self.in_place {
                    true => terminal::draw_screen(&drawing)?,
                    false => terminal::print(&drawing)?,
                }
                std::thread::sleep(Duration::from_millis(self.play.delay.unwrap_or(0)));
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
        Ok(terminal::print(&format!(
            "{why}: {} lines, {} pieces, {} points\n",
            whole(counts.lines),
            whole(counts.pieces),
            whole(counts.reward)
        ))?)
    }
}

/// A game of any agent, or a recorded one.
enum Playing<'a> {
    Player(Box<PlayerGame<'a>>),
    Agent(Box<AgentGame<'a>>),
    Recording(Box<Recording<'a>>),
    Again(Box<Turns<'a>>, Ended),
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
            Playing::Recording(game) => game.step().map_err(agent_failure),
            Playing::Again(turns, _) => Ok(turns.next().map(|turn| turn.played)),
        }
    }

    fn counts(&self) -> Counts {
        match self {
            Playing::Player(game) => game.counts(),
            Playing::Agent(game) => game.counts(),
            Playing::Recording(game) => game.counts(),
            Playing::Again(turns, _) => turns.game().counts(),
        }
    }

    fn state(&self) -> State {
        match self {
            Playing::Player(game) => game.state(),
            Playing::Agent(game) => game.state(),
            Playing::Recording(game) => game.state(),
            Playing::Again(turns, end) if turns.len() == 0 => match end {
                Ended::Lost => State::Lost,
                Ended::OutOfPieces => State::OutOfPieces,
                Ended::Cut => State::Playing,
            },
            Playing::Again(..) => State::Playing,
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

//! The flags of `play` and `watch`, and which of the two ways a game is shown.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;
use tetrarium_lab::recorded::Recorded;

use crate::failure::Failure;
use crate::flags::agents::{AgentFlags, ProgramFlags, ReadyAgent};
use crate::flags::rules::RuleFlags;
use crate::flags::{counts, games};
use crate::terminal;

/// The controller that is watched if none is named.
const USUAL: &str = "bcts";

/// The milliseconds of a move where a game is watched without a view.
const DELAY: u64 = 200;

/// `play`.
#[derive(Args, Debug)]
pub struct Play {
    #[command(flatten)]
    pub agent: AgentFlags,
    /// The seed of the pieces
    #[arg(long, value_parser = counts::seed, default_value_t = 1)]
    pub seed: u64,
    /// The number of the game under the seed
    #[arg(long, alias = "number", default_value_t = 0, value_parser = counts::count)]
    pub first: u64,
    /// How many games to play, one after the other; one by default
    #[arg(long, value_parser = counts::positive)]
    pub games: Option<u64>,
    /// Write the games to this file, one a line; `play FILE` and `watch FILE` play them again
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Draw every move whose number is a multiple of this, 1 by default; the last is always drawn
    #[arg(long, value_parser = counts::positive)]
    pub every: Option<u64>,
    /// Milliseconds to wait after each drawing; 0 by default
    #[arg(long, value_parser = counts::count)]
    pub delay: Option<u64>,
    /// Stop after this number of pieces
    #[arg(long, value_parser = counts::positive)]
    pub max_pieces: Option<u64>,
    #[command(flatten)]
    pub rules: RuleFlags,
}

/// `watch`.
#[derive(Args, Debug)]
pub struct Watch {
    /// A controller, by name or by file, or a file of recorded games; bcts by default
    #[arg(value_name = "CONTROLLER|FILE")]
    pub subject: Option<String>,
    #[command(flatten)]
    pub programs: ProgramFlags,
    /// The seed of the pieces; the key s changes it
    #[arg(long, value_parser = counts::seed, default_value_t = 1)]
    pub seed: u64,
    /// The number of the game under the seed
    #[arg(long, alias = "number", default_value_t = 0, value_parser = counts::count)]
    pub first: u64,
    #[command(flatten)]
    pub rules: RuleFlags,
}

/// How a game is shown.
pub enum Shown {
    /// Printed, move by move.
    Printed(Play),
    /// In the view.
    Viewed(Watch),
}

impl Play {
    /// On a terminal `play` opens the view, unless a flag says how moves are printed or kept.
    pub fn shown(self) -> Shown {
        let counts = [self.games, self.every, self.delay, self.max_pieces];
        let prints = self.record.is_some() || counts.iter().any(Option::is_some);
        let agents = self.agent.controllers.len();
        if prints || agents > 1 || !terminal::draws_screens() {
            return Shown::Printed(self);
        }
        Shown::Viewed(Watch {
            subject: self.agent.controllers.into_iter().next(),
            programs: self.agent.programs,
            seed: self.seed,
            first: self.first,
            rules: self.rules,
        })
    }
}

/// What is watched.
pub enum Subject {
    /// Recorded games.
    Games(Vec<Recorded>),
    /// An agent.
    Agent(ReadyAgent),
}

impl Watch {
    /// A terminal that draws no screens gets the moves one below the other.
    ///
    /// # Errors
    ///
    /// If there is no terminal.
    pub fn shown(self) -> Result<Shown, Failure> {
        if !terminal::is_there() {
            return Err(Failure::input(
                "watch needs a terminal, and the output is none: `play` prints the moves of a game",
            ));
        }
        if terminal::draws_screens() {
            return Ok(Shown::Viewed(self));
        }
        Ok(Shown::Printed(Play {
            agent: self.agents(),
            seed: self.seed,
            first: self.first,
            games: None,
            record: None,
            every: None,
            delay: Some(DELAY),
            max_pieces: None,
            rules: self.rules,
        }))
    }

    /// The agents that are named, or the usual one.
    fn agents(&self) -> AgentFlags {
        let programs = self.programs.clone();
        let others = !programs.command.is_empty() || !programs.optimal.is_empty();
        let usual = (!others).then(|| USUAL.to_string());
        AgentFlags {
            controllers: self.subject.clone().or(usual).into_iter().collect(),
            programs,
        }
    }

    /// What is to be watched, ready to be played.
    pub fn subject(&self, stop: &Arc<AtomicBool>) -> Result<Subject, Failure> {
        if let Some(path) = &self.subject
            && let Some(games) = games::recorded(Path::new(path))?
        {
            for game in &games {
                games::check_rules(&self.rules, game)?;
            }
            return Ok(Subject::Games(games));
        }
        let mut agents = self.agents().ready(&self.rules, stop)?;
        match (agents.pop(), agents.is_empty()) {
            (Some(agent), true) => Ok(Subject::Agent(agent)),
            _ => Err(Failure::input(
                "give one agent: a controller, or one --command",
            )),
        }
    }
}

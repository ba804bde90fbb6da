//! Agents as flags: controllers by name or file, and programs that play.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::Args;
use tetrarium_engine::{Player, Rules};
use tetrarium_lab::Contender;
use tetrarium_lab::command::{CommandAgent, CommandOptions, split_words};
use tetrarium_lab::solve::Optimal;

use crate::failure::Failure;
use crate::flags::controllers;
use crate::flags::rules::RuleFlags;

/// The agents that a command is about.
#[derive(Args, Clone, Debug)]
pub struct AgentFlags {
    /// Controllers: names from the catalogue or controller files
    #[arg(required_unless_present_any = ["command", "optimal"])]
    pub controllers: Vec<String>,
    #[command(flatten)]
    pub programs: ProgramFlags,
}

/// Agents that are no controllers.
#[derive(Args, Clone, Debug)]
pub struct ProgramFlags {
    /// A program that plays, with its arguments, for example "python3 my-agent.py": an agent like
    /// any controller (docs/AGENTS.md has the protocol); can be given several times
    #[arg(long, value_name = "WORDS")]
    pub command: Vec<String>,
    /// The best player of a small board, by a file of values that `solve --out` has written
    #[arg(long, value_name = "FILE")]
    pub optimal: Vec<PathBuf>,
    /// The time limit of a program for one move
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
    pub move_time: f64,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if seconds > 0.0 && seconds <= 86_400.0 => Ok(seconds),
        _ => Err("a number of seconds above 0, at most 86400, was expected".to_string()),
    }
}

/// An agent prepared for its rules.
pub enum ReadyAgent {
    /// A controller.
    Player(Box<Player>),
    /// A program.
    Program(Box<CommandAgent>, Box<Rules>),
    /// The best player of a small board.
    Optimal(Box<Optimal>),
}

impl ReadyAgent {
    /// The agent and its rules as a contender of the lab.
    pub fn contender(&self) -> Contender<'_> {
        match self {
            ReadyAgent::Player(player) => Contender::Player(player),
            ReadyAgent::Program(agent, rules) => Contender::new(&**agent, rules),
            ReadyAgent::Optimal(optimal) => Contender::new(&**optimal, optimal.rules()),
        }
    }
}

/// The agents as contenders of the lab.
pub fn contenders(agents: &[ReadyAgent]) -> Vec<Contender<'_>> {
    agents.iter().map(ReadyAgent::contender).collect()
}

impl AgentFlags {
    /// Prepares every agent before the first game, so that a typing error costs no time.
    pub fn ready(
        &self,
        rules: &RuleFlags,
        stop: &Arc<AtomicBool>,
    ) -> Result<Vec<ReadyAgent>, Failure> {
        let mut agents = Vec::new();
        for name in &self.controllers {
            let player = rules.player(&controllers::find(name)?)?;
            agents.push(ReadyAgent::Player(Box::new(player)));
        }
        agents.extend(self.programs.ready(rules, stop)?);
        Ok(agents)
    }
}

impl ProgramFlags {
    /// Starts every program and reads every file of values. Once `stop` is set, no program is
    /// waited for any longer.
    pub fn ready(
        &self,
        rules: &RuleFlags,
        stop: &Arc<AtomicBool>,
    ) -> Result<Vec<ReadyAgent>, Failure> {
        let mut options = CommandOptions::default();
        options.move_time = Duration::from_secs_f64(self.move_time);
        options.stop = Arc::clone(stop);
        let programs = self.command.iter().map(|command| {
            let words = split_words(command).map_err(Failure::input)?;
            let rules = rules.rules()?;
            let agent = CommandAgent::new(words, options.clone()).map_err(Failure::input)?;
            Ok(ReadyAgent::Program(Box::new(agent), Box::new(rules)))
        });
        let programs: Result<Vec<ReadyAgent>, Failure> = programs.collect();
        let mut agents = programs?;
        for path in &self.optimal {
            let optimal = Optimal::read(path).map_err(Failure::input)?;
            rules.agree_with(optimal.rules()).map_err(|given| {
                let (path, own) = (path.display(), optimal.rules());
                Failure::input(format!(
                    "{path} was solved for another game than {given}: {own}"
                ))
            })?;
            agents.push(ReadyAgent::Optimal(Box::new(optimal)));
        }
        Ok(agents)
    }
}

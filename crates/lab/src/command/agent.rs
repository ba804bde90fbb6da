//! The agent: what the rest of the lab sees of a program.

use tetrarium_engine::{Agent, AgentError, Rules, Session};

use super::messages::Claims;
use super::options::CommandOptions;
use super::pool::Pool;
use super::session::CommandSession;

/// An agent that is a program of the user's.
///
/// ```no_run
/// use tetrarium_engine::{AgentGame, Rules};
/// use tetrarium_lab::command::{CommandAgent, CommandOptions, split_words};
///
/// let words = split_words("python3 examples/agents/lowest.py").unwrap();
/// let agent = CommandAgent::new(words, CommandOptions::default()).unwrap();
/// let rules = Rules::default();
/// let mut game = AgentGame::new(&agent, &rules, 1, 0).unwrap();
/// while game.step().unwrap().is_some() {}
/// println!("{} lines", game.counts().lines);
/// ```
pub struct CommandAgent(Pool);

impl CommandAgent {
    /// Starts a program and hears what it claims. The first word is the program, the others are its
    /// arguments; no shell takes part.
    ///
    /// The words come from the command line of a person, or from code that the person runs. Words
    /// found in a file, a record, a page or a request must never get here: they would let the
    /// author of that file run programs on the reader's machine.
    ///
    /// # Errors
    ///
    /// If the program cannot be started, says no hello in time, or speaks another protocol.
    pub fn new(words: Vec<String>, options: CommandOptions) -> Result<Self, AgentError> {
        Pool::new(words, options).map(CommandAgent)
    }

    /// The words of the command.
    pub fn words(&self) -> &[String] {
        &self.0.words
    }

    /// What the program claims of itself.
    pub fn claims(&self) -> &Claims {
        &self.0.claims
    }
}

impl Agent for CommandAgent {
    fn name(&self) -> &str {
        &self.0.claims.name
    }

    fn version(&self) -> &str {
        &self.0.claims.version
    }

    fn command(&self) -> &[String] {
        self.words()
    }

    fn is_stateless(&self) -> bool {
        self.0.claims.stateless
    }

    fn batch(&self) -> usize {
        self.0.batch()
    }

    fn open<'a>(&'a self, rules: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        Ok(Box::new(CommandSession::open(&self.0, rules)?))
    }
}

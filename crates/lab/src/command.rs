//! An agent that is a program: a child process, one JSON line in each direction.
//!
//! [`CommandAgent`] starts a program, in whatever language, and plays with what it answers. The
//! protocol is in the spirit of chess's UCI: a hello with the program's name and its claims, then
//! rules, games and positions; docs/AGENTS.md describes every message. Several games may stand in
//! one line, and sessions on several threads have a process each.

mod messages;
mod program;
mod session;
mod text;
mod words;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tetrarium_engine::{Agent, AgentError, Rules, Session};

pub use messages::{Claims, PROTOCOL};
pub use words::{WordsError, join_words, split_words};

use program::Program;
use session::CommandSession;

/// How a program is treated.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CommandOptions {
    /// How long a program may take to choose a placement. For the positions of one line it may take
    /// this long for each.
    pub move_time: Duration,
    /// How long it may take to say hello: it may have much to load.
    pub start_time: Duration,
    /// The most positions in one line; none for as many as the program takes.
    pub batch: Option<usize>,
    /// Set when playing is to stop: no answer is waited for any longer.
    pub stop: Arc<AtomicBool>,
}

impl Default for CommandOptions {
    fn default() -> Self {
        CommandOptions {
            move_time: Duration::from_secs(10),
            start_time: Duration::from_secs(60),
            batch: None,
            stop: Arc::default(),
        }
    }
}

impl CommandOptions {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

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
pub struct CommandAgent {
    words: Vec<String>,
    options: CommandOptions,
    claims: Claims,
    /// Processes that no session uses.
    idle: Mutex<Vec<Program>>,
}

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
        let (first, claims) = Program::start(&words, &options)?;
        Ok(CommandAgent {
            words,
            options,
            claims,
            idle: Mutex::new(vec![first]),
        })
    }

    /// The words of the command.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// What the program claims of itself.
    pub fn claims(&self) -> &Claims {
        &self.claims
    }

    /// A process that no session uses, or a new one.
    fn take(&self) -> Result<Program, AgentError> {
        let idle = self.idle.lock().expect("no session panics").pop();
        if let Some(program) = idle {
            return Ok(program);
        }
        let (mut program, claims) = Program::start(&self.words, &self.options)?;
        match claims == self.claims {
            true => Ok(program),
            false => Err(program.fail("said another hello than when it was first started")),
        }
    }

    /// Takes a process back, for a later session.
    fn give_back(&self, program: Program) {
        self.idle.lock().expect("no session panics").push(program);
    }
}

impl Agent for CommandAgent {
    fn name(&self) -> &str {
        &self.claims.name
    }

    fn is_stateless(&self) -> bool {
        self.claims.stateless
    }

    fn batch(&self) -> usize {
        let most = self.options.batch.unwrap_or(usize::MAX).max(1);
        self.claims.batch.min(most)
    }

    fn open<'a>(&'a self, rules: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        Ok(Box::new(CommandSession::new(self, self.take()?, rules)))
    }
}

/// All processes are asked to end before the first is waited for.
impl Drop for CommandAgent {
    fn drop(&mut self) {
        let idle = self.idle.get_mut().expect("no session panics");
        idle.iter_mut().for_each(Program::quit);
    }
}

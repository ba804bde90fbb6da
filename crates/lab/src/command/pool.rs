//! The processes of a program: one for every session at a time.

use std::sync::Mutex;

use tetrarium_engine::AgentError;

use super::messages::Claims;
use super::options::CommandOptions;
use super::program::Program;

/// The processes of a program.
pub(super) struct Pool {
    pub(super) words: Vec<String>,
    pub(super) options: CommandOptions,
    /// What the first process claimed, and every other must.
    pub(super) claims: Claims,
    /// Processes that no session uses.
    idle: Mutex<Vec<Program>>,
}

impl Pool {
    /// Starts the first process.
    pub(super) fn new(words: Vec<String>, options: CommandOptions) -> Result<Pool, AgentError> {
        let (first, claims) = Program::start(&words, &options)?;
        Ok(Pool {
            words,
            options,
            claims,
            idle: Mutex::new(vec![first]),
        })
    }

    /// The most positions in a line.
    pub(super) fn batch(&self) -> usize {
        let most = self.options.batch.unwrap_or(usize::MAX).max(1);
        self.claims.batch.min(most)
    }

    /// A process that no session uses, or a new one.
    pub(super) fn take(&self) -> Result<Program, AgentError> {
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
    pub(super) fn give_back(&self, program: Program) {
        self.idle.lock().expect("no session panics").push(program);
    }
}

/// All processes are asked to end before the first is waited for.
impl Drop for Pool {
    fn drop(&mut self) {
        let idle = self.idle.get_mut().expect("no session panics");
        idle.iter_mut().for_each(Program::quit);
    }
}

//! `eval`: measure agents.

use crate::failure::Outcome;
use crate::flags::args::Eval;
use crate::print::answers::report;
use crate::print::following::answers;
use crate::print::outcome::concluded;
use crate::signals::interrupt_flag;
use crate::terminal;

/// Runs the command.
pub fn run(eval: &Eval) -> Outcome {
    let interrupted = interrupt_flag();
    let agents = eval.agents.ready(&eval.rules, &interrupted)?;
    let (answers, failure) = answers(&eval.measure, &agents, &interrupted)?;
    if !eval.measure.format.json() {
        terminal::print(&report(&answers))?;
    }
    failure.map_or_else(|| Ok(concluded(&interrupted)), Err)
}

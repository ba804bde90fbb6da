//! `eval`: measure agents.

use std::io::{Write, stdout};

use crate::failure::Outcome;
use crate::flags::args::Eval;
use crate::print::following::findings;
use crate::print::measured::report;
use crate::print::outcome::concluded;
use crate::print::progress::interrupt_flag;

/// Runs the command.
pub fn run(eval: &Eval) -> Outcome {
    let interrupted = interrupt_flag();
    let agents = eval.agents.ready(&eval.rules, &interrupted)?;
    let (findings, failure) = findings(&eval.measure, &agents, &interrupted)?;
    if !eval.measure.json {
        stdout().write_all(report(&findings).as_bytes())?;
    }
    failure.map_or_else(|| Ok(concluded(&interrupted)), Err)
}

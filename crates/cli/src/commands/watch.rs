//! `watch`: a game to look at, in the terminal.

use std::sync::Arc;

use crate::failure::{Failure, Outcome};
use crate::flags::agents::ReadyAgent;
use crate::flags::watching::{Subject, Watch};
use crate::signals::interrupt_flag;
use crate::watch::{First, Machine, Model, Roster, show};

/// Runs the command.
pub fn run(watch: &Watch) -> Outcome {
    let interrupted = interrupt_flag();
    let first = match watch.subject(&interrupted)? {
        Subject::Games(games) => First::Games(games.into_iter().map(Arc::new).collect()),
        Subject::Agent(ReadyAgent::Player(player)) => {
            First::Machine(Machine::Player(Arc::new(*player)))
        }
        Subject::Agent(agent) => First::Machine(Machine::Agent(Arc::new(agent))),
    };
    let roster = Roster::new(first, watch.rules.clone());
    let model = Model::new(roster, watch.seed, watch.first).map_err(Failure::input)?;
    show(model, &interrupted)
}

//! `estimate`: the mean of agents whose games are too long to play to the end.

use tetrarium_lab::Order;

use crate::failure::Outcome;
use crate::flags::agents::contenders;
use crate::flags::args::Estimate as Arguments;
use crate::print::answers::report;
use crate::print::following::carry_out;
use crate::print::outcome::concluded;
use crate::signals::interrupt_flag;
use crate::terminal;

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let interrupted = interrupt_flag();
    let agents = arguments.agents.ready(&arguments.rules, &interrupted)?;
    let contenders = contenders(&agents);
    let labels: Vec<String> = contenders
        .iter()
        .map(|one| one.name().to_string())
        .collect();
    let amount = arguments.climbs.amount(arguments.precision);
    let order = Order {
        contenders,
        seed: arguments.seed,
        predicts: true,
        ..Order::new(amount)
    };
    order.check()?;
    let backend = arguments.backend.ready()?;
    let json = arguments.format.json();
    let (answers, failure) = carry_out(&order, &labels, &backend, json, &interrupted);
    if !json {
        terminal::print(&report(&answers))?;
    }
    failure.map_or_else(|| Ok(concluded(&interrupted)), Err)
}

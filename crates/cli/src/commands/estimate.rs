//! `estimate`: the mean of agents whose games are too long to play to the end.

use std::fmt::Write as _;

use tetrarium_lab::estimate::Estimate;
use tetrarium_lab::play::Danger;
use tetrarium_lab::{Amount, Answer, Order};

use crate::failure::Outcome;
use crate::flags::agents::contenders;
use crate::flags::args::{DangerFlag, Estimate as Arguments};
use crate::print::following::carry_out;
use crate::print::outcome::concluded;
use crate::print::progress::interrupt_flag;
use crate::print::table::{Align, Table};
use crate::print::terminal;
use crate::print::text::{real, wrapped};

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let interrupted = interrupt_flag();
    let agents = arguments.agents.ready(&arguments.rules, &interrupted)?;
    let contenders = contenders(&agents);
    let backend = arguments.backend.ready()?;
    // One order for each contender, so that each estimate is printed as soon as it is found.
    for contender in contenders {
        let order = Order {
            seed: arguments.seed,
            ..Order::new(amount(arguments)).of(contender)
        };
        let labels = [contender.name().to_string()];
        let json = arguments.json;
        let (answers, failure) = carry_out(&order, &labels, &backend, json, &interrupted);
        if let Some(failure) = failure {
            return Err(failure);
        }
        for answer in answers {
            if let (Answer::Climbs(estimated), false) = (answer, json) {
                let text = describe(&estimated, &contender.rules().to_string());
                terminal::print(&text)?;
            }
        }
        if interrupted.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
    }
    Ok(concluded(&interrupted))
}

fn amount(arguments: &Arguments) -> Amount {
    Amount::Climbs {
        climbs: arguments.climbs,
        repeats: arguments.repeats,
        danger: arguments.danger.map(|danger| match danger {
            DangerFlag::Pile => Danger::Pile,
            DangerFlag::Cover => Danger::Cover,
            DangerFlag::Height => Danger::Height,
        }),
        precision: None,
    }
}

fn describe(estimated: &Estimate, rules: &str) -> String {
    let mut text = String::new();
    let mut field = |name: &str, value: String| text += &format!("{name:16} {value}\n");
    let stopped = if estimated.interrupted {
        "   (interrupted)"
    } else {
        ""
    };
    field(
        "controller",
        format!("{} ({}){stopped}", estimated.controller, estimated.search),
    );
    field(
        "mean lines",
        estimated
            .mean
            .map_or("no climb reached the end".to_string(), real),
    );
    let method = format!(
        "Student's t over {} independent repeats of multilevel splitting",
        estimated.repeats.len()
    );
    field(
        "95 % interval",
        format!(
            "{} – {}, {method}",
            real(estimated.interval.low),
            real(estimated.interval.high)
        ),
    );
    if estimated.unsteady() {
        field(
            "unsteady",
            "the repeats differ too much for the interval to be reliable: use more --climbs"
                .to_string(),
        );
    }
    if let Some(pieces) = estimated.pieces {
        field("mean pieces", real(pieces));
    }
    field("lines a cycle", real(estimated.lines_per_cycle));
    field(
        "lost in a cycle",
        format!("{:.3e}", estimated.lost_per_cycle),
    );
    if let (Some(games), Some(speed_up)) = (estimated.games_worth(), estimated.speed_up()) {
        field(
            "worth",
            format!(
                "{} games played to their ends, at 1/{} of their moves",
                real(games),
                real(speed_up)
            ),
        );
    }
    if let Some(line) = &estimated.extrapolation {
        let words = "by extrapolating pile heights (Fahey 2003), which is known to be biased";
        field(
            "for comparison",
            format!("{} lines {words}", real(line.lines)),
        );
    }
    field("seed", estimated.seed.to_string());
    field("rules", wrapped(rules, 80, 17));
    let mut table = Table::new(&[
        ("level: danger", Align::Right),
        ("share that reached it", Align::Right),
    ]);
    for level in &estimated.levels {
        table.row([
            level
                .danger
                .map_or("the end".to_string(), |danger| danger.to_string()),
            format!("{:.4}", level.share),
        ]);
    }
    let _ = write!(text, "\n{table}\n");
    text
}

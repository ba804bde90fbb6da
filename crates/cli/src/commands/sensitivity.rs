//! `sensitivity`: one controller under each variant of the rules.

use std::io::{Write, stdout};
use std::sync::atomic::Ordering;

use tetrarium_engine::Controller;
use tetrarium_lab::measure::variants;

use crate::Outcome;
use crate::commands::eval::{concluded, print_json};
use crate::failure::Failure;
use crate::flags::args::Sensitivity;
use crate::flags::controllers;
use crate::print::measured::{interval_of, mean_of, rules_words, score_words};
use crate::print::progress::interrupt_flag;
use crate::print::table::{Align, Table};
use crate::print::text::{whole, wrapped};

/// Runs the command.
pub fn run(arguments: &Sensitivity) -> Outcome {
    let (controller, rules) = arguments
        .rules
        .apply(&controllers::find(&arguments.controller)?)?;
    arguments.measure.check()?;
    let mut players = Vec::new();
    for variant in variants(&rules) {
        let search = variant.search.unwrap_or(controller.search);
        let controller = Controller {
            search,
            ..controller.clone()
        };
        players.push((
            variant.label,
            arguments.rules.ready(&controller, &variant.rules)?,
        ));
    }
    let interrupted = interrupt_flag();
    let who = arguments.measure.players()?;
    let mut failure = None;
    let mut table = Table::new(&[
        ("rules", Align::Left),
        ("mean", Align::Right),
        ("95 % interval", Align::Right),
        ("of the first", Align::Right),
        ("games", Align::Right),
        ("cut", Align::Right),
    ]);
    let mut first = None;
    for (label, player) in &players {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        let measured = match arguments.measure.measure(player, label, &who, &interrupted) {
            Ok(measured) => measured,
            Err(unfinished) => {
                failure = Some(unfinished.failure);
                break;
            }
        };
        if arguments.measure.json {
            print_json(&measured)?;
        }
        let base = first.get_or_insert_with(|| measured.clone());
        let ratio = base.mean.zip(measured.mean).filter(|(base, _)| *base > 0.0);
        table.row([
            label.clone(),
            mean_of(&measured),
            interval_of(&measured),
            ratio.map_or("–".to_string(), |(base, mean)| {
                format!("{:.2}", mean / base)
            }),
            whole(measured.tally.games()),
            whole(measured.games.cut),
        ]);
    }
    let done = || failure.map_or_else(|| Ok(concluded(&interrupted)), Err);
    let Some(first) = first.filter(|_| !arguments.measure.json) else {
        return done();
    };
    let text = format!(
        "{} ({}): {}, seed {}\n\n{table}\nas given: {}\n",
        first.controller,
        first.search,
        score_words(&first.score),
        first.seed,
        wrapped(&rules_words(&first), 88, 10),
    );
    stdout().write_all(text.as_bytes()).map_err(Failure::from)?;
    done()
}

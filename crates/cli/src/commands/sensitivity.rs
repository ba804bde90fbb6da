//! `sensitivity`: one controller under each variant of the rules.

use std::io::{Write, stdout};

use tetrarium_lab::Contender;
use tetrarium_lab::compare::Ratio;
use tetrarium_lab::measure::variants;

use crate::failure::{Failure, Outcome};
use crate::flags::args::Sensitivity;
use crate::flags::controllers;
use crate::print::following::labelled_findings;
use crate::print::measured::{interval_of, mean_of, rules_words, score_words};
use crate::print::outcome::concluded;
use crate::print::progress::interrupt_flag;
use crate::print::table::{Align, Table};
use crate::print::text::{whole, wrapped};

/// Runs the command.
pub fn run(arguments: &Sensitivity) -> Outcome {
    let (controller, rules) = arguments
        .rules
        .apply(&controllers::find(&arguments.controller)?)?;
    let mut labels = Vec::new();
    let mut players = Vec::new();
    for variant in variants(&rules) {
        let controller = controller.clone();
        let controller = match variant.search {
            None => controller,
            // A controller without a rating has no other search.
            Some(search) => match controller.with_search(search) {
                Ok(controller) => controller,
                Err(_) => continue,
            },
        };
        players.push(arguments.rules.ready(&controller, &variant.rules)?);
        labels.push(variant.label);
    }
    let interrupted = interrupt_flag();
    let contenders = players.iter().map(Contender::from).collect();
    let measured = labelled_findings(&arguments.measure, contenders, &labels, &interrupted);
    let (findings, failure) = measured?;
    let mut table = Table::new(&[
        ("rules", Align::Left),
        ("mean", Align::Right),
        ("95 % interval", Align::Right),
        ("of the first", Align::Right),
        ("games", Align::Right),
        ("cut", Align::Right),
    ]);
    let first = findings.first().map(|finding| finding.measurement.clone());
    for (label, finding) in labels.iter().zip(&findings) {
        let measured = &finding.measurement;
        let ratio = first.as_ref().map(|first| Ratio::of(measured, first));
        let ratio = ratio.and_then(|ratio| ratio.comparison.ratio);
        table.row([
            label.clone(),
            mean_of(measured),
            interval_of(measured),
            ratio.map_or("–".to_string(), |ratio| format!("{ratio:.2}")),
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

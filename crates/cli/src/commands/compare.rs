//! `compare`: which of several agents is better, and how certain that is.

use tetrarium_lab::Answer;
use tetrarium_lab::compare::{self, Compared};
use tetrarium_lab::records::Made;
use tetrarium_lab::statistics::Interval;

use crate::failure::{Failure, Outcome};
use crate::flags::agents::contenders;
use crate::flags::args::Compare;
use crate::print::answers::{mean_of, report};
use crate::print::following::answers;
use crate::print::outcome::{concluded, made, print_json};
use crate::print::table::{Cell, Column, Table};
use crate::signals::interrupt_flag;
use crate::terminal;

mod deciding;

/// A comparison as a record.
#[derive(serde::Serialize)]
struct Record<'a> {
    schema: u32,
    kind: &'static str,
    #[serde(flatten)]
    compared: &'a Compared,
    made: Made,
}

/// Runs the command.
pub fn run(arguments: &Compare) -> Outcome {
    let interrupted = interrupt_flag();
    let agents = arguments.agents.ready(&arguments.rules, &interrupted)?;
    if agents.len() < 2 {
        return Err(Failure::input(
            "a comparison needs at least two agents: controllers, or programs by --command",
        ));
    }
    compare::check(&contenders(&agents)).map_err(Failure::input)?;
    if arguments.deciding.until_decided {
        return deciding::run(arguments, &agents, &interrupted);
    }
    let (answers, failure) = answers(&arguments.measure, &agents, &interrupted)?;
    if failure.is_some() || answers.len() < 2 {
        // What was measured until then is kept; with --json its records are already printed.
        if !arguments.measure.format.json() {
            terminal::print(&report(&answers))?;
        }
        return failure.map_or_else(|| Ok(concluded(&interrupted)), Err);
    }
    let compared = Compared::of(answers.iter().filter_map(mean_of)).map_err(Failure::input)?;
    print(&compared, &answers, arguments.measure.format.json())?;
    Ok(concluded(&interrupted))
}

/// Prints a comparison and the answers that it is of. With `json`, these are already printed.
fn print(compared: &Compared, answers: &[Answer], json: bool) -> Result<(), Failure> {
    if json {
        return print_json(&Record {
            schema: 2,
            kind: "comparison",
            compared,
            made: made(),
        });
    }
    let text = format!("{}\n{}", report(answers), pairs(compared));
    Ok(terminal::print(&text)?)
}

fn pairs(compared: &Compared) -> String {
    let mut table = Table::new(&[
        Column::left("mean of"),
        Column::left("over that of"),
        Column::right("ratio").unit("ratio"),
        Column::bounds(confidence_words(compared)).unit("ratio"),
        Column::right("order is right").spare(1),
    ]);
    let labels = compared.labels();
    for pair in &compared.pairs {
        // Where one of the two has a caveat, their order is not known to be right.
        let sound = compared.doubts(pair, &labels).is_empty();
        let probability = pair.comparison.probability_greater.filter(|_| sound);
        table.row([
            labels[pair.better].as_str().into(),
            labels[pair.worse].as_str().into(),
            Cell::real(pair.comparison.ratio),
            bounds(pair.comparison.interval),
            probability.map_or("–".into(), |p| Cell::Written(certainty(p), p)),
        ]);
    }
    let statements: String = compared
        .statements()
        .iter()
        .map(|statement| format!("{statement}\n"))
        .collect();
    format!("{table}\n{statements}")
}

/// The confidence of the interval of the ratio.
fn confidence_words(compared: &Compared) -> String {
    let confidence = compared
        .decision
        .map_or(0.95, |decision| decision.confidence);
    let percent = format!("{:.4}", 100.0 * confidence);
    let percent = percent.trim_end_matches('0').trim_end_matches('.');
    format!("{percent} % interval")
}

/// The interval of a ratio, of which a bound may be missing.
fn bounds(interval: Interval) -> Cell {
    match (interval.low > 0.0, interval.high.is_finite()) {
        (true, true) => interval.into(),
        (true, false) => Cell::Above(interval.low),
        (false, true) => Cell::Below(interval.high),
        (false, false) => "–".into(),
    }
}

fn certainty(probability: f64) -> String {
    match probability {
        p if p > 0.9999 => "> 99.99 %".to_string(),
        p => format!("{:.2} %", 100.0 * p),
    }
}

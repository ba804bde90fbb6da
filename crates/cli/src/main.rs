//! The command `tetrarium`: the laboratory for Tetris controllers.

#![warn(clippy::disallowed_methods, clippy::print_stdout, clippy::print_stderr)]

mod commands;
mod export;
mod failure;
mod flags;
mod print;
mod screen;
mod signals;
mod style;
mod terminal;
mod watch;

use std::process::ExitCode;

use clap::FromArgMatches;

use crate::failure::{Failure, Outcome};
use crate::flags::args::{Arguments, Command};
use crate::flags::watching::Shown;
use crate::flags::wrong;

fn main() -> ExitCode {
    let parsed = flags::examples::command().try_get_matches();
    let arguments = parsed.and_then(|matches| Arguments::from_arg_matches(&matches));
    let arguments = match arguments {
        Ok(arguments) => arguments,
        Err(error) => return wrong::report(&error),
    };
    if let Some(format) = arguments.command.format_of_tables() {
        export::choose(format);
    }
    let done = match arguments.command {
        Command::List(list) => commands::list::run(&list),
        Command::Show(show) => commands::show::run(&show),
        Command::Features(features) => commands::features::run(&features),
        Command::Eval(eval) => commands::eval::run(&eval),
        Command::Compare(compare) => commands::compare::run(&compare),
        Command::Estimate(estimate) => commands::estimate::run(&estimate),
        Command::Sensitivity(sensitivity) => commands::sensitivity::run(&sensitivity),
        Command::Solve(solve) => commands::solve::run(&solve),
        Command::Merge(merge) => commands::merge::run(&merge),
        Command::Reproduce(reproduce) => commands::reproduce::run(&reproduce),
        Command::Play(play) => show(play.shown()),
        Command::Watch(watch) => watch.shown().and_then(show),
        Command::Explain(explain) => commands::explain::run(&explain),
        Command::Import(import) => commands::import::run(&import),
        Command::New(new) => commands::new::run(&new),
        Command::Train(train) => commands::train::run(&train),
        Command::Runs(runs) => commands::runs::run(&runs),
        Command::Tournament(tournament) => commands::tournament::run(&tournament),
        Command::Adapt(adapt) => commands::adapt::run(&adapt),
        Command::Report(report) => commands::report::run(&report),
        Command::Serve(serve) => commands::serve::run(&serve),
        Command::Bench(bench) => commands::bench::run(&bench),
        Command::Devices => commands::devices::run(),
        Command::Completions(completions) => commands::completions::run(&completions),
        Command::Man(man) => commands::completions::write_pages(&man),
    };
    signals::ended(done.unwrap_or_else(Failure::report))
}

/// Shows a game: printed, or in the view.
fn show(shown: Shown) -> Outcome {
    match shown {
        Shown::Printed(play) => commands::play::run(&play),
        Shown::Viewed(watch) => commands::watch::run(&watch),
    }
}

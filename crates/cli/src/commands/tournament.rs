//! `tournament`: experiments with equal budgets, side by side.

use std::process::ExitCode;
use std::sync::Arc;

use tetrarium_lab::Watch;
use tetrarium_lab::training::{Row, Tournament, TournamentError};

use crate::failure::{Failure, INTERRUPTED, Outcome};
use crate::flags::args::Tournament as Arguments;
use crate::flags::experiments::{failure, find};
use crate::print::page;
use crate::print::progress::interrupt_flag;
use crate::print::table::{Align, Table};
use crate::print::terminal;
use crate::print::terminal::note;
use crate::print::text::{real, whole};
use crate::print::training_display::{Display, small_curve};

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let experiments = arguments
        .experiments
        .iter()
        .map(|name| {
            let experiment = find(name)?.0;
            let (board, games) = (arguments.board.as_deref(), arguments.candidate_games);
            if board.is_none() && games.is_none() {
                return Ok(experiment);
            }
            experiment
                .scaled(board, games)
                .map_err(|error| Failure::input(format!("{name}, scaled down: {error}")))
        })
        .collect::<Result<Vec<_>, Failure>>()?;
    let (out, seeds) = (&arguments.out, arguments.seeds);
    let tournament = Tournament::new(out, &experiments, seeds, arguments.moves)
        .map_err(refused)?
        .measured_by(arguments.games, arguments.points);
    let who = arguments.backend.ready()?;
    let interrupted = interrupt_flag();
    let watch = Arc::new(Watch::stopping_on(&interrupted));
    let mut display = Display::following(&watch);
    let rows = tournament.go(&*who.backend, &watch, &mut display);
    drop(display);
    let Some(rows) = rows.map_err(refused)? else {
        note!("tetrarium: interrupted; the same command goes on where it was stopped");
        return Ok(ExitCode::from(INTERRUPTED));
    };
    if arguments.format.json() {
        for row in &rows {
            let line =
                serde_json::to_string(row).map_err(|error| Failure::Machine(error.into()))?;
            terminal::print_exact(&format!("{line}\n"))?;
        }
    } else {
        terminal::print(&report(&rows, arguments))?;
    }
    page::write_in(out, &interrupted)
}

fn refused(error: TournamentError) -> Failure {
    match error {
        TournamentError::Run(error) => failure(error),
        TournamentError::NoBudget | TournamentError::Budgets(_) => {
            Failure::input(format!("{error} with --moves"))
        }
        other => Failure::input(other),
    }
}

fn report(rows: &[Row], arguments: &Arguments) -> String {
    let mut table = Table::new(&[
        ("experiment", Align::Left),
        ("optimiser", Align::Left),
        ("board", Align::Left),
        ("seeds", Align::Right),
        ("geometric mean", Align::Right),
        ("95 % interval", Align::Right),
        ("median", Align::Right),
        ("quartiles", Align::Right),
        ("best", Align::Right),
        ("curve", Align::Left),
    ]);
    for row in rows {
        let of = |read: fn(&tetrarium_lab::training::Spread) -> String| {
            row.lines.as_ref().map(read).unwrap_or_default()
        };
        let medians: Vec<f64> = row
            .curve
            .iter()
            .map(|point| point.lines.map_or(0.0, |lines| lines.median))
            .collect();
        table.row([
            row.experiment.clone(),
            row.optimiser.clone(),
            row.board.clone(),
            row.seeds.to_string(),
            row.geometric_mean.map_or(String::new(), real),
            format!("{} – {}", real(row.interval.low), real(row.interval.high)),
            of(|lines| real(lines.median)),
            of(|lines| {
                format!(
                    "{} – {}",
                    real(lines.lower_quartile),
                    real(lines.upper_quartile)
                )
            }),
            of(|lines| real(lines.best)),
            small_curve(&medians),
        ]);
    }
    let moves = rows.first().map_or(0, |row| row.moves);
    format!(
        "{table}\nmean lines of the results over the seeds: {} moves a run, {} games a measurement\n\n{}\n\
         runs, curves.jsonl, table.jsonl and report.html are in {}\n",
        whole(moves),
        whole(arguments.games),
        curves(rows),
        arguments.out.display()
    )
}

/// The learning curves: median and quartiles over the seeds.
fn curves(rows: &[Row]) -> String {
    let mut columns = vec![("moves", Align::Right)];
    columns.extend(
        rows.iter()
            .map(|row| (row.experiment.as_str(), Align::Right)),
    );
    let mut table = Table::new(&columns);
    let points = rows.first().map_or(0, |row| row.curve.len());
    for point in 0..points {
        let moves = whole(rows[0].curve[point].moves);
        let cells = rows.iter().map(|row| match &row.curve[point].lines {
            None => "–".to_string(),
            Some(lines) => format!(
                "{} ({} – {})",
                real(lines.median),
                real(lines.lower_quartile),
                real(lines.upper_quartile)
            ),
        });
        table.row(std::iter::once(moves).chain(cells));
    }
    table.to_string()
}

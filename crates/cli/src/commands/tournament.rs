//! `tournament`: experiments with equal budgets, side by side.

use std::process::ExitCode;
use std::sync::Arc;

use tetrarium_lab::Watch;
use tetrarium_lab::statistics::Interval;
use tetrarium_lab::training::{Row, Spread, Tournament, TournamentError};

use crate::failure::{Failure, INTERRUPTED, Outcome};
use crate::flags::args::Tournament as Arguments;
use crate::flags::experiments::{failure, find};
use crate::print::measured::caveat_sentences;
use crate::print::page;
use crate::print::table::{Cell, Column, Table, alike};
use crate::print::terminal;
use crate::print::terminal::note;
use crate::print::text::whole;
use crate::print::training_display::{Display, small_curve};
use crate::signals::interrupt_flag;

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
    // The page first: a reader that closes the output must not cost it.
    let code = page::write_in(out, &interrupted)?;
    if arguments.format.json() {
        for row in &rows {
            let line =
                serde_json::to_string(row).map_err(|error| Failure::Machine(error.into()))?;
            terminal::print_exact(&format!("{line}\n"))?;
        }
    } else {
        terminal::print(&report(&rows, arguments))?;
    }
    Ok(code)
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
        Column::left("experiment"),
        Column::left("optimiser").spare(5),
        Column::left("board").spare(4),
        Column::right("seeds").spare(3),
        Column::right("geometric mean").unit("lines"),
        Column::right("95 % interval").unit("lines"),
        Column::right("median").unit("lines").spare(6),
        Column::right("quartiles").unit("lines").spare(8),
        Column::right("best").unit("lines").spare(7),
        Column::left("curve").spare(2),
    ]);
    for row in rows {
        let of = |read: fn(&Spread) -> Cell| row.lines.as_ref().map_or("".into(), read);
        let medians: Vec<f64> = row
            .curve
            .iter()
            .map(|point| point.lines.map_or(0.0, |lines| lines.median))
            .collect();
        table.row([
            row.experiment.as_str().into(),
            row.optimiser.as_str().into(),
            row.board.as_str().into(),
            Cell::Whole(row.seeds),
            row.geometric_mean.map_or("".into(), Cell::Real),
            row.interval.into(),
            of(|lines| Cell::Real(lines.median)),
            of(quartiles),
            of(|lines| Cell::Real(lines.best)),
            small_curve(&medians).into(),
        ]);
    }
    let moves = rows.first().map_or(0, |row| row.moves);
    let caveats: String = rows
        .iter()
        .map(|row| caveat_sentences(&row.experiment, &row.caveats))
        .collect();
    format!(
        "{table}{caveats}\nmean lines of the results over the seeds: {} moves a run, {} games a measurement\n\n{}\n\
         runs, curves.jsonl, table.jsonl and report.html are in {}\n",
        whole(moves),
        whole(arguments.games),
        curves(rows),
        arguments.out.display()
    )
}

fn quartiles(lines: &Spread) -> Cell {
    Cell::Interval(Interval {
        low: lines.lower_quartile,
        high: lines.upper_quartile,
    })
}

/// The learning curves: median and quartiles over the seeds.
fn curves(rows: &[Row]) -> String {
    let mut columns = vec![Column::right("moves")];
    columns.extend(rows.iter().map(|row| Column::right(&row.experiment)));
    let mut table = Table::new(&columns);
    let points = rows.first().map_or(0, |row| row.curve.len());
    for point in 0..points {
        let moves = whole(rows[0].curve[point].moves);
        let cells = rows.iter().map(|row| match &row.curve[point].lines {
            None => "–".to_string(),
            Some(lines) => {
                let [median, quartiles] = alike([Cell::Real(lines.median), quartiles(lines)]);
                format!("{median} ({quartiles})")
            }
        });
        table.row(std::iter::once(moves).chain(cells));
    }
    table.to_string()
}

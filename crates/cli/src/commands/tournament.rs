//! `tournament`: experiments with equal budgets, side by side.

use std::process::ExitCode;
use std::sync::Arc;

use tetrarium_lab::Watch;
use tetrarium_lab::statistics::Interval;
use tetrarium_lab::training::{Row, Spread, Tournament, TournamentError};

use crate::failure::{Failure, INTERRUPTED, Outcome};
use crate::flags::experiments::{failure, find};
use crate::flags::training::Tournament as Arguments;
use crate::print::measured::{caveat_names, caveat_sentences, rules_in_words};
use crate::print::outcome::{made, print_json};
use crate::print::page;
use crate::print::table::{Cell, Column, Table, alike};
use crate::print::text::whole;
use crate::print::training_display::{Display, small_curve};
use crate::signals::interrupt_flag;
use crate::terminal::{self, note, wrapped};

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
        .measured_by(arguments.games, arguments.points)
        .made_by(made());
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
    if rows.iter().all(|row| row.seeds == 0) {
        return Err(Failure::input(format!(
            "{} moves end within the first generation of every experiment, so there is no result \
             to compare: give more with --moves, and another folder with --out",
            whole(rows.first().map_or(0, |row| row.moves))
        )));
    }
    // The page first: a reader that closes the output must not cost it.
    let code = page::write_in(out, &interrupted)?;
    if arguments.format.json() {
        for row in &rows {
            print_json(row)?;
        }
    } else {
        terminal::print(&report(&rows, arguments))?;
    }
    Ok(code)
}

fn refused(error: TournamentError) -> Failure {
    match error {
        TournamentError::Run(error) => failure(error),
        TournamentError::Other { .. } => Failure::input(format!("{error} with --out")),
        TournamentError::NoBudget | TournamentError::Budgets(_) => {
            Failure::input(format!("{error} with --moves"))
        }
        other => Failure::input(other),
    }
}

/// The tables: one for each set of rules that results were measured by.
fn report(rows: &[Row], arguments: &Arguments) -> String {
    let groups = Row::groups(rows);
    let mut text = String::new();
    if groups.len() > 1 {
        let words = format!(
            "Results are measured by {} different sets of rules: each has a table of its own, and \
             its results are not ranked against those of the others.",
            groups.len()
        );
        text += &format!("{}\n\n", wrapped(&words, 0));
    }
    for group in &groups {
        text += &format!("rules: {}\n", wrapped(&rules_in_words(&group[0].rules), 7));
        text += &table(group).to_string();
        for row in group {
            text += &caveat_sentences(&row.experiment, &row.caveats);
        }
        text.push('\n');
        let none = group.iter().filter(|row| row.seeds == 0);
        let none: Vec<&str> = none.map(|row| row.experiment.as_str()).collect();
        if !none.is_empty() {
            text += &format!(
                "no result: {} ({} moves end within the first generation)\n",
                none.join(", "),
                whole(group[0].moves)
            );
        }
    }
    let moves = rows.first().map_or(0, |row| row.moves);
    text += &format!(
        "mean lines of the results over the seeds: {} moves a run, {} games a measurement\n\n",
        whole(moves),
        whole(arguments.games)
    );
    for group in &groups {
        text += &format!("{}\n", curves(group));
    }
    text += &format!(
        "runs, curves.jsonl, table.jsonl and report.html are in {}\n",
        arguments.out.display()
    );
    text
}

fn table(rows: &[&Row]) -> Table {
    let lines = |head: &str| Column::right(head).unit("lines");
    let mut table = Table::new(&[
        Column::left("experiment"),
        Column::left("method").spare(5),
        Column::left("board").spare(4),
        Column::right("seeds").spare(3),
        lines("geometric mean"),
        Column::bounds("95 % interval").unit("lines"),
        lines("median").spare(6),
        Column::bounds("quartiles").unit("lines").spare(8),
        lines("best").spare(7),
        Column::left("curve").spare(2).for_people(),
        Column::caveats().for_programs(),
    ]);
    for row in rows {
        let spread = row.lines.as_ref();
        let medians = row.curve.iter();
        let medians = medians.map(|point| point.lines.map_or(0.0, |lines| lines.median));
        let nothing = || Cell::from("–");
        let unless_one = |interval| match row.seeds {
            0 | 1 => nothing(),
            _ => Cell::Interval(interval),
        };
        table.row([
            row.experiment.as_str().into(),
            row.method.as_str().into(),
            row.board.as_str().into(),
            Cell::Whole(row.seeds),
            Cell::real(row.geometric_mean),
            unless_one(row.interval),
            Cell::real(spread.map(|lines| lines.median)),
            spread.map_or_else(nothing, quartiles),
            Cell::real(spread.map(|lines| lines.best)),
            small_curve(&medians.collect::<Vec<_>>()).into(),
            caveat_names(&row.caveats).into(),
        ]);
    }
    table
}

fn quartiles(lines: &Spread) -> Cell {
    Cell::Interval(Interval {
        low: lines.lower_quartile,
        high: lines.upper_quartile,
    })
}

/// The learning curves: median and quartiles over the seeds. Other programs read each number in a
/// column of its own.
fn curves(rows: &[&Row]) -> Table {
    let mut columns = vec![Column::right("moves")];
    for row in rows {
        let name = row.experiment.as_str();
        columns.push(Column::right(name).for_people());
        columns.push(Column::right(format!("{name} median")).for_programs());
        columns.push(Column::bounds(format!("{name} quartiles")).for_programs());
    }
    let mut table = Table::new(&columns);
    let points = rows.first().map_or(0, |row| row.curve.len());
    for point in 0..points {
        let mut cells = vec![Cell::Whole(rows[0].curve[point].moves)];
        for row in rows {
            cells.extend(match &row.curve[point].lines {
                None => ["–"; 3].map(Cell::from),
                Some(lines) => {
                    let numbers = [Cell::Real(lines.median), quartiles(lines)];
                    let [median, quartiles] = alike(numbers.clone());
                    let [first, second] = numbers;
                    [Cell::from(format!("{median} ({quartiles})")), first, second]
                }
            });
        }
        table.row(cells);
    }
    table
}

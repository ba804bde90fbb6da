//! `adapt`: the agent that adapts to an unknown game, beside fixed controllers.

use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use tetrarium_lab::adapt::{AdaptError, Adapted, Settings, Summary, adapt, summary};
use tetrarium_lab::{Threads, Watch};

use crate::failure::{Failure, INTERRUPTED, Outcome, read_records};
use crate::flags::adapting::{Adapt, Plan};
use crate::print::outcome::{concluded, made, print_json};
use crate::print::progress::counting;
use crate::print::table::{Cell, Column, Table};
use crate::print::text::whole;
use crate::signals::interrupt_flag;
use crate::terminal::{self, note, wrapped};

/// Runs the command.
pub fn run(arguments: &Adapt) -> Outcome {
    if let Some(path) = &arguments.records {
        return of_records(path);
    }
    let interrupted = interrupt_flag();
    let Plan {
        games,
        settings,
        against,
    } = arguments.plan()?;
    let threads = arguments
        .threads
        .map_or(Threads::default().0, |threads| threads as usize);
    let watch = Arc::new(Watch::stopping_on(&interrupted));
    let bar = counting(&watch, games.len() as u64, "adapt", "games");
    // The first failure to print ends playing.
    let failed = Mutex::new(None);
    let done = |adapted: &Adapted| {
        if arguments.format.json() {
            let record = Adapted {
                made: Some(made()),
                ..adapted.clone()
            };
            if let Err(failure) = print_json(&record) {
                watch.stop();
                failed
                    .lock()
                    .expect("nothing panics")
                    .get_or_insert(failure);
            }
        }
    };
    let played = adapt(&games, &settings, &against, threads, &watch, &done);
    drop(bar);
    if let Some(failure) = failed.into_inner().expect("nothing panics") {
        return Err(failure);
    }
    let played = played.map_err(|error| match error {
        AdaptError::Play(error) => Failure::from(error),
        other => Failure::input(other),
    })?;
    if played.is_empty() {
        note!("tetrarium: interrupted before a game was done");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    if !arguments.format.json() {
        terminal::print(&printed(&played, &settings))?;
    }
    Ok(concluded(&interrupted))
}

/// Prints the tables of records.
fn of_records(path: &Path) -> Outcome {
    let text = read_records(path)?;
    let wrong = |words: String| Failure::input(format!("{}: {words}", path.display()));
    let games = Adapted::from_lines(&text).map_err(|error| wrong(error.to_string()))?;
    let Some(first) = games.first() else {
        return Err(wrong("there is no record in it".to_string()));
    };
    for (place, game) in games.iter().enumerate() {
        if game.settings != first.settings {
            let words = format!("{} and {} have other settings", first.game, game.game);
            return Err(wrong(words));
        }
        if games[..place].iter().any(|other| other.rules == game.rules) {
            return Err(wrong(format!("{} is in it twice", game.game)));
        }
    }
    terminal::print(&printed(&games, &first.settings))?;
    Ok(ExitCode::SUCCESS)
}

fn printed(games: &[Adapted], settings: &Settings) -> String {
    let words = format!(
        "{} steps a game, {} of them looking and at most {} trying; a step is a placement. Tuning: \
         {} generations of {} vectors, {} steps each, in the game as the agent believes it to be. \
         Seed {}. A ratio is the agent's points for one of the controller's.",
        whole(settings.steps),
        whole(settings.look),
        whole(settings.trial),
        whole(settings.generations),
        whole(settings.population),
        whole(settings.candidate_steps),
        settings.seed,
    );
    let summaries = summary(games);
    let summaries = match games.len() > 1 && !summaries.is_empty() {
        true => format!("{}\n", of_all(&summaries)),
        false => String::new(),
    };
    format!("{}\n{summaries}{}\n", of_games(games), wrapped(&words, 0))
}

/// A row for each game.
fn of_games(games: &[Adapted]) -> Table {
    let mut columns = vec![
        Column::left("game"),
        Column::left("board"),
        Column::right("p"),
        Column::left("believed points").spare(1),
        Column::left("plays on"),
        Column::right("points"),
        Column::right("lost").spare(2),
    ];
    let fixed = games.first().map_or(&[][..], |game| &game.against);
    columns.extend(
        fixed
            .iter()
            .map(|fixed| Column::right(format!("to {}", fixed.name))),
    );
    let mut table = Table::new(&columns);
    for game in games {
        let points = game.believed.points.map(|points| points.to_string());
        let mut cells = vec![
            Cell::from(game.game.as_str()),
            Cell::from(game.rules["board"].as_str()),
            Cell::Real(game.believed.exponent),
            Cell::from(points.join(" ")),
            Cell::from(game.chosen.as_str()),
            Cell::Whole(game.points),
            Cell::Whole(game.lost),
        ];
        cells.extend(game.against.iter().map(|fixed| Cell::real(fixed.ratio)));
        table.row(cells);
    }
    table
}

/// A row for each fixed controller.
fn of_all(summaries: &[Summary]) -> Table {
    let mut table = Table::new(&[
        Column::left("against"),
        Column::right("games"),
        Column::right("mean ratio").unit("ratio"),
        Column::bounds("95 % interval").unit("ratio"),
        Column::right("least").unit("ratio"),
        Column::right("median").unit("ratio"),
        Column::right("greatest").unit("ratio"),
        Column::right("games ahead"),
    ]);
    for one in summaries {
        table.row([
            Cell::from(one.name.as_str()),
            Cell::Whole(one.games),
            Cell::Real(one.mean),
            Cell::from(one.interval),
            Cell::Real(one.least),
            Cell::Real(one.median),
            Cell::Real(one.most),
            Cell::Whole(one.ahead),
        ]);
    }
    table
}

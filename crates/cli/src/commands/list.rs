//! `list`: what there is of a kind.

use std::process::ExitCode;

use tetrarium_engine::features::{Count, FEATURES, Kind, UNDEFINED};
use tetrarium_engine::rating::RATINGS;
use tetrarium_engine::rules::{RULE_SETS, SETTINGS};
use tetrarium_engine::search::SEARCHES;
use tetrarium_engine::{Reported, Rules, catalogue};
use tetrarium_lab::adapt;
use tetrarium_lab::optimisers::Parameter;
use tetrarium_lab::training::{self, FILES};

use crate::export;
use crate::failure::Outcome;
use crate::flags::args::{List, Listing};
use crate::print::table::{Cell, Column, Table};
use crate::print::text::reported_figure;
use crate::print::{rating_words, search_words};
use crate::style::Style;
use crate::terminal;
use crate::terminal::wrapped;

/// Runs the command.
pub fn run(list: &List) -> Outcome {
    if export::chosen().is_some() {
        let table = match list.what {
            Listing::Rules => Some(settings_table()),
            Listing::Searches => Some(summaries(SEARCHES.iter().map(|k| (k.name, k.summary)))),
            Listing::Ratings => Some(summaries(RATINGS.iter().map(|k| (k.name, k.summary)))),
            _ => None,
        };
        if let Some(table) = table {
            terminal::print(&table.to_string())?;
            return Ok(ExitCode::SUCCESS);
        }
    }
    let text = match list.what {
        Listing::Controllers => controllers(),
        Listing::Features => features(),
        Listing::Rules => rules(),
        Listing::Searches => searches(),
        Listing::Ratings => ratings(),
        Listing::Experiments => experiments(),
        Listing::Optimisers => methods("optimiser", optimisers()),
        Listing::Learners => methods("learner", learners()),
    };
    terminal::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn controllers() -> String {
    let mut table = Table::new(&[
        Column::left("controller"),
        Column::left("search").spare(1),
        Column::right("weights").spare(2),
        Column::right("reported lines"),
        Column::left("board"),
        Column::left("from"),
    ]);
    for controller in catalogue::all() {
        let best = controller.reported.first();
        // The authors and the year; `show` has the rest.
        let source = controller
            .source
            .split([',', ';', '('])
            .next()
            .unwrap_or_default()
            .trim();
        let board = |figure: &Reported| figure.board.clone().unwrap_or("10x20".to_string());
        table.row([
            controller.name.as_str().into(),
            controller.search.to_string().into(),
            Cell::Whole(controller.rating.weights() as u64),
            best.map_or(Cell::from(""), |figure| {
                Cell::Written(reported_figure(figure), figure.lines)
            }),
            best.map(board).unwrap_or_default().into(),
            source.into(),
        ]);
    }
    format!(
        "{table}\n{} controllers; `tetrarium show NAME` shows one in full.\n",
        catalogue::all().len()
    )
}

fn features() -> String {
    let mut table = Table::new(&[
        Column::right("no").spare(3),
        Column::left("feature"),
        Column::left("reads").spare(1),
        Column::left("weights").spare(2),
        Column::left("from"),
    ]);
    for feature in FEATURES {
        table.row([
            feature.number.to_string(),
            feature.name.to_string(),
            match feature.kind() {
                Kind::Board => "board".to_string(),
                Kind::Move => "move".to_string(),
            },
            match feature.count {
                Count::One => "1".to_string(),
                Count::Columns => "one a column".to_string(),
                Count::Pairs => "one a pair".to_string(),
                Count::Windows(columns) => format!("one a {columns} columns"),
                Count::Rows(rows) => format!("{rows} a column"),
                Count::Fixed(count) => count.to_string(),
            },
            feature.source.to_string(),
        ]);
    }
    let undefined: String = UNDEFINED
        .iter()
        .map(|(name, reason)| format!("Undefined: {name} ({reason}).\n"))
        .collect();
    format!(
        "{table}\nBefore a name, `delta-` is the change of a board feature by the move and `squared-` its square.\n\
         Features of one value can be composed: \"holes * max-height\", \"holes / max-height\", \"min(holes, 5)\", \"max(holes, wells)\",\n\
         \"wells if max-height > 12\". `tetrarium show \"holes * max-height\"` says what such a feature is.\n\
         `no` is the number in table 2.1 of Amundsen (2014). `tetrarium show NAME` gives the definition.\n{undefined}"
    )
}

/// The built-in experiments.
pub fn experiments() -> String {
    let mut table = Table::new(&[
        Column::left("experiment"),
        Column::left("method").spare(2),
        Column::left("board").spare(1),
        Column::left("what"),
    ]);
    let known = FILES
        .iter()
        .filter_map(|(name, _)| training::named(name).ok());
    for experiment in known {
        table.row([
            experiment.name(),
            &experiment.methods_in_words(),
            &experiment.rules().board.to_string(),
            experiment.summary(),
        ]);
    }
    let of_adapt = adapt::FILES.iter();
    for experiment in of_adapt.filter_map(|(_, text)| adapt::Experiment::from_toml(text).ok()) {
        let first = experiment.games[0].rules.board.to_string();
        let is_first = |game: &adapt::Game| game.rules.board.to_string() == first;
        let board = match experiment.games.iter().all(is_first) {
            true => &first,
            false => "drawn",
        };
        table.row([&experiment.name, "adapt", board, &experiment.summary]);
    }
    let words = format!(
        "{} experiments; `tetrarium show NAME` shows one, `tetrarium train NAME` runs it, or \
         `tetrarium adapt NAME` where the method is adapt.",
        FILES.len() + adapt::FILES.len()
    );
    format!("{table}\n{}\n", wrapped(&words, 0))
}

/// A method of training: its name, what it is, and its parameters.
type Described = (
    &'static str,
    &'static str,
    Vec<(&'static Parameter, String)>,
);

fn optimisers() -> Vec<Described> {
    use tetrarium_lab::optimisers::Config;
    let all = Config::NAMES.iter().filter_map(|name| Config::named(name));
    all.map(|one| (one.name(), one.summary(), one.parameters()))
        .collect()
}

fn learners() -> Vec<Described> {
    use tetrarium_lab::learners::Config;
    let all = Config::NAMES.iter().filter_map(|name| Config::named(name));
    all.map(|one| (one.name(), one.summary(), one.parameters()))
        .collect()
}

fn methods(kind: &'static str, all: Vec<Described>) -> String {
    let mut table = Table::new(&[
        Column::left(kind),
        Column::left("what"),
        Column::left("parameters").spare(1),
    ]);
    for (name, summary, parameters) in all {
        let parameters: Vec<String> = parameters.iter().map(|(one, _)| one.name()).collect();
        table.row([name, summary, &parameters.join(", ")]);
    }
    format!("{table}\n`tetrarium show NAME` explains the parameters of one.\n")
}

fn searches() -> String {
    let mut text =
        String::from("Searches (--search NAME, or NAME:DEPTH; [search] in a controller)\n\n");
    for kind in SEARCHES {
        text += &search_words(kind);
    }
    text
}

fn ratings() -> String {
    let mut text = String::from("Ratings ([rating] in a controller)\n\n");
    for kind in RATINGS {
        text += &rating_words(kind);
    }
    text
}

/// Names and what they are, for other programs.
fn summaries<'a>(all: impl Iterator<Item = (&'a str, &'a str)>) -> Table {
    let mut table = Table::new(&[Column::left("name"), Column::left("what")]);
    for (name, summary) in all {
        table.row([name, summary]);
    }
    table
}

/// The settings and their values, for other programs.
fn settings_table() -> Table {
    let mut table = Table::new(&[
        Column::left("setting"),
        Column::left("value"),
        Column::left("default"),
        Column::left("what"),
    ]);
    for setting in &SETTINGS {
        let default = Rules::default().get(setting.name).unwrap_or_default();
        for (value, meaning) in setting.values {
            table.row([setting.name, value, &default, meaning]);
        }
    }
    table
}

fn rules() -> String {
    let defaults = Rules::default();
    let mut text = String::from("Settings (flags of the same names; the default is marked *)\n\n");
    for setting in &SETTINGS {
        let name = Style::Bold.on(&format!("{:13}", setting.name));
        text += &format!("{name} {}\n", wrapped(setting.meaning, 14));
        let default = defaults.get(setting.name);
        for (value, meaning) in setting.values {
            let mark = if default.as_deref() == Some(*value) {
                "*"
            } else {
                " "
            };
            text += &format!("    {mark} {value:20}  {}\n", wrapped(meaning, 28));
        }
    }
    text += "\nRule sets (--rules NAME)\n\n";
    for set in &RULE_SETS {
        text += &format!("  {:16}  {}\n", set.name, wrapped(set.about, 20));
    }
    text += "  generalised:SEED  Board, piece weights and rewards drawn from a seed (2008 RL Competition).\n";
    text
}

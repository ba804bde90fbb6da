//! `show`: one controller, feature, rule, rule set, search or piece in full.

use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::process::ExitCode;

use tetrarium_engine::features::{FEATURES, Kind, UNDEFINED, Unit};
use tetrarium_engine::names::nearest;
use tetrarium_engine::rules::{RULE_SETS, Setting};
use tetrarium_engine::search::{SEARCHES, SearchKind};
use tetrarium_engine::{Controller, Feature, Piece, Reading, Rules, catalogue};

use crate::failure::{Failure, Outcome};
use crate::flags::args::Show;
use crate::flags::controllers;
use crate::flags::rules::RuleFlags;
use crate::print::search_words;
use crate::print::table::{Align, Table};
use crate::print::text::{reported_figure, wrapped};

/// Runs the command.
pub fn run(show: &Show) -> Outcome {
    let text = describe(&show.name, &show.rules)?;
    stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

fn describe(name: &str, flags: &RuleFlags) -> Result<String, Failure> {
    if name.contains('/') || name.ends_with(".toml") || catalogue::named(name).is_ok() {
        return controller(&controllers::find(name)?, flags);
    }
    if let Ok(piece) = name.parse::<Piece>() {
        return Ok(draw_piece(piece));
    }
    if let Some((name, reason)) = UNDEFINED.iter().find(|(undefined, _)| *undefined == name) {
        return Ok(format!("{name}: undefined. {reason}.\n"));
    }
    if let Ok(reading) = Reading::named(name) {
        return Ok(feature(&reading));
    }
    if let Some(setting) = Setting::named(name) {
        let mut text = format!("{}: {}\n", setting.name, setting.meaning);
        for (value, meaning) in setting.values {
            let _ = writeln!(text, "  {value:20} {meaning}");
        }
        return Ok(text);
    }
    if let Ok(set) = Rules::named(name) {
        return Ok(rule_set(name, &set));
    }
    if let Ok(kind) = SearchKind::named(name) {
        return Ok(search_words(kind));
    }
    let known = catalogue::all()
        .iter()
        .map(|c| c.name.as_str())
        .chain(FEATURES.iter().map(|f| f.name))
        .chain(RULE_SETS.iter().map(|s| s.name))
        .chain(Rules::names())
        .chain(SEARCHES.iter().map(|kind| kind.name));
    let hint = nearest(name, known)
        .map(|n| format!(": did you mean `{n}`?"))
        .unwrap_or_default();
    Err(Failure::input(format!(
        "`{name}` is no controller, feature, rule, rule set or search{hint}; `tetrarium list` shows what there is"
    )))
}

fn controller(controller: &Controller, flags: &RuleFlags) -> Result<String, Failure> {
    let (controller, rules) = flags.apply(controller)?;
    let mut text = String::new();
    let mut field = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{name:9} {}", wrapped(value, 88, 10));
        }
    };
    field("name", &controller.name);
    field("summary", &controller.summary);
    field("source", &controller.source);
    field("note", &controller.note);
    field("search", &controller.search.to_string());
    let own: Vec<String> = controller
        .rules
        .iter()
        .map(|(s, v)| format!("{s} {v}"))
        .collect();
    field("its rules", &own.join(" · "));
    if controller.search.needs_rating() {
        let _ = writeln!(text, "\nrating ({})", controller.rating.kind.name);
        text += &formula(&controller);
    }
    if !controller.reported.is_empty() {
        let _ = write!(text, "\n{}", reported(&controller));
    }
    let _ = writeln!(text, "\nplays by  {}", wrapped(&rules.to_string(), 88, 10));
    match flags.ready(&controller, &rules) {
        Err(failure) => {
            let _ = writeln!(text, "but       {failure}");
        }
        Ok(player) => {
            let _ = match player.fast_path() {
                Ok(kernel) => writeln!(text, "kernel    {kernel}"),
                Err(reason) => writeln!(text, "kernel    reference, because {reason}"),
            };
            if let Some(scorer) = player.scorer() {
                let _ = writeln!(
                    text,
                    "scores    rating × 2^{} in whole numbers of 31 bits; largest rounding of a weight {}",
                    scorer.scale(),
                    percent(scorer.largest_rounding()),
                );
            }
        }
    }
    Ok(text)
}

/// What the authors report, a row a figure.
fn reported(controller: &Controller) -> Table {
    let mut table = Table::new(&[
        ("reported lines", Align::Right),
        ("games", Align::Right),
        ("board", Align::Left),
        ("", Align::Left),
        ("by", Align::Left),
    ]);
    for figure in &controller.reported {
        let mut words: Vec<String> = figure.text.iter().cloned().collect();
        let rules = figure.rules.iter().map(|(name, value)| {
            let text = value.as_str().map(str::to_string);
            format!("{name} {}", text.unwrap_or_else(|| value.to_string()))
        });
        let mut rules: Vec<String> = rules.collect();
        rules.sort();
        words.extend(rules);
        let games = figure.games.map(|games| games.to_string());
        table.row([
            reported_figure(figure),
            games.unwrap_or_default(),
            figure.board.clone().unwrap_or("10x20".to_string()),
            words.join(", "),
            figure.source.clone(),
        ]);
    }
    table
}

fn percent(part: f64) -> String {
    match part {
        0.0 => "none".to_string(),
        part => format!("{:.2e} %", part * 100.0),
    }
}

/// The rating, one term a line.
fn formula(controller: &Controller) -> String {
    let mut text = String::new();
    for term in &controller.rating.terms {
        let name = term.reading.to_string();
        for (index, function) in term.functions.iter().enumerate() {
            let name = match term.functions.len() {
                1 => name.clone(),
                _ => format!("{name}[{index}]"),
            };
            let _ = writeln!(text, "  {}", function.formula(&name));
        }
    }
    text
}

fn feature(reading: &Reading) -> String {
    let Feature {
        name,
        aliases,
        number,
        source,
        definition,
        unit,
        ..
    } = reading.feature;
    let mut text = format!("{reading}\n");
    let _ = writeln!(text, "  {}", wrapped(definition, 90, 2));
    if reading.delta {
        let _ = writeln!(
            text,
            "  delta: the value on the afterstate minus that on the board before the move."
        );
    }
    if reading.squared {
        let _ = writeln!(text, "  squared: the square of that value.");
    }
    let _ = writeln!(text, "  from   {source}");
    if !number.is_empty() {
        let _ = writeln!(text, "  number {number} in table 2.1 of Amundsen (2014)");
    }
    if !aliases.is_empty() {
        let _ = writeln!(text, "  also   {}", aliases.join(", "));
    }
    let _ = writeln!(
        text,
        "  reads  {}",
        match reading.feature.kind() {
            Kind::Board => "the board after the move",
            Kind::Move => "the move",
        }
    );
    let _ = writeln!(
        text,
        "  value  {}",
        match unit {
            Unit::One => "a whole number",
            Unit::Half => "a whole number of halves",
            Unit::Width | Unit::WidthSquared => "a whole number over the width",
            Unit::Ratio => "a ratio, rounded once in the score",
            Unit::Radial => "a real number between 0 and 1",
        }
    );
    let users: Vec<&str> = catalogue::all()
        .iter()
        .filter(|c| {
            c.rating
                .terms
                .iter()
                .any(|term| term.reading.feature.name == *name)
        })
        .map(|c| c.name.as_str())
        .collect();
    if !users.is_empty() {
        let _ = writeln!(text, "  used   by {}", wrapped(&users.join(", "), 82, 12));
    }
    text
}

fn rule_set(name: &str, rules: &Rules) -> String {
    let mut text = format!("{name}\n");
    if let Some(set) = RULE_SETS.iter().find(|set| set.name == name) {
        let _ = writeln!(text, "  {}", set.about);
    }
    for (setting, value) in rules.settings() {
        let mark = if Rules::default().get(setting).as_deref() == Some(&value) {
            " "
        } else {
            "*"
        };
        let _ = writeln!(text, "  {mark} {setting:13} {value}");
    }
    text += "  (* differs from the simplified game)\n";
    text
}

fn draw_piece(piece: Piece) -> String {
    let mut text =
        format!("{piece}: its orientations, in the order in which placements are tried\n");
    for (number, shape) in piece.orientations().iter().enumerate() {
        let _ = writeln!(text, "\n  orientation {number}");
        for y in (0..shape.height).rev() {
            let row: String = (0..shape.width as usize)
                .map(|x| {
                    if shape.columns[x] >> y & 1 == 1 {
                        '#'
                    } else {
                        '.'
                    }
                })
                .collect();
            let _ = writeln!(text, "    {row}");
        }
    }
    text
}

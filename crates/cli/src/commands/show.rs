//! `show`: one thing that has a name, in full.

mod training;

use std::fmt::Write as _;
use std::process::ExitCode;

use tetrarium_engine::features::{self, FEATURES, UNDEFINED, Unit};
use tetrarium_engine::names::nearest;
use tetrarium_engine::rating::RATINGS;
use tetrarium_engine::rules::{RULE_SETS, Setting};
use tetrarium_engine::search::{SEARCHES, SearchKind};
use tetrarium_engine::{Controller, Feature, Piece, Reading, Rules, UnknownFeature, catalogue};
use tetrarium_lab::learners;
use tetrarium_lab::optimisers::Config;

use crate::failure::{Failure, Outcome};
use crate::flags::args::Show;
use crate::flags::controllers;
use crate::print::fields::Fields;
use crate::print::table::{Cell, Column, Table};
use crate::print::text::{digits, reported_figure};
use crate::print::{rating_words, search_words};
use crate::style::Style;
use crate::terminal;
use crate::terminal::wrapped;

/// Runs the command.
pub fn run(show: &Show) -> Outcome {
    let text = match &show.words[..] {
        [kind, name] => of_kind(kind, name, show)?,
        words => of_any_kind(&words.concat(), show)?,
    };
    terminal::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// A kind of thing that has a name.
struct Kind {
    name: &'static str,
    /// The text about the thing of a name; none where the kind has no such name.
    show: fn(&str, &Show) -> Option<Result<String, Failure>>,
    names: fn() -> Vec<&'static str>,
}

/// All kinds, in the order in which things of one name are shown.
static KINDS: [Kind; 10] = [
    Kind {
        name: "controller",
        show: |name, how| {
            let is_known = catalogue::named(name).is_ok()
                || is_file(name) && !training::is_experiment_file(name);
            is_known.then(|| controller(&controllers::find(name)?, how))
        },
        names: || catalogue::all().iter().map(|c| c.name.as_str()).collect(),
    },
    Kind {
        name: "experiment",
        show: |name, _| training::experiment(name).map(Ok),
        names: training::names,
    },
    Kind {
        name: "optimiser",
        show: |name, _| training::optimiser(name).map(Ok),
        names: || Config::NAMES.to_vec(),
    },
    Kind {
        name: "learner",
        show: |name, _| training::learner(name).map(Ok),
        names: || learners::Config::NAMES.to_vec(),
    },
    Kind {
        name: "piece",
        show: |name, _| Some(Ok(draw_piece(name.parse().ok()?))),
        names: Vec::new,
    },
    Kind {
        name: "feature",
        show: |name, _| feature(name),
        names: || FEATURES.iter().map(|feature| feature.name).collect(),
    },
    Kind {
        name: "rule",
        show: |name, _| Setting::named(name).map(|setting| Ok(rule(setting))),
        names: || Rules::names().collect(),
    },
    Kind {
        name: "rules",
        show: |name, _| Some(Ok(rule_set(name, &Rules::named(name).ok()?))),
        names: || RULE_SETS.iter().map(|set| set.name).collect(),
    },
    Kind {
        name: "search",
        show: |name, _| {
            SearchKind::named(name)
                .ok()
                .map(|kind| Ok(search_words(kind)))
        },
        names: || SEARCHES.iter().map(|kind| kind.name).collect(),
    },
    Kind {
        name: "rating",
        show: |name, _| {
            let mut kinds = RATINGS.iter();
            kinds
                .find(|kind| kind.name == name)
                .map(|kind| Ok(rating_words(kind)))
        },
        names: || RATINGS.iter().map(|kind| kind.name).collect(),
    },
];

/// The text about the thing of this kind and name.
fn of_kind(kind: &str, name: &str, how: &Show) -> Result<String, Failure> {
    let names = || KINDS.iter().map(|kind| kind.name);
    let Some(kind) = KINDS.iter().find(|known| known.name == kind) else {
        let names: Vec<&str> = names().collect();
        return Err(Failure::input(format!(
            "`{kind}` is no kind of thing that can be shown: those are {}",
            names.join(", ")
        )));
    };
    (kind.show)(name, how).unwrap_or_else(|| {
        let hint = did_you_mean(name, (kind.names)());
        let kind = kind.name;
        Err(Failure::input(format!(
            "there is no {kind} `{name}`{hint} (`tetrarium list` shows what there is)"
        )))
    })
}

/// Whether it names a file: it is a path, and no ratio of features.
fn is_file(name: &str) -> bool {
    controllers::is_path(name) && Reading::named(name).is_err()
}

/// The text about everything that has this name.
fn of_any_kind(name: &str, how: &Show) -> Result<String, Failure> {
    let mut found = Vec::new();
    for kind in &KINDS {
        if kind.name == "feature" && is_file(name) {
            continue;
        }
        if let Some(text) = (kind.show)(name, how) {
            found.push((kind.name, text?));
        }
    }
    if found.is_empty() {
        let all = KINDS.iter().flat_map(|kind| (kind.names)()).collect();
        return Err(Failure::input(format!(
            "nothing is called `{name}`{} (`tetrarium list` shows what there is)",
            did_you_mean(name, all)
        )));
    }
    if let [(_, text)] = &mut found[..] {
        return Ok(std::mem::take(text));
    }
    let shown = found.iter().map(|(kind, text)| format!("{kind} {text}\n"));
    let kinds: Vec<String> = found
        .iter()
        .map(|(kind, _)| format!("{} {kind}", article(kind)))
        .collect();
    Ok(format!(
        "{}`{name}` is {}: `tetrarium show {} {name}` shows one.\n",
        shown.collect::<String>(),
        kinds.join(" and "),
        found[0].0
    ))
}

fn article(kind: &str) -> &'static str {
    match kind.starts_with(['e', 'o']) {
        true => "an",
        false => "a",
    }
}

fn did_you_mean(name: &str, known: Vec<&'static str>) -> String {
    nearest(name, known)
        .map(|near| format!(": did you mean `{near}`?"))
        .unwrap_or_default()
}

fn rule(setting: &Setting) -> String {
    let name = Style::Bold.on(setting.name);
    let mut text = format!("{name}: {}\n", setting.meaning);
    for (value, meaning) in setting.values {
        let _ = writeln!(text, "  {value:20}  {}", wrapped(meaning, 24));
    }
    text
}

fn controller(controller: &Controller, how: &Show) -> Result<String, Failure> {
    let (controller, rules) = how.rules.apply(controller)?;
    let mut about = Fields::new(9);
    about.add("name", &controller.name);
    about.add("summary", &controller.summary);
    about.add("source", &controller.source);
    about.add("note", &controller.note);
    about.add("search", &controller.search.to_string());
    let own: Vec<String> = controller
        .rules
        .iter()
        .map(|(s, v)| format!("{s} {v}"))
        .collect();
    about.add("its rules", &own.join(" · "));
    let mut text = about.to_string();
    if controller.search.needs_rating() {
        let kind = controller.rating.kind.name;
        let _ = write!(text, "\n{}", formula(&controller, how.full));
        let _ = writeln!(text, "({kind}: the score is the sum of these)");
        let bands = &controller.rating.bands;
        if bands.count() > 1 {
            let each: Vec<String> = (0..bands.count()).map(|band| bands.words(band)).collect();
            let sentence = format!(
                "Weights ( | ) are for boards whose danger by {} before the move is: {}.",
                bands.by.name(),
                each.join(" | ")
            );
            let _ = writeln!(text, "{}", wrapped(&sentence, 0));
        }
    }
    if !controller.reported.is_empty() {
        let _ = write!(text, "\n{}", reported(&controller));
    }
    let mut played = Fields::new(9);
    played.add("plays by", &rules.to_string());
    match how.rules.ready(&controller, &rules) {
        Err(failure) => played.add("but", &failure.to_string()),
        Ok(player) => {
            let kernel = match player.fast_path() {
                Ok(kernel) => kernel.to_string(),
                Err(reason) => format!("reference, because {reason}"),
            };
            played.add("kernel", &kernel);
            if let Some(scorer) = player.scorer() {
                let words = format!(
                    "rating × 2^{} in whole numbers of 31 bits; largest rounding of a weight {}",
                    scorer.scale(),
                    percent(scorer.largest_rounding()),
                );
                played.add("scores", &words);
            }
        }
    }
    Ok(format!("{text}\n{played}"))
}

/// What the authors report, a row a figure.
fn reported(controller: &Controller) -> Table {
    let mut table = Table::new(&[
        Column::right("reported lines"),
        Column::right("games").spare(1),
        Column::left("board"),
        Column::left(""),
        Column::left("by"),
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
        table.row([
            reported_figure(figure).into(),
            figure.games.map_or("".into(), Cell::Whole),
            figure.board.as_deref().unwrap_or("10x20").into(),
            words.join(", ").into(),
            figure.source.as_str().into(),
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

/// The digits of a weight; `--full` has all.
const SHOWN: usize = 6;

/// The rating, one term a row.
fn formula(controller: &Controller, full: bool) -> Table {
    let number = |number: f64| match full {
        true => number.to_string(),
        false => digits(number, SHOWN),
    };
    let mut terms = Vec::new();
    for term in &controller.rating.terms {
        let name = term.reading.to_string();
        for (index, function) in term.functions.iter().enumerate() {
            let name = match term.functions.len() {
                1 => name.clone(),
                _ => format!("{name}[{index}]"),
            };
            terms.push(function.formula(&name, &number));
        }
    }
    if let Some(net) = &controller.rating.net {
        terms.push((None, net.words()));
    }
    let weights: Vec<f64> = terms.iter().filter_map(|(weight, _)| *weight).collect();
    let decimals = weight_decimals(&weights);
    let mut table = Table::new(&[Column::right("weight"), Column::left("feature")]);
    for (weight, words) in terms {
        let weight = match weight {
            None => String::new(),
            Some(weight) if full => format!("{weight:+}"),
            Some(weight) => format!("{weight:+.decimals$}"),
        };
        table.row([weight, words]);
    }
    table
}

/// The decimals that all weights are shown with: the largest has six digits at most, the smallest
/// two at least.
fn weight_decimals(weights: &[f64]) -> usize {
    let sizes = weights.iter().map(|weight| weight.abs());
    let sizes = sizes.filter(|size| *size > 0.0);
    let (least, most) = sizes.fold((f64::INFINITY, 0.0f64), |(least, most), size| {
        (least.min(size), most.max(size))
    });
    let six = SHOWN as i32 - 1 - most.log10().floor() as i32;
    let two = 1 - least.log10().floor() as i32;
    let most = six.max(two).clamp(0, 12) as usize;
    // No zeros that end every weight.
    let is_enough = |decimals: &usize| {
        let short = weights.iter().map(|weight| format!("{weight:.decimals$}"));
        let long = weights.iter().map(|weight| format!("{weight:.most$}"));
        let mut pairs = short.zip(long);
        pairs.all(|(short, long)| short.parse::<f64>() == long.parse::<f64>())
    };
    (0..most).find(is_enough).unwrap_or(most)
}

fn feature(name: &str) -> Option<Result<String, Failure>> {
    if let Some((name, reason)) = UNDEFINED.iter().find(|(undefined, _)| *undefined == name) {
        return Some(Ok(format!("{name}: undefined. {reason}.\n")));
    }
    match Reading::named(name) {
        Ok(reading) => Some(Ok(reading_words(&reading))),
        Err(error @ UnknownFeature::Expression { .. }) => Some(Err(Failure::input(error))),
        Err(_) => None,
    }
}

fn reading_words(reading: &Reading) -> String {
    let Feature {
        aliases,
        number,
        source,
        definition,
        unit,
        ..
    } = reading.feature;
    let mut text = format!("{}\n", Style::Bold.on(&reading.to_string()));
    let _ = writeln!(text, "  {}", wrapped(definition, 2));
    if reading.delta {
        let _ = writeln!(
            text,
            "  delta: the value on the afterstate minus that on the board before the move."
        );
    }
    if reading.squared {
        let _ = writeln!(text, "  squared: the square of that value.");
    }
    if !source.is_empty() {
        let _ = writeln!(text, "  from   {}", wrapped(source, 9));
    }
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
            features::Kind::Board => "the board after the move",
            features::Kind::Move => "the move",
        }
    );
    let _ = writeln!(
        text,
        "  value  {}",
        match unit {
            Unit::One => "a whole number",
            Unit::Half => "a whole number of halves",
            Unit::Width | Unit::WidthSquared => "a whole number over the width",
            Unit::Ratio => "a real number, rounded once in the score",
            Unit::Radial => "a real number between 0 and 1",
        }
    );
    let users: Vec<&str> = catalogue::all()
        .iter()
        .filter(|c| c.rating.reads(reading))
        .map(|c| c.name.as_str())
        .collect();
    if !users.is_empty() {
        let _ = writeln!(text, "  used   by {}", wrapped(&users.join(", "), 12));
    }
    text
}

fn rule_set(name: &str, rules: &Rules) -> String {
    let mut text = format!("{}\n", Style::Bold.on(name));
    if let Some(set) = RULE_SETS.iter().find(|set| set.name == name) {
        let _ = writeln!(text, "  {}", wrapped(set.about, 2));
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

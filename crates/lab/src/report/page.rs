//! The page itself: head, sections, foot.

use tetrarium_engine::Controller;

use super::contents::Contents;
use super::html::escaped;
use super::lead;
use super::replays::Replays;
use super::sections::{self, Section};
use crate::measure::Score;
use crate::numbers::{counted, short, whole};

/// The style sheet.
pub(super) const STYLE: &str = include_str!("style.css");

/// The sections of a page, in order.
pub(super) fn sections(
    contents: &Contents,
    given: &[Controller],
    replays: &Replays,
) -> Vec<Section> {
    [
        sections::published::section(contents),
        sections::results::section(contents),
        sections::comparison::section(contents),
        sections::sensitivity::section(contents),
        sections::estimates::section(contents),
        sections::games::section(contents),
        sections::heights::section(contents, replays),
        sections::tournament::section(contents),
        sections::training::section(contents),
        sections::weights::section(contents, given),
        sections::example::section(replays),
        sections::rules::section(contents),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The whole page.
pub(super) fn html(title: &str, contents: &Contents, sections: &[Section]) -> String {
    let title = escaped(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n<meta name=\"generator\" content=\"tetrarium {}\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n",
        env!("CARGO_PKG_VERSION")
    );
    page += &format!(
        "<header>\n<p class=\"kicker\">tetrarium</p>\n<h1>{title}</h1>\n{}",
        lead(contents)
    );
    if sections.len() > 1 {
        let links = sections
            .iter()
            .map(|one| format!("<a href=\"#{}\">{}</a>", one.id, one.heading));
        page += &format!(
            "<nav aria-label=\"Sections\">{}</nav>\n",
            links.collect::<String>()
        );
    }
    page += "</header>\n";
    for section in sections {
        page += &format!(
            "<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n",
            section.id, section.heading, section.body
        );
    }
    page += &foot(contents);
    page + "</main>\n</body>\n</html>\n"
}

/// What was measured, and what came of it, in a few sentences.
fn lead(contents: &Contents) -> String {
    let mut sentences = Vec::new();
    if !contents.reproduced.is_empty() {
        sentences.push(sections::published::sentence(contents));
    } else {
        sentences.extend(lead::of_measurements(contents));
    }
    let best = contents.estimated.first();
    if let Some(best) = best.filter(|_| contents.reproduced.is_empty()) {
        sentences.push(sections::estimates::sentence(best) + ".");
    }
    if !contents.runs.is_empty() {
        let generations = contents
            .runs
            .iter()
            .map(|run| run.generations.len() as u64)
            .sum();
        let runs = counted(contents.runs.len() as u64, "run", "runs");
        sentences.push(format!(
            "Training: {runs}, {}.",
            counted(generations, "generation", "generations")
        ));
    }
    let entrants = contents.tournaments.iter().map(|(_, rows)| rows.len());
    let entrants = counted(entrants.sum::<usize>() as u64, "experiment", "experiments");
    match contents.tournaments.len() as u64 {
        0 => {}
        1 => sentences.push(format!(
            "A tournament of {entrants} with equal budgets of moves."
        )),
        several => sentences.push(format!(
            "{} tournaments of {entrants} in all; the experiments of each have equal budgets of moves.",
            whole(several)
        )),
    }
    if sentences.is_empty() {
        sentences.push("What was recorded, drawn.".to_string());
    }
    format!(
        "<p class=\"lead\">{}</p>\n{}",
        sentences.join(" "),
        facts(contents)
    )
}

/// A line of facts: boards, seeds, games, pieces.
fn facts(contents: &Contents) -> String {
    let mut facts = Vec::new();
    let mut boards: Vec<String> = Vec::new();
    for (_, rules) in contents.all_rules() {
        let board = rules.get("board").map(|board| board.replace('x', "×"));
        if let Some(board) = board.filter(|board| !boards.contains(board)) {
            boards.push(board);
        }
    }
    if !boards.is_empty() {
        facts.push(("board", boards.join(", ")));
    }
    let mut seeds: Vec<u64> = contents.measured.iter().map(|row| row.of.seed).collect();
    seeds.extend(contents.estimated.iter().map(|row| row.of.seed));
    seeds.sort_unstable();
    seeds.dedup();
    if !seeds.is_empty() && seeds.len() <= 4 {
        let seeds: Vec<String> = seeds.iter().map(u64::to_string).collect();
        facts.push(("seed", seeds.join(", ")));
    }
    let sum = |read: fn(&crate::Measurement) -> u64| {
        contents
            .measured
            .iter()
            .fold(0u64, |sum, row| sum.saturating_add(read(row.of)))
    };
    if !contents.measured.is_empty() {
        facts.push(("games", short(sum(|one| one.tally.games()) as f64)));
        facts.push(("pieces", short(sum(|one| one.tally.pieces) as f64)));
        facts.push(("lines", short(sum(|one| one.tally.lines) as f64)));
        let most = contents
            .measured
            .iter()
            .filter_map(|row| match row.of.score {
                Score::Lines { max_pieces } => max_pieces,
                Score::Reward { placements } => Some(placements),
            });
        if let Some(most) = most.max() {
            facts.push(("pieces a game, at most", short(most as f64)));
        }
    }
    let cells = facts
        .iter()
        .map(|(name, value)| format!("<div><dt>{name}</dt><dd>{}</dd></div>", escaped(value)));
    match facts.is_empty() {
        true => String::new(),
        false => format!("<dl class=\"facts\">{}</dl>\n", cells.collect::<String>()),
    }
}

fn foot(contents: &Contents) -> String {
    let sources = contents
        .sources
        .iter()
        .map(|name| format!("<code>{}</code>", escaped(name)));
    let sources: Vec<String> = sources.collect();
    format!(
        "<footer>\n<p>Made by tetrarium {} from {}.</p>\n</footer>\n",
        env!("CARGO_PKG_VERSION"),
        sources.join(", ")
    )
}

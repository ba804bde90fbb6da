//! Ratios of means: which is better, and is that certain? Of two, neither is called better where
//! one has a caveat.

use super::super::caveats;
use super::super::contents::{Contents, Named};
use super::super::html::{Table, escaped, figure};
use super::super::rows::{Row, RowChart, interval_mark};
use super::Section;
use super::results::{bounds, name_cell};
use crate::Measurement;
use crate::compare::{Mean, Ratio, comparable, ranking};
use crate::measure::Method;
use crate::numbers::{brief, percent, whole};
use crate::records::may_be_best;
use crate::statistics::Comparison;

/// The most pairs that are drawn; a table holds all.
const MOST_DRAWN: usize = 24;

/// Two controllers side by side.
struct Pair {
    better: (String, String),
    worse: (String, String),
    comparison: Comparison,
    games_needed: Option<u64>,
    /// The caveats for which neither can be called better; empty where there are none.
    doubts: String,
}

impl Pair {
    fn told_apart(&self) -> bool {
        self.doubts.is_empty() && !self.comparison.interval.contains(1.0)
    }

    fn verdict(&self) -> String {
        match (&*self.doubts, self.told_apart(), self.games_needed) {
            ("", true, _) => "told apart".to_string(),
            ("", false, Some(games)) => {
                format!("not told apart; about {} games of each would", whole(games))
            }
            ("", false, None) => "not told apart".to_string(),
            (doubts, ..) => format!("no verdict<small><em>{}</em></small>", escaped(doubts)),
        }
    }
}

/// The section: comparisons as recorded, or else the best measurement against each of the others.
pub(in super::super) fn section(contents: &Contents) -> Option<Section> {
    let mut body = String::new();
    for record in &contents.compared {
        let labels = record.labels();
        let name = |row: usize| {
            let found = record.rows.get(row);
            found.map_or_else(
                || (format!("row {row}"), String::new()),
                |row| (row.controller.clone(), searched(&row.search)),
            )
        };
        let pairs: Vec<Pair> = record
            .pairs
            .iter()
            .map(|pair| Pair {
                better: name(pair.better),
                worse: name(pair.worse),
                comparison: pair.comparison,
                games_needed: pair.games_needed,
                doubts: record.doubts(pair, &labels),
            })
            .collect();
        body += &shown(&pairs, "All pairs, the greater mean of the two first.");
    }
    if contents.compared.is_empty() {
        body += &against_the_best(contents);
    }
    Section::new("comparison", "Comparison", body)
}

fn searched(search: &str) -> String {
    match search {
        "greedy" => String::new(),
        search => search.to_string(),
    }
}

/// In each game the best against each of the others.
fn against_the_best(contents: &Contents) -> String {
    let mut left: Vec<_> = contents
        .measured
        .iter()
        .filter(|row| row.of_lines() && row.of.method != Method::Unknown)
        .collect();
    let mut groups = Vec::new();
    while let Some(first) = left.first() {
        let same = |row: &&Named<&Measurement>| comparable(row.of, first.of);
        let (same, rest): (Vec<_>, Vec<_>) = left.iter().copied().partition(same);
        if same.len() > 1 {
            groups.push(same);
        }
        left = rest;
    }
    let several = groups.len() > 1;
    let shown = groups.iter().map(|group| {
        let board = group[0].of.rules.get("board").filter(|_| several);
        let place = board.map_or(String::new(), |board| {
            format!(" on {}", escaped(&board.replace('x', "×")))
        });
        shown(
            &best_pairs(group),
            &format!("The best{place} against each of the others that played the same game."),
        )
    });
    shown.collect()
}

/// The best of some measurements beside each of the others, as `compare` has it. The best has no
/// caveat.
fn best_pairs(group: &[&Named<&Measurement>]) -> Vec<Pair> {
    let means: Vec<Mean> = group.iter().map(|row| row.of.into()).collect();
    let order = ranking(&means);
    let sound = |index: &&usize| may_be_best(means[**index].caveats());
    let Some(&best) = order.iter().find(sound) else {
        return Vec::new();
    };
    let others = order.iter().filter(|other| **other != best);
    let pairs = others.map(|&other| {
        let (best, other) = (group[best], group[other]);
        let ratio = Ratio::of(best.of, other.of);
        let (better, worse) = not_shared(&best.detail, &other.detail);
        Pair {
            better: (best.name.clone(), better),
            worse: (other.name.clone(), worse),
            comparison: ratio.comparison,
            games_needed: ratio.games_needed,
            doubts: match &*caveats::barring(&other.of.caveats) {
                "" => String::new(),
                barring => format!("{}: {barring}", other.name),
            },
        }
    });
    pairs.collect()
}

/// What two details do not share.
fn not_shared(a: &str, b: &str) -> (String, String) {
    let without = |one: &str, other: &str| {
        let others: Vec<&str> = other.split(" · ").collect();
        let own = one.split(" · ").filter(|part| !others.contains(part));
        own.collect::<Vec<_>>().join(" · ")
    };
    (without(a, b), without(b, a))
}

/// A probability, which is never certain.
fn probability(p: f64) -> String {
    percent(p.clamp(1e-9, 1.0 - 1e-9))
}

fn shown(pairs: &[Pair], caption: &str) -> String {
    if pairs.is_empty() {
        return String::new();
    }
    let drawing = match pairs.len() <= MOST_DRAWN {
        true => figure(
            &drawn(pairs),
            &format!(
                "{caption} Ratios right of the line at 1 with an interval that does not touch it are certain at 95&#8239;%, unless one of the two has a caveat."
            ),
        ),
        false => String::new(),
    };
    let mut table = Table::new(&[
        ("mean of", ""),
        ("over that of", ""),
        ("ratio of means", "num strong"),
        ("95&#8239;% interval", "num"),
        ("order is right", "num"),
        ("verdict", ""),
    ]);
    for pair in pairs {
        table.marked(
            if pair.told_apart() { "" } else { "open" },
            vec![
                name_cell(&pair.better.0, &pair.better.1),
                name_cell(&pair.worse.0, &pair.worse.1),
                pair.comparison.ratio.map_or("–".to_string(), brief),
                bounds(&pair.comparison.interval),
                pair.comparison
                    .probability_greater
                    .map_or("–".to_string(), probability),
                pair.verdict(),
            ],
        );
    }
    drawing + &table.html("Ratios of means")
}

fn drawn(pairs: &[Pair]) -> String {
    let rows: Vec<Row> = pairs
        .iter()
        .map(|pair| Row {
            name: format!("{} ∕ {}", pair.better.0, pair.worse.0),
            detail: match (&*pair.better.1, &*pair.worse.1) {
                (a, b) if a == b => a.to_string(),
                ("", b) => b.to_string(),
                (a, "") => a.to_string(),
                (a, b) => format!("{a} ∕ {b}"),
            },
            value: format!("×{}", pair.comparison.ratio.map_or("?".to_string(), brief)),
        })
        .collect();
    let values = pairs.iter().flat_map(|pair| {
        let interval = pair.comparison.interval;
        [
            interval.low,
            interval.high,
            pair.comparison.ratio.unwrap_or(1.0),
        ]
    });
    let values: Vec<f64> = values
        .chain([1.0])
        .filter(|v| *v > 0.0 && v.is_finite())
        .collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(0.0, f64::max);
    let open = pairs
        .iter()
        .any(|pair| !pair.comparison.interval.high.is_finite());
    let chart = RowChart {
        title: "Ratios of means with their 95 % intervals",
        description: pairs
            .iter()
            .zip(&rows)
            .map(|(pair, row)| format!("{}: {}.", row.name, bounds(&pair.comparison.interval)))
            .collect::<Vec<_>>()
            .join(" "),
        rows: &rows,
        range: (least / 1.1, greatest * if open { 1.6 } else { 1.1 }),
        axis: "ratio of means, logarithmic",
        reference: Some(1.0),
    };
    chart.draw(|svg, index, y, scale| {
        let pair = &pairs[index];
        let class = if pair.told_apart() {
            "measured"
        } else {
            "uncertain"
        };
        let interval = pair.comparison.interval;
        let bounds = (interval.low, interval.high);
        interval_mark(svg, class, y, scale, bounds, pair.comparison.ratio);
    })
}

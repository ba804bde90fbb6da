//! Measurements written for people.

use std::collections::BTreeMap;

use tetrarium_engine::{Rules, Size};
use tetrarium_lab::Measurement;
use tetrarium_lab::compare::{Mean, ranking};
use tetrarium_lab::measure::{Method, Score};
use tetrarium_lab::play::Heights;
use tetrarium_lab::records::{Caveat, Identity, labels, may_be_best};
use tetrarium_lab::statistics::Summary;

use crate::export;
use crate::print::fields::Fields;
use crate::print::table::{Cell, Column, Table, alike};
use crate::print::text::{digits, real, whole};
use crate::terminal::{self, wrapped};

/// One measurement in full, several as a table.
pub fn report(measurements: &[Measurement]) -> String {
    match measurements {
        [] => String::new(),
        [one] if export::chosen().is_none() => in_full(one),
        several => as_table(several),
    }
}

/// The score that is averaged.
pub fn score_words(score: &Score) -> String {
    match score {
        Score::Lines { max_pieces: None } => "lines".to_string(),
        Score::Lines {
            max_pieces: Some(pieces),
        } => format!("lines (games cut after {} pieces)", whole(*pieces)),
        Score::Reward { placements } => format!(
            "points in {} placements (a step is a placement)",
            whole(*placements)
        ),
    }
}

/// The mean, or its lower bound.
pub fn mean_of(measurement: &Measurement) -> Cell {
    match measurement.mean {
        Some(mean) => Cell::Real(mean),
        None if measurement.method == Method::Unknown => "unknown".into(),
        None => Cell::Above(measurement.interval.low),
    }
}

/// The interval of the mean.
pub fn interval_of(measurement: &Measurement) -> Cell {
    match measurement.method {
        Method::Unknown => "–".into(),
        _ => measurement.interval.into(),
    }
}

/// The names of caveats, for a table.
pub fn caveat_names(caveats: &[Caveat]) -> String {
    let names: Vec<&str> = caveats.iter().map(Caveat::name).collect();
    names.join(", ")
}

/// A sentence for each caveat of an agent, below a table.
pub fn caveat_sentences(label: &str, caveats: &[Caveat]) -> String {
    caveats
        .iter()
        .map(|caveat| {
            let words = format!("{}: {label}: {}", caveat.name(), caveat.sentence());
            format!("{}\n", terminal::wrapped(&words, 2))
        })
        .collect()
}

/// The lines and pieces, and how many lines came to a piece: the student report's rate of row
/// clearance. A piece has four cells and a line as many as the board is wide, so it stays below
/// their ratio.
fn lines_and_pieces(measurement: &Measurement) -> String {
    let (lines, pieces) = (measurement.tally.lines, measurement.tally.pieces);
    let rate = match pieces {
        0 => String::new(),
        _ => format!(", {:.4} lines a piece", lines as f64 / pieces as f64),
    };
    let board = measurement.rules.get("board");
    let size = board.and_then(|board| board.parse::<Size>().ok());
    let most = match size {
        Some(size) if pieces > 0 => {
            format!(" (at most {})", digits(4.0 / size.width() as f64, 3))
        }
        _ => String::new(),
    };
    format!("{} and {}{rate}{most}", whole(lines), whole(pieces))
}

/// One measurement in full.
fn in_full(measurement: &Measurement) -> String {
    let mut fields = Fields::new(13);
    let mut field = |name: &str, value: String| fields.add(name, &value);
    let stopped = if measurement.games.interrupted {
        "   (interrupted)"
    } else {
        ""
    };
    field(
        "controller",
        format!(
            "{} ({}){stopped}",
            measurement.controller, measurement.search
        ),
    );
    field("fingerprint", identity_words(measurement.identity.as_ref()));
    field("score", score_words(&measurement.score));
    let [mean, interval] = alike([mean_of(measurement), interval_of(measurement)]);
    field("mean", mean);
    field(
        "95 % interval",
        format!("{interval}, {}", measurement.method.words()),
    );
    if let Some(papers) = &measurement.papers_interval {
        field(
            "papers' ±2/√N",
            format!("{} – {}", real(papers.low), real(papers.high)),
        );
    }
    for (name, value) in measurement.summary.iter().flat_map(summary_fields) {
        field(name, value);
    }
    if let Some(test) = &measurement.geometric_law {
        field("geometric law", format!("p = {:.3}", test.p_value));
    }
    let games = &measurement.games;
    field(
        "games",
        format!(
            "{} finished, {} cut short (seed {}, from number {})",
            whole(games.finished),
            whole(games.cut),
            measurement.seed,
            games.first
        ),
    );
    field("lines, pieces", lines_and_pieces(measurement));
    for caveat in &measurement.caveats {
        field(caveat.name(), caveat.sentence());
    }
    if let Some(heights) = &measurement.heights {
        field("pile height", heights_words(heights));
    }
    field("rules", rules_words(measurement));
    match &measurement.heights {
        Some(heights) => format!("{fields}\n{}", heights_table(heights)),
        None => fields.to_string(),
    }
}

/// How the scores of games are spread.
fn summary_fields(summary: &Summary) -> [(&'static str, String); 4] {
    let Summary {
        lower_quartile,
        upper_quartile,
        ..
    } = *summary;
    let quartiles = format!("{} and {}", real(lower_quartile), real(upper_quartile));
    let extremes = format!("{} and {}", whole(summary.min), whole(summary.max));
    [
        ("median", real(summary.median)),
        ("quartiles", quartiles),
        ("sd", summary.sd.map_or("–".to_string(), real)),
        ("least, most", extremes),
    ]
}

fn heights_words(heights: &Heights) -> String {
    match (heights.mean(), heights.most_frequent()) {
        (Some(mean), Some(most)) => {
            let moves = whole(heights.moves());
            format!("mean {}, most often {most} ({moves} moves)", real(mean))
        }
        _ => "every move lost its game".to_string(),
    }
}

/// How often the highest column has each height, with bars.
fn heights_table(heights: &Heights) -> String {
    let shares = heights.shares();
    let tallest = shares.iter().copied().fold(0.0, f64::max);
    let longest = terminal::width().map_or(40, |width| width.saturating_sub(40).clamp(10, 40));
    let mut table = Table::new(&[
        Column::right("height"),
        Column::right("moves"),
        Column::right("share"),
        Column::left("").spare(1).for_people(),
    ]);
    for (height, (&moves, share)) in heights.counts.iter().zip(&shares).enumerate() {
        table.row([
            height.to_string(),
            whole(moves),
            format!("{:.3} %", 100.0 * share),
            "█".repeat((longest as f64 * share / tallest).round() as usize),
        ]);
    }
    table.to_string()
}

/// Which agent played, as far as that is known.
fn identity_words(identity: Option<&Identity>) -> String {
    match identity {
        None => "identity unknown: a record of schema 1 does not hold its agent".to_string(),
        Some(identity) => {
            let claimed = match identity.is_claimed() {
                true => " (as claimed)",
                false => "",
            };
            // One word, which cannot be wrapped.
            match terminal::width().is_some_and(|width| width < 80) {
                true => format!("{}…{claimed}", identity.fingerprint.short()),
                false => format!("{}{claimed}", identity.fingerprint),
            }
        }
    }
}

/// What people call each agent.
fn labels_of(measurements: &[Measurement]) -> Vec<String> {
    let agents = measurements.iter().map(|measurement| {
        let Measurement {
            controller,
            identity,
            ..
        } = measurement;
        (
            controller.as_str(),
            identity.as_ref().map(|one| one.fingerprint),
        )
    });
    labels(&agents.collect::<Vec<_>>())
}

/// Several measurements, the greatest mean first.
fn as_table(measurements: &[Measurement]) -> String {
    let labels = labels_of(measurements);
    let means: Vec<Mean> = measurements.iter().map(Mean::from).collect();
    let order = ranking(&means);
    let mut table = Table::new(&[
        Column::left("controller"),
        Column::right("mean").unit("lines"),
        Column::bounds("95 % interval").unit("lines"),
        Column::right("median").unit("lines").spare(4),
        Column::right("sd").unit("lines").spare(5),
        Column::right("least").spare(7),
        Column::right("most").spare(6),
        Column::right("games").spare(1),
        Column::right("cut").spare(2),
        Column::right("pieces").spare(8),
        Column::caveats(),
    ]);
    for (place, &i) in order.iter().enumerate() {
        let m = &measurements[i];
        let summary = |read: fn(&Summary) -> Cell| m.summary.as_ref().map_or("".into(), read);
        let cells = [
            labels[i].as_str().into(),
            mean_of(m),
            interval_of(m),
            summary(|s| Cell::Real(s.median)),
            summary(|s| Cell::real(s.sd)),
            summary(|s| Cell::Whole(s.min)),
            summary(|s| Cell::Whole(s.max)),
            Cell::Whole(m.games.finished + m.games.cut),
            Cell::Whole(m.games.cut),
            Cell::Whole(m.tally.pieces),
            caveat_names(&m.caveats).into(),
        ];
        match place == 0 && may_be_best(&m.caveats) {
            true => table.best_row(cells),
            false => table.row(cells),
        }
    }
    let first = &measurements[order[0]];
    let mut text = format!(
        "{table}\nscore: {}; seed {}, games from number {}\n",
        score_words(&first.score),
        first.seed,
        first.games.first
    );
    let base = most_common(order.iter().map(|i| &measurements[*i]));
    text += &format!("rules: {}\n", wrapped(&rules_words(base), 7));
    for &i in &order {
        let m = &measurements[i];
        text += &caveat_sentences(&labels[i], &m.caveats);
        if let Some(heights) = &m.heights {
            let words = heights_words(heights);
            text += &format!("pile height: {}: {words}\n", labels[i]);
        }
    }
    for &i in &order {
        let other = differing(&measurements[i], base);
        if !other.is_empty() {
            text += &format!("but {}: {}\n", labels[i], other.join(" · "));
        }
    }
    text
}

/// Of measurements under several rules, the first under those of most.
fn most_common<'a>(measurements: impl Iterator<Item = &'a Measurement> + Clone) -> &'a Measurement {
    let alike = |one: &Measurement| {
        let same = measurements
            .clone()
            .filter(|other| other.rules == one.rules);
        same.count()
    };
    // `max_by_key` gives the last of equals.
    let all: Vec<&Measurement> = measurements.clone().collect();
    let most = all.into_iter().rev().max_by_key(|one| alike(one));
    most.expect("there is a measurement")
}

/// The rules of a measurement that are others in another one.
fn differing(measurement: &Measurement, base: &Measurement) -> Vec<String> {
    let rules = measurement.rules.iter();
    rules
        .filter(|(name, value)| base.rules.get(*name) != Some(value))
        .map(|(name, value)| format!("{name} {value}"))
        .collect()
}

/// The rules in full, in the order in which they are always printed.
pub fn rules_words(measurement: &Measurement) -> String {
    rules_in_words(&measurement.rules)
}

/// As [`rules_words`], of the rules of any record.
pub fn rules_in_words(rules: &BTreeMap<String, String>) -> String {
    Rules::names()
        .filter_map(|name| Some(format!("{name} {}", rules.get(name)?)))
        .collect::<Vec<_>>()
        .join(" · ")
}

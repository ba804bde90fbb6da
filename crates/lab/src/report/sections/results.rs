//! The table of results, the greatest mean first, and the forest plot.

use super::super::caveats;
use super::super::contents::{Contents, Named};
use super::super::html::{Table, escaped, figure};
use super::super::rows::{Row, RowChart, interval_mark};
use super::Section;
use crate::measure::{Measurement, Method, REJECTED_BELOW};
use crate::numbers::{brief, percent, whole};
use crate::records::{Caveat, may_be_best};
use crate::statistics::Interval;

/// The section.
pub(in super::super) fn section(contents: &Contents) -> Option<Section> {
    let mut body = String::new();
    if !contents.measured.is_empty() {
        body += &table(&contents.measured);
        body += &caveats::list(
            contents
                .measured
                .iter()
                .map(|row| (&*row.name, &*row.detail, &*row.of.caveats)),
        );
        body += &legend(&contents.measured);
    }
    let lines = |row: &&Named<&Measurement>| row.of_lines();
    let (of_lines, of_points): (Vec<_>, Vec<_>) = contents.measured.iter().partition(lines);
    let known = |row: &&&Named<&Measurement>| row.of.method != Method::Unknown;
    let of_lines = of_lines.iter().filter(known);
    let mut marks: Vec<Mark> = of_lines.map(|row| Mark::measured(row)).collect();
    marks.extend(contents.estimated.iter().map(|row| Mark {
        name: row.name.clone(),
        detail: with_caveats(&joined(&row.detail, "splitting"), &row.of.caveats),
        mean: row.of.mean,
        interval: row.of.interval,
        papers: None,
        class: class_of("splitting", &row.of.caveats),
    }));
    marks.sort_by(|a, b| b.standing().total_cmp(&a.standing()));
    body += &forest(&marks, "lines a game");
    let points: Vec<Mark> = of_points.iter().map(|row| Mark::measured(row)).collect();
    body += &forest(&points, "points");
    Section::new("results", "Results", body)
}

fn joined(detail: &str, more: &str) -> String {
    match detail {
        "" => more.to_string(),
        detail => format!("{detail} · {more}"),
    }
}

/// A detail with the caveats for which a mean cannot be called the best.
fn with_caveats(detail: &str, caveats: &[Caveat]) -> String {
    match (detail, &*caveats::barring(caveats)) {
        (detail, "") => detail.to_string(),
        (detail, barring) => joined(detail, barring),
    }
}

/// The class of a mark: means with such caveats are drawn pale.
fn class_of(class: &'static str, caveats: &[Caveat]) -> &'static str {
    match may_be_best(caveats) {
        true => class,
        false => "uncertain",
    }
}

/// A name with what sets it apart, for a table.
pub(in super::super) fn name_cell(name: &str, detail: &str) -> String {
    let name = escaped(name);
    match detail {
        "" => name,
        detail => format!("{name}<small>{}</small>", escaped(detail)),
    }
}

/// "low – high", without an upper bound "≥ low".
pub(in super::super) fn bounds(interval: &Interval) -> String {
    if interval.high.is_finite() {
        format!("{} – {}", brief(interval.low), brief(interval.high))
    } else {
        format!("≥ {}", brief(interval.low))
    }
}

fn mean_of(record: &Measurement) -> String {
    match record.mean {
        Some(mean) => brief(mean),
        None if record.method == Method::Unknown => "unknown".to_string(),
        None => format!("> {}", brief(record.interval.low)),
    }
}

fn table(measured: &[Named<&Measurement>]) -> String {
    let mut table = Table::new(&[
        ("controller", ""),
        ("mean", "num strong"),
        ("95&#8239;% interval", "num"),
        ("by", "by"),
        ("±", "num quiet"),
        ("median", "num"),
        ("sd", "num"),
        ("least", "num"),
        ("most", "num"),
        ("finished", "num"),
        ("cut", "num"),
        ("lines per piece", "num"),
        ("law", "num"),
    ]);
    for row in measured {
        let one = row.of;
        let none = || "–".to_string();
        let summary = one.summary.as_ref();
        let width = match (one.mean, one.interval.high.is_finite()) {
            (Some(mean), true) if mean > 0.0 => {
                percent((one.interval.high - one.interval.low) / (2.0 * mean))
            }
            _ => none(),
        };
        let law = one.geometric_law.as_ref().map(|test| test.p_value);
        let pieces = one.tally.pieces;
        table.row(vec![
            name_cell(&row.name, &row.detail),
            caveats::beside(&mean_of(one), &one.caveats),
            match one.method {
                Method::Unknown => none(),
                _ => bounds(&one.interval),
            },
            tag(one.method).to_string(),
            width,
            summary.map_or_else(none, |s| brief(s.median)),
            summary.and_then(|s| s.sd).map_or_else(none, brief),
            summary.map_or_else(none, |s| whole(s.min)),
            summary.map_or_else(none, |s| whole(s.max)),
            whole(one.games.finished),
            whole(one.games.cut),
            match pieces {
                0 => none(),
                _ => format!("{:.4}", one.tally.lines as f64 / pieces as f64),
            },
            law.map_or_else(none, |p| match p < REJECTED_BELOW {
                true => format!("<em>{}</em>", escaped(&p_value(p))),
                false => escaped(&p_value(p)),
            }),
        ]);
    }
    table.html("Results, the greatest mean first")
}

/// A p-value; small ones are not to be told apart.
pub(in super::super) fn p_value(p: f64) -> String {
    match p {
        p if p < 0.001 => "p < 0.001".to_string(),
        p => format!("p = {p:.2}"),
    }
}

fn tag(method: Method) -> &'static str {
    match method {
        Method::Geometric => "gamma",
        Method::Widened => "widened",
        Method::Empirical => "Student",
        Method::LowerBound => "bound",
        Method::Splitting => "splitting",
        Method::Unknown => "nothing",
    }
}

/// What the words of the table mean, for those that occur.
fn legend(measured: &[Named<&Measurement>]) -> String {
    let mut words = Vec::new();
    let methods = [
        Method::Geometric,
        Method::Widened,
        Method::Empirical,
        Method::LowerBound,
        Method::Unknown,
    ];
    for method in methods {
        if measured.iter().any(|row| row.of.method == method) {
            let (tag, meaning) = (tag(method), method.words());
            words.push(format!("<dt>{tag}</dt><dd>{}</dd>", escaped(meaning)));
        }
    }
    if measured.iter().any(|row| row.of.geometric_law.is_some()) {
        words.push(
            "<dt>law</dt><dd>how likely games as far from the geometric law as these are if they follow it; below 0.01 the interval no longer rests on it</dd>"
                .to_string(),
        );
    }
    if measured.iter().any(|row| row.of.games.cut > 0) {
        words.push(
            "<dt>cut</dt><dd>games that were not played to their ends: their lines count, without a death; median, sd and extremes are left out</dd>"
                .to_string(),
        );
    }
    format!("<dl class=\"legend\">{}</dl>\n", words.concat())
}

/// A row of the forest plot.
struct Mark {
    name: String,
    detail: String,
    mean: Option<f64>,
    interval: Interval,
    papers: Option<Interval>,
    class: &'static str,
}

impl Mark {
    fn measured(row: &Named<&Measurement>) -> Mark {
        Mark {
            name: row.name.clone(),
            detail: with_caveats(&row.detail, &row.of.caveats),
            mean: row.of.mean,
            interval: row.of.interval,
            papers: row.of.papers_interval,
            class: class_of("measured", &row.of.caveats),
        }
    }

    fn standing(&self) -> f64 {
        self.mean.unwrap_or(self.interval.low)
    }

    fn value(&self) -> String {
        match self.mean {
            Some(mean) => format!("{}  [{}]", brief(mean), bounds(&self.interval)),
            None => bounds(&self.interval),
        }
    }
}

fn forest(marks: &[Mark], unit: &str) -> String {
    let Some(range) = range_of(marks) else {
        return String::new();
    };
    let rows: Vec<Row> = marks
        .iter()
        .map(|mark| Row {
            name: mark.name.clone(),
            detail: mark.detail.clone(),
            value: mark.value(),
        })
        .collect();
    let chart = RowChart {
        title: &format!("Means of {unit} with their 95 % intervals"),
        description: marks
            .iter()
            .map(|mark| format!("{}: {}.", mark.name, mark.value()))
            .collect::<Vec<_>>()
            .join(" "),
        rows: &rows,
        range,
        axis: &format!("mean {unit}, logarithmic"),
        reference: None,
    };
    let drawing = chart.draw(|svg, index, y, scale| {
        let mark = &marks[index];
        if let Some(papers) = mark.papers {
            let ends = [papers.low, papers.high].map(|value| scale.at(value));
            svg.line("papers", (ends[0], y), (ends[1], y));
        }
        let bounds = (mark.interval.low, mark.interval.high);
        interval_mark(svg, mark.class, y, scale, bounds, mark.mean);
    });
    let papers = match marks.iter().any(|mark| mark.papers.is_some()) {
        true => " The pale bar behind is the papers’ mean·(1 ± 2/√N).",
        false => "",
    };
    let open = match marks.iter().any(|mark| !mark.interval.high.is_finite()) {
        true => " An arrow means that no game was lost: there is a lower bound only.",
        false => "",
    };
    let pale = match marks.iter().any(|mark| mark.class == "uncertain") {
        true => " Pale marks have a caveat, and are not ranked.",
        false => "",
    };
    let caption = format!(
        "Mean {unit} with its 95&#8239;% interval, the greatest first.{papers}{open}{pale}"
    );
    figure(&drawing, &caption)
}

/// The values that all marks and intervals lie between, with some air.
fn range_of(marks: &[Mark]) -> Option<(f64, f64)> {
    let values = marks.iter().flat_map(|mark| {
        let all = [mark.mean, Some(mark.interval.low), Some(mark.interval.high)];
        all.into_iter().flatten()
    });
    let values: Vec<f64> = values.filter(|v| *v > 0.0 && v.is_finite()).collect();
    let least = values.iter().copied().reduce(f64::min)?;
    let greatest = values.iter().copied().reduce(f64::max)?;
    let open = marks.iter().any(|mark| !mark.interval.high.is_finite());
    Some((least / 1.12, greatest * if open { 1.6 } else { 1.12 }))
}

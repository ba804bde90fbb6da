//! Published results beside ours.

use super::super::contents::Contents;
use super::super::html::{Table, escaped, figure};
use super::super::rows::{Row, RowChart, interval_mark};
use super::Section;
use crate::numbers::{brief, counted};
use crate::reproduce::{Agreement, Reproduced, TABLES};

/// How many agree, in a sentence.
pub(in super::super) fn sentence(contents: &Contents) -> String {
    let count = |of: Agreement| {
        let rows = contents.reproduced.iter();
        rows.filter(|row| row.agreement == of).count() as u64
    };
    format!(
        "Of {}, <strong>{} agree</strong> with what was measured here and {} differ; for {} there is nothing to compare.",
        counted(
            contents.reproduced.len() as u64,
            "published result",
            "published results"
        ),
        count(Agreement::Agrees),
        count(Agreement::Differs),
        count(Agreement::Open)
    )
}

/// The section: for each table of the papers its rows, and the ratios of ours to theirs.
pub(in super::super) fn section(contents: &Contents) -> Option<Section> {
    let mut body = String::new();
    let drawn: Vec<&Reproduced> = contents
        .reproduced
        .iter()
        .copied()
        .filter(|row| ratio(row).is_some() && row.interval.low < row.interval.high)
        .collect();
    if !drawn.is_empty() {
        body += &figure(
            &ratios(&drawn),
            "Our mean over the reported figure, with our 95&#8239;% interval; of what was trained again, the median over the seeds with their range. Hollow: the two differ, their own interval taken into account.",
        );
    }
    for (name, words) in TABLES {
        let rows: Vec<&Reproduced> = contents
            .reproduced
            .iter()
            .copied()
            .filter(|row| row.table == name)
            .collect();
        if !rows.is_empty() {
            body += &format!("<h3>{}</h3>\n{}", escaped(words), table(&rows, words));
        }
    }
    Section::new("published", "Published results", body)
}

fn table(rows: &[&Reproduced], label: &str) -> String {
    let mut table = Table::new(&[
        ("result", ""),
        ("reported", "num wraps"),
        ("ours", "num strong"),
        ("interval or range", "num"),
        ("verdict", ""),
        ("by", "quiet wraps"),
    ]);
    for row in rows {
        let class = match row.agreement {
            Agreement::Agrees => "agrees",
            Agreement::Differs => "differs",
            Agreement::Open => "open",
        };
        table.marked(
            class,
            vec![
                label_cell(&row.label),
                escaped(&row.reported_words),
                escaped(&row.ours()),
                escaped(&row.interval_words()),
                row.agreement.word().to_string(),
                escaped(&row.by),
            ],
        );
    }
    table.html(label)
}

/// Whose result it is, and by which controller or experiment it is measured, where both are told.
fn parts(label: &str) -> Option<(&str, &str)> {
    label.split_once(": ")
}

/// A label, with its second part below the first.
fn label_cell(label: &str) -> String {
    match parts(label) {
        Some((who, what)) => format!("{}<small>{}</small>", escaped(who), escaped(what)),
        None => escaped(label),
    }
}

/// Ours over theirs.
fn ratio(row: &Reproduced) -> Option<f64> {
    let reported = row.reported.filter(|reported| *reported > 0.0)?;
    Some(row.mean? / reported).filter(|ratio| *ratio > 0.0 && ratio.is_finite())
}

fn ratios(drawn: &[&Reproduced]) -> String {
    let bounds = |row: &Reproduced| {
        let reported = row.reported.unwrap_or(1.0);
        (row.interval.low / reported, row.interval.high / reported)
    };
    let rows: Vec<Row> = drawn
        .iter()
        .map(|row| {
            let (name, detail) = parts(&row.label).unwrap_or((&row.label, &row.table));
            Row {
                name: name.to_string(),
                detail: detail.to_string(),
                value: format!("×{}", ratio(row).map_or("?".to_string(), brief)),
            }
        })
        .collect();
    let values: Vec<f64> = drawn
        .iter()
        .flat_map(|row| [bounds(row).0, bounds(row).1])
        .chain([1.0])
        .filter(|value| *value > 0.0 && value.is_finite())
        .collect();
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = values.iter().copied().fold(0.0, f64::max);
    let described = drawn.iter().zip(&rows);
    let chart = RowChart {
        title: "Our means over the reported figures, with their intervals or ranges",
        description: described
            .map(|(row, shown)| {
                format!("{}: {}, {}.", row.label, shown.value, row.agreement.word())
            })
            .collect::<Vec<_>>()
            .join(" "),
        rows: &rows,
        range: (least / 1.1, greatest * 1.1),
        axis: "ours over reported, logarithmic",
        reference: Some(1.0),
    };
    chart.draw(|svg, index, y, scale| {
        let row = drawn[index];
        let class = match row.agreement {
            Agreement::Differs => "uncertain",
            _ => "measured",
        };
        interval_mark(svg, class, y, scale, bounds(row), ratio(row));
    })
}

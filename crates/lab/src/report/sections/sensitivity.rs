//! One agent under several rules: what each rule is worth.

use super::super::caveats;
use super::super::contents::{Contents, Named};
use super::super::html::{Table, escaped, figure};
use super::super::rows::{Row, RowChart, interval_mark};
use super::Section;
use super::results::bounds;
use crate::Measurement;
use crate::compare::Ratio;
use crate::numbers::brief;
use crate::settings::Settings;

/// Rules in this number of variants make a section.
const LEAST: usize = 3;

/// The section: agents that were measured under several variants of one set of rules.
pub(in super::super) fn section(contents: &Contents) -> Option<Section> {
    let mut body = String::new();
    let mut left: Vec<&Named<&Measurement>> = contents.measured.iter().collect();
    left.retain(|row| row.of_lines() && row.of.mean.is_some());
    while let Some(first) = left.pop() {
        let is_same = |row: &&Named<&Measurement>| is_same_agent(row.of, first.of);
        let (mut same, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(is_same);
        same.push(first);
        left = rest;
        if let Some(variants) = variants_of_one(&same) {
            body += &shown(&first.name, &variants);
        }
    }
    Section::new("sensitivity", "Sensitivity to the rules", body)
}

/// Whether two measurements are of one agent, whatever its rules and its search.
fn is_same_agent(a: &Measurement, b: &Measurement) -> bool {
    let (Some(mine), Some(other)) = (&a.identity, &b.identity) else {
        return false;
    };
    a.seed == b.seed && mine.agent == other.agent
}

/// A measurement, and what its rules have that those of the base have not.
struct Variant<'a> {
    label: String,
    measured: &'a Measurement,
}

/// The variants, the base first: the measurement whose rules differ least from those of the others.
/// None if they are no variants of one set of rules.
fn variants_of_one<'a>(rows: &[&Named<&'a Measurement>]) -> Option<Vec<Variant<'a>>> {
    let differences = |base: &Measurement| -> usize {
        let counts = rows.iter();
        counts
            .map(|row| differing(&base.rules, &row.of.rules).len())
            .sum()
    };
    let base = rows.iter().min_by_key(|row| differences(row.of))?.of;
    let mut variants = Vec::new();
    let mut labels: Vec<String> = Vec::new();
    for row in rows {
        let words = differing(&base.rules, &row.of.rules);
        let label = match words.is_empty() {
            true => "the base".to_string(),
            false => words.join(", "),
        };
        // The same rules twice are other games, not other rules.
        if words.len() > 3 || labels.contains(&label) {
            return None;
        }
        labels.push(label.clone());
        variants.push(Variant {
            label,
            measured: row.of,
        });
    }
    variants.sort_by_key(|variant| variant.label != "the base");
    (variants.len() >= LEAST).then_some(variants)
}

/// The settings of `rules` that are others than those of `base`.
fn differing(base: &Settings, rules: &Settings) -> Vec<String> {
    let differ = rules
        .iter()
        .filter(|(name, value)| base.get(*name) != Some(value));
    differ
        .map(|(name, value)| format!("{name} {value}"))
        .collect()
}

fn shown(name: &str, variants: &[Variant]) -> String {
    let base = variants[0].measured;
    let mut table = Table::new(&[
        ("rules", ""),
        ("mean", "num"),
        ("95 % interval", "num"),
        ("of the base", "num"),
        ("95 % interval", "num"),
    ]);
    let mut rows = Vec::new();
    let mut ratios = Vec::new();
    for variant in variants {
        let measured = variant.measured;
        let ratio = Ratio::of(measured, base).comparison;
        let mean = measured.mean.map_or("–".to_string(), brief);
        table.row(vec![
            escaped(&variant.label),
            caveats::beside(&mean, &measured.caveats),
            bounds(&measured.interval),
            ratio
                .ratio
                .map_or("–".to_string(), |ratio| format!("{ratio:.2}")),
            bounds(&ratio.interval),
        ]);
        if let (Some(one), true) = (ratio.ratio, ratio.interval.high.is_finite()) {
            rows.push(Row {
                name: variant.label.clone(),
                detail: caveats::barring(&measured.caveats),
                value: mean,
            });
            ratios.push((one, ratio.interval));
        }
    }
    let low = ratios.iter().map(|(_, interval)| interval.low.max(1e-6));
    let high = ratios.iter().map(|(_, interval)| interval.high);
    let range = (low.fold(0.9, f64::min), high.fold(1.1, f64::max));
    let chart = RowChart {
        title: "The mean under each variant of the rules, over that of the base",
        description: format!("{} variants of the rules of {name}.", variants.len()),
        rows: &rows,
        range,
        axis: "ratio to the base, logarithmic",
        reference: Some(1.0),
    };
    let drawing = chart.draw(|svg, index, y, scale| {
        let (ratio, interval) = &ratios[index];
        interval_mark(
            svg,
            "",
            y,
            scale,
            (interval.low, interval.high),
            Some(*ratio),
        );
    });
    let caption = format!(
        "<b>{}</b> under several rules. A dot is the mean over that of the base, and its bar is the 95 % interval of the ratio; the number on the right is the mean. The line at 1 is the base, of which each variant differs in the settings that are named.",
        escaped(name)
    );
    figure(&drawing, &caption) + &table.html("Sensitivity to the rules")
}

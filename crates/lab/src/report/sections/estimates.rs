//! Estimates by splitting: the levels, and the repeats.

use super::super::caveats;
use super::super::contents::{Contents, Named};
use super::super::html::{Table, escaped, figure};
use super::super::plot::{Anchor, Axis, Frame, Scale, Svg, fitted};
use super::Section;
use super::results::{bounds, name_cell};
use crate::estimate::Estimate;
use crate::numbers::{brief, percent, short, whole};

/// Width and height of a drawing of levels.
const SIZE: (f64, f64) = (360.0, 250.0);

/// The section.
pub(in super::super) fn section(contents: &Contents) -> Option<Section> {
    if contents.estimated.is_empty() {
        return None;
    }
    let mut table = Table::new(&[
        ("controller", ""),
        ("mean lines", "num strong"),
        ("95&#8239;% interval", "num"),
        ("lines a cycle", "num"),
        ("lost in a cycle", "num"),
        ("levels", "num"),
        ("repeats", "num"),
        ("moves", "num"),
        ("by heights", "num quiet"),
    ]);
    for row in &contents.estimated {
        let one = row.of;
        let none = || "–".to_string();
        let repeats = whole(one.repeats.len() as u64);
        table.row(vec![
            name_cell(&row.name, &row.detail),
            caveats::beside(&one.mean.map_or_else(none, brief), &one.caveats),
            bounds(&one.interval),
            brief(one.lines_per_cycle),
            brief(one.lost_per_cycle),
            // Merged estimates have levels of their own each.
            match one.levels.len() as u64 {
                0 => none(),
                levels => whole(levels),
            },
            repeats,
            short(one.moves as f64),
            one.extrapolation
                .as_ref()
                .map_or_else(none, |line| brief(line.lines)),
        ]);
    }
    let mut body = table.html("Estimates by splitting");
    body += &caveats::list(
        contents
            .estimated
            .iter()
            .map(|row| (&*row.name, &*row.detail, &*row.of.caveats)),
    );
    body += "<p class=\"note\">A game is a sequence of cycles between low boards. The mean is the lines of a cycle over the probability to be lost within one, a product of probabilities to climb from level to level. Repeats are independent and give the interval. <em>By heights</em> is the extrapolation of the heights’ frequencies (Fahey; Thiery and Scherrer), shown for comparison only: it is known to be biased.</p>\n";
    let drawings: String = contents
        .estimated
        .iter()
        .filter_map(levels)
        .map(|svg| svg.finish())
        .collect();
    if !drawings.is_empty() {
        body += &figure(
            &format!("<div class=\"multiples\">\n{drawings}</div>\n"),
            "The probability that a cycle reaches each level, down to that of losing the game. Beside each step: the share of climbs that passed it.",
        );
    }
    Section::new("estimates", "Games that never end", body)
}

/// The way down from level to level, on a logarithmic axis.
fn levels(row: &Named<&Estimate>) -> Option<Svg> {
    let one = row.of;
    let mut reached = Vec::new();
    let mut product = 1.0;
    for level in &one.levels {
        product *= level.share;
        reached.push(product);
    }
    let least = reached
        .iter()
        .copied()
        .filter(|p| *p > 0.0)
        .reduce(f64::min)?;
    let (left, right, top, bottom) = (42.0, SIZE.0 - 8.0, 52.0, SIZE.1 - 44.0);
    let frame = Frame {
        x: Axis {
            scale: Scale::linear(0.0, reached.len() as f64 + 0.4, left, right).of_whole_numbers(),
            ticks: 8,
            label: "level".to_string(),
        },
        y: Axis {
            scale: Scale::logarithmic(least, 1.0, bottom, top).rounded(5),
            ticks: 5,
            label: String::new(),
        },
        left,
        right,
        top,
        bottom,
    };
    let title = format!("Levels of splitting: {}", row.name);
    let description = format!(
        "The probability that a cycle reaches each of {} levels; that of losing is {}.",
        reached.len(),
        brief(least)
    );
    let mut svg = Svg::new(SIZE.0, SIZE.1, &title, &description);
    svg.text("panel", (0.0, 15.0), Anchor::Start, &row.name);
    let lost = brief(one.lost_per_cycle);
    let about = format!(
        "{}lost in a cycle: {lost}",
        match &*row.detail {
            "" => String::new(),
            detail => format!("{detail} · "),
        }
    );
    svg.text(
        "detail",
        (0.0, 32.0),
        Anchor::Start,
        &fitted(&about, SIZE.0),
    );
    frame.draw(&mut svg);
    let points: Vec<(f64, f64)> = std::iter::once((0.0, 1.0))
        .chain((1..).map(f64::from).zip(reached.iter().copied()))
        .collect();
    frame.curve(&mut svg, "steps", &points);
    mark_levels(&mut svg, &frame, one, &reached);
    Some(svg)
}

/// A mark for each level, with the share of climbs that passed it.
fn mark_levels(svg: &mut Svg, frame: &Frame, one: &Estimate, reached: &[f64]) {
    let few = reached.len() <= 9;
    for (index, (level, probability)) in one.levels.iter().zip(reached).enumerate() {
        let at = frame.at(index as f64 + 1.0, *probability);
        let name = level
            .danger
            .map_or("the end of the game".to_string(), |danger| {
                format!("danger {danger}")
            });
        let class = if level.danger.is_none() {
            "point last"
        } else {
            "point measured"
        };
        svg.disc(
            class,
            at,
            4.0,
            &format!(
                "{name}: {} of climbs, {} of cycles",
                percent(level.share),
                brief(*probability)
            ),
        );
        if few && at.0 + 40.0 < frame.right + 12.0 {
            svg.text(
                "mark",
                (at.0 + 7.0, at.1 - 4.0),
                Anchor::Start,
                &percent(level.share),
            );
        }
    }
}

/// A short statement of an estimate, for the head of the page.
pub(in super::super) fn sentence(row: &Named<&Estimate>) -> String {
    let mean = row.of.mean.map_or("unknown".to_string(), brief);
    let caveats = match &*row.of.caveats {
        [] => String::new(),
        some => format!("; {}", caveats::names(some)),
    };
    format!(
        "<strong>{}</strong> is estimated at {mean} lines a game ({}{caveats})",
        escaped(&row.name),
        bounds(&row.of.interval)
    )
}

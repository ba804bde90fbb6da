//! How high the pile stands.

use tetrarium_engine::Size;

use super::super::contents::Contents;
use super::super::html::figure;
use super::super::plot::{Anchor, Axis, Frame, Scale, Svg, fitted};
use super::super::replays::{MOST_HEIGHTS, Replays};
use super::Section;
use crate::numbers::{percent, short, whole};
use crate::play::Heights;
use crate::settings::Settings;

/// Width and height of one.
const SIZE: (f64, f64) = (360.0, 230.0);

/// The section: heights as counted, and of the first games of other measurements, which were played
/// again.
pub(in super::super) fn section(contents: &Contents, replays: &Replays) -> Option<Section> {
    let mut panels: Vec<String> = Vec::new();
    for row in &contents.heights {
        panels.extend(distribution(
            &row.name,
            &row.detail,
            row.of.rules,
            row.of.counts,
        ));
    }
    let recorded = panels.len();
    for (number, counts) in &replays.heights {
        let row = &contents.measured[*number];
        panels.extend(distribution(&row.name, &row.detail, &row.of.rules, counts));
    }
    let again = match panels.len() > recorded {
        true => {
            " Where heights were not counted the first moves of the first games were played again for this page."
        }
        false => "",
    };
    panels.truncate(MOST_HEIGHTS);
    let body = match panels.is_empty() {
        true => String::new(),
        false => figure(
            &format!("<div class=\"multiples\">\n{}</div>\n", panels.concat()),
            &format!(
                "Share of moves, in %, after which the highest column stands at each height, full rows removed. The dashed line is the top of the board.{again}"
            ),
        ),
    };
    Section::new("heights", "Pile heights", body)
}

/// The panel of one controller; none without moves.
fn distribution(name: &str, detail: &str, rules: &Settings, heights: &Heights) -> Option<String> {
    let shares = heights.shares();
    if heights.moves() == 0 {
        return None;
    }
    let tallest = shares.iter().copied().fold(0.0, f64::max);
    let size = rules
        .get("board")
        .and_then(|board| board.parse::<Size>().ok());
    let highest = shares.len() - 1;
    let highest = size.map_or(highest, |size| size.height().max(highest));
    let (left, right, top, bottom) = (38.0, SIZE.0 - 8.0, 52.0, SIZE.1 - 44.0);
    let frame = Frame {
        x: Axis {
            scale: Scale::linear(-0.6, highest as f64 + 0.6, left, right).of_whole_numbers(),
            ticks: 8,
            label: "height of the highest column".to_string(),
        },
        y: Axis {
            scale: Scale::linear(0.0, 100.0 * tallest, bottom, top).rounded(4),
            ticks: 4,
            label: String::new(),
        },
        left,
        right,
        top,
        bottom,
    };
    let mean = heights
        .mean()
        .map_or("–".to_string(), |mean| format!("{mean:.2}"));
    let title = format!("Pile heights: {name}");
    let description = format!(
        "The distribution of the highest column over {} moves, mean {mean}.",
        whole(heights.moves())
    );
    let mut svg = Svg::new(SIZE.0, SIZE.1, &title, &description);
    svg.text("panel", (0.0, 15.0), Anchor::Start, name);
    let moves = format!("{} moves", short(heights.moves() as f64));
    let mut about = vec![format!("mean {mean}"), moves];
    if !detail.is_empty() {
        about.push(detail.to_string());
    }
    let about = fitted(&about.join(" · "), SIZE.0);
    svg.text("detail", (0.0, 32.0), Anchor::Start, &about);
    frame.draw(&mut svg);
    for (height, share) in (0..).zip(&shares) {
        let tip = format!("height {height}: {} of moves", percent(*share));
        let at = f64::from(height);
        frame.bar(&mut svg, "bar", at - 0.46, at + 0.46, 100.0 * share, &tip);
    }
    if let Some(size) = size {
        let x = frame.x.scale.at(size.height() as f64 + 0.5);
        svg.line("top-row", (x, top), (x, bottom));
    }
    Some(svg.finish())
}

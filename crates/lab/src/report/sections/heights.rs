//! How high the pile stands.

use tetrarium_engine::Size;

use super::super::contents::{Contents, Heights, Named};
use super::super::html::figure;
use super::super::numbers::{percent, real, short, whole};
use super::super::plot::{Anchor, Axis, Frame, Scale, Svg, fitted};
use super::Section;

/// The most distributions on a page.
const MOST: usize = 12;

/// Width and height of one.
const SIZE: (f64, f64) = (360.0, 230.0);

/// The section.
pub(in super::super) fn section(contents: &Contents) -> Option<Section> {
    let known = contents
        .heights
        .iter()
        .filter(|row| row.of.counts.moves() > 0);
    let drawings: String = known
        .take(MOST)
        .map(|row| distribution(row).finish())
        .collect();
    let body = match drawings.as_str() {
        "" => String::new(),
        drawings => figure(
            &format!("<div class=\"multiples\">\n{drawings}</div>\n"),
            "Share of moves after which the highest column stands at each height, full rows removed. The dashed line is the top of the board.",
        ),
    };
    Section::new("heights", "Pile heights", body)
}

fn distribution(row: &Named<Heights>) -> Svg {
    let counts = row.of.counts;
    let moves = counts.moves() as f64;
    let tallest = counts
        .counts
        .iter()
        .map(|&n| n as f64 / moves)
        .fold(0.0, f64::max);
    let top_row = row
        .of
        .rules
        .get("board")
        .and_then(|board| board.parse::<Size>().ok());
    let highest = top_row.map_or(counts.counts.len(), |size| {
        size.height().max(counts.counts.len() - 1)
    });
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
    let mean = counts.mean().map_or("–".to_string(), real);
    let title = format!("Pile heights: {}", row.name);
    let description = format!(
        "The distribution of the highest column over {} moves, mean {mean}.",
        whole(counts.moves())
    );
    let mut svg = Svg::new(SIZE.0, SIZE.1, &title, &description);
    svg.text("panel", (0.0, 15.0), Anchor::Start, &row.name);
    let mut about = vec![
        format!("mean height {mean}"),
        format!("{} moves, in %", short(counts.moves() as f64)),
    ];
    if !row.detail.is_empty() {
        about.insert(0, row.detail.clone());
    }
    svg.text(
        "detail",
        (0.0, 32.0),
        Anchor::Start,
        &fitted(&about.join(" · "), SIZE.0),
    );
    frame.draw(&mut svg);
    for (height, &count) in (0..).zip(&counts.counts) {
        let share = count as f64 / moves;
        let tip = format!("height {height}: {} of moves", percent(share));
        let at = f64::from(height);
        frame.bar(&mut svg, "bar", at - 0.46, at + 0.46, 100.0 * share, &tip);
    }
    if let Some(size) = top_row {
        let x = frame.x.scale.at(size.height() as f64 + 0.5);
        svg.line("top-row", (x, top), (x, bottom));
    }
    svg
}

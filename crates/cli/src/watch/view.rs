//! The view: a pure function of the model, drawn into a frame.
//!
//! It has four parts: the board, the facts of the game, why the move is made, and the height of the
//! pile. A terminal of 80 columns and 24 rows has room for all; a larger one shows more of each.

mod board;
mod facts;
mod frames;
mod overlays;
mod pile;
mod placements;
mod reasons;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use super::model::{Model, Overlay};
use super::palette::Palette;
use crate::style::shortened;
use frames::Cut;

/// The smallest terminal that the view is drawn on.
const LEAST: (u16, u16) = (60, 20);

/// From this height on there is room below the board for the facts.
const TALL: u16 = 36;

/// The least width of what stands beside the board.
const BESIDE: u16 = 38;

/// Draws the view.
pub fn view(model: &Model, palette: Palette, frame: &mut Frame) {
    let area = frame.area();
    if area.width < LEAST.0 || area.height < LEAST.1 {
        return too_small(frame, area);
    }
    let above = Rect {
        height: area.height - 2,
        ..area
    };
    let scale = board::Scale::fitting(model.machine().rules().board, above, BESIDE);
    let (width, height) = scale.size(model.machine().rules().board);
    let tall = above.height >= TALL && above.height >= height + 12 && width >= 20;
    let (left, right) = above.split(width);
    let board = Rect { height, ..left };
    board::draw(model, palette, scale, frame, board);
    let beside = match tall {
        true => {
            facts::below(model, palette, frame, left.under(height));
            right
        }
        false => {
            let rows = facts::ROWS;
            facts::beside(
                model,
                palette,
                frame,
                Rect {
                    height: rows,
                    ..right
                },
            );
            right.under(rows)
        }
    };
    reasons_and_pile(model, palette, frame, beside);
    footer(model, palette, frame, area);
    match &model.overlay {
        Overlay::None => {}
        Overlay::Help => overlays::help(palette, frame, area),
        Overlay::Controllers(marked) => {
            overlays::controllers(model, *marked, palette, frame, area);
        }
        Overlay::Seed(digits) => overlays::seed(model, digits, palette, frame, area),
    }
}

/// Why the move is made, the best placements where there is room, and the pile.
fn reasons_and_pile(model: &Model, palette: Palette, frame: &mut Frame, area: Rect) {
    let pile = match area.height {
        0..20 => 4,
        20..30 => 6,
        _ => 8,
    };
    let left = area.height - pile;
    let wanted = reasons::wanted(model).clamp(4, left);
    let ranked = match (model.machine().player(), left - wanted) {
        (None, _) | (_, 0..6) => 0,
        (_, spare) => spare,
    };
    let reasons = Rect {
        height: left - ranked,
        ..area
    };
    reasons::draw(model, palette, frame, reasons);
    let rest = area.under(reasons.height);
    if ranked > 0 {
        placements::draw(
            model,
            palette,
            frame,
            Rect {
                height: ranked,
                ..rest
            },
        );
    }
    pile::draw(model, palette, frame, rest.under(ranked));
}

/// That the terminal is too small.
fn too_small(frame: &mut Frame, area: Rect) {
    let (width, height) = LEAST;
    let text = format!(
        "The view needs {width} columns and {height} rows; this terminal has {} and {}. q quits.",
        area.width, area.height
    );
    frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
}

/// The last two rows: what happens, and the keys.
fn footer(model: &Model, palette: Palette, frame: &mut Frame, area: Rect) {
    let row = |from_below: u16| Rect {
        y: area.y + area.height - from_below,
        height: 1,
        ..area
    };
    let status = shortened(&model.status(), usize::from(area.width) - 1);
    let status = Line::styled(format!(" {status}"), palette.strong());
    frame.render_widget(Paragraph::new(status), row(2));
    let keys = match (model.hand().is_some(), area.width) {
        (true, 0..73) => IN_HAND_NARROW,
        (true, _) => IN_HAND,
        (false, 0..80) => WATCHING_NARROW,
        (false, 80..100) => WATCHING,
        (false, _) => WATCHING_WIDE,
    };
    let mut spans = vec![Span::raw(" ")];
    for (key, what) in keys {
        spans.push(Span::styled(*key, palette.strong()));
        spans.push(Span::styled(format!(" {what}  "), palette.label()));
    }
    frame.render_widget(Paragraph::new(Line::from(spans)), row(1));
}

const WATCHING_NARROW: &[(&str, &str)] = &[
    ("space", "pause"),
    ("←→", "step"),
    ("+-", "speed"),
    ("?", "help"),
    ("q", "quit"),
];

const WATCHING: &[(&str, &str)] = &[
    ("space", "pause"),
    ("←→", "step"),
    ("+-", "speed"),
    ("c", "controller"),
    ("h", "ghosts"),
    ("p", "play"),
    ("?", "help"),
    ("q", "quit"),
];

const WATCHING_WIDE: &[(&str, &str)] = &[
    ("space", "pause"),
    ("←→", "step"),
    ("+-", "speed"),
    ("c", "controller"),
    ("r", "restart"),
    ("s", "seed"),
    ("h", "ghosts"),
    ("p", "play"),
    ("?", "help"),
    ("q", "quit"),
];

const IN_HAND: &[(&str, &str)] = &[
    ("←→", "move"),
    ("↑", "turn"),
    ("↓", "drop"),
    ("a", "advice"),
    ("h", "ghosts"),
    ("p", "machine"),
    ("?", "help"),
    ("q", "quit"),
];

const IN_HAND_NARROW: &[(&str, &str)] = &[
    ("←→", "move"),
    ("↑", "turn"),
    ("↓", "drop"),
    ("a", "advice"),
    ("?", "help"),
    ("q", "quit"),
];

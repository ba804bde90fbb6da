//! What stands over the game: the keys, the list of controllers, the question for a seed.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph};

use super::frames::framed;
use crate::style::shortened;
use crate::watch::model::Model;
use crate::watch::palette::Palette;

const KEYS: &[(&str, &str)] = &[
    ("space", "pause, go on"),
    ("→  ←", "one move on, one move back"),
    ("+  -", "faster, slower"),
    ("c", "another controller, with the same pieces"),
    ("r", "the game from its first move"),
    ("s", "another seed"),
    ("n", "the next game"),
    ("h", "the best three placements as ghosts"),
    ("p", "play yourself, and give the pieces back"),
    ("q", "quit"),
    ("", ""),
    ("", "While you play:"),
    ("←  →", "move the piece"),
    ("↑  z", "turn it"),
    ("↓  space", "drop it"),
    ("a", "the machine's advice"),
    ("Backspace", "take a move back"),
];

/// A place in the middle, emptied.
fn middle(frame: &mut Frame, area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, place);
    place
}

/// The keys.
pub fn help(palette: Palette, frame: &mut Frame, area: Rect) {
    let place = middle(frame, area, 58, KEYS.len() as u16 + 2);
    let lines = KEYS.iter().map(|(key, what)| {
        Line::from(vec![
            Span::styled(format!(" {key:11}"), palette.strong()),
            Span::raw(*what),
        ])
    });
    let block = framed("keys", palette);
    let text = Paragraph::new(lines.collect::<Vec<_>>()).block(block);
    frame.render_widget(text, place);
}

/// The list of controllers.
pub fn controllers(model: &Model, marked: usize, palette: Palette, frame: &mut Frame, area: Rect) {
    let (names, plays) = model.names();
    let place = middle(frame, area, 46, names.len() as u16 + 2);
    let block = framed("controller: ↑ ↓ or a letter, Enter", palette);
    let inner = block.inner(place);
    frame.render_widget(block, place);
    let rows = usize::from(inner.height);
    let from = marked
        .saturating_sub(rows / 2)
        .min(names.len().saturating_sub(rows));
    let lines = names.iter().enumerate().skip(from).take(rows);
    let lines = lines.map(|(index, name)| {
        let sign = if index == plays { '•' } else { ' ' };
        let name = shortened(name, usize::from(inner.width) - 4);
        let text = format!(
            " {sign} {name:columns$}",
            columns = inner.width as usize - 3
        );
        match index == marked {
            true => Line::styled(text, palette.marked()),
            false => Line::raw(text),
        }
    });
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inner);
}

/// The question for a seed.
pub fn seed(model: &Model, digits: &str, palette: Palette, frame: &mut Frame, area: Rect) {
    let place = middle(frame, area, 46, 4);
    let [seed, _] = model.seed_and_number();
    let lines = vec![
        Line::from(vec![Span::raw(format!(" seed: {digits}")), Span::raw("_")]),
        Line::styled(
            format!(" Enter plays it, Esc keeps {seed}"),
            palette.label(),
        ),
    ];
    let block = framed("seed", palette);
    frame.render_widget(Paragraph::new(lines).block(block), place);
}

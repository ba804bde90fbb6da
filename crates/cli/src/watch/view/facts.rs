//! The facts of the game: lines, pieces, height, pace, seed; the next piece.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use tetrarium_lab::numbers::{rate, whole};

use super::board;
use super::frames::framed;
use crate::style::{plain, shortened, width};
use crate::watch::model::Model;
use crate::watch::palette::Palette;

/// The rows of the facts beside the board.
pub const ROWS: u16 = 6;

/// The columns of the next piece.
const NEXT: u16 = 9;

/// The facts, each with its name.
fn facts(model: &Model) -> Vec<(&'static str, String)> {
    let moment = model.timeline().moment();
    let [seed, number] = model.seed_and_number();
    let pace = match (model.hand().is_some(), model.clock.rate()) {
        (false, Some(moves)) if !model.paused => rate(moves),
        _ => "–".to_string(),
    };
    let game = match model.game_of_file() {
        Some((one, all)) if all > 1 => format!("{} ({one} of {all})", whole(number)),
        _ => whole(number),
    };
    vec![
        ("lines", whole(moment.counts.lines)),
        ("pieces", whole(moment.counts.pieces)),
        ("height", moment.board.max_height().to_string()),
        ("points", whole(moment.counts.reward)),
        ("moves/s", pace),
        ("speed", model.clock.short()),
        ("seed", seed.to_string()),
        ("game", game),
    ]
}

/// A fact in a number of columns.
fn fact(name: &str, value: &str, columns: usize, palette: Palette) -> Vec<Span<'static>> {
    let value = shortened(value, columns.saturating_sub(8));
    let spare = columns.saturating_sub(8 + width(&value));
    vec![
        Span::styled(format!("{name:8}"), palette.label()),
        Span::raw(value),
        Span::raw(" ".repeat(spare)),
    ]
}

/// The controller and its search.
fn title(model: &Model, columns: usize) -> String {
    let machine = model.machine();
    let text = format!("{} ({})", machine.name(), machine.search());
    shortened(&plain(&text), columns)
}

/// The facts in two columns, for the place beside the board.
pub fn beside(model: &Model, palette: Palette, frame: &mut Frame, area: Rect) {
    let block = framed(&title(model, area.width as usize - 4), palette);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let next = model.timeline().moment().next;
    let shows_next = model.machine().rules().visible > 1;
    let columns = inner.width - if shows_next { NEXT } else { 0 };
    let (left, right) = (columns * 2 / 5, columns - columns * 2 / 5);
    let facts = facts(model);
    let half = facts.len() / 2;
    let lines = (0..half).map(|row| {
        let (name, value) = &facts[row];
        let mut spans = fact(name, value, left.into(), palette);
        let (name, value) = &facts[row + half];
        spans.extend(fact(name, value, right.into(), palette));
        Line::from(spans)
    });
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inner);
    if shows_next {
        let mut lines = vec![Line::styled("next", palette.label())];
        lines.extend(
            next.into_iter()
                .flat_map(|piece| board::picture(piece, palette)),
        );
        let place = Rect {
            x: inner.x + columns,
            width: NEXT,
            ..inner
        };
        frame.render_widget(Paragraph::new(lines), place);
    }
}

/// The facts in one column, for the place below the board.
pub fn below(model: &Model, palette: Palette, frame: &mut Frame, area: Rect) {
    let block = framed("game", palette);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let columns = usize::from(inner.width);
    let search = plain(&model.machine().search()).into_owned();
    let facts = facts(model);
    let facts = facts.iter().map(|(name, value)| (*name, value.as_str()));
    let facts = [("search", search.as_str())].into_iter().chain(facts);
    let mut lines: Vec<Line> = facts
        .map(|(name, value)| Line::from(fact(name, value, columns, palette)))
        .collect();
    if model.machine().rules().visible > 1 {
        lines.push(Line::styled("next", palette.label()));
        let next = model.timeline().moment().next;
        lines.extend(
            next.into_iter()
                .flat_map(|piece| board::picture(piece, palette)),
        );
    }
    frame.render_widget(Paragraph::new(lines), inner);
}

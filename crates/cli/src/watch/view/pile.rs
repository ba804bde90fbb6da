//! The height of the pile after each of the last moves.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::Sparkline;

use super::frames::framed;
use crate::watch::model::Model;
use crate::watch::palette::Palette;

/// Draws the heights.
pub fn draw(model: &Model, palette: Palette, frame: &mut Frame, area: Rect) {
    let block = framed("height of the pile", palette);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let heights = model.timeline().heights(inner.width.into());
    let highest = model.machine().rules().board.height() as u64;
    let line = Sparkline::default()
        .data(heights)
        .max(highest)
        .style(palette.good());
    frame.render_widget(line, inner);
}

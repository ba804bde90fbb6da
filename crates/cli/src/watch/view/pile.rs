//! The height of the pile after each of the last moves.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::widgets::Sparkline;
use tetrarium_lab::numbers::counted;

use super::frames::framed;
use crate::watch::model::Model;
use crate::watch::palette::Palette;

/// The scale goes up in steps of this height, so that it seldom changes.
const STEP: u64 = 5;

/// Draws the heights.
pub fn draw(model: &Model, palette: Palette, frame: &mut Frame, area: Rect) {
    let heights = model.timeline().heights(usize::from(area.width) - 2);
    let most = heights.iter().copied().max().unwrap_or(0);
    let moves = counted(heights.len() as u64, "move", "moves");
    let title = match heights.len() {
        0 => "height of the pile".to_string(),
        _ => format!("height of the pile: at most {most} in {moves}"),
    };
    let block = framed(&title, palette);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let line = Sparkline::default()
        .data(heights)
        .max(most.next_multiple_of(STEP).max(STEP))
        .style(palette.good());
    frame.render_widget(line, inner);
}

//! Frames, and how the screen is cut.

use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType};

use crate::watch::palette::Palette;

/// A frame with a title.
pub fn framed(title: &str, palette: Palette) -> Block<'static> {
    // A title has the colour of text, not that of its frame.
    let title = Line::styled(format!(" {title} "), palette.strong().fg(Color::Reset));
    Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(palette.faint())
        .title(title)
}

/// Cutting rectangles.
pub trait Cut {
    /// The left part of this width, and the rest.
    fn split(self, width: u16) -> (Rect, Rect);
    /// The rest below this height.
    fn under(self, height: u16) -> Rect;
}

impl Cut for Rect {
    fn split(self, width: u16) -> (Rect, Rect) {
        let rest = Rect {
            x: self.x + width,
            width: self.width - width,
            ..self
        };
        (Rect { width, ..self }, rest)
    }

    fn under(self, height: u16) -> Rect {
        Rect {
            y: self.y + height,
            height: self.height.saturating_sub(height),
            ..self
        }
    }
}

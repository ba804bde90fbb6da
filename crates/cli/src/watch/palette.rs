//! Colours, or none.

use ratatui::style::{Color, Modifier, Style};
use tetrarium_engine::Piece;

/// Whether the view has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Whether it has.
    pub colour: bool,
}

impl Palette {
    /// A colour of the 256, if there are colours.
    fn of(self, colour: u8) -> Style {
        match self.colour {
            true => Style::new().fg(Color::Indexed(colour)),
            false => Style::new(),
        }
    }

    /// The colour of a piece's cells.
    pub fn piece(self, piece: Piece) -> Style {
        self.of(match piece {
            Piece::I => 80,
            Piece::O => 221,
            Piece::T => 134,
            Piece::S => 113,
            Piece::Z => 167,
            Piece::J => 68,
            Piece::L => 208,
        })
    }

    /// A colour that the terminal's theme chooses, so that it suits a light one too.
    fn of_theme(self, colour: Color) -> Style {
        match self.colour {
            true => Style::new().fg(colour),
            false => Style::new(),
        }
    }

    /// For frames.
    pub fn faint(self) -> Style {
        self.of_theme(Color::DarkGray)
    }

    /// For the cells of the empty board.
    pub fn dot(self) -> Style {
        self.of_theme(Color::DarkGray).add_modifier(Modifier::DIM)
    }

    /// For labels.
    pub fn label(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// For titles and keys.
    pub fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// For what speaks for a move.
    pub fn good(self) -> Style {
        self.of_theme(Color::Green)
    }

    /// For what speaks against a move.
    pub fn bad(self) -> Style {
        self.of_theme(Color::Red)
    }

    /// For the marked row of a list.
    pub fn marked(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }
}

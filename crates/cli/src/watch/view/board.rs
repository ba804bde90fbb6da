//! The board, with the piece that comes down.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;
use tetrarium_engine::{Landing, Piece, Size};

use super::frames::framed;
use crate::style::{plain, shortened};
use crate::watch::model::Model;
use crate::watch::palette::Palette;

/// How large a cell is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Two columns and one row.
    Full,
    /// One column and half a row, where the terminal is too small.
    Half,
}

impl Scale {
    /// The largest scale in which a board fits, with this number of columns left beside it.
    pub fn fitting(size: Size, area: Rect, beside: u16) -> Scale {
        let (width, height) = Scale::Full.size(size);
        match width + beside <= area.width && height <= area.height {
            true => Scale::Full,
            false => Scale::Half,
        }
    }

    /// The columns and rows of a board with its frame.
    pub fn size(self, size: Size) -> (u16, u16) {
        let (width, height) = (size.width() as u16, size.height() as u16);
        match self {
            Scale::Full => (2 * width + 2, height + 2),
            // The title needs room.
            Scale::Half => (width.max(12) + 2, height.div_ceil(2) + 2),
        }
    }
}

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    /// Of the pile, filled by a piece.
    Pile(Option<Piece>),
    /// Of the piece that comes down.
    Piece(Piece),
    /// Where that piece will come to rest.
    Target(Piece),
    /// Of the placement of this rank, from 1.
    Ghost(u8, Piece),
}

/// Draws the board.
pub fn draw(model: &Model, palette: Palette, scale: Scale, frame: &mut Frame, area: Rect) {
    let name = plain(model.machine().name()).into_owned();
    let block = framed(&shortened(&name, area.width as usize - 4), palette);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let cells = cells(model);
    let lines: Vec<Line> = match scale {
        Scale::Full => cells.iter().map(|row| full_row(row, palette)).collect(),
        Scale::Half => cells
            .chunks(2)
            .map(|rows| half_row(rows, palette))
            .collect(),
    };
    frame.render_widget(Paragraph::new(lines), inner);
}

/// The rows of the board from the top.
fn cells(model: &Model) -> Vec<Vec<Cell>> {
    let moment = model.timeline().moment();
    let paint = model.timeline().paint();
    let board = moment.board;
    let (width, height) = (board.width(), board.height());
    let mut cells = vec![vec![Cell::Empty; width]; height];
    for (y, row) in cells.iter_mut().enumerate() {
        for (x, cell) in row.iter_mut().enumerate() {
            if board.is_full(x, y) {
                *cell = Cell::Pile(paint.at(x, y));
            }
        }
    }
    let mut put = |piece: Piece, landing: Landing, row: usize, what: Cell| {
        let left = usize::from(landing.placement.column);
        for (dx, column) in landing.shape(piece).columns.iter().enumerate() {
            for dy in (0..4).filter(|dy| column >> dy & 1 == 1) {
                if let Some(cell) = cells.get_mut(row + dy) {
                    cell[left + dx] = what;
                }
            }
        }
    };
    let ghosts = ghosts(model);
    if let Some(piece) = moment.piece {
        for (rank, landing) in ghosts.iter().rev() {
            put(
                piece,
                *landing,
                landing.row.into(),
                Cell::Ghost(*rank, piece),
            );
        }
        let target = match (model.hand(), model.timeline().step()) {
            (Some(hand), _) => Some((hand.landing(), 0.0)),
            (None, Some(step)) => Some((step.played.landing, model.clock.fall())),
            (None, None) => None,
        };
        if let Some((landing, fall)) = target {
            let top = height.saturating_sub(landing.shape(piece).height.into());
            let floor = usize::from(landing.row);
            let above = top.saturating_sub(floor) as f64 * (1.0 - fall);
            if ghosts.is_empty() || model.hand().is_some() {
                put(piece, landing, floor, Cell::Target(piece));
            }
            put(
                piece,
                landing,
                floor + above.ceil() as usize,
                Cell::Piece(piece),
            );
        }
    }
    cells.into_iter().rev().collect()
}

/// The placements that are drawn as ghosts, with their ranks from 1.
fn ghosts(model: &Model) -> Vec<(u8, Landing)> {
    let Some(advice) = model.advice_here() else {
        return Vec::new();
    };
    let best = match (&advice.explanation, model.ghosts) {
        (Some(explanation), true) => {
            let placements = explanation.placements.iter().take(3);
            placements.map(|one| one.landing).collect()
        }
        _ if model.hand().is_some() && (model.wants_advice || model.ghosts) => {
            advice.landing.into_iter().collect()
        }
        _ => Vec::new(),
    };
    (1..).zip(best).collect()
}

fn full_row(row: &[Cell], palette: Palette) -> Line<'static> {
    let spans = row.iter().map(|cell| match *cell {
        Cell::Empty => Span::styled(" ·", palette.dot()),
        Cell::Pile(piece) => Span::styled("██", pile(piece, palette)),
        Cell::Piece(piece) if palette.colour => Span::styled("▓▓", palette.piece(piece)),
        Cell::Piece(piece) => Span::raw(format!("{piece}{piece}")),
        Cell::Target(piece) => Span::styled("░░", palette.piece(piece)),
        Cell::Ghost(rank, piece) => Span::styled(format!("{rank}{rank}"), palette.piece(piece)),
    });
    spans.collect()
}

/// The colour of the pile's cells.
fn pile(piece: Option<Piece>, palette: Palette) -> Style {
    piece.map_or(Style::new(), |piece| palette.piece(piece))
}

/// Two rows of the board in one.
fn half_row(rows: &[Vec<Cell>], palette: Palette) -> Line<'static> {
    let style = |cell: Cell| match cell {
        Cell::Empty => None,
        Cell::Pile(piece) => Some(pile(piece, palette)),
        Cell::Piece(piece) => Some(palette.piece(piece)),
        // Half a row has no room for shades.
        Cell::Target(_) | Cell::Ghost(..) => None,
    };
    let empty = Vec::new();
    let below = rows.get(1).unwrap_or(&empty);
    let spans = rows[0].iter().enumerate().map(|(x, upper)| {
        let lower = below.get(x).copied().unwrap_or(Cell::Empty);
        let ghost = |cell: Cell| match cell {
            Cell::Target(piece) => Some(("░".to_string(), piece)),
            Cell::Ghost(rank, piece) => Some((rank.to_string(), piece)),
            _ => None,
        };
        match (style(*upper), style(lower)) {
            (None, None) => match ghost(*upper).or(ghost(lower)) {
                Some((mark, piece)) => Span::styled(mark, palette.piece(piece)),
                None => Span::styled(" ", palette.dot()),
            },
            (Some(upper), None) => Span::styled("▀", upper),
            (None, Some(lower)) => Span::styled("▄", lower),
            (Some(upper), Some(lower)) if upper == lower => Span::styled("█", upper),
            (Some(upper), Some(lower)) => match lower.fg {
                Some(colour) => Span::styled("▀", upper.bg(colour)),
                None => Span::styled("█", upper),
            },
        }
    });
    spans.collect()
}

/// A piece by itself, as rows of cells.
pub fn picture(piece: Piece, palette: Palette) -> Vec<Line<'static>> {
    // The orientation that is the least high.
    let shapes = piece.orientations().iter();
    let shape = shapes
        .min_by_key(|shape| shape.height)
        .expect("a piece has shapes");
    let row = |y: u8| -> Line<'static> {
        let cells = shape.columns[..shape.width.into()].iter();
        let cells = cells.map(|column| match column >> y & 1 {
            1 => Span::styled("██", palette.piece(piece)),
            _ => Span::raw("  "),
        });
        cells.collect()
    };
    (0..shape.height).rev().map(row).collect()
}

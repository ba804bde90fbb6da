//! Pictures of boards.

use tetrarium_engine::{Board, Counts, Move, Piece, Size};

use super::super::super::html::escaped;
use super::super::super::plot::Svg;
use crate::numbers::{counted, whole};

/// Side of a cell in pixels.
const CELL: f64 = 9.0;

/// Which piece each full cell came from: what a board itself does not remember.
pub(super) struct Colours {
    size: Size,
    /// Rows from the bottom, with those above the top.
    rows: Vec<Vec<Option<Piece>>>,
}

/// A board after a piece came to rest, before full rows go.
pub(super) struct Picture {
    number: u64,
    lines: u64,
    piece: Piece,
    size: Size,
    rows: Vec<Vec<Option<Piece>>>,
    /// The cells of the piece.
    placed: Vec<(usize, usize)>,
    full: u32,
}

impl Colours {
    /// Of an empty board.
    pub(super) fn of(size: Size) -> Colours {
        Colours {
            size,
            rows: Vec::new(),
        }
    }

    /// Plays a move, and pictures it.
    pub(super) fn play(&mut self, played: &Move, counts: Counts) -> Picture {
        let shape = played.shape();
        let (left, floor) = (
            played.landing.placement.column as usize,
            played.landing.row as usize,
        );
        let mut placed = Vec::new();
        for (dx, cells) in shape.columns.iter().enumerate() {
            for dy in (0..4).filter(|dy| cells >> dy & 1 == 1) {
                placed.push((left + dx, floor + dy));
            }
        }
        for &(x, y) in &placed {
            while self.rows.len() <= y {
                self.rows.push(vec![None; self.size.width()]);
            }
            self.rows[y][x] = Some(played.piece);
        }
        let full = played.landed.full_rows() & ((1u64 << self.rows.len()) - 1) as u32;
        let picture = Picture {
            number: counts.pieces,
            lines: counts.lines,
            piece: played.piece,
            size: self.size,
            rows: self.rows.clone(),
            placed,
            full: if played.ends { 0 } else { full },
        };
        if !played.ends {
            let mut y = 0;
            self.rows.retain(|_| {
                y += 1;
                full >> (y - 1) & 1 == 0
            });
        }
        debug_assert!(self.agrees_with(&played.after));
        picture
    }

    fn agrees_with(&self, board: &Board) -> bool {
        (0..board.height() + 4).all(|y| {
            (0..board.width()).all(|x| {
                let known = self.rows.get(y).is_some_and(|row| row[x].is_some());
                known == board.is_full(x, y)
            })
        })
    }
}

impl Picture {
    /// The number of the move, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// How many rows of it stand above the top.
    pub(super) fn overflow(&self) -> usize {
        self.rows.len().saturating_sub(self.size.height())
    }

    /// The picture, with room for some rows above the top, and a word below.
    pub(super) fn html(&self, above: usize, lost: bool) -> String {
        let end = if lost { " · lost" } else { "" };
        let words = format!("piece {}{end}", whole(self.number));
        let lines = counted(self.lines, "line", "lines");
        let class = if lost { "board lost" } else { "board" };
        format!(
            "<div class=\"{class}\">{}<p><b>{}</b> {}</p></div>\n",
            self.drawn(above).finish(),
            escaped(&words),
            lines
        )
    }

    fn drawn(&self, above: usize) -> Svg {
        let (columns, rows) = (self.size.width(), self.size.height());
        let (width, height) = (columns as f64 * CELL, (rows + above) as f64 * CELL);
        let title = format!("Board after piece {}", self.number);
        let description = format!(
            "Piece {} was placed; {} so far.",
            self.piece.letter(),
            counted(self.lines, "line", "lines")
        );
        let mut svg = Svg::new(width + 4.0, height + 4.0, &title, &description).classed("cells");
        let floor = height + 2.0;
        let at = |x: usize, y: usize| (2.0 + x as f64 * CELL, floor - (y + 1) as f64 * CELL);
        let corner = at(0, rows - 1);
        svg.rect("field", corner, (width, rows as f64 * CELL), "");
        for (y, row) in self.rows.iter().enumerate().take(rows + above) {
            for (x, piece) in row.iter().enumerate() {
                let Some(piece) = piece else { continue };
                let (left, top) = at(x, y);
                let new = if self.placed.contains(&(x, y)) {
                    " new"
                } else {
                    ""
                };
                let class = format!("p{}{new}", piece.letter());
                svg.rect(
                    &class,
                    (left + 0.4, top + 0.4),
                    (CELL - 0.8, CELL - 0.8),
                    "",
                );
            }
        }
        for y in (0..rows).filter(|y| self.full >> y & 1 == 1) {
            let (left, top) = at(0, y);
            let middle = top + CELL / 2.0;
            svg.line("going", (left, middle), (left + width, middle));
        }
        let walls = [
            at(0, rows - 1),
            (2.0, floor),
            (2.0 + width, floor),
            (2.0 + width, corner.1),
        ];
        svg.curve("wall", &walls);
        svg
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Player, PlayerGame, Rules, catalogue};

    #[test]
    fn colours_follow_the_board_to_the_end() {
        for overflow in ["ends", "clears-first", "top-row"] {
            let mut rules = Rules::default();
            rules.set("board", "6x8").unwrap();
            rules.set("overflow", overflow).unwrap();
            let player = Player::new(catalogue::named("dellacherie").unwrap(), &rules).unwrap();
            let mut game = PlayerGame::new(&player, 1, 0);
            let mut colours = Colours::of(rules.board);
            while let Some(played) = game.step() {
                let picture = colours.play(&played, game.counts());
                assert_eq!(picture.placed.len(), 4);
                assert!(colours.agrees_with(&played.after), "{overflow}");
            }
            assert!(game.counts().lines > 0);
        }
    }
}

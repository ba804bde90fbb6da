//! The kernel's table of placements.

use tetrarium_engine::rules::Ties;
use tetrarium_engine::{Piece, Placement, Rules, dellacherie_preference, placements};

/// Words before the placements: for each piece eight, and eight to spare.
const HEAD: usize = 64;
/// Words of a placement.
#[cfg(test)]
const WORDS: usize = 8;

/// All placements of all pieces as the kernel reads them, grouped by the width of the window in
/// which they change the board.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The words.
    pub words: Vec<u32>,
    /// The placements, by their place in the table.
    pub placements: Vec<(Piece, Placement)>,
    /// The most placements that a piece has with one width of window.
    pub most_of_one_width: usize,
}

impl Table {
    /// The table for some rules.
    pub fn new(rules: &Rules) -> Table {
        let width = rules.board.width();
        let mut table = Table {
            words: vec![0; HEAD],
            placements: Vec::new(),
            most_of_one_width: 0,
        };
        // The second halves of all placements, which lie behind the first ones.
        let mut second = Vec::new();
        for piece in Piece::ALL {
            let mut all: Vec<Placement> = placements(piece, width).collect();
            if rules.ties == Ties::Dellacherie {
                // The first of the most preferred wins.
                all.sort_by_key(|p| -dellacherie_preference(piece, *p, rules.board));
            }
            for window in 2..=4 {
                let head = piece as usize * 8 + 2 * (window - 2);
                table.words[head] = table.placements.len() as u32;
                for (order, placement) in all.iter().enumerate() {
                    let shape = &piece.orientations()[placement.orientation as usize];
                    if (shape.width as usize).max(2) == window {
                        table.push(piece, *placement, &mut second, order, window, width);
                    }
                }
                let count = table.placements.len() - table.words[head] as usize;
                table.words[head + 1] = count as u32;
                table.most_of_one_width = table.most_of_one_width.max(count);
            }
            table.words[piece as usize * 8 + 6] = all.len() as u32;
        }
        table.words.extend(second);
        table
    }

    fn push(
        &mut self,
        piece: Piece,
        placement: Placement,
        second: &mut Vec<u32>,
        order: usize,
        window: usize,
        width: usize,
    ) {
        let shape = &piece.orientations()[placement.orientation as usize];
        // A standing I is one column wide: its window has a neighbour beside it, to the left at the
        // right wall.
        let from = (placement.column as usize).min(width - window);
        let shift = placement.column as usize - from;
        let mut cells = [0u32; 4];
        let mut reach = [0u32; 4];
        for dx in 0..shape.width as usize {
            cells[dx + shift] = u32::from(shape.columns[dx]);
            reach[dx + shift] = 4 >> shape.bottom(dx);
        }
        let packed = |four: [u32; 4]| (0..4).fold(0, |all, i| all | four[i] << (4 * i));
        let rows_of = |count: usize| -> u32 {
            let in_row = |y: u32| (0..4).filter(|&x| cells[x] >> y & 1 == 1).count();
            (0..4).map(|y| u32::from(in_row(y) == count) << y).sum()
        };
        let info = from as u32
            | u32::from(shape.height) << 8
            | rows_of(3) << 12
            | (order as u32) << 16
            | rows_of(1) << 24
            | rows_of(2) << 28;
        self.words.extend([cells[0], cells[1], cells[2], info]);
        let packed = packed(cells) | packed(reach) << 16;
        second.extend([reach[0], reach[1], reach[2], packed]);
        self.placements.push((piece, placement));
    }

    /// The order of the placement at a place of the table.
    #[cfg(test)]
    pub fn order(&self, place: usize) -> usize {
        (self.words[HEAD + WORDS / 2 * place + 3] >> 16 & 255) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_is_there_once() {
        for board in ["4x4", "10x20", "16x28"] {
            let mut rules = Rules::default();
            rules.set("board", board).unwrap();
            let table = Table::new(&rules);
            assert_eq!(table.words.len(), HEAD + WORDS * table.placements.len());
            for piece in Piece::ALL {
                let all: Vec<Placement> = placements(piece, rules.board.width()).collect();
                let mut there: Vec<(usize, Placement)> = (0..table.placements.len())
                    .filter(|&i| table.placements[i].0 == piece)
                    .map(|i| (table.order(i), table.placements[i].1))
                    .collect();
                there.sort_by_key(|(order, _)| *order);
                assert!(
                    there.iter().map(|(_, p)| p).eq(all.iter()),
                    "{board} {piece}"
                );
            }
        }
    }
}

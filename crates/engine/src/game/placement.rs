//! Placements and landings of a piece.

use std::fmt;

use super::piece::{Piece, Shape};

/// The capacity of a list of landings. A piece has at most 58 placements, on a board 16 wide.
pub const MAX_PLACEMENTS: usize = 64;

/// An orientation and a column, which a player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The number of the orientation in [`Piece::orientations`].
    pub orientation: u8,
    /// The column of the left edge of the piece's box.
    pub column: u8,
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "orientation {} column {}", self.orientation, self.column)
    }
}

/// A placement and the row in which the floor of the piece's box comes to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Landing {
    /// The orientation and the column.
    pub placement: Placement,
    /// The row of the piece's lowest cell.
    pub row: u8,
}

impl Landing {
    /// The shape that lands.
    pub fn shape(&self, piece: Piece) -> &'static Shape {
        &piece.orientations()[self.placement.orientation as usize]
    }
}

/// All placements of a piece on a board of this width: orientation-major, column ascending.
///
/// ```
/// use tetrarium_engine::{Piece, placements};
/// assert_eq!(Piece::ALL.map(|piece| placements(piece, 10).count()), [17, 9, 34, 17, 17, 34, 34]);
/// ```
pub fn placements(piece: Piece, width: usize) -> impl Iterator<Item = Placement> {
    piece
        .orientations()
        .iter()
        .enumerate()
        .flat_map(move |(orientation, shape)| {
            (0..=width - shape.width as usize).map(move |column| Placement {
                orientation: orientation as u8,
                column: column as u8,
            })
        })
}

/// A list of landings of a piece. It lives on the stack, because one is made for every ply of every
/// search.
#[derive(Clone, Copy, Debug)]
pub struct Landings {
    list: [Landing; MAX_PLACEMENTS],
    count: usize,
}

impl Landings {
    /// An empty list.
    pub fn new() -> Landings {
        let nowhere = Landing {
            placement: Placement {
                orientation: 0,
                column: 0,
            },
            row: 0,
        };
        Landings {
            list: [nowhere; MAX_PLACEMENTS],
            count: 0,
        }
    }

    /// Adds a landing at the end.
    ///
    /// # Panics
    ///
    /// If the list holds [`MAX_PLACEMENTS`] landings already.
    pub fn push(&mut self, landing: Landing) {
        self.list[self.count] = landing;
        self.count += 1;
    }
}

impl Default for Landings {
    fn default() -> Self {
        Landings::new()
    }
}

impl std::ops::Deref for Landings {
    type Target = [Landing];
    fn deref(&self) -> &[Landing] {
        &self.list[..self.count]
    }
}

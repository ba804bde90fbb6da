//! The seven tetrominoes and their orientations.

use std::fmt;
use std::str::FromStr;

/// A tetromino.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    I,
    O,
    T,
    S,
    Z,
    J,
    L,
}

impl Piece {
    /// All pieces; the index in this list is a piece's number everywhere.
    pub const ALL: [Piece; 7] = [
        Piece::I,
        Piece::O,
        Piece::T,
        Piece::S,
        Piece::Z,
        Piece::J,
        Piece::L,
    ];

    /// The letter of the piece.
    pub fn letter(self) -> char {
        b"IOTSZJL"[self as usize] as char
    }

    /// The distinct orientations, in the order in which placements are tried. The order is that of
    /// the program of Thiery & Scherrer (2009); it matters because ties go to the first.
    pub fn orientations(self) -> &'static [Shape] {
        match self {
            Piece::I => &I,
            Piece::O => &O,
            Piece::T => &T,
            Piece::S => &S,
            Piece::Z => &Z,
            Piece::J => &J,
            Piece::L => &L,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A letter that is none of I, O, T, S, Z, J, L.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a piece: pieces are I, O, T, S, Z, J and L")]
pub struct UnknownPiece(pub String);

impl TryFrom<char> for Piece {
    type Error = UnknownPiece;
    fn try_from(letter: char) -> Result<Self, UnknownPiece> {
        Piece::ALL
            .into_iter()
            .find(|piece| piece.letter() == letter.to_ascii_uppercase())
            .ok_or_else(|| UnknownPiece(letter.to_string()))
    }
}

impl FromStr for Piece {
    type Err = UnknownPiece;
    fn from_str(text: &str) -> Result<Self, UnknownPiece> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => Piece::try_from(letter),
            _ => Err(UnknownPiece(text.to_string())),
        }
    }
}

/// The cells of a piece in one orientation, in the smallest box that holds them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Width of the box.
    pub width: u8,
    /// Height of the box.
    pub height: u8,
    /// The cells of each column of the box: bit `y` is the cell `y` rows above the box's floor.
    pub columns: [u8; 4],
}

impl Shape {
    /// The row of the lowest cell of column `dx` of the box.
    pub fn bottom(&self, dx: usize) -> u32 {
        self.columns[dx].trailing_zeros()
    }

    /// Reads rows from the top, separated by `/`, full cells as `X`.
    const fn drawn(picture: &str) -> Shape {
        let bytes = picture.as_bytes();
        let mut height = 1;
        let mut i = 0;
        while i < bytes.len() {
            if bytes[i] == b'/' {
                height += 1;
            }
            i += 1;
        }
        let mut shape = Shape {
            width: 0,
            height,
            columns: [0; 4],
        };
        let (mut x, mut y, mut i) = (0, height - 1, 0);
        while i < bytes.len() {
            if bytes[i] == b'/' {
                y -= 1;
                x = 0;
            } else {
                if bytes[i] == b'X' {
                    shape.columns[x] |= 1 << y;
                }
                x += 1;
                shape.width = x as u8;
            }
            i += 1;
        }
        shape
    }
}

const fn drawn<const N: usize>(pictures: [&str; N]) -> [Shape; N] {
    let mut shapes = [Shape::drawn("X"); N];
    let mut i = 0;
    while i < N {
        shapes[i] = Shape::drawn(pictures[i]);
        i += 1;
    }
    shapes
}

static I: [Shape; 2] = drawn(["X/X/X/X", "XXXX"]);
static O: [Shape; 1] = drawn(["XX/XX"]);
static T: [Shape; 4] = drawn(["X./XX/X.", ".X./XXX", ".X/XX/.X", "XXX/.X."]);
static S: [Shape; 2] = drawn(["X./XX/.X", ".XX/XX."]);
static Z: [Shape; 2] = drawn([".X/XX/X.", "XX./.XX"]);
static J: [Shape; 4] = drawn(["X../XXX", ".X/.X/XX", "XXX/..X", "XX/X./X."]);
static L: [Shape; 4] = drawn(["XXX/X..", "X./X./XX", "..X/XXX", "XX/.X/.X"]);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_has_four_cells_and_all_shapes_of_a_piece_differ() {
        for piece in Piece::ALL {
            let shapes = piece.orientations();
            for (i, shape) in shapes.iter().enumerate() {
                let cells: u32 = shape.columns.iter().map(|c| c.count_ones()).sum();
                assert_eq!(cells, 4, "{piece} {i}");
                assert!(shapes[..i].iter().all(|other| other != shape));
            }
        }
    }

    #[test]
    fn shapes_are_read_from_the_top() {
        let tee = Piece::T.orientations()[1];
        assert_eq!((tee.width, tee.height), (3, 2));
        assert_eq!(tee.columns, [0b01, 0b11, 0b01, 0]);
        assert_eq!(Piece::S.orientations()[1].bottom(2), 1);
    }

    #[test]
    fn pieces_are_read_from_the_letters_that_they_print() {
        for piece in Piece::ALL {
            assert_eq!(piece.to_string().parse(), Ok(piece));
        }
        assert!("X".parse::<Piece>().is_err());
        assert!("IO".parse::<Piece>().is_err());
    }
}

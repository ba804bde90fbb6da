//! Boards as pictures: reading the usual forms, and drawing.

use std::fmt;
use std::str::FromStr;

use crate::game::board::{Board, MIN_SIDE, Size, SizeError};

/// A picture that cannot be read as a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The picture has no rows.
    #[error(
        "the board has no rows: draw one row a line, full cells as #, X or *, empty ones as . or space"
    )]
    Empty,
    /// A character that is neither full nor empty.
    #[error(
        "line {line}: `{found}` is no cell: full cells are #, X or *, empty ones . or space, walls |"
    )]
    Character {
        /// The line of the picture, from 1.
        line: usize,
        /// The character.
        found: char,
    },
    /// Rows of unequal length.
    #[error("line {line}: this row has {found} cells where the rows above have {expected}")]
    UnequalRows {
        /// The line of the picture, from 1.
        line: usize,
        /// The number of cells in this row.
        found: usize,
        /// The number of cells in the rows above it.
        expected: usize,
    },
    /// A wall on one side only.
    #[error("line {line}: a row with a wall | on one side needs one on the other side too")]
    OneWall {
        /// The line of the picture, from 1.
        line: usize,
    },
    /// Rows below the floor.
    #[error("line {line}: there is a row below the floor")]
    BelowFloor {
        /// The line of the picture, from 1.
        line: usize,
    },
    /// Fewer rows than a board has.
    #[error(
        "the picture has {found} rows, but a board has at least {MIN_SIDE}: draw the empty rows above them too"
    )]
    Low {
        /// The number of rows.
        found: usize,
    },
    /// Cells outside of the board that is to hold them.
    #[error("a board of {size} cannot hold the picture, whose cells need {width}x{height}")]
    Unfit {
        /// The size of the board.
        size: Size,
        /// The number of columns drawn.
        width: usize,
        /// The number of rows up to the highest full cell.
        height: usize,
    },
    /// The board is too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// Reads a picture: one row a line from the top, full cells `#`, `X` or `*`, empty cells `.` or
/// space, with or without `|` walls and a floor of `-`, `=` or `+`. Without walls, blank lines
/// above the first row are rows only if they are as long as it, and indentation common to all lines
/// counts as cells only if the rows would otherwise be of unequal length, so draw empty cells as
/// `.` there.
impl FromStr for Board {
    type Err = PictureError;

    fn from_str(text: &str) -> Result<Board, PictureError> {
        let Picture { width, rows } = text.parse()?;
        let size = Size::new(width, rows.len().max(MIN_SIDE))?;
        if rows.len() < MIN_SIDE {
            return Err(PictureError::Low { found: rows.len() });
        }
        Ok(standing(size, &rows))
    }
}

impl Board {
    /// Reads a picture as a board of this size: the drawn rows stand on its floor, and what is
    /// above them is empty. The picture has the forms that [`str::parse`] reads.
    ///
    /// # Errors
    ///
    /// If the text is no picture, or the board cannot hold its cells.
    ///
    /// ```
    /// use tetrarium_engine::{Board, Size};
    /// let board = Board::from_picture("#...\n##.#", Size::new(4, 20).unwrap()).unwrap();
    /// assert_eq!((board.height(), board.max_height()), (20, 2));
    /// ```
    pub fn from_picture(text: &str, size: Size) -> Result<Board, PictureError> {
        let Picture { width, rows } = text.parse()?;
        let empty = rows.iter().take_while(|row| row.iter().all(|full| !full));
        let height = rows.len() - empty.count();
        if width != size.width() || height > size.height() {
            return Err(PictureError::Unfit {
                size,
                width,
                height,
            });
        }
        Ok(standing(size, &rows[rows.len() - height..]))
    }
}

/// Rows of equal length from the top, at least one: which of their cells are full.
struct Picture {
    width: usize,
    rows: Vec<Vec<bool>>,
}

impl FromStr for Picture {
    type Err = PictureError;

    fn from_str(text: &str) -> Result<Picture, PictureError> {
        let lines: Vec<&str> = text
            .lines()
            .map(|line| line.trim_end_matches('\r'))
            .collect();
        let walled = lines.iter().any(|line| line.contains('|'));
        let mut rows: Vec<(usize, Vec<bool>)> = Vec::new();
        let mut floor = false;
        for (index, line) in lines.iter().enumerate() {
            let number = index + 1;
            let trimmed = line.trim();
            if trimmed.is_empty() && (walled || line.is_empty() || floor) {
                continue;
            }
            if is_floor(trimmed) {
                floor = true;
                continue;
            }
            if floor {
                return Err(PictureError::BelowFloor { line: number });
            }
            let inside = if walled {
                trimmed
                    .strip_prefix('|')
                    .and_then(|rest| rest.strip_suffix('|'))
                    .ok_or(PictureError::OneWall { line: number })?
            } else {
                line
            };
            rows.push((number, cells(inside, number)?));
        }
        if !walled {
            drop_blank_lines(&mut rows, &lines);
            unindent(&mut rows, &lines);
        }
        of_equal_length(rows)
    }
}

fn is_floor(line: &str) -> bool {
    line.len() >= 3 && line.chars().all(|c| matches!(c, '-' | '=' | '+'))
}

fn cells(row: &str, line: usize) -> Result<Vec<bool>, PictureError> {
    row.chars()
        .map(|c| match c {
            '#' | 'X' | 'x' | '*' => Ok(true),
            '.' | ' ' => Ok(false),
            found => Err(PictureError::Character { line, found }),
        })
        .collect()
}

/// Removes blank lines above the first row with a mark in it, unless they are as long as that row:
/// then they are rows of empty cells.
fn drop_blank_lines(rows: &mut Vec<(usize, Vec<bool>)>, lines: &[&str]) {
    let is_marked = |(number, _): &(usize, _)| !lines[number - 1].trim().is_empty();
    let first = rows.iter().position(is_marked).unwrap_or(rows.len());
    let width = rows.get(first).map(|(_, row)| row.len());
    let blank = rows[..first].iter().rev();
    let empty = blank.take_while(|(_, row)| Some(row.len()) == width);
    rows.drain(..first - empty.count());
}

/// Removes the indentation that a picture in source code or a message often has. The run of spaces
/// with which every row begins is indentation if no other space is in any row.
fn unindent(rows: &mut [(usize, Vec<bool>)], lines: &[&str]) {
    let indent = rows
        .iter()
        .map(|(number, _)| {
            let line = lines[number - 1];
            line.len() - line.trim_start_matches(' ').len()
        })
        .min()
        .unwrap_or(0);
    let spaces_inside = rows.iter().any(|(number, _)| {
        lines[number - 1].trim().contains(' ') || lines[number - 1].ends_with(' ')
    });
    if indent > 0 && !spaces_inside {
        for (_, row) in rows {
            row.drain(..indent);
        }
    }
}

fn of_equal_length(rows: Vec<(usize, Vec<bool>)>) -> Result<Picture, PictureError> {
    let Some((_, top)) = rows.first() else {
        return Err(PictureError::Empty);
    };
    let width = top.len();
    if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != width) {
        return Err(PictureError::UnequalRows {
            line: *line,
            found: row.len(),
            expected: width,
        });
    }
    let rows = rows.into_iter().map(|(_, row)| row).collect();
    Ok(Picture { width, rows })
}

/// A board with these rows on its floor, which holds them all.
fn standing(size: Size, rows: &[Vec<bool>]) -> Board {
    let mut board = Board::empty(size);
    for (y, row) in rows.iter().rev().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, full)| **full) {
            board.fill(x, y);
        }
    }
    board
}

/// Draws the board with walls and floor, and the rows above the top only if they have full cells.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in (0..self.height().max(self.max_height())).rev() {
            write!(f, "|")?;
            for x in 0..self.width() {
                write!(f, "{}", if self.is_full(x, y) { '#' } else { ' ' })?;
            }
            writeln!(f, "|")?;
        }
        write!(f, "{}", "-".repeat(self.width() + 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_read_back_as_it_was_drawn() {
        let mut board = Board::empty(Size::STANDARD);
        board.fill(0, 0);
        board.fill(9, 19);
        board.fill(4, 7);
        assert_eq!(board.to_string().parse(), Ok(board));
    }

    #[test]
    fn all_forms_of_a_picture_give_the_same_board() {
        let walled: Board = "|    |\n|#   |\n|## #|\n|### |\n------".parse().unwrap();
        for text in [
            "....\n#...\n##.#\n###.",
            "....\nX...\nXX.X\nXXX.\n----",
            "    \n*   \n** *\n*** ",
            "\n|    |\n|#   |\n|## #|\n|### |\n\n",
            "  ....\n  #...\n  ##.#\n  ###.\n",
            "|....|\r\n|#...|\r\n|##.#|\r\n|###.|\r\n+----+\r\n",
        ] {
            assert_eq!(text.parse(), Ok(walled), "{text}");
        }
    }

    #[test]
    fn a_picture_stands_on_the_floor_of_a_board_of_another_size() {
        let size = |width, height| Size::new(width, height).unwrap();
        let low = Board::from_picture("#...\n##.#", size(4, 6)).unwrap();
        let same = "....\n....\n....\n....\n#...\n##.#".parse();
        assert_eq!(Ok(low), same);
        let picture = low.to_string();
        assert_eq!(
            Board::from_picture(&picture, size(4, 4))
                .unwrap()
                .max_height(),
            2
        );
        let refused = Board::from_picture(&"#...\n".repeat(6), size(4, 5)).unwrap_err();
        assert!(refused.to_string().contains("a board of 4x5 cannot hold"));
        assert!(refused.to_string().contains("need 4x6"));
        assert!(Board::from_picture("....", size(5, 5)).is_err());
    }

    #[test]
    fn a_drawn_space_is_a_cell() {
        let board: Board = "    \n    \n  # \n ###\n".parse().unwrap();
        assert_eq!(board.columns(), [0, 1, 3, 1]);
        let high: Board = "\n \n    \n    \n    \n    \n  # \n ###\n".parse().unwrap();
        assert_eq!(high.height(), 6);
    }

    #[test]
    fn errors_say_what_is_wrong_with_a_picture() {
        let error = |text: &str| text.parse::<Board>().unwrap_err().to_string();
        assert!(error("").contains("no rows"));
        assert!(error("#...\n#..\n").contains("line 2: this row has 3 cells"));
        assert!(error("#...\n#?..\n").contains("line 2: `?` is no cell"));
        assert!(error("|....|\n|....\n").contains("line 2"));
        assert!(error("....\n----\n....").contains("below the floor"));
        assert!(error("###\n###").contains("out of range"));
        assert!(error("#...\n##.#\n###.").contains("has 3 rows, but a board has at least 4"));
        assert!(error(&"#".repeat(17)).contains("out of range"));
        assert!(error(&"....\n".repeat(29)).contains("out of range"));
    }
}

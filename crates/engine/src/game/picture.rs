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
    /// The board is too small or too large.
    #[error(transparent)]
    Size(#[from] SizeError),
}

/// Reads a picture: one row a line from the top, full cells `#`, `X` or `*`, empty cells `.` or
/// space, with or without `|` walls and a floor of `-`, `=` or `+`. Without walls, blank lines
/// before and after are dropped and indentation common to all lines counts as cells only if the
/// rows would otherwise be of unequal length, so draw empty cells as `.` there. A picture lower
/// than the smallest board gets empty rows on top.
impl FromStr for Board {
    type Err = PictureError;

    fn from_str(text: &str) -> Result<Board, PictureError> {
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
            if trimmed.is_empty() && (walled || line.is_empty() || rows.is_empty() || floor) {
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
            unindent(&mut rows, &lines);
        }
        board_of_rows(&rows)
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

fn board_of_rows(rows: &[(usize, Vec<bool>)]) -> Result<Board, PictureError> {
    let Some((_, top)) = rows.first() else {
        return Err(PictureError::Empty);
    };
    let expected = top.len();
    for (line, row) in rows {
        if row.len() != expected {
            return Err(PictureError::UnequalRows {
                line: *line,
                found: row.len(),
                expected,
            });
        }
    }
    let size = Size::new(expected, rows.len().max(MIN_SIDE))?;
    let mut board = Board::empty(size);
    for (y, (_, row)) in rows.iter().rev().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, full)| **full) {
            board.fill(x, y);
        }
    }
    Ok(board)
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
            "#...\n##.#\n###.\n",
            "|....|\r\n|#...|\r\n|##.#|\r\n|###.|\r\n+----+\r\n",
        ] {
            assert_eq!(text.parse(), Ok(walled), "{text}");
        }
    }

    #[test]
    fn a_drawn_space_is_a_cell() {
        let board: Board = "    \n    \n  # \n ###\n".parse().unwrap();
        assert_eq!(board.columns(), [0, 1, 3, 1]);
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
        assert!(error(&"#".repeat(17)).contains("out of range"));
        assert!(error(&"....\n".repeat(29)).contains("out of range"));
    }
}

//! Aligned tables that fit the terminal.
//!
//! A table knows its numbers: those of a column (and of all columns in one unit) are written with
//! equal decimals. Where the terminal is too narrow, words are wrapped, then spare columns are left
//! out and named below the table; on a terminal that is narrower still each row becomes a list. No
//! word and no number is ever broken. Into a pipe a table has all its columns, a row a line.

mod column;
mod exported;
mod layout;

use std::fmt;

use tetrarium_lab::numbers::{decimals, fixed, whole};
use tetrarium_lab::statistics::Interval;

use self::column::Align;
pub use self::column::Column;
use self::layout::Layout;
use crate::export;
use crate::print::fields::Fields;
use crate::style::{Style, lines, plain, width};
use crate::terminal;

/// The columns between two columns of a table.
const GAP: usize = 2;

/// Words are wrapped into no less than this before a spare column is left out for them.
const COMFORTABLE: usize = 24;

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Words, or a number that is written already.
    Text(String),
    /// A count.
    Whole(u64),
    /// A number.
    Real(f64),
    /// A number, as it is written for people.
    Written(String, f64),
    /// A lower bound, written with `>`.
    Above(f64),
    /// A factor, written with `×`.
    Times(f64),
    /// An upper bound, written with `<`.
    Below(f64),
    /// Two bounds.
    Interval(Interval),
}

impl Cell {
    /// A number; a dash where there is none.
    pub fn real(number: Option<f64>) -> Cell {
        number.map_or(Cell::from("–"), Cell::Real)
    }

    fn numbers(&self) -> Vec<f64> {
        match *self {
            Cell::Text(_) | Cell::Whole(_) | Cell::Written(..) => vec![],
            Cell::Real(number)
            | Cell::Times(number)
            | Cell::Above(number)
            | Cell::Below(number) => vec![number],
            Cell::Interval(Interval { low, high }) => vec![low, high],
        }
    }

    /// The text of the cell; `high` is the width of the widest upper bound of the column.
    fn written(&self, decimals: usize, high: usize) -> String {
        match self {
            Cell::Text(text) | Cell::Written(text, _) => text.clone(),
            Cell::Whole(number) => whole(*number),
            Cell::Real(number) => fixed(*number, decimals),
            Cell::Above(number) => format!("> {}", fixed(*number, decimals)),
            Cell::Times(number) => format!("× {}", fixed(*number, decimals)),
            Cell::Below(number) => format!("< {}", fixed(*number, decimals)),
            Cell::Interval(bounds) => {
                let (low, upper) = (fixed(bounds.low, decimals), fixed(bounds.high, decimals));
                format!("{low} – {upper:>high$}")
            }
        }
    }
}

/// Cells as text, with equal decimals.
pub fn alike<const N: usize>(cells: [Cell; N]) -> [String; N] {
    let decimals = decimals(cells.iter().flat_map(Cell::numbers));
    cells.map(|cell| cell.written(decimals, 0))
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(plain(&text).into_owned())
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Cell::Text(plain(text).into_owned())
    }
}

impl From<Interval> for Cell {
    fn from(bounds: Interval) -> Self {
        Cell::Interval(bounds)
    }
}

/// A table for the terminal: a head, a line, rows.
pub struct Table {
    columns: Vec<Column>,
    /// For each column that was given, whether it is read.
    is_read: Vec<bool>,
    rows: Vec<Vec<Cell>>,
    best: Option<usize>,
}

impl Table {
    /// An empty table with these columns, of which those stay that its reader reads.
    pub fn new(columns: &[Column]) -> Table {
        let by_programs = export::chosen().is_some();
        let is_read = |column: &&Column| column.is_read(by_programs);
        Table {
            columns: columns.iter().filter(is_read).cloned().collect(),
            is_read: columns.iter().map(|column| is_read(&column)).collect(),
            rows: Vec::new(),
            best: None,
        }
    }

    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Adds a row with one cell for each column.
    pub fn row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        let cells: Vec<Cell> = cells.into_iter().map(Into::into).collect();
        debug_assert_eq!(cells.len(), self.is_read.len());
        let cells = cells.into_iter().zip(&self.is_read);
        self.rows.push(
            cells
                .filter_map(|(cell, read)| read.then_some(cell))
                .collect(),
        );
    }

    /// Adds the row that is the best of the table, which stands out.
    pub fn best_row<C: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = C>) {
        self.best = Some(self.rows.len());
        self.row(cells);
    }

    /// The table within a width; none for all columns, a row a line.
    pub fn within(&self, limit: Option<usize>) -> String {
        let texts = self.texts();
        match Layout::within(&self.columns, &texts, limit) {
            Some(layout) => self.drawn(&layout, &texts),
            None => self.listed(&texts),
        }
    }

    /// The text of every cell.
    fn texts(&self) -> Vec<Vec<String>> {
        let numbers = |index: usize| self.rows.iter().flat_map(move |row| row[index].numbers());
        let columns = 0..self.columns.len();
        let decimals: Vec<usize> = columns
            .clone()
            .map(|index| match self.columns[index].unit {
                None => decimals(numbers(index)),
                unit => {
                    let alike = columns.clone().filter(|i| self.columns[*i].unit == unit);
                    decimals(alike.flat_map(numbers))
                }
            })
            .collect();
        let highs: Vec<usize> = columns
            .map(|index| {
                let bounds = self.rows.iter().filter_map(|row| match &row[index] {
                    Cell::Interval(bounds) => Some(width(&fixed(bounds.high, decimals[index]))),
                    _ => None,
                });
                bounds.max().unwrap_or(0)
            })
            .collect();
        let written = |row: &Vec<Cell>| {
            let cells = row.iter().enumerate();
            cells
                .map(|(i, cell)| cell.written(decimals[i], highs[i]))
                .collect()
        };
        self.rows.iter().map(written).collect()
    }

    /// The table with these columns.
    fn drawn(&self, layout: &Layout, texts: &[Vec<String>]) -> String {
        let heads: Vec<Vec<String>> = layout
            .shown
            .iter()
            .map(|&(index, columns)| lines(&self.columns[index].head, columns))
            .collect();
        let mut text = String::new();
        for line in self.side_by_side(layout, &heads, true) {
            text += &format!("{}\n", Style::Bold.on(&line));
        }
        text += &format!("{}\n", Style::Dim.on(&"─".repeat(layout.width())));
        for (number, row) in texts.iter().enumerate() {
            let cells: Vec<Vec<String>> = layout
                .shown
                .iter()
                .map(|&(index, columns)| match self.columns[index].align {
                    Align::Left => lines(&row[index], columns),
                    Align::Right => vec![row[index].clone()],
                })
                .collect();
            for line in self.side_by_side(layout, &cells, false) {
                text += &match self.best == Some(number) {
                    true => Style::Good.on(&line),
                    false => line,
                };
                text.push('\n');
            }
        }
        if !layout.left_out.is_empty() {
            let heads = layout.left_out.iter();
            let heads: Vec<&str> = heads.map(|i| self.columns[*i].head.as_str()).collect();
            let words = format!("(too narrow for: {})", heads.join(", "));
            for line in lines(&words, layout.limit) {
                text += &format!("{}\n", Style::Dim.on(&line));
            }
        }
        text
    }

    /// Cells of several lines side by side; the last lines of heads stand beside each other, the
    /// first lines of other cells.
    fn side_by_side(&self, layout: &Layout, cells: &[Vec<String>], heads: bool) -> Vec<String> {
        let height = cells.iter().map(Vec::len).max().unwrap_or(0);
        let line = |number: usize| {
            let mut text = String::new();
            for (at, (cell, &(index, columns))) in cells.iter().zip(&layout.shown).enumerate() {
                let above = match heads {
                    true => height - cell.len(),
                    false => 0,
                };
                let part = number.checked_sub(above).and_then(|n| cell.get(n));
                let part = part.map_or("", String::as_str);
                let padding = " ".repeat(columns.saturating_sub(width(part)));
                if at > 0 {
                    text.push_str(&" ".repeat(GAP));
                }
                match self.columns[index].align {
                    Align::Left => text.push_str(&format!("{part}{padding}")),
                    Align::Right => text.push_str(&format!("{padding}{part}")),
                }
            }
            text.trim_end().to_string()
        };
        (0..height).map(line).collect()
    }

    /// Each row as a list of its cells.
    fn listed(&self, texts: &[Vec<String>]) -> String {
        let heads = self.columns.iter().map(|column| width(&column.head));
        let mut text = String::new();
        for (number, row) in texts.iter().enumerate() {
            let mut fields = Fields::new(heads.clone().max().unwrap_or(0));
            for (column, cell) in self.columns.iter().zip(row) {
                // The padding of an upper bound belongs to a column.
                let cell = cell.split_whitespace().collect::<Vec<_>>().join(" ");
                fields.add(&column.head, &cell);
            }
            let space = if number > 0 { "\n" } else { "" };
            text += &format!("{space}{fields}");
        }
        text
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match export::chosen() {
            None => f.write_str(&self.within(terminal::width())),
            Some(format) => f.write_str(&self.exported(format)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::finished;

    fn within(table: &Table, limit: Option<usize>) -> String {
        finished(&table.within(limit), None, false)
    }

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(&[Column::left("name"), Column::right("lines")]);
        table.row(["bcts".to_string(), "3,800".to_string()]);
        table.row(["dellacherie".to_string(), "2".to_string()]);
        assert_eq!(
            within(&table, None),
            "name         lines\n──────────────────\nbcts         3,800\ndellacherie      2\n"
        );
    }

    #[test]
    fn numbers_of_one_unit_have_equal_decimals() {
        let mut table = Table::new(&[
            Column::right("mean").unit("lines"),
            Column::right("95 % interval").unit("lines"),
            Column::right("games"),
        ]);
        let interval = |low, high| Cell::from(Interval { low, high });
        table.row([Cell::Real(12.5), interval(9.75, 100.0), Cell::Whole(1000)]);
        table.row([Cell::Above(3.0), interval(3.0, 4.0), Cell::Whole(10)]);
        assert_eq!(
            within(&table, None),
            "  mean  95 % interval  games\n\
             ────────────────────────────\n\
             \x2012.50  9.75 – 100.00  1,000\n\
             > 3.00  3.00 –   4.00     10\n"
        );
    }

    /// A table of four columns, two of them spare.
    fn four() -> Table {
        let mut table = Table::new(&[
            Column::left("controller"),
            Column::right("mean"),
            Column::right("most").spare(2),
            Column::left("what it is").spare(1),
        ]);
        let words = "one of the first that were published";
        table.row(["dellacherie", "657,000", "1,234,567", words]);
        table
    }

    #[test]
    fn a_narrow_table_wraps_words_then_leaves_columns_out_then_becomes_a_list() {
        let table = four();
        assert_eq!(
            within(&table, Some(60)),
            "controller      mean       most  what it is\n\
             ────────────────────────────────────────────────────────────\n\
             dellacherie  657,000  1,234,567  one of the first that were\n\
             \x20                                published\n"
        );
        assert_eq!(
            within(&table, Some(48)),
            "controller      mean  what it is\n\
             ────────────────────────────────────────────────\n\
             dellacherie  657,000  one of the first that were\n\
             \x20                     published\n\
             (too narrow for: most)\n"
        );
        assert_eq!(
            within(&table, Some(30)),
            "controller      mean\n\
             ────────────────────\n\
             dellacherie  657,000\n\
             (too narrow for: most, what it\n\
             is)\n"
        );
        assert!(
            within(&table, Some(19)).starts_with("controller  dellacherie\nmean        657,000\n")
        );
    }

    #[test]
    fn no_word_is_broken_at_any_width() {
        let table = four();
        for limit in 20..120 {
            let text = within(&table, Some(limit));
            for line in text.lines().filter(|line| !line.contains("published")) {
                assert!(width(line) <= limit.max(23), "{limit}: {line}");
            }
            assert!(text.contains("dellacherie") && text.contains("657,000"));
        }
    }

    #[test]
    fn the_best_row_and_the_head_stand_out() {
        let mut table = Table::new(&[Column::left("a")]);
        table.row(["x"]);
        table.best_row(["y\x1b[1m"]);
        let text = finished(&table.within(None), None, true);
        assert!(text.starts_with("\x1b[1ma\x1b[0m\n"), "{text}");
        assert!(
            text.ends_with("x\n\x1b[1;32my\\u{1b}[1m\x1b[0m\n"),
            "{text}"
        );
    }
}

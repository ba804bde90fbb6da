//! Aligned tables.

use std::fmt;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// A table for the terminal: a head, a line, rows.
pub struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// An empty table with these columns.
    pub fn new(columns: &[(&str, Align)]) -> Table {
        Table {
            columns: columns
                .iter()
                .map(|(head, align)| (head.to_string(), *align))
                .collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row with one cell for each column.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        let cells: Vec<String> = cells.into_iter().collect();
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push(cells);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |text: &str| text.chars().count();
        let widths: Vec<usize> = self
            .columns
            .iter()
            .enumerate()
            .map(|(i, (head, _))| {
                let cells = self.rows.iter().map(|row| width(&row[i]));
                cells.chain([width(head)]).max().unwrap_or(0)
            })
            .collect();
        let line = |cells: Vec<&str>| {
            let mut text = String::new();
            for (i, cell) in cells.into_iter().enumerate() {
                let padding = " ".repeat(widths[i] - width(cell));
                if i > 0 {
                    text.push_str("  ");
                }
                match self.columns[i].1 {
                    Align::Left => text.push_str(&format!("{cell}{padding}")),
                    Align::Right => text.push_str(&format!("{padding}{cell}")),
                }
            }
            text.trim_end().to_string()
        };
        writeln!(
            f,
            "{}",
            line(self.columns.iter().map(|(head, _)| head.as_str()).collect())
        )?;
        let total = widths.iter().sum::<usize>() + 2 * widths.len().saturating_sub(1);
        writeln!(f, "{}", "─".repeat(total))?;
        for row in &self.rows {
            writeln!(f, "{}", line(row.iter().map(String::as_str).collect()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(&[("name", Align::Left), ("lines", Align::Right)]);
        table.row(["bcts".to_string(), "3,800".to_string()]);
        table.row(["dellacherie".to_string(), "2".to_string()]);
        assert_eq!(
            table.to_string(),
            "name         lines\n──────────────────\nbcts         3,800\ndellacherie      2\n"
        );
    }
}

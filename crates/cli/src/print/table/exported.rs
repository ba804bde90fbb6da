//! Tables for other programs.

use super::{Cell, Table};
use crate::export::{self, Format};

impl Table {
    /// The table for other programs: all columns, numbers in full, and the bounds of an interval in
    /// two columns.
    pub(super) fn exported(&self, format: Format) -> String {
        let has_bounds = |index: usize| {
            let mut cells = self.rows.iter().map(|row| &row[index]);
            self.columns[index].is_bounds || cells.any(|cell| matches!(cell, Cell::Interval(_)))
        };
        let mut heads = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            let head = column.exported_head();
            match has_bounds(index) {
                true => heads.extend(["low", "high"].map(|end| format!("{head} {end}"))),
                false => heads.push(head.to_string()),
            }
        }
        let rows = self.rows.iter().map(|row| {
            let cells = row.iter().enumerate();
            let full = cells.flat_map(|(index, cell)| match (cell, has_bounds(index)) {
                (Cell::Interval(bounds), _) => {
                    // A bound that does not exist is infinite.
                    let high = bounds.high.is_finite().then(|| bounds.high.to_string());
                    vec![bounds.low.to_string(), high.unwrap_or_default()]
                }
                (Cell::Below(high), true) => vec![String::new(), high.to_string()],
                (Cell::Above(low), true) => vec![low.to_string(), String::new()],
                (cell, true) => vec![cell.in_full(), String::new()],
                (cell, false) => vec![cell.in_full()],
            });
            full.collect()
        });
        export::marked(format, &heads, &rows.collect::<Vec<Vec<String>>>())
    }
}

impl Cell {
    /// The cell for other programs.
    fn in_full(&self) -> String {
        match self {
            Cell::Text(text) if text == "–" => String::new(),
            Cell::Text(text) => export::ungrouped(text),
            Cell::Whole(number) => number.to_string(),
            Cell::Real(number) | Cell::Times(number) | Cell::Written(_, number) => {
                number.to_string()
            }
            Cell::Above(number) => format!(">{number}"),
            Cell::Below(number) => format!("<{number}"),
            Cell::Interval(bounds) => format!("{} – {}", bounds.low, bounds.high),
        }
    }
}

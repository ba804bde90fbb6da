//! Tables for other programs: CSV, Markdown or JSON instead of what people read.
//!
//! The format is chosen once, before a command begins ([`choose`]). Every table is then written in
//! it, and [`tables_of`] keeps of what a command prints the tables alone. Several tables are
//! separated by an empty line.

use std::sync::OnceLock;

use clap::ValueEnum;
use serde_json::{Map, Value};

/// How tables are written for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One JSON object a line: records, or the rows of a list
    Json,
    /// The rows of the tables, with a head, separated by commas; numbers in full
    Csv,
    /// The same as tables for a page of Markdown
    Markdown,
}

static CHOSEN: OnceLock<Format> = OnceLock::new();

/// Chooses the format of all tables; the first choice holds.
pub fn choose(format: Format) {
    let _ = CHOSEN.set(format);
}

/// The format that was chosen; none for tables that people read.
pub fn chosen() -> Option<Format> {
    CHOSEN.get().copied()
}

/// What encloses an exported table. Cells have no control characters.
const BEGIN: char = '\u{2}';
const END: char = '\u{3}';

/// A table in a format, so that [`tables_of`] finds it.
pub fn marked(format: Format, heads: &[String], rows: &[Vec<String>]) -> String {
    let text = match format {
        Format::Json => json(heads, rows),
        Format::Csv => csv(heads, rows),
        Format::Markdown => markdown(heads, rows),
    };
    format!("{BEGIN}{text}{END}")
}

/// The tables in a text, without what stands between them.
pub fn tables_of(text: &str) -> String {
    let tables = text
        .split(BEGIN)
        .skip(1)
        .filter_map(|part| part.split_once(END));
    let tables: Vec<&str> = tables.map(|(table, _)| table).collect();
    tables.join("\n")
}

/// A number in full, where a text is one that is written for people.
pub fn ungrouped(text: &str) -> String {
    let is_number = text.contains(|c: char| c.is_ascii_digit())
        && text
            .trim_start_matches('-')
            .chars()
            .all(|c| c.is_ascii_digit() || matches!(c, ',' | '.'));
    match is_number {
        true => text.replace(',', ""),
        false => text.to_string(),
    }
}

fn csv(heads: &[String], rows: &[Vec<String>]) -> String {
    let quoted = |cell: &String| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    };
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(quoted).collect();
        format!("{}\n", cells.join(","))
    };
    let rows: String = rows.iter().map(|row| line(row)).collect();
    line(heads) + &rows
}

fn markdown(heads: &[String], rows: &[Vec<String>]) -> String {
    let escaped = |cell: &String| cell.replace('|', "\\|").replace('\n', " ");
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(escaped).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    // Columns of numbers are aligned to the right.
    let rule = (0..heads.len()).map(|column| {
        let mut cells = rows.iter().map(|row| row[column].as_str());
        let numbers =
            cells.clone().any(is_number) && cells.all(|one| one.is_empty() || is_number(one));
        match numbers {
            true => "---:",
            false => "---",
        }
    });
    let rule = format!("|{}|\n", rule.collect::<Vec<_>>().join("|"));
    let rows: String = rows.iter().map(|row| line(row)).collect();
    line(heads) + &rule + &rows
}

fn json(heads: &[String], rows: &[Vec<String>]) -> String {
    let value = |cell: &String| match cell.parse::<serde_json::Number>() {
        Ok(number) => Value::Number(number),
        Err(_) => Value::String(cell.clone()),
    };
    let object = |row: &Vec<String>| {
        let fields = heads.iter().zip(row);
        let fields: Map<String, Value> = fields
            .map(|(head, cell)| (head.replace(' ', "_"), value(cell)))
            .collect();
        format!("{}\n", Value::Object(fields))
    };
    rows.iter().map(object).collect()
}

fn is_number(text: &str) -> bool {
    text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(format: Format) -> String {
        let texts = |all: [&str; 2]| all.map(str::to_string).to_vec();
        let rows = [texts(["a, \"b\"", "12.5"]), texts(["c|d", "3"])];
        let text = format!(
            "before\n{}after",
            marked(format, &texts(["name", "mean lines"]), &rows)
        );
        tables_of(&text)
    }

    #[test]
    fn tables_are_exported_without_the_words_around_them() {
        assert_eq!(
            table(Format::Csv),
            "name,mean lines\n\"a, \"\"b\"\"\",12.5\nc|d,3\n"
        );
        assert_eq!(
            table(Format::Markdown),
            "| name | mean lines |\n|---|---:|\n| a, \"b\" | 12.5 |\n| c\\|d | 3 |\n"
        );
        assert_eq!(
            table(Format::Json),
            "{\"mean_lines\":12.5,\"name\":\"a, \\\"b\\\"\"}\n{\"mean_lines\":3,\"name\":\"c|d\"}\n"
        );
        assert_eq!(tables_of("no table"), "");
    }

    #[test]
    fn numbers_for_people_become_numbers() {
        assert_eq!(ungrouped("1,234.5"), "1234.5");
        assert_eq!(ungrouped("-3,800"), "-3800");
        for words in ["10x20", "a,b", ",", "1,000 ±5 %", ""] {
            assert_eq!(ungrouped(words), words);
        }
    }
}

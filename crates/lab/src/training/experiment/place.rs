//! Where a field stands in a TOML text, and what field stands at a place: every error of an
//! experiment file names both.

use std::ops::Range;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tetrarium_engine::check_schema;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::parts::ExperimentError;

/// The version of experiment files that this program reads and writes.
const SCHEMA: i64 = 1;

/// The places of a text's fields. A field's path has dots between the names of nested ones, and the
/// number of an element where there is a list: `curriculum.0.rules.board`.
pub(crate) struct Places<'a> {
    text: &'a str,
    root: Spanned<DeTable<'a>>,
}

impl<'a> Places<'a> {
    /// The places of a text, as far as it is TOML.
    pub(crate) fn new(text: &'a str) -> Self {
        let (root, _) = DeTable::parse_recoverable(text);
        Places { text, root }
    }

    /// The error of a field; its path may hold the numbers of list elements.
    pub(crate) fn error(&self, path: &str, message: impl ToString) -> ExperimentError {
        let names = path
            .split('.')
            .filter(|step| step.parse::<usize>().is_err());
        ExperimentError {
            line: self.line_of(path),
            field: Some(names.collect::<Vec<_>>().join(".")),
            message: message.to_string(),
        }
    }

    /// Reads the text.
    pub(crate) fn parse<T: DeserializeOwned>(&self) -> Result<T, ExperimentError> {
        toml::from_str(self.text).map_err(|error| {
            let offset = error.span().map(|span| span.start);
            ExperimentError {
                line: offset.map(|offset| self.line(offset)),
                field: offset.and_then(|offset| self.field_at(offset)),
                message: error.message().lines().collect::<Vec<_>>().join(" "),
            }
        })
    }

    /// Refuses a text of another version.
    pub(crate) fn schema(&self) -> Result<(), ExperimentError> {
        let schema = self.parse::<OnlySchema>()?.schema;
        check_schema(schema.as_ref(), SCHEMA).map_err(|message| self.error("schema", message))
    }

    /// The line, from 1, of an offset.
    fn line(&self, offset: usize) -> usize {
        let before = &self.text.as_bytes()[..offset.min(self.text.len())];
        1 + before.iter().filter(|byte| **byte == b'\n').count()
    }

    /// The line of a field, or of what it would stand in where the text leaves it out.
    fn line_of(&self, path: &str) -> Option<usize> {
        let mut table = Some(self.root.get_ref());
        let mut list: Option<&[Spanned<DeValue>]> = None;
        let mut found = None;
        for step in path.split('.') {
            let (place, value) = match (table, list) {
                (Some(table), _) => {
                    let entry = table.iter().find(|(key, _)| key.get_ref() == step);
                    let Some((key, value)) = entry else { break };
                    (key.span(), value)
                }
                (None, Some(list)) => {
                    let element = step.parse().ok().and_then(|n: usize| list.get(n));
                    let Some(value) = element else { break };
                    (value.span(), value)
                }
                (None, None) => break,
            };
            found = Some(self.line(place.start));
            table = value.get_ref().as_table();
            list = value.get_ref().as_array().map(|array| &array[..]);
        }
        found
    }

    /// The path of the innermost field at an offset.
    fn field_at(&self, offset: usize) -> Option<String> {
        let mut found = None;
        search(self.root.get_ref(), "", offset, &mut found);
        found
    }
}

#[derive(Deserialize)]
struct OnlySchema {
    schema: Option<toml::Value>,
}

fn search(table: &DeTable, inside: &str, offset: usize, found: &mut Option<String>) {
    let at = |span: Range<usize>| span.contains(&offset) || span.start == offset;
    for (key, value) in table {
        let path = match inside {
            "" => key.get_ref().to_string(),
            inside => format!("{inside}.{}", key.get_ref()),
        };
        if at(key.span()) || at(value.span()) {
            *found = Some(path.clone());
        }
        match value.get_ref() {
            DeValue::Table(inner) => search(inner, &path, offset, found),
            DeValue::Array(elements) => {
                for element in elements {
                    if let DeValue::Table(inner) = element.get_ref() {
                        search(inner, &path, offset, found);
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_and_lines() {
        let text = "a = 1\n[b.c]\nd = { e = 2 }\n[[f]]\ng = 1\n[[f]]\ng = 2\n";
        let places = Places::new(text);
        let lines =
            ["a", "b.c", "b.c.d.e", "f.0.g", "f.1.g", "f.1.h", "b.x"].map(|p| places.line_of(p));
        assert_eq!(lines, [1, 2, 3, 5, 7, 6, 2].map(Some));
        assert_eq!(places.line_of("nothing"), None);
        let at = |what: &str| places.field_at(text.find(what).unwrap());
        assert_eq!(at("e = 2").as_deref(), Some("b.c.d.e"));
        assert_eq!(at("2\n").as_deref(), Some("f.g"));
        assert_eq!(at("1\n").as_deref(), Some("a"));
        let broken = Places::new("a = 1\nb = \nc = 3\n");
        assert_eq!(broken.line_of("c"), Some(3));
    }
}

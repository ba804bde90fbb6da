//! Records: lines of JSON, each of which says what it is.
//!
//! A record has a `kind` and the version of its form, `schema`. What this program does not
//! understand it refuses, with the line and the field.

mod caveat;
mod head;
mod identity;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tetrarium_engine::Board;

pub use caveat::{Caveat, may_be_best};
pub(crate) use head::{Difference, Head, Told, differ, differing_agents};
pub use identity::{AgentRecord, Identity, LARGEST_CONTROLLER, Made, OrderRecord, labels};

/// The newest form of a record that is understood.
pub const NEWEST_SCHEMA: u64 = 2;

/// Why a line is no record, or none that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Not JSON.
    #[error("this is no line of JSON: {0}")]
    Json(String),
    /// JSON, but not an object that says what it is.
    #[error("this is no record: it has no `kind`")]
    NoKind,
    /// A kind of record that is not asked for.
    #[error("`{kind}` is no kind of record that can be used here: those are {usable}")]
    Kind {
        /// What it claims to be.
        kind: String,
        /// The kinds that can be used.
        usable: &'static str,
    },
    /// A record of a later version.
    #[error(
        "this record has schema {0}, which is newer than this program's {NEWEST_SCHEMA}: use the program that wrote it"
    )]
    Newer(u64),
    /// A known kind whose fields are not as they should be.
    #[error("this {kind} record cannot be used: {message}")]
    Field {
        /// What it claims to be.
        kind: String,
        /// What is wrong.
        message: String,
    },
}

/// A line of a file that is no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct LineError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: RecordError,
}

/// A record whose kind is known and whose schema is one that is understood; its fields are not read
/// yet.
#[derive(Clone, Debug)]
pub(crate) struct Raw {
    kind: String,
    fields: Value,
}

impl Raw {
    /// Reads one line.
    pub(crate) fn from_line(line: &str) -> Result<Raw, RecordError> {
        let fields: Value =
            serde_json::from_str(line).map_err(|error| RecordError::Json(words_of(&error)))?;
        let kind = match fields.get("kind") {
            Some(Value::String(kind)) => kind.clone(),
            Some(_) => return Err(RecordError::NoKind),
            None => kind_of_log(&fields).ok_or(RecordError::NoKind)?.to_string(),
        };
        match fields.get("schema").map(Value::as_u64) {
            None | Some(Some(1..=NEWEST_SCHEMA)) => Ok(Raw { kind, fields }),
            Some(Some(newer)) if newer > NEWEST_SCHEMA => Err(RecordError::Newer(newer)),
            Some(_) => Err(RecordError::Field {
                kind,
                message: "`schema` is no whole number from 1".to_string(),
            }),
        }
    }

    /// What it says it is.
    pub(crate) fn kind(&self) -> &str {
        &self.kind
    }

    /// The record without a field that its type does not have.
    pub(crate) fn without(mut self, name: &str) -> Raw {
        if let Value::Object(fields) = &mut self.fields {
            fields.retain(|field, _| field != name);
        }
        self
    }

    /// Its fields.
    pub(crate) fn read<T: DeserializeOwned>(self) -> Result<T, RecordError> {
        let Raw { kind, fields } = self;
        serde_json::from_value(fields).map_err(|error| RecordError::Field {
            kind,
            message: words_of(&error),
        })
    }

    /// The error that it is none of the kinds that can be used.
    pub(crate) fn refused(self, usable: &'static str) -> RecordError {
        let kind = self.kind;
        RecordError::Kind { kind, usable }
    }
}

/// What a line of a run's or a tournament's log is: those do not say it, and are known by their
/// fields.
fn kind_of_log(fields: &Value) -> Option<&'static str> {
    let has = |names: &[&str]| names.iter().all(|name| fields.get(name).is_some());
    if has(&["generation", "fitness", "total_moves"]) {
        Some("generation")
    } else if has(&["experiment", "optimiser", "curve"]) {
        Some("entrant")
    } else {
        None
    }
}

/// Reads all lines of a text; blank ones are passed over.
pub(crate) fn read_lines<T>(
    text: &str,
    read: impl Fn(Raw) -> Result<T, RecordError>,
) -> Result<Vec<T>, LineError> {
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(line, text)| {
            let record = Raw::from_line(text).and_then(&read);
            record.map_err(|error| LineError { line, error })
        })
        .collect()
}

/// A record as one line of JSON, with its end.
///
/// # Errors
///
/// What serde says of a type that cannot be JSON.
pub fn line(record: &impl Serialize) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string(record)?;
    text.push('\n');
    Ok(text)
}

/// The rows of a board from the top, `#` for a full cell and `.` for an empty one, with rows above
/// the board where cells are there.
pub(crate) fn rows(board: &Board) -> Vec<String> {
    let row = |y| {
        let cell = |x| if board.is_full(x, y) { '#' } else { '.' };
        (0..board.width()).map(cell).collect()
    };
    let height = board.height().max(board.max_height());
    (0..height).rev().map(row).collect()
}

/// What serde says, without its idea of the line: a record is a line of its own.
fn words_of(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.split_once(" at line ") {
        Some((words, place)) => match place.split_once("column ") {
            Some((_, column)) if column != "0" => format!("{words} at column {column}"),
            _ => words.to_string(),
        },
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_record_is_refused() {
        let words = |line: &str| Raw::from_line(line).unwrap_err().to_string();
        assert!(words("{\"kind\":").contains("no line of JSON"));
        assert!(words("[1, 2]").contains("no `kind`"));
        assert!(words("{\"kind\":7}").contains("no `kind`"));
        assert!(words("{\"kind\":\"measurement\",\"schema\":3}").contains("newer"));
        for schema in ["\"1\"", "0", "-1", "1.5"] {
            let line = format!("{{\"kind\":\"measurement\",\"schema\":{schema}}}");
            assert!(words(&line).contains("no whole number"), "{schema}");
        }
        // A candidate's line has a generation too, but no spread.
        assert!(words("{\"generation\":0,\"id\":3,\"fitness\":1.0}").contains("no `kind`"));
    }

    #[test]
    fn lines_are_counted_with_the_blank_ones() {
        let text = "{\"kind\":\"a\"}\n\n{\"kind\":\"b\"}\n";
        let kinds = read_lines(text, |raw| Ok(raw.kind().to_string())).unwrap();
        assert_eq!(kinds, ["a", "b"]);
        let only_a = |raw: Raw| match raw.kind() {
            "a" => Ok(()),
            _ => Err(raw.refused("a")),
        };
        let error = read_lines(text, only_a).unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 3: `b` is no kind of record that can be used here: those are a"
        );
    }
}

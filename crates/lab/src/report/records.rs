//! The records a page is made of, as they are read from JSON Lines.
//!
//! A record says its `kind` and the version of its form (`schema`); the lines of a run's and a tournament's logs, which have neither, are
//! known by their fields. What the page does not understand it refuses.

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::compare::Compared;
use crate::estimate::Estimate;
use crate::measure::Measurement;
use crate::reproduce::Reproduced;
use crate::training::{GenerationLine, Row};

/// The newest form of a record that is understood.
pub const NEWEST_SCHEMA: u64 = 1;

/// A record of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// What `eval` found.
    Measurement(Box<Measurement>),
    /// What `compare` found.
    Comparison(Box<Compared>),
    /// What `estimate` found.
    Estimate(Box<Estimate>),
    /// What `reproduce` found.
    Reproduced(Box<Reproduced>),
    /// A generation of a run.
    Generation(Box<GenerationLine>),
    /// A row of a tournament's table.
    Entrant(Box<Row>),
}

/// A line that is no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// Not JSON.
    #[error("this is no line of JSON: {0}")]
    Json(String),
    /// JSON, but not an object that says what it is.
    #[error("this is no record: it has no `kind`")]
    NoKind,
    /// A kind of record nobody knows.
    #[error(
        "`{0}` is no kind of record that a report can show: those are measurement, comparison, estimate, reproduced, and the logs of runs and tournaments"
    )]
    Kind(String),
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

impl Record {
    /// Reads one line.
    pub fn from_line(line: &str) -> Result<Record, RecordError> {
        let value: Value =
            serde_json::from_str(line).map_err(|error| RecordError::Json(words_of(&error)))?;
        let kind = kind_of(&value)?;
        match value.get("schema").map(Value::as_u64) {
            Some(Some(schema)) if schema > NEWEST_SCHEMA => return Err(RecordError::Newer(schema)),
            Some(None) => {
                return Err(RecordError::Field {
                    kind,
                    message: "`schema` is no whole number".to_string(),
                });
            }
            _ => {}
        }
        Ok(match kind.as_str() {
            "measurement" => Record::Measurement(fields(value, &kind)?),
            "comparison" => {
                // `Compared` itself has no version and no kind.
                let mut compared = value;
                if let Value::Object(all) = &mut compared {
                    all.retain(|name, _| name != "schema" && name != "kind");
                }
                Record::Comparison(fields(compared, &kind)?)
            }
            "estimate" => Record::Estimate(fields(value, &kind)?),
            "reproduced" => Record::Reproduced(fields(value, &kind)?),
            "generation" => Record::Generation(fields(value, &kind)?),
            "entrant" => Record::Entrant(fields(value, &kind)?),
            _ => return Err(RecordError::Kind(kind)),
        })
    }

    /// Reads all lines of a text; blank ones are passed over.
    ///
    /// ```
    /// use tetrarium_lab::report::Record;
    /// let error = Record::from_lines("\n{\"kind\":\"weather\"}\n").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2: `weather` is no kind of record"));
    /// ```
    pub fn from_lines(text: &str) -> Result<Vec<Record>, LineError> {
        let lines = (1..).zip(text.lines());
        let lines = lines.filter(|(_, line)| !line.trim().is_empty());
        lines
            .map(|(line, text)| Record::from_line(text).map_err(|error| LineError { line, error }))
            .collect()
    }
}

/// What a record says it is; lines of a run's logs do not say it, and are known by their fields.
fn kind_of(value: &Value) -> Result<String, RecordError> {
    match value.get("kind") {
        Some(Value::String(kind)) => Ok(kind.clone()),
        Some(_) => Err(RecordError::NoKind),
        None => {
            let has = |names: &[&str]| names.iter().all(|name| value.get(name).is_some());
            if has(&["generation", "fitness", "total_moves"]) {
                Ok("generation".to_string())
            } else if has(&["experiment", "optimiser", "curve"]) {
                Ok("entrant".to_string())
            } else {
                Err(RecordError::NoKind)
            }
        }
    }
}

fn fields<T: DeserializeOwned>(value: Value, kind: &str) -> Result<Box<T>, RecordError> {
    let record = serde_json::from_value(value).map_err(|error| RecordError::Field {
        kind: kind.to_string(),
        message: words_of(&error),
    })?;
    Ok(Box::new(record))
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
        let words = |line: &str| Record::from_line(line).unwrap_err().to_string();
        assert!(words("{\"kind\":").contains("no line of JSON"));
        assert!(words("[1, 2]").contains("no `kind`"));
        assert!(words("{\"kind\":7}").contains("no `kind`"));
        assert!(words("{\"kind\":\"weather\"}").contains("`weather`"));
        assert!(words("{\"kind\":\"measurement\",\"schema\":2}").contains("newer"));
        assert!(words("{\"kind\":\"measurement\",\"schema\":\"1\"}").contains("whole number"));
        let missing = words("{\"kind\":\"measurement\",\"schema\":1}");
        assert!(missing.contains("missing field `controller`"), "{missing}");
        // A candidate's line has a generation too, but no spread.
        assert!(words("{\"generation\":0,\"id\":3,\"fitness\":1.0}").contains("no `kind`"));
    }
}

//! Records as lines of JSON.

use pyo3::prelude::*;
use serde::Serialize;
use tetrarium_lab::compare::{Compared, MeanRecord};
use tetrarium_lab::recorded::Recorded;
use tetrarium_lab::records::Made;
use tetrarium_lab::report::Record;

use crate::arguments::wrong;

/// The schema version of comparisons.
const COMPARISON: u32 = 2;

/// This package, for the records that it makes. `maker` is the function that was called.
pub fn made(maker: &str) -> Made {
    Made {
        version: env!("CARGO_PKG_VERSION").to_string(),
        commit: option_env!("TETRARIUM_COMMIT").map(str::to_string),
        command: vec!["python".to_string(), format!("tetrarium.{maker}")],
    }
}

/// A record as a line without its end.
pub fn line(record: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(record).map_err(wrong)
}

/// A comparison as a record.
#[derive(Serialize)]
struct Comparison<'a> {
    schema: u32,
    kind: &'static str,
    #[serde(flatten)]
    compared: &'a Compared,
    made: Made,
}

/// A comparison as a line.
pub fn comparison_line(compared: &Compared, maker: &str) -> PyResult<String> {
    line(&Comparison {
        schema: COMPARISON,
        kind: "comparison",
        compared,
        made: made(maker),
    })
}

/// The sentences of a comparison, and what people call its rows.
#[pyfunction]
pub fn comparison_words(text: &str) -> PyResult<(Vec<String>, Vec<String>)> {
    let records = Record::from_lines(text).map_err(wrong)?;
    match records.first() {
        Some(Record::Comparison(compared)) => Ok((compared.statements(), compared.labels())),
        _ => Err(wrong("this is no comparison")),
    }
}

/// The caveats of a record as sentences.
#[pyfunction]
pub fn caveat_sentences(text: &str) -> PyResult<Vec<String>> {
    let means = MeanRecord::from_lines(text).map_err(wrong)?;
    let caveats = means.iter().flat_map(MeanRecord::caveats);
    Ok(caveats
        .map(|caveat| format!("{}: {}", caveat.name(), caveat.sentence()))
        .collect())
}

/// The kinds of records in a text, a line each, after all were checked. `made` may be any.
#[pyfunction]
pub fn read_records(text: &str) -> PyResult<Vec<(String, String)>> {
    let mut found = Vec::new();
    for (number, one) in (1..).zip(text.lines()) {
        if one.trim().is_empty() {
            continue;
        }
        let kind = kind_of(one).map_err(|error| {
            let words = error.strip_prefix("line 1: ").unwrap_or(&error);
            wrong(format!("line {number}: {words}"))
        })?;
        found.push((kind, one.to_string()));
    }
    Ok(found)
}

/// The kind of a record that can be read.
fn kind_of(text: &str) -> Result<String, String> {
    let fields: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let kind = fields.get("kind").and_then(serde_json::Value::as_str);
    let kind = kind.unwrap_or_default().to_string();
    let words = |error: &dyn std::fmt::Display| error.to_string();
    match kind.as_str() {
        "recorded-game" => Recorded::from_lines(text)
            .map(|_| ())
            .map_err(|error| words(&error)),
        "explanation" => {
            let read: Result<tetrarium_lab::explanation::ExplanationRecord, _> =
                serde_json::from_str(text);
            read.map(|_| ()).map_err(|error| words(&error))
        }
        _ => Record::from_lines(text)
            .map(|_| ())
            .map_err(|error| words(&error)),
    }?;
    Ok(kind)
}

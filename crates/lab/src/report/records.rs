//! The records a page is made of, as they are read from JSON Lines.

use crate::compare::Compared;
use crate::estimate::Estimate;
use crate::measure::Measurement;
use crate::records::{LineError, Raw, RecordError, read_lines};
use crate::reproduce::Reproduced;
use crate::training::{GenerationLine, Row};

/// The kinds of records that a page shows.
const KINDS: &str =
    "measurement, comparison, estimate, reproduced, and the logs of runs and tournaments";

/// A record of any kind.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
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

impl Record {
    /// Reads all lines of a text; blank ones are passed over.
    ///
    /// ```
    /// use tetrarium_lab::report::Record;
    /// let error = Record::from_lines("\n{\"kind\":\"weather\"}\n").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2: `weather` is no kind of record"));
    /// ```
    ///
    /// # Errors
    ///
    /// The first line that is no record of a kind that a page shows.
    pub fn from_lines(text: &str) -> Result<Vec<Record>, LineError> {
        read_lines(text, Record::from_raw)
    }

    fn from_raw(raw: Raw) -> Result<Record, RecordError> {
        // The same record made twice is one record, whatever made it.
        Ok(match raw.kind() {
            "measurement" => {
                Record::Measurement(Box::new(Measurement::from_raw(raw.without("made"))?))
            }
            "comparison" => Record::Comparison(Box::new(Compared::from_raw(raw)?)),
            "estimate" => Record::Estimate(Box::new(Estimate::from_raw(raw.without("made"))?)),
            "reproduced" => Record::Reproduced(raw.read()?),
            "generation" => Record::Generation(raw.read()?),
            "entrant" => Record::Entrant(raw.read()?),
            _ => return Err(raw.refused(KINDS)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_page_cannot_show_is_refused() {
        let words = |line: &str| Record::from_lines(line).unwrap_err().to_string();
        assert!(words("{\"kind\":\"weather\"}").contains("`weather`"));
        let missing = words("{\"kind\":\"measurement\",\"schema\":1}");
        assert!(missing.contains("missing field `controller`"), "{missing}");
    }
}

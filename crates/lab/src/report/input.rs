//! Records that came together.

use tetrarium_engine::Fingerprint;

use super::records::Record;

/// Records that came together: a file's, or a run folder's.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Where they come from, for the reader.
    pub name: String,
    /// The records.
    pub records: Vec<Record>,
    /// The text of the experiment, where they are those of a run.
    pub experiment: Option<String>,
    /// The fingerprint of the experiment, where it is known.
    pub fingerprint: Option<Fingerprint>,
}

impl Input {
    /// Records of a name.
    pub fn new(name: &str, records: Vec<Record>) -> Input {
        Input {
            name: name.to_string(),
            records,
            experiment: None,
            fingerprint: None,
        }
    }
}

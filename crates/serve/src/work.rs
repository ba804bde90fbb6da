//! What the server knows of the work that it has started.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use serde_json::Value;
use tetrarium_lab::Watch;

/// A measurement.
pub struct Measure {
    /// Its number.
    pub id: u64,
    /// Set to end it.
    pub stop: Arc<AtomicBool>,
    /// Counts its games and moves.
    pub watch: Mutex<Arc<Watch>>,
    /// The games, or the repeats of an estimate, that are expected.
    pub parts: AtomicU64,
    /// What is known of it.
    pub shown: Mutex<Shown>,
    /// When it began.
    pub began: Instant,
}

/// What is known of a measurement.
pub struct Shown {
    /// Who is measured.
    pub name: String,
    /// `games` or `climbs`.
    pub by: &'static str,
    /// `running`, `done`, `stopped` or `failed`.
    pub state: &'static str,
    /// Why it failed.
    pub error: Option<String>,
    /// How long it took, once it has ended.
    pub seconds: Option<f64>,
    /// The figures so far.
    pub result: Value,
    /// The record, as a line of JSON.
    pub record: Option<String>,
    /// Whether the record is in the file of kept ones.
    pub kept: bool,
}

/// A run that this server works on.
pub struct Started {
    /// Its name.
    pub name: String,
    /// Set to end it.
    pub stop: Arc<AtomicBool>,
    /// Why it ended; none while it goes on.
    pub ended: Option<String>,
}

/// The list of runs, and when it was made.
pub struct Listed {
    /// When it was made.
    pub at: Instant,
    /// The answer with the list.
    pub runs: Value,
}

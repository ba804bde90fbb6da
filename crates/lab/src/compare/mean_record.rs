//! A mean with all that is known of it.

use std::collections::BTreeMap;

use serde::Serialize;
use tetrarium_engine::Fingerprint;

use super::ratio::Mean;
use crate::Measurement;
use crate::estimate::{self, Estimate};
use crate::measure;
use crate::records::{Caveat, LineError, Raw, RecordError, read_lines};
use crate::statistics::Interval;

/// What was found of an agent's mean: a measurement by games, or an estimate by climbs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum MeanRecord {
    /// By games.
    Measurement(Box<Measurement>),
    /// By climbs.
    Estimate(Box<Estimate>),
}

impl MeanRecord {
    /// Reads records from JSON Lines; empty lines are passed over.
    ///
    /// # Errors
    ///
    /// The first line that is neither a measurement nor an estimate.
    pub fn from_lines(text: &str) -> Result<Vec<MeanRecord>, LineError> {
        read_lines(text, MeanRecord::from_raw)
    }

    fn from_raw(raw: Raw) -> Result<MeanRecord, RecordError> {
        match raw.kind() {
            measure::KIND => Ok(MeanRecord::Measurement(Box::new(Measurement::from_raw(
                raw,
            )?))),
            estimate::KIND => Ok(MeanRecord::Estimate(Box::new(Estimate::from_raw(raw)?))),
            _ => Err(raw.refused("measurement and estimate")),
        }
    }

    /// The agent's name.
    pub fn controller(&self) -> &str {
        match self {
            MeanRecord::Measurement(of) => &of.controller,
            MeanRecord::Estimate(of) => &of.controller,
        }
    }

    /// The fingerprint of the agent; none in records of schema 1, whose identity is unknown.
    pub fn fingerprint(&self) -> Option<Fingerprint> {
        let identity = match self {
            MeanRecord::Measurement(one) => &one.identity,
            MeanRecord::Estimate(one) => &one.identity,
        };
        identity.as_ref().map(|identity| identity.fingerprint)
    }

    /// The rules in full.
    pub fn rules(&self) -> &BTreeMap<String, String> {
        match self {
            MeanRecord::Measurement(of) => &of.rules,
            MeanRecord::Estimate(of) => &of.rules,
        }
    }

    /// The seed.
    pub fn seed(&self) -> u64 {
        match self {
            MeanRecord::Measurement(of) => of.seed,
            MeanRecord::Estimate(of) => of.seed,
        }
    }

    /// The mean; none where it has only a bound.
    pub fn mean(&self) -> Option<f64> {
        match self {
            MeanRecord::Measurement(of) => of.mean,
            MeanRecord::Estimate(of) => of.mean,
        }
    }

    /// The 95 % interval of the mean.
    pub fn interval(&self) -> Interval {
        match self {
            MeanRecord::Measurement(of) => of.interval,
            MeanRecord::Estimate(of) => of.interval,
        }
    }

    /// What must be said with the mean.
    pub fn caveats(&self) -> &[Caveat] {
        match self {
            MeanRecord::Measurement(of) => &of.caveats,
            MeanRecord::Estimate(of) => &of.caveats,
        }
    }

    /// How many moves it took.
    pub fn moves(&self) -> u64 {
        match self {
            MeanRecord::Measurement(of) => of.tally.pieces,
            MeanRecord::Estimate(of) => of.moves,
        }
    }
}

impl<'a> From<&'a MeanRecord> for Mean<'a> {
    fn from(measured: &'a MeanRecord) -> Self {
        match measured {
            MeanRecord::Measurement(of) => Mean::Games(of),
            MeanRecord::Estimate(of) => Mean::Climbs(of),
        }
    }
}

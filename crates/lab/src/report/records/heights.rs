//! The record of pile heights, as the page reads it.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::heights::Heights;

/// The heights of a controller's piles, as a record of their own.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct HeightsRecord {
    /// The controller.
    pub controller: String,
    /// Its search.
    #[serde(default)]
    pub search: String,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
    /// The heights.
    pub heights: Heights,
}

//! Experiment files as they are written: what serde reads before anything is checked.

use serde::{Deserialize, Serialize};

use super::parts::{Budget, Seeds, Units};
use crate::optimisers::{Collapse, Config, Fitness, Racing, Shape};
use tetrarium_engine::Danger;
use tetrarium_engine::rating::Bands;
use tetrarium_learn::learners;

/// A whole file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct File {
    pub schema: i64,
    pub name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported: Option<f64>,
    #[serde(default = "one")]
    pub seed: u64,
    #[serde(default, skip_serializing_if = "toml::Table::is_empty")]
    pub rules: toml::Table,
    pub rating: RatingFile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub optimiser: Option<Config>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub learner: Option<learners::Config>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handover: Option<HandoverFile>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub polish: Option<PolishFile>,
    pub fitness: FitnessFile,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub racing: Option<Racing>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collapse: Option<Collapse>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultFile>,
    pub budget: Budget,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curriculum: Vec<StageFile>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measurement: Vec<MeasurementFile>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct HandoverFile {
    /// The generations of the optimiser.
    pub generations: u64,
    /// What the learner has beside the features of the rating.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct PolishFile {
    /// The iterations of the learner.
    pub iterations: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub climbs: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_pieces: Option<u64>,
    pub optimiser: Config,
}

fn one() -> u64 {
    1
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct RatingFile {
    #[serde(default)]
    pub kind: Kind,
    /// The measure of danger that bands are of, and where each but the first begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Danger>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bounds: Vec<i32>,
    /// A list of names, or `all`.
    pub features: toml::Value,
    #[serde(default)]
    pub selection: bool,
    /// How many composed features are drawn beside those named.
    #[serde(default, skip_serializing_if = "is_default")]
    pub composed: usize,
    /// How many terms are expressions that the search changes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub evolved: usize,
    /// What the numbers are that a search sees.
    #[serde(default, skip_serializing_if = "is_default")]
    pub units: Units,
    /// Whether mirror images share a weight.
    #[serde(default, skip_serializing_if = "is_default")]
    pub mirror: bool,
}

/// The kind of rating that is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    #[default]
    Linear,
    Exponential,
    Displaced,
    Bands,
}

impl Kind {
    /// What is searched of each weight.
    pub fn shape(self) -> Shape {
        match self {
            Kind::Linear | Kind::Bands => Shape::Linear,
            Kind::Exponential => Shape::Exponential,
            Kind::Displaced => Shape::Displaced,
        }
    }
}

impl RatingFile {
    /// The bands of danger that have weights of their own: one, but for a rating of that kind.
    pub fn bands(&self) -> Bands {
        Bands {
            by: self.by.unwrap_or_default(),
            bounds: self.bounds.clone(),
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// How the run's result is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ResultFile {
    /// The generations whose means are averaged.
    pub average: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SearchFile {
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct FitnessFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub climbs: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_pieces: Option<u64>,
    #[serde(default)]
    pub statistic: Fitness,
    #[serde(default)]
    pub seeds: Seeds,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct StageFile {
    pub generations: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub climbs: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_pieces: Option<u64>,
    #[serde(default)]
    pub rules: toml::Table,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct MeasurementFile {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub climbs: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_pieces: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    #[serde(default)]
    pub rules: toml::Table,
    #[serde(default)]
    pub controllers: Vec<String>,
}

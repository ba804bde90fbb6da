//! Experiments: a training run described by a file.

mod definition;
mod file;
mod parts;
mod place;
mod read;
mod variants;

pub use definition::Experiment;
pub use parts::{Budget, By, Conditions, ExperimentError, Plan, Seeds, Stage};

//! Experiments: a training run described by a file.

mod composed;
mod controllers;
mod coordinates;
mod definition;
mod evolved;
mod factors;
mod file;
mod fingerprint;
mod handover;
mod parts;
mod place;
mod polish;
mod read;
mod variants;

pub use definition::Experiment;
pub(crate) use place::Places;

pub use parts::{
    Budget, By, Conditions, ControllerFiles, ExperimentError, Plan, Seeds, Stage, Units,
};

//! Measuring and training.

pub mod statistics;

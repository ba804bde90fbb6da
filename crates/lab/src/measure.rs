//! Measuring: what games show about a controller.

mod abreast;
pub mod coverage;
pub mod early;
pub mod measurement;
pub mod merge;
pub mod precision;
pub mod sensitivity;

pub use measurement::Measurement;

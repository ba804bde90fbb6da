//! The lab of tetrarium: playing games in parallel and saying what they show.
//!
//! [`measure`] plays ranges of games on all cores, [`measurement`] puts them together, [`statistics`] holds the estimates and
//! their intervals.

#![forbid(unsafe_code)]

pub mod measure;
pub mod measurement;
pub mod statistics;

pub use measure::{Length, Shard, Watch, play};
pub use measurement::Measurement;

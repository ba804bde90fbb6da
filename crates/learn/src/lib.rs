//! What learns in tetrarium: optimisers, which search weights, and learners, which fit a value or a
//! policy to positions.
//!
//! Both are asked and told. An [optimiser](optimisers) proposes weights and is told the games that
//! were played with them. A [learner](learners) asks for recorded games, expanded boards or
//! rollouts and is told what they came to. Nothing here touches files, threads or clocks: the crate
//! `tetrarium-lab` plays, writes runs down and resumes them. The whole state of both can be saved
//! between two calls, and what follows a load is what would have followed without it, bit for bit,
//! on every machine.

#![forbid(unsafe_code)]

pub mod algebra;
mod draws;
mod invalid;
pub mod learners;
mod mirror;
pub mod nets;
pub mod optimisers;
mod parameters;
mod spread;

pub use invalid::Invalid;
pub use mirror::mirror_classes;
pub use parameters::{Parameter, Range};
pub use spread::{spread_player, spreads};

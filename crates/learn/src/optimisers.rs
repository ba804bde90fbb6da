//! Optimisers: they propose weight vectors and are told the games that were played with them.
//!
//! An [`Optimiser`] never plays. [`Optimiser::ask`] gives a generation of candidates,
//! [`Optimiser::tell`] takes their games one by one, and so on until [`Optimiser::stop`] gives a
//! reason or the caller's budget is spent. The whole state can be saved between any two of these
//! calls, and what follows a load is what would have followed without it, bit for bit and on
//! every machine: random numbers are a function of the seed and the generation, and nothing here
//! calls a mathematical function of the platform.
//!
//! [`Config`] lists the methods, each with the parameters of its paper as default.
//! [`Racing`] is apart from them: it decides which candidates are worth more games.
//!
//! ```
//! use tetrarium_learn::optimisers::{Config, Fitness, GameCount, Optimiser, Outcome, Space};
//!
//! let config = Config::named("cross-entropy").unwrap();
//! let mut optimiser = Optimiser::new(config, Space::linear(3)?, Fitness::Lines, 1)?;
//! for _ in 0..20 {
//!     let outcomes: Vec<Outcome> = optimiser
//!         .ask()
//!         .iter()
//!         .map(|candidate| {
//!             // In place of a game: the closer to (1, 2, 3), the more lines.
//!             let far: f64 = (1..).zip(&candidate.genes).map(|(t, g)| (g - f64::from(t)).powi(2)).sum();
//!             let lines = (1e6 / (1.0 + far)) as u64;
//!             Outcome { id: candidate.id, games: vec![GameCount { lines, pieces: 0, finished: true }] }
//!         })
//!         .collect();
//!     optimiser.tell(&outcomes)?;
//! }
//! assert!((optimiser.distribution().mean[2] - 3.0).abs() < 1.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod average;
mod candidate;
mod collapse;
mod coordinates;
mod fitness;
mod method;
mod methods;
mod optimiser;
mod racing;
mod record;
mod selection;
mod space;
mod state;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use crate::invalid::Invalid;
pub use crate::parameters::{Parameter, Range};
pub use candidate::{Best, Candidate, Distribution, Outcome, StopReason, TellError};
pub use collapse::{Collapse, Undone};
pub use coordinates::Coordinates;
pub use fitness::{Fitness, GameCount, Sums};
pub use methods::*;
pub use optimiser::Optimiser;
pub use racing::{Bound, Racing, Values, Verdict};
pub use space::{Kind, Shape, Space};

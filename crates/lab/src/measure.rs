//! Measuring: what games show about an agent.

mod conclusions;
pub mod coverage;
pub mod drawn;
pub mod early;
mod goal;
mod measurement;
mod merge;
mod precision;
mod sensitivity;
mod side_by_side;
mod spread;

pub use goal::{Goal, PRECISIONS, PrecisionError, Reason, Stopped};
pub use measurement::{Games, KIND, Measurement, Method, REJECTED_BELOW, Range, SCHEMA, Score};
pub use merge::{MergeError, merge, read};
pub use precision::{
    FEWEST_GAMES, FIRST_CUT, GROWTH, Measured, checkpoints, games_for, measure_to,
    relative_half_width,
};
pub use sensitivity::{Variant, variants};
pub use side_by_side::play_within;
pub use spread::{LEAST_SPREAD, widening};

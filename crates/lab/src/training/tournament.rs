//! A tournament: several experiments under several seeds, with equal budgets of moves.
//!
//! Thiery & Scherrer (2009) and Amundsen (2014) end on the question which method is the best one.
//! Their own comparisons differ in features, rules and effort; here only what the experiments
//! differ in differs.

mod curves;
mod entrant;
mod error;
mod hold;
mod side_by_side;
mod table;

pub use curves::CurvePoint;
pub use entrant::Entrant;
pub use error::TournamentError;
pub use hold::Tournament;
pub(crate) use table::TABLE;
pub use table::{Curve, Row};

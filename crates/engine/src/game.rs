//! The game: boards, pieces, rules and moves.

pub(crate) mod board;
pub(crate) mod danger;
pub(crate) mod generalised;
pub(crate) mod moves;
pub(crate) mod original;
pub(crate) mod picture;
pub(crate) mod piece;
pub(crate) mod pieces;
pub(crate) mod placement;
pub mod random;
pub(crate) mod rule_sets;
pub(crate) mod rules;
pub(crate) mod source;
pub(crate) mod state;
mod turns;

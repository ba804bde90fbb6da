//! The game.
pub mod random;

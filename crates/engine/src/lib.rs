//! The game.
pub mod board;
pub mod features;
pub mod generalised;
pub mod moves;
pub mod nearest;
pub mod original;
mod picture;
pub mod piece;
pub mod random;
pub mod rules;
pub mod source;
pub use board::{Board, Size};
pub use piece::Piece;
pub use rules::Rules;

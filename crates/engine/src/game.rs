//! The game: boards, pieces, rules, and what a move does.

pub mod board;
pub mod generalised;
pub mod moves;
pub mod original;
mod picture;
pub mod piece;
pub mod random;
pub mod rules;
pub mod source;

pub use board::{Board, Size};
pub use picture::PictureError;
pub use piece::Piece;
pub use rules::Rules;

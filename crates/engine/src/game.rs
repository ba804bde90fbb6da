//! The game: boards, pieces, rules and moves.

pub mod board;
pub mod generalised;
pub mod moves;
pub mod original;
mod picture;
pub mod piece;
pub mod pieces;
pub mod placement;
pub mod random;
pub mod rule_sets;
pub mod rules;
pub mod source;
pub mod state;

pub use board::{Board, Size};
pub use picture::PictureError;
pub use piece::Piece;
pub use rules::Rules;
pub use state::{Counts, Game, PlaceError, Position, State, View};

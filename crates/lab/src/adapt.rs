//! The agent that adapts: it plays a game whose pieces and points it does not know, learns them,
//! tunes a controller on the game as it believes it to be, and keeps the better one.
//!
//! The game is the generalised one of the 2008 Reinforcement Learning Competition. Its score is
//! the points in a fixed number of steps; a lost game goes on with an empty board. **A step is a
//! placement here**; in the competition it was one row of fall. The agent sees the size of the
//! board, the pieces that come and the points that it gets. It never reads the weights of the
//! pieces or the table of points off the rules.
//!
//! | phase | [`Form::Published`] (Thiery & Scherrer's agent) | [`Form::Library`] (ours) |
//! |---|---|---|
//! | look | a fixed controller keeps the rightmost column free below 8 rows | the same |
//! | believe | counts of pieces, mean points of 1, 2, 3 and 4 rows | a posterior of the pieces (Dirichlet); the exponent of the points by least squares |
//! | tune | cross-entropy from nothing, 2 × width + 9 weights | CMA-ES from the nearest controller of a library |
//! | keep | the better of two | successive elimination of several |
//!
//! An [`Experiment`] is a file that names the games, the agent and the fixed controllers beside it.
//!
//! Tuning stops the clock: its moves are made in the believed game and are no steps.

mod arms;
mod believed;
mod compared;
mod error;
mod experiment;
mod game;
mod library;
mod look;
mod play;
mod real;
mod record;
mod settings;
#[cfg(test)]
mod tests;
mod tuning;
mod weights;

pub use believed::Believed;
pub use compared::{Summary, summary};
pub use error::AdaptError;
pub use experiment::{Experiment, FILES};
pub use game::Game;
pub use library::{Entry, library_entry};
pub use look::Seen;
pub use play::adapt;
pub use record::{Adapted, Arm, Fixed};
pub use settings::{Form, Settings};

//! The engine of tetrarium: exact, configurable Tetris.
//!
//! How data flows: [`Rules`] and a piece [`source`] make a [`Game`]; its [`Board`] and piece give
//! landings ([`moves`]); each [`Move`](moves::Move) is read by [`features`], which a [`rating`]
//! turns into a whole-number [`score`]; a [`Search`] turns scores into a decision of the
//! [`Player`]. A [`Controller`] is a rating and a search; the [`catalogue`] holds the published
//! ones.
//!
//! Nothing here touches files, threads, clocks or logs: a game is a pure function of the rules, the
//! controller, the seed and the game number.
//!
//! ```
//! use tetrarium_engine::{Player, PlayerGame, Rules, catalogue};
//!
//! let mut rules = Rules::default();
//! rules.set("board", "10x10").unwrap();
//! let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
//! let mut game = PlayerGame::new(&player, 1, 0);
//! for _ in 0..100 {
//!     game.step();
//! }
//! println!("{} lines\n{}", game.counts().lines, game.board());
//! ```

#![deny(unsafe_code)]

// So that helpers of the tests beside this crate can be used by those in it.
#[cfg(test)]
extern crate self as tetrarium_engine;

pub mod controller;
pub mod game;
pub mod kernels;
pub mod nearest;
pub mod player;
pub mod rating;
pub mod search;

pub use controller::{catalogue, import};
pub use game::{
    board, generalised, moves, original, piece, pieces, placement, random, rule_sets, rules, source,
};
pub use rating::{features, score};

pub use controller::Controller;
pub use game::moves::Move;
pub use game::placement::{Landing, Landings, Placement, placements};
pub use game::{
    Board, Counts, Game, PictureError, Piece, PlaceError, Position, Rules, Size, State, View,
};
pub use kernels::Kernel;
pub use player::{
    Agent, AgentError, AgentGame, AgentGames, Player, PlayerGame, Seat, Session, Turn, agent_seed,
};
pub use player::{Fingerprint, FingerprintError};
pub use search::{Rater, Ratings, Search};

//! The engine of tetrarium: exact, configurable Tetris, and players of it.
//!
//! [`Rules`] make a [`Game`]; its [`Board`] and [`Piece`] have placements; a placement played is a
//! [`Move`]. Anything that chooses placements is an [`Agent`]. A [`Player`] is one: its
//! [`Controller`] has a [`Rating`], which reads [`features`] off each move and makes a whole-number
//! score of them, and a [`Search`], which turns scores into a choice. The [`catalogue`] holds the
//! published controllers.
//!
//! Nothing here touches files, threads, clocks or logs: a game is a pure function of the rules, the
//! agent, the seed and the game number.
//!
//! This example plays one game of an agent of one's own, and the same pieces with a published
//! controller. The crate `tetrarium-lab` measures agents over many games.
//!
//! ```
//! use tetrarium_engine::{
//!     Agent, AgentError, AgentGame, Move, Placement, Player, Rules, Session, View, catalogue,
//! };
//!
//! /// Keeps the pile low, and does not end the game while another move is left.
//! struct Low;
//!
//! impl Agent for Low {
//!     fn name(&self) -> &str {
//!         "low"
//!     }
//!
//!     fn open<'a>(&'a self, _: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
//!         let cost = |played: &Move| (played.ends, played.after.heights().sum::<i32>());
//!         Ok(Box::new(move |view: &View| -> Placement {
//!             let best = view.moves().min_by_key(cost);
//!             best.expect("a piece has a placement").landing.placement
//!         }))
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut rules = Rules::default();
//! rules.set("board", "8x8")?;
//! let bcts = Player::new(catalogue::named("bcts")?, &rules)?;
//! let agents: [&dyn Agent; 2] = [&Low, &bcts];
//! for agent in agents {
//!     let mut game = AgentGame::new(agent, &rules, 1, 0)?;
//!     while game.step()?.is_some() {}
//!     println!("{}: {} lines\n{}", agent.name(), game.counts().lines, game.board());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The rooms of the crate. Its nouns are at the root; the modules hold the lists and the parts that
//! extensions are made of.
//!
//! | room | what it holds |
//! |---|---|
//! | game | boards, pieces, placements and moves; rules ([`rules`]) and chance ([`random`]); games |
//! | [`rating`] | ratings and their kinds, functions of one's own; [`features`]; whole-number scores |
//! | kernels | fast paths for each instruction set, which rate exactly as the reference does |
//! | [`search`] | what rates moves with or without a kernel, and how ratings become a choice |
//! | controller | controllers as files, their [`catalogue`], the [`import`] of other programs' files |
//! | player | agents and their games; players, their games, their fingerprints |
//! | vectors | arithmetic outside the kernels, compiled for each instruction set |
//! | [`names`] | names in messages |

#![deny(unsafe_code)]

// So that helpers of the tests beside this crate can be used by those in it.
#[cfg(test)]
extern crate self as tetrarium_engine;

mod controller;
mod game;
mod kernels;
pub mod names;
mod player;
pub mod rating;
pub mod search;
mod vectors;

/// The settings of the rules, what they can be, and the rule sets known by name.
pub mod rules {
    pub use crate::game::rule_sets::{RULE_SETS, RuleSet, UnknownRuleSet};
    pub use crate::game::rules::{
        FeatureBoard, GameKind, Overflow, SETTINGS, SearchBoard, SearchScore, Setting, Suicide,
        Ties,
    };
}

pub use controller::{
    Controller, ControllerError, LARGEST_TEXT, Reported, SCHEMA, UnfitSearch, UnwritableRating,
    WrittenFiles, catalogue, check_schema, import,
};
pub use game::board::{Board, MAX_HEIGHT, MAX_WIDTH, MIN_SIDE, Size, SizeError};
pub use game::danger::{Danger, Hazards, UnknownDanger};
pub use game::moves::{Move, Outcome, landings};
pub use game::original::dellacherie_preference;
pub use game::picture::PictureError;
pub use game::piece::{Piece, Shape, UnknownPiece};
pub use game::pieces::{Pieces, Prospect, Settled};
pub use game::placement::{Landing, Landings, MAX_PLACEMENTS, Placement, placements};
pub use game::random;
pub use game::rules::{Rules, RulesError};
pub use game::source::{Source, SourceError, WEIGHT_TOTAL};
pub use game::state::{Counts, Game, PlaceError, Position, State, View};
pub use kernels::{Kernel, NoFastPath, Unavailable, UnknownKernel};
pub use player::{
    Agent, AgentError, AgentGame, AgentGames, Explanation, Fingerprint, FingerprintError, Player,
    PlayerError, PlayerGame, RankedPlacement, Seat, Session, TermShare, Turn, agent_seed,
    canonical,
};
pub use rating::features::{self, Feature, Reading, UnknownFeature};
pub use rating::{Function, Rating, RatingError, RatingKind, Scorer, Term};
pub use search::{FeatureReader, Rater, Ratings, Search, SearchError};
pub use vectors::{Arithmetic, vectorised};

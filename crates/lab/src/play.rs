//! Playing games: shards of work, the backends that play them, and the watch that follows them.

mod agents;
mod backend;
mod contender;
mod continuation;
mod course;
mod fallback;
mod heights;
mod parallel;
mod rough_work;
mod shard;
mod text;
mod threads;
mod together;
mod walk;
mod watch;

pub use backend::{Backend, PlayError, Work};
pub use contender::Contender;
pub use continuation::{Continuation, Standing, Start, Until};
pub use fallback::Fallback;
pub use heights::Heights;
pub use rough_work::{RoughCounts, RoughWork};
pub use shard::{End, Length, MOST_GAMES, MOST_SIDE_BY_SIDE, Record, Shard};
pub use tetrarium_engine::Danger;
pub(crate) use text::ContenderText;
pub use threads::{Threads, play};
pub use watch::{Progress, Watch};

#[cfg(test)]
pub(crate) use backend::testing;
pub(crate) use parallel::{in_order, on_threads, side_by_side};
pub(crate) use together::together;
pub(crate) use walk::{Walk, position_after};

//! Playing games: shards of work, the backends that play them, and the watch that follows them.

mod backend;
mod danger;
mod heights;
mod parallel;
mod shard;
mod threads;
mod together;
mod watch;

pub use backend::{Games, On, PlayError, Stand, Start, Threads, Until, Work};
pub use danger::Danger;
pub use heights::{Heights, heights};
pub use shard::{End, Length, Record, Shard};
pub use threads::{play, play_all};
pub use watch::{Progress, Watch};

#[cfg(test)]
pub(crate) use backend::testing;
pub(crate) use parallel::in_order;
pub(crate) use threads::MOVES_BETWEEN_LOOKS;
pub(crate) use together::gathered;

//! The commands, one a file.

pub mod bench;
pub mod eval;
pub mod features;
pub mod import;
pub mod list;
pub mod play;
pub mod runs;
pub mod show;
pub mod tournament;
pub mod train;

//! The commands, one a file.

pub mod adapt;
pub mod bench;
pub mod compare;
pub mod completions;
pub mod devices;
pub mod estimate;
pub mod eval;
pub mod explain;
pub mod features;
pub mod import;
pub mod list;
pub mod merge;
pub mod new;
pub mod play;
pub mod report;
pub mod reproduce;
pub mod runs;
pub mod sensitivity;
pub mod serve;
pub mod show;
pub mod solve;
pub mod tournament;
pub mod train;
pub mod watch;

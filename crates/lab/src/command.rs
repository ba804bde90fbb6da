//! An agent that is a program: a child process, one JSON line in each direction.
//!
//! [`CommandAgent`] starts a program, in whatever language, and plays with what it answers. The
//! protocol is in the spirit of chess's UCI: a hello with the program's name and its claims, then
//! rules, games and positions; docs/AGENTS.md describes every message. Several games may stand in
//! one line, and sessions on several threads have a process each.

mod agent;
mod messages;
mod options;
mod pool;
mod program;
mod session;
mod text;
mod words;

pub use agent::CommandAgent;
pub use messages::{Claims, PROTOCOL};
pub use options::CommandOptions;
pub use words::{WordsError, join_words, split_words};

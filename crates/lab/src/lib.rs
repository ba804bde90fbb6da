//! The lab of tetrarium: playing games in parallel and saying what they show.
//!
//! | question | module |
//! |---|---|
//! | how good is a controller? | [`measure`] plays ranges of games on all cores, [`measurement`] puts them together |
//! | … to a precision, within a budget | [`precision`] |
//! | … from measurements of separate games | [`merge`] |
//! | which of several is better? | [`compare`] |
//! | how good is one too good to play to the end? | [`estimate`] |
//! | what do the rules matter? | [`sensitivity`] |
//! | do published results hold? | [`reproduce`] |
//! | how high does it pile? | [`heights`] |
//! | how fast is it? | [`mod@bench`] |
//! | are the intervals true? | [`coverage`], [`early`] |
//! | can an agent of another program be measured? | [`command`] plays with what a child process answers |
//! | who plays? | [`games`]: threads, or whatever else implements its trait |
//! | how is one made? | [`optimisers`] propose weights and are told their games, [`training`] makes controllers with them |
//! | what does it all look like? | [`report`] makes a page of it |
//!
//! [`statistics`] holds the estimates and their intervals, [`numbers`] how figures are written.

#![forbid(unsafe_code)]

pub mod bench;
pub mod command;
pub mod compare;
pub mod estimate;
pub mod files;
pub mod measure;
pub mod numbers;
pub mod optimisers;
mod order;
pub mod play;
pub mod records;
pub mod report;
pub mod reproduce;
mod settings;
pub mod statistics;
pub mod training;

pub use command::{CommandAgent, CommandOptions};
pub use measure::Measurement;
pub use order::{
    Amount, Answer, Budget, Finding, Observer, Order, OrderError, SIDE_BY_SIDE, Unfinished,
};
pub use play::{Backend, Contender, Length, PlayError, Shard, Threads, Watch, Work, play};

//! Published results, to be measured again.
//!
//! [`published`] lists them. Most of the list is the catalogue itself: every controller carries
//! what its authors report, with the rules. A [`Reproduction`] measures them and keeps each record
//! in a folder, so that it can be stopped and gone on with. What came of one result is a
//! [`Reproduced`], the row of a table.

mod agreement;
mod effort;
mod error;
mod learnt;
mod list;
mod published;
mod reproduction;
mod searched;
#[cfg(test)]
mod tests;
mod training;

pub use agreement::{Agreement, agreement, their_interval};
pub use effort::Effort;
pub use error::ReproduceError;
pub use list::{TABLES, published};
pub use published::{KIND, Published, Reproduced, SCHEMA, Work};
pub use reproduction::{Ending, Observer, Reproduction};

//! All placements of a piece at once, a byte for each, where the machine has vectors of sixty-four
//! bytes: in one pass for the ratings of Dellacherie's family, in several for most others.
//!
//! What a placement changes is small: rows of the piece's box are four bits a column, heights and
//! what is counted fit a byte. So the differences of `batch`, the same in another form, are taken
//! of all orientations in all columns in one pass; only the weights need 32 bits. An orientation
//! narrower than the widest is one with empty columns to its right.

mod by_column;
mod counts;
mod digits;
mod group;
mod passes;
mod patterns;
mod pieces;
mod placements;
mod places;
mod plan;
mod rate;
mod rated;
mod runs;
mod scoring;
mod surface;
mod tables;
pub(super) mod vector;

pub(super) use passes::{Heights, Left, Pass, Places, Runs, Wells, rate_counted};
pub(super) use plan::{BytePlan, Job};
pub(super) use rate::rate;
pub(super) use rated::Rated;
pub(super) use vector::ByteVector;

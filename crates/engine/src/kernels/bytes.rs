//! All placements of a piece at once, a byte for each: for the ratings of Dellacherie's family,
//! where the machine has vectors of sixty-four bytes.
//!
//! What a placement changes is small: rows of the piece's box are four bits a column, heights and
//! what is counted fit a byte. So the differences of `batch`, the same in another form, are taken
//! of all orientations in all columns in one pass; only the weights need 32 bits. An orientation
//! narrower than the widest is one with empty columns to its right.

mod pieces;
mod placements;
mod plan;
mod rate;
pub(super) mod vector;

pub(super) use plan::{BytePlan, Job};
pub(super) use rate::rate;
pub(super) use vector::ByteVector;

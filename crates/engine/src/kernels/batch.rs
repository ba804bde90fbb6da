//! A batch of placements: one orientation in neighbouring columns, a lane of 32 bits for each.
//!
//! [`Base`] is what is known of the board before; [`rate_batch`] rates the placements that fill no
//! row, by how the piece changes the board's numbers; [`rate_single`] rates any other, by reading
//! the board after it.

mod base;
mod danger;
mod facts;
mod land;
mod lanes;
mod patterns;
mod read;
mod single;
mod surface;
mod tally;
pub(super) mod vector;
mod wells;

pub(crate) use base::Base;
pub(super) use danger::danger;
pub(crate) use land::Landed;
pub(super) use land::land;
pub(super) use lanes::{Batch, rate_batch};
pub(super) use single::{Spot, full_rows, rate_single};
pub(super) use vector::Vector;

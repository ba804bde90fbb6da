//! What an instance compiles for its instruction set.

use super::batch::{Base, Batch, Spot, Vector};
use super::bytes;
use super::feature_set::FeatureSet;
use super::plan::Plan;
use super::profile::Profile;
use super::scores::{Alone, Counts, Draft};

/// The parts of the algorithm that an instance compiles for its instruction set, each a function of
/// its own: one function of everything takes minutes to compile and does not fit the instruction
/// cache.
pub(crate) trait Compiled: Vector {
    /// See [`rate_batch`](super::batch::rate_batch).
    fn rate_batch<F: FeatureSet, const S: usize>(
        plan: &Plan,
        base: &Base,
        profile: &Profile,
        at: usize,
    ) -> Batch<Self>;

    /// See [`rate_single`](super::batch::rate_single).
    fn rate_single<F: FeatureSet>(
        plan: &Plan,
        base: &Base,
        profile: &Profile,
        spot: Spot,
        alone: &mut Alone,
    ) -> Option<i32>;

    /// Whether it has vectors of sixty-four bytes.
    const HAS_BYTES: bool = false;

    /// See [`bytes::rate`].
    fn rate_in_bytes<const M: usize>(_: bytes::Job, _: &mut Draft) {
        unreachable!("there are no vectors of sixty-four bytes")
    }

    /// See [`bytes::Pass::count`].
    fn pass<P: bytes::Pass, const M: usize>(_: bytes::Job, _: &mut Counts) -> bytes::Left {
        unreachable!("there are no vectors of sixty-four bytes")
    }

    /// See [`bytes::rate_counted`].
    fn rate_counted<const M: usize>(_: bytes::Job, _: bytes::Left, _: &mut Draft, _: &mut Counts) {
        unreachable!("there are no vectors of sixty-four bytes")
    }
}

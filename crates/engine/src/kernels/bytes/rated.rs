//! What a rating says, before it is compiled for vectors of bytes.

use crate::kernels::patterns::Patterns;
use crate::kernels::profile::Profile;
use crate::kernels::slots::Slot;
use crate::kernels::tables::{ColumnScores, Table};

/// A rating on boards of one size.
#[derive(Clone, Copy)]
pub(crate) struct Rated<'a> {
    pub width: usize,
    pub height: i32,
    pub profiles: &'a [Box<[Profile]>; 7],
    /// The slots that it uses, each once.
    pub slots: &'a [Slot],
    /// The weight of a slot; 0 if it has none.
    pub weight: &'a dyn Fn(Slot) -> i32,
    /// The tables of a slot, and of its change; none if it has neither.
    pub tables: &'a dyn Fn(Slot) -> Option<&'a [Table; 2]>,
    /// The weights of each column, and of each pair of columns.
    pub columns: [&'a ColumnScores; 2],
    /// The local patterns.
    pub patterns: &'a Patterns,
}

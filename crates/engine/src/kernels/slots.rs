//! Sets of slots.

pub(crate) use crate::rating::features::Slot;

/// Number of slots.
pub(crate) const SLOTS: usize = Slot::COUNT;

impl Slot {
    /// The set of this slot alone.
    pub(crate) const fn alone(self) -> Slots {
        Slots(1 << self as u8)
    }
}

/// A set of slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Slots(u64);

impl Slots {
    /// All slots.
    pub const ALL: Slots = Slots((1 << SLOTS) - 1);
    /// What needs the heights of all columns, beyond where the piece lands.
    pub const HEIGHTS: Slots = Slots::of(&[
        Slot::MinHeight,
        Slot::SumHeight,
        Slot::MaxHeight,
        Slot::MaxHeightDifference,
        Slot::MaxMinusMean,
        Slot::MeanMinusMin,
        Slot::HeightDeviation,
    ]);
    /// What needs the sum of all heights.
    pub const MEANS: Slots = Slots::of(&[Slot::SumHeight, Slot::MaxMinusMean, Slot::MeanMinusMin]);
    /// What needs the least height.
    pub const LEAST: Slots = Slots::of(&[
        Slot::MinHeight,
        Slot::MaxHeightDifference,
        Slot::MeanMinusMin,
    ]);
    /// What needs the differences of neighbouring heights.
    pub const DIFFERENCES: Slots = Slots::of(&[
        Slot::HeightDifferences,
        Slot::SquaredDifferences,
        Slot::PatternDiversity,
        Slot::ColumnHeight,
        Slot::ColumnDifference,
    ]);
    /// What needs the depths of open wells.
    pub const OPEN_WELLS: Slots = Slots::of(&[
        Slot::Wells,
        Slot::DeepWells,
        Slot::PitDepths,
        Slot::MaxWellDepth,
    ]);
    /// Local patterns, which have a table for each place.
    pub const PATTERNS: Slots = Slots::of(&[Slot::Surface4, Slot::Surface5, Slot::Cover]);
    /// What needs the surface of the pile: any of those.
    pub const SURFACE: Slots =
        Slots(Slots::HEIGHTS.0 | Slots::DIFFERENCES.0 | Slots::OPEN_WELLS.0 | Slots::PATTERNS.0);
    /// What needs full cells with an empty one below.
    pub const LIDS: Slots = Slots::of(&[Slot::Lids, Slot::ColumnTransitions]);
    /// What needs the transitions along rows.
    pub const TRANSITIONS: Slots = Slots::of(&[Slot::RowTransitions, Slot::CellTransitions]);
    /// What needs well cells with the fast meaning.
    pub const RUN_WELLS: Slots = Slots::of(&[Slot::FastWells, Slot::WellCells]);
    /// What needs well cells.
    pub const WELL_CELLS: Slots =
        Slots::of(&[Slot::CumulativeWells, Slot::FastWells, Slot::WellCells]);
    /// What is read off the move: on the board before it is 0.
    pub const OF_MOVE: Slots = Slots::of(&[
        Slot::LandingHeight,
        Slot::RemovedLines,
        Slot::ErodedCells,
        Slot::Constant,
        Slot::Suicide,
        Slot::Lost,
    ]);
    /// What few controllers name, so that the others pass over it with one look.
    pub const RARELY_USED: Slots = Slots::of(&[
        Slot::SurroundedHoles,
        Slot::FullCells,
        Slot::WeightedCells,
        Slot::RemovedLines,
        Slot::Constant,
        Slot::Suicide,
        Slot::Lost,
    ]);

    /// The set of some slots.
    pub const fn of(slots: &[Slot]) -> Slots {
        let mut bits = 0;
        let mut i = 0;
        while i < slots.len() {
            bits |= slots[i].alone().0;
            i += 1;
        }
        Slots(bits)
    }

    /// What is in either set.
    pub const fn or(self, other: Slots) -> Slots {
        Slots(self.0 | other.0)
    }

    /// The set with some more.
    pub const fn and(self, slots: &[Slot]) -> Slots {
        self.or(Slots::of(slots))
    }

    /// The set as a number, for a parameter of a type.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set that a number stands for.
    pub const fn from_bits(bits: u64) -> Slots {
        Slots(bits)
    }

    /// Whether all of the other set is in this one.
    pub const fn holds(self, other: Slots) -> bool {
        other.0 & !self.0 == 0
    }

    /// Whether the two sets share a slot.
    #[inline(always)]
    pub const fn meets(self, other: Slots) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether a slot is in the set.
    #[inline(always)]
    pub const fn has(self, slot: Slot) -> bool {
        self.meets(slot.alone())
    }

    /// Adds a slot.
    pub fn insert(&mut self, slot: Slot) {
        self.0 |= slot.alone().0;
    }

    /// The numbers of its slots.
    #[inline(always)]
    pub fn numbers(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let first = left.trailing_zeros() as usize;
            (left != 0).then(|| {
                left &= left - 1;
                first
            })
        })
    }
}

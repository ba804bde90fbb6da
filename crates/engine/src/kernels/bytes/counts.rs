//! What is counted of all placements, a byte for each, and how slots are made of it.

use super::vector::ByteVector;
use crate::kernels::profile::Profile;
use crate::kernels::scores::{COUNTS, Counts};
use crate::kernels::slots::Slot;

/// A number that is counted of every placement: a difference to the board before, plus
/// [`Count::bias`], so that it has no sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Count {
    /// Twice the row, and the rows of the piece above its lowest.
    Landing,
    Holes,
    Lids,
    Covering,
    Surrounded,
    HoleRows,
    RowChanges,
    CellChanges,
    /// Cumulative wells, the low bytes and the high ones.
    WellsLow,
    WellsHigh,
    /// The same in the fast meaning.
    FastLow,
    FastHigh,
    WellCells,
    MaxHeight,
    MinHeight,
    Differences,
    /// Squared differences, the low bytes and the high ones.
    SquaresLow,
    SquaresHigh,
    Patterns,
    OpenWells,
    DeepWells,
    Pits,
    Deepest,
    /// How much each column of the window rises: this one and the next three.
    Rise,
    /// How much the difference of each pair of columns changes, from the column left of the window
    /// on: this one and the next four.
    Pair = Count::Rise as u8 + 4,
}

impl Count {
    /// How many there are.
    pub const ALL: usize = Count::Pair as usize + 5;

    /// All but those that belong to one column.
    pub const SINGLE: [Count; Count::Rise as usize] = [
        Count::Landing,
        Count::Holes,
        Count::Lids,
        Count::Covering,
        Count::Surrounded,
        Count::HoleRows,
        Count::RowChanges,
        Count::CellChanges,
        Count::WellsLow,
        Count::WellsHigh,
        Count::FastLow,
        Count::FastHigh,
        Count::WellCells,
        Count::MaxHeight,
        Count::MinHeight,
        Count::Differences,
        Count::SquaresLow,
        Count::SquaresHigh,
        Count::Patterns,
        Count::OpenWells,
        Count::DeepWells,
        Count::Pits,
        Count::Deepest,
    ];

    /// The set of this one alone.
    pub const fn alone(self) -> u64 {
        1 << self as u8
    }

    /// What is added to the number. Of two bytes it is added to the low one.
    pub const fn bias(self) -> i32 {
        match self {
            Count::RowChanges | Count::CellChanges => 16,
            Count::WellsLow | Count::FastLow | Count::SquaresLow => 4096,
            Count::WellCells => 96,
            Count::Differences => 140,
            Count::Patterns => 5,
            Count::OpenWells | Count::DeepWells | Count::Pits => 84,
            Count::Deepest => 28,
            Count::Pair => 32,
            _ => 0,
        }
    }

    /// The bias in each of the two numbers of 16 bits of a column.
    pub const fn bias_of_pairs(self) -> i32 {
        self.bias() | self.bias() << 16
    }
}

const _: () = assert!(Count::ALL <= COUNTS, "there is room for all counts");

/// How a number changes where no row goes: some counts, each as many times as is said, and
/// something for each orientation.
pub(super) struct Change {
    pub counts: [(Count, i32); 2],
    pub fixed: fn(&Profile) -> i32,
}

impl Change {
    /// That of a count.
    fn of(count: Count) -> Change {
        Change::sum([(count, 1), NOTHING], |_| 0)
    }

    /// A number of two bytes.
    fn of_two(low: Count, high: Count) -> Change {
        Change::sum([(low, 1), (high, 256)], |_| 0)
    }

    fn sum(counts: [(Count, i32); 2], fixed: fn(&Profile) -> i32) -> Change {
        Change { counts, fixed }
    }
}

/// No count.
const NOTHING: (Count, i32) = (Count::Landing, 0);

/// How the number of a slot changes; none if bytes do not count it. Slots with a number for each
/// column change nothing here.
pub(super) fn change(slot: Slot, width: i32) -> Option<Change> {
    Some(match slot {
        Slot::MaxHeight => Change::of(Count::MaxHeight),
        Slot::MinHeight => Change::of(Count::MinHeight),
        Slot::SumHeight => Change::sum([(Count::Holes, 1), NOTHING], |_| 4),
        Slot::MaxHeightDifference => {
            Change::sum([(Count::MaxHeight, 1), (Count::MinHeight, -1)], |_| 0)
        }
        Slot::MaxMinusMean => Change::sum([(Count::MaxHeight, width), (Count::Holes, -1)], |_| -4),
        Slot::MeanMinusMin => Change::sum([(Count::Holes, 1), (Count::MinHeight, -width)], |_| 4),
        Slot::HeightDeviation | Slot::Surface4 | Slot::Surface5 | Slot::Cover => return None,
        Slot::HeightDifferences => Change::of(Count::Differences),
        Slot::SquaredDifferences => Change::of_two(Count::SquaresLow, Count::SquaresHigh),
        Slot::PatternDiversity => Change::of(Count::Patterns),
        Slot::ColumnHeight | Slot::ColumnDifference => Change::sum([NOTHING; 2], |_| 0),
        Slot::Wells => Change::of(Count::OpenWells),
        Slot::DeepWells => Change::of(Count::DeepWells),
        Slot::PitDepths => Change::of(Count::Pits),
        Slot::MaxWellDepth => Change::of(Count::Deepest),
        Slot::Holes => Change::of(Count::Holes),
        Slot::Lids => Change::of(Count::Lids),
        Slot::ColumnTransitions => Change::sum([(Count::Lids, 2), NOTHING], |_| 0),
        Slot::HoleDepth => Change::of(Count::Covering),
        Slot::RowsWithHoles => Change::of(Count::HoleRows),
        Slot::SurroundedHoles => Change::of(Count::Surrounded),
        Slot::RowTransitions => Change::of(Count::RowChanges),
        Slot::CellTransitions => Change::of(Count::CellChanges),
        Slot::FullCells => Change::sum([NOTHING; 2], |_| 4),
        Slot::WeightedCells => Change::sum([(Count::Landing, 2), NOTHING], |profile| {
            profile.lift - 2 * profile.rise
        }),
        Slot::CumulativeWells => Change::of_two(Count::WellsLow, Count::WellsHigh),
        Slot::FastWells => Change::of_two(Count::FastLow, Count::FastHigh),
        Slot::WellCells => Change::of(Count::WellCells),
        Slot::LandingHeight => Change::of(Count::Landing),
        Slot::RemovedLines | Slot::ErodedCells | Slot::Suicide => Change::sum([NOTHING; 2], |_| 0),
        Slot::Constant | Slot::Lost => Change::sum([NOTHING; 2], |_| 1),
    })
}

impl Counts {
    /// What was counted, by number. All numbers are below a power of two, so that the compiler need
    /// not be told that they are.
    #[inline(always)]
    pub fn of<B: ByteVector>(&self, number: u8) -> B {
        B::load(&self.0[number as usize % COUNTS])
    }

    /// Sets what was counted.
    #[inline(always)]
    pub fn set<B: ByteVector>(&mut self, count: Count, to: B) {
        self.set_number(count, 0, to);
    }

    /// The same of the number-th from `count` on.
    #[inline(always)]
    pub fn set_number<B: ByteVector>(&mut self, count: Count, number: usize, to: B) {
        to.store(&mut self.0[count as usize + number]);
    }
}

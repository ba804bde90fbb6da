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

    /// The least and the greatest that it can be, bias included, where the piece stays within a
    /// board of some height. Counts of two bytes have no such range.
    pub const fn range(self, height: i32) -> (i32, i32) {
        let (least, greatest) = match self {
            Count::Landing => (0, 2 * height),
            // At least one of the four columns of a lying I has no gap.
            Count::Holes => (0, 3 * height),
            Count::Lids | Count::Covering | Count::Surrounded => (0, 4),
            Count::HoleRows | Count::MaxHeight | Count::MinHeight => (0, height),
            // Up to eight sides, and up to four columns.
            Count::RowChanges => (-16, 8),
            Count::CellChanges => (-16, 20),
            Count::Patterns => (-5, 5),
            // Of two neighbouring columns only one is an open well, of six columns three.
            Count::OpenWells | Count::DeepWells | Count::Pits => (-3 * height, 3 * height),
            Count::Deepest => (-height, height),
            _ => (-(u8::MAX as i32), u8::MAX as i32),
        };
        let (least, greatest) = (least + self.bias(), greatest + self.bias());
        let least = if least < 0 { 0 } else { least };
        let most = u8::MAX as i32;
        (least, if greatest > most { most } else { greatest })
    }

    /// The bias in each of the two numbers of 16 bits of a column.
    pub const fn bias_of_pairs(self) -> i32 {
        self.bias() | self.bias() << 16
    }
}

const _: () = assert!(Count::ALL <= COUNTS, "there is room for all counts");

/// How a number changes where no row goes: some counts, each as many times as is said, and
/// something for each orientation.
#[derive(Clone, Copy, Debug)]
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

    /// What the biases of the counts add.
    pub fn bias(&self) -> i32 {
        let [a, b] = self.counts.map(|(count, times)| times * count.bias());
        a + b
    }

    /// How much the number changes by the placement of a byte.
    pub fn at(&self, counts: &Counts, byte: usize, profile: &Profile) -> i32 {
        let [a, b] = self
            .counts
            .map(|(count, times)| times * i32::from(counts.bytes[count as usize][byte]));
        a + b - self.bias() + (self.fixed)(profile)
    }
}

/// No count.
const NOTHING: (Count, i32) = (Count::Landing, 0);

/// How the number of a slot changes; none if bytes do not count it. Slots with a number for each
/// place change nothing here.
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
        Slot::HeightDeviation => return None,
        Slot::HeightDifferences => Change::of(Count::Differences),
        Slot::SquaredDifferences => Change::of_two(Count::SquaresLow, Count::SquaresHigh),
        Slot::PatternDiversity => Change::of(Count::Patterns),
        Slot::ColumnHeight
        | Slot::ColumnDifference
        | Slot::Surface4
        | Slot::Surface5
        | Slot::Cover => Change::sum([NOTHING; 2], |_| 0),
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
        B::load(&self.bytes[number as usize % COUNTS])
    }

    /// Sets what was counted.
    #[inline(always)]
    pub fn set<B: ByteVector>(&mut self, count: Count, to: B) {
        self.set_number(count, 0, to);
    }

    /// The same of the number-th from `count` on.
    #[inline(always)]
    pub fn set_number<B: ByteVector>(&mut self, count: Count, number: usize, to: B) {
        to.store(&mut self.bytes[count as usize + number]);
    }
}

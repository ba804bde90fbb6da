//! What is known at compile time of the numbers that a rating wants.
//!
//! Asking a plan for each number costs more than many a number does. So the algorithm is compiled once for any rating, which
//! asks, and once for each of a few families of ratings, for which the answers are constants and the code is small.

use super::plan::Plan;
use super::slot::{Slot, Slots};

/// What a rating wants.
pub(crate) trait Want: Copy {
    /// What it may want.
    const MAY: Slots;

    /// Whether all it has is a weight for some numbers of the afterstate: no tables, no differences to the board before.
    const IS_LINEAR: bool;

    /// Whether `whole` counts all of it.
    const IS_WHOLE: bool;

    /// Whether it wants any of some numbers.
    fn meets(plan: &Plan, slots: Slots) -> bool;

    /// Whether it wants a number.
    #[inline(always)]
    fn has(plan: &Plan, slot: Slot) -> bool {
        Self::meets(plan, slot.alone())
    }
}

/// Whether a rating wants any of some numbers, in such words that code for what it never wants is not even compiled.
macro_rules! wants {
    ($want:ty, $plan:expr, $slots:expr) => {
        (const { <$want>::MAY.meets($slots) } && <$want>::meets($plan, $slots))
    };
}
pub(crate) use wants;

/// Any rating: the plan says.
#[derive(Clone, Copy)]
pub(crate) struct Any;

impl Want for Any {
    const MAY: Slots = Slots::ALL;
    const IS_LINEAR: bool = false;
    const IS_WHOLE: bool = false;

    #[inline(always)]
    fn meets(plan: &Plan, slots: Slots) -> bool {
        plan.wanted.meets(slots)
    }
}

/// A family of linear ratings: those that want no numbers but these. What one of them does not want has weight 0.
#[derive(Clone, Copy)]
pub(crate) struct Only<const SLOTS: u64>;

impl<const SLOTS: u64> Want for Only<SLOTS> {
    const MAY: Slots = Slots::from_bits(SLOTS);
    const IS_LINEAR: bool = true;
    const IS_WHOLE: bool = DU.holds(Self::MAY);

    #[inline(always)]
    fn meets(_: &Plan, slots: Slots) -> bool {
        Self::MAY.meets(slots)
    }
}

/// The numbers of Dellacherie's rating (2003).
const DELLACHERIE: Slots = Slots::of(&[
    Slot::LandingHeight,
    Slot::ErodedCells,
    Slot::RowTransitions,
    Slot::ColumnTransitions,
    Slot::Holes,
    Slot::CumulativeWells,
]);
/// With Thiery & Scherrer's two (2009): bcts.
const DU: Slots = DELLACHERIE.and(&[Slot::HoleDepth, Slot::RowsWithHoles]);
/// With the fast meaning of wells and pattern diversity: dt-10 and dt-20 (Scherrer et al. 2015).
const DT: Slots = Slots::of(&[
    Slot::LandingHeight,
    Slot::ErodedCells,
    Slot::RowTransitions,
    Slot::ColumnTransitions,
    Slot::Holes,
    Slot::FastWells,
    Slot::HoleDepth,
    Slot::RowsWithHoles,
    Slot::PatternDiversity,
]);
/// Those of bcts and of Bertsekas & Tsitsiklis (1996): bdu.
const BDU: Slots = DU.and(&[Slot::MaxHeight, Slot::ColumnHeight, Slot::ColumnDifference]);

/// Which of the compiled families a rating belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Family {
    Any,
    Dellacherie,
    Du,
    Dt,
    Bdu,
}

impl Family {
    /// The smallest family that a rating belongs to.
    pub fn of(wanted: Slots, is_linear: bool) -> Family {
        [
            (Family::Dellacherie, DELLACHERIE),
            (Family::Du, DU),
            (Family::Dt, DT),
            (Family::Bdu, BDU),
        ]
        .into_iter()
        .find(|(_, slots)| is_linear && slots.holds(wanted))
        .map_or(Family::Any, |(family, _)| family)
    }

    /// Whether `whole` counts all that it wants.
    pub fn is_whole(self) -> bool {
        matches!(self, Family::Dellacherie | Family::Du)
    }
}

pub(crate) type Dellacherie = Only<{ DELLACHERIE.bits() }>;
pub(crate) type Du = Only<{ DU.bits() }>;
pub(crate) type Dt = Only<{ DT.bits() }>;
pub(crate) type Bdu = Only<{ BDU.bits() }>;

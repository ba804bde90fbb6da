//! What is known at compile time of the features that a rating reads.
//!
//! Asking a plan about each slot costs more than many a slot does. So the algorithm is compiled
//! once for any rating, which asks, and once for each of a few families of ratings, for which the
//! answers are constants and the code is small.

use super::slots::{Slot, Slots};

/// The slots that a rating uses, as far as the compiler knows them.
pub(crate) trait FeatureSet: Copy {
    /// The slots that it may use.
    const POSSIBLE: Slots;

    /// Whether all it has is a weight for some numbers of the afterstate: no tables, no differences
    /// to the board before.
    const IS_LINEAR: bool;

    /// Whether `bytes` counts all of it in one pass.
    const FITS_BYTES: bool;

    /// Whether a rating that uses some slots in all uses any of these.
    fn uses(of_rating: Slots, any: Slots) -> bool;
}

/// Whether a rating uses any of some slots, in such a form that code for slots that it never uses
/// is not even compiled.
macro_rules! uses {
    ($set:ty, $plan:expr, $slots:expr) => {
        (const { <$set>::POSSIBLE.meets($slots) } && <$set>::uses($plan.slots, $slots))
    };
}
pub(crate) use uses;

/// Any rating: the plan says.
#[derive(Clone, Copy)]
pub(crate) struct Any;

impl FeatureSet for Any {
    const POSSIBLE: Slots = Slots::ALL;
    const IS_LINEAR: bool = false;
    const FITS_BYTES: bool = false;

    #[inline(always)]
    fn uses(of_rating: Slots, any: Slots) -> bool {
        of_rating.meets(any)
    }
}

/// A family of linear ratings: those that use no slots but these. A slot that one of them does not
/// use has weight 0.
#[derive(Clone, Copy)]
pub(crate) struct Only<const SLOTS: u64>;

impl<const SLOTS: u64> FeatureSet for Only<SLOTS> {
    const POSSIBLE: Slots = Slots::from_bits(SLOTS);
    const IS_LINEAR: bool = true;
    const FITS_BYTES: bool = DU.holds(Self::POSSIBLE);

    #[inline(always)]
    fn uses(_: Slots, any: Slots) -> bool {
        Self::POSSIBLE.meets(any)
    }
}

/// The slots of Dellacherie's rating (2003).
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
    /// The smallest family that a rating belongs to, by the slots it uses.
    pub fn of(slots: Slots, is_linear: bool) -> Family {
        [
            (Family::Dellacherie, DELLACHERIE),
            (Family::Du, DU),
            (Family::Dt, DT),
            (Family::Bdu, BDU),
        ]
        .into_iter()
        .find(|(_, family)| is_linear && family.holds(slots))
        .map_or(Family::Any, |(family, _)| family)
    }

    /// Whether `bytes` counts all of it in one pass.
    pub fn fits_bytes(self) -> bool {
        matches!(self, Family::Dellacherie | Family::Du)
    }
}

pub(crate) type Dellacherie = Only<{ DELLACHERIE.bits() }>;
pub(crate) type Du = Only<{ DU.bits() }>;
pub(crate) type Dt = Only<{ DT.bits() }>;
pub(crate) type Bdu = Only<{ BDU.bits() }>;

//! Features: numbers read off a move.
//!
//! Every feature stands in one place with its name, its source, its definition, its reference code,
//! its [`Slot`] and its tests. Where papers and programs differ, the programs' meaning is taken,
//! because the published scores were measured with them.
//!
//! Features of one value can be composed to others by name; see [`Reading::named`].
//!
//! A feature of one's own is a `static` made with [`Feature::new`]; see there.

mod cells;
mod composed;
mod feature;
mod heights;
mod holes;
mod list;
mod moves;
mod named;
pub(crate) mod patterns;
mod reading;
mod slot;
#[cfg(test)]
pub(crate) mod testing;
mod transitions;
mod values;
mod wells;
mod xtris;

pub use feature::{Composition, Extent, Feature, Kind, Read};
pub use list::{FEATURES, UNDEFINED};
pub(crate) use moves::MOST_REMOVED;
pub use reading::{Reading, UnknownFeature};
pub use slot::Slot;
pub use values::{Count, Unit};

#[cfg(test)]
mod tests {
    use super::testing::*;
    use super::*;
    use crate::game::piece::Piece;

    const PILE: &str = "
        |    |
        |    |
        |#  #|
        |## #|
        ------";

    #[test]
    fn names_are_unique_and_found() {
        let mut names: Vec<&str> = FEATURES
            .iter()
            .flat_map(|f| [&[f.name], f.aliases].concat())
            .collect();
        for name in &names {
            assert!(Reading::named(name).is_ok());
        }
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn every_slot_is_that_of_a_feature() {
        let mut slots: Vec<Slot> = FEATURES.iter().filter_map(|f| f.slot).collect();
        slots.sort();
        slots.dedup();
        assert_eq!(slots.len(), Slot::COUNT);
        assert!(FEATURES.iter().all(|f| f.slot == Reading::from(*f).slot()));
    }

    #[test]
    fn a_delta_is_the_difference_of_after_and_before() {
        // An O onto the left: one hole more, two rows higher.
        let played = dropped(PILE, Piece::O, 0, 0, &[]);
        assert_eq!(after("delta-holes", &played), 1.0);
        assert_eq!(after("delta-max-height", &played), 2.0);
        assert_eq!(
            after("delta-mean-height", &played),
            (4.0 + 4.0 + 0.0 + 2.0) / 4.0 - 5.0 / 4.0
        );
        assert_eq!(after("squared-delta-max-height", &played), 4.0);
        assert_eq!(after("squared-max-height", &played), 16.0);
    }

    #[test]
    fn squared_height_differences_is_the_catalogue_s_own() {
        let played = dropped(PILE, Piece::O, 0, 0, &[]);
        // Heights 4 4 0 2: 0 + 16 + 4, not (0 + 4 + 2)².
        assert_eq!(after("squared-height-differences", &played), 20.0);
    }

    #[test]
    fn what_cannot_be_is_refused_with_the_reason() {
        let error = |name| Reading::named(name).unwrap_err().to_string();
        assert!(error("jags").contains("no source defines it"));
        assert!(error("delta-landing-height").contains("reads the move"));
        assert!(error("hole").contains("did you mean `holes`?"));
        assert!(error("delta-delta-holes").contains("there is no feature"));
    }
}

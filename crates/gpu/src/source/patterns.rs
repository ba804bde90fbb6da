//! Local patterns: where their tables lie, and in which order the scores of a table lie.
//!
//! A feature reads a pattern from the nearer wall, the kernel every pattern from the left. In the
//! number of a cover the kernel has how much higher the column is than the one before it, not how
//! much higher that one is.

use std::cmp::Ordering;
use std::ops::Range;

use tetrarium_engine::features::Slot;

/// A kind of local pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Pattern {
    Surface4,
    Surface5,
    Cover,
}

impl Pattern {
    /// The kind that a slot is, if it is one.
    pub fn of(slot: Slot) -> Option<Pattern> {
        match slot {
            Slot::Surface4 => Some(Pattern::Surface4),
            Slot::Surface5 => Some(Pattern::Surface5),
            Slot::Cover => Some(Pattern::Cover),
            _ => None,
        }
    }

    /// Its name in the kernel's `T_` macros.
    pub fn name(self) -> &'static str {
        match self {
            Pattern::Surface4 => "SURFACE_4",
            Pattern::Surface5 => "SURFACE_5",
            Pattern::Cover => "COVER",
        }
    }

    /// The words of the tables of all places.
    pub fn words(self, width: usize) -> usize {
        self.places(width) * self.numbers()
    }

    /// Where the table of a place lies among them.
    pub fn table(self, place: usize) -> Range<usize> {
        let from = place * self.numbers();
        from..from + self.numbers()
    }

    /// The number that the feature reads where the kernel reads `number`.
    pub fn read(self, number: i32, place: usize, width: usize) -> i32 {
        let number = match self {
            Pattern::Cover if number > 0 => {
                let before = (number - 1) / 5 % 5;
                number + (4 - 2 * before) * 5
            }
            _ => number,
        };
        match place.cmp(&(self.places(width) - 1 - place)) {
            Ordering::Less => number,
            Ordering::Greater => self.mirrored(number),
            Ordering::Equal => number.min(self.mirrored(number)),
        }
    }

    /// How many patterns there are.
    fn numbers(self) -> usize {
        match self {
            Pattern::Surface4 => 9 * 9 * 9,
            Pattern::Surface5 => 5 * 5 * 5 * 5,
            Pattern::Cover => 1 + 4 * 5 * 5 * 5,
        }
    }

    /// The places of a board.
    fn places(self, width: usize) -> usize {
        match self {
            Pattern::Surface4 => width - 3,
            Pattern::Surface5 => width - 4,
            Pattern::Cover => width,
        }
    }

    /// The number of the mirror image of a pattern: differences of heights have the other sign and
    /// the other order; the neighbours of a column change places.
    fn mirrored(self, number: i32) -> i32 {
        let reversed = |base: i32, digits: u32| {
            let digits = (0..digits).map(|place| number / base.pow(place) % base);
            digits.fold(0, |mirrored, digit| mirrored * base + base - 1 - digit)
        };
        match self {
            Pattern::Surface4 => reversed(9, 3),
            Pattern::Surface5 => reversed(5, 4),
            Pattern::Cover if number == 0 => 0,
            Pattern::Cover => {
                let (rest, sides) = ((number - 1) / 25, (number - 1) % 25);
                1 + rest * 25 + sides % 5 * 5 + sides / 5
            }
        }
    }
}

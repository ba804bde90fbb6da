//! The values of a feature: their unit, and how many there are.

use crate::game::board::Size;

/// How the whole number that the code reads becomes the value of the feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// It is the value.
    One,
    /// It counts halves.
    Half,
    /// It counts parts of the width: a mean over the columns.
    Width,
    /// It counts parts of the width squared.
    WidthSquared,
    /// A true ratio of two whole numbers.
    Ratio,
    /// Number `i` of five radial functions of the mean height, of which the code reads the sum.
    Radial,
}

impl Unit {
    /// What the whole number is divided by, if that is all there is to it.
    pub fn divisor(self, size: Size) -> Option<i32> {
        let width = size.width() as i32;
        match self {
            Unit::One => Some(1),
            Unit::Half => Some(2),
            Unit::Width => Some(width),
            Unit::WidthSquared => Some(width * width),
            Unit::Ratio | Unit::Radial => None,
        }
    }

    /// Whether all values are multiples of one number.
    pub fn is_discrete(self) -> bool {
        !matches!(self, Unit::Ratio | Unit::Radial)
    }

    /// The value that a whole number stands for. Ratios have no such number: they are read by
    /// [`Reading::value`](super::Reading::value).
    pub fn value(self, raw: i32, index: usize, size: Size) -> f64 {
        match self.divisor(size) {
            Some(divisor) => f64::from(raw) / f64::from(divisor),
            None => radial(raw, index, size),
        }
    }
}

/// How many values a feature has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// One.
    One,
    /// One a column.
    Columns,
    /// One a pair of neighbouring columns.
    Pairs,
    /// One for every this number of neighbouring columns.
    Windows(usize),
    /// One a cell of this number of rows, row by row from the bottom, each from the left.
    Rows(usize),
    /// A fixed number.
    Fixed(usize),
}

impl Count {
    /// The number on a board of this width.
    pub fn on(self, width: usize) -> usize {
        match self {
            Count::One => 1,
            Count::Columns => width,
            Count::Pairs => width - 1,
            Count::Windows(columns) => (width + 1).saturating_sub(columns),
            Count::Rows(rows) => rows * width,
            Count::Fixed(count) => count,
        }
    }
}

/// Radial function number `index` of the mean height, from the sum of the heights.
fn radial(sum: i32, index: usize, size: Size) -> f64 {
    let height = size.height() as f64;
    let away = f64::from(sum) / size.width() as f64 - index as f64 * height / 4.0;
    let spread = height / 5.0;
    libm::exp(-away * away / (2.0 * spread * spread))
}

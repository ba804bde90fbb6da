//! The statistics of a measurement: pure functions from counts to estimates with their intervals.
//!
//! In long games a controller forgets how the game began, so it loses with about the same
//! probability on every line: the number of lines is **geometric** (Thiery & Scherrer 2009,
//! "Building controllers for Tetris", say exponential, its limit for large means), with a standard
//! deviation as large as its mean. Everything about such a measurement then rests on two whole
//! numbers: `T`, the lines of all games, and `D`, the deaths. The mean is `T / D`, games that were
//! cut short included: their lines count, without a death.
//!
//! | question | answer |
//! |---|---|
//! | the mean and its interval | [`gamma_interval`]; [`geometric_interval`] where the mean is small |
//! | the interval the papers print | [`papers_interval`] |
//! | is the law geometric at all? | [`geometric_test`] |
//! | the interval if it is not | [`empirical_interval`] |
//! | the distribution of the games | [`Summary`], [`Histogram`] |
//! | is A better than B, and by how much? | [`Comparison`], [`growth_to_tell_apart`] |
//! | a quotient of two noisy means, from repeats | [`ratio_of_sums`] |
//! | are two samples correlated? | [`correlation`] |
//! | a probability, from successes in trials | [`clopper_pearson`], [`binomial_test`] |
//! | the sum of measurements of separate games | [`Tally`] |
//!
//! Only whole numbers are summed, and the special functions are built on the pure-Rust `libm`, so a
//! result has the same bits on every machine and for every division of the games into shards.
//!
//! ```
//! use tetrarium_lab::statistics::{Level, Tally, gamma_interval};
//!
//! let mut tally = Tally::default();
//! for lines in [310, 25, 1204, 88] {
//!     tally.record(lines, 0, true);
//! }
//! tally.record(2000, 0, false); // cut short: lines without a death
//! assert_eq!(tally.mean(), Some(3627.0 / 4.0));
//! let interval = gamma_interval(tally.lines, tally.finished, Level::P95, tally.cut > 0);
//! assert!(interval.low < 907.0 && 907.0 < interval.high);
//! ```

mod binomial;
mod comparison;
mod distributions;
mod goodness;
mod histogram;
mod intervals;
mod law;
mod level;
mod melding;
mod ratio;
mod summary;
mod tally;
#[cfg(test)]
mod testing;

pub use binomial::{binomial_test, clopper_pearson};
pub use comparison::{Comparison, growth_to_tell_apart};
pub use goodness::{GoodnessOfFit, Method, SMALLEST_SAMPLE, geometric_test};
pub use histogram::{Histogram, MOST_BINS};
pub use intervals::{
    Interval, empirical_interval, gamma_interval, geometric_interval, papers_interval,
    student_interval, widened_interval,
};
pub use law::GeometricLaw;
pub use level::{Level, LevelError};
pub use ratio::{correlation, ratio_of_sums};
pub use summary::Summary;
pub use tally::Tally;

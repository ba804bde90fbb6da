//! Linear algebra in a fixed order of operations, so that its results are the same on every
//! machine: eigenvalues, singular values, least squares with exact sums, and linear programs.

mod factors;
mod least_squares;
mod linear_program;
mod singular;
mod symmetric;
mod triangle;

pub(crate) use factors::Factors;
pub use least_squares::{LeastSquares, Solution};
pub use linear_program::LinearProgram;
pub(crate) use singular::least_norm;
pub(crate) use symmetric::{Matrix, eigen, identity};
pub(crate) use triangle::Triangle;

/// Eigenvalues and singular values below this share of the largest one count as 0.
pub(crate) const NOTHING: f64 = 1e-12;

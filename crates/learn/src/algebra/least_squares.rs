//! Least squares with exact sums.
//!
//! Feature values are whole numbers, and a target is rounded once to a multiple of 2⁻³². So all
//! sums are whole numbers: they do not depend on the order of rows or on the number of threads.
//! Only the solution of the system of some dozen unknowns is floating point.

use serde::{Deserialize, Serialize};

use super::NOTHING;
use super::symmetric::{Matrix, eigen};

/// The bits after the point of a target.
const TARGET_BITS: i32 = 32;

/// The largest target.
const LARGEST_TARGET: f64 = (1u64 << 30) as f64;

/// The sums of a least-squares problem: rows of whole numbers, and a target for each.
///
/// ```
/// use tetrarium_learn::algebra::LeastSquares;
/// let mut problem = LeastSquares::new(2);
/// for x in 0..10 {
///     problem.add(&[1, x], 3.0 - 0.5 * x as f64);
/// }
/// let line = problem.solve(&[1.0, 1.0]);
/// assert_eq!(line.rank, 2);
/// assert!((line.weights[0] - 3.0).abs() < 1e-9 && (line.weights[1] + 0.5).abs() < 1e-9);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeastSquares {
    size: usize,
    rows: u64,
    /// The products of two columns, the upper triangle row by row.
    squares: Vec<i128>,
    /// The products of a column and the target.
    products: Vec<i128>,
    /// The sum of the squares of the targets, whose last bits are dropped.
    targets: i128,
    /// How many targets were beyond ±2³⁰.
    cut: u64,
}

/// A solution of a linear system.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The unknowns: the shortest vector among the best ones.
    pub weights: Vec<f64>,
    /// How many columns are independent.
    pub rank: usize,
    /// The ratio of the largest and the smallest of the singular values that count.
    pub condition: f64,
}

impl LeastSquares {
    /// The problem of this number of unknowns, without rows.
    pub fn new(size: usize) -> LeastSquares {
        LeastSquares {
            size,
            rows: 0,
            squares: vec![0; size * (size + 1) / 2],
            products: vec![0; size],
            targets: 0,
            cut: 0,
        }
    }

    /// Adds a row. The target is rounded to a multiple of 2⁻³²; beyond ±2³⁰ it counts as that.
    pub fn add(&mut self, row: &[i64], target: f64) {
        self.add_times(row, target, 1);
    }

    /// Adds a row that counts as often as `times` says. Weights of rows are such numbers, all in
    /// the same measure, so that sums stay exact.
    pub fn add_times(&mut self, row: &[i64], target: f64, times: u32) {
        self.cut += u64::from(target.is_nan() || target.abs() > LARGEST_TARGET);
        let target = rounded(target);
        let mut place = 0;
        for (index, &value) in row.iter().enumerate() {
            if value == 0 {
                place += row.len() - index;
                continue;
            }
            let value = i128::from(value) * i128::from(times);
            self.products[index] += value * i128::from(target);
            for &other in &row[index..] {
                self.squares[place] += value * i128::from(other);
                place += 1;
            }
        }
        // No sum of squares that is too large is of use: it says that weights diverge.
        let square = (i128::from(target) * i128::from(target)) >> TARGET_BITS;
        let square = square.saturating_mul(times.into());
        self.targets = self.targets.saturating_add(square);
        self.rows += u64::from(times);
    }

    /// Adds the rows of another problem.
    pub fn merge(&mut self, other: &LeastSquares) {
        self.rows += other.rows;
        self.cut += other.cut;
        let sums = |into: &mut Vec<i128>, from: &[i128]| {
            for (sum, more) in into.iter_mut().zip(from) {
                *sum += more;
            }
        };
        sums(&mut self.squares, &other.squares);
        sums(&mut self.products, &other.products);
        self.targets = self.targets.saturating_add(other.targets);
    }

    /// Whether a target was beyond ±2³⁰. A solution then means little: a learner whose own values
    /// are its targets diverges.
    pub fn overflows(&self) -> bool {
        self.cut > 0
    }

    /// The number of rows, each as often as it counts.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The weights that bring the sums of weight × value nearest to the targets, where a whole
    /// number `v` of column `i` stands for the value `v · units[i]`. Columns are scaled to equal
    /// length, and directions that hold less than 10⁻¹² of the largest eigenvalue are left out.
    pub fn solve(&self, units: &[f64]) -> Solution {
        let size = self.size;
        let mut gram: Matrix = vec![vec![0.0; size]; size];
        let places = (0..size).flat_map(|row| (row..size).map(move |column| (row, column)));
        for ((row, column), sum) in places.zip(&self.squares) {
            gram[row][column] = *sum as f64;
            gram[column][row] = gram[row][column];
        }
        let scales: Vec<f64> = (0..size)
            .map(|index| match gram[index][index] {
                0.0 => 0.0,
                square => 1.0 / square.sqrt(),
            })
            .collect();
        for (row, of_row) in gram.iter_mut().zip(&scales) {
            for (value, of_column) in row.iter_mut().zip(&scales) {
                *value *= of_row * of_column;
            }
        }
        let one = libm::ldexp(1.0, -TARGET_BITS);
        let products = self.products.iter().zip(&scales);
        let products: Vec<f64> = products
            .map(|(sum, scale)| *sum as f64 * one * scale)
            .collect();
        let (values, vectors) = eigen(&gram);
        let largest = values.iter().copied().fold(0.0, f64::max);
        let mut weights = vec![0.0; size];
        let (mut rank, mut smallest) = (0, largest);
        for (place, &value) in values.iter().enumerate() {
            if value <= NOTHING * largest {
                continue;
            }
            rank += 1;
            smallest = smallest.min(value);
            let along: f64 = (0..size)
                .map(|row| vectors[row][place] * products[row])
                .sum();
            for row in 0..size {
                weights[row] += along / value * vectors[row][place];
            }
        }
        for ((weight, scale), unit) in weights.iter_mut().zip(&scales).zip(units) {
            *weight *= scale / unit;
        }
        Solution {
            weights,
            rank,
            condition: if rank == 0 {
                0.0
            } else {
                (largest / smallest).sqrt()
            },
        }
    }

    /// The root of the mean square of what weights leave over.
    pub fn residual(&self, weights: &[f64], units: &[f64]) -> f64 {
        let whole: Vec<f64> = weights
            .iter()
            .zip(units)
            .map(|(w, unit)| w * unit)
            .collect();
        let one = libm::ldexp(1.0, -TARGET_BITS);
        let mut sum = self.targets as f64 * one;
        let mut place = 0;
        for row in 0..self.size {
            sum -= 2.0 * whole[row] * self.products[row] as f64 * one;
            for column in row..self.size {
                let twice = if column == row { 1.0 } else { 2.0 };
                sum += twice * whole[row] * whole[column] * self.squares[place] as f64;
                place += 1;
            }
        }
        (sum.max(0.0) / (self.rows as f64).max(1.0)).sqrt()
    }
}

/// A target as a multiple of 2⁻³².
fn rounded(target: f64) -> i64 {
    let most = libm::ldexp(LARGEST_TARGET, TARGET_BITS);
    libm::rint(libm::ldexp(target, TARGET_BITS)).clamp(-most, most) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows with a little pattern, and their targets.
    fn rows() -> Vec<([i64; 3], f64)> {
        (0..200i64)
            .map(|k| {
                let row = [1, k * 37 % 11, k * k % 17];
                (
                    row,
                    row[1] as f64 * 0.25 - row[2] as f64 + 2.0 + (k % 3) as f64 * 1e-3,
                )
            })
            .collect()
    }

    /// A row of weight 3 is the same row three times.
    #[test]
    fn a_row_counts_as_often_as_it_says() {
        let (mut weighted, mut repeated) = (LeastSquares::new(2), LeastSquares::new(2));
        for (row, target, times) in [([1, 4], 2.5, 3), ([2, -1], -1.0, 1), ([0, 5], 7.25, 2)] {
            weighted.add_times(&row, target, times);
            for _ in 0..times {
                repeated.add(&row, target);
            }
        }
        assert_eq!(weighted, repeated);
        let mut huge = LeastSquares::new(1);
        for _ in 0..1_000_000 {
            huge.add_times(&[1], 1e30, u32::MAX);
        }
        assert!(huge.overflows());
    }

    #[test]
    fn the_order_of_rows_and_their_division_change_nothing() {
        let (mut whole, mut first, mut second) = (
            LeastSquares::new(3),
            LeastSquares::new(3),
            LeastSquares::new(3),
        );
        for (number, (row, target)) in rows().iter().enumerate() {
            whole.add(row, *target);
            if number % 3 == 0 {
                &mut first
            } else {
                &mut second
            }
            .add(row, *target);
        }
        second.merge(&first);
        assert_eq!(second, whole);
        let solution = whole.solve(&[1.0; 3]);
        assert_eq!(solution.rank, 3);
        for (found, right) in solution.weights.iter().zip([2.001, 0.25, -1.0]) {
            assert!((found - right).abs() < 1e-3, "{:?}", solution.weights);
        }
        let residual = whole.residual(&solution.weights, &[1.0; 3]);
        assert!((residual - 0.000_816).abs() < 1e-4, "{residual}");
    }

    #[test]
    fn units_change_the_weights_and_nothing_else() {
        let (mut plain, mut tenths) = (LeastSquares::new(3), LeastSquares::new(3));
        for (row, target) in rows() {
            plain.add(&row, target);
            tenths.add(&[row[0], row[1] * 10, row[2]], target);
        }
        let (plain, tenths) = (plain.solve(&[1.0; 3]), tenths.solve(&[1.0, 0.1, 1.0]));
        for (one, other) in plain.weights.iter().zip(&tenths.weights) {
            assert!((one - other).abs() < 1e-9);
        }
    }

    #[test]
    fn dependent_columns_share_a_weight() {
        let mut problem = LeastSquares::new(3);
        for (row, _) in rows() {
            problem.add(&[row[1], row[1], row[2]], row[1] as f64);
        }
        let solution = problem.solve(&[1.0; 3]);
        assert_eq!(solution.rank, 2);
        assert!((solution.weights[0] - 0.5).abs() < 1e-9);
        assert!((solution.weights[1] - 0.5).abs() < 1e-9);
    }

    #[test]
    fn targets_that_are_no_numbers_do_no_harm() {
        let mut problem = LeastSquares::new(1);
        problem.add(&[1], LARGEST_TARGET);
        assert!(!problem.overflows());
        for target in [f64::INFINITY, f64::NAN, -1e300] {
            let mut one = LeastSquares::new(1);
            one.add(&[1], target);
            problem.merge(&one);
            assert!(one.overflows() && problem.overflows());
        }
        assert!(problem.solve(&[1.0]).weights[0].is_finite());
    }
}

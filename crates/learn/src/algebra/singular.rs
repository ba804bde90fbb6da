//! The least-norm solution of a square system, by its singular values.
//!
//! One-sided Jacobi (Hestenes 1958; Golub & Van Loan, §8.6): the columns are turned in pairs until
//! all are at right angles; their lengths are then the singular values.

use super::symmetric::{Matrix, identity};
use super::{NOTHING, Solution};

/// The shortest of the vectors `x` that bring `a x` nearest to `b`. Rows and columns are brought to
/// comparable sizes first: the size of a feature must not decide what counts as dependent.
pub(crate) fn least_norm(a: &Matrix, b: &[f64]) -> Solution {
    let size = b.len();
    let rows = scales(a.iter().map(|row| row.as_slice()));
    let columns: Vec<Vec<f64>> = (0..size)
        .map(|column| (0..size).map(|row| a[row][column] * rows[row]).collect())
        .collect();
    let sizes = scales(columns.iter().map(Vec::as_slice));
    let scaled: Vec<Vec<f64>> = columns
        .iter()
        .zip(&sizes)
        .map(|(column, scale)| column.iter().map(|x| x * scale).collect())
        .collect();
    let (turned, turns) = turned(scaled);
    let lengths: Vec<f64> = turned
        .iter()
        .map(|column| dot(column, column).sqrt())
        .collect();
    let largest = lengths.iter().copied().fold(0.0, f64::max);
    let mut weights = vec![0.0; size];
    let (mut rank, mut smallest) = (0, largest);
    for (place, &length) in lengths.iter().enumerate() {
        if length <= NOTHING * largest || length == 0.0 {
            continue;
        }
        rank += 1;
        smallest = smallest.min(length);
        let along: f64 = (0..size)
            .map(|row| turned[place][row] * b[row] * rows[row])
            .sum();
        let share = along / (length * length);
        for (weight, turn) in weights.iter_mut().zip(&turns[place]) {
            *weight += share * turn;
        }
    }
    for (weight, scale) in weights.iter_mut().zip(&sizes) {
        *weight *= scale;
    }
    Solution {
        weights,
        rank,
        condition: if rank == 0 { 0.0 } else { largest / smallest },
    }
}

/// One over the length of each vector; 1 for a vector of zeros.
fn scales<'a>(vectors: impl Iterator<Item = &'a [f64]>) -> Vec<f64> {
    let scale = |vector: &[f64]| match dot(vector, vector).sqrt() {
        0.0 => 1.0,
        length => 1.0 / length,
    };
    vectors.map(scale).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

/// The columns after the turns that bring them to right angles, and the turns themselves, column by
/// column.
fn turned(mut columns: Vec<Vec<f64>>) -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
    let size = columns.len();
    let mut turns = identity(size);
    for _ in 0..60 {
        let mut rotated = false;
        for p in 0..size {
            for q in p + 1..size {
                let (pp, qq) = (dot(&columns[p], &columns[p]), dot(&columns[q], &columns[q]));
                let pq = dot(&columns[p], &columns[q]);
                if pq.abs() <= 1e-15 * (pp * qq).sqrt() {
                    continue;
                }
                rotated = true;
                let zeta = (qq - pp) / (2.0 * pq);
                let tangent = zeta.signum() / (zeta.abs() + (1.0 + zeta * zeta).sqrt());
                let cosine = 1.0 / (1.0 + tangent * tangent).sqrt();
                let sine = cosine * tangent;
                for matrix in [&mut columns, &mut turns] {
                    let (head, tail) = matrix.split_at_mut(q);
                    for (x, y) in head[p].iter_mut().zip(&mut tail[0]) {
                        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
                    }
                }
            }
        }
        if !rotated {
            break;
        }
    }
    (columns, turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_system_with_one_solution_has_it() {
        let a = vec![
            vec![2.0, -1.0, 0.0],
            vec![100.0, 300.0, 1.0],
            vec![0.0, 0.5, 0.25],
        ];
        let x = [3.0, -2.0, 7.0];
        let b: Vec<f64> = a.iter().map(|row| dot(row, &x)).collect();
        let solution = least_norm(&a, &b);
        assert_eq!(solution.rank, 3);
        for (found, right) in solution.weights.iter().zip(x) {
            assert!((found - right).abs() < 1e-10, "{:?}", solution.weights);
        }
    }

    #[test]
    fn a_dependent_column_lowers_the_rank() {
        // The third column is the sum of the others; its scale is that of the two.
        let a = vec![
            vec![1.0, 0.0, 1.0],
            vec![0.0, 1.0, 1.0],
            vec![1.0, 1.0, 2.0],
        ];
        let solution = least_norm(&a, &[1.0, 1.0, 2.0]);
        assert_eq!(solution.rank, 2);
        for (row, right) in a.iter().zip([1.0, 1.0, 2.0]) {
            assert!((dot(row, &solution.weights) - right).abs() < 1e-12);
        }
        assert!(solution.weights.iter().all(|weight| weight.abs() < 1.0));
    }

    #[test]
    fn nothing_gives_nothing() {
        let solution = least_norm(&vec![vec![0.0; 2]; 2], &[1.0, 2.0]);
        assert_eq!((solution.rank, solution.weights), (0, vec![0.0, 0.0]));
    }
}

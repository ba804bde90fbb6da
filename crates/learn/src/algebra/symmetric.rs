//! Eigenvalues and eigenvectors of a symmetric matrix.
//!
//! Jacobi's method by cyclic sweeps (Golub & Van Loan, §8.5). Matrices here have a few dozen rows,
//! where it costs a millisecond; and it needs nothing but sums, products and square roots in a
//! fixed order, so its result is the same on every machine. That cannot be said of a library
//! whose matrix product uses the instructions it finds.

/// A square matrix, row by row.
pub(crate) type Matrix = Vec<Vec<f64>>;

/// The matrix with ones on the diagonal.
pub(crate) fn identity(size: usize) -> Matrix {
    (0..size)
        .map(|row| {
            (0..size)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect()
}

/// Eigenvalues, and as the columns of a matrix the eigenvectors that belong to them.
pub(crate) fn eigen(matrix: &Matrix) -> (Vec<f64>, Matrix) {
    let size = matrix.len();
    let mut a = matrix.clone();
    let mut vectors = identity(size);
    // Convergence is quadratic: well under ten sweeps are used.
    for _ in 0..50 {
        let mut rotated = false;
        for p in 0..size {
            for q in p + 1..size {
                // An element that does not change its diagonal neighbours is 0.
                let small = f64::EPSILON * 1e-3 * (a[p][p].abs() * a[q][q].abs()).sqrt();
                if a[p][q].abs() <= small {
                    continue;
                }
                rotated = true;
                rotate(&mut a, &mut vectors, p, q);
            }
        }
        if !rotated {
            break;
        }
    }
    ((0..size).map(|i| a[i][i]).collect(), vectors)
}

/// Turns the plane of axes `p` and `q` so that the element of both becomes 0.
fn rotate(a: &mut Matrix, vectors: &mut Matrix, p: usize, q: usize) {
    let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let tangent = if theta.abs() > 1e150 {
        0.5 / theta
    } else {
        theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt())
    };
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for row in a.iter_mut().chain(vectors.iter_mut()) {
        let (x, y) = (row[p], row[q]);
        row[p] = cosine * x - sine * y;
        row[q] = sine * x + cosine * y;
    }
    let (above, below) = a.split_at_mut(q);
    for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
    }
    a[p][q] = 0.0;
    a[q][p] = 0.0;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    #[test]
    fn of_two_rows() {
        let (mut values, _) = eigen(&vec![vec![2.0, 1.0], vec![1.0, 2.0]]);
        values.sort_by(f64::total_cmp);
        assert!((values[0] - 1.0).abs() < 1e-15 && (values[1] - 3.0).abs() < 1e-15);
    }

    #[test]
    fn values_and_vectors_make_the_matrix() {
        let size = 20;
        let mut draws = Draws::of_generation(1, 0);
        // A product of random rows of very different lengths.
        let rows: Matrix = (0..size)
            .map(|row| {
                let length = 10f64.powi(row as i32 % 5 - 2);
                draws.normals(size).iter().map(|x| x * length).collect()
            })
            .collect();
        let matrix: Matrix = (0..size)
            .map(|i| {
                (0..size)
                    .map(|j| rows.iter().map(|r| r[i] * r[j]).sum())
                    .collect()
            })
            .collect();
        let (values, vectors) = eigen(&matrix);
        let largest = values.iter().copied().fold(0.0, f64::max);
        for i in 0..size {
            for j in 0..size {
                let made: f64 = (0..size)
                    .map(|k| vectors[i][k] * values[k] * vectors[j][k])
                    .sum();
                assert!((made - matrix[i][j]).abs() < 1e-13 * largest);
                let dot: f64 = (0..size).map(|k| vectors[k][i] * vectors[k][j]).sum();
                assert!((dot - f64::from(u8::from(i == j))).abs() < 1e-13);
            }
        }
    }

    #[test]
    fn of_a_diagonal_and_of_zero() {
        let (values, vectors) = eigen(&vec![vec![3.0, 0.0], vec![0.0, 0.0]]);
        assert_eq!(values, [3.0, 0.0]);
        assert_eq!(vectors, identity(2));
    }
}

//! The triangular factors of a square matrix, by elimination with row exchanges
//! (Golub & Van Loan, §3.4).

use super::symmetric::Matrix;

/// A matrix with its rows in another order, as the product of a lower and an upper triangle.
pub(crate) struct Factors {
    /// Both triangles; the ones on the diagonal of the lower one are left out.
    both: Matrix,
    /// Which row of the matrix each row is.
    order: Vec<usize>,
}

impl Factors {
    /// The factors of a matrix whose columns are independent.
    pub fn new(matrix: &Matrix) -> Factors {
        let size = matrix.len();
        let mut both = matrix.clone();
        let mut order: Vec<usize> = (0..size).collect();
        for step in 0..size {
            let largest = (step..size)
                .rev()
                .max_by(|&one, &other| both[one][step].abs().total_cmp(&both[other][step].abs()))
                .unwrap_or(step);
            both.swap(step, largest);
            order.swap(step, largest);
            let (above, below) = both.split_at_mut(step + 1);
            let pivot = &above[step];
            for row in below {
                let factor = row[step] / pivot[step];
                row[step] = factor;
                for column in step + 1..size {
                    row[column] -= factor * pivot[column];
                }
            }
        }
        Factors { both, order }
    }

    /// The `x` of matrix × x = right.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = right.len();
        let mut x: Vec<f64> = self.order.iter().map(|&row| right[row]).collect();
        for row in 0..size {
            for column in 0..row {
                x[row] -= self.both[row][column] * x[column];
            }
        }
        for row in (0..size).rev() {
            for column in row + 1..size {
                x[row] -= self.both[row][column] * x[column];
            }
            x[row] /= self.both[row][row];
        }
        x
    }

    /// The `x` of x × matrix = right.
    pub fn solve_transposed(&self, right: &[f64]) -> Vec<f64> {
        let size = right.len();
        let mut y = right.to_vec();
        for row in 0..size {
            for column in 0..row {
                y[row] -= self.both[column][row] * y[column];
            }
            y[row] /= self.both[row][row];
        }
        for row in (0..size).rev() {
            for column in row + 1..size {
                y[row] -= self.both[column][row] * y[column];
            }
        }
        let mut x = vec![0.0; size];
        for (place, &row) in self.order.iter().enumerate() {
            x[row] = y[place];
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    #[test]
    fn solutions_solve() {
        for size in 1..12 {
            let mut draws = Draws::of_generation(size as u64, 0);
            let matrix: Matrix = (0..size).map(|_| draws.normals(size)).collect();
            let right = draws.normals(size);
            let factors = Factors::new(&matrix);
            let (x, y) = (factors.solve(&right), factors.solve_transposed(&right));
            for i in 0..size {
                let row: f64 = (0..size).map(|j| matrix[i][j] * x[j]).sum();
                let column: f64 = (0..size).map(|j| y[j] * matrix[j][i]).sum();
                assert!((row - right[i]).abs() < 1e-9, "{size}");
                assert!((column - right[i]).abs() < 1e-9, "{size}");
            }
        }
    }
}

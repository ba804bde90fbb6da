//! Lower triangles: the factors of Cholesky (Golub & Van Loan, §4.2).

use serde::{Deserialize, Serialize};

/// A lower triangle, column by column from the diagonal down: a triangle of itself, or one half of
/// a symmetric matrix.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Triangle {
    columns: Vec<Vec<f64>>,
}

impl Triangle {
    /// The number of rows.
    pub fn size(&self) -> usize {
        self.columns.len()
    }

    /// Adds a row at the bottom, up to its element of the diagonal.
    pub fn grow(&mut self, row: &[f64], diagonal: f64) {
        for (column, element) in self.columns.iter_mut().zip(row) {
            column.push(*element);
        }
        self.columns.push(vec![diagonal]);
    }

    /// Adds the product of a vector with itself.
    pub fn add_square(&mut self, vector: &[f64]) {
        for (place, column) in self.columns.iter_mut().enumerate() {
            let factor = vector[place];
            for (sum, element) in column.iter_mut().zip(&vector[place..]) {
                *sum += factor * element;
            }
        }
    }

    /// Multiplies all elements.
    pub fn scale(&mut self, factor: f64) {
        for element in self.columns.iter_mut().flatten() {
            *element *= factor;
        }
    }

    /// The factor L of the symmetric matrix LLᵀ of which this is the lower half, with a number
    /// added to its diagonal. The sum has to be positive definite.
    pub fn factor(&self, added: f64) -> Triangle {
        let mut columns = self.columns.clone();
        for column in &mut columns {
            column[0] += added;
        }
        for place in 0..columns.len() {
            let (done, rest) = columns.split_at_mut(place + 1);
            let column = &mut done[place];
            let root = column[0].sqrt();
            for element in column.iter_mut() {
                *element /= root;
            }
            for (offset, other) in rest.iter_mut().enumerate() {
                let factor = column[offset + 1];
                for (element, above) in other.iter_mut().zip(&column[offset + 1..]) {
                    *element -= factor * above;
                }
            }
        }
        Triangle { columns }
    }

    /// The x of Lx = right.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for (place, column) in self.columns.iter().enumerate() {
            let (done, rest) = x.split_at_mut(place + 1);
            let value = done[place] / column[0];
            done[place] = value;
            for (element, below) in rest.iter_mut().zip(&column[1..]) {
                *element -= value * below;
            }
        }
        x
    }

    /// The x of Lᵀx = right.
    pub fn solve_transposed(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for (place, column) in self.columns.iter().enumerate().rev() {
            let products = column[1..].iter().zip(&x[place + 1..]);
            let sum = products.fold(x[place], |sum, (below, value)| sum - below * value);
            x[place] = sum / column[0];
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_factor_by_hand() {
        // [4 2; 2 10] = LLᵀ with L = [2 0; 1 3].
        let mut half = Triangle::default();
        half.grow(&[], 3.0);
        half.grow(&[2.0], 9.0);
        let factor = half.factor(1.0);
        assert_eq!(factor.columns, [vec![2.0, 1.0], vec![3.0]]);
        assert_eq!(factor.solve(&[4.0, 8.0]), [2.0, 2.0]);
        assert_eq!(factor.solve_transposed(&[4.0, 3.0]), [1.5, 1.0]);
        half.add_square(&[1.0, -2.0]);
        assert_eq!(half.columns, [vec![4.0, 0.0], vec![13.0]]);
        half.scale(0.5);
        assert_eq!(half.columns, [vec![2.0, 0.0], vec![6.5]]);
        assert_eq!(half.size(), 2);
    }
}

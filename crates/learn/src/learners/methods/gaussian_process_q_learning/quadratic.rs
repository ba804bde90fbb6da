//! A quadratic form of values: what a polynomial kernel over any dictionary comes to, and what a
//! player rates moves by.

use tetrarium_engine::rating::net::Net as WholeNet;
use tetrarium_engine::{Reading, Size};

use super::process::Process;
use crate::algebra::{NOTHING, eigen};
use crate::nets::{Activation, Net, quantised};

/// The mean and the standard deviation of each value.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    means: Vec<f64>,
    deviations: Vec<f64>,
}

impl Scale {
    /// The scale of these rows of values.
    pub fn of(rows: &[Vec<f64>], columns: usize) -> Scale {
        let count = (rows.len() as f64).max(1.0);
        let mean = |column: usize| rows.iter().map(|row| row[column]).sum::<f64>() / count;
        let means: Vec<f64> = (0..columns).map(mean).collect();
        let deviation = |column: usize| {
            let squares = rows.iter().map(|row| row[column] - means[column]);
            match (squares.map(|away| away * away).sum::<f64>() / count).sqrt() {
                // A value that never changes tells nothing.
                0.0 => 1.0,
                deviation => deviation,
            }
        };
        let deviations = (0..columns).map(deviation).collect();
        Scale { means, deviations }
    }

    /// The values with mean 0 and deviation 1.
    pub fn standard(&self, row: &[f64]) -> Vec<f64> {
        let scales = self.means.iter().zip(&self.deviations);
        let scaled = row.iter().zip(scales);
        scaled
            .map(|(value, (mean, deviation))| (value - mean) / deviation)
            .collect()
    }
}

/// How many coefficients a form of this number of values has: one for each pair of values, the
/// constant 1 before them counting as one.
pub fn coefficients(values: usize) -> usize {
    (values + 1) * (values + 2) / 2
}

/// The value of a form.
pub fn at(coefficients: &[f64], values: &[f64]) -> f64 {
    let (linear, mut rest) = coefficients.split_at(values.len() + 1);
    let dot =
        |row: &[f64], values: &[f64]| -> f64 { row.iter().zip(values).map(|(a, b)| a * b).sum() };
    let mut sum = linear[0] + dot(&linear[1..], values);
    for (place, value) in values.iter().enumerate() {
        let (row, below) = rest.split_at(values.len() - place);
        sum += value * dot(row, &values[place..]);
        rest = below;
    }
    sum
}

/// The coefficients of the function of a process over values as they are: first those of 1 × 1,
/// 1 × each value, then of each value × itself and those after it.
pub fn form_of(process: &Process, degree: u32, scale: &Scale) -> Vec<f64> {
    let size = scale.means.len();
    let n = size as f64;
    // In standard values: weight × (1 + x·p/n)ᵈ, summed over the points p.
    let mut matrix = vec![vec![0.0; size + 1]; size + 1];
    for (weight, point) in process.weights().iter().zip(process.points()) {
        let row: Vec<f64> = std::iter::once(1.0)
            .chain(point.iter().map(|x| x / n))
            .collect();
        for (i, one) in row.iter().enumerate() {
            for (j, other) in row.iter().enumerate() {
                let of_linear = (i == 0) != (j == 0) || (i, j) == (0, 0);
                matrix[i][j] += match (degree, of_linear, i + j) {
                    (1, true, 0) => *weight,
                    (1, true, _) => weight * one * other / 2.0,
                    (1, false, _) => 0.0,
                    _ => weight * one * other,
                };
            }
        }
    }
    // A standard value is value / deviation - mean / deviation.
    let mut constants = vec![1.0];
    let mut factors = vec![1.0];
    for (mean, deviation) in scale.means.iter().zip(&scale.deviations) {
        constants.push(-mean / deviation);
        factors.push(1.0 / deviation);
    }
    let dot = |row: &[f64]| -> f64 { row.iter().zip(&constants).map(|(a, b)| a * b).sum() };
    let rows: Vec<f64> = matrix.iter().map(|row| dot(row)).collect();
    let mut found = vec![dot(&rows)];
    for i in 1..=size {
        found.push(2.0 * rows[i] * factors[i]);
    }
    for i in 1..=size {
        for j in i..=size {
            let twice = if i == j { 1.0 } else { 2.0 };
            found.push(twice * matrix[i][j] * factors[i] * factors[j]);
        }
    }
    found
}

/// A form as a net of squares: its matrix is Σ λ vvᵀ over eigenvalues and eigenvectors, and a unit
/// is the square of one v·(1, values).
pub fn net_of(coefficients: &[f64], readings: &[Reading], size: Size, beside: f64) -> WholeNet {
    let values: usize = readings
        .iter()
        .map(|one| one.feature.count.on(size.width()))
        .sum();
    let mut matrix = vec![vec![0.0; values + 1]; values + 1];
    let pairs = (0..=values).flat_map(|i| (i..=values).map(move |j| (i, j)));
    for ((i, j), coefficient) in pairs.zip(coefficients) {
        let half = if i == j { 1.0 } else { 0.5 };
        matrix[i][j] = half * coefficient;
        matrix[j][i] = half * coefficient;
    }
    let (eigenvalues, vectors) = eigen(&matrix);
    let largest = eigenvalues
        .iter()
        .fold(0.0, |most: f64, value| most.max(value.abs()));
    let (mut squares, mut last) = (Vec::new(), Vec::new());
    for (place, value) in eigenvalues.iter().enumerate() {
        if value.abs() > NOTHING * largest || last.is_empty() && place == values {
            squares.extend((1..=values).map(|row| vectors[row][place]));
            squares.push(vectors[0][place]);
            last.push(*value);
        }
    }
    let layers = [(last.len(), Activation::Square), (1, Activation::Linear)];
    last.push(0.0);
    let parameters = [squares, last].concat();
    let net = Net::of(values, &layers, &parameters).expect("as many parameters as the layers have");
    quantised(&net, readings, size, beside)
}

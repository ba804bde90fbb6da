//! Regression with a Gaussian process on a dictionary of points.
//!
//! The function is a sum over the points of the dictionary, weight × kernel. In the basis that
//! Cholesky's factor of the points' own kernels gives, the weights are independent and standard
//! normal, and regression is least squares with the noise on the diagonal. A point whose kernel the
//! dictionary explains but for a small rest is not added to it: its target counts at its projection
//! (Csató & Opper 2002; Engel, Mannor & Meir 2004). So no diagonal element of the factor is below
//! the square root of that rest, and none of the other matrix below the noise: points that occur
//! twice, which integer features always have, break nothing. That was the subject of Ramon &
//! Driessens (2004), who used a QR factorisation.

use serde::{Deserialize, Serialize};

use crate::algebra::Triangle;

/// What a process is made of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// The power of the kernel (1 + x·x′/n)ᵈ.
    pub degree: u32,
    /// σ²: the variance of the targets' noise.
    pub noise: f64,
    /// The rest of its own kernel above which a point is added to the dictionary.
    pub novelty: f64,
    /// The most points of the dictionary.
    pub most: usize,
}

/// A Gaussian process after some targets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Process {
    form: Form,
    points: Vec<Vec<f64>>,
    /// The factor of the kernels of the points with one another.
    factor: Triangle,
    /// Σ φφᵀ over all targets, φ being the kernels in the basis of the factor.
    squares: Triangle,
    /// Σ φy.
    moments: Vec<f64>,
}

impl Process {
    /// A process before any target: 0 everywhere.
    pub fn new(form: Form) -> Process {
        Process {
            form,
            points: Vec::new(),
            factor: Triangle::default(),
            squares: Triangle::default(),
            moments: Vec::new(),
        }
    }

    /// The points of the dictionary.
    pub fn points(&self) -> &[Vec<f64>] {
        &self.points
    }

    fn kernel(&self, one: &[f64], other: &[f64]) -> f64 {
        let product: f64 = one.iter().zip(other).map(|(a, b)| a * b).sum();
        let base = 1.0 + product / one.len() as f64;
        (1..self.form.degree).fold(base, |power, _| power * base)
    }

    /// Learns that the function had this value at a point, with noise.
    pub fn add(&mut self, point: &[f64], target: f64) {
        let kernels: Vec<f64> = self
            .points
            .iter()
            .map(|one| self.kernel(one, point))
            .collect();
        let mut basis = self.factor.solve(&kernels);
        let explained: f64 = basis.iter().map(|value| value * value).sum();
        let rest = self.kernel(point, point) - explained;
        if rest > self.form.novelty && self.points.len() < self.form.most {
            self.factor.grow(&basis, rest.sqrt());
            basis.push(rest.sqrt());
            self.points.push(point.to_vec());
            let nothing = vec![0.0; self.squares.size()];
            self.squares.grow(&nothing, 0.0);
            self.moments.push(0.0);
        }
        self.squares.add_square(&basis);
        for (sum, value) in self.moments.iter_mut().zip(&basis) {
            *sum += value * target;
        }
    }

    /// Lets what was learnt count less.
    pub fn fade(&mut self, share: f64) {
        self.squares.scale(share);
        for sum in &mut self.moments {
            *sum *= share;
        }
    }

    /// The weight of each point of the dictionary.
    pub fn weights(&self) -> Vec<f64> {
        let factor = self.squares.factor(self.form.noise);
        let in_basis = factor.solve_transposed(&factor.solve(&self.moments));
        self.factor.solve_transposed(&in_basis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Factors;
    use crate::draws::Draws;

    fn form(degree: u32, noise: f64) -> Form {
        Form {
            degree,
            noise,
            novelty: 1e-10,
            most: 1000,
        }
    }

    /// Points with small whole coordinates, some of which occur twice, and targets.
    fn data(count: usize, columns: usize) -> Vec<(Vec<f64>, f64)> {
        let mut draws = Draws::of_generation(5, 0);
        let mut pair = |_| {
            let point: Vec<f64> = (0..columns).map(|_| draws.within(2)).collect();
            (point, draws.normal())
        };
        (0..count).map(&mut pair).collect()
    }

    fn learnt(form: Form, data: &[(Vec<f64>, f64)]) -> Process {
        let mut process = Process::new(form);
        for (point, target) in data {
            process.add(point, *target);
        }
        process
    }

    fn predicted(process: &Process, at: &[f64]) -> f64 {
        let weights = process.weights();
        let terms = weights.iter().zip(process.points());
        terms
            .map(|(weight, point)| weight * process.kernel(point, at))
            .sum()
    }

    /// The prediction of a Gaussian process by its definition, with a noise for each point.
    fn by_definition(
        process: &Process,
        data: &[(Vec<f64>, f64)],
        noise: &[f64],
        at: &[f64],
    ) -> f64 {
        let row = |row: usize| {
            let one = &data[row].0;
            let element = |column: usize| {
                let kernel = process.kernel(one, &data[column].0);
                kernel + if row == column { noise[row] } else { 0.0 }
            };
            (0..data.len()).map(element).collect()
        };
        let matrix: Vec<Vec<f64>> = (0..data.len()).map(row).collect();
        let targets: Vec<f64> = data.iter().map(|(_, target)| *target).collect();
        let weights = Factors::new(&matrix).solve(&targets);
        let terms = weights.iter().zip(data);
        terms
            .map(|(weight, (point, _))| weight * process.kernel(point, at))
            .sum()
    }

    #[test]
    fn a_linear_kernel_is_ridge_regression() {
        let data = data(60, 4);
        let noise = 0.3;
        let process = learnt(form(1, noise), &data);
        assert_eq!(process.points().len(), 5);
        // Least squares on (1, x/√n) with the noise on the diagonal.
        let features = |point: &[f64]| {
            let scaled = point.iter().map(|value| value / 2.0);
            std::iter::once(1.0).chain(scaled).collect::<Vec<f64>>()
        };
        let mut matrix = vec![vec![0.0; 5]; 5];
        let mut right = vec![0.0; 5];
        for (point, target) in &data {
            let row = features(point);
            for (i, one) in row.iter().enumerate() {
                right[i] += one * target;
                for (j, other) in row.iter().enumerate() {
                    matrix[i][j] += one * other;
                }
            }
        }
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] += noise;
        }
        let weights = Factors::new(&matrix).solve(&right);
        for (at, _) in &data {
            let ridge: f64 = features(at).iter().zip(&weights).map(|(x, w)| x * w).sum();
            assert!((predicted(&process, at) - ridge).abs() < 1e-9);
        }
    }

    #[test]
    fn a_dictionary_of_all_points_is_the_process_by_its_definition() {
        let data = data(25, 6);
        let process = learnt(form(2, 0.5), &data);
        for (at, _) in &data {
            let right = by_definition(&process, &data, &[0.5; 25], at);
            assert!((predicted(&process, at) - right).abs() < 1e-9);
        }
    }

    #[test]
    fn a_point_that_occurs_thrice_is_one_with_a_third_of_the_noise() {
        let once = data(12, 6);
        let mut thrice = once.clone();
        thrice.extend([once[3].clone(), once[3].clone()]);
        let process = learnt(form(2, 0.6), &thrice);
        let mut noise = [0.6; 12];
        noise[3] = 0.2;
        for (at, _) in &once {
            let right = by_definition(&process, &once, &noise, at);
            assert!((predicted(&process, at) - right).abs() < 1e-9);
        }
    }

    #[test]
    fn without_noise_the_predictions_are_the_targets() {
        let data = data(20, 6);
        let mut before = f64::INFINITY;
        for noise in [1.0, 1e-2, 1e-4, 1e-8] {
            let process = learnt(form(2, noise), &data);
            let errors = data
                .iter()
                .map(|(at, y)| (predicted(&process, at) - y).abs());
            let error = errors.fold(0.0, f64::max);
            assert!(error < before);
            before = error;
        }
        assert!(before < 1e-6, "{before}");
    }

    /// Whole-number points of a quadratic kernel in three coordinates span ten dimensions.
    /// Thousands of repetitions leave the dictionary at ten points and the predictions at the
    /// means.
    #[test]
    fn repeated_points_leave_it_stable() {
        let mut process = Process::new(form(2, 1e-6));
        let value = |point: &[f64]| 2.0 - point[0] * point[1] + 0.5 * point[2] * point[2];
        for turn in 0..20_000 {
            let point = [turn % 3, turn / 3 % 3, turn / 9 % 3].map(f64::from);
            let noise = if turn / 27 % 2 == 0 { 0.1 } else { -0.1 };
            process.add(&point, value(&point) + noise);
        }
        assert_eq!(process.points().len(), 10);
        for point in [[0.0, 0.0, 0.0], [2.0, 1.0, 2.0], [5.0, -3.0, 1.0]] {
            assert!((predicted(&process, &point) - value(&point)).abs() < 1e-2);
        }
        assert!(process.weights().iter().all(|weight| weight.abs() < 1e3));
    }

    #[test]
    fn a_full_dictionary_takes_targets_at_their_projections() {
        let data = data(200, 6);
        let mut small = form(2, 0.5);
        small.most = 8;
        let process = learnt(small, &data);
        assert_eq!(process.points().len(), 8);
        assert!(predicted(&process, &data[100].0).is_finite());
    }

    #[test]
    fn what_fades_counts_less() {
        let point = [1.0];
        let mut process = Process::new(form(1, 1.0));
        process.add(&point, 4.0);
        process.fade(0.25);
        process.add(&point, 0.0);
        // Kernel 2: the mean of 1 target at 0 and ¼ at 4 against the noise: 2·¼·4 / (1 + 2·1¼).
        assert!((predicted(&process, &point) - 2.0 / 3.5).abs() < 1e-12);
    }
}

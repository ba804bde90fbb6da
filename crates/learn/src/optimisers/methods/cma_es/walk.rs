//! What the relatives of CMA-ES have in common: steps, the paths of the mean, and the step size.

use super::constants::Constants;
use crate::optimisers::method::Scored;
use crate::optimisers::selection::ranked;

/// Beyond these the step size could overflow or vanish; a search that gets there has no optimum.
pub(in super::super) const SIGMAS: [f64; 2] = [1e-150, 1e150];

/// The steps from the mean to the points, in units of σ, the fittest first.
pub(in super::super) fn steps(scored: &[Scored], mean: &[f64], sigma: f64) -> Vec<Vec<f64>> {
    let fitness: Vec<f64> = scored.iter().map(|one| one.fitness).collect();
    ranked(&fitness)
        .into_iter()
        .map(|index| {
            let point = scored[index].point.iter().zip(mean);
            point.map(|(x, m)| (x - m) / sigma).collect()
        })
        .collect()
}

/// The paths and the step size of a search, to be changed by a step.
pub(in super::super) struct Walk<'a> {
    pub generation: &'a mut u64,
    pub sigma: &'a mut f64,
    /// p_σ.
    pub step_path: &'a mut [f64],
    /// p_c.
    pub covariance_path: &'a mut [f64],
}

impl Walk<'_> {
    /// Goes a step of the mean, which is `white` in the coordinates of the standard normal
    /// distribution (Hansen 2016, eq. 43 to 46). Gives the part of the variance that the path of
    /// the covariance lacks where the step is too long to be taken into it, and 0 otherwise.
    pub(in super::super) fn go(self, k: &Constants, step: &[f64], white: &[f64]) -> f64 {
        let n = step.len();
        let gain = (k.c_sigma * (2.0 - k.c_sigma) * k.mu_eff).sqrt();
        for (path, y) in self.step_path.iter_mut().zip(white) {
            *path = (1.0 - k.c_sigma) * *path + gain * y;
        }
        let length = norm(self.step_path);
        *self.generation += 1;
        let grown = 1.0 - libm::pow(1.0 - k.c_sigma, 2.0 * *self.generation as f64);
        let short = length / grown.sqrt() < (1.4 + 2.0 / (n as f64 + 1.0)) * k.chi;
        // The exponent is bounded, as in Hansen's programs, so that one wild step does no harm.
        let change = (k.c_sigma / k.d_sigma * (length / k.chi - 1.0)).min(1.0);
        *self.sigma = (*self.sigma * libm::exp(change)).clamp(SIGMAS[0], SIGMAS[1]);
        let gain = if short {
            (k.c_c * (2.0 - k.c_c) * k.mu_eff).sqrt()
        } else {
            0.0
        };
        for (path, y) in self.covariance_path.iter_mut().zip(step) {
            *path = (1.0 - k.c_c) * *path + gain * y;
        }
        if short { 0.0 } else { k.c_c * (2.0 - k.c_c) }
    }
}

pub(in super::super) fn norm(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// Takes out the part of a vector that lies along a unit vector.
pub(in super::super) fn across(direction: &[f64], vector: &mut [f64]) {
    let along: f64 = direction
        .iter()
        .zip(vector.iter())
        .map(|(d, v)| d * v)
        .sum();
    for (v, d) in vector.iter_mut().zip(direction) {
        *v -= along * d;
    }
}

/// The direction of a mean of which the first genes are weights and the others do not count; none
/// where all weights are 0.
pub(in super::super) fn unit_direction(mean: &[f64], weights: usize) -> Option<Vec<f64>> {
    let length = norm(&mean[..weights]);
    (length > 0.0).then(|| {
        let others = vec![0.0; mean.len() - weights];
        let weights = mean[..weights].iter().map(|weight| weight / length);
        weights.chain(others).collect()
    })
}

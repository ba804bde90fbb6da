//! CMA-ES with a full covariance matrix, as in Hansen's tutorial (2016, arXiv:1604.00772, fig. 6
//! and table 1), with the options of Boumaza (2009).

mod constants;
#[cfg(test)]
mod tests;
mod walk;

use crate::algebra::{Matrix, eigen, identity};
use crate::draws::Draws;
use crate::invalid::{Invalid, count, invalid, positive};
use crate::optimisers::candidate::{Distribution, StopReason};
use crate::optimisers::method::{Method, Parameters, Proposal, Scored};
use crate::optimisers::space::Space;
use crate::parameters::{Range, parameters};
use serde::{Deserialize, Serialize};

pub(super) use constants::Constants;
pub(super) use walk::{SIGMAS, Walk, across, norm, steps, unit_direction};

parameters! {
    /// CMA-ES (Hansen 2016): a normal distribution whose mean moves to the best of its samples, and
    /// whose covariance and step size learn from the way that the mean has taken.
    ///
    /// Equal seeds for all candidates of a generation, as in Boumaza (2009), are the experiment's
    /// to set.
    pub struct CmaEs {
        /// λ, how many candidates; none for 4 + ⌊3 ln n⌋ (Hansen 2016, eq. 48), n being the number
        /// of genes.
        pub population: Option<usize> = None, Range::Count(4);
        /// σ at the start, about a mean of 0: 0.5 in Boumaza (2009).
        pub sigma: f64 = 0.5, Range::Positive;
        /// Whether the worst candidates count too, negatively (Hansen 2016, eq. 50 to 53).
        pub active: bool = true, Range::Switch;
        /// Whether weights are made unit vectors before they are played, and learnt from as such
        /// (Boumaza 2009): a linear rating does not change with their length.
        pub unit_length: bool = false, Range::Switch;
        /// Whether only the direction of the weights is searched, which is all that a linear rating
        /// depends on: candidates differ from the mean across it, never along it, and the mean has
        /// unit length. Without this, going further out, where the same step is a smaller turn,
        /// looks like progress: the step size grows with the mean, and turns stay as large as they
        /// are. Unit vectors do not have that trouble, but have no variance along the mean, and the
        /// little that there is looks like a long step.
        pub directions: bool = false, Range::Words("true or false; not together with unit-length");
        /// Whether the mean is played too, each generation, for the log (Boumaza 2009).
        pub evaluate_mean: bool = false, Range::Switch;
    }
}

impl Parameters for CmaEs {
    const NAME: &'static str = "cma-es";
    const SUMMARY: &'static str = "covariance matrix adaptation (Hansen 2016, Boumaza 2009)";
    const HAS_DISTRIBUTION: bool = true;
    type State = State;

    fn validate(&self) -> Result<(), Invalid> {
        if let Some(population) = self.population {
            // With fewer than four the half that counts would be one.
            count("population", population, 4)?;
        }
        if self.directions && self.unit_length {
            return Err(invalid(
                "directions",
                true,
                "directions are searched, or unit vectors are learnt from: leave one of the two out",
            ));
        }
        positive("sigma", self.sigma)
    }

    fn start(self, space: &Space, _: &mut Draws) -> State {
        let genes = space.genes();
        State {
            weights: space.weights(),
            generation: 0,
            mean: vec![0.0; genes],
            sigma: self.sigma,
            covariance: identity(genes),
            step_path: vec![0.0; genes],
            covariance_path: vec![0.0; genes],
            config: self,
        }
    }
}

impl CmaEs {
    fn constants(&self, genes: usize) -> Constants {
        // A direction has a dimension less.
        let n = match self.directions {
            true => (genes - 1).max(1) as f64,
            false => genes as f64,
        };
        Constants::new(n, self.population, self.active)
    }
}

/// The largest condition number of the covariance matrix (Hansen 2016, §B.3).
pub(super) const LARGEST_CONDITION: f64 = 1e14;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::optimisers) struct State {
    pub config: CmaEs,
    /// How many of the genes are weights.
    weights: usize,
    /// How many generations have been told.
    generation: u64,
    mean: Vec<f64>,
    sigma: f64,
    covariance: Matrix,
    /// p_σ.
    step_path: Vec<f64>,
    /// p_c.
    covariance_path: Vec<f64>,
}

impl State {
    /// B and D: the axes of the distribution, and its standard deviation along each. Rounding (or
    /// unit vectors, which have no variance along the mean) could make a variance vanish: it is
    /// kept above the largest condition number.
    fn axes(&self) -> (Matrix, Vec<f64>) {
        let (values, vectors) = eigen(&self.covariance);
        let least = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max) / LARGEST_CONDITION;
        let deviations = values.iter().map(|value| value.max(least).sqrt()).collect();
        (vectors, deviations)
    }

    fn unit(&self, mut point: Vec<f64>) -> Vec<f64> {
        if self.config.unit_length {
            let weights = &mut point[..self.weights];
            let length = norm(weights);
            if length > 0.0 {
                weights.iter_mut().for_each(|weight| *weight /= length);
            }
        }
        point
    }

    /// The direction of the mean's weights, if only directions are searched; none before there is
    /// one.
    fn direction(&self) -> Option<Vec<f64>> {
        let direction = unit_direction(&self.mean, self.weights);
        direction.filter(|_| self.config.directions)
    }

    /// Makes the mean a unit vector again, and what is known of steps knowledge of steps across it:
    /// the variance along it becomes that across it in the mean, so that the matrix stays one of
    /// full rank.
    fn turn(&mut self) {
        let Some(direction) = self.direction() else {
            return;
        };
        let length = norm(&self.mean[..self.weights]);
        self.mean[..self.weights]
            .iter_mut()
            .for_each(|m| *m /= length);
        across(&direction, &mut self.step_path);
        across(&direction, &mut self.covariance_path);
        let n = self.mean.len();
        for row in &mut self.covariance {
            across(&direction, row);
        }
        for column in 0..n {
            let mut values: Vec<f64> = self.covariance.iter().map(|row| row[column]).collect();
            across(&direction, &mut values);
            for (row, value) in self.covariance.iter_mut().zip(values) {
                row[column] = value;
            }
        }
        let trace: f64 = (0..n).map(|i| self.covariance[i][i]).sum();
        let along = trace / (n - 1).max(1) as f64;
        for i in 0..n {
            for j in 0..=i {
                let value = self.covariance[i][j] + along * direction[i] * direction[j];
                self.covariance[i][j] = value;
                self.covariance[j][i] = value;
            }
        }
    }

    fn condition(&self) -> f64 {
        let (values, _) = eigen(&self.covariance);
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(0.0, f64::max);
        (most / least.max(most / (10.0 * LARGEST_CONDITION))).max(1.0)
    }
}

/// B D^-1 Bᵀ y.
fn whiten(axes: &Matrix, deviations: &[f64], y: &[f64]) -> Vec<f64> {
    let along: Vec<f64> = deviations
        .iter()
        .enumerate()
        .map(|(axis, d)| {
            let dot: f64 = axes.iter().zip(y).map(|(row, y)| row[axis] * y).sum();
            dot / d
        })
        .collect();
    multiply(axes, &along)
}

fn multiply(matrix: &Matrix, vector: &[f64]) -> Vec<f64> {
    matrix
        .iter()
        .map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
        .collect()
}

impl Method for State {
    fn propose(&self, _: &Space, draws: &mut Draws) -> Vec<Proposal> {
        let constants = self.config.constants(self.mean.len());
        let (axes, deviations) = self.axes();
        let direction = self.direction();
        let mut next: Vec<Proposal> = (0..constants.lambda)
            .map(|_| {
                let z = draws.normals(self.mean.len());
                let scaled: Vec<f64> = z.iter().zip(&deviations).map(|(z, d)| z * d).collect();
                let mut y = multiply(&axes, &scaled);
                if let Some(direction) = &direction {
                    across(direction, &mut y);
                }
                let x = self.mean.iter().zip(&y).map(|(m, y)| m + self.sigma * y);
                Proposal::plain(self.unit(x.collect()))
            })
            .collect();
        if self.config.evaluate_mean {
            next.push(Proposal {
                probe: true,
                ..Proposal::plain(self.unit(self.mean.clone()))
            });
        }
        next
    }

    /// Hansen 2016, eq. 38 to 47.
    fn learn(&mut self, scored: Vec<Scored>) {
        let k = self.config.constants(self.mean.len());
        let n = self.mean.len();
        let (axes, deviations) = self.axes();
        let steps = steps(&scored, &self.mean, self.sigma);

        // Selection and recombination.
        let step = k.recombined(&steps);
        for (mean, y) in self.mean.iter_mut().zip(&step) {
            *mean += self.sigma * y;
        }
        let white = whiten(&axes, &deviations, &step);
        let walk = Walk {
            generation: &mut self.generation,
            sigma: &mut self.sigma,
            step_path: &mut self.step_path,
            covariance_path: &mut self.covariance_path,
        };
        let lost = walk.go(&k, &step, &white);

        // Covariance matrix adaptation.
        let sum: f64 = k.weights.iter().sum();
        let keep = 1.0 + k.c_1 * lost - k.c_1 - k.c_mu * sum;
        let weights: Vec<f64> = k
            .weights
            .iter()
            .zip(&steps)
            .map(|(&w, y)| {
                if w >= 0.0 {
                    return w;
                }
                let length = norm(&whiten(&axes, &deviations, y));
                w * n as f64 / (length * length).max(f64::MIN_POSITIVE)
            })
            .collect();
        for i in 0..n {
            for j in 0..=i {
                let one = self.covariance_path[i] * self.covariance_path[j];
                let many: f64 = weights
                    .iter()
                    .zip(&steps)
                    .map(|(w, y)| w * y[i] * y[j])
                    .sum();
                let value = keep * self.covariance[i][j] + k.c_1 * one + k.c_mu * many;
                self.covariance[i][j] = value;
                self.covariance[j][i] = value;
            }
        }
        self.turn();
    }

    fn size(&self) -> usize {
        self.config.constants(self.mean.len()).lambda
    }

    fn spread(&self) -> Option<f64> {
        Some(self.config.sigma)
    }

    fn distribution(&self) -> Distribution {
        let sd = (0..self.mean.len())
            .map(|i| self.sigma * self.covariance[i][i].max(0.0).sqrt())
            .collect();
        Distribution {
            mean: self.unit(self.mean.clone()),
            sd,
            enabled: Vec::new(),
            scalars: [
                ("sigma".to_string(), self.sigma),
                ("axis-ratio".to_string(), self.condition().sqrt()),
            ]
            .into(),
        }
    }

    fn wanted(&self) -> usize {
        self.config.constants(self.mean.len()).mu
    }

    fn outcome(&self) -> Option<Vec<f64>> {
        Some(self.unit(self.mean.clone()))
    }

    fn stop(&self) -> Vec<StopReason> {
        let mut reasons = Vec::new();
        // TolX (Hansen 2016, §B.3): every step is below 10^-12 of the first ones.
        let small = 1e-12 * self.config.sigma;
        let steps = (0..self.mean.len()).all(|i| {
            let deviation = self.covariance[i][i].max(0.0).sqrt();
            self.sigma * deviation.max(self.covariance_path[i].abs()) < small
        });
        if steps {
            reasons.push(StopReason::Converged);
        }
        if self.condition() > LARGEST_CONDITION {
            reasons.push(StopReason::IllConditioned);
        }
        reasons
    }

    fn shrink(&mut self, by: f64) {
        self.sigma *= by;
    }

    fn fits(&self, space: &Space) -> bool {
        let genes = space.genes();
        self.weights == space.weights()
            && [&self.mean, &self.step_path, &self.covariance_path]
                .iter()
                .all(|vector| vector.len() == genes)
            && self.covariance.len() == genes
            && self.covariance.iter().all(|row| row.len() == genes)
    }
}

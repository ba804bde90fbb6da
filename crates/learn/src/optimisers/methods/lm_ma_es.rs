//! Limited-memory matrix adaptation: LM-MA-ES (Loshchilov, Glasmachers & Beyer 2017,
//! arXiv:1705.06693, algorithm 3).

#[cfg(test)]
mod tests;

use super::cma_es::{Constants, SIGMAS, across, norm, steps, unit_direction};
use crate::draws::Draws;
use crate::invalid::{Invalid, count, positive};
use crate::optimisers::candidate::{Distribution, StopReason};
use crate::optimisers::method::{Method, Parameters, Proposal, Scored};
use crate::optimisers::space::Space;
use crate::parameters::{Range, parameters};
use serde::{Deserialize, Serialize};

parameters! {
    /// LM-MA-ES (Loshchilov, Glasmachers & Beyer 2017): in place of a covariance matrix it has some
    /// vectors, each a path of the mean over a longer time than the one before, along which its
    /// distribution is stretched. Its work and memory grow with the number of genes times their
    /// number: a method for hundreds of weights that depend on each other.
    pub struct LmMaEs {
        /// λ, how many candidates; none for 4 + ⌊3 ln n⌋, as in the paper, n being the number of
        /// genes. Rates that the paper makes of λ / n are 1/2 at most: it has populations that are
        /// small beside n.
        pub population: Option<usize> = None, Range::Count(4);
        /// σ at the start, about a mean of 0.
        pub sigma: f64 = 0.5, Range::Positive;
        /// How many vectors there are; none for 4 + ⌊3 ln n⌋, as in the paper.
        pub vectors: Option<usize> = None, Range::Count(1);
        /// Whether only the direction of the weights is searched, as in cma-es: candidates differ
        /// from the mean across it, never along it, and the mean has unit length.
        pub directions: bool = false, Range::Switch;
        /// Whether the mean is played too, each generation, for the log.
        pub evaluate_mean: bool = false, Range::Switch;
    }
}

impl Parameters for LmMaEs {
    const NAME: &'static str = "lm-ma-es";
    const SUMMARY: &'static str =
        "limited-memory matrix adaptation (Loshchilov, Glasmachers & Beyer 2017)";
    const HAS_DISTRIBUTION: bool = true;
    type State = State;

    fn validate(&self) -> Result<(), Invalid> {
        if let Some(population) = self.population {
            count("population", population, 4)?;
        }
        if let Some(vectors) = self.vectors {
            count("vectors", vectors, 1)?;
        }
        positive("sigma", self.sigma)
    }

    fn start(self, space: &Space, _: &mut Draws) -> State {
        let genes = space.genes();
        let vectors = self.rates(genes).len();
        State {
            weights: space.weights(),
            generation: 0,
            mean: vec![0.0; genes],
            sigma: self.sigma,
            step_path: vec![0.0; genes],
            vectors: vec![vec![0.0; genes]; vectors],
            config: self,
        }
    }
}

/// The rates of a vector.
#[derive(Clone, Copy)]
struct Rates {
    /// c_d: how far the distribution is stretched along it.
    stretch: f64,
    /// c_c: how fast it follows the mean.
    follow: f64,
}

/// The largest rate that is made of λ / n.
const LARGEST_RATE: f64 = 0.5;

impl LmMaEs {
    /// A direction has a dimension less.
    fn dimension(&self, genes: usize) -> f64 {
        match self.directions {
            true => (genes - 1).max(1) as f64,
            false => genes as f64,
        }
    }

    fn constants(&self, genes: usize) -> Constants {
        Constants::new(self.dimension(genes), self.population, false)
    }

    /// c_σ.
    fn step_rate(&self, genes: usize) -> f64 {
        let lambda = self.constants(genes).lambda as f64;
        (2.0 * lambda / self.dimension(genes)).min(LARGEST_RATE)
    }

    fn rates(&self, genes: usize) -> Vec<Rates> {
        let n = self.dimension(genes);
        let lambda = self.constants(genes).lambda as f64;
        let vectors = self.vectors.unwrap_or(4 + (3.0 * libm::log(n)) as usize);
        let rates = (0..vectors).map(|i| Rates {
            stretch: (1.0 / (libm::pow(1.5, i as f64) * n)).min(LARGEST_RATE),
            follow: (lambda / (libm::pow(4.0, i as f64) * n)).min(LARGEST_RATE),
        });
        rates.collect()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::optimisers) struct State {
    pub config: LmMaEs,
    /// How many of the genes are weights.
    weights: usize,
    /// How many generations have been told.
    generation: u64,
    mean: Vec<f64>,
    sigma: f64,
    /// p_σ.
    step_path: Vec<f64>,
    /// m_i.
    vectors: Vec<Vec<f64>>,
}

impl State {
    /// The vectors that count, with their rates: one more each generation.
    fn stretches(&self) -> Vec<(f64, &[f64])> {
        let rates = self.config.rates(self.mean.len());
        let counts = usize::try_from(self.generation).unwrap_or(usize::MAX);
        let both = rates.iter().zip(&self.vectors).take(counts);
        both.map(|(rates, vector)| (rates.stretch, &vector[..]))
            .collect()
    }

    /// The direction of the mean's weights, if only directions are searched; none before there is
    /// one.
    fn direction(&self) -> Option<Vec<f64>> {
        let direction = unit_direction(&self.mean, self.weights);
        direction.filter(|_| self.config.directions)
    }

    /// Makes the mean a unit vector again, and what is known of steps knowledge of steps across it.
    fn turn(&mut self) {
        let Some(direction) = self.direction() else {
            return;
        };
        let length = norm(&self.mean[..self.weights]);
        for weight in &mut self.mean[..self.weights] {
            *weight /= length;
        }
        across(&direction, &mut self.step_path);
        for vector in &mut self.vectors {
            across(&direction, vector);
        }
    }

    /// The standard deviation of each gene, in units of σ.
    fn deviations(&self) -> Vec<f64> {
        let (stretches, direction) = (self.stretches(), self.direction());
        let mut squares = vec![0.0; self.mean.len()];
        for axis in 0..self.mean.len() {
            let mut z = vec![0.0; self.mean.len()];
            z[axis] = 1.0;
            if let Some(direction) = &direction {
                across(direction, &mut z);
            }
            stretched(&stretches, &mut z);
            for (square, z) in squares.iter_mut().zip(&z) {
                *square += z * z;
            }
        }
        squares.iter().map(|square| square.sqrt()).collect()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Stretches a standard normal vector along the vectors, one after the other: z becomes (1 - c) z +
/// c m (m · z).
fn stretched(stretches: &[(f64, &[f64])], z: &mut [f64]) {
    for (c, vector) in stretches {
        let along = c * dot(vector, z);
        for (z, m) in z.iter_mut().zip(*vector) {
            *z = (1.0 - c) * *z + along * m;
        }
    }
}

/// Undoes [`stretched`] (Sherman & Morrison 1950).
fn relaxed(stretches: &[(f64, &[f64])], y: &mut [f64]) {
    for (c, vector) in stretches.iter().rev() {
        let along = c * dot(vector, y) / (1.0 - c + c * dot(vector, vector));
        for (y, m) in y.iter_mut().zip(*vector) {
            *y = (*y - along * m) / (1.0 - c);
        }
    }
}

impl Method for State {
    fn propose(&self, _: &Space, draws: &mut Draws) -> Vec<Proposal> {
        let lambda = self.config.constants(self.mean.len()).lambda;
        let (stretches, direction) = (self.stretches(), self.direction());
        let mut next: Vec<Proposal> = (0..lambda)
            .map(|_| {
                let mut y = draws.normals(self.mean.len());
                if let Some(direction) = &direction {
                    across(direction, &mut y);
                }
                stretched(&stretches, &mut y);
                let x = self.mean.iter().zip(&y).map(|(m, y)| m + self.sigma * y);
                Proposal::plain(x.collect())
            })
            .collect();
        if self.config.evaluate_mean {
            next.push(Proposal {
                probe: true,
                ..Proposal::plain(self.mean.clone())
            });
        }
        next
    }

    fn learn(&mut self, scored: Vec<Scored>) {
        let genes = self.mean.len();
        let k = self.config.constants(genes);
        let c_sigma = self.config.step_rate(genes);
        let steps = steps(&scored, &self.mean, self.sigma);
        let step = k.recombined(&steps);
        // What was drawn is linear in what was stretched: the mean is undone in place of each.
        let mut white = step.clone();
        relaxed(&self.stretches(), &mut white);
        for (mean, y) in self.mean.iter_mut().zip(&step) {
            *mean += self.sigma * y;
        }
        let gain = (k.mu_eff * c_sigma * (2.0 - c_sigma)).sqrt();
        for (path, z) in self.step_path.iter_mut().zip(&white) {
            *path = (1.0 - c_sigma) * *path + gain * z;
        }
        for (rates, vector) in self.config.rates(genes).iter().zip(&mut self.vectors) {
            let gain = (k.mu_eff * rates.follow * (2.0 - rates.follow)).sqrt();
            for (m, z) in vector.iter_mut().zip(&white) {
                *m = (1.0 - rates.follow) * *m + gain * z;
            }
        }
        self.generation += 1;
        let n = self.config.dimension(genes);
        let change = c_sigma / 2.0 * (dot(&self.step_path, &self.step_path) / n - 1.0);
        // Bounded, as in CMA-ES, so that one wild step does no harm.
        self.sigma = (self.sigma * libm::exp(change.min(1.0))).clamp(SIGMAS[0], SIGMAS[1]);
        self.turn();
    }

    fn size(&self) -> usize {
        self.config.constants(self.mean.len()).lambda
    }

    fn spread(&self) -> Option<f64> {
        Some(self.config.sigma)
    }

    fn distribution(&self) -> Distribution {
        let deviations = self.deviations();
        Distribution {
            mean: self.mean.clone(),
            sd: deviations.iter().map(|d| self.sigma * d).collect(),
            enabled: Vec::new(),
            scalars: [("sigma".to_string(), self.sigma)].into(),
        }
    }

    fn wanted(&self) -> usize {
        self.config.constants(self.mean.len()).mu
    }

    fn outcome(&self) -> Option<Vec<f64>> {
        Some(self.mean.clone())
    }

    fn stop(&self) -> Vec<StopReason> {
        // As in CMA-ES.
        let small = 1e-12 * self.config.sigma;
        let mut deviations = self.deviations().into_iter();
        match deviations.all(|deviation| self.sigma * deviation < small) {
            true => vec![StopReason::Converged],
            false => Vec::new(),
        }
    }

    fn shrink(&mut self, by: f64) {
        self.sigma *= by;
    }

    fn fits(&self, space: &Space) -> bool {
        let genes = space.genes();
        let vectors = [&self.mean, &self.step_path].into_iter();
        self.weights == space.weights()
            && self.vectors.len() == self.config.rates(genes).len()
            && vectors.chain(&self.vectors).all(|one| one.len() == genes)
    }
}

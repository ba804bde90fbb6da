//! CMA-ES with a diagonal covariance matrix: sep-CMA-ES (Ros & Hansen 2008).

#[cfg(test)]
mod tests;

use super::cma_es::{Constants, LARGEST_CONDITION, Walk, across, norm, steps, unit_direction};
use crate::draws::Draws;
use crate::invalid::{Invalid, count, positive};
use crate::optimisers::candidate::{Distribution, StopReason};
use crate::optimisers::method::{Method, Parameters, Proposal, Scored};
use crate::optimisers::space::Space;
use crate::parameters::{Range, parameters};
use serde::{Deserialize, Serialize};

parameters! {
    /// sep-CMA-ES (Ros & Hansen 2008): CMA-ES that learns a variance for each gene and no
    /// covariances. It learns faster, and its work grows with the number of genes, not with its
    /// cube: a method for hundreds of weights.
    pub struct SepCmaEs {
        /// λ, how many candidates; none for 4 + ⌊3 ln n⌋ (Ros & Hansen 2008), n being the number of
        /// genes.
        pub population: Option<usize> = None, Range::Count(4);
        /// σ at the start, about a mean of 0.
        pub sigma: f64 = 0.5, Range::Positive;
        /// Whether only the direction of the weights is searched, as in cma-es: candidates differ
        /// from the mean across it, never along it, and the mean has unit length.
        pub directions: bool = false, Range::Switch;
        /// Whether the mean is played too, each generation, for the log.
        pub evaluate_mean: bool = false, Range::Switch;
    }
}

impl Parameters for SepCmaEs {
    const NAME: &'static str = "sep-cma-es";
    const SUMMARY: &'static str = "CMA-ES with a variance for each weight (Ros & Hansen 2008)";
    const HAS_DISTRIBUTION: bool = true;
    type State = State;

    fn validate(&self) -> Result<(), Invalid> {
        if let Some(population) = self.population {
            count("population", population, 4)?;
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
            variances: vec![1.0; genes],
            step_path: vec![0.0; genes],
            covariance_path: vec![0.0; genes],
            config: self,
        }
    }
}

impl SepCmaEs {
    fn constants(&self, genes: usize) -> Constants {
        // A direction has a dimension less.
        let n = match self.directions {
            true => (genes - 1).max(1) as f64,
            false => genes as f64,
        };
        Constants::new(n, self.population, false).diagonal(n)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::optimisers) struct State {
    pub config: SepCmaEs,
    /// How many of the genes are weights.
    weights: usize,
    /// How many generations have been told.
    generation: u64,
    mean: Vec<f64>,
    sigma: f64,
    /// The diagonal of C.
    variances: Vec<f64>,
    /// p_σ.
    step_path: Vec<f64>,
    /// p_c.
    covariance_path: Vec<f64>,
}

impl State {
    /// The standard deviation of each gene, in units of σ, kept above the largest condition number.
    fn deviations(&self) -> Vec<f64> {
        let least = self.largest() / LARGEST_CONDITION;
        let variances = self.variances.iter();
        variances.map(|value| value.max(least).sqrt()).collect()
    }

    fn largest(&self) -> f64 {
        let variances = self.variances.iter().copied();
        variances.fold(f64::MIN_POSITIVE, f64::max)
    }

    /// The direction of the mean's weights, if only directions are searched; none before there is
    /// one.
    fn direction(&self) -> Option<Vec<f64>> {
        let direction = unit_direction(&self.mean, self.weights);
        direction.filter(|_| self.config.directions)
    }

    /// Makes the mean a unit vector again, and what is known of steps knowledge of steps across it:
    /// the variances become the diagonal of the matrix that CMA-ES has after its turn.
    fn turn(&mut self) {
        let Some(direction) = self.direction() else {
            return;
        };
        let length = norm(&self.mean[..self.weights]);
        for weight in &mut self.mean[..self.weights] {
            *weight /= length;
        }
        across(&direction, &mut self.step_path);
        across(&direction, &mut self.covariance_path);
        let squares = direction.iter().map(|d| d * d);
        let terms = squares.clone().zip(&self.variances).map(|(d, v)| d * v);
        let lost: f64 = terms.sum();
        let trace = self.variances.iter().sum::<f64>() - lost;
        let along = trace / (self.mean.len() - 1).max(1) as f64;
        for (variance, square) in self.variances.iter_mut().zip(squares) {
            *variance += square * (lost + along - 2.0 * *variance);
        }
    }

    fn condition(&self) -> f64 {
        let variances = self.variances.iter().copied();
        let least = variances.fold(f64::INFINITY, f64::min);
        let most = self.largest();
        (most / least.max(most / (10.0 * LARGEST_CONDITION))).max(1.0)
    }
}

impl Method for State {
    fn propose(&self, _: &Space, draws: &mut Draws) -> Vec<Proposal> {
        let constants = self.config.constants(self.mean.len());
        let deviations = self.deviations();
        let direction = self.direction();
        let mut next: Vec<Proposal> = (0..constants.lambda)
            .map(|_| {
                let z = draws.normals(self.mean.len());
                let mut y: Vec<f64> = z.iter().zip(&deviations).map(|(z, d)| z * d).collect();
                if let Some(direction) = &direction {
                    across(direction, &mut y);
                }
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

    /// Hansen 2016, eq. 38 to 47, for a diagonal matrix.
    fn learn(&mut self, scored: Vec<Scored>) {
        let k = self.config.constants(self.mean.len());
        let deviations = self.deviations();
        let steps = steps(&scored, &self.mean, self.sigma);
        let step = k.recombined(&steps);
        for (mean, y) in self.mean.iter_mut().zip(&step) {
            *mean += self.sigma * y;
        }
        let white: Vec<f64> = step.iter().zip(&deviations).map(|(y, d)| y / d).collect();
        let walk = Walk {
            generation: &mut self.generation,
            sigma: &mut self.sigma,
            step_path: &mut self.step_path,
            covariance_path: &mut self.covariance_path,
        };
        let lost = walk.go(&k, &step, &white);
        let keep = 1.0 + k.c_1 * lost - k.c_1 - k.c_mu;
        for (i, variance) in self.variances.iter_mut().enumerate() {
            let one = self.covariance_path[i] * self.covariance_path[i];
            let best = k.weights.iter().zip(&steps).take(k.mu);
            let many: f64 = best.map(|(w, y)| w * y[i] * y[i]).sum();
            *variance = keep * *variance + k.c_1 * one + k.c_mu * many;
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
        let deviations = self.variances.iter().map(|v| self.sigma * v.sqrt());
        Distribution {
            mean: self.mean.clone(),
            sd: deviations.collect(),
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
        Some(self.mean.clone())
    }

    fn stop(&self) -> Vec<StopReason> {
        let mut reasons = Vec::new();
        // As in CMA-ES.
        let small = 1e-12 * self.config.sigma;
        let genes = self.variances.iter().zip(&self.covariance_path);
        let mut genes = genes.map(|(variance, path)| variance.sqrt().max(path.abs()));
        if genes.all(|deviation| self.sigma * deviation < small) {
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
        let vectors = [
            &self.mean,
            &self.variances,
            &self.step_path,
            &self.covariance_path,
        ];
        let genes = space.genes();
        self.weights == space.weights() && vectors.iter().all(|vector| vector.len() == genes)
    }
}

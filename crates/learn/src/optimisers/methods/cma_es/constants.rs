//! The constants of CMA-ES.

/// The constants of a dimension and a population (Hansen 2016, table 1), by its names.
#[derive(Clone, Debug, PartialEq)]
pub(in super::super) struct Constants {
    pub lambda: usize,
    pub mu: usize,
    pub mu_eff: f64,
    pub weights: Vec<f64>,
    pub c_sigma: f64,
    pub d_sigma: f64,
    pub c_c: f64,
    pub c_1: f64,
    pub c_mu: f64,
    /// E‖N(0, I)‖.
    pub chi: f64,
}

impl Constants {
    /// The constants of dimension `n`. Where the population is not given it is 4 + ⌊3 ln n⌋; where
    /// `active`, the worst candidates have negative weights.
    pub(in super::super) fn new(n: f64, population: Option<usize>, active: bool) -> Self {
        let lambda = population.unwrap_or(4 + (3.0 * libm::log(n)) as usize);
        let mu = lambda / 2;
        let raw: Vec<f64> = (1..=lambda)
            .map(|i| libm::log((lambda as f64 + 1.0) / 2.0) - libm::log(i as f64))
            .collect();
        let effective = |weights: &[f64]| {
            let sum: f64 = weights.iter().sum();
            let squares: f64 = weights.iter().map(|w| w * w).sum();
            sum * sum / squares
        };
        let mu_eff = effective(&raw[..mu]);
        let mu_eff_minus = effective(&raw[mu..]);
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let d_sigma = 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
        let c_1 = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        let c_mu = (1.0 - c_1)
            .min(2.0 * (0.25 + mu_eff + 1.0 / mu_eff - 2.0) / ((n + 2.0) * (n + 2.0) + mu_eff));
        let positive: f64 = raw.iter().filter(|w| **w >= 0.0).sum();
        let negative: f64 = -raw.iter().filter(|w| **w < 0.0).sum::<f64>();
        let least = if active {
            (1.0 + c_1 / c_mu)
                .min(1.0 + 2.0 * mu_eff_minus / (mu_eff + 2.0))
                .min((1.0 - c_1 - c_mu) / (n * c_mu))
        } else {
            0.0
        };
        let weights = raw
            .iter()
            .map(|&w| match w {
                w if w >= 0.0 => w / positive,
                w => least * w / negative,
            })
            .collect();
        Constants {
            lambda,
            mu,
            mu_eff,
            weights,
            c_sigma,
            d_sigma,
            c_c,
            c_1,
            c_mu,
            chi: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
    /// The mean of the best steps, by their weights (Hansen 2016, eq. 41).
    pub(in super::super) fn recombined(&self, steps: &[Vec<f64>]) -> Vec<f64> {
        let n = steps.first().map_or(0, Vec::len);
        let best = self.weights.iter().zip(steps).take(self.mu);
        let at = |i: usize| best.clone().map(|(weight, step)| weight * step[i]).sum();
        (0..n).map(at).collect()
    }

    /// With the rates of a diagonal covariance, which has n numbers to learn instead of n² / 2: (n
    /// + 2) / 3 times as fast (Ros & Hansen 2008, §3).
    pub(in super::super) fn diagonal(mut self, n: f64) -> Self {
        let faster = (n + 2.0) / 3.0;
        self.c_1 = (self.c_1 * faster).min(1.0);
        self.c_mu = (self.c_mu * faster).min(1.0 - self.c_1);
        self
    }
}

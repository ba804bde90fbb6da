//! The parameters of the method.

use serde::{Deserialize, Serialize};

use crate::learners::weights::Weights;
use crate::parameters::{Range, parameters};

/// How far an iteration goes, and along what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// α times the natural gradient (Kakade 2001).
    Plain,
    /// Along the natural gradient, as far as changes the policy by a constant amount.
    #[default]
    TrustRegion,
    /// Up the clipped objective of Schulman et al. (2017), in several epochs over the same moves.
    Clipped,
}

parameters! {
    /// Natural policy gradient (Kakade 2001). The paper gives neither step size nor discount nor
    /// number of moves: all defaults are defaults here, unless they name a source.
    pub struct NaturalPolicyGradient {
        /// The step: `plain` goes `alpha` times along the natural gradient, as in the paper;
        /// `trust-region` goes as far as `kappa` says; `clipped` climbs the clipped objective
        /// (Schulman et al. 2017) by Adam.
        pub step: StepKind = StepKind::TrustRegion,
            Range::Words("plain, trust-region or clipped");
        /// The moves of an iteration.
        pub moves: u64 = 10_000, Range::Many(1);
        /// The trajectories that the moves are divided into. They are played independently of each
        /// other, and go on from iteration to iteration. The number is part of the result.
        pub trajectories: u64 = 10, Range::Words("whole, 1 to moves");
        /// β: what a reward counts, one move later, for the moves before it (Baxter & Bartlett
        /// 2001).
        pub discount: f64 = 0.95, Range::Probability;
        /// Whether the mean reward is subtracted from every reward. The paper does not say so.
        pub baseline: bool = true, Range::Switch;
        /// What is added to the diagonal of the Fisher information: about 0.001 (Kakade 2001).
        pub ridge: f64 = 1e-3, Range::NotNegative;
        /// α, of the plain step.
        pub alpha: f64 = 1.0, Range::Positive;
        /// κ, of the trust region: the square of the step's length as the Fisher information
        /// measures it.
        pub kappa: f64 = 0.02, Range::Positive;
        /// ε, of the clipped objective: how far the chance of a move may leave what it was
        /// (Schulman et al. 2017).
        pub clip: f64 = 0.2, Range::Positive;
        /// The epochs of the clipped objective (Chen et al. 2026).
        pub epochs: u64 = 10, Range::Many(1);
        /// The moves of a batch of the clipped objective (Chen et al. 2026).
        pub batch: u64 = 256, Range::Many(1);
        /// The step size of Adam, for the clipped objective (Chen et al. 2026, where it falls to 0
        /// over the run: `rate-falls`).
        pub rate: f64 = 3e-4, Range::Positive;
        /// The iterations over which the step size of Adam falls to 0, by the same amount each; the
        /// method ends after them. None if it stays. A learner does not know how long its run is,
        /// so it is to be told: a budget of 614,400 moves has 300 iterations of 2,048.
        pub rate_falls: Option<u64> = None, Range::Many(1);
        /// What entropy is worth in the clipped objective (Chen et al. 2026).
        pub entropy: f64 = 0.01, Range::NotNegative;
        /// The weights to start from, by feature; 0 where none are named.
        pub start: Weights = Weights::new(), Range::Words("a table of weights by feature");
    }
}

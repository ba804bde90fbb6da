//! The parameters of the method.

use serde::{Deserialize, Serialize};
use tetrarium_engine::Reading;

use crate::learners::setting::Setting;
use crate::learners::values::Values;
use crate::parameters::{Range, parameters};

/// The height of which the boards of the rollout set have as many of each value as can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Uniform {
    /// The height of the highest column.
    #[default]
    MaxHeight,
    /// The mean of the heights of the columns, rounded down.
    MeanHeight,
    /// None: boards as often as the controller meets them.
    None,
}

parameters! {
    /// Classification-based modified policy iteration (CBMPI) and, without a value, direct policy
    /// iteration (DPI), as Gabillon et al. (2013) and Scherrer et al. (2015, §6.2) run them.
    pub struct ClassificationPolicyIteration {
        /// Whether a value stands for what follows a rollout (CBMPI); without it nothing does
        /// (DPI).
        pub value: bool = true, Range::Switch;
        /// N: the states of the rollout set (Scherrer et al. 2015: about 42,000 on 10x10).
        pub states: u64 = 42_000, Range::Many(1);
        /// m: the moves of a rollout, after the first (Scherrer et al. 2015: 5 does best).
        pub horizon: u64 = 5, Range::Many(1);
        /// M: the rollouts of each placement (1 in Scherrer et al. 2015).
        pub rollouts: u64 = 1, Range::Words("whole, 1 to 1000");
        /// The controller of the catalogue that meets the states (Scherrer et al. 2015: `bcts`).
        pub controller: String = "bcts".to_string(),
            Range::Words("the name of a controller of the catalogue");
        /// The height that is made nearly uniform over the states. The papers do not say which:
        /// `max-height`, `mean-height` or `none`.
        pub height: Uniform = Uniform::MaxHeight,
            Range::Words("max-height, mean-height or none");
        /// The moves of the controller for each state that is taken of them. Default here.
        pub pool: u64 = 20, Range::Many(1);
        /// The features of the value; none for the features of the policy, height-rbf and constant
        /// (Scherrer et al. 2015).
        pub value_features: Option<Vec<String>> = None, Range::Words("a list of features");
        /// The candidates of a generation of CMA-ES; none for 15 for each weight (Gabillon et al.
        /// 2013). Half of them are parents.
        pub population: Option<usize> = None, Range::Count(4);
        /// The step size with which CMA-ES begins, about weights of 0. Default here.
        pub sigma: f64 = 1.0, Range::Positive;
        /// The generations of CMA-ES. Default here.
        pub generations: u64 = 50, Range::Many(1);
    }
}

/// What a value has besides the features of the policy (Scherrer et al. 2015).
const BESIDES: [&str; 2] = ["height-rbf", "constant"];

impl ClassificationPolicyIteration {
    /// The features of the value.
    pub(super) fn values(&self, setting: &Setting) -> Values {
        let named = |name: &str| Reading::named(name).expect("the parameters were validated");
        let of_policy = &setting.readings;
        let readings: Vec<Reading> = match &self.value_features {
            Some(names) => names.iter().map(|name| named(name)).collect(),
            None => {
                let besides = BESIDES.map(named).into_iter();
                let besides = besides.filter(|reading| !of_policy.contains(reading));
                of_policy.iter().copied().chain(besides).collect()
            }
        };
        Values::new(&readings, setting.rules.board)
    }
}

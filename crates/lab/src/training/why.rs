//! Why training ends.

use serde::{Deserialize, Serialize};
use tetrarium_learn::learners;

use crate::optimisers::StopReason;

/// Why training ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Why {
    /// The generations of the budget are done.
    Generations,
    /// The candidates of the budget have been played.
    Evaluations,
    /// Another generation would go beyond the moves of the budget.
    Moves,
    /// The time of the budget is over: the result depends on the clock.
    Seconds,
    /// The optimiser sees no reason to go on.
    Optimiser(StopReason),
    /// The learner sees no reason to go on.
    Learner(learners::StopReason),
}

impl std::fmt::Display for Why {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Why::Generations => write!(formatter, "all generations are done"),
            Why::Evaluations => write!(formatter, "all evaluations are done"),
            Why::Moves => write!(formatter, "the moves are spent"),
            Why::Seconds => write!(formatter, "the time is up"),
            Why::Optimiser(reason) => write!(formatter, "{reason}"),
            Why::Learner(reason) => write!(formatter, "{reason}"),
        }
    }
}

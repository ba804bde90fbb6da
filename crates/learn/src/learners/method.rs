//! What a method of learning is to the [`Learner`](super::Learner).

use std::collections::BTreeMap;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tetrarium_engine::Rating;

use super::setting::Setting;
use crate::algebra::Solution;
use crate::invalid::Invalid;
use crate::parameters::Documented;

/// What an iteration came to, for the log: rank, residual, length of the step, entropy, loss.
pub type Log = BTreeMap<String, f64>;

/// How many unknowns of a solved system are independent, and how many there are, for the log.
pub(super) fn rank(solution: &Solution) -> [(String, f64); 2] {
    let unknowns = solution.weights.len();
    [
        ("rank".to_string(), solution.rank as f64),
        ("unknowns".to_string(), unknowns as f64),
    ]
}

/// Counts moves as they are made. It returns false when the work is to end.
pub(super) type Tick<'a> = &'a mut dyn FnMut(u64) -> bool;

/// The number of moves between two ticks of a game.
pub(super) const MOVES_A_TICK: u64 = 256;

/// A reason not to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum StopReason {
    /// The weights grow beyond all bounds.
    Diverged,
    /// The weights no longer change.
    Converged,
    /// The weights return to what they were some iterations ago.
    Cycles,
    /// The method has done all it does.
    Complete,
}

impl fmt::Display for StopReason {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(match self {
            StopReason::Diverged => "the weights diverge",
            StopReason::Converged => "the weights no longer change",
            StopReason::Cycles => "the weights go in a cycle",
            StopReason::Complete => "the method has done all it does",
        })
    }
}

/// The parameters of a method, as an experiment file has them. The macro `parameters!` makes them.
pub(super) trait Parameters:
    Clone + Default + Serialize + DeserializeOwned + Documented
{
    /// The method's name, in files and tables.
    const NAME: &'static str;

    /// What the method is, in a few words, with its source.
    const SUMMARY: &'static str;

    /// What the method knows between two iterations.
    type State: Method<Parameters = Self> + Serialize + DeserializeOwned;

    /// Whether the parameters can be, in this setting.
    fn validate(&self, setting: &Setting) -> Result<(), Invalid>;

    /// The method before its first iteration. The parameters have been validated.
    fn start(self, setting: &Setting) -> Self::State;
}

/// How telling the answers of a round ended.
pub(super) enum Round {
    /// The iteration needs another round.
    More,
    /// The iteration is done.
    Done(Log),
}

/// A method of learning at work. Numbers, errors and judging are the
/// [`Learner`](super::Learner)'s.
pub(super) trait Method: Clone {
    /// The method's parameters.
    type Parameters;
    /// A unit of work.
    type Task: Clone + Serialize + DeserializeOwned + Send + Sync;
    /// Its answer.
    type Answer: Clone + Serialize + DeserializeOwned + Send + Sync;

    /// The tasks of the next round. `seed` is that of the iteration. It does not change the method,
    /// so that asking twice gives the same.
    fn ask(&self, setting: &Setting, seed: u64) -> Vec<Self::Task>;

    /// Carries out a task: a pure function of the setting, the parameters and the task. Moves are
    /// counted by `tick`; none if it said to end.
    fn perform(
        setting: &Setting,
        parameters: &Self::Parameters,
        task: &Self::Task,
        tick: Tick,
    ) -> Option<Self::Answer>;

    /// Learns from the answers, which are in the order of the tasks.
    fn tell(&mut self, setting: &Setting, answers: Vec<Self::Answer>) -> Round;

    /// The numbers that are learnt.
    fn genes(&self) -> Vec<f64>;

    /// What such numbers are: a rating for a greedy player.
    fn rating(setting: &Setting, parameters: &Self::Parameters, genes: &[f64]) -> Rating;

    /// Begins with these weights, one for each value of the features, before the first iteration.
    /// False if the method cannot.
    fn begin_with(&mut self, _setting: &Setting, _weights: &[f64]) -> bool {
        false
    }

    /// Why not to go on, if there is a reason.
    fn stop(&self) -> Option<StopReason> {
        None
    }
}

//! The learner: iterations, judging and errors around a method.

use serde::{Deserialize, Serialize};
use tetrarium_engine::Rating;

use super::method::{Log, Round, StopReason};
use super::methods::{Answer, Config, State, Task};
use super::setting::Setting;
use super::weights::LARGEST_WEIGHT;
use crate::invalid::Invalid;

/// The number of last iterations of which the best is kept.
pub const LAST: usize = 10;

/// What a task is performed in: the setting and the parameters of the method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Context {
    /// The rules, the features and the seed.
    pub setting: Setting,
    /// The method and its parameters.
    pub config: Config,
}

impl Context {
    /// Carries out a task: a pure function, on any thread or machine. `tick` is told of moves as
    /// they are made, and returns false to end the work; then there is no answer.
    pub fn perform(&self, task: &Task, tick: &mut dyn FnMut(u64) -> bool) -> Option<Performed> {
        let mut moves = 0;
        let answer = self.config.perform(&self.setting, task, &mut |more| {
            moves += more;
            tick(more)
        })?;
        Some(Performed { answer, moves })
    }

    /// The rating that a learner's numbers ([`Learner::genes`]) are: for a greedy player.
    pub fn rating(&self, genes: &[f64]) -> Rating {
        self.config.rating(&self.setting, genes)
    }
}

/// A task that was carried out.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Performed {
    answer: Answer,
    /// The moves that it took. Placements that were only looked at count as moves in the measure
    /// of 23 to one.
    pub moves: u64,
}

/// How telling ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The iteration goes on: ask again.
    More,
    /// The iteration is done. The log tells its rank, residual and the like.
    Done(Log),
}

/// An iteration whose controller has played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judged {
    /// The iteration, from 0.
    pub iteration: u64,
    /// The mean of its games.
    pub mean: f64,
    /// The numbers that it learnt.
    pub genes: Vec<f64>,
}

/// Why answers were not accepted. The learner is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TellError {
    /// The number of answers is not that of the tasks.
    #[error("{0} answers were told to {1} tasks")]
    Count(usize, usize),
    /// An answer to a task of another method.
    #[error("an answer of another method was told")]
    Foreign,
}

/// A learner: it asks for tasks and is told their answers.
///
/// It is saved and loaded by serde between iterations; for JSON, the `float_roundtrip` feature of
/// `serde_json` is needed (and on in this workspace), or numbers change in the last place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learner {
    context: Context,
    iteration: u64,
    state: State,
    diverged: bool,
    /// The last iterations, the oldest first.
    judged: Vec<Judged>,
}

impl Learner {
    /// A learner in a setting. The same arguments and the same answers give the same tasks.
    ///
    /// # Errors
    ///
    /// The first parameter that cannot be, in this setting.
    pub fn new(config: Config, setting: Setting) -> Result<Learner, Invalid> {
        config.validate(&setting)?;
        let state = config.start(&setting);
        Ok(Learner {
            context: Context { setting, config },
            iteration: 0,
            state,
            diverged: false,
            judged: Vec::new(),
        })
    }

    /// The same before its first iteration, with these weights, one for each value of the features,
    /// in place of those that its parameters begin with. None if its method cannot.
    pub fn beginning_with(mut self, weights: &[f64]) -> Option<Learner> {
        let begins = self.state.begin_with(&self.context.setting, weights);
        begins.then_some(self)
    }

    /// What the tasks are performed in.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// How many iterations are done.
    pub fn iteration(&self) -> u64 {
        self.iteration
    }

    /// The tasks of this round; the same ones until they are told.
    pub fn ask(&self) -> Vec<Task> {
        let setting = &self.context.setting;
        self.state.ask(setting, setting.seed_of(self.iteration))
    }

    /// Takes the answers to all tasks of the round, in their order.
    ///
    /// # Errors
    ///
    /// If the answers are not those to the tasks. The learner is unchanged.
    pub fn tell(&mut self, answers: Vec<Performed>) -> Result<Step, TellError> {
        let asked = self.ask().len();
        if answers.len() != asked {
            return Err(TellError::Count(answers.len(), asked));
        }
        let before = self.state.clone();
        let answers = answers.into_iter().map(|performed| performed.answer);
        let round = self.state.tell(&self.context.setting, answers.collect());
        let round = round.ok_or(TellError::Foreign)?;
        let Round::Done(log) = round else {
            return Ok(Step::More);
        };
        let fits = |weight: &f64| weight.abs() <= LARGEST_WEIGHT;
        if !self.state.genes().iter().all(fits) {
            // The weights before were the last that a controller can have.
            self.state = before;
            self.diverged = true;
        }
        self.iteration += 1;
        Ok(Step::Done(log))
    }

    /// Tells the mean of the games that the last iteration's controller has played.
    pub fn judge(&mut self, mean: f64) {
        if self.judged.len() == LAST {
            self.judged.remove(0);
        }
        self.judged.push(Judged {
            iteration: self.iteration.saturating_sub(1),
            mean,
            genes: self.genes(),
        });
    }

    /// The rating of the last iteration: for a greedy player.
    pub fn rating(&self) -> Rating {
        self.context.rating(&self.genes())
    }

    /// The numbers that are learnt, as of the last iteration.
    pub fn genes(&self) -> Vec<f64> {
        self.state.genes()
    }

    /// The best of the last [`LAST`] iterations by the games that it was judged by, the latest
    /// among equals. Its mean flatters it, as the best of many noisy ones does.
    pub fn best(&self) -> Option<&Judged> {
        let judged = self.judged.iter();
        judged.max_by(|one, other| one.mean.total_cmp(&other.mean))
    }

    /// A reason not to go on; none while there is none.
    pub fn stop(&self) -> Option<StopReason> {
        match self.diverged {
            true => Some(StopReason::Diverged),
            false => self.state.stop(),
        }
    }
}

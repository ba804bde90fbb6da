//! The table of methods: which there are, and which one an experiment asks for.

mod accept_or_reject;
mod approximate_linear_programming;
mod approximate_value_iteration;
mod classification_policy_iteration;
mod gaussian_process_q_learning;
mod lambda_policy_iteration;
mod least_squares_policy_iteration;
mod natural_policy_gradient;
mod preference_learning;
mod teaching;
mod temporal_difference;

use serde::{Deserialize, Serialize};
use tetrarium_engine::Rating;

use super::method::{Method, Parameters, Round, StopReason, Tick};
use super::setting::Setting;
use crate::invalid::Invalid;
use crate::parameters::{Documented, Parameter};

/// Makes [`Config`], [`Task`], [`Answer`] and the state of the table.
macro_rules! methods {
    ($($module:ident::$Name:ident,)*) => {
        $(pub use $module::$Name;)*

        /// A method with its parameters, as written in an experiment file.
        ///
        /// ```
        /// use tetrarium_learn::learners::Config;
        /// let text = "[lambda-policy-iteration]\nlambda = 0.5";
        /// let config: Config = toml::from_str(text).unwrap();
        /// assert_eq!(config.name(), "lambda-policy-iteration");
        /// ```
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Config {
            $(
                #[doc = concat!("The parameters of [`", stringify!($Name), "`].")]
                $Name($Name),
            )*
        }

        /// A unit of work that a learner asks for: a pure function.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub struct Task(TaskOf);

        /// The answer to a task.
        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub struct Answer(AnswerOf);

        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        enum TaskOf {
            $($Name(<<$Name as Parameters>::State as Method>::Task),)*
        }

        #[derive(Clone, Debug, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        enum AnswerOf {
            $($Name(<<$Name as Parameters>::State as Method>::Answer),)*
        }

        impl Config {
            /// The names of all methods.
            pub const NAMES: &[&str] = &[$($Name::NAME),*];

            /// The method of a name, with its default parameters.
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $($Name::NAME => Some(Config::$Name($Name::default())),)*
                    _ => None,
                }
            }

            /// The method's name.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Config::$Name(_) => $Name::NAME,)*
                }
            }

            /// What the method is, in a few words, with its source.
            pub fn summary(&self) -> &'static str {
                match self {
                    $(Config::$Name(_) => $Name::SUMMARY,)*
                }
            }

            /// The method's parameters, each with the value that it has here, as a file writes it;
            /// `none` where there is no value.
            pub fn parameters(&self) -> Vec<(&'static Parameter, String)> {
                match self {
                    $(Config::$Name(parameters) => Parameter::values($Name::PARAMETERS, parameters),)*
                }
            }

            /// Whether the parameters can be, in this setting.
            ///
            /// # Errors
            ///
            /// The first parameter that cannot be, and what would be right.
            pub fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
                setting.check_visible()?;
                match self {
                    $(Config::$Name(parameters) => parameters.validate(setting),)*
                }
            }

            pub(super) fn rating(&self, setting: &Setting, genes: &[f64]) -> Rating {
                match self {
                    $(Config::$Name(parameters) => {
                        type Of = <$Name as Parameters>::State;
                        Of::rating(setting, parameters, genes)
                    })*
                }
            }

            pub(super) fn start(&self, setting: &Setting) -> State {
                match self {
                    $(Config::$Name(parameters) => {
                        State::$Name(Box::new(parameters.clone().start(setting)))
                    })*
                }
            }

            pub(super) fn perform(
                &self,
                setting: &Setting,
                task: &Task,
                tick: Tick,
            ) -> Option<Answer> {
                match (self, &task.0) {
                    $((Config::$Name(parameters), TaskOf::$Name(task)) => {
                        type Of = <$Name as Parameters>::State;
                        let answer = Of::perform(setting, parameters, task, tick)?;
                        Some(Answer(AnswerOf::$Name(answer)))
                    })*
                    _ => None,
                }
            }
        }

        /// The state of a method.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub(super) enum State {
            $($Name(Box<<$Name as Parameters>::State>),)*
        }

        impl State {
            pub(super) fn ask(&self, setting: &Setting, seed: u64) -> Vec<Task> {
                match self {
                    $(State::$Name(state) => state
                        .ask(setting, seed)
                        .into_iter()
                        .map(|task| Task(TaskOf::$Name(task)))
                        .collect(),)*
                }
            }

            /// None if an answer is that of another method.
            pub(super) fn tell(&mut self, setting: &Setting, answers: Vec<Answer>) -> Option<Round> {
                match self {
                    $(State::$Name(state) => {
                        let answers = answers.into_iter().map(|answer| match answer.0 {
                            AnswerOf::$Name(answer) => Some(answer),
                            _ => None,
                        });
                        Some(state.tell(setting, answers.collect::<Option<_>>()?))
                    })*
                }
            }

            pub(super) fn genes(&self) -> Vec<f64> {
                match self {
                    $(State::$Name(state) => state.genes(),)*
                }
            }

            pub(super) fn begin_with(&mut self, setting: &Setting, weights: &[f64]) -> bool {
                match self {
                    $(State::$Name(state) => state.begin_with(setting, weights),)*
                }
            }

            pub(super) fn stop(&self) -> Option<StopReason> {
                match self {
                    $(State::$Name(state) => state.stop(),)*
                }
            }
        }
    };
}

// One line a method: the file, and its parameters.
methods! {
    accept_or_reject::AcceptOrReject,
    approximate_linear_programming::ApproximateLinearProgramming,
    approximate_value_iteration::ApproximateValueIteration,
    classification_policy_iteration::ClassificationPolicyIteration,
    gaussian_process_q_learning::GaussianProcessQLearning,
    lambda_policy_iteration::LambdaPolicyIteration,
    least_squares_policy_iteration::LeastSquaresPolicyIteration,
    least_squares_policy_iteration::LeastSquaresLambdaPolicyIteration,
    natural_policy_gradient::NaturalPolicyGradient,
    preference_learning::PreferenceLearning,
    teaching::Teaching,
    temporal_difference::TemporalDifference,
}

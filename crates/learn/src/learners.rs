//! Learners: they fit a value or a policy to positions.
//!
//! A [`Learner`] never plays. [`Learner::ask`] gives [`Task`]s: games to record, boards to expand,
//! rollouts. Each task is a pure function, which [`Context::perform`] carries out on any thread or
//! machine, in any order. [`Learner::tell`] takes the answers in the order of the tasks. An
//! iteration may take several rounds of asking and telling; its end is [`Step::Done`]. The caller
//! then plays games with [`Learner::rating`] and tells their mean ([`Learner::judge`]): methods of
//! this kind oscillate, so the mean of every iteration matters, and the best of the last iterations
//! is kept beside the last.
//!
//! The whole state can be saved between any two iterations, and what follows a load is what would
//! have followed without it, bit for bit and on every machine.
//!
//! ```
//! use tetrarium_engine::{Reading, Rules};
//! use tetrarium_learn::learners::{Config, Learner, Setting, Step};
//!
//! let mut rules = Rules::default();
//! rules.set("board", "6x8")?;
//! rules.set("suicide", "zero")?;
//! let features = ["constant", "max-height", "holes"].map(|name| Reading::named(name).unwrap());
//! let setting = Setting { rules, readings: features.to_vec(), seed: 1, choices: Vec::new() };
//! let config = Config::named("lambda-policy-iteration").unwrap();
//! let mut learner = Learner::new(config, setting)?;
//! for _ in 0..3 {
//!     loop {
//!         let answers = learner
//!             .ask()
//!             .iter()
//!             .map(|task| learner.context().perform(task, &mut |_| true).unwrap())
//!             .collect();
//!         if let Step::Done(log) = learner.tell(answers)? {
//!             println!("rank {}", log["rank"]);
//!             break;
//!         }
//!     }
//! }
//! assert_eq!(learner.genes().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backup;
mod choice;
mod episode;
mod expansion;
mod learner;
mod method;
mod methods;
mod playing;
mod setting;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod transitions;
mod values;
mod weights;

pub use choice::Choice;
pub use learner::{Context, Judged, LAST, Learner, Performed, Step, TellError};
pub use method::{Log, StopReason};
pub use methods::*;
pub use setting::Setting;
pub(crate) use setting::derived;
pub use values::Values;

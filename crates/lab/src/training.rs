//! Training: an [`Experiment`] described by a file becomes a [`Run`], a folder of results, whose
//! last is a controller.
//!
//! How data flows: the optimiser is asked for candidates; each becomes a player whose games are
//! played by a [`Backend`](crate::Backend); the optimiser is told their counts; the generation is
//! written down; and so on until the budget is spent. A learner is asked for tasks, is told their
//! answers, and its controller plays games for the log. The resulting controller is measured on
//! seeds that no candidate was chosen by.
//!
//! A run can be killed at any moment: [`Run::resume`] goes on from the last checkpoint, and what
//! follows is the same byte for byte. Clock readings are in a file of their own. A [`Tournament`]
//! is several experiments with equal budgets of moves under several seeds, each a run of its own.
//!
//! ```
//! use tetrarium_lab::training::{Ending, Experiment, Run};
//! use tetrarium_lab::{Threads, Watch};
//!
//! let experiment = Experiment::from_toml(r#"
//!     schema = 1
//!     name = "tiny"
//!     rules = { board = "5x6" }
//!     rating = { features = ["holes", "landing-height"] }
//!     optimiser.cross-entropy = { population = 10, rho = 0.2 }
//!     fitness = { games = 2, max-pieces = 100 }
//!     budget = { generations = 2 }
//! "#)?;
//! let folder = std::env::temp_dir().join(format!("tiny-{}", std::process::id()));
//! let mut run = Run::start(&folder, &experiment, None)?;
//! assert!(matches!(run.go(&Threads(2), &Watch::default(), &mut ())?, Ending::Finished(_)));
//! let controller = std::fs::read_to_string(folder.join("controller.toml"))?;
//! assert!(controller.contains("[rating.weights]"));
//! # drop(run);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalogue;
mod checkpoint;
mod error;
mod experiment;
mod folder;
mod generation;
mod lock;
mod log;
mod observer;
mod run;
mod runs;
#[cfg(test)]
mod tests;
mod tournament;
mod trainer;
mod why;
mod written;

pub use catalogue::{FILES, UnknownExperiment, named};
pub use checkpoint::Totals;
pub(crate) use experiment::Places;
pub(crate) use folder::{CONTROLLER, EXPERIMENT, GENERATIONS, MEASUREMENTS};
pub(crate) use runs::fingerprint_in;
pub(crate) use tournament::TABLE;
pub use why::Why;

pub use error::RunError;
pub use experiment::{Budget, By, Experiment, ExperimentError, Plan, Seeds, Stage, Units};
pub use log::{BestSoFar, CandidateLine, GenerationLine, Genome, Spread};
pub use observer::{Observer, Standing};
pub use run::{Ending, Run, generations};
pub use runs::{RunState, RunSummary, list};
pub use tournament::{Curve, CurvePoint, Entrant, Row, Tournament, TournamentError};
pub use trainer::{Method, Trainer};

//! The flags of training: `train`, `runs` and `tournament`.

use std::path::PathBuf;

use clap::Args;

use crate::flags::backend::BackendFlags;
use crate::flags::counts;
use crate::flags::format::FormatFlags;

/// `train`.
#[derive(Args, Debug)]
pub struct Train {
    /// An experiment file, or the name of a built-in experiment; by default `quick`, which takes
    /// about a minute
    pub experiment: Option<String>,
    /// Continue the run in this folder
    #[arg(long, value_name = "RUN", conflicts_with_all = ["out", "seed"])]
    pub resume: Option<PathBuf>,
    /// List the built-in experiments
    #[arg(long, conflicts_with_all = ["experiment", "resume", "out", "seed"])]
    pub list: bool,
    /// The run's folder; by default a new one in runs/
    #[arg(long, short, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// A seed instead of the experiment's
    #[arg(long, value_parser = counts::seed)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub backend: BackendFlags,
    #[command(flatten)]
    pub format: FormatFlags,
}

/// `runs`.
#[derive(Args, Debug)]
pub struct Runs {
    /// The folder of the runs
    #[arg(default_value = "runs")]
    pub folder: PathBuf,
    #[command(flatten)]
    pub format: FormatFlags,
}

/// `tournament`.
#[derive(Args, Debug)]
pub struct Tournament {
    /// Experiment files, or names of built-in experiments
    #[arg(required = true)]
    pub experiments: Vec<String>,
    /// The number of seeds of each experiment, from 1 up
    #[arg(long, short = 's', default_value_t = 5, value_parser = |text: &str| counts::within(text, 1..=10_000))]
    pub seeds: u64,
    /// Moves of each run; by default the budget of each experiment
    #[arg(long, value_parser = counts::positive)]
    pub moves: Option<u64>,
    /// The board on which all train and are measured, to scale experiments down
    #[arg(long)]
    pub board: Option<String>,
    /// Games that every candidate plays, to scale experiments down
    #[arg(long, value_parser = counts::positive)]
    pub candidate_games: Option<u64>,
    /// Games by which each point of a curve is measured
    #[arg(long, short = 'n', default_value_t = 100, value_parser = counts::positive)]
    pub games: u64,
    /// Points of a learning curve
    #[arg(long, default_value_t = 8, value_parser = |text: &str| counts::within(text, 1..=1000))]
    pub points: u64,
    /// The folder of the runs; the same command with the same folder continues where it was stopped
    #[arg(long, short, value_name = "FOLDER", default_value = "runs/tournament")]
    pub out: PathBuf,
    #[command(flatten)]
    pub backend: BackendFlags,
    #[command(flatten)]
    pub format: FormatFlags,
}

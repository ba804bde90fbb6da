//! The arguments of every command.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};

use tetrarium_lab::reproduce::TABLES;

use crate::export::Format;
use crate::flags::adapting::Adapt;
use crate::flags::agents::AgentFlags;
use crate::flags::backend::BackendFlags;
use crate::flags::counts;
use crate::flags::deciding::DecidingFlags;
use crate::flags::explaining::Explain;
use crate::flags::format::FormatFlags;
use crate::flags::measuring::{ClimbFlags, MeasureFlags, Percent};
use crate::flags::optimal::OptimalFlag;
use crate::flags::rules::RuleFlags;
use crate::flags::serving::Serve;
use crate::flags::solving::Solve;
use crate::flags::training::{Runs, Tournament, Train};
use crate::flags::version;
use crate::flags::watching::{Play, Watch};

/// The laboratory for Tetris controllers: play, measure and compare them under exact rules.
#[derive(Parser, Debug)]
#[command(version = version::short(), long_version = version::long(), max_term_width = 100, arg_required_else_help = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// List what there is: controllers, features, rules, searches, ratings, experiments,
    /// optimisers, learners
    List(List),
    /// Show one controller, experiment, optimiser, learner, feature, rule, search or piece in full
    Show(Show),
    /// Print the value of every feature on a drawn board
    Features(Features),
    /// Measure agents: mean lines with a 95 % interval
    Eval(Eval),
    /// Measure agents and compare each pair: which is better, and how certain is that?
    Compare(Compare),
    /// Estimate the mean of agents whose games are too long to play to the end, by multilevel
    /// splitting
    Estimate(Estimate),
    /// Measure one agent under each variant of the rules
    Sensitivity(Sensitivity),
    /// Compute exact means on small boards: the best that any player can do, and controllers
    Solve(Solve),
    /// Merge measurements of separate games, or estimates of separate seeds
    Merge(Merge),
    /// Measure published results again: the reported mean, the measured one with its interval, and
    /// whether they agree
    Reproduce(Reproduce),
    /// Play games and print them move by move, record them, play recorded ones again; on a terminal
    /// without further flags, `watch`
    Play(Play),
    /// Watch a game in the terminal: step, go back, see why each move is made, play yourself
    Watch(Watch),
    /// Explain a move: all placements ranked, and what each feature adds to the best two
    Explain(Explain),
    /// Turn another program's strategy into a controller file
    Import(Import),
    /// Write a controller or an experiment to begin with
    New(New),
    /// Train a controller: from an experiment file to a measured controller
    Train(Train),
    /// List the runs of `train` and `tournament`: state, best, age
    Runs(Runs),
    /// Compare experiments: equal budgets of moves, several seeds each
    Tournament(Tournament),
    /// Play unknown games with the agent that adapts to them, beside fixed controllers
    Adapt(Adapt),
    /// Make one self-contained page of results: tables, figures, rules, a drawn game
    Report(Report),
    /// Serve the page: watch, race, explain and play in a browser, measure and train
    Serve(Serve),
    /// Play a fixed workload: moves per second and a signature of all decisions
    Bench(Bench),
    /// List the GPUs of this machine
    Devices,
    /// Print the completion of a shell
    Completions(Completions),
    /// Write the manual pages of all commands
    Man(Man),
}

impl Command {
    /// The format in which the command exports its tables; none where people read them.
    pub fn format_of_tables(&self) -> Option<Format> {
        match self {
            // A list has no records but its rows.
            Command::List(list) => match list.format.json() {
                true => Some(Format::Json),
                false => list.format.of_tables(),
            },
            Command::Features(features) => features.format.of_tables(),
            Command::Explain(explain) => explain.format.of_tables(),
            Command::Eval(eval) => eval.measure.format.of_tables(),
            Command::Compare(compare) => compare.measure.format.of_tables(),
            Command::Estimate(estimate) => estimate.format.of_tables(),
            Command::Sensitivity(sensitivity) => sensitivity.measure.format.of_tables(),
            Command::Solve(solve) => solve.format.of_tables(),
            Command::Merge(merge) => merge.format.of_tables(),
            Command::Reproduce(reproduce) => reproduce.format.of_tables(),
            Command::Train(train) => train.format.of_tables(),
            Command::Runs(runs) => runs.format.of_tables(),
            Command::Tournament(tournament) => tournament.format.of_tables(),
            Command::Adapt(adapt) => adapt.format.of_tables(),
            Command::Bench(bench) => bench.format.of_tables(),
            _ => None,
        }
    }
}

/// What can be listed.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Listing {
    /// The published controllers
    Controllers,
    /// The features that a rating can use
    Features,
    /// The settings of a game and the rule sets known by name
    Rules,
    /// How the ratings of placements become a move
    Searches,
    /// The kinds of rating: how the features of a placement become its score
    Ratings,
    /// The built-in experiments
    Experiments,
    /// The methods that search for weights
    Optimisers,
    /// The methods that fit a value or a policy to positions
    Learners,
}

/// `list`.
#[derive(Args, Debug)]
pub struct List {
    /// What to list
    pub what: Listing,
    #[command(flatten)]
    pub format: FormatFlags,
}

/// `show`.
#[derive(Args, Debug)]
#[command(override_usage = "tetrarium show [OPTIONS] [KIND] <NAME>")]
pub struct Show {
    /// The name, after its kind where two things have one name: controller, experiment, optimiser,
    /// learner, piece, feature, rule, rules (a rule set), search or rating; or the file of a
    /// controller or an experiment
    #[arg(required = true, num_args = 1..=2, value_name = "NAME")]
    pub words: Vec<String>,
    /// Weights in all their digits
    #[arg(long)]
    pub full: bool,
    #[command(flatten)]
    pub rules: RuleFlags,
}

/// `features`.
#[derive(Args, Debug)]
pub struct Features {
    /// The drawn board, - for standard input: rows of # and space or ., with or without walls of |
    /// and a floor of ---
    #[arg(default_value = "-")]
    pub file: PathBuf,
    /// A piece to drop onto the board: I, O, T, S, Z, J or L; with --optimal and without --column
    /// the best placement is taken
    #[arg(long)]
    pub piece: Option<String>,
    /// Its orientation, from 0; `show PIECE` draws them
    #[arg(long, default_value_t = 0, requires = "column")]
    pub orientation: u8,
    /// The column of the left edge of its box, from 0
    #[arg(long, requires = "piece")]
    pub column: Option<u8>,
    /// A feature to read, with `delta-` or `squared-`, or composed: "holes * max-height"; may be
    /// given several times; all features if not given
    #[arg(long = "feature", value_name = "NAME")]
    pub features: Vec<String>,
    #[command(flatten)]
    pub optimal: OptimalFlag,
    /// The next piece, where the file of values is of games that show it
    #[arg(long, requires = "optimal", value_name = "PIECE")]
    pub next: Option<String>,
    #[command(flatten)]
    pub format: FormatFlags,
    #[command(flatten)]
    pub rules: RuleFlags,
}

/// `eval`.
#[derive(Args, Debug)]
pub struct Eval {
    #[command(flatten)]
    pub agents: AgentFlags,
    #[command(flatten)]
    pub measure: MeasureFlags,
    #[command(flatten)]
    pub rules: RuleFlags,
}

/// `compare`.
#[derive(Args, Debug)]
pub struct Compare {
    #[command(flatten)]
    pub agents: AgentFlags,
    #[command(flatten)]
    pub deciding: DecidingFlags,
    #[command(flatten)]
    pub measure: MeasureFlags,
    #[command(flatten)]
    pub rules: RuleFlags,
}

/// `sensitivity`.
#[derive(Args, Debug)]
pub struct Sensitivity {
    #[command(flatten)]
    pub agent: AgentFlags,
    #[command(flatten)]
    pub measure: MeasureFlags,
    #[command(flatten)]
    pub rules: RuleFlags,
}

/// `reproduce`.
#[derive(Args, Debug)]
pub struct Reproduce {
    /// Only this table
    #[arg(value_parser = tables())]
    pub table: Option<String>,
    /// Wide intervals and three seeds (the default): minutes on two cores, and longer for what is
    /// trained again
    #[arg(long, conflicts_with = "full")]
    pub quick: bool,
    /// Narrow intervals: hours
    #[arg(long)]
    pub full: bool,
    /// The folder of the results; results that are there are not measured again
    #[arg(long, short, value_name = "FOLDER", default_value = "reproduced")]
    pub out: PathBuf,
    #[command(flatten)]
    pub backend: BackendFlags,
    #[command(flatten)]
    pub format: FormatFlags,
}

/// The tables that can be reproduced.
fn tables() -> impl TypedValueParser<Value = String> {
    let names = TABLES.map(|(name, words)| PossibleValue::new(name).help(words));
    PossibleValuesParser::new(names)
}

/// `merge`.
#[derive(Args, Debug)]
pub struct Merge {
    /// Files of records, as `eval --json` and `estimate --json` write them; - for standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub format: FormatFlags,
}

/// `estimate`.
#[derive(Args, Debug)]
pub struct Estimate {
    #[command(flatten)]
    pub agents: AgentFlags,
    #[command(flatten)]
    pub climbs: ClimbFlags,
    /// Add repeats until the 95 % interval is this narrow, for example 5%
    #[arg(long)]
    pub precision: Option<Percent>,
    /// The seed
    #[arg(long, value_parser = counts::seed, default_value_t = 1)]
    pub seed: u64,
    #[command(flatten)]
    pub backend: BackendFlags,
    #[command(flatten)]
    pub format: FormatFlags,
    #[command(flatten)]
    pub rules: RuleFlags,
}

/// `import`.
#[derive(Args, Debug)]
pub struct Import {
    /// The strategy, - for standard input: a feature file of Thiery's programs or a list of
    /// --f-NAME VALUE of tetris-ea
    pub file: PathBuf,
    /// The name of the controller; that of the file by default
    #[arg(long)]
    pub name: Option<String>,
    /// The new controller file; - for standard output, which is the default
    #[arg(
        long,
        short,
        alias = "output",
        value_name = "FILE",
        default_value = "-",
        hide_default_value = true
    )]
    pub out: PathBuf,
    /// Write it in the place of a file that is there already
    #[arg(long)]
    pub force: bool,
}

/// What can be begun.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum NewFile {
    /// What rates placements: features and their weights
    Controller,
    /// What is trained, how and for how long
    Experiment,
}

/// `new`.
#[derive(Args, Debug)]
pub struct New {
    /// What to begin
    pub what: NewFile,
    /// The file, which must not be there yet; controller.toml or experiment.toml by default
    pub file: Option<PathBuf>,
    /// Copy a built-in controller or experiment
    #[arg(long, value_name = "NAME")]
    pub from: Option<String>,
}

/// `completions`.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// `man`.
#[derive(Args, Debug)]
pub struct Man {
    /// The folder of the pages
    #[arg(long, short, value_name = "FOLDER", default_value = "man")]
    pub out: PathBuf,
}

/// `report`.
#[derive(Args, Debug)]
pub struct Report {
    /// Files of records (JSON Lines, - for standard input), run folders, and controller files for
    /// the example game
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Where to write the page, - for standard output
    #[arg(
        long,
        short,
        alias = "output",
        value_name = "FILE",
        default_value = "report.html"
    )]
    pub out: PathBuf,
    /// A folder for the figures of the page, each as an SVG file with its own style
    #[arg(long, value_name = "FOLDER")]
    pub figures: Option<PathBuf>,
    /// The title of the page; by default made from what was measured
    #[arg(long)]
    pub title: Option<String>,
}

/// `bench`.
#[derive(Args, Debug)]
pub struct Bench {
    /// Moves of each workload in the signature
    #[arg(long, default_value_t = 2000, value_parser = counts::positive)]
    pub moves: u64,
    /// Milliseconds for which each figure is measured, at least; 0 for the signature alone
    #[arg(long, default_value_t = 300, value_parser = counts::count)]
    pub millis: u64,
    /// Only this kernel: reference, portable, neon, avx2 or avx512
    #[arg(long)]
    pub kernel: Option<String>,
    #[command(flatten)]
    pub format: FormatFlags,
}

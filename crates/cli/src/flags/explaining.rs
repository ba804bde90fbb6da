//! The flags of `explain`.

use std::path::PathBuf;

use clap::Args;

use crate::flags::counts;
use crate::flags::format::FormatFlags;
use crate::flags::optimal::OptimalFlag;
use crate::flags::rules::RuleFlags;

/// `explain`.
#[derive(Args, Debug)]
pub struct Explain {
    /// The controller: a name from the catalogue or a controller file; can be left out with
    /// --optimal, to see the moves of the best player
    #[arg(required_unless_present = "optimal")]
    pub controller: Option<String>,
    /// The drawn board, - for standard input: rows of # and space or ., with or without walls of |
    /// and a floor of ---
    #[arg(requires = "piece")]
    pub file: Option<PathBuf>,
    /// The piece to be placed on the drawn board: I, O, T, S, Z, J or L
    #[arg(long, requires = "controller", conflicts_with = "move")]
    pub piece: Option<String>,
    /// The next piece, for a controller that sees it
    #[arg(long, requires = "piece", value_name = "PIECE")]
    pub next: Option<String>,
    /// Explain this move of a game, from 1, instead of a drawn board
    #[arg(
        id = "move",
        long = "move",
        value_name = "NUMBER",
        conflicts_with = "file",
        value_parser = counts::positive
    )]
    pub number: Option<u64>,
    /// The seed of the game's pieces
    #[arg(long, value_parser = counts::seed, default_value_t = 1, conflicts_with = "file")]
    pub seed: u64,
    /// The number of the game under the seed
    #[arg(long, alias = "number", default_value_t = 0, conflicts_with = "file", value_parser = counts::count)]
    pub first: u64,
    /// How many placements are listed
    #[arg(long, value_name = "NUMBER", default_value_t = 10, value_parser = counts::positive)]
    pub top: u64,
    /// List all placements, all terms of the rating and all digits of its weights
    #[arg(long, conflicts_with = "top")]
    pub full: bool,
    #[command(flatten)]
    pub optimal: OptimalFlag,
    #[command(flatten)]
    pub format: FormatFlags,
    #[command(flatten)]
    pub rules: RuleFlags,
}

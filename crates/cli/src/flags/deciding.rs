//! The flags of comparing until decided.

use clap::Args;

use crate::flags::measuring::Percent;

/// Whether a comparison goes on until it is decided, and how often it may be wrong.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Games")]
pub struct DecidingFlags {
    /// Play until it is decided which of two agents is better, or the budget is spent (by default
    /// 1G moves of each agent): a sequential test that looks after 10, 15, 23, … games of each
    #[arg(
        long,
        conflicts_with_all = [
            "games", "precision", "by", "climbs", "repeats", "danger", "max_pieces", "placements", "heights", "scores"
        ]
    )]
    pub until_decided: bool,
    /// The most that the rate of decisions between equally good agents can be; decisions for the
    /// worse agent are at most half as many
    #[arg(
        long,
        value_name = "PERCENT",
        requires = "until_decided",
        default_value = "5%"
    )]
    pub error: Percent,
}

//! The flags of the format: text for people, or records and tables for programs.

use clap::Args;

use crate::export::Format;

/// The format of what is printed.
#[derive(Args, Clone, Copy, Debug)]
pub struct FormatFlags {
    /// Print one JSON object a line; the same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Print the tables alone, for other programs
    #[arg(long)]
    format: Option<Format>,
}

impl FormatFlags {
    /// Whether records are printed.
    pub fn json(&self) -> bool {
        self.json || self.format == Some(Format::Json)
    }

    /// The format of tables, where they are exported: a command that has records prints these for
    /// JSON.
    pub fn of_tables(&self) -> Option<Format> {
        self.format.filter(|format| *format != Format::Json)
    }
}

//! The flags of `solve`.

use std::path::PathBuf;

use clap::Args;
use tetrarium_lab::solve::Basis;

use crate::flags::agents::ProgramFlags;
use crate::flags::counts;
use crate::flags::format::FormatFlags;
use crate::flags::rules::RuleFlags;

/// `solve`.
#[derive(Args, Debug)]
pub struct Solve {
    /// Controllers whose exact means are computed too: names from the catalogue or files
    pub controllers: Vec<String>,
    #[command(flatten)]
    pub programs: ProgramFlags,
    /// What a line is worth after each further piece, above 0 and at most 1
    #[arg(long, default_value_t = 1.0)]
    pub discount: f64,
    /// Write the values of all boards to this file; an unfinished file is taken up
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Compute the whole distribution of the lines of a game
    #[arg(long)]
    pub distribution: bool,
    /// Bound the best play from above by the least sum of weight × function that is nowhere below
    /// its own backup; functions are features of boards, and windows for patterns of cells, for
    /// example constant,holes,window-4x1. Can be given several times
    #[arg(long, value_name = "FUNCTIONS", value_parser = |text: &str| text.parse::<Basis>())]
    pub bound: Vec<Basis>,
    /// Bound the best play from above by players that know all pieces, on this number of sequences
    /// (Brown, Smith & Sun 2010); what they pay for that is computed from the lines, from the best
    /// play, from each controller and from each --bound
    #[arg(long, value_name = "SEQUENCES", value_parser = |text: &str| counts::within(text, 2..=1_000_000_000))]
    pub relaxation: Option<u64>,
    /// The seed of the sequences of --relaxation
    #[arg(long, value_parser = counts::seed, default_value_t = 1, requires = "relaxation")]
    pub seed: u64,
    /// The number of threads; all cores by default. The values are the same for any number
    #[arg(long, short = 't', value_parser = |text: &str| counts::within(text, 1..=4096))]
    pub threads: Option<u64>,
    /// The memory that may be used, for example 8G; by default what the machine has free
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    pub memory: Option<u64>,
    #[command(flatten)]
    pub format: FormatFlags,
    #[command(flatten)]
    pub rules: RuleFlags,
}

/// A number of bytes, with a suffix of its unit.
fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_alphabetic());
    let unit: u64 = match &text[digits.len()..] {
        "" | "B" => 1,
        "k" | "K" | "KiB" => 1 << 10,
        "M" | "MiB" => 1 << 20,
        "G" | "GiB" => 1 << 30,
        "T" | "TiB" => 1 << 40,
        _ => 0,
    };
    match digits.parse::<f64>() {
        Ok(number) if number > 0.0 && number < 1e15 && unit > 0 => {
            Ok((number * unit as f64) as u64)
        }
        _ => Err("a number of bytes was expected, for example 500M or 8G".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_have_units() {
        assert_eq!(bytes("8G"), Ok(8 << 30));
        assert_eq!(bytes("1.5k"), Ok(1536));
        assert_eq!(bytes("100"), Ok(100));
        for text in ["", "G", "-1G", "8X", "nan"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}

//! Hostile texts for everything that reads texts.

use std::process::ExitCode;

fn main() -> ExitCode {
    tetrarium_fuzz::run("parsers", tetrarium_fuzz::parsers::TARGETS)
}

//! The flags of `serve`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;

use crate::flags::counts;

/// `serve`.
#[derive(Args, Debug)]
pub struct Serve {
    /// The folder of the runs
    #[arg(default_value = "runs")]
    pub folder: PathBuf,
    /// The port; 0 takes one that is free
    #[arg(long, default_value_t = 7070)]
    pub port: u16,
    /// The address to listen at; any but this computer's own lets others in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: IpAddr,
    /// Open the page in a browser
    #[arg(long)]
    pub open: bool,
    /// The number of threads that play; by default as many as the machine runs at once
    #[arg(long, value_parser = |text: &str| counts::within(text, 1..=4096))]
    pub threads: Option<u64>,
}

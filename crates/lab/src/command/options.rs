//! How a program is treated.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How a program is treated.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CommandOptions {
    /// How long a program may take to choose a placement. For the positions of one line it may take
    /// this long for each.
    pub move_time: Duration,
    /// How long it may take to say hello: it may have much to load.
    pub start_time: Duration,
    /// The most positions in one line; none for as many as the program takes.
    pub batch: Option<usize>,
    /// Set when playing is to stop: no answer is waited for any longer.
    pub stop: Arc<AtomicBool>,
}

impl Default for CommandOptions {
    fn default() -> Self {
        CommandOptions {
            move_time: Duration::from_secs(10),
            start_time: Duration::from_secs(60),
            batch: None,
            stop: Arc::default(),
        }
    }
}

impl CommandOptions {
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

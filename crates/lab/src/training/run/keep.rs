//! When a run is kept: its logs and its checkpoint made to survive a loss of power.
//!
//! A run goes on from any checkpoint to the same end, so not every generation needs one. To wait
//! for the disk after each of some thousand short generations takes longer than to play them.

use super::Run;
use crate::training::checkpoint::Totals;
use crate::training::error::RunError;
use crate::training::folder::{CANDIDATES, GENERATIONS};
use crate::training::trainer::Trainer;

/// The moves after which a run is kept again: about a second of play on a few cores, and a minute
/// where only the reference plays.
pub(super) const MOVES: u64 = 2_000_000;

impl Run {
    /// What was done when the run was last kept: from there it is gone on with. This is where it
    /// stands, but while it works, or where the disk has failed.
    pub fn kept(&self) -> Totals {
        self.kept
    }

    /// Whether enough has been done since the run was last kept. By moves and never by the clock,
    /// as all that a run decides.
    ///
    /// A learner's iteration and a search that looks ahead take time that moves do not tell, so
    /// each of their generations is kept.
    pub(super) fn keeping_is_due(&self) -> bool {
        let next = self.checkpoint.totals.generations;
        let last = next.saturating_sub(1);
        let experiment = &self.experiment;
        self.checkpoint.totals.moves - self.kept.moves >= self.moves_between
            || matches!(self.trainer, Trainer::Learner(_))
            || experiment.looks_ahead()
            || experiment.stage(next).0 != experiment.stage(last).0
            || experiment.hands_over_after(next) != experiment.hands_over_after(last)
    }

    /// Keeps what was done since the run was last kept, if anything was.
    pub(super) fn keep(&mut self) -> Result<(), RunError> {
        if self.kept == self.checkpoint.totals {
            return Ok(());
        }
        self.sync_logs()?;
        self.save()
    }

    /// Makes the lines of the generations survive a loss of power.
    pub(super) fn sync_logs(&self) -> Result<(), RunError> {
        self.folder.sync(CANDIDATES)?;
        self.folder.sync(GENERATIONS)
    }

    /// Saves the checkpoint; what it counts on must be there.
    pub(super) fn save(&mut self) -> Result<(), RunError> {
        self.checkpoint.save(&self.folder, &self.trainer)?;
        self.kept = self.checkpoint.totals;
        Ok(())
    }
}

//! How far an estimate can be trusted: the spread of its repeats, its caveats and its worth.

use super::{Estimate, UNSTEADY};
use crate::records::{Caveat, Raw, RecordError};

impl Estimate {
    /// Reads a record.
    pub(crate) fn from_raw(raw: Raw) -> Result<Estimate, RecordError> {
        Ok(raw.read::<Estimate>()?.with_caveats())
    }

    /// The estimate with the caveats that follow from its repeats.
    pub(super) fn with_caveats(mut self) -> Estimate {
        let unsteady = self.spread().filter(|spread| *spread > UNSTEADY);
        let caveats = [
            self.interrupted.then_some(Caveat::Interrupted),
            self.mean.is_none().then_some(Caveat::NoGameLost),
            unsteady.map(|spread| Caveat::Unsteady { spread }),
        ];
        self.caveats = caveats.into_iter().flatten().collect();
        self
    }

    /// The number of games, played to their ends, that would give an interval as narrow; none where
    /// there is no mean.
    pub fn games_worth(&self) -> Option<f64> {
        self.mean?;
        let width = libm::log(self.interval.high / self.interval.low);
        // 2 · 1.96 / width, squared: the logarithm of a mean of n geometric games has a variance of
        // 1 / n.
        (width > 0.0 && width.is_finite()).then(|| 15.366 / (width * width))
    }

    /// The standard deviation of the repeats' numbers of games lost, over their mean; none where no
    /// game was lost. Above [`UNSTEADY`] the interval is not reliable.
    pub fn spread(&self) -> Option<f64> {
        let n = self.repeats.len() as f64;
        let mean = self.repeats.iter().map(|repeat| repeat.lost).sum::<f64>() / n;
        let squares = self.repeats.iter().map(|r| (r.lost - mean).powi(2));
        let variance = squares.sum::<f64>() / (n - 1.0);
        (mean > 0.0).then(|| variance.sqrt() / mean)
    }

    /// Whether the interval is not reliable because the climbs were too few.
    pub fn unsteady(&self) -> bool {
        self.spread().is_none_or(|spread| spread > UNSTEADY)
    }

    /// The moves that playing games to their ends would take for an interval as narrow, divided by
    /// the moves made.
    pub fn speed_up(&self) -> Option<f64> {
        Some(self.games_worth()? * self.pieces? / self.moves as f64)
    }
}

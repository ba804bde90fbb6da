//! Where games are known to spread wider than the geometric law.
//!
//! On boards at least three times as wide as high a game that survives its first lines is safer
//! than at its beginning, and games spread up to 1.3 times as wide as the law says. Below a mean of
//! one line the rare lines come in pairs, and games spread 1.04 to 1.16 times as wide.
//! `docs/MEASURING.md` has the tables. Few games do not show this, so that the test of the law does
//! not notice it; therefore the interval does not wait for the test there.

use tetrarium_engine::Size;

use super::measurement::{Measurement, Score};

/// The spread that is taken for granted where games are known to spread wider than the law.
pub const LEAST_SPREAD: f64 = 1.1;

/// How much wider than the geometric law the games of a measurement spread, where they are known to
/// do so: as they were seen to spread, but at least [`LEAST_SPREAD`] times. Games cut short do not
/// show how they spread. None where the law is trusted.
pub fn widening(measurement: &Measurement) -> Option<f64> {
    let tally = &measurement.tally;
    let board: Size = measurement.rules.get("board")?.parse().ok()?;
    let is_low = board.width() >= 3 * board.height();
    let is_weak = tally.mean().is_some_and(|mean| mean < 1.0);
    let of_lines = matches!(measurement.score, Score::Lines { .. });
    let is_wider = of_lines && tally.finished > 0 && (is_low || is_weak);
    is_wider.then(|| tally.spread().unwrap_or(1.0).max(LEAST_SPREAD))
}

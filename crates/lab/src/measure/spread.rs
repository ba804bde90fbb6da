//! Where games are known to spread wider than the geometric law.
//!
//! On boards at least twice as wide as high a game that survives its first lines is safer than at
//! its beginning, and games of some controllers spread up to 1.45 times as wide as the law says.
//! Below a mean of one line the rare lines come in pairs, and games spread 1.04 to 1.16 times as
//! wide. `docs/MEASURING.md` has the tables. Few games do not show this, so that the test of the
//! law does not notice it; therefore the interval does not wait for the test there.

use tetrarium_engine::Size;

use crate::records::Caveat;
use crate::statistics::Tally;

/// The spread that is taken for granted where games are known to spread wider than the law.
pub const LEAST_SPREAD: f64 = 1.1;

/// The share of games cut on a low board up to which their mean is not too small by more than the
/// interval allows for.
const HARMLESS_SHARE: f64 = 0.05;

/// Whether games on this board spread wider than the law and are safer after their beginning.
fn is_low(board: Size) -> bool {
    board.width() >= 2 * board.height()
}

/// What must be said where many games were cut on a wide, very low board.
pub(super) fn cut_on_low_board(tally: &Tally, board: Size) -> Option<Caveat> {
    let share = tally.cut as f64 / tally.games().max(1) as f64;
    let biased = is_low(board) && tally.finished > 0 && share > HARMLESS_SHARE;
    biased.then_some(Caveat::CutOnLowBoard { share })
}

/// How much wider than the geometric law games on this board spread, where they are known to do
/// so: as they were seen to spread, but at least [`LEAST_SPREAD`] times. None where the law is
/// trusted, and without a death.
pub fn widening(tally: &Tally, board: Size) -> Option<f64> {
    let is_weak = tally.mean()? < 1.0;
    (is_low(board) || is_weak).then(|| tally.spread().unwrap_or(1.0).max(LEAST_SPREAD))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_low_boards_and_small_means_are_widened() {
        let mut tally = Tally::default();
        for lines in [0, 1, 3, 40] {
            tally.record(lines, 0, true);
        }
        let size = |width, height| Size::new(width, height).unwrap();
        let seen = tally.spread().unwrap();
        assert!(seen > 1.5);
        assert_eq!(widening(&tally, size(12, 4)), Some(seen));
        assert_eq!(widening(&tally, size(9, 5)), None);
        tally.record(50, 0, false);
        let seen = tally.spread().unwrap();
        assert!(seen > 1.5);
        assert_eq!(widening(&tally, size(10, 5)), Some(seen));
        let caveat = |width, height| cut_on_low_board(&tally, size(width, height));
        assert_eq!(caveat(10, 5), Some(Caveat::CutOnLowBoard { share: 0.2 }));
        assert_eq!(caveat(9, 5), None);
        let mut alike = Tally::default();
        for _ in 0..9 {
            alike.record(10, 0, true);
        }
        assert_eq!(widening(&alike, size(16, 5)), Some(LEAST_SPREAD));
        let mut weak = Tally::default();
        weak.record(0, 9, true);
        assert_eq!(widening(&weak, size(10, 20)), Some(LEAST_SPREAD));
        assert_eq!(widening(&Tally::default(), size(16, 4)), None);
    }
}

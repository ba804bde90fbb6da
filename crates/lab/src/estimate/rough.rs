//! A rough estimate for little work, by which training compares candidates.

use serde::{Deserialize, Serialize};

use super::cycles::{Halt, Setup};
use super::repeat::{Repeat, repeated};
use super::{Settings, levels};
use crate::play::{Backend, Contender, PlayError, RoughCounts, Watch};

/// The pilot of a rough estimate has its climbs divided by this number, but no fewer than
/// [`FEWEST_CLIMBS`]: the levels need not be chosen precisely.
const PILOT: u64 = 4;

/// The fewest climbs from which a pilot chooses levels.
pub(crate) const FEWEST_CLIMBS: u64 = 20;

/// The mean of a player's games, roughly.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rough {
    /// The lines of a game.
    pub lines: f64,
    /// The pieces of a game.
    pub pieces: f64,
    /// The moves made, those of the pilot included.
    pub moves: u64,
    /// The moves made without those of the pilot.
    pub climbing: u64,
}

/// One repeat of an estimate, with no interval; none if the watch ended playing. It is a pure
/// function of the contender, the seed and the number of climbs. If no climb reached the end of the
/// game, the first level that none reached counts as reached by half a climb.
pub(crate) fn rough(
    contender: Contender,
    seed: u64,
    climbs: u64,
    backend: &dyn Backend,
    watch: &Watch,
) -> Result<Option<Rough>, PlayError> {
    let mut setup = Setup {
        contender,
        seed,
        danger: contender.danger(),
        low: 0,
        backend,
        watch,
    };
    let mut done = || {
        let plan = levels::plan(setup, pilot_climbs(climbs), Settings::default().target)?;
        setup.low = plan.low;
        let mut repeats = repeated(setup, &plan.levels, climbs, &[0])?;
        Ok((repeats.remove(0).0, plan.moves))
    };
    match done() {
        Ok((repeat, pilot_moves)) => Ok(Some(Rough::of(&repeat, climbs, pilot_moves))),
        // There are no cycles: every move loses the game.
        Err(Halt::NoCycles) => Ok(Some(Rough {
            lines: 0.0,
            pieces: 0.0,
            moves: 0,
            climbing: 0,
        })),
        Err(Halt::Stopped) => Ok(None),
        Err(Halt::Failed(error)) => Err(error),
    }
}

impl Rough {
    fn of(repeat: &Repeat, climbs: u64, pilot_moves: u64) -> Rough {
        let lost = lost(repeat, climbs);
        Rough {
            lines: repeat.lines as f64 / lost,
            pieces: repeat.pieces as f64 / lost,
            moves: repeat.moves + pilot_moves,
            climbing: repeat.moves,
        }
    }

    /// The estimate that a backend made.
    pub(super) fn of_counts(counts: &RoughCounts, climbs: u64) -> Rough {
        let repeat = Repeat {
            cycles: climbs,
            lines: counts.lines,
            pieces: counts.pieces,
            passed: counts.passed.clone(),
            lost: 0.0,
            moves: counts.moves,
        };
        Rough::of(&repeat, climbs, counts.pilot_moves)
    }
}

/// The climbs of the pilot.
pub(super) fn pilot_climbs(climbs: u64) -> u64 {
    (climbs / PILOT).max(FEWEST_CLIMBS)
}

/// The expected number of games lost in the runs of a repeat; always above 0.
fn lost(repeat: &Repeat, climbs: u64) -> f64 {
    let mut lost = repeat.cycles as f64;
    for (level, &passed) in repeat.passed.iter().enumerate() {
        let of = if level == 0 { repeat.cycles } else { climbs } as f64;
        if passed == 0 {
            return lost * 0.5 / of;
        }
        lost *= passed as f64 / of;
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_that_no_climb_reached_counts_as_reached_by_half_a_climb() {
        let repeat = |passed: &[u64]| Repeat {
            cycles: 50,
            lines: 0,
            pieces: 0,
            passed: passed.to_vec(),
            lost: 0.0,
            moves: 0,
        };
        let of = |passed: &[u64]| lost(&repeat(passed), 40);
        assert_eq!(of(&[20, 10, 4]), 20.0 * 0.25 * 0.1);
        assert_eq!(of(&[20, 0, 0]), 20.0 * 0.5 / 40.0);
        assert_eq!(of(&[0, 0, 0]), 0.5);
    }
}

//! A rough estimate for little work: what training compares candidates by.

use super::cycles::{Field, Halt};
use super::{Repeat, Settings, levels, repeated};
use crate::play::{Backend, Contender, Danger, PlayError, Watch};

/// The pilot of a rough estimate has this part of its climbs, but no fewer than [`FEWEST_CLIMBS`]: where levels lie need not be known well.
const PILOT: u64 = 4;

/// Fewer than these choose no level.
pub(crate) const FEWEST_CLIMBS: u64 = 20;

/// What a player's games come to in the mean, roughly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rough {
    /// Lines of a game.
    pub lines: f64,
    /// Pieces of a game.
    pub pieces: f64,
    /// Moves made, those of the pilot included.
    pub moves: u64,
}

/// One repeat of an estimate, with no interval; none if the watch ended it. It is a pure function of the player, the seed and the number of climbs.
/// If no climb came to the end, the first level that none reached counts as reached by half a climb.
pub(crate) fn rough(
    contender: Contender,
    seed: u64,
    climbs: u64,
    backend: &dyn Backend,
    watch: &Watch,
) -> Result<Option<Rough>, PlayError> {
    let mut field = Field {
        contender,
        seed,
        danger: Danger::best_for(contender),
        low: 0,
        backend,
        watch,
    };
    let mut done = || {
        let pilot = (climbs / PILOT).max(FEWEST_CLIMBS);
        let plan = levels::plan(field, pilot, Settings::default().target)?;
        field.low = plan.low;
        let mut repeats = repeated(field, &plan.levels, climbs, &[0])?;
        Ok((repeats.remove(0).0, plan.moves))
    };
    match done() {
        Ok((repeat, pilot)) => {
            let lost = lost(&repeat, climbs);
            Ok(Some(Rough {
                lines: repeat.lines as f64 / lost,
                pieces: repeat.pieces as f64 / lost,
                moves: repeat.moves + pilot,
            }))
        }
        // The pile never goes down: every move loses.
        Err(Halt::NoCycles) => Ok(Some(Rough {
            lines: 0.0,
            pieces: 0.0,
            moves: 0,
        })),
        Err(Halt::Stopped) => Ok(None),
        Err(Halt::Failed(error)) => Err(error),
    }
}

/// Games lost that the long run of a repeat can expect; never none.
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
    fn half_a_climb_where_none_came_to_the_end() {
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

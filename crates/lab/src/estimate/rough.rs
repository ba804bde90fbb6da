//! Rough estimates for little work, by which training compares candidates.

use serde::{Deserialize, Serialize};

use super::cycles::{CYCLES_OF_A_RUN, Halt, ORDINARY_MOVES, Setup, WARM_UP};
use super::errand::rough_elsewhere;
use super::repeat::{Repeat, repeated};
use super::{Settings, levels};
use crate::play::{
    Backend, Contender, Danger, PlayError, RoughCounts, RoughWork, Threads, Watch, in_order,
    together,
};

/// The pilot of a rough estimate has its climbs divided by this number, but no fewer than
/// [`FEWEST_CLIMBS`]: the levels need not be chosen precisely.
const PILOT: u64 = 4;

/// The fewest climbs from which a pilot chooses levels.
pub(crate) const FEWEST_CLIMBS: u64 = 20;

/// Contenders whose climbs are played together: each has a thread to wait on.
const TOGETHER: usize = 256;

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
        danger: Danger::best_for(contender),
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

/// Rough estimates of contenders that share rules and search, each with a seed of its own, in their
/// order; none if the watch ended playing. They are made by the backend if it makes such estimates
/// whole, on other machines, with the climbs of many of them together if that is how the backend
/// is fast, or side by side on its threads: with the same result.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// use tetrarium_lab::estimate::rough_estimates;
/// use tetrarium_lab::{Threads, Watch};
///
/// let mut rules = Rules::default();
/// rules.set("board", "6x6").unwrap();
/// let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
/// let twice = [((&player).into(), 1), ((&player).into(), 2)];
/// let found = rough_estimates(&twice, 50, &Threads(2), &Watch::default()).unwrap().unwrap();
/// assert!(found.iter().all(|rough| rough.pieces > rough.lines));
/// ```
///
/// # Errors
///
/// If the backend refuses the games, or it or an agent fails.
pub fn rough_estimates(
    contenders: &[(Contender, u64)],
    climbs: u64,
    backend: &dyn Backend,
    watch: &Watch,
) -> Result<Option<Vec<Rough>>, PlayError> {
    if let Some(found) = rough_elsewhere(contenders, climbs, backend, watch) {
        return found;
    }
    if let Some(found) = rough_whole(contenders, climbs, backend, watch) {
        return found;
    }
    let estimate = |index: usize, backend: &dyn Backend| {
        let (contender, seed) = contenders[index];
        rough(contender, seed, climbs, backend, watch)
    };
    let threads = backend.threads();
    let estimates: Vec<Result<_, PlayError>> = if backend.at_once() > threads as u64 {
        let all: Vec<Contender> = contenders.iter().map(|(one, _)| *one).collect();
        let groups = all.chunks(TOGETHER).zip((0..).step_by(TOGETHER));
        let groups = groups.flat_map(|(group, first)| {
            together(group, backend, watch, |index, backend| {
                estimate(first + index, backend)
            })
        });
        groups.collect()
    } else {
        in_order(contenders.len() as u64, threads, watch, |index| {
            estimate(index as usize, &Threads(1))
        })
    };
    let estimates: Option<Vec<_>> = estimates.into_iter().collect::<Result<_, _>>()?;
    Ok(estimates.filter(|_| !watch.ended()))
}

/// Has the backend make rough estimates whole; none if it makes none. What it leaves is done on
/// threads.
fn rough_whole(
    contenders: &[(Contender, u64)],
    climbs: u64,
    backend: &dyn Backend,
    watch: &Watch,
) -> Option<Result<Option<Vec<Rough>>, PlayError>> {
    let pilot = pilot_climbs(climbs);
    let work = RoughWork {
        contenders,
        danger: Danger::best_for(contenders.first()?.0),
        ordinary_games: levels::ordinary_games(pilot),
        ordinary_moves: ORDINARY_MOVES,
        pilot,
        climbs,
        target: Settings::default().target,
        last_level: levels::LAST_LEVEL,
        fewest_climbs: levels::FEWEST_CLIMBS as u64,
        most_levels: levels::MOST_LEVELS,
        warm_up: WARM_UP,
        cycles_of_a_run: CYCLES_OF_A_RUN,
    };
    let found = match backend.rough_estimates(&work, watch)? {
        Ok(found) => found,
        Err(error) => return Some(Err(error)),
    };
    let estimates = in_order(
        found.len() as u64,
        backend.threads(),
        watch,
        |index| match &found[index as usize] {
            Some(counts) => Ok(Some(Rough::of_counts(counts, climbs))),
            None => {
                let (contender, seed) = contenders[index as usize];
                rough(contender, seed, climbs, &Threads(1), watch)
            }
        },
    );
    let estimates: Result<Option<Vec<_>>, PlayError> = estimates.into_iter().collect();
    Some(estimates.map(|all| all.filter(|_| !watch.ended())))
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

    fn of_counts(counts: &RoughCounts, climbs: u64) -> Rough {
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

fn pilot_climbs(climbs: u64) -> u64 {
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

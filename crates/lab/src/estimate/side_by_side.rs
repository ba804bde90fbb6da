//! Rough estimates of many contenders, made wherever that is fastest.

use super::cycles::{CYCLES_OF_A_RUN, ORDINARY_MOVES, WARM_UP};
use super::errand::rough_elsewhere;
use super::rough::{Rough, pilot_climbs, rough};
use super::{Settings, levels};
use crate::play::{Backend, Contender, PlayError, RoughWork, Threads, Watch, in_order, together};

/// Contenders whose climbs are played together: each has a thread to wait on.
const TOGETHER: usize = 256;

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
        danger: contenders.first()?.0.danger(),
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

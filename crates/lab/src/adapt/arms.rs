//! The last phase: which controller plays on. The steps of the trial are steps of the game.

use tetrarium_engine::Player;

use super::error::AdaptError;
use super::real::Real;
use crate::play::Watch;

/// Turns of a trial, each of the same number of steps.
const TURNS: u64 = 50;

/// Turns of each arm before any is dropped.
const FEWEST: usize = 5;

/// An arm is dropped where the best one is ahead by this many standard errors of their difference.
const AHEAD: f64 = 3.0;

/// Something that may play on.
pub(super) struct Tried {
    pub name: String,
    pub player: Player,
    /// The points of its turns.
    pub turns: Vec<u64>,
    /// Whether it was dropped.
    pub dropped: bool,
}

impl Tried {
    pub fn new(name: &str, player: Player) -> Tried {
        Tried {
            name: name.to_string(),
            player,
            turns: Vec::new(),
            dropped: false,
        }
    }

    /// The mean points of a turn.
    fn mean(&self) -> f64 {
        self.turns.iter().sum::<u64>() as f64 / self.turns.len().max(1) as f64
    }
}

/// Successive elimination: arms take turns until one is left or the steps are spent. Returns the
/// best arm and the steps of a turn; none if the watch ended it.
///
/// An arm plays on from the board that the one before left. A turn is long against the time that a
/// board takes to be forgotten.
pub(super) fn eliminate(
    arms: &mut [Tried],
    steps: u64,
    real: &mut Real,
    watch: &Watch,
) -> Result<Option<(usize, u64)>, AdaptError> {
    let turn = (steps / TURNS).max(1);
    let last = real.placed + steps;
    loop {
        let left: Vec<usize> = (0..arms.len()).filter(|one| !arms[*one].dropped).collect();
        let round = turn * left.len() as u64;
        if left.len() == 1 || real.placed + round > last {
            return Ok(Some((best(arms), turn)));
        }
        for one in left {
            let Some(points) = real.play(&arms[one].player, turn, watch)? else {
                return Ok(None);
            };
            arms[one].turns.push(points);
        }
        drop_behind(arms);
    }
}

/// The arm with the greatest mean among those left, the first of equal ones.
fn best(arms: &[Tried]) -> usize {
    let left = (0..arms.len()).filter(|one| !arms[*one].dropped);
    left.reduce(|best, one| match arms[one].mean() > arms[best].mean() {
        true => one,
        false => best,
    })
    .expect("the best arm is never dropped")
}

/// Drops the arms that are far behind the best one, by the differences of their turns.
fn drop_behind(arms: &mut [Tried]) {
    let best = best(arms);
    for one in 0..arms.len() {
        if one == best || arms[one].dropped || arms[one].turns.len() < FEWEST {
            continue;
        }
        let pairs = arms[best].turns.iter().zip(&arms[one].turns);
        let ahead: Vec<f64> = pairs
            .map(|(best, one)| *best as f64 - *one as f64)
            .collect();
        let count = ahead.len() as f64;
        let mean = ahead.iter().sum::<f64>() / count;
        let squares: f64 = ahead.iter().map(|one| (one - mean) * (one - mean)).sum();
        let error = (squares / (count - 1.0) / count).sqrt();
        arms[one].dropped = mean > AHEAD * error && mean > 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Rules, catalogue};

    fn tried(turns: &[u64]) -> Tried {
        let player = Player::new(catalogue::named("bcts").unwrap(), &Rules::default()).unwrap();
        Tried {
            turns: turns.to_vec(),
            ..Tried::new("one", player)
        }
    }

    #[test]
    fn an_arm_is_dropped_only_when_it_is_clearly_behind() {
        let mut arms = [
            tried(&[10, 12, 11, 13, 12]),
            tried(&[1, 2, 1, 3, 2]),
            tried(&[10, 11, 12, 12, 12]),
        ];
        drop_behind(&mut arms);
        assert_eq!(arms.map(|arm| arm.dropped), [false, true, false]);
        let mut few = [tried(&[10, 12]), tried(&[1, 2])];
        drop_behind(&mut few);
        assert!(!few[1].dropped, "two turns tell too little");
    }

    #[test]
    fn a_bad_arm_costs_a_few_turns() {
        let rules = Rules::default();
        let player = |name| Player::new(catalogue::named(name).unwrap(), &rules).unwrap();
        let mut arms = [
            Tried::new("bad", player("amundsen-tsitsiklis")),
            Tried::new("good", player("bcts")),
        ];
        let mut real = Real::new(&rules, 1);
        let watch = Watch::default();
        let (best, turn) = eliminate(&mut arms, 50_000, &mut real, &watch)
            .unwrap()
            .unwrap();
        assert_eq!((best, turn), (1, 1000));
        assert!(arms[0].dropped && real.placed <= 20_000, "{}", real.placed);
    }
}

//! The choice of the low danger and of the levels, from a pilot run.

use super::cycles::{
    Entrance, Halt, LOST, ORDINARY_MOVES, Setup, climbs, number_of_runs, ordinary_dangers,
    reaching, run, side_by_side, stream_number,
};
use super::repeat::resample;

/// The repeat number of the pilot, which no other repeat has.
const PILOT: u64 = 0x7fff;

/// The fewest climbs that a level is chosen from.
pub(super) const FEWEST_CLIMBS: usize = 10;

/// Once at least this share of the climbs ends in a lost game, no further level is needed.
pub(super) const LAST_LEVEL: f64 = 0.15;

/// More levels than any controller needs: if a third of the climbs pass each, this is a probability
/// of 10⁻²⁰⁰.
pub(super) const MOST_LEVELS: usize = 400;

/// The danger up to which the pile is low, and the levels above it in ascending order; after the
/// last level comes the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub low: i32,
    pub levels: Vec<i32>,
    pub moves: u64,
    /// The level above which too few climbs rose: from there on there are no levels.
    pub stuck: Option<Stuck>,
}

/// The last level that was reached, and the number of climbs that did not rise above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stuck {
    pub danger: i32,
    pub climbs: u64,
}

/// The ordinary games of a pilot with this number of climbs.
pub(super) fn ordinary_games(climbs: u64) -> u64 {
    (5 * climbs).div_ceil(ORDINARY_MOVES)
}

/// Finds the median danger, then climbs level by level. Each level is the danger that about
/// `target` of the climbs from the level before reach (Cérou & Guyader 2007, adaptive multilevel
/// splitting). The method serves for the choice of levels alone: an estimate with levels chosen by
/// its own climbs would be biased.
pub(super) fn plan(mut setup: Setup, count: u64, target: f64) -> Result<Plan, Halt> {
    let ordinary = stream_number(PILOT, 0, 1 << 31);
    let (dangers, mut moves) = ordinary_dangers(setup, ordinary, ordinary_games(count))?;
    setup.low = *dangers.get(dangers.len() / 2).ok_or(Halt::NoCycles)?;
    let first = stream_number(PILOT, 0, 0);
    let runs = side_by_side(setup, number_of_runs(count), |number| {
        let mut cycles: Vec<Vec<Entrance>> = Vec::new();
        let run = run(setup, first, number, count, |peaks| {
            cycles.push(peaks.to_vec());
        })?;
        Ok((cycles, run.moves))
    })?;
    moves += runs.iter().map(|(_, moves)| moves).sum::<u64>();
    let cycles: Vec<Vec<Entrance>> = runs.into_iter().flat_map(|(cycles, _)| cycles).collect();
    // A cycle can end with a lost game right after a low board, so its last peak counts even
    // without others.
    let mut highest: Vec<i32> = cycles
        .iter()
        .map(|peaks| peaks.last().map_or(i32::MIN, Entrance::danger))
        .collect();
    let mut entrances: Vec<Entrance> = Vec::new();
    let mut from: Vec<(&Entrance, u64)> = Vec::new();
    let mut levels = Vec::new();
    let mut extra = 0;
    let stuck = loop {
        let above = levels.last().copied().unwrap_or(setup.low);
        match choose(&highest, above, target) {
            Choice::Lost => break None,
            Choice::Level(level) if levels.is_empty() => {
                entrances = cycles.iter().filter_map(|p| reaching(p, level)).collect();
                levels.push(level);
                extra = 0;
            }
            Choice::Level(level) => {
                // Where the climbs reach a level is not known before the level is chosen. So the
                // climbs that reached it are repeated.
                from = from
                    .into_iter()
                    .zip(&highest)
                    .filter(|(_, highest)| **highest >= level)
                    .map(|(from, _)| from)
                    .collect();
                let again = climbs(setup, &from, level)?;
                let again = again.inspect(|climb| moves += climb.moves);
                entrances = again.filter_map(|climb| climb.entrance).collect();
                levels.push(level);
                extra = 0;
            }
            Choice::TooFew => extra += 1,
        }
        if extra > 3 || levels.len() > MOST_LEVELS || entrances.is_empty() {
            break Some(Stuck {
                danger: above,
                climbs: highest.len() as u64,
            });
        }
        // Levels that few climbs reach are tried again with four times as many climbs.
        let count = count << (2 * extra);
        let stage = (levels.len() as u64) << 2 | extra;
        let starts = resample(setup.seed, PILOT, stage, &entrances, count);
        let number = |index| stream_number(PILOT, stage, index);
        from = starts.zip((0..).map(number)).collect();
        let climbed = climbs(setup, &from, LOST)?;
        let climbed = climbed.inspect(|climb| moves += climb.moves);
        highest = climbed.map(|climb| climb.highest).collect();
    };
    Ok(Plan {
        low: setup.low,
        levels,
        moves,
        stuck,
    })
}

enum Choice {
    Level(i32),
    Lost,
    TooFew,
}

/// The next level: the highest danger that at least the target share of climbs reach, or else the
/// next danger there is. `climbs` holds the highest danger of each climb.
fn choose(climbs: &[i32], above: i32, target: f64) -> Choice {
    let mut highest = climbs.to_vec();
    highest.sort_unstable();
    let reached = |level: i32| highest.len() - highest.partition_point(|&danger| danger < level);
    let share = |level: i32| reached(level) as f64 / highest.len() as f64;
    if share(LOST) >= LAST_LEVEL {
        return Choice::Lost;
    }
    let mut levels: Vec<i32> = highest.clone();
    levels.retain(|&danger| danger > above && danger != LOST);
    levels.dedup();
    let enough = |level: i32| share(level) >= target && reached(level) >= FEWEST_CLIMBS;
    let highest_enough = levels.iter().rev().find(|&&level| enough(level));
    match highest_enough.or(levels.first()) {
        Some(&level) if reached(level) >= FEWEST_CLIMBS => Choice::Level(level),
        _ if reached(LOST) >= FEWEST_CLIMBS => Choice::Lost,
        _ => Choice::TooFew,
    }
}

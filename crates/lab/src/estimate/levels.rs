//! Choosing what is low and where the levels lie, from a pilot run.

use super::cycles::{
    Entrance, Field, Halt, LOST, Peak, climb, long_run, ordinary_dangers, reaching, stream_number,
};
use super::{EstimateError, Settings, resample};
use crate::measure::Watch;
use crate::parallel::in_order;
use tetrarium_engine::Player;

/// The repeat number of the pilot, which no other repeat has.
const PILOT: u64 = 0x7fff;

/// The fewest climbs by which a level is chosen.
const FEWEST_CLIMBS: usize = 10;

/// Once at least this part of the climbs ends in a lost game, no further level is needed.
const LAST_LEVEL: f64 = 0.15;

/// More levels than any controller needs: with a third passing each, this is a probability of 10⁻²⁰⁰.
const MOST_LEVELS: usize = 400;

/// What is low, and the levels above it in ascending order; after the last comes the end of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub low: i32,
    pub levels: Vec<i32>,
    pub moves: u64,
}

/// Finds the median danger, then climbs level by level, each the danger that about `settings.target` of the climbs before reach
/// (Cérou & Guyader 2007, adaptive multilevel splitting; here for the choice of levels alone: an estimate with levels chosen by its own
/// climbs would be biased).
pub(super) fn plan(
    player: &Player,
    seed: u64,
    settings: &Settings,
    threads: usize,
    watch: &Watch,
) -> Result<Plan, EstimateError> {
    let climbs = settings.climbs;
    let mut field = Field {
        player,
        seed,
        danger: settings.danger,
        low: 0,
        watch,
    };
    let (dangers, mut moves) =
        ordinary_dangers(field, stream_number(PILOT, 0, 1), (5 * climbs).max(1000))?;
    field.low = *dangers
        .get(dangers.len() / 2)
        .ok_or(EstimateError::NoCycles)?;
    let mut all: Vec<Vec<Peak>> = Vec::new();
    let number = stream_number(PILOT, 0, 0);
    let run = long_run(field, number, climbs / 10, climbs, |peaks| {
        all.push(peaks.to_vec());
    })?;
    moves += run.moves;
    let mut levels = Vec::new();
    let mut entrances: Vec<Entrance> = Vec::new();
    let mut extra = 0;
    loop {
        let above = levels.last().copied().unwrap_or(field.low);
        match choose(&all, above, settings.target) {
            Choice::Lost => break,
            Choice::Level(level) => {
                entrances = all.iter().filter_map(|p| reaching(p, level)).collect();
                levels.push(level);
                extra = 0;
            }
            Choice::TooFew => extra += 1,
        }
        if extra > 3 || levels.len() > MOST_LEVELS || entrances.is_empty() {
            return Err(EstimateError::Stuck {
                danger: above,
                climbs: all.len() as u64,
            });
        }
        // Levels few climbs reach are tried again with four times as many.
        let count = climbs << (2 * extra);
        let stage = (levels.len() as u64) << 2 | extra;
        let starts = resample(seed, PILOT, stage, &entrances, count);
        let results = in_order(count, threads, watch, |index| {
            let number = stream_number(PILOT, stage, index);
            climb(field, &starts[index as usize], number, LOST)
        });
        all = Vec::new();
        for result in results {
            let (peaks, made) = result?;
            moves += made;
            all.push(peaks);
        }
        if watch.stopped() {
            return Err(EstimateError::Stopped);
        }
    }
    Ok(Plan {
        low: field.low,
        levels,
        moves,
    })
}

enum Choice {
    Level(i32),
    Lost,
    TooFew,
}

/// The next level: the highest that at least the target share of climbs reach, or else the next danger there is.
fn choose(climbs: &[Vec<Peak>], above: i32, target: f64) -> Choice {
    // A cycle can end with a lost game right from a low board, so its last peak counts even without others.
    let mut highest: Vec<i32> = climbs
        .iter()
        .map(|peaks| peaks.last().map_or(i32::MIN, |peak| peak.danger))
        .collect();
    highest.sort_unstable();
    let reached = |level: i32| highest.len() - highest.partition_point(|&danger| danger < level);
    let share = |level: i32| reached(level) as f64 / highest.len() as f64;
    if share(LOST) >= LAST_LEVEL {
        return Choice::Lost;
    }
    let mut levels: Vec<i32> = highest.clone();
    levels.retain(|&danger| danger > above && danger != LOST);
    levels.dedup();
    let enough = levels.iter().rev().find(|&&level| share(level) >= target);
    match enough.or(levels.first()) {
        Some(&level) if reached(level) >= FEWEST_CLIMBS => Choice::Level(level),
        _ if reached(LOST) >= FEWEST_CLIMBS => Choice::Lost,
        _ => Choice::TooFew,
    }
}

impl From<Halt> for EstimateError {
    fn from(halt: Halt) -> EstimateError {
        match halt {
            Halt::Stopped => EstimateError::Stopped,
            Halt::NoCycles => EstimateError::NoCycles,
        }
    }
}

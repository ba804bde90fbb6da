//! Rough estimates that a backend makes whole.

use tetrarium_engine::Danger;

use super::contender::Contender;

/// Rough estimates of some contenders, which share rules and search. The numbers are those of the
/// method ([`estimate`](crate::estimate)): a backend that makes such estimates makes them exactly
/// as the lab does.
#[derive(Clone, Copy, Debug)]
pub struct RoughWork<'a> {
    /// The contenders, each with the seed of its estimate.
    pub contenders: &'a [(Contender<'a>, u64)],
    /// The danger that the levels are levels of.
    pub danger: Danger,
    /// The ordinary games of the pilot.
    pub ordinary_games: u64,
    /// The moves of each of them; the first tenth does not count.
    pub ordinary_moves: u64,
    /// The climbs of the pilot from each level.
    pub pilot: u64,
    /// The climbs from each level.
    pub climbs: u64,
    /// The share of the climbs that pass a level, approximately.
    pub target: f64,
    /// The share of lost climbs from which on no further level is needed.
    pub last_level: f64,
    /// The fewest climbs that a level is chosen from.
    pub fewest_climbs: u64,
    /// The most levels.
    pub most_levels: usize,
    /// The cycles of a run before those that count.
    pub warm_up: u64,
    /// The most cycles of a run that count.
    pub cycles_of_a_run: u64,
}

/// What a rough estimate has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoughCounts {
    /// The lines of its runs.
    pub lines: u64,
    /// The pieces of its runs.
    pub pieces: u64,
    /// The number of cycles, then of climbs, that passed each level.
    pub passed: Vec<u64>,
    /// The moves of its runs and climbs.
    pub moves: u64,
    /// The moves of the pilot.
    pub pilot_moves: u64,
}

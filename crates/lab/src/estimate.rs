//! Estimating the mean of a controller whose games are too long to play to their ends.
//!
//! **Cycles.** Let games follow one another without end: a new game begins where one is lost. Cut
//! them wherever the pile has become low again after having been higher, and wherever a new game
//! begins. In the long run, lines are made at some rate per cycle and games are lost at some rate
//! per cycle, and the mean lines of a game are exactly the quotient
//!
//! ```text
//! mean = lines per cycle / P(the game is lost within a cycle)
//! ```
//!
//! (the renewal-reward theorem; a game's first climb from the empty board is one of the cycles and
//! needs no term of its own). Boards that count as low differ from one another, so the cycles are
//! not independent and it matters where they begin: they begin where play begins them, after a
//! warm-up. If no game is lost in a run, the first cycles of games are missing in it. The error is
//! some dozens of lines, in a mean that is then far too large to be measured by playing.
//!
//! **Runs.** The cycles of a repeat are those of several independent runs, which can be played side
//! by side. Each begins with an empty board, warms up for ten cycles and then counts a hundred, or
//! fewer where fewer are needed. Ten cycles are about 150 moves; the first one or two differ from
//! all later ones (`docs/MEASURING.md` has the figures). Before, [`METHOD`] 1, there was one run.
//!
//! **Splitting.** The probability is too small to be seen in play. It is a product of probabilities
//! that are not: that of reaching, in a cycle, the first level of [`Danger`]; then that of reaching
//! the second level from where the first was reached, before the pile is low again; and so on up to
//! the end of the game (Kahn & Harris 1951; fixed effort: Garvels 2000, L'Ecuyer, Demers & Tuffin
//! 2007). Each level is tried by the same number of climbs. They begin at the positions in which
//! the level before was reached, each position with the same weight and each climb with a piece
//! stream of its own. The product is unbiased for any levels that are chosen beforehand. A pilot
//! run chooses them so that about a third of the climbs pass each.
//!
//! **Positions.** A climb continues from everything that the rest of a game depends on: the board;
//! where two pieces are seen, the piece already shown, because the player has placed the last piece
//! with it in mind and another piece would make another game; and of a bag, the pieces already
//! taken out. All else is drawn afresh
//! ([`Game::from_position`](tetrarium_engine::Game::from_position)). Sources without chance have no
//! distribution to sample, and are refused.
//!
//! **The interval.** The climbs of one level share ancestors, so the error cannot be computed from
//! one run. The whole procedure is repeated several times independently, and the interval is that
//! of the quotient of the sums over repeats ([`ratio_of_sums`]; Student's t on the logarithm).
//!
//! Few climbs are worse than they look. The lost games of a repeat then descend from a handful of
//! positions, most repeats find too few of them, a few repeats find far too many, and the error
//! falls faster than with the square root of the work. So the work is better spent on climbs than
//! on repeats; [`Estimate::spread`] tells when the climbs were too few.
//!
//! A repeat is a pure function of the settings, the seed and its number; the number of threads
//! changes nothing. The piece streams are those of game numbers from 2⁶³ on, which no measurement
//! uses, so an estimate is independent of every measurement with the same seed.

mod cycles;
mod errand;
mod error;
mod extrapolation;
mod levels;
mod merge;
mod precise;
mod reliability;
mod repeat;
mod repeats;
mod rough;
mod side_by_side;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tetrarium_engine::Source;

pub(crate) use errand::errand;
pub use error::EstimateError;
pub use extrapolation::Extrapolation;
pub use merge::{EstimateMergeError, merge_estimates};
pub use precise::estimate_to;
pub(crate) use precise::growing_to;
pub use repeat::Repeat;
pub use rough::Rough;
pub(crate) use rough::{FEWEST_CLIMBS, rough};
pub use side_by_side::rough_estimates;

use crate::play::{Backend, Contender, Danger, Heights, Watch};
use crate::records::{Caveat, Head, Identity, Made, OrderRecord};
use crate::statistics::{Interval, Level, ratio_of_sums};
use cycles::Setup;
use levels::Stuck;
use repeats::Repeats;

/// The schema version of estimate records.
pub const SCHEMA: u32 = 2;

/// The version of the method. It changes when an estimate with the same settings and seed comes to
/// other numbers: 1 had one run of cycles a repeat, 2 has several.
pub const METHOD: u32 = 2;

/// The method of records that name none.
fn first_method() -> u32 {
    1
}

/// The `kind` of estimate records.
pub const KIND: &str = "estimate";

/// Above this spread, relative to their mean, the repeats are so skewed that their interval holds
/// the true mean too rarely.
pub const UNSTEADY: f64 = 0.5;

/// The most climbs of an estimate.
const MOST_CLIMBS: u64 = 1 << 24;

/// The most repeats of an estimate.
const MOST_REPEATS: u64 = 10_000;

/// The amount of work of an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The number of cycles, and of climbs from each level.
    pub climbs: u64,
    /// The number of independent repeats.
    pub repeats: u64,
    /// The share of the climbs that pass a level, approximately.
    pub target: f64,
    /// The danger that the levels are levels of.
    pub danger: Danger,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            climbs: 4000,
            repeats: 16,
            target: 0.3,
            danger: Danger::Pile,
        }
    }
}

impl Settings {
    fn check(&self) -> Result<(), EstimateError> {
        let wrong = |what, value: String, possible| {
            Err(EstimateError::Setting {
                what,
                value,
                possible,
            })
        };
        if !(20..=MOST_CLIMBS).contains(&self.climbs) {
            return wrong("climbs", self.climbs.to_string(), "20 to 16,777,216");
        }
        if !(2..=MOST_REPEATS).contains(&self.repeats) {
            return wrong("repeats", self.repeats.to_string(), "2 to 10,000");
        }
        if !(0.05..=0.8).contains(&self.target) {
            return wrong("target", self.target.to_string(), "0.05 to 0.8");
        }
        Ok(())
    }
}

/// An estimate of an agent's mean lines. It holds no clock readings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// The schema version of this record.
    pub schema: u32,
    /// The kind of this record.
    pub kind: String,
    /// The name of the controller or agent.
    pub controller: String,
    /// Its search; `agent` for an agent that is no controller.
    pub search: String,
    /// The agent itself, with its fingerprint; none in records of schema 1, whose identity is
    /// unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub identity: Option<Identity>,
    /// The order that makes this record again; none in records of schema 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<OrderRecord>,
    /// The rules in full.
    #[serde(deserialize_with = "crate::settings::read")]
    pub rules: BTreeMap<String, String>,
    /// The seed; the least seed of merged estimates.
    pub seed: u64,
    /// The seeds of merged estimates, in ascending order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<u64>,
    /// The version of the method.
    #[serde(default = "first_method")]
    pub method: u32,
    /// The amount of work.
    pub settings: Settings,
    /// Whether the watch ended playing: then the number of repeats depends on the clock.
    pub interrupted: bool,
    /// The danger up to which a board is low; of merged estimates that of the first, since each
    /// has cycles of its own.
    pub low: i32,
    /// The levels, each with the share of climbs that passed it; the last is the end of the game.
    /// None of merged estimates, since each has levels of its own.
    pub levels: Vec<Passed>,
    /// The mean lines of a game; none if no climb of any repeat reached the end.
    pub mean: Option<f64>,
    /// The 95 % interval of the mean.
    pub interval: Interval,
    /// What must be said with the mean. It follows from the repeats, and is computed anew when a
    /// record is read.
    #[serde(default)]
    pub caveats: Vec<Caveat>,
    /// The mean pieces of a game.
    pub pieces: Option<f64>,
    /// The lines of a cycle.
    pub lines_per_cycle: f64,
    /// The probability that a game is lost within a cycle.
    pub lost_per_cycle: f64,
    /// The repeats.
    pub repeats: Vec<Repeat>,
    /// The moves made, those of the pilot included.
    pub moves: u64,
    /// The heights of the pile in the runs.
    pub heights: Heights,
    /// The estimate from these heights, which is known to be biased.
    pub extrapolation: Option<Extrapolation>,
    /// The program that made this record, which is no part of what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
}

/// A level and the share of climbs that passed it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passed {
    /// The danger of the level; none for the end of the game.
    pub danger: Option<i32>,
    /// The share, over all repeats, of the climbs or cycles begun one level below that reached this
    /// level.
    pub share: f64,
}

/// Estimates the mean lines of a contender.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// use tetrarium_lab::estimate::{Settings, estimate};
/// use tetrarium_lab::{Threads, Watch};
///
/// let mut rules = Rules::default();
/// rules.set("board", "6x6").unwrap();
/// let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
/// let settings = Settings { climbs: 50, repeats: 4, ..Settings::default() };
/// let estimate = estimate(&player, 1, &settings, &Threads(1), &Watch::default()).unwrap();
/// assert!(estimate.interval.contains(estimate.mean.unwrap()));
/// ```
///
/// # Errors
///
/// If a setting is out of range, the pieces involve no chance, the agent is not stateless, the pile
/// never becomes low again, too few climbs of the pilot rise, the games cannot be played, or the
/// watch ends playing before two repeats are done.
pub fn estimate<'a>(
    contender: impl Into<Contender<'a>>,
    seed: u64,
    settings: &Settings,
    backend: &dyn Backend,
    watch: &Watch,
) -> Result<Estimate, EstimateError> {
    growing(
        contender.into(),
        seed,
        settings,
        backend,
        watch,
        &mut |_| (),
    )
}

/// As [`estimate`]; `grown` is called with the estimate so far whenever more repeats are done.
pub(crate) fn growing(
    contender: Contender,
    seed: u64,
    settings: &Settings,
    backend: &dyn Backend,
    watch: &Watch,
    grown: &mut dyn FnMut(&Estimate),
) -> Result<Estimate, EstimateError> {
    let setup = prepared(contender, seed, settings, backend, watch)?;
    let mut repeats = begun(setup, settings, 0)?;
    repeats.until(settings.repeats, |so_far| tell(so_far, settings, grown))?;
    concluded(&repeats, settings)
}

/// Tells the estimate of the repeats so far, as if no more were wanted; the first alone makes none.
fn tell(so_far: &Repeats, settings: &Settings, grown: &mut dyn FnMut(&Estimate)) {
    let settings = Settings {
        repeats: so_far.done.len() as u64,
        ..*settings
    };
    if let Ok(estimate) = concluded(so_far, &settings) {
        grown(&estimate);
    }
}

/// Chooses the levels for repeats from number `first` on.
fn begun<'a>(
    setup: Setup<'a>,
    settings: &Settings,
    first: u64,
) -> Result<Repeats<'a>, EstimateError> {
    let repeats = Repeats::planned(setup, settings.climbs, settings.target, first)?;
    match repeats.plan.stuck {
        Some(Stuck { danger, climbs }) => Err(EstimateError::Stuck { danger, climbs }),
        None => Ok(repeats),
    }
}

/// Checks that there can be an estimate.
fn prepared<'a>(
    contender: Contender<'a>,
    seed: u64,
    settings: &Settings,
    backend: &'a dyn Backend,
    watch: &'a Watch,
) -> Result<Setup<'a>, EstimateError> {
    settings.check()?;
    can_be_split(contender)?;
    Ok(Setup {
        contender,
        seed,
        danger: settings.danger,
        low: 0,
        backend,
        watch,
    })
}

/// Whether games of a contender can be continued from positions in their middle.
///
/// # Errors
///
/// If the pieces involve no chance, or the agent is not stateless.
pub(crate) fn can_be_split(contender: Contender) -> Result<(), EstimateError> {
    by_chance(&contender.rules().pieces)?;
    match contender.is_stateless() {
        true => Ok(()),
        false => Err(EstimateError::Memory(contender.name().to_string())),
    }
}

/// Refuses pieces without chance.
pub(crate) fn by_chance(source: &Source) -> Result<(), EstimateError> {
    match source {
        Source::Uniform | Source::Weighted(_) | Source::Bag => Ok(()),
        _ => Err(EstimateError::NoChance(source.to_string())),
    }
}

/// The estimate of these repeats.
fn concluded(made: &Repeats, settings: &Settings) -> Result<Estimate, EstimateError> {
    let (repeats, plan) = (&made.done, &made.plan);
    let (contender, seed) = (made.setup.contender, made.setup.seed);
    if repeats.len() < 2 {
        return Err(EstimateError::Stopped);
    }
    let dangers = plan.levels.iter().copied().map(Some).chain([None]);
    let levels = dangers
        .enumerate()
        .map(|(index, danger)| {
            let passed: u64 = repeats.iter().map(|repeat| repeat.passed[index]).sum();
            let share = passed as f64 / (repeats.len() as u64 * settings.climbs) as f64;
            Passed { danger, share }
        })
        .collect();
    let Head {
        controller,
        search,
        identity,
        rules,
    } = Head::of(contender);
    Ok(Estimate {
        schema: SCHEMA,
        kind: KIND.to_string(),
        controller,
        search,
        identity,
        order: Some(OrderRecord::Climbs {
            seed,
            climbs: settings.climbs,
            repeats: settings.repeats,
            danger: settings.danger,
            precision: None,
            instead_of_moves: None,
        }),
        made: None,
        rules,
        seed,
        seeds: Vec::new(),
        method: METHOD,
        settings: *settings,
        interrupted: (repeats.len() as u64) < settings.repeats,
        low: plan.low,
        levels,
        mean: None,
        interval: Interval::UNKNOWN,
        caveats: Vec::new(),
        pieces: None,
        lines_per_cycle: 0.0,
        lost_per_cycle: 0.0,
        moves: plan.moves + repeats.iter().map(|repeat| repeat.moves).sum::<u64>(),
        extrapolation: None,
        repeats: repeats.clone(),
        heights: made.heights.clone(),
    }
    .of_repeats(contender.rules().board.height()))
}

impl Estimate {
    /// The estimate with all that follows from its repeats and heights on a board of this height.
    fn of_repeats(self, height: usize) -> Estimate {
        let column = |of: fn(&Repeat) -> f64| self.repeats.iter().map(of).collect::<Vec<f64>>();
        let (lines, lost) = (column(|r| r.lines as f64), column(|r| r.lost));
        let sum = |column: &[f64]| column.iter().sum::<f64>();
        let (cycles, pieces) = (
            sum(&column(|r| r.cycles as f64)),
            sum(&column(|r| r.pieces as f64)),
        );
        let result = ratio_of_sums(&lines, &lost, Level::P95);
        let lines_per_piece = sum(&lines) / pieces;
        Estimate {
            mean: result.map(|(mean, _)| mean),
            interval: result.map_or(Interval::UNKNOWN, |(_, interval)| interval),
            pieces: result.map(|_| pieces / sum(&lost)),
            lines_per_cycle: sum(&lines) / cycles,
            lost_per_cycle: sum(&lost) / cycles,
            extrapolation: Extrapolation::of(&self.heights, height, lines_per_piece),
            ..self
        }
        .with_caveats()
    }
}

#[cfg(test)]
mod tests;

//! The mean of a controller too good to play to the end.
//!
//! **Cycles.** Let games follow one another in one long run, a new one beginning where one is lost. Cut the run wherever the pile has
//! become low again after having been higher, or a new game begins. In the long run, lines are made at some rate per cycle and games
//! are lost at some rate per cycle, and the mean lines of a game are exactly the quotient
//!
//! ```text
//! mean = lines per cycle / P(the game is lost within a cycle)
//! ```
//!
//! (the renewal-reward theorem; a game's first climb from the empty board is one of the cycles and needs no term of its own). Boards that
//! count as low differ from one another, so the cycles are not independent and it matters where they begin: they begin where the
//! long run begins them, after a warm-up. If no game is lost in the run, the first cycles of games are missing in it: an error
//! of some dozens of lines in the mean, which is then beyond what anyone can play.
//!
//! **Splitting.** The probability is too small to see. It is a product of probabilities that are not: of reaching, in a cycle, the first
//! level of [`Danger`]; then, from where the first was reached, the second before the pile is low again; and so on up to the end of the
//! game (Kahn & Harris 1951; fixed effort: Garvels 2000, L'Ecuyer, Demers & Tuffin 2007). Each level is tried by the same number of
//! climbs, begun at the positions in which the level before was reached, all positions alike, each climb with a piece stream of its
//! own. The product is unbiased whatever the levels, if these are chosen beforehand: a pilot run chooses them so that about a third of
//! the climbs pass each.
//!
//! **Positions.** A climb goes on from everything the rest of a game depends on: the board; where two pieces are seen, also the one
//! already shown, for the player has placed the last piece with it in mind, and drawing another would be another game; and of a bag
//! the pieces already taken out. All else is drawn afresh ([`Game::from_position`](tetrarium_engine::Game::from_position)). Sources
//! without chance have no distribution to sample, and are refused.
//!
//! **The interval.** The climbs of one level share ancestors, so the error is not read off one run: the whole is done several times
//! independently, and the interval is that of the quotient of the sums over repeats
//! ([`ratio_of_sums`]; Student's t on the logarithm).
//!
//! Few climbs are worse than they look: the ends of a repeat then descend from a handful of positions, most repeats see too little of them,
//! a few see far too much, and the error falls faster than with the square root of the work. So the work is better spent on climbs
//! than on repeats; [`Estimate::spread`] tells when they were too few.
//!
//! A repeat is a pure function of the settings, the seed and its number; the number of threads changes nothing. Streams are those of game
//! numbers from 2⁶³ on, which no measurement uses, so an estimate is independent of every measurement with the same seed.

mod cycles;
mod extrapolation;
mod levels;
mod rough;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::source::Source;

pub use extrapolation::Extrapolation;
pub(crate) use rough::{FEWEST_CLIMBS, rough};

use crate::play::{Backend, Contender, Danger, Heights, PlayError, Watch, in_order};
use crate::statistics::{Interval, Level, ratio_of_sums};
use cycles::{Entrance, Field, Halt, LOST, climbs, long_run, reaching, stream_number};
use levels::{Plan, Stuck};

/// The version of estimate records.
pub const SCHEMA: u32 = 1;

/// What estimate records call themselves.
pub const KIND: &str = "estimate";

/// Repeats that spread more than this, relative to their mean, are so skewed that their interval holds the truth too rarely.
pub const UNSTEADY: f64 = 0.5;

/// How much work an estimate is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Cycles of each long run, and climbs from each level.
    pub climbs: u64,
    /// Independent repeats.
    pub repeats: u64,
    /// About how many of the climbs pass a level.
    pub target: f64,
    /// What the levels are levels of.
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
        if !(20..=1 << 24).contains(&self.climbs) {
            return wrong("climbs", self.climbs.to_string(), "20 to 16,777,216");
        }
        if !(2..=10_000).contains(&self.repeats) {
            return wrong("repeats", self.repeats.to_string(), "2 to 10,000");
        }
        if !(0.05..=0.8).contains(&self.target) {
            return wrong("target", self.target.to_string(), "0.05 to 0.8");
        }
        Ok(())
    }
}

/// Why there is no estimate.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EstimateError {
    /// A setting out of range.
    #[error("{what} = {value} is not possible: {what} can be {possible}")]
    Setting {
        /// The setting.
        what: &'static str,
        /// What was asked for.
        value: String,
        /// What it can be.
        possible: &'static str,
    },
    /// Pieces without chance.
    #[error(
        "pieces = {0} leaves nothing to chance, so that games have no mean to estimate: play one with eval instead, or use uniform, weighted or bag"
    )]
    NoChance(String),
    /// An agent with a memory or a chance of its own.
    #[error(
        "the agent {0} does not say that its choice depends on what it sees alone (stateless), and an estimate continues games from positions in the middle: measure it by games with eval instead"
    )]
    Memory(String),
    /// The pile never becomes low again.
    #[error(
        "the pile does not go up and down: no cycles were found; such a controller can be played to the end with eval"
    )]
    NoCycles,
    /// The pilot could not climb on.
    #[error(
        "of {climbs} climbs from danger {danger} too few came any further: more climbs than that are needed, or a danger with finer steps"
    )]
    Stuck {
        /// The level.
        danger: i32,
        /// The climbs tried.
        climbs: u64,
    },
    /// The games were not played.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Somebody stopped it before two repeats were done.
    #[error("stopped before two repeats were done, which is the least that an interval needs")]
    Stopped,
}

/// An estimate of a controller's mean lines. Clock readings are no part of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimate {
    /// Version of this record.
    pub schema: u32,
    /// What kind of record this is.
    pub kind: String,
    /// The controller.
    pub controller: String,
    /// Its search.
    pub search: String,
    /// The rules in full.
    #[serde(deserialize_with = "crate::settings::read")]
    pub rules: BTreeMap<String, String>,
    /// The seed.
    pub seed: u64,
    /// How much work it was.
    pub settings: Settings,
    /// Whether somebody stopped it: then the number of repeats depends on the clock.
    pub interrupted: bool,
    /// The danger up to which a board is low.
    pub low: i32,
    /// The levels, each with the share of climbs that passed it; the last is the end of the game.
    pub levels: Vec<Passed>,
    /// The mean lines of a game; none if no climb of any repeat reached the end.
    pub mean: Option<f64>,
    /// The 95 % interval of the mean.
    pub interval: Interval,
    /// The mean pieces of a game.
    pub pieces: Option<f64>,
    /// Lines of a cycle.
    pub lines_per_cycle: f64,
    /// The probability that a game is lost within a cycle.
    pub lost_per_cycle: f64,
    /// The repeats.
    pub repeats: Vec<Repeat>,
    /// Moves made, those of the pilot included.
    pub moves: u64,
    /// How high the pile stood in the long runs.
    pub heights: Heights,
    /// The known-to-be-biased estimate from these heights.
    pub extrapolation: Option<Extrapolation>,
}

/// A level and the share of climbs that passed it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Passed {
    /// The danger of the level; none for the end of the game.
    pub danger: Option<i32>,
    /// The share of the climbs, or cycles, begun one level below that reached it, over all repeats.
    pub share: f64,
}

/// One repeat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// Cycles of its long run.
    pub cycles: u64,
    /// Lines of its long run.
    pub lines: u64,
    /// Pieces of its long run.
    pub pieces: u64,
    /// How many cycles, then climbs, passed each level.
    pub passed: Vec<u64>,
    /// Games lost that its long run can expect: cycles times the product of the shares passed.
    pub lost: f64,
    /// Moves made.
    pub moves: u64,
}

impl Estimate {
    /// Games, played to their ends, that give an interval as narrow; none where there is no mean.
    pub fn games_worth(&self) -> Option<f64> {
        self.mean?;
        let width = libm::log(self.interval.high / self.interval.low);
        // 2 · 1.96 / width, squared: the logarithm of a mean of n geometric games has a variance of 1 / n.
        (width > 0.0 && width.is_finite()).then(|| 15.366 / (width * width))
    }

    /// The standard deviation of what the repeats found, their games lost, over its mean. Above [`UNSTEADY`] the interval is not to be relied
    /// on; none where nothing was lost.
    pub fn spread(&self) -> Option<f64> {
        let n = self.repeats.len() as f64;
        let mean = self.repeats.iter().map(|repeat| repeat.lost).sum::<f64>() / n;
        let squares = self.repeats.iter().map(|r| (r.lost - mean).powi(2));
        let variance = squares.sum::<f64>() / (n - 1.0);
        (mean > 0.0).then(|| variance.sqrt() / mean)
    }

    /// Whether more climbs are needed for the interval to be relied on.
    pub fn unsteady(&self) -> bool {
        self.spread().is_none_or(|spread| spread > UNSTEADY)
    }

    /// The moves that playing games to their ends would take for an interval as narrow, over the moves made.
    pub fn speed_up(&self) -> Option<f64> {
        Some(self.games_worth()? * self.pieces? / self.moves as f64)
    }
}

/// Estimates the mean lines of a player.
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
pub fn estimate<'a>(
    contender: impl Into<Contender<'a>>,
    seed: u64,
    settings: &Settings,
    backend: &dyn Backend,
    watch: &Watch,
) -> Result<Estimate, EstimateError> {
    let contender = contender.into();
    settings.check()?;
    by_chance(&contender.rules().pieces)?;
    if !contender.is_stateless() {
        return Err(EstimateError::Memory(contender.name().to_string()));
    }
    let mut field = Field {
        contender,
        seed,
        danger: settings.danger,
        low: 0,
        backend,
        watch,
    };
    let plan = levels::plan(field, settings.climbs, settings.target)?;
    if let Some(Stuck { danger, climbs }) = plan.stuck {
        return Err(EstimateError::Stuck { danger, climbs });
    }
    field.low = plan.low;
    // As many repeats side by side as keep threads busy with long runs, and whoever plays with climbs.
    let busy = (2 * backend.at_once()).div_ceil(settings.climbs);
    let group = busy.max(backend.threads() as u64);
    let mut repeats = Vec::new();
    let mut heights = Heights::default();
    while (repeats.len() as u64) < settings.repeats {
        let first = repeats.len() as u64;
        let numbers: Vec<u64> = (first..settings.repeats.min(first + group)).collect();
        match repeated(field, &plan.levels, settings.climbs, &numbers) {
            Ok(done) => {
                watch.count_games(done.len() as u64, 0);
                for (repeat, part) in done {
                    repeats.push(repeat);
                    heights += &part;
                }
            }
            // What was done before somebody stopped it is an estimate too.
            Err(Halt::Stopped) => break,
            Err(halt) => return Err(halt.into()),
        }
    }
    if repeats.len() < 2 {
        return Err(EstimateError::Stopped);
    }
    Ok(concluded(contender, seed, settings, plan, repeats, heights))
}

/// Refuses pieces without chance.
pub(crate) fn by_chance(source: &Source) -> Result<(), EstimateError> {
    match source {
        Source::Uniform | Source::Weighted(_) | Source::Bag => Ok(()),
        _ => Err(EstimateError::NoChance(source.to_string())),
    }
}

/// Some repeats, each a long run and then climbs from level to level; the climbs of all from one level are played together.
fn repeated(
    field: Field,
    levels: &[i32],
    count: u64,
    numbers: &[u64],
) -> Result<Vec<(Repeat, Heights)>, Halt> {
    let mut targets = levels.iter().copied().chain([LOST]);
    let first = targets.next().unwrap_or(LOST);
    let threads = field.backend.threads();
    // A long run is one game after another, which no machine plays faster than a thread.
    let runs = in_order(numbers.len() as u64, threads, field.watch, |index| {
        let mut entrances: Vec<Entrance> = Vec::new();
        let stream = stream_number(numbers[index as usize], 0, 0);
        let run = long_run(field, stream, count / 10 + 1, count, |peaks| {
            entrances.extend(reaching(peaks, first));
        })?;
        let repeat = Repeat {
            cycles: run.cycles,
            lines: run.lines,
            pieces: run.pieces,
            passed: vec![entrances.len() as u64],
            lost: entrances.len() as f64,
            moves: run.moves,
        };
        Ok((entrances, repeat, run.heights))
    });
    if runs.len() < numbers.len() {
        return Err(Halt::Stopped);
    }
    let mut runs = runs.into_iter().collect::<Result<Vec<_>, Halt>>()?;
    for (stage, level) in (1..).zip(targets) {
        let mut from = Vec::new();
        for (&number, (entrances, ..)) in numbers.iter().zip(&runs) {
            if !entrances.is_empty() {
                let starts = resample(field.seed, number, stage, entrances, count);
                let stream = |index| stream_number(number, stage, index);
                from.extend(starts.into_iter().zip((0..).map(stream)));
            }
        }
        let mut climbed = climbs(field, &from, level)?.into_iter();
        for (entrances, repeat, _) in &mut runs {
            if entrances.is_empty() {
                repeat.passed.push(0);
                continue;
            }
            entrances.clear();
            for climb in climbed.by_ref().take(count as usize) {
                repeat.moves += climb.moves;
                entrances.extend(climb.entrance);
            }
            repeat.passed.push(entrances.len() as u64);
            repeat.lost *= entrances.len() as f64 / count as f64;
        }
    }
    let done = runs.into_iter();
    Ok(done.map(|(_, repeat, heights)| (repeat, heights)).collect())
}

/// Draws positions to begin climbs from: systematically, so that each is drawn as often as any other or once more, which ones being
/// left to chance. Every position has the same expected number of climbs, as if each climb drew anew, with less noise.
fn resample(seed: u64, repeat: u64, stage: u64, from: &[Entrance], count: u64) -> Vec<Entrance> {
    let stream = Stream::new(seed, stream_number(repeat, stage, 0), Purpose::Sampling);
    let block = stream.block(0);
    let bits = u64::from(block[0]) << 32 | u64::from(block[1]);
    let offset = (bits >> 11) as f64 / (1_u64 << 53) as f64;
    let spacing = from.len() as f64 / count as f64;
    (0..count)
        .map(|index| {
            let place = ((index as f64 + offset) * spacing) as usize;
            from[place.min(from.len() - 1)]
        })
        .collect()
}

fn concluded(
    contender: Contender,
    seed: u64,
    settings: &Settings,
    plan: Plan,
    repeats: Vec<Repeat>,
    heights: Heights,
) -> Estimate {
    let column = |of: fn(&Repeat) -> f64| repeats.iter().map(of).collect::<Vec<f64>>();
    let (lines, lost) = (column(|r| r.lines as f64), column(|r| r.lost));
    let sum = |column: &[f64]| column.iter().sum::<f64>();
    let (cycles, pieces) = (
        sum(&column(|r| r.cycles as f64)),
        sum(&column(|r| r.pieces as f64)),
    );
    let result = ratio_of_sums(&lines, &lost, Level::P95);
    let dangers = plan.levels.iter().copied().map(Some).chain([None]);
    let levels = dangers
        .enumerate()
        .map(|(index, danger)| {
            let passed: u64 = repeats.iter().map(|repeat| repeat.passed[index]).sum();
            let share = passed as f64 / (repeats.len() as u64 * settings.climbs) as f64;
            Passed { danger, share }
        })
        .collect();
    Estimate {
        schema: SCHEMA,
        kind: KIND.to_string(),
        controller: contender.name().to_string(),
        search: contender.search(),
        rules: contender
            .rules()
            .settings()
            .map(|(name, value)| (name.to_string(), value))
            .collect(),
        seed,
        settings: *settings,
        interrupted: (repeats.len() as u64) < settings.repeats,
        low: plan.low,
        levels,
        mean: result.map(|(mean, _)| mean),
        interval: result.map_or(Interval::UNKNOWN, |(_, interval)| interval),
        pieces: result.map(|_| pieces / sum(&lost)),
        lines_per_cycle: sum(&lines) / cycles,
        lost_per_cycle: sum(&lost) / cycles,
        moves: plan.moves + repeats.iter().map(|repeat| repeat.moves).sum::<u64>(),
        extrapolation: Extrapolation::of(
            &heights,
            contender.rules().board.height(),
            sum(&lines) / pieces,
        ),
        repeats,
        heights,
    }
}

#[cfg(test)]
mod tests;

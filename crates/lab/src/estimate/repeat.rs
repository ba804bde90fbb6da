//! One repeat of an estimate: a long run, then climbs from level to level.

use serde::{Deserialize, Serialize};
use tetrarium_engine::random::{Purpose, Stream};

use super::cycles::{Entrance, Halt, LOST, Setup, climbs, long_run, reaching, stream_number};
use crate::play::{Heights, in_order};

/// One repeat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// The number of cycles of its long run.
    pub cycles: u64,
    /// The lines of its long run.
    pub lines: u64,
    /// The pieces of its long run.
    pub pieces: u64,
    /// The number of cycles, then of climbs, that passed each level.
    pub passed: Vec<u64>,
    /// The expected number of games lost in its long run: cycles times the product of the shares
    /// passed.
    pub lost: f64,
    /// The moves made.
    pub moves: u64,
}

/// Runs repeats side by side: for each a long run, then climbs from level to level. The climbs of
/// all repeats from one level are played together.
pub(super) fn repeated(
    setup: Setup,
    levels: &[i32],
    count: u64,
    numbers: &[u64],
) -> Result<Vec<(Repeat, Heights)>, Halt> {
    let mut targets = levels.iter().copied().chain([LOST]);
    let first = targets.next().unwrap_or(LOST);
    let threads = setup.backend.threads();
    // A long run is one game after another, which no backend plays faster than a thread does.
    let runs = in_order(numbers.len() as u64, threads, setup.watch, |index| {
        let mut entrances: Vec<Entrance> = Vec::new();
        let stream = stream_number(numbers[index as usize], 0, 0);
        let run = long_run(setup, stream, count / 10 + 1, count, |peaks| {
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
                let starts = resample(setup.seed, number, stage, entrances, count);
                let stream = |index| stream_number(number, stage, index);
                from.extend(starts.into_iter().zip((0..).map(stream)));
            }
        }
        let mut climbed = climbs(setup, &from, level)?.into_iter();
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

/// Draws positions to begin climbs from. The draw is systematic: each position is drawn as often as
/// any other or once more, and chance decides which. Every position has the same expected number of
/// climbs as if each climb drew anew, with less noise.
pub(super) fn resample(
    seed: u64,
    repeat: u64,
    stage: u64,
    from: &[Entrance],
    count: u64,
) -> Vec<Entrance> {
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

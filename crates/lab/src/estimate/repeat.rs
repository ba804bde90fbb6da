//! One repeat of an estimate: runs of cycles, then climbs from level to level.

use serde::{Deserialize, Serialize};
use tetrarium_engine::random::{Purpose, Stream};

use super::cycles::{
    Entrance, Halt, LOST, Run, Setup, climbs, number_of_runs, reaching, run, side_by_side,
    stream_number,
};
use crate::play::Heights;

/// One repeat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeat {
    /// The number of cycles of its runs.
    pub cycles: u64,
    /// The lines of its runs.
    pub lines: u64,
    /// The pieces of its runs.
    pub pieces: u64,
    /// The number of cycles, then of climbs, that passed each level.
    pub passed: Vec<u64>,
    /// The expected number of games lost in its runs: cycles times the product of the shares
    /// passed.
    pub lost: f64,
    /// The moves made.
    pub moves: u64,
}

/// Makes repeats side by side: for each some runs, then climbs from level to level. The climbs of
/// all repeats from one level are played together.
pub(super) fn repeated(
    setup: Setup,
    levels: &[i32],
    count: u64,
    numbers: &[u64],
) -> Result<Vec<(Repeat, Heights)>, Halt> {
    let mut targets = levels.iter().copied().chain([LOST]);
    let first = targets.next().unwrap_or(LOST);
    let mut runs = first_entrances(setup, first, count, numbers)?;
    for (stage, level) in (1..).zip(targets) {
        let mut from = Vec::new();
        for (&number, (entrances, ..)) in numbers.iter().zip(&runs) {
            if !entrances.is_empty() {
                let starts = resample(setup.seed, number, stage, entrances, count);
                let stream = |index| stream_number(number, stage, index);
                from.extend(starts.zip((0..).map(stream)));
            }
        }
        let passed: Vec<(Vec<Entrance>, u64)> = {
            let mut climbed = climbs(setup, &from, level)?;
            let of_repeat = |(entrances, ..): &(Vec<Entrance>, _, _)| {
                let climbs = if entrances.is_empty() { 0 } else { count };
                let mut moves = 0;
                let own = climbed.by_ref().take(climbs as usize);
                let own = own.inspect(|climb| moves += climb.moves);
                let reached = own.filter_map(|climb| climb.entrance).collect();
                (reached, moves)
            };
            runs.iter().map(of_repeat).collect()
        };
        for ((entrances, repeat, _), (reached, moves)) in runs.iter_mut().zip(passed) {
            *entrances = reached;
            repeat.moves += moves;
            repeat.passed.push(entrances.len() as u64);
            repeat.lost *= entrances.len() as f64 / count as f64;
        }
    }
    let done = runs.into_iter();
    Ok(done.map(|(_, repeat, heights)| (repeat, heights)).collect())
}

/// The runs of all repeats, side by side: the entrances to the first level, in the order of the
/// runs, and what the repeats have come to so far.
fn first_entrances(
    setup: Setup,
    level: i32,
    count: u64,
    numbers: &[u64],
) -> Result<Vec<(Vec<Entrance>, Repeat, Heights)>, Halt> {
    let each = number_of_runs(count);
    let runs = side_by_side(setup, numbers.len() as u64 * each, |task| {
        let mut entrances: Vec<Entrance> = Vec::new();
        let first = stream_number(numbers[(task / each) as usize], 0, 0);
        let run = run(setup, first, task % each, count, |peaks| {
            entrances.extend(reaching(peaks, level));
        })?;
        Ok((entrances, run))
    })?;
    let together = |runs: &[(Vec<Entrance>, Run)]| {
        let sum = |of: fn(&Run) -> u64| runs.iter().map(|(_, run)| of(run)).sum::<u64>();
        let entrances: Vec<Entrance> = runs.iter().flat_map(|(own, _)| own.clone()).collect();
        let repeat = Repeat {
            cycles: sum(|run| run.cycles),
            lines: sum(|run| run.lines),
            pieces: sum(|run| run.pieces),
            passed: vec![entrances.len() as u64],
            lost: entrances.len() as f64,
            moves: sum(|run| run.moves),
        };
        let heights = runs.iter().map(|(_, run)| &run.heights).sum();
        (entrances, repeat, heights)
    };
    Ok(runs.chunks(each as usize).map(together).collect())
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
) -> impl Iterator<Item = &Entrance> {
    let stream = Stream::new(seed, stream_number(repeat, stage, 0), Purpose::Sampling);
    let block = stream.block(0);
    let bits = u64::from(block[0]) << 32 | u64::from(block[1]);
    let offset = (bits >> 11) as f64 / (1_u64 << 53) as f64;
    let spacing = from.len() as f64 / count as f64;
    (0..count).map(move |index| {
        let place = ((index as f64 + offset) * spacing) as usize;
        &from[place.min(from.len() - 1)]
    })
}

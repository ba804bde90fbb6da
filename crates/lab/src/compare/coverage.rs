//! Coverage of the intervals of a ratio: how many hold the true ratio, where the means are known
//! because the games are drawn. `examples/ratios.rs` makes the table of `docs/MEASURING.md`.

use tetrarium_engine::Rules;

use crate::measure::Measurement;
use crate::measure::drawn::{Drawn, DrawnAgent};
use crate::play::{Backend, Contender, Length, Shard, Watch, Work, in_order};
use crate::statistics::{Interval, Level, binomial_test};

/// Two agents of known means, and the games of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cell {
    /// The means.
    pub means: [f64; 2],
    /// The number of games of each agent.
    pub games: u64,
    /// The number of lines after which a game is cut; none for whole games.
    pub cut: [Option<u64>; 2],
    /// The seed of the first comparison; each of the following has the next.
    pub seed: u64,
}

/// How many intervals hold the true ratio.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatioCoverage {
    /// The number of comparisons.
    pub repeats: u64,
    /// Intervals that hold the true ratio.
    pub covered: u64,
    /// Intervals wholly below the true ratio.
    pub below: u64,
    /// Intervals wholly above the true ratio.
    pub above: u64,
    /// Intervals without a lower or without an upper bound.
    pub one_sided: u64,
    /// The probability of as few intervals that hold the ratio, or fewer, if the share is 95 %.
    pub p_value: f64,
    /// Half the width of the other intervals on the scale of the logarithm, on average.
    pub half_width: f64,
}

/// Makes independent comparisons in a cell and counts how many intervals hold the true ratio.
/// `interval` is the method: the interval of a ratio from two measurements.
///
/// ```
/// use tetrarium_lab::compare::{Ratio, coverage::{Cell, ratio_coverage}};
/// let cell = Cell { means: [3.0, 0.5], games: 20, cut: [None, None], seed: 1 };
/// let found = ratio_coverage(cell, 50, 1, |a, b| Ratio::of(a, b).comparison.interval);
/// assert_eq!(found.covered + found.below + found.above, 50);
/// ```
///
/// # Panics
///
/// If a mean is not positive and finite.
pub fn ratio_coverage(
    cell: Cell,
    repeats: u64,
    threads: usize,
    interval: impl Fn(&Measurement, &Measurement) -> Interval + Sync,
) -> RatioCoverage {
    let agent = |name, mean| DrawnAgent::new(name, mean).expect("a positive mean");
    let agents = [agent("a", cell.means[0]), agent("b", cell.means[1])];
    let backend = Drawn(agents.to_vec());
    let rules = Rules::default();
    let truth = cell.means[0] / cell.means[1];
    let watch = Watch::default();
    let intervals: Vec<Interval> = in_order(repeats, threads, &watch, |repeat| {
        let measured = [0, 1].map(|index| {
            let contender = Contender::new(&agents[index], &rules);
            let shard = Shard {
                seed: cell.seed.wrapping_add(repeat),
                first: 0,
                games: cell.games,
                length: cell.cut[index].map_or(Length::Whole, Length::AtMost),
            };
            let played = backend.play(&[Work { contender, shard }], &watch);
            let records = played.expect("drawn games do not fail").remove(0);
            Measurement::new(contender, &shard, &records)
        });
        interval(&measured[0], &measured[1])
    });
    let count = |holds: &dyn Fn(&Interval) -> bool| {
        intervals.iter().filter(|interval| holds(interval)).count() as u64
    };
    let bounded = |interval: &Interval| interval.low > 0.0 && interval.high.is_finite();
    let widths: Vec<f64> = intervals
        .iter()
        .filter(|interval| bounded(interval))
        .map(|interval| 0.5 * libm::log(interval.high / interval.low))
        .collect();
    let covered = count(&|interval| interval.contains(truth));
    let is_enough = covered as f64 >= Level::P95.value() * repeats as f64;
    RatioCoverage {
        repeats,
        covered,
        below: count(&|interval| interval.high < truth),
        above: count(&|interval| interval.low > truth),
        one_sided: count(&|interval| !bounded(interval)),
        p_value: match is_enough {
            true => 1.0,
            false => 0.5 * binomial_test(covered, repeats, Level::P95.value()),
        },
        half_width: widths.iter().sum::<f64>() / widths.len() as f64,
    }
}

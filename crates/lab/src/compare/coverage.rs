//! Checks of comparisons on drawn games, whose means are known: how many intervals of a ratio hold
//! the true ratio, and how often a comparison until decided decides wrongly. `examples/ratios.rs`
//! and `examples/deciding.rs` make the tables of `docs/MEASURING.md`.

use tetrarium_engine::Rules;

use super::sequential::{Because, Sequential, until_decided};
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
    let agents = drawn_agents(cell.means);
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
            let mut records = played.expect("drawn games do not fail").remove(0);
            for record in &mut records {
                record.pieces = record.pieces.saturating_mul(PIECES);
            }
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

/// The pieces for each line and for the end of a drawn game. Drawn games have no safe beginning, so
/// one that is cut has to be far longer than any beginning on the board.
const PIECES: u64 = 1_000_000;

/// Two agents of these means.
fn drawn_agents([a, b]: [f64; 2]) -> [DrawnAgent; 2] {
    let agent = |name, mean| DrawnAgent::new(name, mean).expect("a positive mean");
    [agent("a", a), agent("b", b)]
}

/// How comparisons until decided end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DecisionRates {
    /// The number of comparisons.
    pub repeats: u64,
    /// Comparisons decided for the first agent.
    pub first: u64,
    /// Comparisons decided for the second agent.
    pub second: u64,
    /// The games of each agent, on average.
    pub games: f64,
}

/// Compares two agents of known means until decided, again and again with other games. `order` is
/// that of the first comparison; each of the following has the next seed.
///
/// ```
/// use tetrarium_lab::compare::{Sequential, coverage::decision_rates};
/// let order = Sequential::new(0.05).unwrap();
/// let rates = decision_rates([50.0, 5.0], &order, 20, 1);
/// assert_eq!((rates.first, rates.second), (20, 0));
/// ```
///
/// # Panics
///
/// If a mean is not positive and finite.
pub fn decision_rates(
    means: [f64; 2],
    order: &Sequential,
    repeats: u64,
    threads: usize,
) -> DecisionRates {
    let agents = drawn_agents(means);
    let backend = Drawn(agents.to_vec());
    let rules = Rules::default();
    let watch = Watch::default();
    let ends: Vec<(Option<bool>, u64)> = in_order(repeats, threads, &watch, |repeat| {
        let contenders = [0, 1].map(|index| Contender::new(&agents[index], &rules));
        let mut order = *order;
        order.seed = order.seed.wrapping_add(repeat);
        let concluded = until_decided(contenders, &order, &backend, &watch, |_, _| {});
        let decided = concluded.decision.because == Because::Decided;
        let games = concluded.measurements[0].tally.games();
        (decided.then_some(concluded.interval.low > 1.0), games)
    });
    let count = |end| ends.iter().filter(|(decided, _)| *decided == end).count() as u64;
    let games: u64 = ends.iter().map(|(_, games)| games).sum();
    DecisionRates {
        repeats,
        first: count(Some(true)),
        second: count(Some(false)),
        games: games as f64 / repeats as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::super::Ratio;
    use super::*;

    /// A short version of `examples/ratios.rs`. The test of each cell is one-sided at 10⁻³ over the
    /// number of cells.
    #[test]
    fn intervals_hold_the_true_ratio_for_whole_lines_at_any_mean() {
        let cells = [
            ([0.05, 0.05], 400, None),
            ([5000.0, 0.05], 50, None),
            ([1.0, 0.3], 50, None),
            ([4.0, 4.0], 10, None),
            ([300.0, 20.0], 50, Some([600, 2])),
            ([5000.0, 5000.0], 50, Some([2500, 2500])),
        ];
        for (number, (means, games, cut)) in (0..).zip(cells) {
            let cell = Cell {
                means,
                games,
                cut: cut.map_or([None, None], |cut| cut.map(Some)),
                seed: number << 32,
            };
            let found = ratio_coverage(cell, 200, 2, |a, b| Ratio::of(a, b).comparison.interval);
            assert!(
                found.p_value > 0.001 / cells.len() as f64,
                "{cell:?} {found:?}"
            );
        }
    }

    /// A short version of `examples/deciding.rs`.
    #[test]
    fn comparisons_until_decided_are_rarely_wrong() {
        let mut order = Sequential::new(0.05).unwrap();
        for mean in [0.3, 20.0] {
            order.budget = Some((300.0 * (mean + 1.0)) as u64);
            let equal = decision_rates([mean, mean], &order, 200, 2);
            // At 5 %, more than 22 of 200 have a probability of 10⁻⁴.
            assert!(equal.first + equal.second <= 22, "{mean} {equal:?}");
            order.budget = None;
            let better = decision_rates([2.0 * mean, mean], &order, 60, 2);
            assert!(better.first >= 57, "{mean} {better:?}");
        }
    }

    #[test]
    fn a_budget_that_is_spent_leaves_it_undecided_and_decides_what_is_clear() {
        let agents = drawn_agents([1e9, 10.0]);
        let rules = Rules::default();
        let contenders = [0, 1].map(|index| Contender::new(&agents[index], &rules));
        let backend = Drawn(agents.to_vec());
        let mut order = Sequential::new(0.05).unwrap();
        order.budget = Some(100_000);
        let watch = Watch::default();
        let compare = |contenders| until_decided(contenders, &order, &backend, &watch, |_, _| {});
        // The first agent is never lost within the budget.
        let clear = compare(contenders);
        assert_eq!(clear.decision.because, Because::Decided);
        assert!(clear.interval.low > 100.0 && clear.interval.high.is_infinite());
        assert_eq!(
            (clear.decision.looks, clear.measurements[0].order.as_ref()),
            (1, None)
        );
        // Neither agent is lost: nothing can be said.
        let equal = compare([contenders[0], contenders[0]]);
        assert_eq!(equal.decision.because, Because::Budget);
        watch.stop();
        let stopped = compare(contenders);
        assert_eq!(
            (stopped.decision.because, stopped.decision.looks),
            (Because::Interrupted, 0)
        );
    }
}

//! Merging of measurements of separate games of the same agent.
//!
//! Sums of whole numbers add up exactly, so a range of games measured in parts gives the mean and
//! interval of the whole range, to the last bit. Quartiles and the test of the geometric law need
//! every game's score: they are computed anew where all parts carry their scores
//! ([`Measurement::keeping_scores`]) and are left out otherwise. Without scores, the interval no
//! longer rests on the geometric law if any of `k` parts rejects the law at a `k`-th of the usual
//! level (Bonferroni's bound, so that many parts do not reject a true law more often than one).

use std::collections::BTreeSet;

use crate::measure::{KIND, Measurement, Method, REJECTED_BELOW, Range, Score as Averaged};
use crate::records::{
    Difference, LineError, OrderRecord, Raw, Told, differ, differing_agents, read_lines,
};
use crate::statistics::Tally;

/// Why measurements cannot be merged.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There is no measurement.
    #[error("there is no measurement to merge")]
    Nothing,
    /// A line is not a measurement.
    #[error("line {line} is not a measurement: {message}")]
    Unreadable {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with the line.
        message: String,
    },
    /// Two measurements differ in something that must be the same.
    #[error(
        "measurements {first} and {second} differ in {what}: {here} and {there}; only measurements with the same value can be merged"
    )]
    Different {
        /// The number of the first measurement, from 1.
        first: usize,
        /// The number of the second measurement.
        second: usize,
        /// What differs.
        what: String,
        /// Its value in the first measurement.
        here: String,
        /// Its value in the second measurement.
        there: String,
    },
    /// Two measurements hold the same games.
    #[error(
        "measurements {first} and {second} both hold games {from} to {to}: counted twice they would make the interval too narrow"
    )]
    Overlap {
        /// The number of the first measurement, from 1.
        first: usize,
        /// The number of the second measurement.
        second: usize,
        /// The first game that both hold.
        from: u64,
        /// The last game that both hold.
        to: u64,
    },
    /// A record of schema 1 does not say which agent played.
    #[error(
        "measurement {0} is of schema 1 and does not hold its agent: its identity is unknown, and only measurements of the same agent can be merged; measure it again"
    )]
    UnknownIdentity(usize),
    /// A measurement of points lacks the scores, without which the spread of points is not known.
    #[error(
        "measurement {0} averages points and does not carry the score of each game, without which points cannot be merged"
    )]
    NoScores(usize),
}

/// Reads measurements from JSON Lines; empty lines are skipped.
///
/// # Errors
///
/// If a line is not a measurement.
pub fn read(text: &str) -> Result<Vec<Measurement>, MergeError> {
    let measurement = |raw: Raw| match raw.kind() {
        KIND => Measurement::from_raw(raw),
        _ => Err(raw.refused(KIND)),
    };
    read_lines(text, measurement).map_err(|LineError { line, error }| MergeError::Unreadable {
        line,
        message: error.to_string(),
    })
}

/// Merges measurements of separate games of the same agent under the same rules and seed, in any
/// order.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// use tetrarium_lab::{Length, Measurement, Shard, Watch, measure::merge, play};
///
/// let mut rules = Rules::default();
/// rules.set("board", "6x6").unwrap();
/// let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
/// let measure = |first, games| {
///     let shard = Shard { seed: 1, first, games, length: Length::Whole };
///     let records = play(&player, &shard, 1, &Watch::default());
///     Measurement::new(&player, &shard, &records).keeping_scores(&records)
/// };
/// let merged = merge(&[measure(6, 14), measure(0, 6)]).unwrap();
/// assert_eq!(merged, measure(0, 20));
/// assert!(merge(&[measure(0, 7), measure(6, 2)]).is_err());
/// ```
///
/// # Errors
///
/// If there is no measurement, or two measurements differ in agent, rules, seed or score, or the
/// identity of one is unknown, or they hold the same games, or points come without the score of
/// each game.
pub fn merge(measurements: &[Measurement]) -> Result<Measurement, MergeError> {
    let base = measurements.first().ok_or(MergeError::Nothing)?;
    let unknown = measurements.iter().position(|one| one.identity.is_none());
    if let (Some(unknown), true) = (unknown, measurements.len() > 1) {
        return Err(MergeError::UnknownIdentity(unknown + 1));
    }
    for (index, other) in measurements.iter().enumerate().skip(1) {
        if let Some((what, here, there)) = difference(base, other) {
            return Err(MergeError::Different {
                first: 1,
                second: index + 1,
                what,
                here,
                there,
            });
        }
    }
    let parts = parts_in_order(measurements)?;
    let in_order: Vec<&Measurement> = {
        let mut seen = BTreeSet::new();
        let order = parts.iter().map(|(_, index)| *index);
        order
            .filter(|index| seen.insert(*index))
            .map(|index| &measurements[index])
            .collect()
    };
    // The scores are in game order only where the parts do not interleave.
    let interleaved = parts.windows(2).filter(|w| w[0].1 != w[1].1).count() + 1 > in_order.len();
    let scores: Option<Vec<u64>> = in_order
        .iter()
        .map(|part| part.scores.as_deref())
        .collect::<Option<Vec<_>>>()
        .map(|scores| scores.concat());
    if let (Averaged::Reward { .. }, None) = (base.score, &scores) {
        let missing = measurements.iter().position(|m| m.scores.is_none());
        return Err(MergeError::NoScores(missing.unwrap_or(0) + 1));
    }
    let level = REJECTED_BELOW / measurements.len() as f64;
    let rejected = measurements.iter().any(|part| match &part.geometric_law {
        Some(test) => test.p_value < level,
        // A part that was merged without scores has no test; its method tells.
        None => part.tally.cut == 0 && part.method == Method::Empirical,
    });
    let ranges = joined(parts.into_iter().map(|(range, _)| range));
    let tally: Tally = measurements.iter().map(|part| part.tally).sum();
    let mut merged = base.clone();
    merged.tally = tally;
    merged.reward = sum(measurements.iter().map(|part| part.reward));
    merged.games.first = ranges.first().map_or(0, |range| range.first);
    merged.games.asked = sum(ranges.iter().map(|range| range.games));
    merged.games.finished = tally.finished;
    merged.games.cut = tally.cut;
    merged.games.interrupted = measurements.iter().any(|part| part.games.interrupted);
    merged.order = order_of(measurements, &ranges);
    merged.made = None;
    merged.games.ranges = if ranges.len() > 1 { ranges } else { Vec::new() };
    merged.stopped = None;
    merged.scores = None;
    let heights = measurements.iter().map(|part| part.heights.as_ref());
    merged.heights = heights.sum();
    let mut merged = merged.concluded(scores.as_deref(), rejected);
    merged.scores = scores.filter(|_| !interleaved);
    Ok(merged)
}

fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}

/// The first thing in which the measurements differ and must not.
fn difference(a: &Measurement, b: &Measurement) -> Option<Difference> {
    let averaged = |m: &Measurement| match m.score {
        Averaged::Lines { max_pieces: None } => "lines of whole games".to_string(),
        Averaged::Lines {
            max_pieces: Some(pieces),
        } => format!("lines of games of at most {pieces} pieces"),
        Averaged::Reward { placements } => format!("points of {placements} placements"),
    };
    differing_agents(agent(a), agent(b))
        .or_else(|| differ("seed", a.seed.to_string(), b.seed.to_string()))
        .or_else(|| differ("what is averaged", averaged(a), averaged(b)))
}

fn agent(m: &Measurement) -> Told<'_> {
    (&m.controller, &m.search, m.identity.as_ref(), &m.rules)
}

/// The order that makes a merged measurement again: one range of games, if there is no gap and no
/// part had a budget or a precision.
fn order_of(measurements: &[Measurement], ranges: &[Range]) -> Option<OrderRecord> {
    let &[Range { first, games }] = ranges else {
        return None;
    };
    let orders: Option<Vec<OrderRecord>> = measurements.iter().map(|part| part.order).collect();
    match orders?.first()? {
        OrderRecord::Games { seed, length, .. }
            if measurements.iter().all(|part| {
                matches!(part.order, Some(OrderRecord::Games { budget: None, .. }))
            }) =>
        {
            Some(OrderRecord::Games {
                seed: *seed,
                first,
                games,
                length: *length,
                budget: None,
            })
        }
        _ => None,
    }
}

/// All ranges with the index of the measurement that each belongs to, sorted.
fn parts_in_order(measurements: &[Measurement]) -> Result<Vec<(Range, usize)>, MergeError> {
    let mut parts: Vec<(Range, usize)> = Vec::new();
    for (index, measurement) in measurements.iter().enumerate() {
        let games = &measurement.games;
        if games.ranges.is_empty() {
            let (first, games) = (games.first, games.asked);
            parts.push((Range { first, games }, index));
        } else {
            parts.extend(games.ranges.iter().map(|range| (*range, index)));
        }
    }
    parts.sort_unstable();
    for pair in parts.windows(2) {
        let ((a, first), (b, second)) = (pair[0], pair[1]);
        let end = a.first.saturating_add(a.games);
        if end > b.first && b.games > 0 {
            let last = end.min(b.first.saturating_add(b.games)) - 1;
            return Err(MergeError::Overlap {
                first: first.min(second) + 1,
                second: first.max(second) + 1,
                from: b.first,
                to: last,
            });
        }
    }
    Ok(parts)
}

/// Sorted ranges, with adjoining ranges made one.
fn joined(ranges: impl Iterator<Item = Range>) -> Vec<Range> {
    let mut joined: Vec<Range> = Vec::new();
    for range in ranges.filter(|range| range.games > 0) {
        match joined.last_mut() {
            Some(last) if last.first.saturating_add(last.games) == range.first => {
                last.games = last.games.saturating_add(range.games);
            }
            _ => joined.push(range),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Heights;
    use crate::{Length, Shard, Watch, play};
    use tetrarium_engine::{Player, Rules, catalogue};

    #[test]
    fn heights_add_up_where_all_parts_have_them() {
        let counted = |first, games| Measurement {
            heights: Some(Heights {
                counts: vec![first, games],
            }),
            ..plain(first, games, false)
        };
        let merged = merge(&[counted(0, 5), counted(5, 3)]).unwrap();
        let counts = vec![5, 8];
        assert_eq!(merged.heights, Some(Heights { counts }));
        let merged = merge(&[counted(0, 5), plain(5, 3, false)]).unwrap();
        assert_eq!(merged.heights, None);
    }

    fn measure(name: &str, rules: &[(&str, &str)], shard: Shard, keep: bool) -> Measurement {
        let mut changed = Rules::default();
        changed.set("board", "6x6").unwrap();
        for (setting, value) in rules {
            changed.set(setting, value).unwrap();
        }
        let player = Player::new(catalogue::named(name).unwrap(), &changed).unwrap();
        let records = play(&player, &shard, 1, &Watch::default());
        let measured = Measurement::new(&player, &shard, &records);
        if keep {
            measured.keeping_scores(&records)
        } else {
            measured
        }
    }

    fn shard(first: u64, games: u64) -> Shard {
        Shard {
            seed: 1,
            first,
            games,
            length: Length::Whole,
        }
    }

    fn plain(first: u64, games: u64, keep: bool) -> Measurement {
        measure("bcts", &[], shard(first, games), keep)
    }

    #[test]
    fn parts_merged_in_any_order_are_the_whole() {
        let whole = plain(0, 60, true);
        let parts = [plain(20, 30, true), plain(50, 10, true), plain(0, 20, true)];
        assert_eq!(merge(&parts).unwrap(), whole);
        // A merged measurement can be merged again.
        let most = merge(&parts[..2]).unwrap();
        assert_eq!(merge(&[parts[2].clone(), most]).unwrap(), whole);
    }

    #[test]
    fn without_scores_mean_and_interval_are_still_those_of_the_whole() {
        let whole = plain(0, 60, false);
        let merged = merge(&[plain(0, 25, false), plain(25, 35, false)]).unwrap();
        assert_eq!((merged.mean, merged.tally), (whole.mean, whole.tally));
        assert_eq!((merged.summary, merged.geometric_law), (None, None));
        if merged.method == whole.method {
            assert!((merged.interval.low / whole.interval.low - 1.0).abs() < 1e-12);
            assert!((merged.interval.high / whole.interval.high - 1.0).abs() < 1e-12);
        }
        assert_eq!(merged.games.asked, 60);
    }

    #[test]
    fn gaps_between_ranges_are_recorded() {
        let merged = merge(&[plain(40, 10, true), plain(0, 10, true)]).unwrap();
        let ranges = [(0, 10), (40, 10)].map(|(first, games)| Range { first, games });
        assert_eq!(merged.games.ranges, ranges);
        assert_eq!((merged.games.first, merged.games.asked), (0, 20));
        // A measurement between the two: the scores no longer come in game order.
        let filled = merge(&[merged.clone(), plain(10, 30, true)]).unwrap();
        assert_eq!(filled.scores, None);
        let whole = plain(0, 50, false);
        assert_eq!(
            (filled.games.clone(), filled.summary.map(|s| s.median)),
            (whole.games.clone(), whole.summary.map(|s| s.median))
        );
        let error = merge(&[merged, plain(5, 1, true)]).unwrap_err();
        assert!(
            error.to_string().contains("both hold games 5 to 5"),
            "{error}"
        );
    }

    #[test]
    fn an_error_names_the_difference() {
        let base = plain(0, 3, true);
        let cut = Shard {
            length: Length::AtMost(9),
            ..shard(3, 3)
        };
        let seed = Shard {
            seed: 2,
            ..shard(3, 3)
        };
        for (other, named) in [
            (
                measure("lee", &[], shard(3, 3), true),
                "controller: bcts and lee",
            ),
            (
                measure("bcts", &[("ties", "random")], shard(3, 3), true),
                "the rule `ties`: first and random",
            ),
            (measure("bcts", &[], seed, true), "seed: 1 and 2"),
            (measure("bcts", &[], cut, true), "at most 9 pieces"),
            (plain(2, 3, true), "both hold games 2 to 2"),
        ] {
            let error = merge(&[base.clone(), other]).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
        assert_eq!(merge(&[]), Err(MergeError::Nothing));
    }

    #[test]
    fn points_are_merged_only_with_the_score_of_each_game() {
        let restarting = |first, keep| {
            let shard = Shard {
                length: Length::Restarting(60),
                ..shard(first, 4)
            };
            measure("bcts", &[], shard, keep)
        };
        let merged = merge(&[restarting(0, true), restarting(4, true)]).unwrap();
        assert_eq!(merged.summary.unwrap().games, 8);
        let error = merge(&[restarting(0, true), restarting(4, false)]);
        assert_eq!(error, Err(MergeError::NoScores(2)));
    }

    #[test]
    fn measurements_are_read_line_by_line() {
        let (a, b) = (plain(0, 3, true), plain(3, 3, false));
        let line = |m: &Measurement| serde_json::to_string(m).unwrap();
        let text = format!("{}\n\n{}\n", line(&a), line(&b));
        assert_eq!(read(&text).unwrap(), [a.clone(), b]);
        let error = read(&format!("{}\n{{}}\n", line(&a))).unwrap_err();
        assert!(error.to_string().starts_with("line 2 is not a measurement"));
        let other = line(&a).replace("\"measurement\"", "\"estimate\"");
        let error = read(&other).unwrap_err().to_string();
        assert!(error.contains("`estimate` is no kind"), "{error}");
    }
}

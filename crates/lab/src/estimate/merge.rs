//! Merging of estimates of the same agent with different seeds.
//!
//! Repeats are independent, whichever seed they have. In each of them the expected lines of its
//! runs are the mean times the expected number of games lost in them, whatever cycles and levels
//! the pilot of its seed chose. So the repeats of several estimates are those of one estimate: the
//! quotient of their sums is the mean, and the spread of all of them gives the interval. The climbs
//! must be equal, so that the repeats are of one size.
//!
//! Repeats that were added until an interval was narrow are not merged: they were stopped because
//! they happened to agree, and their spread is too small.

use tetrarium_engine::Size;

use super::Estimate;
use crate::play::Heights;
use crate::records::{Difference, OrderRecord, Told, differ, differing_agents};

/// Why estimates cannot be merged.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EstimateMergeError {
    /// There is no estimate.
    #[error("there is no estimate to merge")]
    Nothing,
    /// Two estimates differ in something that must be the same.
    #[error(
        "estimates 1 and {second} differ in {what}: {here} and {there}; only estimates with the same value can be merged"
    )]
    Different {
        /// The number of the second estimate, from 1.
        second: usize,
        /// What differs.
        what: String,
        /// Its value in the first estimate.
        here: String,
        /// Its value in the second estimate.
        there: String,
    },
    /// Two estimates hold the same repeats.
    #[error(
        "two estimates have seed {0} and hold the same repeats: counted twice they would make the interval too narrow; make one of them again with another seed"
    )]
    SameSeed(u64),
    /// A record of schema 1 does not say which agent played.
    #[error(
        "estimate {0} is of schema 1 and does not hold its agent: its identity is unknown, and only estimates of the same agent can be merged; make it again"
    )]
    UnknownIdentity(usize),
    /// An estimate was made to a precision.
    #[error(
        "estimate {0} was made to a precision: its repeats were added until they agreed, so that together with others they would make the interval too narrow; make it again with a number of repeats"
    )]
    ToPrecision(usize),
    /// The board of an estimate cannot be read.
    #[error("estimate 1 is of no board: its rule `board` is {0:?}")]
    NoBoard(String),
}

/// Merges estimates of the same agent under the same rules, with the same climbs and different
/// seeds, in any order.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// use tetrarium_lab::estimate::{Settings, estimate, merge_estimates};
/// use tetrarium_lab::{Threads, Watch};
///
/// let mut rules = Rules::default();
/// rules.set("board", "6x6").unwrap();
/// let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
/// let settings = Settings { climbs: 50, repeats: 4, ..Settings::default() };
/// let of_seed = |seed| estimate(&player, seed, &settings, &Threads(1), &Watch::default()).unwrap();
/// let merged = merge_estimates(&[of_seed(1), of_seed(2)]).unwrap();
/// assert_eq!(merged.repeats.len(), 8);
/// assert!(merge_estimates(&[of_seed(1), of_seed(1)]).is_err());
/// ```
///
/// # Errors
///
/// If there is no estimate, or two differ in agent, rules, climbs, method or danger or have the
/// same seed, or the identity of one is unknown, or one was made to a precision.
pub fn merge_estimates(estimates: &[Estimate]) -> Result<Estimate, EstimateMergeError> {
    let base = estimates.first().ok_or(EstimateMergeError::Nothing)?;
    if estimates.len() == 1 {
        return Ok(base.clone());
    }
    for (number, one) in (1..).zip(estimates) {
        if one.identity.is_none() {
            return Err(EstimateMergeError::UnknownIdentity(number));
        }
        let to_precision = matches!(
            one.order,
            Some(OrderRecord::Climbs {
                precision: Some(_),
                ..
            })
        );
        if to_precision {
            return Err(EstimateMergeError::ToPrecision(number));
        }
        if let Some((what, here, there)) = difference(base, one) {
            return Err(EstimateMergeError::Different {
                second: number,
                what,
                here,
                there,
            });
        }
    }
    let board = base.rules.get("board").map_or("", String::as_str);
    let no_board = |_| EstimateMergeError::NoBoard(board.to_string());
    let board: Size = board.parse().map_err(no_board)?;
    let mut parts: Vec<&Estimate> = estimates.iter().collect();
    parts.sort_by_key(|one| one.seed);
    let mut seeds: Vec<u64> = parts.iter().flat_map(|one| one.all_seeds()).collect();
    seeds.sort_unstable();
    if let Some(twice) = seeds.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(EstimateMergeError::SameSeed(twice[0]));
    }
    let mut merged = parts[0].clone();
    merged.order = None;
    merged.made = None;
    merged.seed = seeds[0];
    merged.seeds = seeds;
    merged.interrupted = parts.iter().any(|one| one.interrupted);
    merged.levels = Vec::new();
    merged.repeats = parts.iter().flat_map(|one| one.repeats.clone()).collect();
    merged.settings.repeats = merged.repeats.len() as u64;
    merged.moves = parts
        .iter()
        .fold(0, |sum, one| one.moves.saturating_add(sum));
    merged.heights = parts.iter().map(|one| &one.heights).sum::<Heights>();
    Ok(merged.of_repeats(board.height()))
}

impl Estimate {
    /// The seeds of its repeats.
    fn all_seeds(&self) -> Vec<u64> {
        match &self.seeds[..] {
            [] => vec![self.seed],
            seeds => seeds.to_vec(),
        }
    }
}

/// The first thing in which the estimates differ and must not.
fn difference(a: &Estimate, b: &Estimate) -> Option<Difference> {
    let setting = |what: &str, of: fn(&Estimate) -> String| differ(what, of(a), of(b));
    differing_agents(agent(a), agent(b))
        .or_else(|| setting("climbs", |one| one.settings.climbs.to_string()))
        .or_else(|| setting("method", |one| one.method.to_string()))
        .or_else(|| setting("target", |one| one.settings.target.to_string()))
        .or_else(|| {
            setting("danger", |one| {
                format!("{:?}", one.settings.danger).to_lowercase()
            })
        })
}

fn agent(one: &Estimate) -> Told<'_> {
    (
        &one.controller,
        &one.search,
        one.identity.as_ref(),
        &one.rules,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::{Settings, estimate, estimate_to};
    use crate::{Threads, Watch};
    use tetrarium_engine::{Player, Rules, catalogue};

    fn player(name: &str) -> Player {
        let mut rules = Rules::default();
        rules.set("board", "8x6").unwrap();
        Player::new(catalogue::named(name).unwrap(), &rules).unwrap()
    }

    fn settings(climbs: u64) -> Settings {
        Settings {
            climbs,
            repeats: 6,
            ..Settings::default()
        }
    }

    fn of(name: &str, seed: u64, climbs: u64) -> Estimate {
        let watch = Watch::default();
        estimate(&player(name), seed, &settings(climbs), &Threads(1), &watch).unwrap()
    }

    #[test]
    fn the_repeats_of_all_parts_make_the_mean_and_its_interval() {
        let parts = [1, 2, 3, 4].map(|seed| of("bcts", seed, 60));
        let merged = merge_estimates(&parts).unwrap();
        let (mut lines, mut lost) = (0.0, 0.0);
        for repeat in parts.iter().flat_map(|part| &part.repeats) {
            lines += repeat.lines as f64;
            lost += repeat.lost;
        }
        assert!((merged.mean.unwrap() / (lines / lost) - 1.0).abs() < 1e-12);
        assert_eq!(
            (merged.seeds.as_slice(), merged.seed),
            (&[1, 2, 3, 4][..], 1)
        );
        assert_eq!(merged.settings.repeats, 24);
        assert_eq!(
            merged.moves,
            parts.iter().map(|part| part.moves).sum::<u64>()
        );
        let width = |one: &Estimate| libm::log(one.interval.high / one.interval.low);
        let narrowest = parts.iter().map(width).fold(f64::INFINITY, f64::min);
        assert!(width(&merged) < narrowest, "{merged:?}");
        // The order does not matter, and a record of it is read as it is written.
        let backwards: Vec<Estimate> = parts.iter().rev().cloned().collect();
        assert_eq!(merge_estimates(&backwards).unwrap(), merged);
        let line = serde_json::to_string(&merged).unwrap();
        assert_eq!(serde_json::from_str::<Estimate>(&line).unwrap(), merged);
        // A merged estimate is merged again.
        let most = merge_estimates(&parts[..3]).unwrap();
        let all = merge_estimates(&[parts[3].clone(), most.clone()]).unwrap();
        assert_eq!(all, merged);
        let twice = merge_estimates(&[most, parts[1].clone()]);
        assert_eq!(twice, Err(EstimateMergeError::SameSeed(2)));
    }

    /// How often the intervals of two merged estimates hold the mean, which is 39.44 ± 0.12
    /// (100,000 games).
    #[test]
    fn merged_intervals_hold_the_mean() {
        let player = player("bcts");
        let watch = Watch::default();
        let of_seed = |seed| estimate(&player, seed, &settings(40), &Threads(1), &watch).unwrap();
        let holds = |number: &u64| {
            let merged = merge_estimates(&[of_seed(2 * number), of_seed(2 * number + 1)]).unwrap();
            merged.interval.contains(TRUTH)
        };
        let held = (1..=100).filter(holds).count();
        // At 95 %, fewer than 89 of 100 have a probability of 0.4 %.
        assert!(held >= 89, "{held}");
    }

    const TRUTH: f64 = 39.44;

    #[test]
    fn what_cannot_be_merged_is_named() {
        let first = of("bcts", 1, 60);
        let second = |other: Estimate| merge_estimates(&[first.clone(), other]).unwrap_err();
        assert_eq!(second(first.clone()), EstimateMergeError::SameSeed(1));
        let what = |other| match second(other) {
            EstimateMergeError::Different { what, .. } => what,
            error => error.to_string(),
        };
        assert_eq!(what(of("bcts", 2, 80)), "climbs");
        assert_eq!(what(of("dellacherie", 2, 60)), "controller");
        let older = Estimate {
            method: 1,
            ..of("bcts", 2, 60)
        };
        assert_eq!(what(older), "method");
        let unknown = Estimate {
            identity: None,
            ..of("bcts", 2, 60)
        };
        assert_eq!(second(unknown), EstimateMergeError::UnknownIdentity(2));
        let (threads, watch) = (Threads(1), Watch::default());
        let precise = estimate_to(&player("bcts"), 2, &settings(60), 0.5, &threads, &watch);
        let precise = second(precise.unwrap());
        assert_eq!(precise, EstimateMergeError::ToPrecision(2));
        assert_eq!(merge_estimates(&[]), Err(EstimateMergeError::Nothing));
    }
}

//! Estimating until the interval is narrow enough.
//!
//! **Decisions.** After a first number of repeats, and then each time there are [`GROWTH`] times as
//! many, the interval is looked at. The numbers are fixed, so the result depends neither on the
//! clock nor on the number of threads.
//!
//! **Climbs before repeats.** Repeats with too few climbs are so skewed that their interval holds
//! the mean too rarely ([`Estimate::unsteady`]). If the first repeats are, they are given up, and
//! the estimate begins again with four times as many climbs and other repeats.
//!
//! **The interval.** A procedure that stops at the first interval that is narrow enough stops too
//! often at one that is narrow by chance (Chow & Robbins 1965). Therefore the interval of the
//! result is never narrower than the precision asked for: it is widened to it. The mean of the
//! repeats does not depend on their spread where they are normal, so that this interval holds the
//! mean as often as it should; `docs/MEASURING.md` has the measured shares.

use super::{
    Estimate, EstimateError, MOST_CLIMBS, MOST_REPEATS, Settings, begun, concluded, prepared, tell,
};
use crate::play::{Backend, Contender, Watch};
use crate::records::OrderRecord;
use crate::statistics::Interval;

/// The factor by which the number of repeats grows from one decision to the next.
const GROWTH: f64 = 1.25;

/// The factor by which the number of climbs grows if the first repeats are unsteady.
const MORE_CLIMBS: u64 = 4;

/// Estimates the mean lines of a contender with an interval of ± `precision` times the mean. It
/// begins with the climbs and repeats of `settings`.
///
/// The interval is wider if the watch ends playing, or after 10,000 repeats.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// use tetrarium_lab::estimate::{Settings, estimate_to};
/// use tetrarium_lab::{Threads, Watch};
///
/// let mut rules = Rules::default();
/// rules.set("board", "6x6").unwrap();
/// let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
/// let settings = Settings { climbs: 100, repeats: 8, ..Settings::default() };
/// let estimate = estimate_to(&player, 1, &settings, 0.2, &Threads(1), &Watch::default()).unwrap();
/// let half = (estimate.interval.high - estimate.interval.low) / 2.0;
/// assert!((half / estimate.mean.unwrap() - 0.2).abs() < 1e-9);
/// ```
///
/// # Errors
///
/// As [`estimate`](super::estimate), and if the precision is not above 0.
pub fn estimate_to<'a>(
    contender: impl Into<Contender<'a>>,
    seed: u64,
    settings: &Settings,
    precision: f64,
    backend: &dyn Backend,
    watch: &Watch,
) -> Result<Estimate, EstimateError> {
    let contender = contender.into();
    growing_to(
        contender,
        seed,
        settings,
        precision,
        backend,
        watch,
        &mut |_| (),
    )
}

/// As [`estimate_to`]; `grown` is called with the estimate so far whenever more repeats are done.
pub(crate) fn growing_to(
    contender: Contender,
    seed: u64,
    settings: &Settings,
    precision: f64,
    backend: &dyn Backend,
    watch: &Watch,
    grown: &mut dyn FnMut(&Estimate),
) -> Result<Estimate, EstimateError> {
    let setup = prepared(contender, seed, settings, backend, watch)?;
    if !(precision > 0.0 && precision.is_finite()) {
        return Err(EstimateError::Setting {
            what: "precision",
            value: precision.to_string(),
            possible: "any part of the mean above 0",
        });
    }
    let mut work = *settings;
    let mut repeats = begun(setup, &work, 0)?;
    // Repeats given up, and their moves.
    let (mut numbers, mut moves) = (0, 0);
    loop {
        repeats.until(work.repeats, |so_far| tell(so_far, &work, grown))?;
        let estimate = concluded(&repeats, &work)?;
        let first = work.repeats == settings.repeats && !estimate.interrupted;
        let room = numbers + 2 * settings.repeats <= MOST_REPEATS;
        if first && room && must_climb_more(&estimate) {
            numbers += settings.repeats;
            moves += estimate.moves;
            work.climbs *= MORE_CLIMBS;
            repeats = begun(setup, &work, numbers)?;
            continue;
        }
        let more = (work.repeats as f64 * GROWTH).ceil() as u64;
        let spent = numbers + more > MOST_REPEATS;
        if !(estimate.interrupted || spent || estimate.is_within(precision)) {
            work.repeats = more;
            continue;
        }
        return Ok(Estimate {
            interval: widened(&estimate, precision),
            order: Some(OrderRecord::Climbs {
                seed,
                climbs: settings.climbs,
                repeats: settings.repeats,
                danger: settings.danger,
                precision: Some(precision),
                instead_of_moves: None,
            }),
            moves: moves + estimate.moves,
            ..estimate
        });
    }
}

/// Whether the repeats have too few climbs, and more are possible.
fn must_climb_more(estimate: &Estimate) -> bool {
    estimate.unsteady() && estimate.settings.climbs * MORE_CLIMBS <= MOST_CLIMBS
}

impl Estimate {
    /// Whether the interval is no wider than ± this part of the mean.
    pub fn is_within(&self, precision: f64) -> bool {
        let Interval { low, high } = self.interval;
        let half = self.mean.map(|mean| (high - low) / (2.0 * mean));
        // An interval that was widened to the precision has its width but for rounding.
        half.is_some_and(|half| half <= precision * (1.0 + 1e-9))
    }
}

/// The interval, no narrower than the precision: the mean times and divided by the same factor.
fn widened(estimate: &Estimate, precision: f64) -> Interval {
    match estimate.mean {
        Some(mean) if estimate.is_within(precision) => {
            let factor = libm::exp(libm::asinh(precision));
            Interval {
                low: mean / factor,
                high: mean * factor,
            }
        }
        _ => estimate.interval,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::estimate::estimate;
    use crate::play::Threads;
    use tetrarium_engine::{Player, Rules, catalogue};

    fn player(board: &str) -> Player {
        let mut rules = Rules::default();
        rules.set("board", board).unwrap();
        Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap()
    }

    fn found(board: &str, climbs: u64, precision: f64, threads: usize) -> Estimate {
        let settings = Settings {
            climbs,
            repeats: 8,
            ..Settings::default()
        };
        let (player, watch) = (player(board), Watch::default());
        estimate_to(&player, 1, &settings, precision, &Threads(threads), &watch).unwrap()
    }

    #[test]
    fn repeats_are_added_until_the_interval_is_narrow() {
        let wide = found("8x6", 100, 0.5, 1);
        let narrow = found("8x6", 100, 0.08, 1);
        assert_eq!(wide.repeats.len(), 8);
        assert!(narrow.repeats.len() > 8);
        assert_eq!(narrow.repeats[..8], wide.repeats[..]);
        assert!(narrow.is_within(0.08) && !narrow.is_within(0.079));
        assert!(wide.is_within(0.5) && !wide.is_within(0.49));
        assert_eq!(narrow.settings.repeats, narrow.repeats.len() as u64);
        assert_eq!(narrow, found("8x6", 100, 0.08, 2));
    }

    #[test]
    fn unsteady_repeats_are_made_again_with_more_climbs() {
        let few = found("8x14", 20, 0.5, 2);
        assert!(few.settings.climbs > 20 && !few.unsteady());
        // The moves of the repeats given up count too.
        let kept: u64 = few.repeats.iter().map(|repeat| repeat.moves).sum();
        assert!(few.moves > kept + kept / 10, "{} {kept}", few.moves);
        let again = Settings {
            climbs: few.settings.climbs,
            repeats: 8,
            ..Settings::default()
        };
        let plain = estimate(&player("8x14"), 1, &again, &Threads(2), &Watch::default());
        // The repeats are others than those of an estimate that begins with as many climbs.
        assert_ne!(plain.unwrap().repeats[0], few.repeats[0]);
    }

    #[test]
    fn an_impossible_precision_is_refused() {
        let settings = Settings::default();
        for precision in [0.0, -0.1, f64::NAN, f64::INFINITY] {
            let watch = Watch::default();
            let player = player("8x6");
            let found = estimate_to(&player, 1, &settings, precision, &Threads(1), &watch);
            assert!(matches!(found, Err(EstimateError::Setting { .. })));
        }
    }
}

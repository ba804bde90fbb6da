//! A leap over what is missing of values that come nearer at an even pace.
//!
//! While the same moves are made, each sweep adds the lines of one stretch of play more. After some
//! sweeps what is missing of the values becomes smaller by nearly the same factor ρ in every sweep
//! and on all boards, because nearly the same share of games survives each stretch. What is missing
//! then is `ρ / (1 − ρ)` times the last change of each value (Aitken's extrapolation). A leap can
//! come out too low or too high; the sweeps after it correct that, and bounds are computed from
//! the final values alone.

use super::boards::Boards;
use super::problem::Problem;
use super::solver::Solver;
use super::sweep::{Moves, evaluate};
use crate::play::Watch;

/// Sweeps before a leap.
const SWEEPS: u64 = 20;

/// How much two ratios in turn may differ, relative to 1 − ρ, for the pace to be even.
const EVEN: f64 = 0.05;

/// Sweeps that were made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept {
    pub sweeps: u64,
    /// The largest change in the last of them.
    pub change: f64,
}

/// Makes sweeps with the same moves until no value changes by more than `least`, or until a leap is
/// due, and leaps. None if the watch ended it. `before` is a place for the values before the last
/// sweep; it is unchanged if the watch ended the work, because that sweep is always finished.
pub(super) fn keep(
    problem: &Problem,
    boards: &Boards,
    moves: Moves,
    values: &mut [f64],
    before: &mut [f64],
    least: f64,
    solver: &Solver,
) -> Option<Kept> {
    let endless = Watch::default();
    let mut pace = Pace::new();
    for sweep in 1.. {
        let last = sweep == SWEEPS;
        if last {
            before.copy_from_slice(values);
        }
        let watch = if last { &endless } else { solver.watch };
        let change = evaluate(problem, boards, moves, values, solver.threads, watch)?;
        pace.add(solver.value(problem, boards, values));
        if change > least && !last {
            continue;
        }
        if let (true, Some(missing)) = (change > least, pace.missing()) {
            leap(values, before, missing);
        }
        return Some(Kept {
            sweeps: sweep,
            change,
        });
    }
    None
}

/// The values of the game after the last sweeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace([f64; 4]);

impl Pace {
    /// No sweeps.
    pub fn new() -> Pace {
        Pace([f64::NAN; 4])
    }

    /// Adds the value of the game after a sweep.
    pub fn add(&mut self, value: f64) {
        self.0.rotate_left(1);
        self.0[3] = value;
    }

    /// What is missing of a value, over its last change; none if the pace is not even.
    pub fn missing(&self) -> Option<f64> {
        let [a, b, c, d] = self.0;
        let (before, ratio) = ((c - b) / (b - a), (d - c) / (c - b));
        let even = ratio > 0.0 && ratio < 1.0 && (ratio - before).abs() <= EVEN * (1.0 - ratio);
        even.then(|| ratio / (1.0 - ratio))
    }
}

/// Adds to each value what is missing, from the values before the last sweep.
pub(super) fn leap(values: &mut [f64], before: &[f64], missing: f64) {
    for (value, before) in values.iter_mut().zip(before) {
        *value = (*value + missing * (*value - before)).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_geometric_series_is_completed_in_one_leap() {
        let mut pace = Pace::new();
        let (mut values, mut before) = ([0.0, 0.0], [0.0; 2]);
        for sweep in 0..4 {
            assert_eq!(pace.missing(), None);
            before = values;
            values[0] += 8.0 * 0.9_f64.powi(sweep);
            values[1] += 2.0 * 0.9_f64.powi(sweep);
            pace.add(values[0]);
        }
        leap(&mut values, &before, pace.missing().unwrap());
        assert!((values[0] - 80.0).abs() < 1e-9 && (values[1] - 20.0).abs() < 1e-9);
    }

    #[test]
    fn an_uneven_pace_gives_no_leap() {
        for values in [
            [1.0, 2.0, 2.1, 3.1],
            [1.0, 1.0, 1.0, 1.0],
            [1.0, 2.0, 4.0, 8.0],
            [1.0, 2.0, 2.5, 2.6],
        ] {
            assert_eq!(Pace(values).missing(), None, "{values:?}");
        }
    }
}

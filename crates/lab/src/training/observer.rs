//! Looking on while a run runs.

use tetrarium_engine::Rules;

use super::checkpoint::Totals;
use super::experiment::{Budget, By};
use super::log::GenerationLine;
use crate::compare::MeanRecord;

/// Where a run stands.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Standing {
    /// What it has done so far.
    pub totals: Totals,
    /// Seconds of training so far, in all processes that worked on it.
    pub seconds: f64,
    /// Which part of the budget is spent, from 0 to 1.
    pub share: f64,
}

impl Standing {
    pub(super) fn new(totals: Totals, seconds: f64, budget: &Budget) -> Standing {
        let part = |done: f64, of: Option<f64>| of.map_or(0.0, |of| done / of);
        let shares = [
            part(
                totals.generations as f64,
                budget.generations.map(|n| n as f64),
            ),
            part(
                totals.evaluations as f64,
                budget.evaluations.map(|n| n as f64),
            ),
            part(totals.moves as f64, budget.moves.map(|n| n as f64)),
            part(seconds, budget.seconds),
        ];
        Standing {
            totals,
            seconds,
            share: shares.into_iter().fold(0.0, f64::max).min(1.0),
        }
    }
}

/// What wants to know how a run is getting on. Between these calls a [`Watch`](crate::Watch) shows
/// the moves as they are made.
pub trait Observer {
    /// A run of a tournament begins or is gone on with: number `number` of `of`, of which
    /// `at_once` go on at the same time.
    fn run(&mut self, _experiment: &str, _seed: u64, _number: u64, _of: u64, _at_once: usize) {}

    /// A generation has been written down. In a tournament it is one of any run that goes on, and
    /// the share of the standing is that of the whole tournament.
    fn generation(&mut self, _line: &GenerationLine, _standing: &Standing) {}

    /// Training is over, and a measurement begins: number `number` of `of`.
    fn measuring(&mut self, _controller: &str, _rules: &Rules, _by: By, _number: u64, _of: u64) {}

    /// A measurement is done.
    fn measured(&mut self, _measured: &MeanRecord) {}
}

/// An observer that ignores everything.
impl Observer for () {}

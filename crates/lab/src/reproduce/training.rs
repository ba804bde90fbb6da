//! Results that are trained again.

use std::path::Path;

use super::error::ReproduceError;
use crate::compare::MeanRecord;
use crate::play::{Backend, Watch};
use crate::training::{EXPERIMENT, Ending, Method, Run, RunError, named};

/// The means of results.
type Means = Vec<f64>;

/// Trains by an experiment, with this budget of moves or its own, under several seeds: the means of
/// the last controllers, and those of the best of a learner's last iterations; none if that was
/// stopped. The runs are kept in the folder, and what was begun is gone on with. A run of
/// another experiment, as another version may have left it, is refused.
pub(super) fn trained(
    (experiment, moves): (&str, Option<u64>),
    seeds: u64,
    folder: &Path,
    backend: &dyn Backend,
    watch: &Watch,
) -> Result<Option<(Means, Means)>, ReproduceError> {
    let (mut last, mut best) = (Vec::new(), Vec::new());
    for seed in 1..=seeds {
        let mut experiment = named(experiment)?.with_seed(seed)?;
        if let Some(moves) = moves {
            experiment = experiment.with_moves(moves)?;
        }
        let folder = folder.join(format!("{}-{seed}", experiment.name()));
        let mut run = match Run::resume(&folder) {
            Err(RunError::NotARun(_)) => Run::start(&folder, &experiment, None)?,
            other => other?,
        };
        run.check_same(&folder.join(EXPERIMENT), &experiment)?;
        if run.go(backend, watch, &mut ())? == Ending::Stopped {
            return Ok(None);
        }
        let measured = run.measurements()?;
        let of_results = measured.first().map_or(&[][..], Vec::as_slice);
        let mean = |place: usize| of_results.get(place).and_then(MeanRecord::mean);
        last.push(mean(0).unwrap_or_default());
        if let Method::Learner(_) = experiment.method() {
            // The best may be the last.
            let place = usize::from(run.best_of_last().is_some());
            best.push(mean(place).unwrap_or_default());
        }
    }
    Ok(Some((last, best)))
}

//! A measurement at the end of a run.

use tetrarium_engine::Player;

use crate::compare::MeanRecord;
use crate::estimate::{EstimateError, Settings, estimate};
use crate::measure::Measurement;
use crate::play::{Backend, Danger, Shard, Watch, Work};
use crate::training::error::RunError;
use crate::training::experiment::{By, Plan};

/// Measures a player; none if the watch ended it. A measurement that was stopped is made again as a
/// whole, so that the result does not depend on when.
pub(super) fn measured(
    player: &Player,
    plan: &Plan,
    games: &dyn Backend,
    watch: &Watch,
) -> Result<Option<MeanRecord>, RunError> {
    match plan.by {
        By::Games {
            games: count,
            length,
        } => {
            let shard = Shard {
                seed: plan.seed,
                first: 0,
                games: count,
                length,
            };
            let contender = player.into();
            let records = games.play_whole(&[Work { contender, shard }], watch)?;
            Ok(records.map(|mut records| {
                let measurement = Measurement::new(player, &shard, &records.remove(0));
                MeanRecord::Measurement(Box::new(measurement))
            }))
        }
        By::Climbs(climbs) => {
            let settings = Settings {
                climbs,
                danger: Danger::best_for(player.into()),
                ..Settings::default()
            };
            match estimate(player, plan.seed, &settings, games, watch) {
                Err(EstimateError::Stopped) => Ok(None),
                Err(EstimateError::Play(error)) => Err(error.into()),
                Err(error) => Err(error.into()),
                Ok(estimate) if estimate.interrupted => Ok(None),
                Ok(estimate) => Ok(Some(MeanRecord::Estimate(Box::new(estimate)))),
            }
        }
    }
}

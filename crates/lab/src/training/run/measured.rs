//! A measurement at the end of a run.

use serde::{Deserialize, Serialize};
use tetrarium_engine::Player;

use super::RunError;
use crate::compare::Mean;
use crate::estimate::{Estimate, EstimateError, Settings, estimate};
use crate::measure::Measurement;
use crate::play::{Backend, Danger, Work};
use crate::play::{Shard, Watch};
use crate::training::experiment::{By, Plan};

/// A line of the measurements at the end of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Measured {
    /// By games.
    Games(Box<Measurement>),
    /// By climbs.
    Climbs(Box<Estimate>),
}

impl<'a> From<&'a Measured> for Mean<'a> {
    fn from(measured: &'a Measured) -> Self {
        match measured {
            Measured::Games(measurement) => Mean::Games(measurement),
            Measured::Climbs(estimate) => Mean::Climbs(estimate),
        }
    }
}

impl Measured {
    /// Measures a player; none if the watch ended it. What somebody stopped is done again as a whole, so that the result does not depend on when.
    pub(super) fn of(
        player: &Player,
        plan: &Plan,
        games: &dyn Backend,
        watch: &Watch,
    ) -> Result<Option<Measured>, RunError> {
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
                let records = games.play_whole(
                    &[Work {
                        contender: player.into(),
                        shard,
                    }],
                    watch,
                )?;
                Ok(records.map(|mut records| {
                    let measurement = Measurement::new(player, &shard, &records.remove(0));
                    Measured::Games(Box::new(measurement))
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
                    Ok(estimate) => Ok(Some(Measured::Climbs(Box::new(estimate)))),
                }
            }
        }
    }

    /// Moves made.
    pub(super) fn moves(&self) -> u64 {
        match self {
            Measured::Games(measurement) => measurement.tally.pieces,
            Measured::Climbs(estimate) => estimate.moves,
        }
    }
}

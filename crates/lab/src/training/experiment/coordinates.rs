//! The optimiser of an experiment, in the coordinates that the experiment asks for.

use tetrarium_learn::{mirror_classes, spreads};

use super::definition::Experiment;
use super::parts::Units;
use crate::optimisers::{Config, Coordinates, Invalid, Optimiser};

impl Experiment {
    /// The units of the weights that an optimiser searches.
    pub fn units(&self) -> Units {
        self.file.rating.units
    }

    /// An optimiser that has not been asked yet. Spreads of features are measured if it is to be
    /// asked: without that it can only be looked at.
    pub(super) fn optimiser(&self, config: &Config, measured: bool) -> Result<Optimiser, Invalid> {
        let space = self.space()?;
        let mut optimiser = Optimiser::new(config.clone(), space, self.statistic(), self.seed())?;
        let rating = &self.file.rating;
        if rating.mirror || rating.units != Units::Plain {
            let coordinates = self.coordinates(rating.mirror);
            optimiser = optimiser.with_coordinates(match rating.units {
                Units::Spread if measured => self.in_spreads(coordinates)?,
                _ => coordinates,
            })?;
        }
        if let Some(collapse) = &self.file.collapse {
            optimiser = optimiser.with_collapse(collapse.clone())?;
        }
        match &self.file.result {
            Some(result) => optimiser.with_average(result.average),
            None => Ok(optimiser),
        }
    }

    /// Coordinates in which mirror images share a weight, or none do.
    fn coordinates(&self, mirror: bool) -> Coordinates {
        let width = self.rules().board.width();
        let classes = self.readings.iter().map(|reading| {
            let count = reading.feature.count;
            match mirror {
                true => mirror_classes(count, width),
                false => (0..count.on(width)).collect(),
            }
        });
        Coordinates::tied(&classes.collect::<Vec<_>>())
    }

    /// Coordinates whose units are one over the spread of their features; 1 where a feature is the
    /// same for all placements.
    fn in_spreads(&self, coordinates: Coordinates) -> Result<Coordinates, Invalid> {
        let spreads = spreads(
            self.rules(),
            &self.readings,
            coordinates.ties(),
            self.seed(),
        );
        let spreads = spreads.map_err(|right| Invalid {
            field: "units".to_string(),
            value: "spread".to_string(),
            right,
        })?;
        let unit = |spread: &f64| if *spread > 0.0 { 1.0 / spread } else { 1.0 };
        coordinates.in_units(spreads.iter().map(unit).collect())
    }
}

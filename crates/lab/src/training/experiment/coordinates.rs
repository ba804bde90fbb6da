//! The optimiser of an experiment, in the coordinates that the experiment asks for.

use std::iter::repeat_n;

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
            let bands = rating.bands().count();
            let coordinates = self.coordinates(rating.mirror, bands);
            optimiser = optimiser.with_coordinates(match rating.units {
                Units::Spread if measured => {
                    let units = self.units_of_spreads(rating.mirror)?;
                    // The spread of a feature is that in every band.
                    let each = units.into_iter().flat_map(|unit| repeat_n(unit, bands));
                    coordinates.in_units(each.collect())?
                }
                _ => coordinates,
            })?;
        }
        self.cared(optimiser)
    }

    /// An optimiser that looks after itself as the experiment asks for.
    pub(super) fn cared(&self, mut optimiser: Optimiser) -> Result<Optimiser, Invalid> {
        if let Some(collapse) = &self.file.collapse {
            optimiser = optimiser.with_collapse(collapse.clone())?;
        }
        match &self.file.result {
            Some(result) => optimiser.with_average(result.average),
            None => Ok(optimiser),
        }
    }

    /// Coordinates in which mirror images share a weight in each of some bands, or none do.
    fn coordinates(&self, mirror: bool, bands: usize) -> Coordinates {
        let width = self.rules().board.width();
        let classes = self.readings.iter().map(|reading| {
            let count = reading.feature.count;
            let classes: Vec<usize> = match mirror {
                true => mirror_classes(count, width),
                false => (0..count.on(width)).collect(),
            };
            let each = |class: usize| (0..bands).map(move |band| class * bands + band);
            classes.into_iter().flat_map(each).collect()
        });
        Coordinates::tied(&classes.collect::<Vec<_>>())
    }

    /// One over the spread of each feature; 1 where a feature is the same for all placements.
    fn units_of_spreads(&self, mirror: bool) -> Result<Vec<f64>, Invalid> {
        let coordinates = self.coordinates(mirror, 1);
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
        Ok(spreads.iter().map(unit).collect())
    }
}

//! The coordinates of a search: weights that share one number, and the units of the numbers.

use serde::{Deserialize, Serialize};

use super::space::Space;
use crate::invalid::{Invalid, invalid};

/// How the numbers that are searched become the weights of a candidate: weights may share a number,
/// and every number has a unit. Candidates, results and logs have plain weights; only the method
/// sees the numbers.
///
/// ```
/// use tetrarium_learn::optimisers::Coordinates;
/// // One feature with a weight for each of three columns, and one with a single weight.
/// let coordinates = Coordinates::tied(&[vec![0, 1, 0], vec![0]]).in_units(vec![2.0, 1.0, 0.5])?;
/// assert_eq!(coordinates.numbers(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Coordinates {
    /// The number that each weight is made of.
    ties: Vec<usize>,
    /// How many numbers each feature has.
    features: Vec<usize>,
    /// What a number of 1 is as a weight.
    units: Vec<f64>,
}

impl Coordinates {
    /// Those in which the weights of a feature that are in one class share a number. There is a
    /// list for each feature, with the class of each of its weights; classes are numbered from 0.
    pub fn tied(classes: &[Vec<usize>]) -> Self {
        let mut ties = Vec::new();
        let mut features = Vec::new();
        let mut first = 0;
        for classes in classes {
            let count = crate::mirror::number_of(classes);
            ties.extend(classes.iter().map(|class| first + class));
            features.push(count);
            first += count;
        }
        Coordinates {
            ties,
            features,
            units: vec![1.0; first],
        }
    }

    /// With the weight that a number of 1 stands for, for each number.
    ///
    /// # Errors
    ///
    /// If there are more or fewer units than numbers, or one is not above 0.
    pub fn in_units(mut self, units: Vec<f64>) -> Result<Self, Invalid> {
        if units.len() != self.units.len() {
            let right = format!("there must be {} units, one a number", self.units.len());
            return Err(invalid("units", units.len(), right));
        }
        if let Some(unit) = units.iter().find(|unit| !is_unit(**unit)) {
            return Err(invalid("units", unit, "a unit must be above 0"));
        }
        self.units = units;
        Ok(self)
    }

    /// How many numbers there are.
    pub fn numbers(&self) -> usize {
        self.units.len()
    }

    /// The number that each weight is made of.
    pub fn ties(&self) -> &[usize] {
        &self.ties
    }

    /// The space of the numbers of a space of weights.
    pub(super) fn searched(&self, space: &Space) -> Result<Space, Invalid> {
        if self.ties.len() != space.weights() {
            let right = format!("the space has {} weights", space.weights());
            return Err(invalid("coordinates", self.ties.len(), right));
        }
        Space::new(self.features.clone(), space.shape(), space.selection())
    }

    /// The genes of a candidate. Exponents and displacements are shared as weights are, and have no
    /// units.
    pub(super) fn genes(&self, numbers: &[f64]) -> Vec<f64> {
        let count = self.units.len();
        let chromosomes = numbers.chunks(count).enumerate();
        let genes = chromosomes.flat_map(|(chromosome, numbers)| {
            self.ties.iter().map(move |&tie| match chromosome {
                0 => numbers[tie] * self.units[tie],
                _ => numbers[tie],
            })
        });
        genes.collect()
    }

    /// Whether coordinates that were read back are those of a space of numbers.
    pub(super) fn fit(&self, searched: &Space) -> bool {
        self.features == searched.features()
            && self.units.len() == searched.weights()
            && self.units.iter().all(|unit| is_unit(*unit))
            && self.ties.iter().all(|tie| *tie < self.units.len())
    }

    /// How many genes a candidate has.
    pub(super) fn length(&self, searched: &Space) -> usize {
        self.ties.len() * searched.chromosomes()
    }
}

fn is_unit(unit: f64) -> bool {
    unit.is_finite() && unit > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimisers::testing::{sphere, tell};
    use crate::optimisers::{Config, Fitness, Optimiser, Shape};

    fn coordinates() -> Coordinates {
        let tied = Coordinates::tied(&[vec![0, 1, 2, 1, 0], vec![0, 1]]);
        tied.in_units(vec![1.0, 10.0, 100.0, 0.5, 0.25]).unwrap()
    }

    #[test]
    fn numbers_become_weights() {
        let genes = coordinates().genes(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(genes, [1.0, 20.0, 300.0, 20.0, 1.0, 2.0, 1.25]);
        let both = coordinates().genes(&[1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(both[7..], [1.0, 2.0, 3.0, 2.0, 1.0, 4.0, 5.0]);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let tied = Coordinates::tied(&[vec![0, 0]]);
        assert_eq!(tied.clone().in_units(vec![]).unwrap_err().field, "units");
        assert!(tied.clone().in_units(vec![0.0]).is_err());
        assert!(tied.clone().in_units(vec![f64::NAN]).is_err());
        let space = Space::linear(3).unwrap();
        let config = Config::named("cma-es").unwrap();
        let optimiser = Optimiser::new(config, space, Fitness::Lines, 1).unwrap();
        assert!(optimiser.with_coordinates(tied).is_err());
    }

    /// Every method: candidates, the best, the result and the log have plain weights, tied and in
    /// units, and a saved state goes on as it would have.
    #[test]
    fn candidates_have_plain_weights() {
        for name in Config::NAMES {
            let space = Space::new(vec![5, 2], Shape::Linear, false).unwrap();
            let config = Config::named(name).unwrap();
            let plain = Optimiser::new(config, space, Fitness::Lines, 3).unwrap();
            let mut optimiser = plain.with_coordinates(coordinates()).unwrap();
            for _ in 0..4 {
                for candidate in optimiser.ask() {
                    let g = &candidate.genes;
                    assert_eq!((g.len(), g[0], g[1]), (7, g[4], g[3]), "{name}");
                }
                let text = serde_json::to_string(&optimiser).unwrap();
                let mut loaded: Optimiser = serde_json::from_str(&text).unwrap();
                tell(&mut optimiser, &sphere);
                tell(&mut loaded, &sphere);
                assert_eq!(optimiser, loaded, "{name}");
            }
            let (result, _) = optimiser.result().unwrap();
            let distribution = optimiser.distribution();
            let best = &optimiser.best().unwrap().genes;
            for genes in [&result, &distribution.mean, &distribution.sd, best] {
                assert_eq!((genes.len(), genes[0]), (7, genes[4]), "{name}");
            }
        }
    }

    /// In the right units a function with unlike axes is as easy as a sphere.
    #[test]
    fn units_make_unlike_weights_alike() {
        let far = |x: &[f64]| (x[0] - 1.0).powi(2) + (x[1] / 1e4 - 1.0).powi(2);
        let after = |units: Vec<f64>| {
            let config = Config::named("cma-es").unwrap();
            let space = Space::linear(2).unwrap();
            let plain = Optimiser::new(config, space, Fitness::Lines, 3).unwrap();
            let coordinates = Coordinates::tied(&[vec![0], vec![0]]).in_units(units);
            let mut optimiser = plain.with_coordinates(coordinates.unwrap()).unwrap();
            (0..30)
                .map(|_| tell(&mut optimiser, &far))
                .fold(1.0, f64::min)
        };
        let (alike, unlike) = (after(vec![1.0, 1e4]), after(vec![1.0, 1.0]));
        assert!(alike < 1e-4 && unlike > 0.1, "{alike} {unlike}");
    }

    #[test]
    fn coordinates_that_do_not_fit_are_refused() {
        let space = Space::new(vec![5, 2], Shape::Linear, false).unwrap();
        let config = Config::named("cma-es").unwrap();
        let plain = Optimiser::new(config, space, Fitness::Lines, 3).unwrap();
        let text = serde_json::to_string(&plain.with_coordinates(coordinates()).unwrap()).unwrap();
        for (from, to) in [
            ("\"ties\":[0,", "\"ties\":[9,"),
            (
                "\"features\":[3,2],\"units\":[1.0",
                "\"features\":[3,2],\"units\":[0.0",
            ),
            ("\"ties\":[0,1,2,1,0", "\"ties\":[0,1,2,1"),
        ] {
            let other = text.replacen(from, to, 1);
            assert_ne!(other, text, "{from}");
            let read = serde_json::from_str::<Optimiser>(&other);
            // Fewer weights can be: they are the coordinates of another search.
            assert_eq!(read.is_ok(), from.ends_with("1,0"), "{to}");
        }
    }
}

//! What is searched: how many weights each feature has, and whether exponents and displacements
//! go with them.

use crate::invalid::{Invalid, at_least};
use serde::{Deserialize, Serialize};

/// The kind of one gene.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// ω in ω·f, ω·f^e or ω·|f - d|^e.
    Weight,
    /// e in ω·f^e or ω·|f - d|^e.
    Exponent,
    /// d in ω·|f - d|^e.
    Displacement,
}

/// The form of the rating (Böhm, Kókai & Mandl 2005, §3), which says what chromosomes a genome has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// Weights.
    #[default]
    Linear,
    /// Weights, then exponents.
    Exponential,
    /// Weights, then exponents, then displacements.
    Displaced,
}

/// The space of genomes.
///
/// A genome is laid out chromosome by chromosome (all weights, then all exponents, then all
/// displacements), and each chromosome feature by feature.
///
/// ```
/// use tetrarium_learn::optimisers::{Kind, Shape, Space};
/// // Holes with one weight and column heights with ten, each with an exponent.
/// let space = Space::new(vec![1, 10], Shape::Exponential, false).unwrap();
/// assert_eq!(space.genes(), 22);
/// assert_eq!(space.kind(10), Kind::Weight);
/// assert_eq!(space.kind(11), Kind::Exponent);
/// assert_eq!(space.feature(11), 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Space {
    features: Vec<usize>,
    shape: Shape,
    selection: bool,
}

impl Space {
    /// The space of ratings of `shape` over features that have these numbers of weights; with
    /// `selection`, every feature can also be switched off (Amundsen 2014, §4.2).
    ///
    /// # Errors
    ///
    /// If there is no feature, or one without weights.
    pub fn new(features: Vec<usize>, shape: Shape, selection: bool) -> Result<Self, Invalid> {
        let space = Space {
            features,
            shape,
            selection,
        };
        space.validate()?;
        Ok(space)
    }

    /// A space of `features` features of one weight each, in a linear rating.
    ///
    /// # Errors
    ///
    /// If there is no feature.
    pub fn linear(features: usize) -> Result<Self, Invalid> {
        Space::new(vec![1; features], Shape::Linear, false)
    }

    pub(super) fn validate(&self) -> Result<(), Invalid> {
        at_least("features", self.features.len(), 1)?;
        for &weights in &self.features {
            at_least("features.weights", weights, 1)?;
        }
        Ok(())
    }

    /// How many weights each feature has.
    pub fn features(&self) -> &[usize] {
        &self.features
    }

    /// The form of the rating.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether features can be switched off.
    pub fn selection(&self) -> bool {
        self.selection
    }

    /// How many weights there are.
    pub fn weights(&self) -> usize {
        self.features.iter().sum()
    }

    /// How many genes a genome has.
    pub fn genes(&self) -> usize {
        self.weights() * self.chromosomes()
    }

    /// How many chromosomes a genome has: weights, exponents, displacements.
    pub fn chromosomes(&self) -> usize {
        match self.shape {
            Shape::Linear => 1,
            Shape::Exponential => 2,
            Shape::Displaced => 3,
        }
    }

    /// What gene `gene` is.
    pub fn kind(&self, gene: usize) -> Kind {
        match gene / self.weights() {
            0 => Kind::Weight,
            1 => Kind::Exponent,
            _ => Kind::Displacement,
        }
    }

    /// The feature that gene `gene` belongs to.
    pub fn feature(&self, gene: usize) -> usize {
        let mut place = gene % self.weights();
        for (feature, &weights) in self.features.iter().enumerate() {
            if place < weights {
                return feature;
            }
            place -= weights;
        }
        self.features.len() - 1
    }

    /// The value around which genes of a kind are started, and how far from it: without an
    /// exponent and a displacement a rating is linear, so exponents start about 1 and
    /// displacements about 0. Böhm et al. 2005 give no starting values; the spreads here cover
    /// the exponents they publish (0.02 to 2.2). Weights are only relative to each other: their
    /// spread is `spread`, the optimiser's own.
    fn centre_and_unit(&self, gene: usize, spread: f64) -> (f64, f64) {
        match self.kind(gene) {
            Kind::Weight => (0.0, 1.0),
            Kind::Exponent => (1.0, 0.5 / spread),
            Kind::Displacement => (0.0, 2.0 / spread),
        }
    }

    /// The genes of a point. An optimiser searches a space in which every coordinate starts
    /// about 0 with the same spread; for a weight the coordinate is the gene.
    pub(super) fn genes_of(&self, point: &[f64], spread: f64) -> Vec<f64> {
        point
            .iter()
            .enumerate()
            .map(|(gene, x)| {
                let (centre, unit) = self.centre_and_unit(gene, spread);
                centre + x * unit
            })
            .collect()
    }

    /// Standard deviations of genes from those of a point's coordinates.
    pub(super) fn deviations_of(&self, deviations: &[f64], spread: f64) -> Vec<f64> {
        deviations
            .iter()
            .enumerate()
            .map(|(gene, x)| x * self.centre_and_unit(gene, spread).1)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layout() {
        let space = Space::new(vec![2, 1], Shape::Displaced, false).unwrap();
        assert_eq!(space.genes(), 9);
        let features: Vec<usize> = (0..9).map(|gene| space.feature(gene)).collect();
        assert_eq!(features, [0, 0, 1, 0, 0, 1, 0, 0, 1]);
        assert_eq!(space.kind(8), Kind::Displacement);
    }

    #[test]
    fn weights_are_coordinates_and_exponents_start_about_one() {
        let space = Space::new(vec![1], Shape::Displaced, false).unwrap();
        assert_eq!(space.genes_of(&[7.0, 0.0, 0.0], 10.0), [7.0, 1.0, 0.0]);
        assert_eq!(space.genes_of(&[7.0, 10.0, 10.0], 10.0), [7.0, 1.5, 2.0]);
        assert_eq!(
            space.deviations_of(&[7.0, 10.0, 5.0], 10.0),
            [7.0, 0.5, 1.0]
        );
    }

    #[test]
    fn nothing_to_search() {
        assert!(Space::linear(0).is_err());
        assert!(Space::new(vec![1, 0], Shape::Linear, false).is_err());
    }
}

//! Weights of features: where a learner starts, and the rating that they make.

use std::collections::BTreeMap;

use tetrarium_engine::rating::LINEAR;
use tetrarium_engine::{Function, Rating, Reading, Term};

use super::setting::Setting;
use crate::invalid::{Invalid, invalid, short};

/// Weights by the names of features; a feature with several values has the same weight for each.
pub type Weights = BTreeMap<String, f64>;

/// The feature whose value is the reward.
const REWARD: &str = "removed-lines";

/// Weights beyond this have diverged. With weights up to this, all features together still make
/// scores that a player can have.
pub(super) const LARGEST_WEIGHT: f64 = 1e15;

impl Setting {
    /// The weights that an experiment names, one for each column; 0 where it names none.
    ///
    /// # Errors
    ///
    /// If a name is not among the features, or a weight is too large.
    pub(crate) fn weights(&self, field: &str, named: &Weights) -> Result<Vec<f64>, Invalid> {
        let width = self.rules.board.width();
        for (name, weight) in named {
            let known = Reading::named(name).is_ok_and(|one| self.readings.contains(&one));
            if !known {
                let right = "name features of `rating.features` only";
                return Err(invalid(field, format!("`{name}`"), right));
            }
            if weight.is_nan() || weight.abs() > LARGEST_WEIGHT {
                return Err(invalid(
                    &format!("{field}.{name}"),
                    short(*weight),
                    format!("it must be between -{LARGEST_WEIGHT:e} and {LARGEST_WEIGHT:e}"),
                ));
            }
        }
        let weight = |reading: &Reading| {
            let mut named = named.iter();
            let found = named.find(|(name, _)| Reading::named(name).ok().as_ref() == Some(reading));
            found.map_or(0.0, |(_, weight)| *weight)
        };
        let columns = self.readings.iter().flat_map(|reading| {
            let count = reading.feature.count.on(width);
            std::iter::repeat_n(weight(reading), count)
        });
        Ok(columns.collect())
    }

    /// The weights that an experiment names, or else those of a paper that are among the features.
    ///
    /// # Errors
    ///
    /// As [`Setting::weights`] of those that the experiment names.
    pub(crate) fn weights_or(
        &self,
        field: &str,
        named: Option<&Weights>,
        otherwise: &[(&str, f64)],
    ) -> Result<Vec<f64>, Invalid> {
        if let Some(named) = named {
            return self.weights(field, named);
        }
        let among = |name: &str| Reading::named(name).is_ok_and(|one| self.readings.contains(&one));
        let otherwise = otherwise.iter().filter(|(name, _)| among(name));
        let otherwise = otherwise.map(|(name, weight)| (name.to_string(), *weight));
        self.weights(field, &otherwise.collect())
    }

    /// The rating of these weights.
    pub(crate) fn rating(&self, weights: &[f64]) -> Rating {
        let width = self.rules.board.width();
        let mut rest = weights.iter();
        let terms = self.readings.iter().map(|reading| Term {
            reading: *reading,
            functions: rest
                .by_ref()
                .take(reading.feature.count.on(width))
                .map(|weight| Function::linear(*weight))
                .collect(),
        });
        Rating::sum(&LINEAR, terms.collect())
    }

    /// The rating that is greedy for the value of these weights: the reward of the move, and the
    /// discounted value after it. All is divided by the discount, which changes no choice.
    pub(crate) fn greedy(&self, weights: &[f64], discount: f64) -> Rating {
        let mut rating = self.rating(weights);
        let reading = Reading::named(REWARD).expect("the catalogue has the reward");
        rating.terms.push(Term {
            reading,
            functions: vec![Function::linear(1.0 / discount)],
        });
        rating
    }

    /// Refuses features of which a value of boards cannot be made.
    pub(crate) fn needs_boards(&self) -> Result<(), Invalid> {
        match self.values().reads_moves() {
            None => Ok(()),
            Some(reading) => Err(invalid(
                "features",
                format!("`{reading}`"),
                "it reads the move, and this method learns a value of boards: use features of the board",
            )),
        }
    }

    /// Refuses the reward among the features, where the rating adds it.
    pub(crate) fn without_reward(&self) -> Result<(), Invalid> {
        let reading = Reading::named(REWARD).expect("the catalogue has the reward");
        if self.readings.contains(&reading) {
            let right = "this method adds the reward itself: leave the feature out";
            return Err(invalid("features", format!("`{REWARD}`"), right));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learners::playing::player;
    use crate::learners::testing::setting;
    use tetrarium_engine::features::FEATURES;

    #[test]
    fn the_largest_weights_can_be_played() {
        let names: Vec<&str> = FEATURES.iter().map(|feature| feature.name).collect();
        let setting = setting(&[("board", "16x28")], &names, 1);
        let count: usize = setting
            .readings
            .iter()
            .map(|one| one.feature.count.on(16))
            .sum();
        player(&setting.rules, setting.rating(&vec![LARGEST_WEIGHT; count]));
    }

    #[test]
    fn larger_weights_are_refused() {
        let setting = setting(&[], &["holes"], 1);
        let start = |weight| {
            let named = Weights::from([("holes".to_string(), weight)]);
            setting
                .weights("start", &named)
                .map_err(|error| error.to_string())
        };
        assert_eq!(start(-LARGEST_WEIGHT), Ok(vec![-LARGEST_WEIGHT]));
        let refused = "`start.holes` is -1e308: it must be between -1e15 and 1e15";
        assert_eq!(start(-1e308), Err(refused.to_string()));
        assert!(start(f64::NAN).is_err());
    }
}

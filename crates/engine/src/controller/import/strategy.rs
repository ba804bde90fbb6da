//! A strategy of another program: its weights, and the controller made of them.

use crate::controller::Controller;
use crate::controller::read::check_name;
use crate::rating::features::{Count, Reading};
use crate::rating::{Function, Rating, RatingKind, Term};
use crate::search::Search;

/// A strategy that cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ImportError(pub(super) String);

pub(super) fn error<T>(message: impl Into<String>) -> Result<T, ImportError> {
    Err(ImportError(message.into()))
}

/// What a strategy is besides its rating.
pub(super) struct Strategy<'a> {
    pub(super) name: &'a str,
    pub(super) source: &'static str,
    /// Sentences for those who use the controller.
    pub(super) notes: Vec<String>,
    pub(super) rules: Vec<(String, String)>,
    pub(super) search: Search,
}

/// The weights of a strategy, features in the order of their first mention.
#[derive(Default)]
pub(super) struct Weights(Vec<(String, Vec<f64>)>);

impl Weights {
    /// Adds the weight of a feature's next value.
    pub(super) fn add(&mut self, feature: &str, weight: f64) {
        self.of(feature).push(weight);
    }

    /// Adds to the weight of value `index` of a feature.
    pub(super) fn sum_into(&mut self, feature: &str, index: usize, weight: f64) {
        let weights = self.of(feature);
        weights.resize(weights.len().max(index + 1), 0.0);
        weights[index] = rounded(weights[index] + weight);
    }

    /// The weights of a feature.
    pub(super) fn of(&mut self, feature: &str) -> &mut Vec<f64> {
        let known = self.0.iter().position(|(name, _)| name == feature);
        let place = known.unwrap_or_else(|| {
            self.0.push((feature.to_string(), Vec::new()));
            self.0.len() - 1
        });
        &mut self.0[place].1
    }

    /// All features with their weights.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &[f64])> {
        let all = self.0.iter();
        all.map(|(name, weights)| (name.as_str(), weights.as_slice()))
    }

    pub(super) fn terms(&self) -> Result<Vec<Term>, ImportError> {
        self.0
            .iter()
            .map(|(name, weights)| {
                let reading = Reading::named(name).expect("the importer names features that exist");
                if reading.feature.count == Count::One && weights.len() > 1 {
                    return error(format!(
                        "{name} is there {} times, but has one weight",
                        weights.len()
                    ));
                }
                let functions = weights
                    .iter()
                    .map(|weight| Function::linear(*weight))
                    .collect();
                Ok(Term { reading, functions })
            })
            .collect()
    }
}

/// To 15 digits, which every sum of two decimal numbers of a file has: -4.82 + 3.36 is -1.46.
fn rounded(sum: f64) -> f64 {
    format!("{sum:.14e}").parse().unwrap_or(sum)
}

/// The controller of a strategy. Its file is read back as the same controller.
pub(super) fn controller(
    strategy: Strategy,
    kind: &'static RatingKind,
    terms: Vec<Term>,
) -> Result<Controller, ImportError> {
    if terms.is_empty() {
        return error("the strategy has no features that could tell moves apart");
    }
    check_name(strategy.name).map_err(ImportError)?;
    for Term { reading, functions } in &terms {
        for function in functions {
            let checked = function.check(reading);
            checked.map_err(|refused| ImportError(refused.to_string()))?;
        }
    }
    Ok(Controller {
        name: strategy.name.to_string(),
        summary: String::new(),
        source: strategy.source.to_string(),
        note: strategy.notes.join(" "),
        reported: Vec::new(),
        rules: strategy.rules,
        search: strategy.search,
        rating: Rating::sum(kind, terms),
        file_name: None,
    })
}

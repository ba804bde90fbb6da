//! A strategy of another program: its weights, and the controller made of them.

use crate::controller::Controller;
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

/// The weights of a strategy, features in the order of their first mention.
#[derive(Default)]
pub(super) struct Weights(pub(super) Vec<(&'static str, Vec<f64>)>);

impl Weights {
    pub(super) fn add(&mut self, feature: &'static str, weight: f64) {
        match self.0.iter_mut().find(|(name, _)| *name == feature) {
            Some((_, weights)) => weights.push(weight),
            None => self.0.push((feature, vec![weight])),
        }
    }

    pub(super) fn sum_into(&mut self, feature: &'static str, weight: f64) {
        match self.0.iter_mut().find(|(name, _)| *name == feature) {
            Some((_, weights)) => weights[0] += weight,
            None => self.0.push((feature, vec![weight])),
        }
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

pub(super) fn controller(
    name: &str,
    source: &str,
    kind: &'static RatingKind,
    terms: Vec<Term>,
) -> Result<Controller, ImportError> {
    if terms.is_empty() {
        return error("the strategy has no features that could tell moves apart");
    }
    Ok(Controller {
        name: name.to_string(),
        summary: String::new(),
        source: source.to_string(),
        note: String::new(),
        reported: Vec::new(),
        rules: Vec::new(),
        search: Search::GREEDY,
        rating: Rating { kind, terms },
    })
}

//! The state of an optimiser, as it is saved.

use serde::{Deserialize, Serialize};

use super::average::Average;
use super::candidate::Best;
use super::collapse::Guard;
use super::coordinates::Coordinates;
use super::fitness::Fitness;
use super::method::Proposal;
use super::methods::MethodState;
use super::record::Record;
use super::space::Space;

/// Everything an optimiser is, as it is saved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct State {
    /// The space that is searched: of the numbers, where there are coordinates.
    pub space: Space,
    pub fitness: Fitness,
    pub seed: u64,
    pub generation: u64,
    pub next_id: u64,
    /// What has been asked for and not yet told, with the number of the candidate that plays it.
    pub asked: Vec<(u64, Proposal)>,
    pub best: Option<Best>,
    pub record: Record,
    pub method: MethodState,
    /// How the numbers that are searched become weights, where they are not the weights.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
    /// The last results, where the result is their mean.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average: Option<Average>,
    /// What notices a collapse, where one is to be noticed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guard: Option<Guard>,
}

impl State {
    /// Makes ready a state that was read back.
    ///
    /// # Errors
    ///
    /// What does not fit.
    pub(super) fn check(&mut self) -> Result<(), String> {
        let config = self.method.config();
        config
            .validate(&self.space)
            .map_err(|error| error.to_string())?;
        let indexed = self.record.index(&self.space);
        let (genes, features) = (self.space.genes(), self.space.features().len());
        let bits = if self.space.selection() { features } else { 0 };
        let coordinates = self.coordinates.as_ref();
        let length = coordinates.map_or(genes, |one| one.length(&self.space));
        let learnt_from = self.asked.iter().filter(|(_, asked)| !asked.probe).count();
        let fits = indexed
            && (self.asked.is_empty() || learnt_from == self.method.method().size())
            && self.method.method().fits(&self.space)
            && self
                .asked
                .iter()
                .all(|(_, one)| one.point.len() == genes && one.enabled.len() == bits)
            && self
                .best
                .iter()
                .all(|best| best.genes.len() == length && best.enabled.len() == bits)
            && coordinates.is_none_or(|one| one.fit(&self.space))
            && self.average.as_ref().is_none_or(|one| one.fits(genes))
            && self.guard.as_ref().is_none_or(|guard| {
                guard.fits(|kept| kept.method().fits(&self.space) && kept.config() == config)
            });
        match fits {
            true => Ok(()),
            false => Err("the optimiser's state does not fit its features".to_string()),
        }
    }
}

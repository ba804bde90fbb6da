//! Polishing: after a learner an optimiser goes on. It searches a factor for each feature of the
//! rating that was learnt, by which all its weights, or all scores of its tables, are multiplied.
//! The factors begin with 1, and their logarithms are the genes, so that a search about a mean of 0
//! begins with what was learnt.

use tetrarium_learn::learners::Learner;

use super::definition::Experiment;
use super::parts::Polish;
use crate::optimisers::{Invalid, Optimiser, Space};
use crate::training::trainer::{Method, Trainer};

impl Experiment {
    /// The polish of a generation; none before it begins.
    pub(super) fn polish_in(&self, generation: u64) -> Option<&Polish> {
        let polish = self.polish.as_ref();
        polish.filter(|polish| generation >= polish.begins)
    }

    /// The generation that a learner begins with; none where none learns.
    pub(super) fn learner_begins(&self) -> Option<u64> {
        match (&self.method, &self.handover) {
            (Method::Learner(_), _) => Some(0),
            (Method::Optimiser(_), handover) => handover.as_ref().map(|one| one.generations),
        }
    }

    /// What goes on from a learner.
    pub(super) fn polisher(
        &self,
        polish: &Polish,
        learner: Box<Learner>,
    ) -> Result<Trainer, Invalid> {
        let space = Space::linear(polish.factors)?;
        let config = polish.optimiser.clone();
        let optimiser = Optimiser::new(config, space, self.statistic(), self.seed())?;
        let optimiser = Box::new(self.cared(optimiser)?);
        Ok(Trainer::Polish { learner, optimiser })
    }
}

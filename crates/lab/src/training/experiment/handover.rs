//! An experiment that begins with an optimiser and ends with a learner, which goes on from what the
//! optimiser has come to.

use tetrarium_engine::Reading;
use tetrarium_learn::learners::{self, Learner};

use super::definition::Experiment;
use crate::optimisers::Invalid;
use crate::training::trainer::{Method, Trainer};

impl Experiment {
    /// The learner that trains in a generation, and its features; none where an optimiser does.
    pub(in crate::training) fn learner_in(
        &self,
        generation: u64,
    ) -> Option<(&learners::Config, &[Reading])> {
        match (&self.method, &self.handover) {
            (Method::Learner(config), _) => Some((config, &self.readings)),
            (Method::Optimiser(_), Some(handover)) if generation >= handover.generations => {
                Some((&handover.learner, &handover.readings))
            }
            (Method::Optimiser(_), _) => None,
        }
    }

    /// The names of the methods that train, in their order.
    pub fn methods(&self) -> Vec<&'static str> {
        let second = self
            .handover
            .as_ref()
            .map(|handover| handover.learner.name());
        std::iter::once(self.method.name()).chain(second).collect()
    }

    /// The methods in words: `cma-es`, or `cma-es, then teaching`.
    pub fn methods_in_words(&self) -> String {
        self.methods().join(", then ")
    }

    /// Whether the optimiser has to go on in a generation, so that there is something to hand over.
    pub(in crate::training) fn hands_over_after(&self, generation: u64) -> bool {
        let handover = self.handover.as_ref();
        handover.is_some_and(|handover| generation < handover.generations)
    }

    /// What trains in a generation, where this has trained before it.
    ///
    /// # Errors
    ///
    /// If the learner cannot be; an experiment that was read has none such.
    pub(in crate::training) fn trainer_in(
        &self,
        generation: u64,
        trainer: Trainer,
    ) -> Result<Trainer, Invalid> {
        match (self.learner_in(generation), trainer) {
            (Some((config, readings)), Trainer::Optimiser(optimiser)) => {
                let weights = optimiser.result().map(|(genes, _)| genes);
                let learner = self.follower(config, readings, &weights.unwrap_or_default())?;
                Ok(Trainer::Learner(Box::new(learner)))
            }
            (_, trainer) => Ok(trainer),
        }
    }

    /// The learner that goes on from the weights of an optimiser.
    pub(super) fn follower(
        &self,
        config: &learners::Config,
        readings: &[Reading],
        weights: &[f64],
    ) -> Result<Learner, Invalid> {
        let context = self.context(config, readings);
        let width = self.rules().board.width();
        let count: usize = readings.iter().map(|one| one.feature.count.on(width)).sum();
        let mut weights = weights.to_vec();
        weights.resize(count, 0.0);
        let learner = Learner::new(context.config, context.setting)?;
        learner.beginning_with(&weights).ok_or_else(|| Invalid {
            field: "start".to_string(),
            value: "what an optimiser has come to".to_string(),
            right: "this learner always begins in its own way: `teaching` can follow an optimiser"
                .to_string(),
        })
    }
}

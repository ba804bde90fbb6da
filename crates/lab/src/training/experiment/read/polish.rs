//! The polish of an experiment: an optimiser that goes on from a learner.

use tetrarium_learn::learners::{Context, Learner};

use super::Reader;
use crate::optimisers::{Config, Fitness, Optimiser, Space};
use crate::play::Length;
use crate::training::experiment::definition::Experiment;
use crate::training::experiment::parts::{Conditions, ExperimentError, Polish, Seeds};

impl Reader<'_> {
    /// The polish of an experiment that is otherwise read, if it has one.
    pub(super) fn polish(
        &self,
        experiment: &Experiment,
    ) -> Result<Option<Polish>, ExperimentError> {
        let Some(file) = &experiment.file.polish else {
            return Ok(None);
        };
        let Some(first) = experiment.learner_begins() else {
            return Err(self.error(
                "polish",
                "an optimiser polishes what a learner has learnt: name a learner, or leave it out",
            ));
        };
        let field = "polish.iterations";
        self.at_least_one(field, Some(file.iterations))?;
        let begins = first.saturating_add(file.iterations);
        if let Some(all) = experiment.budget().generations.filter(|all| *all <= begins) {
            let message = format!("the budget ends after {all}: leave the optimiser some of them");
            return Err(self.error(field, message));
        }
        if experiment.seeds() == Seeds::Fresh {
            let message = "candidates of a polish are compared by the same games: leave it out";
            return Err(self.error("fitness.seeds", message));
        }
        self.at_least_one("polish.max-pieces", file.max_pieces)?;
        self.trial("polish", file.games, file.climbs, false)?;
        self.uncut("polish", file.climbs, file.max_pieces)?;
        let whole = &experiment.conditions;
        let conditions = Conditions {
            rules: whole.rules.clone(),
            games: match file.climbs {
                Some(_) => 1,
                None => file.games.unwrap_or(whole.games),
            },
            climbs: match file.games {
                Some(_) => None,
                None => file.climbs.or(whole.climbs),
            },
            length: file.max_pieces.map_or(whole.length, Length::AtMost),
        };
        let optimiser = file.optimiser.clone();
        let factors = self.factors(experiment, first)?;
        let size = self.polishers(&optimiser, factors)?;
        self.memory("polish.games", size, conditions.games)?;
        Ok(Some(Polish {
            begins,
            optimiser,
            factors,
            conditions,
        }))
    }

    /// How many features the rating has that the learner of a generation makes.
    fn factors(&self, experiment: &Experiment, generation: u64) -> Result<usize, ExperimentError> {
        let Some((config, readings)) = experiment.learner_in(generation) else {
            unreachable!("a learner begins in this generation");
        };
        let Context { setting, config } = experiment.context(config, readings);
        let inside = format!("learner.{}", config.name());
        let learner =
            Learner::new(config, setting).map_err(|error| self.invalid(&inside, error))?;
        let rating = learner.rating();
        match rating.net {
            Some(_) => Err(self.error(
                "polish",
                "the learner makes a net, which has no weights of features: leave it out",
            )),
            None => Ok(rating.terms.len()),
        }
    }

    /// How many candidates a generation has of an optimiser that goes on from what was learnt.
    fn polishers(&self, config: &Config, factors: usize) -> Result<usize, ExperimentError> {
        let inside = format!("polish.optimiser.{}", config.name());
        if !config.has_distribution() {
            return Err(self.error(
                &inside,
                "a polish begins with what was learnt, the mean of a distribution, and this method \
                 has none: name `cma-es`, `sep-cma-es`, `lm-ma-es` or `cross-entropy`",
            ));
        }
        let space = Space::linear(factors).map_err(|error| self.invalid("polish", error))?;
        let optimiser = Optimiser::new(config.clone(), space, Fitness::default(), 1);
        let optimiser = optimiser.map_err(|error| self.invalid(&inside, error))?;
        let (directions, unit_length) = match config {
            Config::CmaEs(one) => (one.directions, one.unit_length),
            Config::SepCmaEs(one) => (one.directions, false),
            Config::LmMaEs(one) => (one.directions, false),
            _ => (false, false),
        };
        for (name, is_on) in [("directions", directions), ("unit-length", unit_length)] {
            if is_on {
                let message = "logarithms of factors have no direction to search: leave it out";
                return Err(self.error(&format!("{inside}.{name}"), message));
            }
        }
        Ok(optimiser.size())
    }
}

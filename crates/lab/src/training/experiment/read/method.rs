//! The method of an experiment: an optimiser or a learner.

use tetrarium_engine::{Controller, Reading, Search};
use tetrarium_learn::learners::{self, Choice};

use super::Reader;
use crate::optimisers::Shape;
use crate::training::experiment::definition::Experiment;
use crate::training::experiment::file::{File, Kind};
use crate::training::experiment::parts::{ControllerFiles, ExperimentError, Handover, Units};
use crate::training::trainer::Method;

impl Reader<'_> {
    /// The method, or the first of two.
    pub(super) fn method(&self, file: &File, search: Search) -> Result<Method, ExperimentError> {
        match (&file.optimiser, &file.learner) {
            (Some(optimiser), None) => {
                if file.rating.units != Units::Plain && file.rating.kind.shape() != Shape::Linear {
                    return Err(self.error(
                        "rating.units",
                        "the spread of a feature is a unit of weights in a linear rating alone: leave it out",
                    ));
                }
                Ok(Method::Optimiser(optimiser.clone()))
            }
            (None, Some(learner)) => {
                self.searched(file)?;
                self.learnable(file, search)?;
                Ok(Method::Learner(learner.clone()))
            }
            (Some(optimiser), Some(_)) => {
                if file.handover.is_none() {
                    return Err(self.error(
                        "learner",
                        "there is an optimiser too: leave one of the two out, or say with [handover] after how many generations of the optimiser the learner goes on",
                    ));
                }
                self.learnable(file, search)?;
                Ok(Method::Optimiser(optimiser.clone()))
            }
            (None, None) => Err(self.error(
                "optimiser",
                "it is missing: say what trains, for example [optimiser.cross-entropy] or [learner.lambda-policy-iteration]",
            )),
        }
    }

    /// The learner that follows an optimiser.
    pub(super) fn handover(
        &self,
        file: &File,
        readings: &[Reading],
    ) -> Result<Option<Handover>, ExperimentError> {
        let Some(handover) = &file.handover else {
            return Ok(None);
        };
        let (Some(_), Some(learner)) = (&file.optimiser, &file.learner) else {
            return Err(self.error(
                "handover.generations",
                "an optimiser hands over to a learner: name both, or leave [handover] out",
            ));
        };
        let field = "handover.generations";
        self.at_least_one(field, Some(handover.generations))?;
        let before = file.curriculum.iter().map(|stage| stage.generations);
        let before = before.fold(0u64, u64::saturating_add);
        if handover.generations < before {
            let message = format!(
                "the curriculum has {before}, and a learner learns one game: name at least as many"
            );
            return Err(self.error(field, message));
        }
        let all = file.budget.generations;
        if let Some(all) = all.filter(|all| *all <= handover.generations) {
            let message = format!("the budget ends after {all}: leave the learner some of them");
            return Err(self.error(field, message));
        }
        let mut readings = readings.to_vec();
        self.add_readings("handover.features", &handover.features, &mut readings)?;
        Ok(Some(Handover {
            generations: handover.generations,
            learner: learner.clone(),
            readings,
        }))
    }

    /// A controller of the learner that follows an optimiser, if one does.
    pub(super) fn second(
        &self,
        experiment: &Experiment,
    ) -> Result<Option<Controller>, ExperimentError> {
        let Some(handover) = &experiment.handover else {
            return Ok(None);
        };
        let (config, readings) = (&handover.learner, &handover.readings);
        let learner = experiment.follower(config, readings, &[-1.0]);
        let inside = format!("learner.{}", config.name());
        let learner = learner.map_err(|error| self.invalid(&inside, error))?;
        let (generation, genes) = (handover.generations, learner.genes());
        Ok(Some(experiment.controller(
            experiment.name(),
            generation,
            &genes,
            &[],
        )))
    }

    /// The choices in the recorded games that a learner names.
    pub(super) fn choices(
        &self,
        file: &File,
        files: &mut ControllerFiles,
    ) -> Result<Vec<Choice>, ExperimentError> {
        let Some(learners::Config::PreferenceLearning(parameters)) = &file.learner else {
            return Ok(Vec::new());
        };
        let mut choices = Vec::new();
        let mut number = 0;
        for name in &parameters.recorded {
            let games = self.source.recorded(name, files);
            let field = "learner.preference-learning.recorded";
            for game in games.map_err(|error| self.error(field, error))? {
                choices.extend(game.turns().filter_map(|turn| {
                    let chosen = turn.placement?;
                    Some(Choice::new(number, &turn.board, turn.piece, chosen))
                }));
                number += 1;
            }
        }
        Ok(choices)
    }

    /// What an experiment without an optimiser cannot have.
    fn searched(&self, file: &File) -> Result<(), ExperimentError> {
        let refused = |field: &str, message: &str| Err(self.error(field, message));
        if file.rating.units != Units::Plain {
            return refused(
                "rating.units",
                "a learner fits plain weights: leave the units out",
            );
        }
        if file.rating.mirror {
            return refused(
                "rating.mirror",
                "`teaching` shares the weights of mirror images, other learners do not: leave it out",
            );
        }
        if file.collapse.is_some() {
            return refused(
                "collapse",
                "it is of searches, and a learner does not search: leave it out",
            );
        }
        if file.result.is_some() {
            return refused(
                "result.average",
                "a learner hands over its last controller: leave it out",
            );
        }
        Ok(())
    }

    /// What an experiment with a learner cannot have.
    fn learnable(&self, file: &File, search: Search) -> Result<(), ExperimentError> {
        let refused = |field: &str, message: &str| Err(self.error(field, message));
        if file.rating.kind != Kind::Linear {
            return refused(
                "rating.kind",
                "a learner makes its own rating: leave the kind out",
            );
        }
        if file.rating.selection {
            return refused(
                "rating.selection",
                "a learner uses all features: leave it out",
            );
        }
        if search != Search::GREEDY {
            return refused(
                "search.kind",
                "a learner learns for a greedy player: leave the search out",
            );
        }
        if file.racing.is_some() {
            return refused(
                "racing.games",
                "a learner has one controller an iteration, which cannot race: leave it out",
            );
        }
        if !file.curriculum.is_empty() && file.optimiser.is_none() {
            return refused(
                "curriculum.0.generations",
                "a learner learns one game: leave the curriculum out",
            );
        }
        Ok(())
    }
}

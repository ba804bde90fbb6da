//! The method of an experiment: an optimiser or a learner.

use tetrarium_engine::Search;
use tetrarium_learn::learners::{self, Choice};

use super::Reader;
use crate::optimisers::Shape;
use crate::training::experiment::file::File;
use crate::training::experiment::parts::{ControllerFiles, ExperimentError};
use crate::training::trainer::Method;

impl Reader<'_> {
    /// The method, of which there is exactly one.
    pub(super) fn method(&self, file: &File, search: Search) -> Result<Method, ExperimentError> {
        match (&file.optimiser, &file.learner) {
            (Some(optimiser), None) => Ok(Method::Optimiser(optimiser.clone())),
            (None, Some(learner)) => {
                self.learnable(file, search)?;
                Ok(Method::Learner(learner.clone()))
            }
            (Some(_), Some(_)) => Err(self.error(
                "learner",
                "there is an optimiser too: an experiment has one of the two",
            )),
            (None, None) => Err(self.error(
                "optimiser",
                "it is missing: say what trains, for example [optimiser.cross-entropy] or [learner.lambda-policy-iteration]",
            )),
        }
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

    /// What an experiment with a learner cannot have.
    fn learnable(&self, file: &File, search: Search) -> Result<(), ExperimentError> {
        let refused = |field: &str, message: &str| Err(self.error(field, message));
        if file.rating.kind != Shape::Linear {
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
        if !file.curriculum.is_empty() {
            return refused(
                "curriculum.0.generations",
                "a learner learns one game: leave the curriculum out",
            );
        }
        Ok(())
    }
}

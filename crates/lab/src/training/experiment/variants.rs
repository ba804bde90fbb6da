//! Experiments made of others: another seed, another budget, another board.

use super::definition::Experiment;
use super::file::File;
use super::parts::{Budget, ExperimentError};

impl Experiment {
    /// The same experiment with another seed. Its text is written anew, without comments.
    ///
    /// # Errors
    ///
    /// If a measurement of the experiment has this seed.
    pub fn with_seed(&self, seed: u64) -> Result<Experiment, ExperimentError> {
        self.changed(|file| file.seed = seed)
    }

    /// The same experiment with this many moves as its only budget.
    ///
    /// # Errors
    ///
    /// If the number of moves cannot be.
    pub fn with_moves(&self, moves: u64) -> Result<Experiment, ExperimentError> {
        self.changed(|file| {
            file.budget = Budget {
                moves: Some(moves),
                ..Budget::default()
            };
        })
    }

    /// The same experiment on another board (measurements and all stages of a curriculum too), or
    /// with another number of games for every candidate: what the papers did in months, in minutes.
    ///
    /// # Errors
    ///
    /// If the experiment cannot be on this board, or with this number of games.
    pub fn scaled(
        &self,
        board: Option<&str>,
        games: Option<u64>,
    ) -> Result<Experiment, ExperimentError> {
        self.changed(|file| {
            if let Some(board) = board {
                let stages = file.curriculum.iter_mut().map(|stage| &mut stage.rules);
                let plans = file.measurement.iter_mut().map(|plan| &mut plan.rules);
                for rules in stages.chain(plans).chain([&mut file.rules]) {
                    rules.insert("board".to_string(), board.into());
                }
            }
            if games.is_some() {
                file.fitness.games = games;
                file.fitness.climbs = None;
                for stage in &mut file.curriculum {
                    (stage.games, stage.climbs) = (None, None);
                }
                if let Some(polish) = &mut file.polish {
                    (polish.games, polish.climbs) = (None, None);
                }
                file.racing = None;
            }
        })
    }

    /// The same experiment with this many moves as its only budget, and nothing measured at the
    /// end: the tournament does that.
    pub(in crate::training) fn for_tournament(
        &self,
        moves: u64,
    ) -> Result<Experiment, ExperimentError> {
        self.with_moves(moves)?
            .changed(|file| file.measurement.clear())
    }

    fn changed(&self, change: impl FnOnce(&mut File)) -> Result<Experiment, ExperimentError> {
        let mut file = self.file.clone();
        change(&mut file);
        // By way of a table: every type written as text by itself makes the crate slow to build.
        let table = toml::Table::try_from(&file).map_err(|error| ExperimentError {
            line: None,
            field: None,
            message: format!("the experiment cannot be written: {error}"),
        })?;
        Experiment::with_controllers(&table.to_string(), &self.controllers)
    }
}

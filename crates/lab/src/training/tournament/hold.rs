//! Holding a tournament.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::entrant::{Entrant, Settings};
use super::error::TournamentError;
use super::side_by_side::{self, Done};
use super::table::Row;
use super::{curves, table};
use crate::play::{Backend, Watch};
use crate::records::Made;
use crate::training::error::RunError;
use crate::training::experiment::Experiment;
use crate::training::lock::Lock;
use crate::training::observer::Observer;
use crate::training::run::{Ending, Run};

/// A tournament in a folder.
#[derive(Clone, Debug)]
pub struct Tournament {
    folder: PathBuf,
    entrants: Vec<Entrant>,
    settings: Settings,
    made: Option<Made>,
}

impl Tournament {
    /// A tournament of some experiments under the seeds 1 to `seeds`, each with `moves` moves; none
    /// for the budget that they all have.
    ///
    /// # Errors
    ///
    /// If the experiments cannot be compared, or one cannot take part.
    pub fn new(
        folder: &Path,
        experiments: &[Experiment],
        seeds: u64,
        moves: Option<u64>,
    ) -> Result<Tournament, TournamentError> {
        if experiments.is_empty() || seeds == 0 {
            return Err(TournamentError::Empty);
        }
        let mut names = BTreeSet::new();
        if let Some(twice) = experiments.iter().find(|one| !names.insert(one.name())) {
            return Err(TournamentError::SameName(twice.name().to_string()));
        }
        let moves = match moves {
            Some(moves) => moves,
            None => common_budget(experiments)?,
        };
        let mut entrants = Vec::new();
        for one in experiments {
            let wrong = |error| TournamentError::Experiment {
                name: one.name().to_string(),
                error,
            };
            let (rules, length, seed) = one
                .measuring_games(seeds)
                .ok_or_else(|| TournamentError::NoGames(one.name().to_string()))?;
            entrants.push(Entrant {
                experiment: one.for_tournament(moves).map_err(wrong)?,
                rules,
                length,
                seed,
            });
        }
        Ok(Tournament {
            folder: folder.to_path_buf(),
            settings: Settings::new(&entrants, seeds, moves),
            entrants,
            made: None,
        })
    }

    /// Measures results by this many games, and curves at this many points.
    pub fn measured_by(mut self, games: u64, points: u64) -> Tournament {
        (self.settings.games, self.settings.points) = (games.max(1), points.max(1));
        self
    }

    /// Has the clock readings of its runs say what program made them.
    pub fn made_by(mut self, made: Made) -> Tournament {
        self.made = Some(made);
        self
    }

    /// Who takes part.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// Holds it, or goes on with it: runs that are finished are not run again. None if the watch
    /// was told to stop. Where the backend can be divided, several runs share it.
    ///
    /// # Errors
    ///
    /// If a run cannot go on, or the folder cannot be written to.
    pub fn go(
        &self,
        games: &dyn Backend,
        watch: &Watch,
        observer: &mut (dyn Observer + Send),
    ) -> Result<Option<Vec<Row>>, TournamentError> {
        std::fs::create_dir_all(&self.folder)
            .map_err(|error| RunError::io("make", &self.folder, error))?;
        let lock = Lock::take(&self.folder)?;
        curves::describe(&self.folder, &self.settings)?;
        let of = self.settings.seeds * self.entrants.len() as u64;
        if !side_by_side::all_runs(of, games, watch, observer, |part| self.train(part))? {
            return Ok(None);
        }
        let measuring = curves::Measuring {
            folder: &self.folder,
            lock: &lock,
            settings: &self.settings,
            entrants: &self.entrants,
            games,
            watch,
        };
        let Some(points) = measuring.points(observer)? else {
            return Ok(None);
        };
        lock.check(&self.folder)?;
        let rows = table::rows(&self.settings, &self.entrants, &points);
        table::write(&self.folder, &rows)?;
        Ok(Some(rows))
    }

    /// Trains one run. Seed by seed, so that what there is after a while is fair to all.
    fn train(&self, part: &mut side_by_side::Part) -> Result<Done, TournamentError> {
        let entrants = self.entrants.len() as u64;
        let entrant = &self.entrants[(part.number % entrants) as usize];
        let seed = 1 + part.number / entrants;
        part.begins(entrant.experiment.name(), seed);
        let mut run = self.run(entrant, seed)?;
        if let Some(made) = &self.made {
            run.made_by(made)?;
        }
        let (games, watch) = (part.games, part.watch);
        match run.go(games, watch, part) {
            Ok(Ending::Stopped) => Ok(Done::Stopped),
            // A budget within the first generation is a result too: this method needs more.
            Ok(Ending::Finished(_)) | Err(RunError::NothingLearnt) => Ok(Done::Whole),
            Err(error) => Err(error.into()),
        }
    }

    fn run(&self, entrant: &Entrant, seed: u64) -> Result<Run, TournamentError> {
        let folder = entrant.run_folder(&self.folder, seed);
        let experiment = entrant.seeded(seed)?;
        if !folder.join("experiment.toml").exists() {
            return Ok(Run::start(&folder, &experiment, None)?);
        }
        let run = Run::resume(&folder)?;
        match run.check_same(&folder.join("experiment.toml"), &experiment) {
            Err(RunError::Changed { line, was, is, .. }) => Err(TournamentError::Other {
                path: folder,
                line,
                was,
                is,
            }),
            other => other.map(|()| run).map_err(TournamentError::from),
        }
    }
}

fn common_budget(experiments: &[Experiment]) -> Result<u64, TournamentError> {
    let budgets: Vec<Option<u64>> = experiments.iter().map(|one| one.budget().moves).collect();
    match budgets[0] {
        Some(moves) if budgets.iter().all(|budget| *budget == Some(moves)) => Ok(moves),
        None if budgets.iter().all(Option::is_none) => Err(TournamentError::NoBudget),
        _ => {
            let shown = experiments.iter().zip(&budgets).map(|(one, budget)| {
                let budget = budget.map_or("none".to_string(), |moves| moves.to_string());
                format!("{} {budget}", one.name())
            });
            Err(TournamentError::Budgets(
                shown.collect::<Vec<_>>().join(", "),
            ))
        }
    }
}

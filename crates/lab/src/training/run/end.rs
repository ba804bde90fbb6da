//! The end of a run: its result as a controller, measured on fresh seeds.

use std::time::Instant;

use tetrarium_engine::{Controller, Player};
use tetrarium_learn::learners::LAST;

use super::Run;
use super::history::done;
use crate::compare::MeanRecord;
use crate::estimate::{EstimateError, Settings, estimate};
use crate::measure::Measurement;
use crate::play::{Backend, Contender, Shard, Watch, Work};
use crate::training::checkpoint::Totals;
use crate::training::error::RunError;
use crate::training::experiment::{By, Plan};
use crate::training::folder::{BEST, CONTROLLER, MEASUREMENTS, TOML};
use crate::training::log::Genome;
use crate::training::observer::Observer;
use crate::training::trainer::Method;
use crate::training::why::Why;
use crate::training::written::sha256;

impl Run {
    /// Ends training: the result becomes a controller file.
    pub(super) fn end_training(&mut self, why: Why) -> Result<(), RunError> {
        if self.checkpoint.totals.generations == 0 {
            return Err(RunError::NothingLearnt);
        }
        self.sync_logs()?;
        let write = |name: &str, controller: &Controller| {
            let files = controller.to_files(name.trim_end_matches(TOML));
            let files = files.expect("experiments name features and kinds that files can hold");
            // The text has the hash of the scores, so it comes after them.
            if let Some((scores, bytes)) = files.scores {
                self.folder.replace(&scores, bytes)?;
            }
            self.folder.replace(name, &files.text)?;
            Ok::<_, RunError>(sha256(files.text.as_bytes()))
        };
        let result = write(CONTROLLER, &self.result()?)?;
        let best = self.best_of_last().map(|best| write(BEST, &best));
        let best = best.transpose()?;
        self.checkpoint.ended = Some(why);
        self.checkpoint.result = Some(result);
        self.checkpoint.best = best;
        self.save()
    }

    /// The controller that the run has come to.
    ///
    /// # Errors
    ///
    /// If no generation is done.
    pub fn result(&self) -> Result<Controller, RunError> {
        let genome = self.trainer.result().ok_or(RunError::NothingLearnt)?;
        let experiment = &self.experiment;
        let name = format!("{}-{}", experiment.name(), experiment.seed());
        Ok(self.handed_over(&name, &genome, "Trained"))
    }

    /// The best of a learner's last iterations, where that is not the result.
    pub fn best_of_last(&self) -> Option<Controller> {
        let genome = self.trainer.best_of_last()?;
        let experiment = &self.experiment;
        let name = format!("{}-{}-best", experiment.name(), experiment.seed());
        let how = format!("The best of the last {LAST} iterations, trained");
        Some(self.handed_over(&name, &genome, &how))
    }

    fn handed_over(&self, name: &str, genome: &Genome, how: &str) -> Controller {
        let experiment = &self.experiment;
        let Totals {
            generations,
            evaluations,
            games,
            moves,
        } = self.checkpoint.totals;
        let played = match experiment.method() {
            Method::Optimiser(_) => format!(
                "{generations} generations, {evaluations} candidates, {games} games, {moves} moves"
            ),
            Method::Learner(_) => {
                format!("{generations} iterations, {moves} moves, judged by {games} games")
            }
        };
        Controller {
            summary: format!(
                "{how} by {} under seed {} of the experiment {}.",
                experiment.methods_in_words(),
                experiment.seed(),
                experiment.name()
            ),
            source: format!("tetrarium {}: {played}", env!("CARGO_PKG_VERSION")),
            ..experiment.controller(name, generations - 1, &genome.genes, &genome.enabled)
        }
    }

    /// The measurements at the end; false if the watch ended them.
    pub(super) fn measure(
        &mut self,
        games: &dyn Backend,
        watch: &Watch,
        observer: &mut dyn Observer,
    ) -> Result<bool, RunError> {
        let results = [Some(self.result()?), self.best_of_last()];
        let mut all = Vec::new();
        for plan in self.experiment.measurements() {
            for result in results.iter().flatten() {
                all.push((plan.clone(), result.clone()));
            }
            for controller in &plan.controllers {
                all.push((plan.clone(), controller.clone()));
            }
        }
        let of = all.len() as u64;
        for (number, (plan, controller)) in (0..).zip(all) {
            if number < self.checkpoint.measured {
                continue;
            }
            let began = Instant::now();
            let player = Player::new(&controller, &plan.rules_of(&controller)?)?;
            observer.measuring(&controller.name, player.rules(), plan.by, number, of);
            let Some(measured) = measured(&player, &plan, games, watch)? else {
                return Ok(false);
            };
            let text = self.text(MEASUREMENTS, std::slice::from_ref(&measured))?;
            self.folder.append(MEASUREMENTS, &text)?;
            self.folder.sync(MEASUREMENTS)?;
            let written = &mut self.checkpoint.logs.measurements;
            *written = written.and(&text);
            self.checkpoint.measured += 1;
            self.save()?;
            let seconds = began.elapsed().as_secs_f64();
            let what = format!("measurement of {} on {}", controller.name, plan.rules.board);
            self.write_timing(&done(what, seconds, measured.moves()))?;
            observer.measured(&measured);
        }
        Ok(true)
    }
}

/// Measures a player; none if the watch ended it. A measurement that was stopped is made again as a
/// whole, so that the result does not depend on when.
fn measured(
    player: &Player,
    plan: &Plan,
    games: &dyn Backend,
    watch: &Watch,
) -> Result<Option<MeanRecord>, RunError> {
    match plan.by {
        By::Games {
            games: count,
            length,
        } => {
            let shard = Shard {
                seed: plan.seed,
                first: 0,
                games: count,
                length,
            };
            let contender = player.into();
            let records = games.play_whole(&[Work { contender, shard }], watch)?;
            Ok(records.map(|mut records| {
                let measurement = Measurement::new(player, &shard, &records.remove(0));
                MeanRecord::Measurement(Box::new(measurement))
            }))
        }
        By::Climbs(climbs) => {
            let settings = Settings {
                climbs,
                danger: Contender::from(player).danger(),
                ..Settings::default()
            };
            match estimate(player, plan.seed, &settings, games, watch) {
                Err(EstimateError::Stopped) => Ok(None),
                Err(EstimateError::Play(error)) => Err(error.into()),
                Err(error) => Err(error.into()),
                Ok(estimate) if estimate.interrupted => Ok(None),
                Ok(estimate) => Ok(Some(MeanRecord::Estimate(Box::new(estimate)))),
            }
        }
    }
}

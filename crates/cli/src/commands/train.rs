//! `train`: from an experiment to a controller.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use tetrarium_lab::compare::{MeanRecord, Ratio};
use tetrarium_lab::statistics::Interval;
use tetrarium_lab::training::{Ending, Experiment, Run, RunError, Why};
use tetrarium_lab::{PlayError, Watch};

use crate::commands::list;
use crate::failure::{Failure, INTERRUPTED, Outcome, read_records};
use crate::flags::args::Train;
use crate::flags::experiments::{failure, find};
use crate::print::page;
use crate::print::progress::interrupt_flag;
use crate::print::table::{Align, Table};
use crate::print::terminal;
use crate::print::terminal::note;
use crate::print::text::{real, whole};
use crate::print::training_display::Display;

/// The experiment that is run where none is named.
const DEFAULT: &str = "quick";

/// Runs the command.
pub fn run(train: &Train) -> Outcome {
    if train.list {
        terminal::print(&list::experiments())?;
        return Ok(ExitCode::SUCCESS);
    }
    let who = train.backend.ready()?;
    let mut run = match &train.resume {
        Some(folder) => resumed(train, folder)?,
        None => started(train)?,
    };
    let folder = run.path().to_path_buf();
    if let Some(file) = run.changed_file() {
        note!(
            "tetrarium: {} has changed since the run began; the run goes on with its copy",
            file.display()
        );
    }
    let interrupted = interrupt_flag();
    let watch = Arc::new(Watch::stopping_on(&interrupted));
    let mut display = Display::following(&watch);
    display.remember(&run.generations().map_err(failure)?, &run.standing());
    let ending = run.go(&*who.backend, &watch, &mut display);
    drop(display);
    let how = format!("`tetrarium train --resume {}`", folder.display());
    match ending {
        Ok(Ending::Finished(why)) => {
            terminal::print(&report(&run, why, train.format.json())?)?;
            page::write_in(&folder, &interrupted)
        }
        Ok(Ending::Stopped) => {
            note!(
                "tetrarium: interrupted; {} generations are saved, {how} goes on",
                run.standing().totals.generations
            );
            Ok(ExitCode::from(INTERRUPTED))
        }
        Err(error @ (RunError::Io { .. } | RunError::Play(PlayError::Failed(_)))) => {
            Err(Failure::Machine(anyhow::anyhow!(
                "{error}; {} generations are saved, {how} goes on",
                run.standing().totals.generations
            )))
        }
        Err(error) => Err(failure(error)),
    }
}

fn resumed(train: &Train, folder: &Path) -> Result<Run, Failure> {
    let run = Run::resume(folder).map_err(failure)?;
    if let Some(name) = &train.experiment {
        let (experiment, path) = find(name)?;
        let path = path.unwrap_or_else(|| PathBuf::from(name));
        run.check_same(&path, &experiment).map_err(failure)?;
    }
    Ok(run)
}

fn started(train: &Train) -> Result<Run, Failure> {
    let name = train.experiment.as_deref().unwrap_or(DEFAULT);
    let (mut experiment, file) = find(name)?;
    let mut file = file;
    if let Some(seed) = train.seed.filter(|seed| *seed != experiment.seed()) {
        experiment = experiment
            .with_seed(seed)
            .map_err(|error| Failure::input(format!("{name} with seed {seed}: {error}")))?;
        // The copy is meant to differ from the file.
        file = None;
    }
    match &train.out {
        Some(folder) => Run::start(folder, &experiment, file.as_deref()).map_err(|error| {
            match error {
                RunError::Exists(path) => Failure::input(format!(
                    "{0} is there already: `tetrarium train --resume {0}` goes on with it, another --out starts a new run",
                    path.display()
                )),
                other => failure(other),
            }
        }),
        None => new_folder(&experiment, file.as_deref()),
    }
}

/// Starts a run in the first folder of runs/ that is free.
fn new_folder(experiment: &Experiment, file: Option<&Path>) -> Result<Run, Failure> {
    let base = format!("{}-seed-{}", experiment.name(), experiment.seed());
    let mut number = 1;
    loop {
        let name = match number {
            1 => base.clone(),
            number => format!("{base}-{number}"),
        };
        match Run::start(&Path::new("runs").join(name), experiment, file) {
            // Another process may be starting there at this moment.
            Err(RunError::Exists(_) | RunError::Locked(_)) => number += 1,
            other => return other.map_err(failure),
        }
    }
}

/// The result of a finished run.
fn report(run: &Run, why: Why, json: bool) -> Result<String, Failure> {
    if json {
        return read_records(&run.path().join("measurements.jsonl"));
    }
    let experiment = run.experiment();
    let totals = run.standing().totals;
    let mut text = String::new();
    let mut field = |name: &str, value: String| text += &format!("{name:12} {value}\n");
    field(
        "experiment",
        format!(
            "{} (seed {}), {}",
            experiment.name(),
            experiment.seed(),
            experiment.optimiser().name()
        ),
    );
    field(
        "played",
        format!(
            "{} generations, {} candidates, {} games, {} moves; {why}",
            whole(totals.generations),
            whole(totals.evaluations),
            whole(totals.games),
            whole(totals.moves)
        ),
    );
    if why == Why::Seconds {
        field(
            "",
            "(a budget of time: another run comes to another result)".to_string(),
        );
    }
    field("run", run.path().display().to_string());
    field(
        "controller",
        run.path().join("controller.toml").display().to_string(),
    );
    field("report", page::path_in(run.path()).display().to_string());
    for measured in run.measurements().map_err(failure)? {
        text += &compared(&measured);
    }
    Ok(text)
}

/// A table of the result (the first) beside others.
fn compared(measured: &[MeanRecord]) -> String {
    let Some(result) = measured.first() else {
        return String::new();
    };
    let mut table = Table::new(&[
        ("controller", Align::Left),
        ("mean lines", Align::Right),
        ("95 % interval", Align::Right),
        ("result's mean over it", Align::Right),
        ("95 % interval", Align::Right),
    ]);
    let bounds = |interval: Interval| format!("{} – {}", real(interval.low), real(interval.high));
    for (number, one) in measured.iter().enumerate() {
        let ratio = Ratio::of(result, one).comparison;
        let (times, of_ratio) = match ratio.ratio.filter(|_| number > 0) {
            None => (String::new(), String::new()),
            Some(times) => (format!("× {times:.2}"), bounds(ratio.interval)),
        };
        let least = || format!("> {}", real(one.interval().low));
        table.row([
            one.controller().to_string(),
            one.mean().map_or_else(least, real),
            bounds(one.interval()),
            times,
            of_ratio,
        ]);
    }
    let how = match result {
        MeanRecord::Measurement(of) => format!("{} games each", whole(of.tally.games())),
        MeanRecord::Estimate(of) => format!(
            "by splitting with {} climbs and {} repeats each",
            whole(of.settings.climbs),
            of.settings.repeats
        ),
    };
    let rule = |name: &str| result.rules().get(name).map_or("", String::as_str);
    let rules = match rule("pieces") {
        "uniform" => rule("board").to_string(),
        pieces => format!("{} with {pieces}", rule("board")),
    };
    format!(
        "\non {rules}, {how}, seed {}, which no candidate has played\n{table}",
        result.seed()
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Player, Rules, catalogue};
    use tetrarium_lab::compare::Compared;
    use tetrarium_lab::measure::Method;
    use tetrarium_lab::{Length, Measurement, Shard, play};

    #[test]
    fn the_table_has_the_figures_of_compare() {
        let mut rules = Rules::default();
        rules.set("board", "6x6").unwrap();
        let measured = ["bcts", "lee"].map(|name| {
            let player = Player::new(catalogue::named(name).unwrap(), &rules).unwrap();
            let shard = Shard {
                seed: 1,
                first: 0,
                games: 200,
                length: Length::Whole,
            };
            let records = play(&player, &shard, 1, &Watch::default());
            Measurement::new(&player, &shard, &records)
        });
        // Where the games are not geometric, the law and the games' own spread differ.
        assert_eq!(measured[0].method, Method::Empirical);
        let pair = Compared::of(&measured).unwrap().pairs[0].comparison;
        let table = compared(&measured.map(|one| MeanRecord::Measurement(Box::new(one))));
        let (low, high) = (real(pair.interval.low), real(pair.interval.high));
        assert!(table.contains(&format!("× {:.2}", pair.ratio.unwrap())));
        assert!(table.ends_with(&format!(" {low} – {high}\n")), "{table}");
    }
}

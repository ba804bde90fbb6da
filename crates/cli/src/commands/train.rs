//! `train`: from an experiment to a controller.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use tetrarium_engine::Rules;
use tetrarium_lab::compare::{MeanRecord, Ratio};
use tetrarium_lab::learners;
use tetrarium_lab::numbers::counted;
use tetrarium_lab::records::{Caveat, labels};
use tetrarium_lab::training::{Ending, Experiment, GenerationLine, Method, Run, RunError, Why};
use tetrarium_lab::{PlayError, Watch};

use crate::commands::list;
use crate::failure::{Failure, INTERRUPTED, Outcome, read_records};
use crate::flags::experiments::{failure, find};
use crate::flags::training::Train;
use crate::print::fields::Fields;
use crate::print::measured::{caveat_names, caveat_sentences, rules_in_words};
use crate::print::outcome::made;
use crate::print::page;
use crate::print::table::{Cell, Column, Table};
use crate::print::text::whole;
use crate::print::training_display::Display;
use crate::signals::interrupt_flag;
use crate::terminal::{self, note};

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
    run.made_by(&made()).map_err(failure)?;
    let interrupted = interrupt_flag();
    let watch = Arc::new(Watch::stopping_on(&interrupted));
    let mut display = Display::following(&watch);
    display.remember(&run.generations().map_err(failure)?, &run.standing());
    let ending = run.go(&*who.backend, &watch, &mut display);
    drop(display);
    let how = format!("`tetrarium train --resume {}`", folder.display());
    match ending {
        Ok(Ending::Finished(why)) => {
            // The page first: a reader that closes the output must not cost it.
            let code = page::write_in(&folder, &interrupted)?;
            match train.format.json() {
                true => terminal::print_exact(&read_records(&folder.join("measurements.jsonl"))?)?,
                false => terminal::print(&report(&run, why)?)?,
            }
            Ok(code)
        }
        Ok(Ending::Stopped) => {
            note!(
                "tetrarium: interrupted; {} generations are saved, {how} goes on",
                run.kept().generations
            );
            Ok(ExitCode::from(INTERRUPTED))
        }
        Err(error @ (RunError::Io { .. } | RunError::Play(PlayError::Failed(_)))) => {
            Err(Failure::Machine(anyhow::anyhow!(
                "{error}; {} generations are saved, {how} goes on",
                run.kept().generations
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
fn report(run: &Run, why: Why) -> Result<String, Failure> {
    let experiment = run.experiment();
    let totals = run.standing().totals;
    let mut fields = Fields::new(11);
    let mut field = |name: &str, value: String| fields.add(name, &value);
    field(
        "experiment",
        format!(
            "{} (seed {}), {}",
            experiment.name(),
            experiment.seed(),
            experiment.methods_in_words()
        ),
    );
    field("fingerprint", experiment.fingerprint().short());
    field("rules", rules_in_words(&settings(experiment.rules())));
    field("curriculum", curriculum(experiment));
    field(
        "played",
        match experiment.method() {
            Method::Optimiser(_) => format!(
                "{} generations, {} candidates, {} games, {} moves; {why}",
                whole(totals.generations),
                whole(totals.evaluations),
                whole(totals.games),
                whole(totals.moves)
            ),
            Method::Learner(_) => format!(
                "{}, {} moves, judged by {} games; {why}",
                counted(totals.generations, "iteration", "iterations"),
                whole(totals.moves),
                whole(totals.games)
            ),
        },
    );
    if why == Why::Seconds {
        field(
            "",
            "(a budget of time: another run comes to another result)".to_string(),
        );
    }
    field("rank", dependence(&run.generations().map_err(failure)?));
    field("run", run.path().display().to_string());
    field(
        "controller",
        run.path().join("controller.toml").display().to_string(),
    );
    if run.best_of_last().is_some() {
        let best = run.path().join("best.toml").display().to_string();
        field(
            "best",
            format!("{best}, of the last {} iterations", learners::LAST),
        );
    }
    field("report", page::path_in(run.path()).display().to_string());
    let mut text = fields.to_string();
    for measured in run.measurements().map_err(failure)? {
        text += &compared(&measured);
    }
    Ok(text)
}

/// What is said if the features depend on each other in every iteration of a learner; in the first
/// ones they may do so by chance.
fn dependence(lines: &[GenerationLine]) -> String {
    match lines.iter().filter_map(GenerationLine::rank).max() {
        Some((rank, of)) if rank < of => format!(
            "{rank} of {of}: some features depend on others; the shortest of the equally good solutions is taken"
        ),
        _ => String::new(),
    }
}

fn settings(rules: &Rules) -> BTreeMap<String, String> {
    let settings = rules.settings();
    settings
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}

/// The stages before the rules of the experiment, by what they have of their own.
fn curriculum(experiment: &Experiment) -> String {
    let stages = experiment.curriculum().iter().map(|stage| {
        let own = settings(&stage.conditions.rules);
        let own = differing(&own, &settings(experiment.rules()));
        format!(
            "{} generations with {}",
            stage.generations,
            match &own[..] {
                [] => "the same rules".to_string(),
                own => own.join(", "),
            }
        )
    });
    stages.collect::<Vec<_>>().join(", then ")
}

/// A table of the result (the first) beside others.
fn compared(measured: &[MeanRecord]) -> String {
    let Some(result) = measured.first() else {
        return String::new();
    };
    let mut table = Table::new(&[
        Column::left("controller"),
        Column::right("mean lines").unit("lines"),
        Column::bounds("95 % interval").unit("lines"),
        Column::right("result's mean over it").unit("ratio"),
        Column::bounds("95 % interval")
            .unit("ratio")
            .spare(1)
            .called("95 % interval of it"),
        Column::caveats().for_programs(),
    ]);
    let agents: Vec<_> = measured
        .iter()
        .map(|one| (one.controller(), one.fingerprint()))
        .collect();
    let mut others = String::new();
    for (number, (one, name)) in measured.iter().zip(labels(&agents)).enumerate() {
        let ratio = Ratio::of(result, one).comparison;
        let (times, of_ratio) = match ratio.ratio.filter(|_| number > 0) {
            None => ("".into(), "".into()),
            Some(times) => (Cell::Times(times), ratio.interval.into()),
        };
        let own = differing(one.rules(), result.rules());
        if !own.is_empty() {
            others += &format!("{name} plays by rules of its own: {}\n", own.join(", "));
        }
        let least = || Cell::Above(one.interval().low);
        table.row([
            name.into(),
            one.mean().map_or_else(least, Cell::Real),
            one.interval().into(),
            times,
            of_ratio,
            caveat_names(one.caveats()).into(),
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
    let board = result.rules().get("board").map_or("", String::as_str);
    let rules = differing(result.rules(), &settings(&Rules::default()));
    let rules = rules.iter().filter(|rule| !rule.starts_with("board "));
    let rules: Vec<&str> = rules.map(String::as_str).collect();
    let with = match &rules[..] {
        [] => String::new(),
        rules => format!(" with {}", rules.join(", ")),
    };
    let caveats: String = measured
        .iter()
        .map(|one| {
            let barring = one.caveats().iter().copied();
            let barring: Vec<Caveat> = barring.filter(|one| !one.allows_best()).collect();
            caveat_sentences(one.controller(), &barring)
        })
        .collect();
    format!(
        "\non {board}{with}, {how}, seed {}, which no candidate has played\n{table}{caveats}{others}",
        result.seed()
    )
}

/// The settings of some rules that others do not have, in the order in which they are always
/// printed.
fn differing(rules: &BTreeMap<String, String>, others: &BTreeMap<String, String>) -> Vec<String> {
    let differing = Rules::names().filter(|name| rules.get(*name) != others.get(*name));
    differing
        .filter_map(|name| Some(format!("{name} {}", rules.get(name)?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::table::alike;
    use tetrarium_engine::{Player, catalogue};
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
        let figures = [Cell::Times(pair.ratio.unwrap()), pair.interval.into()];
        assert!(table.contains(&alike(figures).join("  ")), "{table}");
    }
}

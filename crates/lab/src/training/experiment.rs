//! Experiments: a training run described by a file.

mod file;
mod place;
mod read;

use serde::{Deserialize, Serialize};
use tetrarium_engine::Search;
use tetrarium_engine::features::{Count, Reading};
use tetrarium_engine::rating::{DISPLACED, EXPONENTIAL, Function, LINEAR, Rating, Term};
use tetrarium_engine::rules::RulesError;
use tetrarium_engine::{Controller, Rules};

use crate::optimisers::{Config, Fitness, Invalid, Optimiser, Racing, Shape, Space};
use crate::play::Length;

/// The version of experiment files that this program reads and writes.
pub const SCHEMA: i64 = 1;

/// The largest weight of a trained controller is between half of two to this power and that: numbers that people can read.
const LARGEST_WEIGHT: i32 = 7;

/// An experiment file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{}{}{message}",
    .line.map(|line| format!("line {line}: ")).unwrap_or_default(),
    .field.as_ref().map(|field| format!("`{field}`: ")).unwrap_or_default()
)]
pub struct ExperimentError {
    /// The line, from 1, if there is one to blame.
    pub line: Option<usize>,
    /// The field, with dots between the names of nested ones, if there is one to blame.
    pub field: Option<String>,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// A training run: what is played, what is searched, by which method and for how long.
///
/// ```
/// use tetrarium_lab::training::Experiment;
/// let text = r#"
/// schema = 1
/// name = "small"
/// rules = { board = "6x8" }
/// rating = { features = ["holes", "landing-height"] }
/// optimiser.cross-entropy = { rho = 0.2 }
/// fitness = { games = 5, max-pieces = 10_000 }
/// budget = { generations = 20 }
/// "#;
/// let experiment = Experiment::from_toml(text).unwrap();
/// assert_eq!(experiment.rules().board.to_string(), "6x8");
///
/// let wrong = Experiment::from_toml(&text.replace("rho = 0.2", "rho = 0.001")).unwrap_err();
/// assert_eq!((wrong.line, wrong.field.as_deref()), (Some(6), Some("optimiser.cross-entropy.rho")));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    text: String,
    file: file::File,
    /// `[rules]` as written.
    settings: Settings,
    conditions: Conditions,
    readings: Vec<Reading>,
    search: Search,
    curriculum: Vec<Stage>,
    measurements: Vec<Plan>,
}

/// Settings of the rules with their values, in the order of the file.
type Settings = Vec<(String, String)>;

/// Which games the candidates of a generation play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seeds {
    /// All candidates of a generation play the same games, so that luck with pieces does not tell between them (Boumaza 2009). The next
    /// generation plays others.
    #[default]
    Common,
    /// No game is played twice.
    Fresh,
}

/// When a run ends: as soon as any of these is reached.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Budget {
    /// After so many generations.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generations: Option<u64>,
    /// After the generation in which so many candidates have been played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// Before the generation whose games would make more than so many moves in all: runs with equal budgets can be compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// After so many seconds, in the middle of a generation, which is then left out. The result depends on the clock: it is not the
    /// same on another machine or in another run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// A stage of a curriculum.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// How many generations it lasts.
    pub generations: u64,
    /// How its candidates play.
    pub conditions: Conditions,
}

/// How the candidates of a generation play.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// The rules of their games.
    pub rules: Rules,
    /// The most games that a candidate plays in a generation: all of them, or those of the winners of a race.
    pub games: u64,
    /// How long a game may last.
    pub length: Length,
    /// Instead of playing games to their ends, a candidate is judged by what they would come to in the mean, estimated by splitting
    /// ([`crate::estimate`]) with so many climbs from each level. It then counts as one game.
    pub climbs: Option<u64>,
}

/// A measurement at the end, of the result and of others beside it, under a seed that no candidate has played.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    settings: Settings,
    /// The rules of its games.
    pub rules: Rules,
    /// What is measured by.
    pub by: By,
    /// The seed.
    pub seed: u64,
    /// The names of the controllers to compare with.
    pub controllers: Vec<String>,
}

/// What a measurement is made by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Games that are played.
    Games {
        /// How many.
        games: u64,
        /// How long a game may last.
        length: Length,
    },
    /// Splitting ([`crate::estimate`]) with so many climbs, where no game could be played to its end.
    Climbs(u64),
}

impl Plan {
    /// The rules a controller plays by here: its own, and over them what the experiment says.
    pub fn rules_of(&self, controller: &Controller) -> Result<Rules, RulesError> {
        let mut rules = controller.rules_over(&Rules::default())?;
        for (setting, value) in &self.settings {
            rules.set(setting, value)?;
        }
        Ok(rules)
    }
}

impl Experiment {
    /// Reads an experiment file.
    pub fn from_toml(text: &str) -> Result<Experiment, ExperimentError> {
        read::experiment(text)
    }

    /// The experiment's text: that of the file, with its comments.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The same experiment with another seed. Its text is written anew, without comments.
    pub fn with_seed(&self, seed: u64) -> Result<Experiment, ExperimentError> {
        self.changed(|file| file.seed = seed)
    }

    /// The same experiment with this many moves as its only budget.
    pub fn with_moves(&self, moves: u64) -> Result<Experiment, ExperimentError> {
        self.changed(|file| {
            file.budget = Budget {
                moves: Some(moves),
                ..Budget::default()
            };
        })
    }

    /// The same experiment on another board (measurements and all stages of a curriculum too), or with another number of games for
    /// every candidate: what the papers did in months, in minutes.
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
                file.racing = None;
            }
        })
    }

    /// The same experiment with this many moves as its only budget, and nothing measured at the end: the tournament does that.
    pub(super) fn for_tournament(&self, moves: u64) -> Result<Experiment, ExperimentError> {
        self.with_moves(moves)?
            .changed(|file| file.measurement.clear())
    }

    /// By which rules, for how long and under which seed, beyond `seeds`, games measure a result: those of the first measurement of the
    /// experiment that plays games, or, where it has no measurement, its own. None where it has, and none of them plays.
    pub(super) fn measuring_games(&self, seeds: u64) -> Option<(Rules, Length, u64)> {
        if self.measurements.is_empty() {
            let seed = seeds.saturating_add(read::FRESH);
            return Some((self.rules().clone(), Length::Whole, seed));
        }
        self.measurements.iter().find_map(|plan| match plan.by {
            By::Games { length, .. } => {
                let seed = plan.seed.max(seeds.saturating_add(1));
                Some((plan.rules.clone(), length, seed))
            }
            By::Climbs(_) => None,
        })
    }

    fn changed(&self, change: impl FnOnce(&mut file::File)) -> Result<Experiment, ExperimentError> {
        let mut file = self.file.clone();
        change(&mut file);
        let text = toml::to_string(&file).map_err(|error| ExperimentError {
            line: None,
            field: None,
            message: format!("the experiment cannot be written: {error}"),
        })?;
        Experiment::from_toml(&text)
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.file.name
    }

    /// What it is, in a sentence.
    pub fn summary(&self) -> &str {
        &self.file.summary
    }

    /// Where its setting comes from.
    pub fn source(&self) -> &str {
        &self.file.source
    }

    /// What one has to know to use it.
    pub fn note(&self) -> &str {
        &self.file.note
    }

    /// The seed of its draws and of the games of its candidates.
    pub fn seed(&self) -> u64 {
        self.file.seed
    }

    /// The rules after the last stage of the curriculum.
    pub fn rules(&self) -> &Rules {
        &self.conditions.rules
    }

    /// The settings of `[rules]` that a controller trained here needs to play as it was trained: all but the board and the pieces,
    /// which it is meant to be carried over.
    pub fn controller_rules(&self) -> Vec<(String, String)> {
        let defaults = Rules::default();
        self.settings
            .iter()
            .filter(|(setting, _)| setting != "board" && setting != "pieces")
            .map(|(setting, _)| {
                (
                    setting.clone(),
                    self.rules().get(setting).unwrap_or_default(),
                )
            })
            .filter(|(setting, value)| defaults.get(setting).as_ref() != Some(value))
            .collect()
    }

    /// The optimiser with its parameters.
    pub fn optimiser(&self) -> &Config {
        &self.file.optimiser
    }

    /// What candidates are compared by.
    pub fn statistic(&self) -> Fitness {
        self.file.fitness.statistic
    }

    /// Which games the candidates of a generation play.
    pub fn seeds(&self) -> Seeds {
        self.file.fitness.seeds
    }

    /// The race between the candidates of a generation, if there is one.
    pub fn racing(&self) -> Option<&Racing> {
        self.file.racing.as_ref()
    }

    /// The most games that a candidate plays in a generation of any stage.
    pub fn most_games(&self) -> u64 {
        let stages = self.curriculum.iter().map(|stage| stage.conditions.games);
        stages.fold(self.conditions.games, u64::max)
    }

    /// When a run ends.
    pub fn budget(&self) -> &Budget {
        &self.file.budget
    }

    /// The stages before [`Experiment::rules`].
    pub fn curriculum(&self) -> &[Stage] {
        &self.curriculum
    }

    /// The stage of a generation and how its candidates play; the stage after the last is the whole experiment's.
    pub fn stage(&self, generation: u64) -> (usize, &Conditions) {
        let mut end = 0;
        for (number, stage) in self.curriculum.iter().enumerate() {
            end += stage.generations;
            if generation < end {
                return (number, &stage.conditions);
            }
        }
        (self.curriculum.len(), &self.conditions)
    }

    /// The measurements at the end.
    pub fn measurements(&self) -> &[Plan] {
        &self.measurements
    }

    /// What is searched.
    pub fn space(&self) -> Result<Space, Invalid> {
        let width = self.rules().board.width();
        let counts = self.readings.iter();
        let counts = counts.map(|reading| reading.feature.count.on(width));
        let rating = &self.file.rating;
        Space::new(counts.collect(), rating.kind, rating.selection)
    }

    /// The features, in the order of the genes.
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// An optimiser that has not been asked yet.
    pub fn new_optimiser(&self) -> Result<Optimiser, Invalid> {
        let config = self.file.optimiser.clone();
        Optimiser::new(config, self.space()?, self.statistic(), self.seed())
    }

    /// The controller of a genome: the genes in the layout of [`Experiment::space`], and which features are on (empty for all).
    pub fn controller(&self, name: &str, genes: &[f64], enabled: &[bool]) -> Controller {
        let width = self.rules().board.width();
        let (kind, shape) = match self.file.rating.kind {
            Shape::Linear => (&LINEAR, 1),
            Shape::Exponential => (&EXPONENTIAL, 2),
            Shape::Displaced => (&DISPLACED, 3),
        };
        let weights = genes.len() / shape;
        // Only the ratios of weights matter, and some searches let them grow without end. Halving and doubling change no choice.
        let largest = genes[..weights]
            .iter()
            .fold(0.0, |a: f64, b| a.max(b.abs()));
        let scale = match libm::frexp(largest).1 {
            _ if largest == 0.0 || !largest.is_finite() => 0,
            exponent => LARGEST_WEIGHT - exponent,
        };
        let mut terms = Vec::new();
        let mut place = 0;
        for (feature, reading) in self.readings.iter().enumerate() {
            let count = reading.feature.count.on(width);
            let functions = (place..place + count).map(|gene| {
                let weight = libm::ldexp(genes[gene], scale);
                match self.file.rating.kind {
                    Shape::Linear => Function::linear(weight),
                    Shape::Exponential => Function::power(weight, genes[weights + gene]),
                    Shape::Displaced => {
                        let (exponent, displacement) = (weights + gene, 2 * weights + gene);
                        Function::displaced(weight, genes[exponent], genes[displacement])
                    }
                }
            });
            if enabled.is_empty() || enabled[feature] {
                terms.push(Term {
                    reading: *reading,
                    functions: functions.collect(),
                });
            }
            place += count;
        }
        Controller {
            name: name.to_string(),
            summary: String::new(),
            source: String::new(),
            note: String::new(),
            reported: Vec::new(),
            rules: self.controller_rules(),
            search: self.search,
            rating: Rating { kind, terms },
        }
    }

    /// Whether the number of weights depends on the width of the board.
    fn depends_on_width(&self) -> bool {
        let counts = self.readings.iter().map(|reading| reading.feature.count);
        counts
            .into_iter()
            .any(|count| matches!(count, Count::Columns | Count::Pairs))
    }
}

//! An experiment: what its file says, checked.

use std::iter::repeat_n;

use tetrarium_engine::features::Count;
use tetrarium_engine::rating::{BANDS, DISPLACED, EXPONENTIAL, LINEAR};
use tetrarium_engine::{Controller, Function, Rating, Reading, Rules, Search, Term};

use super::evolved;
use super::factors::polished;
use super::file::{File, Kind};
use super::parts::{
    Budget, By, Conditions, ControllerFiles, FRESH, Handover, Plan, Polish, Seeds, Settings, Stage,
};
use crate::optimisers::{Fitness, Invalid, Racing, Space};
use crate::play::Length;
use crate::training::trainer::{Method, Trainer};
use tetrarium_learn::learners::{self, Choice, Context, Learner, Setting};

/// The largest weight of a trained controller is between half of two to this power and that:
/// numbers that people can read.
const LARGEST_WEIGHT: i32 = 7;

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
    pub(super) text: String,
    pub(super) file: File,
    pub(super) method: Method,
    /// The learner that follows an optimiser, if one does.
    pub(super) handover: Option<Handover>,
    /// The optimiser that goes on from a learner, if one does.
    pub(super) polish: Option<Polish>,
    /// `[rules]` as written.
    pub(super) settings: Settings,
    pub(super) conditions: Conditions,
    pub(super) readings: Vec<Reading>,
    pub(super) search: Search,
    pub(super) curriculum: Vec<Stage>,
    pub(super) measurements: Vec<Plan>,
    /// The choices of recorded games that a learner learns from.
    pub(super) choices: Vec<Choice>,
    /// The files that the experiment names by path.
    pub(super) controllers: ControllerFiles,
}

impl Experiment {
    /// The experiment's text: that of the file, with its comments.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The texts of the controller files that measurements name by path.
    pub(in crate::training) fn controller_files(&self) -> &ControllerFiles {
        &self.controllers
    }

    /// By which rules, for how long and under which seed, beyond `seeds`, games measure a result:
    /// those of the first measurement of the experiment that plays games, or, where it has no
    /// measurement, its own. None where it has, and none of them plays.
    pub(in crate::training) fn measuring_games(&self, seeds: u64) -> Option<(Rules, Length, u64)> {
        if self.measurements.is_empty() {
            let seed = seeds.saturating_add(FRESH);
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

    /// Whether candidates or the result are estimated by climbs.
    pub(in crate::training) fn uses_climbs(&self) -> bool {
        let mut measurements = self.measurements.iter();
        self.all_conditions()
            .any(|conditions| conditions.climbs.is_some())
            || measurements.any(|plan| matches!(plan.by, By::Climbs(_)))
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

    /// The lines that its source reports of such a controller; for figures only.
    pub fn reported(&self) -> Option<f64> {
        self.file.reported
    }

    /// The seed of its draws and of the games of its candidates.
    pub fn seed(&self) -> u64 {
        self.file.seed
    }

    /// The rules after the last stage of the curriculum.
    pub fn rules(&self) -> &Rules {
        &self.conditions.rules
    }

    /// The settings of `[rules]` that a controller trained here needs to play as it was trained:
    /// all but the board and the pieces, which it is meant to be carried over.
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

    /// The method that trains, or the first of two, with its parameters.
    pub fn method(&self) -> &Method {
        &self.method
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

    /// How candidates play in every stage.
    fn all_conditions(&self) -> impl Iterator<Item = &Conditions> {
        let stages = self.curriculum.iter().map(|stage| &stage.conditions);
        let polish = self.polish.as_ref().map(|polish| &polish.conditions);
        stages.chain([&self.conditions]).chain(polish)
    }

    /// The most games that a candidate plays in a generation of any stage.
    pub fn most_games(&self) -> u64 {
        let games = self.all_conditions().map(|conditions| conditions.games);
        games.fold(1, u64::max)
    }

    /// Whether a move takes more than the ratings of its own placements.
    pub(in crate::training) fn looks_ahead(&self) -> bool {
        self.search != Search::GREEDY
    }

    /// When a run ends.
    pub fn budget(&self) -> &Budget {
        &self.file.budget
    }

    /// The stages before [`Experiment::rules`].
    pub fn curriculum(&self) -> &[Stage] {
        &self.curriculum
    }

    /// The stage of a generation and how its candidates play; the stage after the last is the whole
    /// experiment's, and a polish is one more.
    pub fn stage(&self, generation: u64) -> (usize, &Conditions) {
        if let Some(polish) = self.polish_in(generation) {
            return (self.curriculum.len() + 1, &polish.conditions);
        }
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
    ///
    /// # Errors
    ///
    /// If there is nothing to search.
    pub fn space(&self) -> Result<Space, Invalid> {
        let width = self.rules().board.width();
        let rating = &self.file.rating;
        let bands = rating.bands().count();
        let counts = self.readings.iter();
        let counts = counts.map(|reading| reading.feature.count.on(width) * bands);
        let counts = counts.chain(repeat_n(evolved::GENES, rating.evolved));
        Space::new(counts.collect(), rating.kind.shape(), rating.selection)
    }

    /// The features, in the order of the genes. Genes of expressions that are searched follow.
    pub fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// An optimiser or a learner that has not been asked yet.
    ///
    /// # Errors
    ///
    /// If its parameters cannot be; an experiment that was read has none such.
    pub fn new_trainer(&self) -> Result<Trainer, Invalid> {
        self.trainer(true)
    }

    /// A trainer that has not been asked yet; one that is not `measured` can only be looked at.
    pub(super) fn trainer(&self, measured: bool) -> Result<Trainer, Invalid> {
        match &self.method {
            Method::Optimiser(config) => {
                let optimiser = self.optimiser(config, measured)?;
                Ok(Trainer::Optimiser(Box::new(optimiser)))
            }
            Method::Learner(config) => {
                let Context { setting, config } = self.context(config, &self.readings);
                Ok(Trainer::Learner(Box::new(Learner::new(config, setting)?)))
            }
        }
    }

    /// What a learner of this experiment learns in.
    pub(super) fn context(&self, config: &learners::Config, readings: &[Reading]) -> Context {
        Context {
            setting: Setting {
                rules: self.rules().clone(),
                readings: readings.to_vec(),
                seed: self.seed(),
                choices: self.choices.clone(),
            },
            config: config.clone(),
        }
    }

    /// The controller of a genome of a generation: what a learner has learnt, with the logarithms
    /// of factors behind it where that is polished, or the genes of an optimiser in the layout of
    /// [`Experiment::space`], and which features are on (empty for all).
    pub fn controller(
        &self,
        name: &str,
        generation: u64,
        genes: &[f64],
        enabled: &[bool],
    ) -> Controller {
        let rating = match self.learner_in(generation) {
            None => self.searched(genes, enabled),
            Some((config, readings)) => {
                let factors = self
                    .polish_in(generation)
                    .map_or(0, |polish| polish.factors);
                let (genes, logarithms) = genes.split_at(genes.len() - factors);
                let learnt = self.context(config, readings).rating(genes);
                readable(polished(learnt, logarithms))
            }
        };
        Controller {
            name: name.to_string(),
            summary: String::new(),
            source: String::new(),
            note: String::new(),
            reported: Vec::new(),
            rules: self.controller_rules(),
            search: self.search,
            rating,
            file_name: None,
        }
    }

    /// The rating of the genes of an optimiser.
    fn searched(&self, genes: &[f64], enabled: &[bool]) -> Rating {
        let width = self.rules().board.width();
        let (kind, shape) = match self.file.rating.kind {
            Kind::Linear => (&LINEAR, 1),
            Kind::Exponential => (&EXPONENTIAL, 2),
            Kind::Displaced => (&DISPLACED, 3),
            Kind::Bands => (&BANDS, 1),
        };
        let bands = self.file.rating.bands();
        let weights = genes.len() / shape;
        // Only a linear rating has expressions that are searched; their genes are the last.
        let named = weights - self.file.rating.evolved * evolved::GENES;
        let expressions = &genes[named..weights];
        let all = genes[..named].iter().copied();
        let scale = scale(all.chain(evolved::weights(expressions)));
        let mut terms = Vec::new();
        let mut place = 0;
        for (feature, reading) in self.readings.iter().enumerate() {
            let count = reading.feature.count.on(width) * bands.count();
            // The weights of a value in all bands are neighbours.
            let firsts = (place..place + count).step_by(bands.count());
            let functions = firsts.map(|gene| {
                let weight = libm::ldexp(genes[gene], scale);
                match self.file.rating.kind {
                    Kind::Linear => Function::linear(weight),
                    Kind::Bands => {
                        let weights = genes[gene..gene + bands.count()].iter();
                        let weights = weights.map(|weight| libm::ldexp(*weight, scale));
                        Function::in_bands(weights.collect())
                    }
                    Kind::Exponential => Function::power(weight, genes[weights + gene]),
                    Kind::Displaced => {
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
        let is_on = |place: usize| enabled.is_empty() || enabled[self.readings.len() + place];
        evolved::add(&mut terms, &self.readings, expressions, is_on, scale);
        Rating {
            bands,
            ..Rating::sum(kind, terms)
        }
    }

    /// Whether the number of weights depends on the width of the board.
    pub(super) fn depends_on_width(&self) -> bool {
        let counts = self.readings.iter().map(|reading| reading.feature.count);
        counts
            .into_iter()
            .any(|count| !matches!(count, Count::One | Count::Fixed(_)))
    }
}

/// The power of two that brings weights to a size that people can read. Only the ratios of weights
/// matter, and some methods let them grow without end. Halving and doubling change no choice.
fn scale(weights: impl Iterator<Item = f64>) -> i32 {
    let largest = weights.fold(0.0, |a: f64, b| a.max(b.abs()));
    match libm::frexp(largest).1 {
        _ if largest == 0.0 || !largest.is_finite() => 0,
        exponent => LARGEST_WEIGHT - exponent,
    }
}

/// A linear rating with weights that people can read; another rating as it is.
fn readable(mut rating: Rating) -> Rating {
    // A net has a scale of its own, and the weights beside it go with that.
    if rating.net.is_some() {
        return rating;
    }
    let functions = rating.terms.iter().flat_map(|term| &term.functions);
    let weights: Option<Vec<f64>> = functions.map(|one| one.weight()).collect();
    let Some(weights) = weights else {
        return rating;
    };
    let scale = scale(weights.into_iter());
    for function in rating.terms.iter_mut().flat_map(|term| &mut term.functions) {
        let weight = function.weight().unwrap_or_default();
        *function = Function::linear(libm::ldexp(weight, scale));
    }
    rating
}

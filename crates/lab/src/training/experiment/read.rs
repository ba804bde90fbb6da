//! Reading an experiment file: every error names the line and the field.

mod method;
mod numbers;
mod polish;

use tetrarium_engine::features::{Count, FEATURES};
use tetrarium_engine::rules::{Setting, Suicide};
use tetrarium_engine::search::SearchKind;
use tetrarium_engine::{Player, Reading, Rules, Search, Term};

use super::composed::drawn;
use super::controllers::Source;
use super::definition::Experiment;
use super::evolved;
use super::file::{File, MeasurementFile, StageFile};
use super::parts::{
    By, Conditions, ControllerFiles, ExperimentError, FRESH, Plan, Settings, Stage, Units,
};
use super::place::Places;
use crate::compare::is_of_player;
use crate::estimate::by_chance;
use crate::optimisers::{Invalid, Shape};
use crate::play::Length;
use crate::training::trainer::{Method, Trainer};
use tetrarium_learn::spread_player;

const GAMES_OF_A_RACE: &str = "with [racing] candidates play racing.games a round, so this number of games means nothing: leave it out";

impl Experiment {
    /// Reads an experiment file.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be, with its line and field.
    pub fn from_toml(text: &str) -> Result<Experiment, ExperimentError> {
        Experiment::read(text, &Source::Nowhere)
    }

    pub(super) fn read(text: &str, source: &Source) -> Result<Experiment, ExperimentError> {
        let reader = Reader {
            text,
            places: Places::new(text),
            source,
        };
        reader.places.schema()?;
        let file: File = reader.places.parse()?;
        reader.experiment(file)
    }
}

struct Reader<'a> {
    text: &'a str,
    places: Places<'a>,
    /// Where controllers named by path are.
    source: &'a Source<'a>,
}

impl Reader<'_> {
    /// The error of a field; its path may hold the numbers of list elements.
    fn error(&self, path: &str, message: impl ToString) -> ExperimentError {
        self.places.error(path, message)
    }

    fn invalid(&self, inside: &str, invalid: Invalid) -> ExperimentError {
        let path = match &invalid.field[..] {
            "selection" => "rating.selection".to_string(),
            "features" | "features.weights" => "rating.features".to_string(),
            "units" => "rating.units".to_string(),
            "average" => "result.average".to_string(),
            "collapse" => "collapse".to_string(),
            "pieces" | "suicide" | "visible" => format!("rules.{}", invalid.field),
            field => format!("{inside}.{field}"),
        };
        let message = format!("{} is not possible: {}", invalid.value, invalid.right);
        self.error(&path, message)
    }

    fn experiment(&self, file: File) -> Result<Experiment, ExperimentError> {
        self.name(&file.name)?;
        let settings = self.settings("rules", &file.rules)?;
        let rules = self.rules("rules", &[&settings])?;
        self.bands(&file)?;
        let readings = self.readings(&file, &rules)?;
        let search = self.search(&file)?;
        self.numbers(&file)?;
        let fitness = &file.fitness;
        let conditions = Conditions {
            games: match &file.racing {
                Some(racing) => u64::from(racing.games) * u64::from(racing.rounds),
                None => fitness.games.unwrap_or(1),
            },
            climbs: fitness.climbs,
            length: fitness.max_pieces.map_or(Length::Whole, Length::AtMost),
            rules,
        };
        let mut curriculum = Vec::new();
        for (number, stage) in file.curriculum.iter().enumerate() {
            curriculum.push(self.stage(number, stage, &file, &settings, &conditions)?);
        }
        let mut measurements = Vec::new();
        let mut controllers = ControllerFiles::new();
        for (number, measurement) in file.measurement.iter().enumerate() {
            let plan = self.plan(number, measurement, file.seed, &settings, &mut controllers)?;
            measurements.push(plan);
        }
        let choices = self.choices(&file, &mut controllers)?;
        let method = self.method(&file, search)?;
        let mut experiment = Experiment {
            text: self.text.to_string(),
            handover: self.handover(&file, &readings)?,
            polish: None,
            method,
            file,
            settings,
            conditions,
            readings,
            search,
            curriculum,
            measurements,
            choices,
            controllers,
        };
        experiment.polish = self.polish(&experiment)?;
        self.playable(&experiment)?;
        Ok(experiment)
    }

    /// A stage: what it does not say is as in the whole experiment.
    fn stage(
        &self,
        number: usize,
        stage: &StageFile,
        file: &File,
        settings: &Settings,
        whole: &Conditions,
    ) -> Result<Stage, ExperimentError> {
        let field = |name: &str| format!("curriculum.{number}.{name}");
        self.at_least_one(&field("generations"), Some(stage.generations))?;
        self.at_least_one(&field("max-pieces"), stage.max_pieces)?;
        if stage.games.is_some() && file.racing.is_some() {
            return Err(self.error(&field("games"), GAMES_OF_A_RACE));
        }
        self.trial(
            &format!("curriculum.{number}"),
            stage.games,
            stage.climbs,
            file.racing.is_some(),
        )?;
        self.uncut(
            &format!("curriculum.{number}"),
            stage.climbs,
            stage.max_pieces,
        )?;
        let own = self.settings(&field("rules"), &stage.rules)?;
        Ok(Stage {
            generations: stage.generations,
            conditions: Conditions {
                rules: self.rules(&field("rules"), &[settings, &own])?,
                games: match stage.climbs {
                    Some(_) => 1,
                    None => stage.games.unwrap_or(whole.games),
                },
                climbs: match stage.games {
                    Some(_) => None,
                    None => stage.climbs.or(whole.climbs),
                },
                length: stage.max_pieces.map_or(whole.length, Length::AtMost),
            },
        })
    }

    fn name(&self, name: &str) -> Result<(), ExperimentError> {
        let fits = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        // The name becomes that of a folder: `..` would be another one.
        if name.is_empty() || name.starts_with('.') || !name.chars().all(fits) {
            return Err(self.error(
                "name",
                format!("{name:?} is not possible: a name has letters, digits, -, _ and . only"),
            ));
        }
        Ok(())
    }

    fn settings(&self, path: &str, table: &toml::Table) -> Result<Settings, ExperimentError> {
        let mut settings = Vec::new();
        for (setting, value) in table {
            let text = plain(value);
            Rules::default()
                .set(setting, &text)
                .map_err(|error| self.error(&format!("{path}.{setting}"), error))?;
            settings.push((Setting::current_name(setting).to_string(), text));
        }
        Ok(settings)
    }

    fn rules(&self, path: &str, layers: &[&Settings]) -> Result<Rules, ExperimentError> {
        let mut rules = Rules::default();
        for (setting, value) in layers.iter().copied().flatten() {
            rules
                .set(setting, value)
                .map_err(|error| self.error(path, error))?;
        }
        rules.check().map_err(|error| self.error(path, error))?;
        Ok(rules)
    }

    fn readings(&self, file: &File, rules: &Rules) -> Result<Vec<Reading>, ExperimentError> {
        let field = "rating.features";
        let names: Vec<String> = match &file.rating.features {
            toml::Value::String(all) if all == "all" => {
                all_features(file.rating.kind.shape(), rules)
            }
            toml::Value::Array(names) if names.iter().all(toml::Value::is_str) => {
                names.iter().map(plain).collect()
            }
            _ => {
                return Err(self.error(
                    field,
                    "write a list of feature names, for example [\"holes\", \"landing-height\"], or \"all\"",
                ));
            }
        };
        let mut readings: Vec<Reading> = Vec::new();
        self.add_readings(field, &names, &mut readings)?;
        if readings.is_empty() {
            return Err(self.error(field, "name at least one feature"));
        }
        let composed = drawn(&readings, file.rating.composed, file.seed);
        readings.extend(composed.map_err(|message| self.error("rating.composed", message))?);
        let evolved = evolved::check(&file.rating, &readings);
        evolved.map_err(|message| self.error("rating.evolved", message))?;
        Ok(readings)
    }

    fn add_readings(
        &self,
        field: &str,
        names: &[String],
        readings: &mut Vec<Reading>,
    ) -> Result<(), ExperimentError> {
        for name in names {
            let reading = Reading::named(name).map_err(|error| self.error(field, error))?;
            if readings.contains(&reading) {
                return Err(self.error(field, format!("`{name}` is there twice")));
            }
            readings.push(reading);
        }
        Ok(())
    }

    fn search(&self, file: &File) -> Result<Search, ExperimentError> {
        let Some(search) = &file.search else {
            return Ok(Search::GREEDY);
        };
        let kind =
            SearchKind::named(&search.kind).map_err(|error| self.error("search.kind", error))?;
        let found = kind
            .search(search.depth)
            .map_err(|error| self.error("search.depth", error))?;
        if !found.needs_rating() {
            let message = format!("`{}` uses no rating that could be trained", kind.name);
            return Err(self.error("search.kind", message));
        }
        Ok(found)
    }

    fn plan(
        &self,
        number: usize,
        file: &MeasurementFile,
        seed: u64,
        settings: &Settings,
        files: &mut ControllerFiles,
    ) -> Result<Plan, ExperimentError> {
        let path = format!("measurement.{number}");
        let field = |name: &str| format!("{path}.{name}");
        self.at_least_one(&field("max-pieces"), file.max_pieces)?;
        self.trial(&path, file.games, file.climbs, false)?;
        self.uncut(&path, file.climbs, file.max_pieces)?;
        let by = match (file.games, file.climbs) {
            (Some(games), _) => By::Games {
                games,
                length: file.max_pieces.map_or(Length::Whole, Length::AtMost),
            },
            (None, Some(climbs)) => By::Climbs(climbs),
            (None, None) => {
                return Err(self.error(
                    &field("games"),
                    "it is missing: say by how many games, or how many climbs, is measured",
                ));
            }
        };
        if file.seed == Some(seed) {
            return Err(self.error(
                &field("seed"),
                format!("{seed} is the seed of the training: a measurement needs games that no candidate was chosen by, so give it another"),
            ));
        }
        let controllers = file.controllers.iter().map(|name| {
            let found = self.source.controller(name, files);
            found.map_err(|error| self.error(&field("controllers"), error))
        });
        let controllers = controllers.collect::<Result<_, _>>()?;
        let own = self.settings(&field("rules"), &file.rules)?;
        Ok(Plan {
            rules: self.rules(&field("rules"), &[settings, &own])?,
            settings: of_the_game(settings).chain(&own).cloned().collect(),
            by,
            seed: file.seed.unwrap_or(seed.saturating_add(FRESH)),
            controllers,
        })
    }

    /// Whether the method can search this, and every candidate can play by all of the rules.
    fn playable(&self, experiment: &Experiment) -> Result<(), ExperimentError> {
        let method = experiment.method();
        let inside = format!("{}.{}", method.kind(), method.name());
        let space = experiment
            .space()
            .map_err(|error| self.invalid("rating", error))?;
        if let Method::Optimiser(config) = method {
            config
                .validate(&space)
                .map_err(|error| self.invalid(&inside, error))?;
        }
        let trainer = experiment.trainer(false);
        let trainer = trainer.map_err(|error| self.invalid(&inside, error))?;
        let size = trainer.size();
        let field = match experiment.racing() {
            Some(_) => "racing.rounds",
            None => "fitness.games",
        };
        self.memory(field, size, experiment.most_games())?;
        self.climbable(experiment)?;
        let genes = match trainer {
            // Exponents may turn negative in the course of a search, which not every feature can
            // have.
            Trainer::Optimiser(_) => vec![-1.0; space.genes()],
            Trainer::Learner(learner) | Trainer::Polish { learner, .. } => learner.genes(),
        };
        let mut probes = vec![experiment.controller(experiment.name(), 0, &genes, &[])];
        probes.extend(self.second(experiment)?);
        for (path, rules) in all_rules(experiment) {
            if rules.board.width() != experiment.rules().board.width()
                && experiment.depends_on_width()
            {
                return Err(self.error(
                    &path,
                    "features with a weight for every column are among the features: the width of the board cannot change",
                ));
            }
            for probe in &probes {
                let mut terms = probe.rating.terms.iter();
                let checked = terms.try_for_each(Term::check_pattern);
                checked.map_err(|error| self.error("rating.features", error))?;
                Player::new(probe, rules).map_err(|error| self.error(&path, error))?;
            }
        }
        if experiment.units() == Units::Spread {
            spread_player(experiment.rules()).map_err(|error| self.error("rating.units", error))?;
        }
        self.others_playable(&experiment.measurements)
    }

    /// Whether pieces come by chance wherever games are split.
    fn climbable(&self, experiment: &Experiment) -> Result<(), ExperimentError> {
        let stages = experiment.curriculum.iter().enumerate();
        let stages = stages.map(|(number, stage)| {
            let path = format!("curriculum.{number}.climbs");
            (path, &stage.conditions)
        });
        let whole = ("fitness.climbs".to_string(), &experiment.conditions);
        let polish = experiment.polish.as_ref();
        let polish = polish.map(|polish| ("polish.climbs".to_string(), &polish.conditions));
        let climbed = stages
            .chain([whole])
            .chain(polish)
            .filter_map(|(path, conditions)| {
                conditions.climbs?;
                Some((path, &conditions.rules))
            });
        let plans = experiment.measurements.iter().enumerate();
        let plans = plans.filter(|(_, plan)| matches!(plan.by, By::Climbs(_)));
        let plans =
            plans.map(|(number, plan)| (format!("measurement.{number}.climbs"), &plan.rules));
        for (path, rules) in climbed.chain(plans) {
            by_chance(&rules.pieces).map_err(|error| self.error(&path, error))?;
        }
        Ok(())
    }

    /// Whether every controller beside the result can play by the rules of its measurement.
    fn others_playable(&self, plans: &[Plan]) -> Result<(), ExperimentError> {
        for (number, plan) in plans.iter().enumerate() {
            for controller in &plan.controllers {
                let path = format!("measurement.{number}.controllers");
                let rules = plan
                    .rules_of(controller)
                    .map_err(|error| self.error(&path, error))?;
                Player::new(controller, &rules).map_err(|error| self.error(&path, error))?;
            }
        }
        Ok(())
    }
}

/// The rules of an experiment, of its stages and of its measurements, and where they stand.
fn all_rules(experiment: &Experiment) -> impl Iterator<Item = (String, &Rules)> {
    let own = ("rating.features".to_string(), experiment.rules());
    let stages = experiment.curriculum.iter().enumerate();
    let stages = stages.map(|(number, stage)| {
        let path = format!("curriculum.{number}.rules");
        (path, &stage.conditions.rules)
    });
    let plans = experiment.measurements.iter().enumerate();
    let plans = plans.map(|(number, plan)| (format!("measurement.{number}.rules"), &plan.rules));
    std::iter::once(own).chain(stages).chain(plans)
}

/// Every feature that can change a choice under the rules, and can be in a rating of the kind.
fn all_features(kind: Shape, rules: &Rules) -> Vec<String> {
    FEATURES
        .iter()
        .filter(|feature| match feature.name {
            "constant" => false,
            // Where moves that end the game are avoided these are the same for all moves that are
            // rated.
            "suicide" | "lost" => rules.suicide == Suicide::Considered,
            // Single cells are inputs of nets, and patterns have tables.
            _ => !matches!(feature.count, Count::Rows(_)) && !feature.is_pattern(),
        })
        .filter(|feature| kind == Shape::Linear || feature.unit.is_discrete())
        .map(|feature| feature.name.to_string())
        .collect()
}

/// The settings that make the game. The others say how the trained controller chooses, and those it
/// is measured beside choose in their own way.
fn of_the_game(settings: &Settings) -> impl Iterator<Item = &(String, String)> {
    settings
        .iter()
        .filter(|(setting, _)| !is_of_player(setting))
}

/// A value as a person would write it on the command line.
fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

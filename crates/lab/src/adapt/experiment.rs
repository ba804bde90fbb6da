//! Experiments of the agent that adapts: the games, the agent, and the controllers beside it, as a
//! file describes them.

use serde::Deserialize;
use tetrarium_engine::catalogue;

use super::error::AdaptError;
use super::game::Game;
use super::settings::{Form, Settings};
use crate::training::{ExperimentError, Places};

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        /// Name and file of every experiment of the agent that comes with the program, in
        /// alphabetical order.
        pub static FILES: &[(&str, &str)] = &[
            $(($name, include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/experiments/adapt/",
                $name,
                ".toml"
            )))),+
        ];
    };
}

files!["adapt-library", "adapt-published", "adapt-standard"];

/// Games, the agent, and the fixed controllers that play the same games.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub summary: String,
    /// Where it comes from.
    pub source: String,
    /// The games in their order.
    pub games: Vec<Game>,
    /// The agent.
    pub settings: Settings,
    /// The fixed controllers: names from the catalogue, or paths of files.
    pub against: Vec<String>,
}

/// A file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "schema")]
    _schema: i64,
    name: String,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    source: String,
    #[serde(default, rename = "note")]
    _note: String,
    #[serde(default = "one")]
    seed: u64,
    games: Vec<String>,
    #[serde(default)]
    against: Vec<String>,
    adapt: Agent,
}

fn one() -> u64 {
    1
}

/// The agent as it is written. What is left out is as the form has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Agent {
    form: Form,
    steps: Option<u64>,
    look: Option<u64>,
    trial: Option<u64>,
    population: Option<u64>,
    generations: Option<u64>,
    candidate_steps: Option<u64>,
}

impl Experiment {
    /// Reads an experiment file.
    ///
    /// ```
    /// use tetrarium_lab::adapt::{Experiment, FILES};
    /// let experiment = Experiment::from_toml(FILES[0].1).unwrap();
    /// assert_eq!(experiment.games.len(), 100);
    /// ```
    ///
    /// # Errors
    ///
    /// The first thing that cannot be, with its line and field.
    pub fn from_toml(text: &str) -> Result<Experiment, ExperimentError> {
        let places = Places::new(text);
        places.schema()?;
        let file: File = places.parse()?;
        if file.games.is_empty() {
            let message = "there is no game: name one, for example \"generalised:1..100\"";
            return Err(places.error("games", message));
        }
        let mut games = Vec::new();
        for text in &file.games {
            let named = Game::named(text).map_err(|error| places.error("games", error))?;
            games.extend(named);
        }
        for name in file.against.iter().filter(|name| !is_path(name)) {
            catalogue::named(name).map_err(|error| places.error("against", error))?;
        }
        let mut settings = Settings::new(file.adapt.form);
        settings.seed = file.seed;
        for (given, place) in [
            (file.adapt.steps, &mut settings.steps),
            (file.adapt.look, &mut settings.look),
            (file.adapt.trial, &mut settings.trial),
            (file.adapt.population, &mut settings.population),
            (file.adapt.generations, &mut settings.generations),
            (file.adapt.candidate_steps, &mut settings.candidate_steps),
        ] {
            *place = given.unwrap_or(*place);
        }
        settings.check().map_err(|error| match error {
            AdaptError::Setting { name, value, right } => places.error(
                &format!("adapt.{name}"),
                format!("{value} is not possible: {right}"),
            ),
            other => places.error("adapt", other),
        })?;
        Ok(Experiment {
            name: file.name,
            summary: file.summary,
            source: file.source,
            games,
            settings,
            against: file.against,
        })
    }
}

/// Whether a controller is named by the path of its file.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".toml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_experiments_are_the_folder_and_can_be_read() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/experiments/adapt");
        let there = std::fs::read_dir(folder).unwrap();
        let mut there: Vec<String> = there
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        there.sort();
        let listed: Vec<String> = FILES
            .iter()
            .map(|(name, _)| format!("{name}.toml"))
            .collect();
        assert_eq!(listed, there);
        for (name, text) in FILES {
            let experiment = Experiment::from_toml(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(experiment.name, *name);
            assert!(!experiment.summary.is_empty() && !experiment.source.is_empty());
            assert!(
                crate::training::named(name).is_err(),
                "{name} has a name of its own"
            );
        }
    }

    #[test]
    fn what_is_left_out_is_as_the_form_has_it() {
        let text = "schema = 1\nname = \"a\"\nseed = 7\ngames = [\"simplified\"]\n\
                    [adapt]\nform = \"published\"\nlook = 200\n";
        let experiment = Experiment::from_toml(text).unwrap();
        let expected = Settings {
            look: 200,
            seed: 7,
            ..Settings::new(Form::Published)
        };
        assert_eq!(experiment.settings, expected);
        assert!(experiment.against.is_empty());
    }

    #[test]
    fn what_cannot_be_is_refused_with_line_and_field() {
        let text = FILES[0].1;
        let refused = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            let error = Experiment::from_toml(&text.replace(from, to));
            error.unwrap_err().to_string()
        };
        for (from, to, expected) in [
            ("schema = 1", "schema = 2", "line 1: `schema`"),
            (
                "1..100",
                "9..1",
                "line 7: `games`: `generalised:9..1` is no range",
            ),
            ("generalised:1..100", "no-rules", "line 7: `games`: "),
            (
                "[\"generalised:1..100\"]",
                "[]",
                "line 7: `games`: there is no game",
            ),
            ("dt-20", "dt-2", "line 8: `against`: "),
            (
                "= \"library\"",
                "= \"libary\"",
                "line 11: `adapt.form`: unknown variant",
            ),
            (
                "population = 12",
                "population = 2",
                "line 15: `adapt.population`: 2 is not possible",
            ),
            (
                "steps = 300_000",
                "steps = 10_000",
                "line 12: `adapt.steps`: 10000 is not possible",
            ),
            ("look =", "lok =", "line 13: `adapt.lok`: unknown field"),
        ] {
            let message = refused(from, to);
            assert!(message.starts_with(expected), "{message}");
        }
    }
}

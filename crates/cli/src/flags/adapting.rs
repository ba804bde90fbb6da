//! The flags of `adapt`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use tetrarium_engine::Controller;
use tetrarium_engine::names::nearest;
use tetrarium_lab::adapt::{AdaptError, Experiment, FILES, Form, Game, Settings};
use tetrarium_lab::{files, training};

use crate::failure::{Failure, read_text};
use crate::flags::controllers::{self, is_path};
use crate::flags::counts;
use crate::flags::format::FormatFlags;

/// `adapt`.
#[derive(Args, Debug)]
pub struct Adapt {
    /// The games: names of rule sets, generalised:SEED among them, and generalised:FIRST..LAST for
    /// many. Or an experiment: a file, or a name from `list experiments`; flags take the place of
    /// what it says
    #[arg(required_unless_present = "records", value_name = "GAME")]
    pub games: Vec<String>,
    /// How the agent believes, tunes and keeps; by default library
    #[arg(long, value_enum)]
    pub form: Option<FormName>,
    /// The steps of a game; a step is a placement
    #[arg(long, value_parser = counts::positive)]
    pub steps: Option<u64>,
    /// The steps of the first phase, in which the agent looks
    #[arg(long, value_name = "STEPS", value_parser = counts::positive)]
    pub look: Option<u64>,
    /// The steps of the last phase, in which controllers are tried
    #[arg(long, value_name = "STEPS", value_parser = counts::positive)]
    pub trial: Option<u64>,
    /// The vectors of a generation of tuning
    #[arg(long, value_name = "VECTORS", value_parser = counts::positive)]
    pub population: Option<u64>,
    /// The generations of tuning
    #[arg(long, value_parser = counts::positive)]
    pub generations: Option<u64>,
    /// The steps by which a vector is judged, in the believed game
    #[arg(long, value_name = "STEPS", value_parser = counts::positive)]
    pub candidate_steps: Option<u64>,
    /// Fixed controllers that play the same games, separated by commas: names from the catalogue or
    /// files; by default bcts,dt-20,competition
    #[arg(long, value_name = "CONTROLLERS", value_delimiter = ',')]
    pub against: Vec<String>,
    /// Play nothing: print the tables of games that were played in parts, from a file of records
    /// (`--json`)
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    pub records: Option<PathBuf>,
    /// The seed of the games and of the tuning; by default 1
    #[arg(long, value_parser = counts::seed)]
    pub seed: Option<u64>,
    /// The number of threads; all cores by default. The results are the same for any number
    #[arg(long, short = 't', value_parser = |text: &str| counts::within(text, 1..=4096))]
    pub threads: Option<u64>,
    #[command(flatten)]
    pub format: FormatFlags,
}

/// A form of the agent by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormName {
    /// A posterior, a library of controllers, CMA-ES, successive elimination
    Library,
    /// As Thiery & Scherrer's agent: counts, cross-entropy from nothing, the better of two
    Published,
}

impl From<FormName> for Form {
    fn from(name: FormName) -> Form {
        match name {
            FormName::Library => Form::Library,
            FormName::Published => Form::Published,
        }
    }
}

/// The controllers beside the agent, unless others are named.
const AGAINST: [&str; 3] = ["bcts", "dt-20", "competition"];

/// What is played.
pub struct Plan {
    /// The games in their order.
    pub games: Vec<Game>,
    /// The agent.
    pub settings: Settings,
    /// The fixed controllers.
    pub against: Vec<Controller>,
}

impl Adapt {
    /// What is played: as the experiment has it, and as flags change it.
    pub fn plan(&self) -> Result<Plan, Failure> {
        let form = self.form.map(Form::from);
        let (games, mut settings, against) = match self.experiment()? {
            Some(experiment) => (experiment.games, experiment.settings, experiment.against),
            None => {
                let mut games = Vec::new();
                for text in &self.games {
                    games.extend(Game::named(text).map_err(|error| no_game(text, error))?);
                }
                let settings = Settings::new(form.unwrap_or(Form::Library));
                (games, settings, AGAINST.map(str::to_string).to_vec())
            }
        };
        settings.form = form.unwrap_or(settings.form);
        for (given, place) in [
            (self.steps, &mut settings.steps),
            (self.look, &mut settings.look),
            (self.trial, &mut settings.trial),
            (self.population, &mut settings.population),
            (self.generations, &mut settings.generations),
            (self.candidate_steps, &mut settings.candidate_steps),
            (self.seed, &mut settings.seed),
        ] {
            *place = given.unwrap_or(*place);
        }
        let against = match &self.against[..] {
            [] => against,
            given => given.to_vec(),
        };
        let find = |one: &String| {
            let path = Path::new(one);
            // It was named by the experiment, not by a person, who may mean a pipe.
            if self.against.is_empty() && is_path(one) {
                files::check_plain(path).map_err(|error| Failure::reading(path, &error))?;
            }
            controllers::find(one)
        };
        let against: Result<_, Failure> = against.iter().map(find).collect();
        Ok(Plan {
            games,
            settings,
            against: against?,
        })
    }

    /// The experiment that stands where games can; none if games are named.
    fn experiment(&self) -> Result<Option<Experiment>, Failure> {
        let is_one = |name: &&String| is_path(name) || built_in(name).is_some();
        let Some(name) = self.games.iter().find(is_one) else {
            return Ok(None);
        };
        if self.games.len() > 1 {
            return Err(Failure::input(format!(
                "{name} is an experiment, which has its games: name it alone"
            )));
        }
        if let Some(text) = built_in(name) {
            return Experiment::from_toml(text)
                .map(Some)
                .map_err(Failure::input);
        }
        let path = Path::new(name);
        let folder = path.parent().unwrap_or(Path::new(""));
        let text = read_text(path)?;
        let mut experiment =
            Experiment::from_toml(&text).map_err(
                |error| match training::Experiment::from_toml_in(folder, &text) {
                    Ok(_) => is_trained(name),
                    Err(_) => Failure::input(format!("{}: {error}", path.display())),
                },
            )?;
        // Controllers that are named by paths stand beside the file.
        for one in experiment.against.iter_mut().filter(|one| is_path(one)) {
            *one = folder.join(&*one).display().to_string();
        }
        Ok(Some(experiment))
    }
}

/// Why a text names no game.
fn no_game(text: &str, error: AdaptError) -> Failure {
    if training::named(text).is_ok() {
        return is_trained(text);
    }
    match nearest(text, FILES.iter().map(|(known, _)| *known)) {
        Some(near) => Failure::input(format!("{error}; did you mean the experiment `{near}`?")),
        None => Failure::input(error),
    }
}

fn is_trained(name: &str) -> Failure {
    Failure::input(format!(
        "{name} is an experiment of training, not of the agent that adapts: `tetrarium train \
         {name}` runs it"
    ))
}

/// The file of the built-in experiment of this name.
pub fn built_in(name: &str) -> Option<&'static str> {
    let found = FILES.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text)
}

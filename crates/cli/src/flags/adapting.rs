//! The flags of `adapt`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use tetrarium_engine::Rules;
use tetrarium_lab::adapt::{Form, Game, Settings};

use crate::failure::Failure;
use crate::flags::counts;
use crate::flags::format::FormatFlags;

/// `adapt`.
#[derive(Args, Debug)]
pub struct Adapt {
    /// The games: names of rule sets, generalised:SEED among them, and generalised:FIRST..LAST for
    /// many
    #[arg(required_unless_present = "records", value_name = "GAME")]
    pub games: Vec<String>,
    /// How the agent believes, tunes and keeps
    #[arg(long, value_enum, default_value_t)]
    pub form: FormName,
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
    /// files
    #[arg(
        long,
        value_name = "CONTROLLERS",
        value_delimiter = ',',
        default_value = "bcts,dt-20,competition"
    )]
    pub against: Vec<String>,
    /// Play nothing: print the tables of games that were played in parts, from a file of records
    /// (`--json`)
    #[arg(long, value_name = "FILE", conflicts_with = "games")]
    pub records: Option<PathBuf>,
    /// The seed of the games and of the tuning
    #[arg(long, default_value_t = 1, value_parser = counts::seed)]
    pub seed: u64,
    /// The number of threads; all cores by default. The results are the same for any number
    #[arg(long, short = 't', value_parser = |text: &str| counts::within(text, 1..=4096))]
    pub threads: Option<u64>,
    #[command(flatten)]
    pub format: FormatFlags,
}

/// A form of the agent by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FormName {
    /// A posterior, a library of controllers, CMA-ES, successive elimination
    #[default]
    Library,
    /// As Thiery & Scherrer's agent: counts, cross-entropy from nothing, the better of two
    Published,
}

/// The most games of one range.
const MOST: u64 = 100_000;

impl Adapt {
    /// The settings of the agent.
    pub fn settings(&self) -> Settings {
        let mut settings = Settings::new(match self.form {
            FormName::Library => Form::Library,
            FormName::Published => Form::Published,
        });
        settings.seed = self.seed;
        for (given, place) in [
            (self.steps, &mut settings.steps),
            (self.look, &mut settings.look),
            (self.trial, &mut settings.trial),
            (self.population, &mut settings.population),
            (self.generations, &mut settings.generations),
            (self.candidate_steps, &mut settings.candidate_steps),
        ] {
            *place = given.unwrap_or(*place);
        }
        settings
    }

    /// The games in their order.
    pub fn games(&self) -> Result<Vec<Game>, Failure> {
        let mut games = Vec::new();
        for text in &self.games {
            for name in names(text)? {
                let rules = Rules::named(&name).map_err(Failure::input)?;
                games.push(Game { name, rules });
            }
        }
        Ok(games)
    }
}

/// The names of games that a text stands for.
fn names(text: &str) -> Result<Vec<String>, Failure> {
    let Some((kind, seeds)) = text.split_once(':') else {
        return Ok(vec![text.to_string()]);
    };
    let Some((first, last)) = seeds.split_once("..") else {
        return Ok(vec![text.to_string()]);
    };
    match (first.parse::<u64>(), last.parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last && last - first < MOST => Ok((first..=last)
            .map(|seed| format!("{kind}:{seed}"))
            .collect()),
        _ => Err(Failure::input(format!(
            "`{text}` is no range of games: write for example generalised:1..100, with at most \
             {MOST} seeds"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_both_ends() {
        let of = |text: &str| names(text).map_err(|error| error.to_string());
        assert_eq!(of("simplified").unwrap(), ["simplified"]);
        assert_eq!(of("generalised:7").unwrap(), ["generalised:7"]);
        assert_eq!(
            of("generalised:7..8").unwrap(),
            ["generalised:7", "generalised:8"]
        );
        for text in [
            "generalised:8..7",
            "generalised:1..",
            "generalised:0..100000",
        ] {
            assert!(of(text).unwrap_err().contains("1..100"), "{text}");
        }
    }
}

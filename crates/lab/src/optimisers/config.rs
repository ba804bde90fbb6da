//! Which method, with which parameters.

use super::invalid::{Invalid, invalid};
use super::{
    Breeder, CmaEs, CrossEntropy, Evolution, Genetic, Islands, ParticleSwarm, RandomSearch, Space,
};
use serde::{Deserialize, Serialize};

/// An optimiser with its parameters, as written in an experiment file.
///
/// ```
/// use tetrarium_lab::optimisers::Config;
/// let config: Config = toml::from_str("[cross-entropy]\nrho = 0.2\nnoise = 'none'").unwrap();
/// let wrong = toml::from_str::<Config>("[cross-entropy]\nrhoo = 0.2").unwrap_err();
/// assert!(wrong.to_string().contains("line 2"));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Config {
    /// Amundsen's genetic algorithm.
    Genetic(Genetic),
    /// Böhm's evolutionary algorithm.
    Evolution(Evolution),
    /// Agent 06's islands.
    Islands(Islands),
    /// The student report's Breeder.
    Breeder(Breeder),
    /// Noisy cross-entropy.
    CrossEntropy(CrossEntropy),
    /// CMA-ES.
    CmaEs(CmaEs),
    /// Particle swarm.
    ParticleSwarm(ParticleSwarm),
    /// Random search.
    RandomSearch(RandomSearch),
}

impl Config {
    /// The names of all methods.
    pub const NAMES: [&'static str; 8] = [
        "genetic",
        "evolution",
        "islands",
        "breeder",
        "cross-entropy",
        "cma-es",
        "particle-swarm",
        "random-search",
    ];

    /// The method of a name, with its default parameters.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "genetic" => Config::Genetic(Default::default()),
            "evolution" => Config::Evolution(Default::default()),
            "islands" => Config::Islands(Default::default()),
            "breeder" => Config::Breeder(Default::default()),
            "cross-entropy" => Config::CrossEntropy(Default::default()),
            "cma-es" => Config::CmaEs(Default::default()),
            "particle-swarm" => Config::ParticleSwarm(Default::default()),
            "random-search" => Config::RandomSearch(Default::default()),
            _ => return None,
        })
    }

    /// The method's name.
    pub fn name(&self) -> &'static str {
        match self {
            Config::Genetic(_) => "genetic",
            Config::Evolution(_) => "evolution",
            Config::Islands(_) => "islands",
            Config::Breeder(_) => "breeder",
            Config::CrossEntropy(_) => "cross-entropy",
            Config::CmaEs(_) => "cma-es",
            Config::ParticleSwarm(_) => "particle-swarm",
            Config::RandomSearch(_) => "random-search",
        }
    }

    /// Whether the parameters can be, for searching `space`.
    pub fn validate(&self, space: &Space) -> Result<(), Invalid> {
        space.validate()?;
        if space.selection() && !matches!(self, Config::Genetic(_)) {
            return Err(invalid(
                "selection",
                true,
                format!(
                    "`{}` cannot switch features on and off; `genetic` can",
                    self.name()
                ),
            ));
        }
        match self {
            Config::Genetic(config) => config.validate(),
            Config::Evolution(config) => config.validate(),
            Config::Islands(config) => config.validate(),
            Config::Breeder(config) => config.validate(),
            Config::CrossEntropy(config) => config.validate(),
            Config::CmaEs(config) => config.validate(),
            Config::ParticleSwarm(config) => config.validate(),
            Config::RandomSearch(config) => config.validate(),
        }
    }
}

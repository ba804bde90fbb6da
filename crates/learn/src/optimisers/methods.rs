//! The table of methods: which there are, and which one an experiment asks for.

mod breeder;
mod cma_es;
mod cross_entropy;
mod evolution;
mod genetic;
#[cfg(test)]
mod hill_climbing;
mod islands;
mod lm_ma_es;
mod particle_swarm;
mod random_search;
mod sep_cma_es;

use serde::{Deserialize, Serialize};

use super::method::{Method, Parameters};
use super::space::Space;
use crate::draws::Draws;
use crate::invalid::{Invalid, invalid};
use crate::parameters::{Documented, Parameter};

pub use cross_entropy::Noise;
pub use genetic::{Crossover, Elites, Selection};

/// Makes [`Config`] and [`MethodState`] of the table.
macro_rules! methods {
    ($($(#[$only:meta])* $module:ident::$Name:ident,)*) => {
        $($(#[$only])* pub use $module::$Name;)*

        /// A method with its parameters, as written in an experiment file.
        ///
        /// ```
        /// use tetrarium_learn::optimisers::Config;
        /// let text = "[cross-entropy]\nrho = 0.2\nnoise = 'none'";
        /// let config: Config = toml::from_str(text).unwrap();
        /// assert_eq!(config.name(), "cross-entropy");
        /// let wrong = toml::from_str::<Config>("[cross-entropy]\nrhoo = 0.2").unwrap_err();
        /// assert!(wrong.to_string().contains("line 2"));
        /// ```
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Config {
            $(
                $(#[$only])*
                #[doc = concat!("The parameters of [`", stringify!($Name), "`].")]
                $Name($Name),
            )*
        }

        impl Config {
            /// The names of all methods.
            pub const NAMES: &[&str] = &[$($(#[$only])* $Name::NAME),*];

            /// The method of a name, with its default parameters.
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $($(#[$only])* $Name::NAME => Some(Config::$Name($Name::default())),)*
                    _ => None,
                }
            }

            /// The method's name.
            pub fn name(&self) -> &'static str {
                match self {
                    $($(#[$only])* Config::$Name(_) => $Name::NAME,)*
                }
            }

            /// What the method is, in a few words, with its source.
            pub fn summary(&self) -> &'static str {
                match self {
                    $($(#[$only])* Config::$Name(_) => $Name::SUMMARY,)*
                }
            }

            /// The method's parameters, each with the value that it has here, as a file writes it;
            /// `none` where there is no value.
            ///
            /// ```
            /// use tetrarium_learn::optimisers::Config;
            /// let (sigma, value) = Config::named("cma-es").unwrap().parameters()[1].clone();
            /// assert_eq!((sigma.name(), value), ("sigma".to_string(), "0.5".to_string()));
            /// ```
            pub fn parameters(&self) -> Vec<(&'static Parameter, String)> {
                match self {
                    $($(#[$only])* Config::$Name(parameters) => {
                        Parameter::values($Name::PARAMETERS, parameters)
                    })*
                }
            }

            /// Whether the method can switch features on and off.
            pub fn selects_features(&self) -> bool {
                match self {
                    $($(#[$only])* Config::$Name(_) => $Name::SELECTS_FEATURES,)*
                }
            }

            /// Whether the method draws from a distribution: its mean is the result, and its step
            /// can be made smaller.
            pub fn has_distribution(&self) -> bool {
                match self {
                    $($(#[$only])* Config::$Name(_) => $Name::HAS_DISTRIBUTION,)*
                }
            }

            fn validate_parameters(&self) -> Result<(), Invalid> {
                match self {
                    $($(#[$only])* Config::$Name(parameters) => parameters.validate(),)*
                }
            }
        }

        $(
            $(#[$only])*
            impl From<$Name> for Config {
                fn from(parameters: $Name) -> Self {
                    Config::$Name(parameters)
                }
            }
        )*

        /// The state of a method.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub(super) enum MethodState {
            $($(#[$only])* $Name(Box<<$Name as Parameters>::State>),)*
        }

        impl MethodState {
            pub(super) fn new(config: Config, space: &Space, draws: &mut Draws) -> Self {
                match config {
                    $(
                        $(#[$only])*
                        Config::$Name(parameters) => {
                            MethodState::$Name(Box::new(parameters.start(space, draws)))
                        }
                    )*
                }
            }

            pub(super) fn config(&self) -> Config {
                match self {
                    $($(#[$only])* MethodState::$Name(state) => state.config.clone().into(),)*
                }
            }

            pub(super) fn method(&self) -> &dyn Method {
                match self {
                    $($(#[$only])* MethodState::$Name(state) => state.as_ref(),)*
                }
            }

            pub(super) fn method_mut(&mut self) -> &mut dyn Method {
                match self {
                    $($(#[$only])* MethodState::$Name(state) => state.as_mut(),)*
                }
            }
        }
    };
}

// One line a method: the file, and its parameters.
methods! {
    genetic::Genetic,
    evolution::Evolution,
    islands::Islands,
    breeder::Breeder,
    cross_entropy::CrossEntropy,
    cma_es::CmaEs,
    sep_cma_es::SepCmaEs,
    lm_ma_es::LmMaEs,
    particle_swarm::ParticleSwarm,
    random_search::RandomSearch,
    #[cfg(test)]
    hill_climbing::HillClimbing,
}

impl Config {
    /// Whether the parameters can be, for searching `space`.
    ///
    /// # Errors
    ///
    /// The first parameter that cannot be, and what would be right.
    pub fn validate(&self, space: &Space) -> Result<(), Invalid> {
        space.validate()?;
        if space.selection() && !self.selects_features() {
            let others = named(Config::selects_features);
            let right = format!(
                "`{}` cannot switch features on and off; {others} can",
                self.name()
            );
            return Err(invalid("selection", true, right));
        }
        self.validate_parameters()
    }
    /// Refuses a method without a distribution where a field needs one.
    pub(super) fn need_distribution(
        &self,
        field: &str,
        value: impl ToString,
    ) -> Result<(), Invalid> {
        if self.has_distribution() {
            return Ok(());
        }
        let others = named(Config::has_distribution);
        let right = format!(
            "`{}` has no distribution with a mean and a step; {others} have one",
            self.name()
        );
        Err(invalid(field, value.to_string(), right))
    }
}

/// The names of the methods that can do something.
fn named(can: fn(&Config) -> bool) -> String {
    let all = Config::NAMES.iter().filter_map(|name| Config::named(name));
    let names = all.filter(can).map(|one| format!("`{}`", one.name()));
    names.collect::<Vec<_>>().join(", ")
}

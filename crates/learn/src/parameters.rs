//! The parameters of a method, each with its documentation, its default and its range in one place.

use std::fmt;

use crate::invalid::{MOST, MOST_WORK};

/// A parameter of a method, as an experiment file has it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Parameter {
    /// The field, with underscores.
    field: &'static str,
    /// The lines of its documentation.
    documentation: &'static str,
    /// What it can be.
    pub range: Range,
}

impl Parameter {
    pub(crate) const fn new(
        field: &'static str,
        documentation: &'static str,
        range: Range,
    ) -> Parameter {
        Parameter {
            field,
            documentation,
            range,
        }
    }

    /// The parameters with their values, as a file writes them; `none` where there is no value.
    pub(crate) fn values(
        documented: &'static [Parameter],
        parameters: &impl serde::Serialize,
    ) -> Vec<(&'static Parameter, String)> {
        let values = toml::Table::try_from(parameters).unwrap_or_default();
        let value = |parameter: &Parameter| match values.get(&parameter.name()) {
            Some(value) => value.to_string(),
            None => "none".to_string(),
        };
        documented.iter().map(|one| (one, value(one))).collect()
    }

    /// Its name in an experiment file.
    pub fn name(&self) -> String {
        self.field.replace('_', "-")
    }

    /// What it is, with the paper that it comes from.
    pub fn meaning(&self) -> String {
        let words: Vec<&str> = self.documentation.split_whitespace().collect();
        words.join(" ")
    }
}

/// What a parameter can be.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Range {
    /// A whole number from this up, as large as candidates or players may be many.
    Count(usize),
    /// A whole number from this up.
    Whole(usize),
    /// A whole number from this up, as large as the work of an iteration may be.
    Many(u64),
    /// A whole number from 0 up to another parameter.
    UpTo(&'static str),
    /// A number from 0 to 1.
    Probability,
    /// A number above 0 and at most 1.
    Share,
    /// A number above 0.
    Positive,
    /// A number from 0 up.
    NotNegative,
    /// Yes or no.
    Switch,
    /// What the words say.
    Words(&'static str),
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Range::Count(least) => write!(f, "whole, {least} to {MOST}"),
            Range::Whole(least) => write!(f, "whole, {least} or more"),
            Range::Many(least) => write!(f, "whole, {least} to {MOST_WORK}"),
            Range::UpTo(other) => write!(f, "whole, 0 to {other}"),
            Range::Probability => write!(f, "0 to 1"),
            Range::Share => write!(f, "above 0, at most 1"),
            Range::Positive => write!(f, "above 0"),
            Range::NotNegative => write!(f, "0 or more"),
            Range::Switch => write!(f, "true or false"),
            Range::Words(words) => write!(f, "{words}"),
        }
    }
}

/// A method whose parameters are documented.
pub(crate) trait Documented {
    /// The parameters, in the order of the fields.
    const PARAMETERS: &'static [Parameter];
}

/// Makes the struct of a method's parameters, its defaults, and their documentation. A line is
/// `pub field: type = default, range;`.
macro_rules! parameters {
    (
        $(#[$meta:meta])*
        pub struct $Name:ident {
            $(
                $(#[doc = $line:literal])+
                pub $field:ident: $type:ty = $default:expr, $range:expr;
            )+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
        pub struct $Name {
            $(
                $(#[doc = $line])+
                pub $field: $type,
            )+
        }

        impl Default for $Name {
            fn default() -> Self {
                $Name {
                    $($field: $default,)+
                }
            }
        }

        impl $crate::parameters::Documented for $Name {
            const PARAMETERS: &'static [$crate::parameters::Parameter] = &[
                $($crate::parameters::Parameter::new(
                    stringify!($field),
                    concat!($($line, " "),+),
                    $range,
                ),)+
            ];
        }
    };
}

pub(crate) use parameters;

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::optimisers::{Config, Space};

    /// A value that a range has, and values that it does not have, as TOML.
    fn samples(range: Range) -> (Vec<String>, Vec<String>) {
        let texts = |all: &[&str]| all.iter().map(|text| text.to_string()).collect();
        match range {
            Range::Count(least) => {
                let within = [least, MOST].map(|value| value.to_string());
                let beyond = [Some(MOST + 1), least.checked_sub(1)].into_iter().flatten();
                (
                    within.to_vec(),
                    beyond.map(|value| value.to_string()).collect(),
                )
            }
            Range::Whole(least) => (vec![least.to_string()], vec![(least - 1).to_string()]),
            Range::Many(least) => {
                let within = [least, MOST_WORK].map(|value| value.to_string());
                let beyond = [least - 1, MOST_WORK + 1].map(|value| value.to_string());
                (within.to_vec(), beyond.to_vec())
            }
            Range::UpTo(_) => (texts(&["0"]), texts(&["1000001"])),
            Range::Probability => (texts(&["0.0", "1.0"]), texts(&["-0.1", "1.1", "nan"])),
            Range::Share => (
                texts(&["1e-9", "1.0"]),
                texts(&["0.0", "-0.1", "1.1", "nan"]),
            ),
            Range::Positive => (
                texts(&["1e-9", "1e9"]),
                texts(&["0.0", "-1.0", "inf", "nan"]),
            ),
            Range::NotNegative => (texts(&["0.0", "1e9"]), texts(&["-1.0", "inf", "nan"])),
            Range::Switch => (texts(&["true", "false"]), Vec::new()),
            Range::Words(_) => (Vec::new(), Vec::new()),
        }
    }

    /// Demands that the values of a parameter's range are taken, and those beyond it refused.
    pub(crate) fn agrees(method: &str, parameter: &Parameter, refused: impl Fn(&str) -> bool) {
        let name = parameter.name();
        let (within, beyond) = samples(parameter.range);
        for value in &within {
            assert!(!refused(value), "{method} {name} = {value}");
        }
        for value in &beyond {
            assert!(refused(value), "{method} {name} = {value}");
        }
    }

    #[test]
    fn what_is_documented_of_a_range_is_what_is_accepted() {
        let space = Space::linear(3).unwrap();
        for method in Config::NAMES {
            for (parameter, _) in Config::named(method).unwrap().parameters() {
                let name = parameter.name();
                let refused = |value: &str| {
                    let text = format!("[{method}]\n{name} = {value}\n");
                    let config: Config = toml::from_str(&text).unwrap();
                    let error = config.validate(&space).err();
                    error.is_some_and(|error| error.field == name)
                };
                agrees(method, parameter, refused);
            }
        }
    }

    #[test]
    fn parameters_are_shown_with_their_values() {
        let shown = |method: &str| -> Vec<String> {
            let config = Config::named(method).unwrap();
            let parameters = config.parameters().into_iter();
            parameters
                .map(|(parameter, value)| format!("{} = {value}", parameter.name()))
                .collect()
        };
        assert_eq!(
            shown("random-search"),
            ["population = 100", "variance = 100.0"]
        );
        assert_eq!(shown("cma-es")[0], "population = none");
        assert_eq!(shown("cma-es")[3], "unit-length = false");
        let noise = "noise = { linear = { start = 5.0, over = 10.0 } }";
        assert!(shown("cross-entropy").contains(&noise.to_string()));
        let (population, _) = Config::named("cma-es").unwrap().parameters()[0].clone();
        assert!(
            population
                .meaning()
                .starts_with("λ, how many candidates; none for")
        );
    }
}

//! What a learner learns in: the rules, the features and the seed.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tetrarium_engine::random::{Purpose, Stream, below};
use tetrarium_engine::{Reading, Rules};

use super::choice::Choice;
use super::values::Values;
use crate::invalid::{Invalid, invalid};

/// The rules, the features and the seed of a learner. They do not change while it learns.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The rules of the games.
    pub rules: Rules,
    /// The features whose weights are learnt.
    pub readings: Vec<Reading>,
    /// The seed of everything that is drawn.
    pub seed: u64,
    /// Recorded choices, for methods that learn from a player.
    pub choices: Vec<Choice>,
}

impl Setting {
    /// The features as columns of whole numbers.
    pub fn values(&self) -> Values {
        Values::new(&self.readings, self.rules.board)
    }

    /// Whether no more is visible than learners look at.
    pub(super) fn check_visible(&self) -> Result<(), Invalid> {
        match self.rules.visible {
            1 => Ok(()),
            more => Err(invalid(
                "visible",
                more,
                "a learner looks at one piece: use 1",
            )),
        }
    }

    /// The weights of the pieces, and their sum.
    ///
    /// # Errors
    ///
    /// If the pieces have a memory.
    pub(crate) fn chances(&self) -> Result<([u32; 7], u32), Invalid> {
        let weights = self.rules.pieces.independent().ok_or_else(|| {
            let right = "a value of boards assumes that every piece is drawn independently of those before it: use uniform, weighted:… or only:…";
            invalid("pieces", &self.rules.pieces, right)
        })?;
        Ok((weights, weights.iter().sum()))
    }

    /// A seed of its own for a number, such as that of an iteration.
    pub(crate) fn seed_of(&self, number: u64) -> u64 {
        derived(self.seed, number)
    }
}

/// A seed that depends on another and on a number.
pub(crate) fn derived(seed: u64, number: u64) -> u64 {
    let [low, high, ..] = Stream::new(seed, number, Purpose::Learning).block(0);
    u64::from(high) << 32 | u64::from(low)
}

/// Puts the list in a random order (Fisher & Yates), which depends on the number.
pub(super) fn shuffle(list: &mut [usize], seed: u64, number: u64) {
    let stream = Stream::new(seed, number, Purpose::Learning);
    for last in (1..list.len()).rev() {
        let other = below(stream.word(last as u64), last as u32 + 1);
        list.swap(last, other as usize);
    }
}

/// A setting as it is saved: names and texts.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    rules: Vec<(String, String)>,
    features: Vec<String>,
    seed: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    choices: Vec<Choice>,
}

impl Serialize for Setting {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = self.rules.settings();
        Saved {
            rules: rules
                .map(|(name, value)| (name.to_string(), value))
                .collect(),
            features: self.readings.iter().map(Reading::to_string).collect(),
            seed: self.seed,
            choices: self.choices.clone(),
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Setting {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let saved = Saved::deserialize(deserializer)?;
        let mut rules = Rules::default();
        for (name, value) in &saved.rules {
            rules.set(name, value).map_err(Error::custom)?;
        }
        rules.check().map_err(Error::custom)?;
        let readings = saved.features.iter().map(|name| Reading::named(name));
        Ok(Setting {
            rules,
            readings: readings.collect::<Result<_, _>>().map_err(Error::custom)?,
            seed: saved.seed,
            choices: saved.choices,
        })
    }
}

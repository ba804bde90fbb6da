//! Whether agents play the same game, so that their means can be compared.

use std::collections::{BTreeMap, BTreeSet};

use tetrarium_engine::rules::Setting;

use super::ratio::Mean;
use crate::measure::Score;
use crate::play::Contender;
use crate::settings;

/// Why means cannot be compared.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// Fewer than two.
    #[error("a comparison needs at least two measurements")]
    TooFew,
    /// Different games.
    #[error(transparent)]
    Different(Box<Difference>),
}

/// Two agents that play different games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "agents 1 ({first}) and {number} ({second}) play different games: {what} is {here} for the one \
     and {there} for the other"
)]
pub struct Difference {
    /// The name of the first agent.
    pub first: String,
    /// The number of the other, from 1.
    pub number: usize,
    /// The name of the other.
    pub second: String,
    /// What differs.
    pub what: String,
    /// Its value for the first.
    pub here: String,
    /// Its value for the other.
    pub there: String,
}

/// Whether a setting of the rules decides how a player chooses, not what the game is: controllers
/// may bring their own.
pub fn is_of_player(setting: &str) -> bool {
    Setting::named(setting).is_some_and(|setting| setting.is_of_player)
}

/// Whether two means are of the same game: the same board, pieces, end of a game and kind of mean,
/// however their players choose.
pub fn comparable<'a>(a: impl Into<Mean<'a>>, b: impl Into<Mean<'a>>) -> bool {
    let (a, b) = (Game::of(a.into()), Game::of(b.into()));
    let mut differ = a.settings_that_differ(&b).into_iter();
    differ.all(|(what, ..)| is_of_player(&what))
}

/// Checks, before the first game, that the means of these agents can be compared.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// use tetrarium_lab::{Contender, compare};
///
/// let player = |settings: &str| {
///     let mut rules = Rules::default();
///     rules.set("pieces", settings).unwrap();
///     Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap()
/// };
/// let (uniform, bag) = (player("uniform"), player("bag"));
/// assert!(compare::check(&[Contender::from(&uniform), Contender::from(&uniform)]).is_ok());
/// assert!(compare::check(&[Contender::from(&uniform), Contender::from(&bag)]).is_err());
/// ```
///
/// # Errors
///
/// If there are fewer than two agents, or two of them play different games.
pub fn check(contenders: &[Contender]) -> Result<(), CompareError> {
    let games: Vec<Game> = contenders.iter().map(Game::played_by).collect();
    differences(&games).map(|_| ())
}

/// The game that an agent plays, and what is averaged.
pub(super) struct Game {
    agent: String,
    rules: BTreeMap<String, String>,
    averaged: String,
}

impl Game {
    /// The game of a mean.
    pub fn of(mean: Mean) -> Game {
        let score = match mean {
            Mean::Games(of) => of.score,
            Mean::Climbs(_) => Score::Lines { max_pieces: None },
        };
        Game {
            agent: mean.controller().to_string(),
            rules: mean.rules().clone(),
            averaged: match score {
                Score::Lines { .. } => "lines".to_string(),
                Score::Reward { placements } => format!("points of {placements} placements"),
            },
        }
    }

    /// The game that an agent is about to play. All agents of an order have the same kind of mean.
    fn played_by(contender: &Contender) -> Game {
        Game {
            agent: contender.name().to_string(),
            rules: settings::of(contender.rules()),
            averaged: String::new(),
        }
    }

    /// Settings, and what is averaged, that differ: name and both values.
    fn settings_that_differ(&self, other: &Game) -> Vec<(String, String, String)> {
        let names: BTreeSet<&String> = self.rules.keys().chain(other.rules.keys()).collect();
        let value = |of: &Game, name: &String| of.rules.get(name).cloned().unwrap_or_default();
        let mut differ: Vec<(String, String, String)> = names
            .into_iter()
            .map(|name| (name.clone(), value(self, name), value(other, name)))
            .filter(|(_, here, there)| here != there)
            .collect();
        if self.averaged != other.averaged {
            let both = (self.averaged.clone(), other.averaged.clone());
            differ.push(("what is averaged".to_string(), both.0, both.1));
        }
        differ
    }
}

/// The settings of the players that are not the same in all of these games.
///
/// # Errors
///
/// If there are fewer than two games, or one differs from the first in more than its player.
pub(super) fn differences(games: &[Game]) -> Result<Vec<String>, CompareError> {
    let [base, others @ ..] = games else {
        return Err(CompareError::TooFew);
    };
    if others.is_empty() {
        return Err(CompareError::TooFew);
    }
    let mut differences = BTreeSet::new();
    for (index, other) in others.iter().enumerate() {
        for (what, here, there) in base.settings_that_differ(other) {
            if !is_of_player(&what) {
                return Err(CompareError::Different(Box::new(Difference {
                    first: base.agent.clone(),
                    number: index + 2,
                    second: other.agent.clone(),
                    what,
                    here,
                    there,
                })));
            }
            differences.insert(what);
        }
    }
    Ok(differences.into_iter().collect())
}

//! The rules of a game: every detail that changes a result is a named, printed setting.
//!
//! Thiery & Scherrer (2009, §3.3) show one controller scoring 850,000 or 5.2 million lines
//! depending on one detail that no earlier paper mentions. Here none is implied.
//!
//! The enums of settings are exhaustive on purpose: kernels, devices and other readers of the rules
//! have to say what they do with each value, and the compiler shows where a new one is not handled.

use std::fmt;

use crate::game::board::{Size, SizeError};
use crate::game::source::{Source, SourceError};
use crate::names::one_of;

/// Which game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Choose orientation and column; the piece drops straight down from above the board.
    Simplified,
    /// Fahey's Standard Tetris (2003): pieces enter the board, turn in place, step sideways and
    /// drop.
    Original,
}

/// What happens when a landed piece has a cell above the top row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overflow {
    /// The game is over at once and that move clears nothing (the published measurements).
    Ends,
    /// Full rows are removed first; the game ends only if something is still above the top
    /// (Thiery's programs train with this).
    ClearsFirst,
    /// The game ends when a cell of the top row is full after clearing (Bertsekas & Tsitsiklis
    /// 1996).
    TopRow,
}

/// How moves that end the game are treated (Thiery & Scherrer 2009, §3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suicide {
    /// Not considered while another move exists.
    Avoided,
    /// Rated like any other, on the uncleared board.
    Considered,
    /// Rated 0, as value functions of reinforcement learning do.
    Zero,
}

/// Which of several equally rated placements is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first: orientation-major, column ascending.
    First,
    /// One of them at random, from the game's own generator (xtris).
    Random,
    /// Dellacherie's preference for the sides (Fahey 2003).
    Dellacherie,
}

/// What a search over several pieces rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchScore {
    /// The last move only: its move features and afterstate.
    Leaf,
    /// The last move, plus the move features of the earlier ones.
    Sum,
}

/// Which board the features read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureBoard {
    /// The afterstate.
    AfterClear,
    /// The board before full rows go (xtris).
    BeforeClear,
}

/// Which board the second piece of a search is placed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchBoard {
    /// The afterstate of the first.
    Cleared,
    /// The board with the first piece's full rows still there (Fahey's two-piece player).
    Uncleared,
}

/// The rules of a game.
///
/// ```
/// use tetrarium_engine::Rules;
/// let mut rules = Rules::default();
/// rules.set("board", "10x19").unwrap();
/// rules.set("suicide", "considered").unwrap();
/// assert_eq!(rules.get("suicide"), Some("considered".to_string()));
/// assert!(rules.set("suicide", "sometimes").is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rules {
    /// Width and height of the board.
    pub board: Size,
    /// Which game.
    pub game: GameKind,
    /// What an overflowing piece does.
    pub overflow: Overflow,
    /// How moves that end the game are treated.
    pub suicide: Suicide,
    /// Which of equally rated placements is taken.
    pub ties: Ties,
    /// How many pieces the player sees: 1 or 2.
    pub visible: u8,
    /// What a search rates.
    pub search_score: SearchScore,
    /// Where pieces come from.
    pub pieces: Source,
    /// Points for clearing 1, 2, 3 and 4 rows at once.
    pub reward: [u32; 4],
    /// Which board the features read.
    pub feature_board: FeatureBoard,
    /// Which board the second piece of a search is placed on.
    pub search_board: SearchBoard,
}

impl Default for Rules {
    /// The simplified game as almost every paper measures it.
    fn default() -> Self {
        Rules {
            board: Size::STANDARD,
            game: GameKind::Simplified,
            overflow: Overflow::Ends,
            suicide: Suicide::Avoided,
            ties: Ties::First,
            visible: 1,
            search_score: SearchScore::Leaf,
            pieces: Source::Uniform,
            reward: [1, 2, 3, 4],
            feature_board: FeatureBoard::AfterClear,
            search_board: SearchBoard::Cleared,
        }
    }
}

/// A setting that does not exist, or a value it cannot have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// No such setting.
    #[error("there is no rule `{0}`: the rules are {names}", names = Rules::names().collect::<Vec<_>>().join(", "))]
    UnknownSetting(String),
    /// A value that the setting cannot have.
    #[error("{setting} = `{value}` is not possible: {setting} can be {possible}")]
    UnknownValue {
        /// The setting.
        setting: &'static str,
        /// What was asked for.
        value: String,
        /// What it can be.
        possible: String,
    },
    /// A board size out of range.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A piece source that cannot be read.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// Two settings that do not go together.
    #[error("{0}")]
    Conflict(String),
}

/// A setting of the rules: its name, what it means and what it can be.
#[non_exhaustive]
pub struct Setting {
    /// Its name in files and flags.
    pub name: &'static str,
    /// What it decides, in a sentence.
    pub meaning: &'static str,
    /// Its values with their meanings; for open values one row that describes them.
    pub values: &'static [(&'static str, &'static str)],
    /// The name it had in files, flags and records of earlier versions, which is still read.
    pub old_name: Option<&'static str>,
    /// Whether it says how the player chooses, in the same game, rather than what the game is.
    pub is_of_player: bool,
    get: fn(&Rules) -> String,
    set: fn(&mut Rules, &str) -> Result<(), RulesError>,
}

/// A setting whose values are the variants of an enum: its name and old name, whether it is of the
/// player, the field, the enum, its meaning and its values.
macro_rules! choice {
    ($name:literal, $old:expr, $player:literal, $field:ident, $enum:ident, $meaning:literal,
     $($variant:ident $text:literal $says:literal),+ $(,)?) => {
        Setting {
            name: $name,
            meaning: $meaning,
            values: &[$(($text, $says)),+],
            old_name: $old,
            is_of_player: $player,
            get: |rules| match rules.$field { $($enum::$variant => $text.to_string()),+ },
            set: |rules, value| {
                rules.$field = match value {
                    $($text => $enum::$variant,)+
                    _ => return Err(RulesError::UnknownValue {
                        setting: $name,
                        value: value.to_string(),
                        possible: one_of(&[$($text),+]),
                    }),
                };
                Ok(())
            },
        }
    };
}

/// All settings, in the order in which they are printed.
pub static SETTINGS: [Setting; 11] = [
    Setting {
        name: "board",
        meaning: "Width and height of the board.",
        values: &[("WIDTHxHEIGHT", "4x4 to 16x28; 10x20 unless said otherwise")],
        old_name: None,
        is_of_player: false,
        get: |rules| rules.board.to_string(),
        set: |rules, value| {
            rules.board = value.parse()?;
            Ok(())
        },
    },
    choice!("game", None, false, game, GameKind, "Which game is played.",
        Simplified "simplified" "choose orientation and column; the piece drops straight down",
        Original "original" "Fahey's Standard Tetris: pieces enter, turn in place, step sideways, drop"),
    choice!("overflow", None, false, overflow, Overflow, "What happens when a landed piece has a cell above the top row.",
        Ends "ends" "the game is over and that move clears nothing",
        ClearsFirst "clears-first" "full rows go first; the game ends if something is still above the top",
        TopRow "top-row" "the game ends when a cell of the top row is full after clearing"),
    choice!("suicide", None, true, suicide, Suicide, "How moves that end the game are treated.",
        Avoided "avoided" "not considered while another move exists",
        Considered "considered" "rated like any other, on the uncleared board",
        Zero "zero" "rated 0"),
    choice!("ties", None, true, ties, Ties, "Which of several equally rated placements is taken.",
        First "first" "the first, orientation-major, column ascending",
        Random "random" "one at random, from the game's own generator",
        Dellacherie "dellacherie" "Dellacherie's preference for the sides"),
    Setting {
        name: "visible",
        meaning: "How many pieces the player sees.",
        values: &[
            ("1", "the current piece"),
            ("2", "the current piece and the next"),
        ],
        old_name: None,
        is_of_player: false,
        get: |rules| rules.visible.to_string(),
        set: |rules, value| {
            rules.visible = match value {
                "1" => 1,
                "2" => 2,
                _ => {
                    return Err(RulesError::UnknownValue {
                        setting: "visible",
                        value: value.to_string(),
                        possible: one_of(&["1", "2"]),
                    });
                }
            };
            Ok(())
        },
    },
    choice!("search-score", Some("rate"), true, search_score, SearchScore, "What a search over several pieces rates.",
        Leaf "leaf" "the last move only",
        Sum "sum" "the last move, plus the move features of the earlier ones"),
    Setting {
        name: "pieces",
        meaning: "Where pieces come from.",
        values: Source::FORMS,
        old_name: None,
        is_of_player: false,
        get: |rules| rules.pieces.to_string(),
        set: |rules, value| {
            rules.pieces = value.parse()?;
            Ok(())
        },
    },
    Setting {
        name: "reward",
        meaning: "Points for clearing 1, 2, 3 and 4 rows at once; lines are counted beside them.",
        values: &[(
            "A,B,C,D",
            "four whole numbers; 1,2,3,4 unless said otherwise",
        )],
        old_name: None,
        is_of_player: false,
        get: |rules| rules.reward.map(|points| points.to_string()).join(","),
        set: |rules, value| {
            let points: Result<Vec<u32>, _> =
                value.split(',').map(|part| part.trim().parse()).collect();
            rules.reward = points.ok().and_then(|p| p.try_into().ok()).ok_or_else(|| {
                RulesError::UnknownValue {
                    setting: "reward",
                    value: value.to_string(),
                    possible: "four whole numbers, for example 1,3,7,13".to_string(),
                }
            })?;
            Ok(())
        },
    },
    choice!("feature-board", Some("rated"), true, feature_board, FeatureBoard, "Which board the features read.",
        AfterClear "after-clear" "the afterstate, full rows removed",
        BeforeClear "before-clear" "the board before full rows go (xtris)"),
    choice!("search-board", Some("between"), true, search_board, SearchBoard, "Which board the second piece of a search is placed on.",
        Cleared "cleared" "the afterstate of the first",
        Uncleared "uncleared" "the board with the first piece's full rows still there (Fahey)"),
];

impl Setting {
    /// The setting of this name, or of this old name: the one place where names are looked up.
    ///
    /// ```
    /// use tetrarium_engine::rules::Setting;
    /// assert_eq!(Setting::named("rated").unwrap().name, "feature-board");
    /// assert!(Setting::named("colour").is_none());
    /// ```
    pub fn named(name: &str) -> Option<&'static Setting> {
        SETTINGS
            .iter()
            .find(|setting| setting.name == name || setting.old_name == Some(name))
    }

    /// The name that a setting has now, given that or its old one; a name that no setting has
    /// stays.
    ///
    /// ```
    /// use tetrarium_engine::rules::Setting;
    /// assert_eq!(Setting::current_name("between"), "search-board");
    /// assert_eq!(Setting::current_name("colour"), "colour");
    /// ```
    pub fn current_name(name: &str) -> &str {
        Setting::named(name).map_or(name, |setting| setting.name)
    }
}

impl Rules {
    /// The simplified game on a board of this size.
    pub fn on(board: Size) -> Rules {
        Rules {
            board,
            ..Rules::default()
        }
    }

    /// The names of all settings.
    pub fn names() -> impl Iterator<Item = &'static str> {
        SETTINGS.iter().map(|setting| setting.name)
    }

    /// Sets one setting by name.
    ///
    /// # Errors
    ///
    /// If no setting has the name, or the setting cannot have the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        let unknown = || RulesError::UnknownSetting(name.to_string());
        let setting = Setting::named(name).ok_or_else(unknown)?;
        (setting.set)(self, value)
    }

    /// The value of a setting by name.
    pub fn get(&self, name: &str) -> Option<String> {
        Setting::named(name).map(|setting| (setting.get)(self))
    }

    /// All settings with their values.
    pub fn settings(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        SETTINGS
            .iter()
            .map(|setting| (setting.name, (setting.get)(self)))
    }

    /// Whether the settings go together.
    ///
    /// # Errors
    ///
    /// If two settings contradict each other.
    pub fn check(&self) -> Result<(), RulesError> {
        if self.game == GameKind::Original && self.overflow != Overflow::Ends {
            return Err(RulesError::Conflict(
                "overflow belongs to the simplified game: in the original game nothing overflows, \
                 so only overflow = ends goes with it"
                    .to_string(),
            ));
        }
        Ok(())
    }
}

/// All settings in one line.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: Vec<String> = self
            .settings()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        write!(f, "{}", text.join(" · "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_value_can_be_set() {
        for setting in SETTINGS
            .iter()
            .filter(|s| !["board", "reward", "pieces"].contains(&s.name))
        {
            for (value, _) in setting.values {
                let mut rules = Rules::default();
                rules.set(setting.name, value).unwrap();
                assert_eq!(rules.get(setting.name).as_deref(), Some(*value));
            }
        }
    }

    #[test]
    fn errors_say_what_would_be_right() {
        let mut rules = Rules::default();
        let error = rules.set("ties", "last").unwrap_err().to_string();
        assert_eq!(
            error,
            "ties = `last` is not possible: ties can be first, random or dellacherie"
        );
        assert!(
            rules
                .set("tie", "first")
                .unwrap_err()
                .to_string()
                .contains("ties")
        );
        assert!(rules.set("reward", "1,2").is_err());
    }
}

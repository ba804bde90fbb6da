//! Controllers: a rating and a search, read from and written as text files.

pub mod catalogue;
pub mod import;
mod read;
mod scores;
mod write;

pub use read::check_schema;
pub use write::{LARGEST_TEXT, UnwritableRating, WrittenFiles};

use std::collections::HashMap;

use serde::Deserialize;

use crate::game::rules::{Rules, RulesError};
use crate::rating::Rating;
use crate::search::Search;

/// The version of controller files that this program reads and writes.
pub const SCHEMA: i64 = 1;

/// A controller: what plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Controller {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub summary: String,
    /// Where it comes from.
    pub source: String,
    /// What one has to know to use it.
    pub note: String,
    /// What its authors report.
    pub reported: Vec<Reported>,
    /// The rules it needs where they differ from the default: setting and value.
    pub rules: Vec<(String, String)>,
    /// How ratings become a move.
    pub search: Search,
    /// What it thinks of a move; empty for a search that needs none.
    pub rating: Rating,
    /// The name of the file that it was read from, if it was. It is no part of what plays.
    pub file_name: Option<String>,
}

/// A result that authors report.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reported {
    /// Mean lines, or those of the one game.
    pub lines: f64,
    /// Games played, if known.
    pub games: Option<u64>,
    /// The interval as printed.
    pub interval: Option<String>,
    /// Words that qualify the figure.
    pub text: Option<String>,
    /// The board, 10x20 unless said otherwise.
    pub board: Option<String>,
    /// Rules that differ from the controller's own.
    #[serde(default)]
    pub rules: HashMap<String, toml::Value>,
    /// Where it is reported.
    pub source: String,
}

/// A controller file that cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}{message}", .line.map(|line| format!("line {line}: ")).unwrap_or_default())]
#[non_exhaustive]
pub struct ControllerError {
    /// The line, from 1, if there is one to blame.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

/// A controller that cannot have a search.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "the controller {controller} {}",
    match has_rating {
        true => format!("has a rating, which the search {} does not use", search.name()),
        false => "has no rating that another search could use".to_string(),
    }
)]
pub struct UnfitSearch {
    /// The controller's name.
    pub controller: String,
    /// The search.
    pub search: Search,
    /// Whether the controller has a rating.
    pub has_rating: bool,
}

impl Controller {
    /// The same controller with another search.
    ///
    /// # Errors
    ///
    /// If one of the two searches uses no rating: then there is none to use, or one too many.
    pub fn with_search(mut self, search: Search) -> Result<Controller, UnfitSearch> {
        if self.search.needs_rating() != search.needs_rating() {
            let (controller, has_rating) = (self.name, self.search.needs_rating());
            return Err(UnfitSearch {
                controller,
                search,
                has_rating,
            });
        }
        self.search = search;
        Ok(self)
    }

    /// The rules that this controller plays by unless others are asked for: `base` with its own
    /// settings.
    ///
    /// # Errors
    ///
    /// If a setting of the controller does not exist or cannot have its value: then the controller
    /// was not read from a file.
    pub fn rules_over(&self, base: &Rules) -> Result<Rules, RulesError> {
        let mut rules = base.clone();
        for (setting, value) in &self.rules {
            rules.set(setting, value)?;
        }
        Ok(rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "schema = 1\nname = \"mine\"\n";

    fn error(body: &str) -> String {
        Controller::from_toml(&format!("{HEAD}{body}"))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn errors_name_the_line_and_what_would_be_right() {
        assert!(
            Controller::from_toml("name = \"x\"")
                .unwrap_err()
                .to_string()
                .contains("schema: it is missing")
        );
        assert!(
            Controller::from_toml("schema = 2\nnew = 1")
                .unwrap_err()
                .to_string()
                .contains("newer")
        );
        assert!(
            Controller::from_toml("schema = 1\nname = \"a b\"")
                .unwrap_err()
                .to_string()
                .contains("line 2")
        );
        assert!(error("").contains("[rating] is missing"));
        assert!(error("colour = 1\n").contains("unknown field `colour`"));
        assert!(
            error("[rating]\nkind = \"linear\"\nweights = { holes = nan }")
                .contains("line 5: holes: NaN is not a finite")
        );
        assert!(
            error("[rating]\nkind = \"linear\"\nweights = { holes = -inf }")
                .contains("not a finite number")
        );
        assert!(
            error("[rating]\nkind = \"linear\"\nweights = { holes = \"4\" }")
                .contains("a number was expected, not string")
        );
        assert!(error("[rating]\nkind = \"lineer\"").contains("line 4: kind = `lineer`"));
        assert!(error("[rating]\nkind = \"linear\"").contains("no weights"));
        assert!(
            error("[rating]\nkind = \"linear\"\nweights = { column-height = 1 }")
                .contains("list of weights")
        );
        assert!(
            error(
                "[rating]\nkind = \"linear\"\nweights = { holes = 1 }\nexponents = { holes = 2 }"
            )
            .contains("has no exponents")
        );
        assert!(error("[rating]\nkind = \"exponential\"\nweights = { holes = 1 }\nexponents = { wells = 2 }").contains("has no weight"));
        assert!(
            error("[[reported]]\nlines = inf\nsource = \"x\"\n")
                .contains("line 3: lines = inf is not a finite number")
        );
        assert!(
            error("[rules]\nsuicide = \"never\"\n")
                .contains("line 4: suicide = `never` is not possible")
        );
        assert!(error("[rules]\ncolour = \"red\"\n").contains("there is no rule `colour`"));
        assert!(error("[search]\nkind = \"expectimax\"\ndepth = 9\n").contains("1 to 4 pieces"));
        assert!(error("[search]\nkind = \"greedy\"\ndepth = 2\n").contains("has no depth"));
        assert!(
            error("[search]\nkind = \"fit\"\n[rating]\nkind=\"linear\"\n")
                .contains("uses no rating")
        );
        assert!(
            error("[rating]\nkind = \"table\"\n[rating.tables]\nholes = { from = 0, scores = [] }")
                .contains("at least one score")
        );
        for kind in ["linear", "table"] {
            let weights = "weights = { surface-4 = [1, 2, 3, 4, 5, 6, 7] }";
            let found = error(&format!("[rating]\nkind = \"{kind}\"\n{weights}"));
            assert!(
                found.starts_with("line 5: surface-4 is the number of a pattern"),
                "{found}"
            );
        }
        for (feature, places, scores, from, expected) in [
            ("surface-4", 7, 728, 0, "728 scores from 0 on"),
            ("surface-4", 7, 729, 1, "729 scores from 1 on"),
            ("surface-5", 6, 1, 0, "each a score, 625 from 0 on"),
            ("cover", 10, 502, 0, "each a score, 501 from 0 on"),
            ("delta-cover", 10, 501, 0, "1001 from -500 on"),
            ("squared-cover", 10, 501, 0, "250001 from 0 on"),
        ] {
            let table = format!("{{ from = {from}, scores = {:?} }}", vec![1.5; scores]);
            let tables = vec![table; places].join(", ");
            let found = error(&format!(
                "[rating]\nkind = \"table\"\n[rating.tables]\n{feature} = [{tables}]"
            ));
            let begin = format!("line 6: {feature} has a table of {scores} scores");
            assert!(found.starts_with(&begin), "{found}");
            assert!(found.contains(expected), "{found}");
        }
        assert!(
            Controller::from_toml("schema = 1\nname = \n")
                .unwrap_err()
                .line
                == Some(2)
        );
    }

    #[test]
    fn old_names_of_settings_are_read_and_the_new_ones_written() {
        let rating = "[rating]\nkind = \"linear\"\nweights = { holes = -1 }\n";
        let rules = |text: &str| Controller::from_toml(&format!("{HEAD}{text}{rating}")).unwrap();
        let old =
            rules("[rules]\nrated = \"before-clear\"\nrate = \"sum\"\nbetween = \"uncleared\"\n");
        let new = rules(
            "[rules]\nfeature-board = \"before-clear\"\nsearch-score = \"sum\"\nsearch-board = \"uncleared\"\n",
        );
        assert_eq!(old, new);
        assert!(
            old.to_toml()
                .unwrap()
                .contains("feature-board = \"before-clear\"")
        );
    }

    #[test]
    fn the_order_of_the_file_is_kept() {
        let controller = Controller::from_toml(&format!("{HEAD}[rating]\nkind = \"linear\"\n[rating.weights]\nwells = 1\nholes = 2\nmax-height = 3")).unwrap();
        let names: Vec<String> = controller
            .rating
            .terms
            .iter()
            .map(|t| t.reading.to_string())
            .collect();
        assert_eq!(names, ["wells", "holes", "max-height"]);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = format!(
            "{HEAD}summary = \"a \\\"quoted\\\" word\"\n[rules]\nsuicide = \"zero\"\nvisible = 2\n[search]\nkind = \"minimax\"\ndepth = 3\n\
             [rating]\nkind = \"displaced\"\n[rating.weights]\nholes = -1.5\ncolumn-difference = [1, 2, 3]\n[rating.exponents]\nholes = 2\n\
             [rating.displacements]\ncolumn-difference = [0.5, 1, 1.5]\n"
        );
        let controller = Controller::from_toml(&text).unwrap();
        assert_eq!(
            Controller::from_toml(&controller.to_toml().unwrap()).unwrap(),
            controller
        );
        let table = format!(
            "{HEAD}[rating]\nkind = \"table\"\n[rating.weights]\nholes = -1\n[rating.tables]\nremoved-lines = {{ from = 0, scores = [0, 1, 3, 7, 13] }}\n"
        );
        let controller = Controller::from_toml(&table).unwrap();
        assert_eq!(
            Controller::from_toml(&controller.to_toml().unwrap()).unwrap(),
            controller
        );
    }
}

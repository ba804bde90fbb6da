//! Strategies of the two existing programs as controllers: Thiery's feature files and tetris-ea's
//! lists of options.

mod strategy;
mod tetris_ea;
mod thiery;

use crate::controller::Controller;
use strategy::error;

pub use strategy::ImportError;

/// Reads a strategy of either program; the form tells which.
///
/// # Errors
///
/// If the text is neither kind of file, or names a feature or number that it cannot have.
///
/// ```
/// use tetrarium_engine::import::import;
/// let thiery = import("0\n-1\n2\n1 -12.629\n5 -13.08335\n", "mine").unwrap();
/// let ea = import("--f-landing-height -12.629 --f-n-holes -13.08335", "mine").unwrap();
/// assert_eq!(thiery.rating, ea.rating);
/// ```
pub fn import(text: &str, name: &str) -> Result<Controller, ImportError> {
    match text.split_whitespace().next() {
        None => error(
            "the file is empty: a feature file of Thiery's programs or a list of --f-NAME VALUE was expected",
        ),
        Some(word) if word.starts_with('-') && word.parse::<f64>().is_err() => {
            tetris_ea::import(text, name)
        }
        Some(_) => thiery::import(text, name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::features::Reading;
    use crate::rating::{Function, TABLE};

    #[test]
    fn every_feature_that_is_named_exists() {
        let theirs = tetris_ea::FEATURES.iter().map(|(_, ours)| ours);
        for ours in theirs.chain(thiery::FEATURES.iter().map(|(_, ours)| ours)) {
            assert!(Reading::named(ours).is_ok(), "{ours}");
        }
    }

    #[test]
    fn bcts_as_thiery_s_file_is_bcts() {
        let file = "0\n-1\n8\n1 -12.62900\n2 6.601974\n3 -9.215815\n4 -19.77356\n5 -13.08335\n6 -10.48747\n-1 -1.611863\n-2 -24.04087\n";
        let imported = import(file, "bcts").unwrap();
        assert_eq!(
            imported.rating,
            crate::controller::catalogue::named("bcts").unwrap().rating
        );
        assert_eq!(
            imported.rules,
            [("suicide".to_string(), "avoided".to_string())]
        );
    }

    #[test]
    fn columns_come_in_turn() {
        let file = "0 0 5  8 1 8 2 8 3 8 4 5 -1";
        let imported = import(file, "x").unwrap();
        assert_eq!(imported.rating.terms[0].functions.len(), 4);
        assert_eq!(imported.rules[0].1, "zero");
        let list = import("--f-column-heights 1 2 3 4 --f-n-holes -1", "x").unwrap();
        let repeated = import("--f-column-heights 1\n--f-column-heights 2\n--f-column-heights 3 --f-column-heights 4 --f-n-holes -1", "x").unwrap();
        assert_eq!(list.rating, imported.rating);
        assert_eq!(repeated.rating, imported.rating);
    }

    #[test]
    fn rewards_become_a_table() {
        let imported = import("4 -1 2 13 0.5 5 -4", "x").unwrap();
        assert_eq!(imported.rating.kind, &TABLE);
        let table = Function::table(0, vec![0.0, 1.5, 4.0, 8.5, 15.0]);
        assert_eq!(imported.rating.terms[1].functions, [table]);
        assert!(Controller::from_toml(&imported.to_toml().unwrap()).is_ok());
    }

    #[test]
    fn with_differences_the_rest_is_left_out_and_said_so() {
        let imported = import("0 0 3 22 -111.74 7 -3.36 23 388.43", "x").unwrap();
        assert_eq!(imported.rating.terms.len(), 2);
        assert!(imported.note.contains("max-height"));
    }

    #[test]
    fn what_is_not_known_is_named() {
        let message = |text: &str| import(text, "x").unwrap_err().to_string();
        assert!(message("").contains("empty"));
        assert!(message("0 -1 1 14 2").contains("feature id 14 is not known"));
        assert!(message("0\n-1\n1\nx 2").contains("line 4: a feature id was expected, not `x`"));
        assert!(message("0 -1 2 5 2").contains("the file ends where a feature id"));
        assert!(message("7 -1 0").contains("no reward function 7"));
        assert!(message("0 5 0").contains("cannot have the value 5"));
        assert!(message("0 -1 1 5 1 6 2").contains("comes after the last"));
        assert!(message("0 -1 2 5 1 5 2").contains("holes is there 2 times"));
        assert!(message("0 -1 1 5 nan").contains("a weight was expected"));
        assert!(message("--f-hools 3").contains("the option --f-hools is not known"));
        assert!(message("--f-n-holes").contains("needs a number"));
        assert!(message("--f-n-holes -3 --colour 2").contains("`--colour` is not known"));
        assert!(message("--f-n-holes -3 --n-piece-lookahead 4").contains("0 or 1"));
        assert!(message("--f-n-holes -3 --board-width 99").contains("out of range"));
        assert!(
            message("--f-n-holes inf").contains("needs a number")
                || message("--f-n-holes inf").contains("finite")
        );
    }
}

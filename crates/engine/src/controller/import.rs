//! Strategies of the two existing programs as controllers: Thiery's feature files and tetris-ea's
//! lists of options.

mod strategy;
mod tetris_ea;
mod thiery;

use crate::controller::Controller;
use strategy::error;

pub use strategy::ImportError;

/// Reads a strategy of either program; the form tells which. The controller's file is read back as
/// the same controller.
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
    use crate::game::board::Board;
    use crate::game::moves::{Move, landings};
    use crate::game::piece::Piece;
    use crate::game::rules::Rules;
    use crate::rating::features::Reading;
    use crate::rating::{Function, TABLE};

    /// Lagoudakis, Parr and Littman's weights (2002), as a file of Thiery's programs has them.
    const LSPI: &str = "1 0 10 0 1946.70 7 -3.36 5 -68.40 17 -22.02 18 -10.92 22 -111.74 \
                        21 -4.82 19 -20.79 20 379.08 23 388.43";

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
    fn with_differences_the_rest_is_read_off_the_board_before_the_move() {
        let weight = |imported: &Controller, name: &str| {
            let reading = Reading::named(name).unwrap();
            let mut terms = imported.rating.terms.iter();
            let term = terms.find(|term| term.reading == reading)?;
            term.functions[0].weight()
        };
        let zero = import("1 0 5 0 5 22 -111.74 7 -3.5 21 -1 23 388.43", "x").unwrap();
        assert_eq!(zero.rating.terms.len(), 5);
        assert_eq!(weight(&zero, "constant"), Some(5.0));
        assert_eq!(weight(&zero, "max-height"), Some(-3.5));
        assert_eq!(weight(&zero, "delta-max-height"), Some(2.5));
        assert_eq!(weight(&zero, "removed-lines"), Some(388.43), "no reward");
        assert!(
            zero.note
                .contains("max-height, each written as f - delta-f")
        );
        // Where the value of all moves, or of all that are considered, has them, they say nothing.
        for file in ["1 -1 3 22 -2 7 -3.5 23 1", "1 1 3 22 -2 7 -3.5 23 1"] {
            let imported = import(file, "x").unwrap();
            assert_eq!(imported.rating.terms.len(), 2);
            assert!(
                imported
                    .note
                    .contains("the same for all placements: max-height")
            );
        }
        let moves = import("0 0 2 22 -2 1 -3", "x").unwrap();
        assert!(
            moves
                .note
                .contains("decide against moves that end the game: landing-height")
        );
        let columns = import("0 0 5 22 -2 8 1 8 2 8 3 8 4", "x").unwrap();
        assert_eq!(columns.rating.terms.len(), 3);
        assert_eq!(columns.rating.terms[2].functions[3].weight(), Some(-4.0));
    }

    /// The rating of the published file on boards before the move and after it, as that program
    /// computes it.
    #[test]
    fn a_file_with_differences_is_rated_as_in_that_program() {
        let imported = import(LSPI, "lspi").unwrap();
        let before: Board = "....\n....\n#..#\n##.#".parse().unwrap();
        let rules = imported.rules_over(&Rules::default()).unwrap();
        for piece in Piece::ALL {
            for landing in landings(&rules, &before, piece).iter() {
                let played = Move::new(&rules, &before, piece, *landing);
                let read = |name: &str| Reading::named(name).unwrap().value(&played, 0);
                let (high, holes, differences, mean) = (2.0, 0.0, 4.0, 5.0 / 4.0);
                let theirs = 1946.70
                    - 3.36 * high
                    - 68.40 * holes
                    - 22.02 * differences
                    - 10.92 * mean
                    - 111.74 * (read("holes") - holes)
                    - 4.82 * (read("max-height") - high)
                    - 20.79 * (read("height-differences") - differences)
                    + 379.08 * (read("mean-height") - mean)
                    + 388.43 * read("removed-lines");
                assert!((imported.rating.real(&played) - theirs).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_reward_for_each_piece_is_not_for_moves_that_end_the_game() {
        let names = |text: &str| -> Vec<String> {
            let terms = import(text, "x").unwrap().rating.terms;
            terms.iter().map(|term| term.reading.to_string()).collect()
        };
        assert_eq!(names("2 1 1 5 -4"), ["holes", "suicide"]);
        assert_eq!(names("2 0 1 5 -4"), ["holes", "constant"]);
        assert_eq!(names("2 -1 1 5 -4"), ["holes"]);
        assert_eq!(names("1 -1 1 5 -4"), ["holes", "removed-lines"]);
    }

    #[test]
    fn squares_are_features() {
        let imported = import("0 -1 2 -11 -1 -12 -2", "x").unwrap();
        let names = imported.rating.terms.iter().map(|t| t.reading.to_string());
        let names: Vec<String> = names.collect();
        assert_eq!(names, ["squared-hole-depth", "squared-max-height"]);
    }

    #[test]
    fn changes_that_are_always_0_in_that_program_are_left_out() {
        let imported = import("--f-n-holes -3 --f-v-n-holes -2 --f-v-max-height 1", "x").unwrap();
        assert_eq!(imported.rating.terms.len(), 1);
        assert!(
            imported
                .note
                .contains("always 0: --f-v-n-holes, --f-v-max-height")
        );
        let message = import("--f-v-n-holes -2", "x").unwrap_err().to_string();
        assert!(message.contains("no features that could tell moves apart"));
        let imported = import("--f-mean-hole-depth -2", "x").unwrap();
        assert_eq!(imported.note, "", "that program divides by runs too");
    }

    #[test]
    fn what_is_not_known_is_named() {
        let message = |text: &str| import(text, "x").unwrap_err().to_string();
        assert!(message("").contains("empty"));
        let distribution = message("0\n-1\n2\n5 0 100\n6 0 100\n");
        assert!(distribution.contains("a file of the cross-entropy method"));
        let words = message("schema = 1\nname = \"x\"\nholes = 5\n");
        assert!(words.contains("was expected, not `schema`"), "{words}");
        assert!(message("0 -1 1 13 1e308 13 1e308").contains("comes after the last"));
        assert!(message("0 -1 2 13 1e308 13 1e308").contains("not a finite number"));
        assert!(message("4 -1 1 13 1e308").contains("not a finite number"));
        let name = import("0 -1 1 5 1", "a b").unwrap_err().to_string();
        assert!(name.contains("letters, digits"), "{name}");
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

//! Lists of options of tetris-ea (Amundsen 2014).

use super::strategy::{ImportError, Strategy, Weights, controller, error};
use crate::controller::Controller;
use crate::rating::LINEAR;
use crate::search::Search;

/// The feature of each option of tetris-ea (Amundsen 2014), misprint included. The options whose
/// names begin with `v-` are not here: see [`ALWAYS_ZERO`].
pub(super) const FEATURES: [(&str, &str); 28] = [
    ("max-height", "max-height"),
    ("n-holes", "holes"),
    ("column-heights", "column-height"),
    ("column-difference", "column-difference"),
    ("landing-height", "landing-height"),
    ("cell-transitions", "cell-transitions"),
    ("deep-well-sum", "deep-wells"),
    ("height-differences", "height-differences"),
    ("mean-height", "mean-height"),
    ("removed-lines", "removed-lines"),
    ("weighted-blocks", "height-weighted-cells"),
    ("well-sum", "wells"),
    ("n-blocks", "full-cells"),
    ("eroded-piece-cells", "eroded-piece-cells"),
    ("row-transitions", "row-transitions"),
    ("column-transitions", "column-transitions"),
    ("cumulative-wells-dell", "cumulative-wells"),
    ("cumulative-wells-fast", "cumulative-wells-fast"),
    ("min-height", "min-height"),
    ("max-minus-mean-height", "max-minus-mean-height"),
    ("mean-minux-min-height", "mean-minus-min-height"),
    ("mean-hole-depth", "mean-hole-depth"),
    ("max-height-difference", "max-height-difference"),
    ("n-adjacent-holes", "adjacent-column-holes"),
    ("max-well-depth", "max-well-depth"),
    ("hole-depths", "hole-depth"),
    ("n-rows-with-holes", "rows-with-holes"),
    ("diversity", "pattern-diversity"),
];

/// The options for changes of features by a move. That program keeps the value of a feature for the
/// board it has last seen and returns it for the board before too, so the change is always 0.
const ALWAYS_ZERO: [&str; 4] = [
    "v-max-height",
    "v-n-holes",
    "v-height-differences",
    "v-mean-height",
];

/// tetris-ea's list of `--f-NAME VALUE`; a feature with several weights has several values, or is
/// there several times.
pub(super) fn import(text: &str, name: &str) -> Result<Controller, ImportError> {
    let mut weights = Weights::default();
    let mut left_out: Vec<&str> = Vec::new();
    let (mut width, mut height, mut lookahead) = (None, None, 0);
    let mut words = text.split_whitespace().peekable();
    while let Some(option) = words.next() {
        let mut values = Vec::new();
        while let Some(value) = words.peek().and_then(|word| word.parse::<f64>().ok()) {
            if !value.is_finite() {
                return error(format!("{option}: {value} is not a finite number"));
            }
            values.push(value);
            words.next();
        }
        if let Some(feature) = option.strip_prefix("--f-") {
            let known = FEATURES.iter().find(|(theirs, _)| *theirs == feature);
            if known.is_none() && !ALWAYS_ZERO.contains(&feature) {
                return error(format!("the option {option} is not known"));
            }
            if values.is_empty() {
                let found = words
                    .peek()
                    .map_or("the end of the file".to_string(), |word| {
                        format!("`{word}`")
                    });
                return error(format!("{option} needs a number, not {found}"));
            }
            match known {
                Some((_, ours)) => values.iter().for_each(|value| weights.add(ours, *value)),
                None => left_out.push(option),
            }
            continue;
        }
        let whole = match values[..] {
            [value] if value >= 0.0 && value.fract() == 0.0 => Some(value as u64),
            _ => None,
        };
        match (option, whole) {
            ("--board-width", Some(value)) => width = Some(value),
            ("--board-height", Some(value)) => height = Some(value),
            ("--n-piece-lookahead", Some(value @ 0..=1)) => lookahead = value,
            ("--n-trials", Some(_)) => {}
            ("--n-piece-lookahead", _) => return error("--n-piece-lookahead can be 0 or 1 here"),
            ("--board-width" | "--board-height" | "--n-trials", None) => {
                return error(format!("{option} needs one whole number"));
            }
            _ => {
                return error(format!(
                    "`{option}` is not known: --f-NAME VALUE was expected"
                ));
            }
        }
    }
    let mut rules: Vec<_> = board_rule(width, height)?.into_iter().collect();
    let mut search = Search::GREEDY;
    if lookahead == 1 {
        rules.push(("visible".to_string(), "2".to_string()));
        search = Search::TWO_PIECE;
    }
    let mut notes = Vec::new();
    if !left_out.is_empty() {
        notes.push(format!(
            "Left out, because in that program they are always 0: {}.",
            left_out.join(", ")
        ));
    }
    let strategy = Strategy {
        name,
        source: "imported from a list of tetris-ea's options",
        notes,
        rules,
        search,
    };
    controller(strategy, &LINEAR, weights.terms()?)
}

/// The setting of the board, if its width or height is given.
fn board_rule(
    width: Option<u64>,
    height: Option<u64>,
) -> Result<Option<(String, String)>, ImportError> {
    if width.is_none() && height.is_none() {
        return Ok(None);
    }
    let board = format!("{}x{}", width.unwrap_or(10), height.unwrap_or(20));
    match board.parse::<crate::Size>() {
        Ok(_) => Ok(Some(("board".to_string(), board))),
        Err(error) => Err(ImportError(error.to_string())),
    }
}

//! Strategies of the two existing programs as controllers: Thiery's feature files and tetris-ea's
//! lists of options.

use crate::controller::{Controller, Search};
use crate::rating::features::{Count, Reading};
use crate::rating::{Function, LINEAR, Rating, RatingKind, TABLE, Term};

/// A strategy that cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ImportError(String);

fn error<T>(message: impl Into<String>) -> Result<T, ImportError> {
    Err(ImportError(message.into()))
}

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
            tetris_ea(text, name)
        }
        Some(_) => thiery(text, name),
    }
}

/// The weights of a strategy, features in the order of their first mention.
#[derive(Default)]
struct Weights(Vec<(&'static str, Vec<f64>)>);

impl Weights {
    fn add(&mut self, feature: &'static str, weight: f64) {
        match self.0.iter_mut().find(|(name, _)| *name == feature) {
            Some((_, weights)) => weights.push(weight),
            None => self.0.push((feature, vec![weight])),
        }
    }

    fn sum_into(&mut self, feature: &'static str, weight: f64) {
        match self.0.iter_mut().find(|(name, _)| *name == feature) {
            Some((_, weights)) => weights[0] += weight,
            None => self.0.push((feature, vec![weight])),
        }
    }

    fn terms(&self) -> Result<Vec<Term>, ImportError> {
        self.0
            .iter()
            .map(|(name, weights)| {
                let reading = Reading::named(name).expect("the importer names features that exist");
                if reading.feature.count == Count::One && weights.len() > 1 {
                    return error(format!(
                        "{name} is there {} times, but has one weight",
                        weights.len()
                    ));
                }
                let functions = weights
                    .iter()
                    .map(|weight| Function::linear(*weight))
                    .collect();
                Ok(Term { reading, functions })
            })
            .collect()
    }
}

fn controller(
    name: &str,
    source: &str,
    kind: &'static RatingKind,
    terms: Vec<Term>,
) -> Result<Controller, ImportError> {
    if terms.is_empty() {
        return error("the strategy has no features that could tell moves apart");
    }
    Ok(Controller {
        name: name.to_string(),
        summary: String::new(),
        source: source.to_string(),
        note: String::new(),
        reported: Vec::new(),
        rules: Vec::new(),
        search: Search::GREEDY,
        rating: Rating { kind, terms },
    })
}

/// The feature of each id of Thiery's programs.
const THIERY: [(i32, &str); 27] = [
    (0, "constant"),
    (1, "landing-height"),
    (2, "eroded-piece-cells"),
    (3, "row-transitions"),
    (4, "column-transitions"),
    (5, "holes"),
    (6, "cumulative-wells"),
    (7, "max-height"),
    (8, "column-height"),
    (9, "column-difference"),
    (10, "full-cells"),
    (11, "height-weighted-cells"),
    (12, "well-cells"),
    (13, "removed-lines"),
    (15, "max-height-difference"),
    (17, "height-differences"),
    (18, "mean-height"),
    (19, "delta-height-differences"),
    (20, "delta-mean-height"),
    (21, "delta-max-height"),
    (22, "delta-holes"),
    (23, "removed-lines"),
    (-1, "hole-depth"),
    (-2, "rows-with-holes"),
    (-4, "surrounded-holes"),
    (-6, "cumulative-wells-fast"),
    (-14, "pattern-diversity"),
];

/// Thiery's feature file: reward function, value of a game-ending move, number of features, then
/// `id weight` each.
struct ThieryFile {
    /// Points for 0 to 4 rows at once, if it has any.
    points: Option<[f64; 5]>,
    /// How moves that end the game are treated.
    suicide: &'static str,
    /// The id, the feature and the weight of each.
    entries: Vec<(i32, &'static str, f64)>,
}

fn read_thiery(text: &str) -> Result<ThieryFile, ImportError> {
    let mut words = text
        .lines()
        .enumerate()
        .flat_map(|(line, content)| content.split_whitespace().map(move |word| (line + 1, word)));
    let mut number = |what: &str| -> Result<(usize, f64), ImportError> {
        let Some((line, word)) = words.next() else {
            return error(format!("the file ends where {what} was expected"));
        };
        match word.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok((line, value)),
            _ => error(format!("line {line}: {what} was expected, not `{word}`")),
        }
    };
    let (line, reward) = number("the reward function (0 to 4)")?;
    let points: Option<[f64; 5]> = match reward {
        0.0 => None,
        1.0 => Some([0.0, 1.0, 2.0, 3.0, 4.0]),
        2.0 => Some([1.0; 5]),
        3.0 => Some([0.0, 1.0, 1.0, 1.0, 1.0]),
        4.0 => Some([0.0, 1.0, 3.0, 7.0, 13.0]),
        other => {
            return error(format!(
                "line {line}: there is no reward function {other}: they are 0 to 4"
            ));
        }
    };
    let (line, ending) = number("the value of a game-ending move (-1, 0 or 1)")?;
    let suicide = match ending {
        -1.0 => "avoided",
        0.0 => "zero",
        1.0 => "considered",
        other => {
            return error(format!(
                "line {line}: a game-ending move cannot have the value {other}: -1 is avoided, 0 zero, 1 rated"
            ));
        }
    };
    let (line, count) = number("the number of features")?;
    if count < 0.0 || count.fract() != 0.0 {
        return error(format!("line {line}: {count} is no number of features"));
    }
    let mut entries = Vec::new();
    for _ in 0..count as u64 {
        let (line, id) = number("a feature id")?;
        let (_, weight) = number("a weight")?;
        let known = THIERY.iter().find(|(known, _)| f64::from(*known) == id);
        let Some((id, feature)) = known else {
            return error(format!("line {line}: feature id {id} is not known"));
        };
        entries.push((*id, *feature, weight));
    }
    if let Some((line, word)) = words.next() {
        return error(format!(
            "line {line}: `{word}` comes after the last of {count} features"
        ));
    }
    Ok(ThieryFile {
        points,
        suicide,
        entries,
    })
}

fn thiery(text: &str, name: &str) -> Result<Controller, ImportError> {
    let ThieryFile {
        points,
        suicide,
        entries,
    } = read_thiery(text)?;
    // With any of 19 to 23 there, that program reads all others off the board before the move,
    // where they are the same for every placement.
    let by_difference = entries.iter().any(|(id, ..)| (19..=23).contains(id));
    let mut weights = Weights::default();
    let mut left_out = Vec::new();
    for (id, feature, weight) in entries {
        match id {
            _ if by_difference && !(19..=23).contains(&id) => left_out.push(feature),
            13 | 23 => weights.sum_into(feature, weight),
            _ => weights.add(feature, weight),
        }
    }
    let mut terms = weights.terms()?;
    let mut kind = &LINEAR;
    if let Some(points) = points {
        let lines = Reading::named("removed-lines").expect("it exists");
        let weight = terms
            .iter()
            .position(|term| term.reading == lines)
            .and_then(|place| terms.remove(place).functions[0].weight())
            .unwrap_or(0.0);
        let scores: Vec<f64> = (0..5).map(|n| points[n] + weight * n as f64).collect();
        kind = &TABLE;
        terms.push(Term {
            reading: lines,
            functions: vec![Function::table(0, scores)],
        });
    }
    let mut controller = controller(
        name,
        "imported from a feature file of Thiery's programs",
        kind,
        terms,
    )?;
    controller
        .rules
        .push(("suicide".to_string(), suicide.to_string()));
    if !left_out.is_empty() {
        controller.note = format!(
            "Left out, because with difference features that program reads them off the board \
             before the move, where they cannot change a choice: {}.",
            left_out.join(", ")
        );
    }
    Ok(controller)
}

/// The feature of each option of tetris-ea (Amundsen 2014), misprint included.
const TETRIS_EA: [(&str, &str); 32] = [
    ("max-height", "max-height"),
    ("n-holes", "holes"),
    ("column-heights", "column-height"),
    ("column-difference", "column-difference"),
    ("landing-height", "landing-height"),
    ("cell-transitions", "cell-transitions"),
    ("deep-well-sum", "deep-wells"),
    ("height-differences", "height-differences"),
    ("mean-height", "mean-height"),
    ("v-max-height", "delta-max-height"),
    ("v-n-holes", "delta-holes"),
    ("v-height-differences", "delta-height-differences"),
    ("v-mean-height", "delta-mean-height"),
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

/// tetris-ea's list of `--f-NAME VALUE`; a feature with several weights has several values, or is
/// there several times.
fn tetris_ea(text: &str, name: &str) -> Result<Controller, ImportError> {
    let mut weights = Weights::default();
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
            let Some((_, ours)) = TETRIS_EA.iter().find(|(theirs, _)| *theirs == feature) else {
                return error(format!("the option {option} is not known"));
            };
            if values.is_empty() {
                let found = words
                    .peek()
                    .map_or("the end of the file".to_string(), |word| {
                        format!("`{word}`")
                    });
                return error(format!("{option} needs a number, not {found}"));
            }
            values
                .into_iter()
                .for_each(|value| weights.add(ours, value));
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
    let mut controller = controller(
        name,
        "imported from a list of tetris-ea's options",
        &LINEAR,
        weights.terms()?,
    )?;
    if width.is_some() || height.is_some() {
        let board = format!("{}x{}", width.unwrap_or(10), height.unwrap_or(20));
        board
            .parse::<crate::Size>()
            .map_err(|e| ImportError(e.to_string()))?;
        controller.rules.push(("board".to_string(), board));
    }
    if lookahead == 1 {
        controller
            .rules
            .push(("visible".to_string(), "2".to_string()));
        controller.search = Search::TWO_PIECE;
    }
    let uses = |wanted: &str| weights.0.iter().any(|(name, _)| name.starts_with(wanted));
    if uses("delta-") {
        controller.note += "That program's delta features are always 0. ";
    }
    if uses("mean-hole-depth") {
        controller.note +=
            "That program divides the depth of holes by their number, not by that of their runs. ";
    }
    controller.note = controller.note.trim_end().to_string();
    Ok(controller)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_that_is_named_exists() {
        let theirs = TETRIS_EA.iter().map(|(_, ours)| ours);
        for ours in theirs.chain(THIERY.iter().map(|(_, ours)| ours)) {
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

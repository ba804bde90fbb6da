//! Feature files of Thiery's programs.

use super::strategy::{ImportError, Weights, controller, error};
use crate::controller::Controller;
use crate::rating::features::Reading;
use crate::rating::{Function, LINEAR, TABLE, Term};

/// The feature of each id of Thiery's programs.
pub(super) const FEATURES: [(i32, &str); 27] = [
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
struct File {
    /// Points for 0 to 4 rows at once, if it has any.
    points: Option<[f64; 5]>,
    /// How moves that end the game are treated.
    suicide: &'static str,
    /// The id, the feature and the weight of each.
    entries: Vec<(i32, &'static str, f64)>,
}

fn read(text: &str) -> Result<File, ImportError> {
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
        let known = FEATURES.iter().find(|(known, _)| f64::from(*known) == id);
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
    Ok(File {
        points,
        suicide,
        entries,
    })
}

/// Reads a file as a controller.
pub(super) fn import(text: &str, name: &str) -> Result<Controller, ImportError> {
    let File {
        points,
        suicide,
        entries,
    } = read(text)?;
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

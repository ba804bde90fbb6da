//! Feature files of Thiery's programs.

use super::strategy::{ImportError, Strategy, Weights, controller, error};
use crate::controller::Controller;
use crate::game::rules::{Rules, Suicide};
use crate::rating::features::{Count, Kind, Reading};
use crate::rating::{Function, LINEAR, TABLE, Term};
use crate::search::Search;

/// The feature of each id of Thiery's programs.
pub(super) const FEATURES: [(i32, &str); 29] = [
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
    (-11, "squared-hole-depth"),
    (-12, "squared-max-height"),
    (-14, "pattern-diversity"),
];

/// What a move is worth besides what its features say; a move that ends the game is worth nothing.
#[derive(Clone, Copy, PartialEq)]
enum Reward {
    Nothing,
    /// The rows removed.
    Rows,
    /// One a piece.
    Piece,
    /// Points for 0 to 4 rows at once.
    Points([f64; 5]),
}

/// Thiery's feature file: reward function, value of a game-ending move, number of features, then
/// `id weight` each.
struct File {
    reward: Reward,
    /// How moves that end the game are treated.
    suicide: Suicide,
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
    let reward = match reward {
        0.0 => Reward::Nothing,
        1.0 => Reward::Rows,
        2.0 => Reward::Piece,
        3.0 => Reward::Points([0.0, 1.0, 1.0, 1.0, 1.0]),
        4.0 => Reward::Points([0.0, 1.0, 3.0, 7.0, 13.0]),
        other => {
            return error(format!(
                "line {line}: there is no reward function {other}: they are 0 to 4"
            ));
        }
    };
    let (line, ending) = number("the value of a game-ending move (-1, 0 or 1)")?;
    let suicide = match ending {
        -1.0 => Suicide::Avoided,
        0.0 => Suicide::Zero,
        1.0 => Suicide::Considered,
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
        reward,
        suicide,
        entries,
    })
}

/// Whether a text has the form of the cross-entropy method's files: three columns of numbers after
/// its head.
fn has_three_columns(text: &str) -> bool {
    let mut words = text.split_whitespace();
    if !words.all(|word| word.parse::<f64>().is_ok()) {
        return false;
    }
    let counts = text.lines().skip(1);
    let mut counts = counts.map(|line| line.split_whitespace().count());
    counts.clone().any(|count| count == 3) && counts.all(|count| count != 2)
}

/// The ids whose features are changes by a move. With any of them there, that program reads all
/// others off the board before the move, and adds no reward.
fn is_difference(id: i32) -> bool {
    (19..=23).contains(&id)
}

/// Reads a file as a controller.
pub(super) fn import(text: &str, name: &str) -> Result<Controller, ImportError> {
    let file = match read(text) {
        Err(_) if has_three_columns(text) => {
            return error(
                "this is a file of the cross-entropy method: its three columns (feature id, mean, \
                 variance) describe a distribution of weights, where a strategy has two (feature \
                 id, weight)",
            );
        }
        read => read?,
    };
    let by_difference = file.entries.iter().any(|(id, ..)| is_difference(*id));
    let mut weights = Weights::default();
    let mut notes = Vec::new();
    if by_difference {
        notes = add_by_difference(&mut weights, &file);
    } else {
        for (id, feature, weight) in &file.entries {
            match id {
                13 => weights.sum_into(feature, 0, *weight),
                _ => weights.add(feature, *weight),
            }
        }
    }
    let reward = match by_difference {
        true => Reward::Nothing,
        false => file.reward,
    };
    match (reward, file.suicide) {
        (Reward::Rows, _) => weights.sum_into("removed-lines", 0, 1.0),
        // Where moves that end the game are avoided, all others are worth the same.
        (Reward::Piece, Suicide::Zero) => weights.sum_into("constant", 0, 1.0),
        (Reward::Piece, Suicide::Considered) => weights.sum_into("suicide", 0, -1.0),
        _ => {}
    }
    let mut terms = weights.terms()?;
    let mut kind = &LINEAR;
    if let Reward::Points(points) = reward {
        kind = &TABLE;
        add_points(&mut terms, points);
    }
    let rule = Rules {
        suicide: file.suicide,
        ..Rules::default()
    };
    let value = rule.get("suicide").expect("the setting exists");
    let strategy = Strategy {
        name,
        source: "imported from a feature file of Thiery's programs",
        notes,
        rules: vec![("suicide".to_string(), value)],
        search: Search::GREEDY,
    };
    controller(strategy, kind, terms)
}

/// The weights of a file with differences, and what has to be said of them. The value of a board
/// feature before the move is f - delta-f.
fn add_by_difference(weights: &mut Weights, file: &File) -> Vec<String> {
    let (mut before, mut no_choice, mut no_feature) = (Weights::default(), vec![], vec![]);
    for (id, feature, weight) in &file.entries {
        let reading = Reading::named(feature).expect("the importer names features that exist");
        match *id {
            23 => weights.sum_into(feature, 0, *weight),
            id if is_difference(id) => weights.add(feature, *weight),
            _ if *weight == 0.0 && reading.feature.count == Count::One => {}
            // The same for all moves that are rated.
            _ if file.suicide != Suicide::Zero => no_choice.push(*feature),
            0 => weights.add(feature, *weight),
            _ if reading.squared || reading.feature.kind() == Kind::Move => {
                no_feature.push(*feature);
            }
            _ => before.add(feature, *weight),
        }
    }
    for (feature, values) in before.all() {
        for (index, weight) in values.iter().enumerate() {
            weights.sum_into(feature, index, *weight);
            weights.sum_into(&format!("delta-{feature}"), index, -weight);
        }
    }
    let mut notes = Vec::new();
    if before.all().next().is_some() {
        let names: Vec<&str> = before.all().map(|(name, _)| name).collect();
        notes.push(format!(
            "With difference features that program reads the others off the board before the \
             move: {}, each written as f - delta-f.",
            names.join(", ")
        ));
    }
    if !no_choice.is_empty() {
        no_choice.dedup();
        notes.push(format!(
            "Left out, because with difference features that program reads them off the board \
             before the move, where they are the same for all placements: {}.",
            no_choice.join(", ")
        ));
    }
    if !no_feature.is_empty() {
        notes.push(format!(
            "Left out, although they decide against moves that end the game: {}. With difference \
             features that program reads them off the board or the move before, which no feature \
             here does.",
            no_feature.join(", ")
        ));
    }
    notes
}

/// Adds points for removed rows: a table, which takes in the weight that rows have.
fn add_points(terms: &mut Vec<Term>, points: [f64; 5]) {
    let lines = Reading::named("removed-lines").expect("it exists");
    let weight = terms
        .iter()
        .position(|term| term.reading == lines)
        .and_then(|place| terms.remove(place).functions[0].weight())
        .unwrap_or(0.0);
    let scores = (0..5).map(|n| points[n] + weight * n as f64).collect();
    terms.push(Term {
        reading: lines,
        functions: vec![Function::table(0, scores)],
    });
}

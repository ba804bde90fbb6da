//! Vectors of weights as controllers.

use tetrarium_engine::rating::{LINEAR, TABLE};
use tetrarium_engine::{Controller, Function, Rating, Reading, Search, Term};

use super::settings::Form;

/// The features of the published agent besides the height of each column and the difference of
/// each pair.
const PUBLISHED: [&str; 10] = [
    "landing-height",
    "eroded-piece-cells",
    "row-transitions",
    "column-transitions",
    "holes",
    "cumulative-wells",
    "max-height",
    "hole-depth",
    "rows-with-holes",
    "pattern-diversity",
];

/// The features of the library's controllers. The last three are made for the game: the rows that
/// the move removes, the points that it is believed to give, the height of the rightmost column.
pub(super) const LIBRARY: [&str; 12] = [
    "landing-height",
    "eroded-piece-cells",
    "row-transitions",
    "column-transitions",
    "holes",
    "cumulative-wells",
    "hole-depth",
    "rows-with-holes",
    "pattern-diversity",
    "removed-lines",
    "points",
    "last-column",
];

/// How many weights a vector has on a board of this width.
pub(super) fn count(form: Form, width: usize) -> usize {
    match form {
        Form::Published => 2 * width - 1 + PUBLISHED.len(),
        Form::Library => LIBRARY.len(),
    }
}

/// The controller of a vector of weights, on a board of this width, for these points.
pub(super) fn controller(
    form: Form,
    name: &str,
    weights: &[f64],
    width: usize,
    points: [u32; 4],
) -> Controller {
    let terms = match form {
        Form::Published => published(weights, width),
        Form::Library => library(weights, width, points),
    };
    let kind = match form {
        Form::Published => &LINEAR,
        Form::Library => &TABLE,
    };
    Controller {
        name: name.to_string(),
        summary: "Tuned by the agent that adapts, on the game as it believes it to be.".to_string(),
        source: "tetrarium adapt".to_string(),
        note: String::new(),
        reported: Vec::new(),
        rules: Vec::new(),
        search: Search::GREEDY,
        rating: Rating::sum(kind, terms),
        file_name: None,
    }
}

fn term(feature: &str, functions: Vec<Function>) -> Term {
    let reading = Reading::named(feature).expect("the names above are features");
    Term { reading, functions }
}

fn linear(weights: &[f64]) -> Vec<Function> {
    weights
        .iter()
        .map(|weight| Function::linear(*weight))
        .collect()
}

fn published(weights: &[f64], width: usize) -> Vec<Term> {
    let (heights, rest) = weights.split_at(width);
    let (differences, rest) = rest.split_at(width - 1);
    let mut terms = vec![
        term("column-height", linear(heights)),
        term("column-difference", linear(differences)),
    ];
    let singles = PUBLISHED.iter().zip(rest);
    terms.extend(singles.map(|(name, weight)| term(name, linear(&[*weight]))));
    terms
}

fn library(weights: &[f64], width: usize, points: [u32; 4]) -> Vec<Term> {
    let (plain, made) = weights.split_at(LIBRARY.len() - 3);
    let &[of_lines, of_points, of_last] = made else {
        unreachable!("the last three");
    };
    let mut terms: Vec<Term> = LIBRARY
        .iter()
        .zip(plain)
        .map(|(name, weight)| term(name, linear(&[*weight])))
        .collect();
    let mut heights = vec![0.0; width];
    heights[width - 1] = of_last;
    terms.push(term("column-height", linear(&heights)));
    let mut scores = vec![0.0];
    let rows = (1..).zip(points);
    scores.extend(
        rows.map(|(rows, points)| of_lines * f64::from(rows) + of_points * f64::from(points)),
    );
    terms.push(term("removed-lines", vec![Function::table(0, scores)]));
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Player, Rules};

    #[test]
    fn every_width_of_the_generator_has_its_weights() {
        for width in 6..=12 {
            let mut rules = Rules::default();
            rules.set("board", &format!("{width}x20")).unwrap();
            for form in [Form::Published, Form::Library] {
                let count = count(form, width);
                if form == Form::Published {
                    assert_eq!(count, 2 * width + 9);
                }
                let weights: Vec<f64> = (1..=count).map(|one| -(one as f64)).collect();
                let made = controller(form, "tuned", &weights, width, [1, 2, 5, 9]);
                let player = Player::new(&made, &rules).unwrap();
                assert!(player.fast_path().is_ok(), "{form:?} on {width}");
                let file = made.to_toml().unwrap();
                let read = Controller::from_toml(&file).unwrap();
                assert_eq!(read.rating, made.rating);
            }
        }
    }
}

//! `features`: every feature's value on a drawn board.

use std::process::ExitCode;

use serde_json::{Map, Value, json};
use tetrarium_engine::features::FEATURES;
use tetrarium_engine::{Board, Feature, Landing, Move, Piece, Placement, Reading, Rules};

use crate::failure::{Failure, Outcome};
use crate::flags::args::Features;
use crate::flags::boards;
use crate::print::table::{Column, Table};
use crate::print::text::digits;
use crate::terminal;

/// The digits of a value; `--json` has all.
const SHOWN: usize = 6;

/// Runs the command.
pub fn run(features: &Features) -> Outcome {
    let mut rules = features.rules.rules()?;
    let board = boards::read(&features.file, &features.rules, rules.board)?;
    rules.board = board.size();
    let played = match &features.piece {
        None => None,
        Some(letter) => Some(dropped(features, letter, &board, &rules)?),
    };
    let out = if features.format.json() {
        let mut line = json_of(&board, played.as_ref()).to_string();
        line.push('\n');
        line
    } else {
        table_of(&board, played.as_ref())
    };
    terminal::print(&out)?;
    Ok(ExitCode::SUCCESS)
}

/// The move that drops the piece of the flags onto the board.
fn dropped(
    features: &Features,
    letter: &str,
    board: &Board,
    rules: &Rules,
) -> Result<Move, Failure> {
    let piece: Piece = letter.parse().map_err(Failure::input)?;
    let shapes = piece.orientations();
    let shape = shapes.get(features.orientation as usize).ok_or_else(|| {
        Failure::input(format!(
            "{piece} has no orientation {}: its orientations are 0 to {} (`tetrarium show {piece}` draws them)",
            features.orientation,
            shapes.len() - 1
        ))
    })?;
    let column = features.column.unwrap_or(0);
    let last = board.width() - shape.width as usize;
    if column as usize > last {
        return Err(Failure::input(format!(
            "{piece} in orientation {} does not fit at column {column}: columns 0 to {last} are possible",
            features.orientation
        )));
    }
    let placement = Placement {
        orientation: features.orientation,
        column,
    };
    let row = board.landing_row(shape, column as usize) as u8;
    Ok(Move::new(rules, board, piece, Landing { placement, row }))
}

/// The values of a feature; none if it reads the move and there is no move.
fn values(feature: &'static Feature, board: &Board, played: Option<&Move>) -> Option<Vec<f64>> {
    let reading = Reading::from(feature);
    (0..feature.count.on(board.width()))
        .map(|index| match played {
            Some(played) => Some(reading.value(played, index)),
            None => feature.on_board(board, index),
        })
        .collect()
}

fn json_of(board: &Board, played: Option<&Move>) -> Value {
    let mut features = Map::new();
    for feature in FEATURES {
        let Some(values) = values(feature, board, played) else {
            continue;
        };
        let value = match &values[..] {
            [one] => number(*one),
            several => several.iter().map(|v| number(*v)).collect(),
        };
        features.insert(feature.name.to_string(), value);
    }
    let mut object = json!({ "board": board.size().to_string(), "features": features });
    if let Some(played) = played {
        object["move"] = json!({
            "piece": played.piece.to_string(),
            "orientation": played.landing.placement.orientation,
            "column": played.landing.placement.column,
            "row": played.landing.row,
            "lines": played.lines,
            "ends": played.ends,
        });
    }
    object
}

/// A JSON number, without a fraction where the value is whole.
fn number(value: f64) -> Value {
    if value == value.trunc() {
        json!(value as i64)
    } else {
        json!(value)
    }
}

fn table_of(board: &Board, played: Option<&Move>) -> String {
    let mut text = String::new();
    match played {
        None => text += &format!("{board}\n\n"),
        Some(played) => {
            let ends = if played.ends {
                "; the game is over"
            } else {
                ""
            };
            text += &format!(
                "{}\n\n{} at {} comes to rest in row {}, {} lines{ends}:\n\n{}\n\n",
                played.before,
                played.piece,
                played.landing.placement,
                played.landing.row,
                played.lines,
                played.after
            );
        }
    }
    let mut table = Table::new(&[Column::left("feature"), Column::right("value")]);
    let mut several = Table::new(&[
        Column::left("feature"),
        Column::left("values of columns, pairs or centres"),
    ]);
    let mut unread = Vec::new();
    for feature in FEATURES {
        match values(feature, board, played).as_deref() {
            None => unread.push(feature.name),
            Some([value]) => table.row([feature.name, &digits(*value, SHOWN)]),
            Some(values) => {
                let shown: Vec<String> = values.iter().map(|v| digits(*v, SHOWN)).collect();
                several.row([feature.name, &shown.join(" ")]);
            }
        }
    }
    text += &format!("{table}\n{several}");
    if !unread.is_empty() {
        text += &format!(
            "\nGive a move (--piece T --orientation 1 --column 3) for {}.\n",
            unread.join(", ")
        );
    }
    text
}

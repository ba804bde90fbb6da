//! `features`: every feature's value on a drawn board.

use std::process::ExitCode;

use serde_json::{Map, Value, json};
use tetrarium_engine::features::{Count, FEATURES};
use tetrarium_engine::{Board, Landing, Move, Piece, Placement, Reading, Rules};

use crate::failure::{Failure, Outcome};
use crate::flags::args::Features;
use crate::flags::boards;
use crate::flags::optimal::Worths;
use crate::print::table::{Column, Table};
use crate::print::text::digits;
use crate::terminal::{self, wrapped};

/// The digits of a value; `--json` has all.
const SHOWN: usize = 6;

/// Runs the command.
pub fn run(features: &Features) -> Outcome {
    let mut rules = features.rules.rules()?;
    let board = boards::read(&features.file, &features.rules, rules.board)?;
    rules.board = board.size();
    let (played, worths) = match &features.piece {
        None if features.optimal.is_given() => {
            return Err(Failure::input("give the piece: --piece T"));
        }
        None => (None, None),
        Some(letter) => {
            let (played, worths) = dropped(features, letter, &board, &mut rules)?;
            (Some(played), worths)
        }
    };
    let readings = readings(&features.features)?;
    let out = if features.format.json() {
        let mut line = json_of(&readings, &board, played.as_ref(), worths.as_ref()).to_string();
        line.push('\n');
        line
    } else {
        table_of(&readings, &board, played.as_ref(), worths.as_ref())
    };
    terminal::print(&out)?;
    Ok(ExitCode::SUCCESS)
}

/// The features of these names; all of them if there are none, without the single cells, which a
/// picture shows.
fn readings(names: &[String]) -> Result<Vec<Reading>, Failure> {
    if names.is_empty() {
        let shown = FEATURES
            .iter()
            .filter(|one| !matches!(one.count, Count::Rows(_)));
        return Ok(shown.map(|one| Reading::from(*one)).collect());
    }
    let named = names.iter().map(|name| Reading::named(name));
    named.map(|one| one.map_err(Failure::input)).collect()
}

/// The move that drops the piece of the flags onto the board, and what its placements are worth if
/// there is a file of values.
fn dropped(
    features: &Features,
    letter: &str,
    board: &Board,
    rules: &mut Rules,
) -> Result<(Move, Option<Worths>), Failure> {
    let piece: Piece = letter.parse().map_err(Failure::input)?;
    let next = match &features.next {
        None => None,
        Some(letter) => {
            rules.visible = 2;
            Some(letter.parse().map_err(Failure::input)?)
        }
    };
    let worths = features.optimal.worths(rules, board, piece, next)?;
    let best = worths.as_ref().and_then(Worths::best);
    let placement = match (features.column, best) {
        (Some(column), _) => given(piece, features.orientation, column, board)?,
        (None, Some((placement, _))) => placement,
        (None, None) => return Err(Failure::input("give the column of the piece: --column 3")),
    };
    let shape = &piece.orientations()[placement.orientation as usize];
    let row = board.landing_row(shape, placement.column as usize) as u8;
    let played = Move::new(rules, board, piece, Landing { placement, row });
    Ok((played, worths))
}

/// The placement of the flags, if the piece has it.
fn given(piece: Piece, orientation: u8, column: u8, board: &Board) -> Result<Placement, Failure> {
    let shapes = piece.orientations();
    let shape = shapes.get(orientation as usize).ok_or_else(|| {
        Failure::input(format!(
            "{piece} has no orientation {orientation}: its orientations are 0 to {} \
             (`tetrarium show {piece}` draws them)",
            shapes.len() - 1
        ))
    })?;
    let last = board.width() - shape.width as usize;
    if column as usize > last {
        return Err(Failure::input(format!(
            "{piece} in orientation {orientation} does not fit at column {column}: columns 0 to \
             {last} are possible",
        )));
    }
    Ok(Placement {
        orientation,
        column,
    })
}

/// The values of a feature; none if it reads the move and there is no move.
fn values(reading: &Reading, board: &Board, played: Option<&Move>) -> Option<Vec<f64>> {
    (0..reading.feature.count.on(board.width()))
        .map(|index| match played {
            Some(played) => Some(reading.value(played, index)),
            None => reading.on_board(board, index),
        })
        .collect()
}

fn json_of(
    readings: &[Reading],
    board: &Board,
    played: Option<&Move>,
    worths: Option<&Worths>,
) -> Value {
    let mut features = Map::new();
    for reading in readings {
        let Some(values) = values(reading, board, played) else {
            continue;
        };
        let value = match &values[..] {
            [one] => number(*one),
            several => several.iter().map(|v| number(*v)).collect(),
        };
        features.insert(reading.to_string(), value);
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
    if let (Some(played), Some(worths)) = (played, worths)
        && let Some((best, worth)) = worths.best()
    {
        object["optimal"] = json!({
            "orientation": best.orientation,
            "column": best.column,
            "worth": worth,
            "worth_of_move": worths.of(played.landing.placement),
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

fn table_of(
    readings: &[Reading],
    board: &Board,
    played: Option<&Move>,
    worths: Option<&Worths>,
) -> String {
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
            if let Some(worths) = worths {
                let sentence = worths.sentence(played.landing.placement);
                text += &format!("{}\n\n", wrapped(&sentence, 0));
            }
        }
    }
    let mut table = Table::new(&[Column::left("feature"), Column::right("value")]);
    let mut several = Table::new(&[
        Column::left("feature"),
        Column::left("values of columns, pairs or centres"),
    ]);
    let mut unread = Vec::new();
    for reading in readings {
        let name = reading.to_string();
        match values(reading, board, played).as_deref() {
            None => unread.push(name),
            Some([value]) => table.row([name, digits(*value, SHOWN)]),
            Some(values) => {
                let shown: Vec<String> = values.iter().map(|v| digits(*v, SHOWN)).collect();
                several.row([name, shown.join(" ")]);
            }
        }
    }
    let tables = [table, several].into_iter().filter(|one| !one.is_empty());
    let tables: Vec<String> = tables.map(|one| one.to_string()).collect();
    text += &tables.join("\n");
    if !unread.is_empty() {
        text += &format!(
            "\nGive a move (--piece T --orientation 1 --column 3) for {}.\n",
            unread.join(", ")
        );
    }
    text
}

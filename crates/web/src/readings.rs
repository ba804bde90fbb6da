//! The values of all features on a drawn board, with the cells that each one counts.

use serde::Serialize;
use tetrarium_engine::features::{Count, FEATURES, Kind};
use tetrarium_engine::{Board, Move, Reading};

use crate::boards::rows;
use crate::counted::{Mark, On, counted};

/// The answer to a request for features.
#[derive(Debug, Serialize)]
pub struct Readings {
    /// The drawn board.
    drawn: Vec<String>,
    /// The board with the piece, before full rows go.
    #[serde(skip_serializing_if = "Option::is_none")]
    landed: Option<Vec<String>>,
    /// The board after the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    after: Option<Vec<String>>,
    features: Vec<Read>,
}

/// A feature's values.
#[derive(Debug, Serialize)]
struct Read {
    name: &'static str,
    number: &'static str,
    source: &'static str,
    definition: &'static str,
    /// Whether it reads the move.
    of_move: bool,
    /// Its values; none if a move is needed to read them.
    values: Option<Vec<f64>>,
    /// The cells that it counts.
    cells: Vec<Mark>,
    /// The board that the cells are on: `after` or `landed`.
    on: &'static str,
    /// Whether the cells add up to the value, or are those that the feature looks at.
    adds_up: bool,
}

/// The values of all features after a move, or on a board as it stands. Features of single cells
/// are left out: the picture shows them.
pub fn readings(board: &Board, played: Option<&Move>) -> Readings {
    let shown = FEATURES
        .iter()
        .filter(|feature| !matches!(feature.count, Count::Rows(_)));
    let read = |feature: &&'static tetrarium_engine::Feature| {
        let reading = Reading::from(*feature);
        let value = |index| match played {
            Some(played) => Some(reading.value(played, index)),
            None => reading.on_board(board, index),
        };
        let values: Option<Vec<f64>> = (0..feature.count.on(board.width())).map(value).collect();
        let counted = counted(
            feature.name,
            played.map_or(board, |played| played.board()),
            played,
        );
        Read {
            name: feature.name,
            number: feature.number,
            source: feature.source,
            definition: feature.definition,
            of_move: feature.kind() == Kind::Move,
            cells: match values {
                Some(_) => counted.marks,
                None => Vec::new(),
            },
            values,
            on: match counted.on {
                On::After => "after",
                On::Landed => "landed",
            },
            adds_up: counted.adds_up,
        }
    };
    Readings {
        drawn: rows(board),
        landed: played.map(|played| rows(&played.landed)),
        after: played.map(|played| rows(&played.after)),
        features: shown.map(read).collect(),
    }
}

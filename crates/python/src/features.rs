//! Features of moves and of boards, as arrays.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;
use tetrarium_engine::features::{FEATURES, Kind};
use tetrarium_engine::{Board, Move, Reading};

use crate::arguments::{Names, wrong};
use crate::boards;

/// Features to be read on boards of one width.
pub struct Readings {
    list: Vec<Reading>,
    width: usize,
    /// Each value: the feature and which of its values.
    values: Vec<(Reading, usize)>,
}

impl Readings {
    /// The features of these names.
    pub fn named(names: Names, width: usize) -> PyResult<Readings> {
        let names = names.list();
        if names.is_empty() {
            return Err(wrong("no feature is named: give at least one"));
        }
        let list = names.iter().map(|name| Reading::named(name));
        let list: Result<Vec<Reading>, _> = list.collect();
        let list = list.map_err(wrong)?;
        let values = list.iter().flat_map(|reading| {
            let count = reading.feature.count.on(width);
            (0..count).map(move |index| (*reading, index))
        });
        Ok(Readings {
            values: values.collect(),
            list,
            width,
        })
    }

    /// The name of each value.
    fn names(&self) -> Vec<String> {
        let names =
            self.values.iter().map(
                |(reading, index)| match reading.feature.count.on(self.width) {
                    1 => reading.to_string(),
                    _ => format!("{reading}[{index}]"),
                },
            );
        names.collect()
    }

    /// The values of moves: a row each.
    pub fn of_moves(&self, moves: &[Move]) -> Array2<f64> {
        let values = &self.values;
        let each = moves.iter().flat_map(|played| {
            let row = values.iter();
            row.map(|(reading, index)| reading.value(played, *index))
        });
        table(moves.len(), values.len(), each.collect())
    }

    /// The number of values.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// Refuses features that read a move.
    pub fn check_boards(&self) -> PyResult<()> {
        let reads_move = |reading: &&Reading| reading.delta || reading.feature.kind() == Kind::Move;
        match self.list.iter().find(reads_move) {
            None => Ok(()),
            Some(reading) => Err(wrong(format!(
                "the feature `{reading}` reads a move, and a board has none: read it off moves, for \
                 example with Game.moves.features"
            ))),
        }
    }

    /// Writes the values of a board.
    pub fn write_board(&self, board: &Board, out: &mut [f32]) {
        for (out, (reading, index)) in out.iter_mut().zip(&self.values) {
            *out = on_board(*reading, *index, board) as f32;
        }
    }

    /// Writes the values of a move.
    pub fn write_move(&self, played: &Move, out: &mut [f32]) {
        for (out, (reading, index)) in out.iter_mut().zip(&self.values) {
            *out = reading.value(played, *index) as f32;
        }
    }

    /// The values of boards: a row each.
    fn of_boards(&self, boards: &[Board]) -> PyResult<Array2<f64>> {
        self.check_boards()?;
        let values = &self.values;
        let each = boards.iter().flat_map(|board| {
            let row = values.iter();
            row.map(|(reading, index)| on_board(*reading, *index, board))
        });
        Ok(table(boards.len(), values.len(), each.collect()))
    }
}

/// A value of a feature that reads the board alone.
fn on_board(reading: Reading, index: usize, board: &Board) -> f64 {
    let value = reading.feature.on_board(board, index);
    let value = value.expect("it reads the board alone");
    if reading.squared {
        value * value
    } else {
        value
    }
}

fn table(rows: usize, columns: usize, values: Vec<f64>) -> Array2<f64> {
    Array2::from_shape_vec((rows, columns), values).expect("as many values as the shape has")
}

/// The names of all features.
#[pyfunction]
pub fn feature_names() -> Vec<&'static str> {
    FEATURES.iter().map(|feature| feature.name).collect()
}

/// The names of the values of features on a board of this width: a feature with several values has
/// a name for each, for example `column-height[3]`.
#[pyfunction]
#[pyo3(signature = (names, width=10))]
pub fn value_names(names: Names, width: usize) -> PyResult<Vec<String>> {
    tetrarium_engine::Size::new(width, 20).map_err(wrong)?;
    Ok(Readings::named(names, width)?.names())
}

/// The features of boards: an array of float64 with a row for each board.
///
/// `boards` is an array of uint8 or bool with the shape (N, H, W), the top row first, or an array
/// of uint32 columns with the shape (N, W), whose boards have `height` rows.
#[pyfunction]
#[pyo3(signature = (boards, names, height=20))]
pub fn features<'py>(
    py: Python<'py>,
    boards: &Bound<'py, PyAny>,
    names: Names,
    height: usize,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let boards = boards::read(boards, height)?;
    let width = boards.first().map_or(10, Board::width);
    let readings = Readings::named(names, width)?;
    let values = py.detach(|| readings.of_boards(&boards))?;
    Ok(values.into_pyarray(py))
}

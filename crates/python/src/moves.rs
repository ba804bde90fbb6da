//! All moves of one position or of several, as arrays.

use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;
use tetrarium_engine::{Move, Size};

use crate::arguments::Names;
use crate::boards;
use crate::features::Readings;

/// All moves of one position, or of several positions one after the other.
///
/// Every array has a row for each move. The moves of position `i` are those from `offsets[i]` up to
/// `offsets[i + 1]`. The arrays are made anew each time they are asked for.
#[pyclass(frozen, module = "tetrarium")]
pub struct Moves {
    size: Size,
    list: Vec<Move>,
    offsets: Vec<i64>,
}

impl Moves {
    /// The moves of positions on boards of one size.
    pub fn of(size: Size, positions: impl Iterator<Item = Vec<Move>>) -> Moves {
        let (mut list, mut offsets) = (Vec::new(), vec![0]);
        for moves in positions {
            list.extend(moves);
            offsets.push(list.len() as i64);
        }
        Moves {
            size,
            list,
            offsets,
        }
    }
}

#[pymethods]
impl Moves {
    /// Where the moves of each position begin, and the number of all moves: (N + 1,) int64.
    #[getter]
    fn offsets<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        self.offsets.clone().into_pyarray(py)
    }

    /// The orientation and the column of each move: (K, 2) uint8.
    #[getter]
    fn placements<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        let pairs = self.list.iter().flat_map(|played| {
            let placement = played.landing.placement;
            [placement.orientation, placement.column]
        });
        let shape = (self.list.len(), 2);
        let array = Array2::from_shape_vec(shape, pairs.collect());
        array.expect("two numbers a move").into_pyarray(py)
    }

    /// The row in which the lowest cell of the piece comes to rest: (K,) uint8.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let rows: Vec<u8> = self.list.iter().map(|played| played.landing.row).collect();
        rows.into_pyarray(py)
    }

    /// The cells of the board after each move: (K, H, W) uint8, the top row first.
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<u8>> {
        boards::cells(py, self.size, self.list.iter().map(|played| &played.after))
    }

    /// The columns of the board after each move: (K, W) uint32.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u32>> {
        boards::columns(py, self.size, self.list.iter().map(|played| &played.after))
    }

    /// The lines that each move clears: (K,) uint8.
    #[getter]
    fn lines<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let lines: Vec<u8> = self.list.iter().map(|played| played.lines as u8).collect();
        lines.into_pyarray(py)
    }

    /// Whether each move ends the game: (K,) bool.
    #[getter]
    fn ends<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let ends: Vec<bool> = self.list.iter().map(|played| played.ends).collect();
        ends.into_pyarray(py)
    }

    /// Features of each move: (K, F) float64. `value_names` has the names of the F values.
    fn features<'py>(&self, py: Python<'py>, names: Names) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let readings = Readings::named(names, self.size.width())?;
        Ok(py.detach(|| readings.of_moves(&self.list)).into_pyarray(py))
    }

    fn __len__(&self) -> usize {
        self.list.len()
    }

    fn __repr__(&self) -> String {
        let positions = self.offsets.len() - 1;
        format!("<{} moves of {positions} positions>", self.list.len())
    }
}

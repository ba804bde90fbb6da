//! What an agent sees: one position, or several at once.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyTuple};
use tetrarium_engine::{self as engine, Board, Move, Piece, Prospect, Rules, landings};

use crate::boards;
use crate::moves::Moves;

/// A position as an agent sees it, with all that it holds.
#[derive(Clone)]
pub struct Spot {
    pub rules: Arc<Rules>,
    pub board: Board,
    pub piece: Piece,
    pub next: Option<Piece>,
    pub prospect: Prospect,
    /// The number of the game within its session.
    pub game: u64,
}

impl Spot {
    /// What a view of the engine shows.
    pub fn of(rules: &Arc<Rules>, view: &engine::View<'_>, game: u64) -> Spot {
        Spot {
            rules: Arc::clone(rules),
            board: *view.board,
            piece: view.piece,
            next: view.next,
            prospect: view.prospect,
            game,
        }
    }

    /// The view of the engine.
    pub fn view(&self) -> engine::View<'_> {
        engine::View {
            rules: &self.rules,
            board: &self.board,
            piece: self.piece,
            next: self.next,
            prospect: self.prospect,
        }
    }

    /// All moves.
    pub fn moves(&self) -> Vec<Move> {
        self.view().moves().collect()
    }

    /// How many placements the piece has.
    pub fn placements(&self) -> usize {
        landings(&self.rules, &self.board, self.piece).len()
    }
}

/// The moves of some positions, which have one board size.
pub fn moves_of(spots: &[Spot]) -> Moves {
    let size = spots
        .first()
        .map_or(engine::Size::STANDARD, |spot| spot.board.size());
    Moves::of(size, spots.iter().map(Spot::moves))
}

/// What an agent sees when it chooses: the board, the piece, the next one if the rules show it.
#[pyclass(frozen, module = "tetrarium")]
pub struct View {
    spot: Spot,
}

impl View {
    /// The view of a position.
    pub fn of(spot: Spot) -> View {
        View { spot }
    }
}

#[pymethods]
impl View {
    /// The cells of the board: (H, W) uint8, the top row first.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let board = &self.spot.board;
        let cells = boards::cells(py, board.size(), [board].into_iter());
        cells.reshape([board.height(), board.width()])
    }

    /// The columns of the board: (W,) uint32, bit `y` for row `y` from the floor.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.spot.board.columns().to_vec().into_pyarray(py)
    }

    /// The letter of the piece.
    #[getter]
    fn piece(&self) -> String {
        self.spot.piece.to_string()
    }

    /// The letter of the next piece, if it is shown and there is one.
    #[getter]
    fn next(&self) -> Option<String> {
        self.spot.next.map(|piece| piece.to_string())
    }

    /// What is known of the first piece not shown: the weight of each letter that can come.
    #[getter]
    fn prospect(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let weights = self.spot.prospect.weights(&self.spot.rules.pieces);
        let found = PyDict::new(py);
        for (piece, weight) in Piece::ALL.into_iter().zip(weights) {
            if weight > 0 {
                found.set_item(piece.to_string(), weight)?;
            }
        }
        Ok(found.unbind())
    }

    /// The settings of the rules.
    #[getter]
    fn rules(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let rules = PyDict::new(py);
        for (name, value) in self.spot.rules.settings() {
            rules.set_item(name, value)?;
        }
        Ok(rules.unbind())
    }

    /// The number that the game has in the agent's session. It says nothing about the pieces.
    #[getter]
    fn game(&self) -> u64 {
        self.spot.game
    }

    /// All moves that can be chosen; an agent answers with the place of one of them.
    #[getter]
    fn moves(&self) -> Moves {
        moves_of(std::slice::from_ref(&self.spot))
    }

    fn __str__(&self) -> String {
        self.spot.board.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<View of a piece {}>", self.spot.piece)
    }
}

/// What an agent sees in several games at once. Every array has a row for each.
#[pyclass(frozen, sequence, module = "tetrarium")]
pub struct Views {
    spots: Vec<Spot>,
}

impl Views {
    /// The views of positions on boards of one size.
    pub fn of(spots: Vec<Spot>) -> Views {
        Views { spots }
    }

    fn size(&self) -> engine::Size {
        let first = self.spots.first();
        first.map_or(engine::Size::STANDARD, |spot| spot.board.size())
    }
}

#[pymethods]
impl Views {
    /// The cells of the boards: (N, H, W) uint8, the top row first.
    #[getter]
    fn boards<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray3<u8>> {
        boards::cells(py, self.size(), self.spots.iter().map(|spot| &spot.board))
    }

    /// The columns of the boards: (N, W) uint32.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u32>> {
        boards::columns(py, self.size(), self.spots.iter().map(|spot| &spot.board))
    }

    /// The numbers of the pieces in `IOTSZJL`: (N,) uint8.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let pieces: Vec<u8> = self.spots.iter().map(|spot| spot.piece as u8).collect();
        pieces.into_pyarray(py)
    }

    /// The numbers of the next pieces, -1 where none is shown: (N,) int8.
    #[getter]
    fn next<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let next = self.spots.iter();
        let next: Vec<i8> = next
            .map(|spot| spot.next.map_or(-1, |piece| piece as i8))
            .collect();
        next.into_pyarray(py)
    }

    /// The numbers that the games have in the agent's session: (N,) uint64.
    #[getter]
    fn games<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u64>> {
        let games: Vec<u64> = self.spots.iter().map(|spot| spot.game).collect();
        games.into_pyarray(py)
    }

    /// All moves of all positions, one position after the other.
    #[getter]
    fn moves(&self, py: Python<'_>) -> Moves {
        py.detach(|| moves_of(&self.spots))
    }

    fn __len__(&self) -> usize {
        self.spots.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<View> {
        let count = self.spots.len() as isize;
        let place = if index < 0 { index + count } else { index };
        match usize::try_from(place)
            .ok()
            .and_then(|place| self.spots.get(place))
        {
            Some(spot) => Ok(View::of(spot.clone())),
            None => Err(PyIndexError::new_err(format!(
                "there is no view {index}: there are {count}"
            ))),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let views = self.spots.iter().cloned().map(View::of);
        let views = views.map(|view| Bound::new(py, view));
        let views: Vec<Bound<'py, View>> = views.collect::<PyResult<_>>()?;
        PyTuple::new(py, views)?.try_iter()
    }

    fn __repr__(&self) -> String {
        format!("<{} views>", self.spots.len())
    }
}

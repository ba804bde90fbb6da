//! A game that Python plays.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tetrarium_engine::{self as engine, Placement, State};

use crate::arguments::{Names, described, wrong};
use crate::boards;
use crate::moves::Moves;
use crate::rules::Rules;
use crate::views::{Spot, View, moves_of};

/// A game of Tetris that takes placements: a pure function of the rules, the seed, its number and
/// the placements.
#[pyclass(module = "tetrarium")]
pub struct Game {
    rules: Arc<engine::Rules>,
    game: engine::Game<Arc<engine::Rules>>,
    seed: u64,
    number: u64,
}

impl Game {
    /// The position; none if the game is over.
    pub fn spot(&mut self) -> Option<Spot> {
        let rules = &self.rules;
        let view = self.game.view();
        view.map(|view| Spot::of(rules, &view, 0))
    }

    /// What has been counted.
    pub fn counts(&self) -> engine::Counts {
        self.game.counts()
    }

    fn spot_or_over(&mut self) -> PyResult<Spot> {
        self.spot()
            .ok_or_else(|| wrong("the game is over: no piece can be placed"))
    }
}

/// The placement that Python means: its place in the list, or orientation and column.
pub fn placement(value: &Bound<'_, PyAny>, spot: &Spot) -> PyResult<Placement> {
    if let Ok(index) = value.extract::<i64>() {
        let landings = spot.view().landings();
        let found = usize::try_from(index).ok();
        let found = found.and_then(|index| landings.get(index));
        return found.map(|landing| landing.placement).ok_or_else(|| {
            wrong(format!(
                "there is no placement {index}: the piece {} has {}, numbered from 0",
                spot.piece,
                landings.len()
            ))
        });
    }
    let number = |number: &i64| u8::try_from(*number).unwrap_or(u8::MAX);
    match value.extract::<Vec<i64>>().as_deref() {
        Ok([orientation, column]) => Ok(Placement {
            orientation: number(orientation),
            column: number(column),
        }),
        _ => Err(wrong(format!(
            "a placement is its number, or an orientation and a column; this is {}",
            described(value)
        ))),
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (seed=1, number=0, *, rules=None, **settings))]
    fn new(
        seed: u64,
        number: u64,
        rules: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Game> {
        let rules = Arc::clone(Rules::given(rules, settings)?.whole());
        Ok(Game {
            game: engine::Game::new(Arc::clone(&rules), seed, number),
            rules,
            seed,
            number,
        })
    }

    /// The game from this board on: an array, or a picture. What was counted so far stays.
    fn put(&mut self, board: &Bound<'_, PyAny>) -> PyResult<()> {
        let board = boards::read_one(board, self.rules.board)?;
        if board.max_height() > board.height() {
            return Err(wrong("the board has cells above its top row"));
        }
        let pieces = self.game.counts().pieces;
        self.game = self.game.clone().advanced_to(pieces, board);
        Ok(())
    }

    /// The cells of the board: (H, W) uint8, the top row first.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let board = self.game.board();
        let cells = boards::cells(py, board.size(), [board].into_iter());
        cells.reshape([board.height(), board.width()])
    }

    /// The columns of the board: (W,) uint32, bit `y` for row `y` from the floor.
    #[getter]
    fn columns<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.game.board().columns().to_vec().into_pyarray(py)
    }

    /// The letter of the piece to be placed; none if the game is over.
    #[getter]
    fn piece(&mut self) -> Option<String> {
        self.spot().map(|spot| spot.piece.to_string())
    }

    /// The letter of the next piece, if the rules show it and there is one.
    #[getter]
    fn next(&mut self) -> Option<String> {
        let next = self.spot()?.next;
        next.map(|piece| piece.to_string())
    }

    /// What an agent sees; none if the game is over.
    #[getter]
    fn view(&mut self) -> Option<View> {
        self.spot().map(View::of)
    }

    /// All moves of the piece; none if the game is over.
    #[getter]
    fn moves(&mut self) -> Moves {
        match self.spot() {
            Some(spot) => moves_of(&[spot]),
            None => Moves::of(self.rules.board, std::iter::once(Vec::new())),
        }
    }

    /// The orientation and the column of each placement: (K, 2) uint8.
    #[getter]
    fn placements<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Bound::new(py, self.moves())?.getattr("placements")
    }

    /// The cells of the board after each placement: (K, H, W) uint8.
    #[getter]
    fn afterstates<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray3<u8>> {
        let moves = self.spot().map_or(Vec::new(), |spot| spot.moves());
        boards::cells(
            py,
            self.rules.board,
            moves.iter().map(|played| &played.after),
        )
    }

    /// Features of each placement: (K, F) float64.
    fn features<'py>(&mut self, py: Python<'py>, names: Names) -> PyResult<Bound<'py, PyAny>> {
        let moves = Bound::new(py, self.moves())?;
        moves.call_method1("features", (names.list(),))
    }

    /// Places the piece, and returns the lines that this clears. A placement is its number among
    /// `placements`, or an orientation and a column.
    fn place(&mut self, placement: &Bound<'_, PyAny>) -> PyResult<u32> {
        let spot = self.spot_or_over()?;
        let placement = self::placement(placement, &spot)?;
        let played = self.game.place(placement).map_err(wrong)?;
        Ok(played.lines)
    }

    /// Goes on with an empty board if the game is lost; counts and pieces go on.
    fn restart(&mut self) {
        self.game.restart();
    }

    /// A copy, which can be played on by itself.
    fn copy(&self) -> Game {
        Game {
            rules: Arc::clone(&self.rules),
            game: self.game.clone(),
            seed: self.seed,
            number: self.number,
        }
    }

    fn __copy__(&self) -> Game {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.copy()
    }

    /// Whether the game is over.
    #[getter]
    fn over(&mut self) -> bool {
        match self.spot() {
            None => true,
            // In the original game a piece may have no placement.
            Some(spot) => spot.placements() == 0,
        }
    }

    /// `playing`, `lost` or `out of pieces`.
    #[getter]
    fn state(&mut self) -> &'static str {
        let over = self.over();
        match self.game.state() {
            State::OutOfPieces => "out of pieces",
            State::Playing if !over => "playing",
            _ => "lost",
        }
    }

    /// The lines cleared so far.
    #[getter]
    fn lines(&self) -> u64 {
        self.game.counts().lines
    }

    /// The pieces placed so far.
    #[getter]
    fn pieces(&self) -> u64 {
        self.game.counts().pieces
    }

    /// The points so far, by the rules' reward table.
    #[getter]
    fn reward(&self) -> u64 {
        self.game.counts().reward
    }

    /// The seed of the pieces.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of the game under the seed.
    #[getter]
    fn number(&self) -> u64 {
        self.number
    }

    fn __str__(&self) -> String {
        self.game.board().to_string()
    }

    fn __repr__(&mut self) -> String {
        let (counts, state) = (self.game.counts(), self.state());
        format!(
            "<Game {} of seed {}: {} pieces, {} lines, {state}>",
            self.number, self.seed, counts.pieces, counts.lines
        )
    }
}

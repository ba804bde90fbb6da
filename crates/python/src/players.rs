//! Controllers made ready for rules.

use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::{self as engine, Fingerprint};

use crate::arguments::wrong;
use crate::controllers::Controller;
use crate::game::Game;
use crate::rules::Rules;
use crate::views::Spot;

/// A controller made ready for rules. It decides.
#[pyclass(frozen, module = "tetrarium")]
pub struct Player {
    inner: engine::Player,
}

impl Player {
    /// The player itself.
    pub fn inner(&self) -> &engine::Player {
        &self.inner
    }

    /// The position of a game that this player can play.
    fn spot(&self, game: &Bound<'_, Game>) -> PyResult<Spot> {
        let spot = game.borrow_mut().spot();
        let spot = spot.ok_or_else(|| wrong("the game is over: no piece can be placed"))?;
        if *spot.rules != *self.inner.rules() {
            return Err(wrong(format!(
                "the game has other rules than the player: {} instead of {}",
                spot.rules,
                self.inner.rules()
            )));
        }
        Ok(spot)
    }
}

#[pymethods]
impl Player {
    #[new]
    #[pyo3(signature = (controller, *, search=None, rules=None, **settings))]
    fn new(
        controller: &Controller,
        search: Option<&str>,
        rules: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Player> {
        let rules = Rules::given(rules, settings)?;
        let inner = rules.player(controller.inner(), search)?;
        Ok(Player { inner })
    }

    /// The placement that it chooses in a game: its number among the game's placements. Ties that
    /// the rules leave to chance are settled by the pieces placed so far.
    fn choose(&self, game: &Bound<'_, Game>) -> PyResult<usize> {
        let spot = self.spot(game)?;
        let turn = game.borrow().counts().pieces;
        let ties = Stream::new(0, 0, Purpose::Ties);
        let view = spot.view();
        let chosen = self.inner.decide(&view, &ties, turn);
        let chosen = chosen.ok_or_else(|| wrong("the piece has no placement"))?;
        let place = view.landings().iter().position(|one| *one == chosen);
        place.ok_or_else(|| wrong("the piece has no placement"))
    }

    /// The scores that its rating gives to the placements in a game: (K,) int32. A search may look
    /// further than its rating.
    fn scores<'py>(
        &self,
        py: Python<'py>,
        game: &Bound<'py, Game>,
    ) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let spot = self.spot(game)?;
        let moves = spot.moves();
        let scores: Vec<i32> = moves.iter().map(|one| self.inner.score(one)).collect();
        Ok(scores.into_pyarray(py))
    }

    /// The controller's name.
    #[getter]
    fn name(&self) -> &str {
        self.inner.name()
    }

    /// How ratings become a move.
    #[getter]
    fn search(&self) -> String {
        self.inner.search().to_string()
    }

    /// The rules in full.
    #[getter]
    fn rules(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let rules = PyDict::new(py);
        for (name, value) in self.inner.rules().settings() {
            rules.set_item(name, value)?;
        }
        Ok(rules.unbind())
    }

    /// The fingerprint of the controller and its rules.
    #[getter]
    fn fingerprint(&self) -> String {
        Fingerprint::of(self.inner.controller(), self.inner.rules()).to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Player {} ({})>", self.inner.name(), self.inner.search())
    }
}

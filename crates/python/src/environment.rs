//! Environments of Gymnasium: one game, or many at once.

use numpy::ndarray::{Array1, Array2, ArrayD, IxDyn};
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray1};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::arguments::{Names, described, wrong};
use crate::rules::Rules;
use crate::tables::{Setup, Stepped, Table};

/// The settings of an environment.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Settings {
    observation: String,
    features: Option<Names>,
    reward: String,
    illegal: String,
    most_steps: Option<u64>,
}

impl Settings {
    fn setup(self, rules: &Rules) -> PyResult<Setup> {
        Setup::new(
            rules,
            &self.observation,
            self.features,
            &self.reward,
            &self.illegal,
            self.most_steps,
        )
    }
}

/// What is seen of some games beside their pieces: an array with a row for each, or of one game
/// without that row.
fn seen<'py>(
    py: Python<'py>,
    setup: &Setup,
    tables: &mut [&mut Table],
    is_one: bool,
) -> Bound<'py, PyAny> {
    let (each, is_cells) = setup.shape();
    let size: usize = each.iter().product();
    let count = (!is_one).then_some(tables.len());
    let shape: Vec<usize> = count.into_iter().chain(each).collect();
    if is_cells {
        let mut cells = vec![0; tables.len() * size];
        for (table, part) in tables.iter_mut().zip(cells.chunks_exact_mut(size)) {
            setup.write_cells(table, part);
        }
        let array = ArrayD::from_shape_vec(IxDyn(&shape), cells);
        return array.expect("as many cells").into_pyarray(py).into_any();
    }
    let mut values = vec![0.0; tables.len() * size];
    for (table, part) in tables.iter_mut().zip(values.chunks_exact_mut(size)) {
        setup.write_values(table, part);
    }
    let array = ArrayD::from_shape_vec(IxDyn(&shape), values);
    array.expect("as many values").into_pyarray(py).into_any()
}

/// One game of an environment.
#[pyclass(module = "tetrarium._core")]
pub struct OneGame {
    setup: Setup,
    table: Table,
}

impl OneGame {
    fn observation<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let found = PyDict::new(py);
        let seen = seen(py, &self.setup, &mut [&mut self.table], true);
        found.set_item(PyString::intern(py, self.setup.key()), seen)?;
        found.set_item(intern!(py, "piece"), self.table.piece)?;
        if self.setup.shows_next() {
            found.set_item(intern!(py, "next"), self.table.next)?;
        }
        Ok(found)
    }

    fn info<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), self.action_mask(py))?;
        let counts = self.table.counts();
        info.set_item(intern!(py, "lines"), counts.lines)?;
        info.set_item(intern!(py, "pieces"), counts.pieces)?;
        Ok(info)
    }
}

#[pymethods]
impl OneGame {
    #[new]
    fn new(rules: &Rules, settings: Settings) -> PyResult<OneGame> {
        let setup = settings.setup(rules)?;
        let table = setup.begin(0, 0);
        Ok(OneGame { setup, table })
    }

    /// Begins game `number` of a seed: the observation and the info.
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: u64,
        number: u64,
    ) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
        self.table = self.setup.begin(seed, number);
        Ok((self.observation(py)?, self.info(py)?))
    }

    /// Plays an action: observation, reward, terminated, truncated, info.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let action: i64 = action.extract().map_err(|_| {
            wrong(format!(
                "an action is a whole number; this is {}",
                described(action)
            ))
        })?;
        let stepped = self.setup.step(&mut self.table, action).map_err(wrong)?;
        let Stepped {
            reward,
            terminated,
            truncated,
        } = stepped;
        let parts = (
            self.observation(py)?,
            reward,
            terminated,
            truncated,
            self.info(py)?,
        );
        parts.into_pyobject(py)
    }

    /// Which actions are placements: (4 · W,) int8.
    fn action_mask<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.setup.actions()];
        self.setup.write_mask(&mut self.table, &mut mask);
        mask.into_pyarray(py)
    }

    /// The shape of what is seen beside the piece, and whether it is cells.
    fn shape(&self) -> (Vec<usize>, bool) {
        self.setup.shape()
    }

    /// The seed and the number of the game.
    #[getter]
    fn game(&self) -> (u64, u64) {
        (self.table.seed, self.table.number)
    }

    /// The number of the piece to be placed.
    #[getter]
    fn piece(&self) -> u8 {
        self.table.piece
    }

    fn __str__(&self) -> String {
        self.table.picture()
    }
}

/// Many games of an environment.
#[pyclass(module = "tetrarium._core")]
pub struct ManyGames {
    setup: Setup,
    tables: Vec<Table>,
    /// Games that ended at the step before.
    ended: Vec<bool>,
}

/// What is seen of many games: the board or what stands for it, the pieces, the next pieces.
type Observation<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyArray1<i64>>,
    Option<Bound<'py, PyArray1<i64>>>,
);

/// What a step of many games gives: what is seen, pieces, next pieces, rewards, terminations,
/// truncations, masks, lines, pieces placed; then what was seen of the games that ended, where
/// these begin again at once.
type Many<'py> = (
    Observation<'py>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyDict>,
    Option<Finals<'py>>,
);

/// The places of games that ended, and what was seen of each, with its info.
type Finals<'py> = Vec<(usize, Bound<'py, PyDict>, Bound<'py, PyDict>)>;

impl ManyGames {
    fn observation<'py>(&mut self, py: Python<'py>) -> Observation<'py> {
        let mut tables: Vec<&mut Table> = self.tables.iter_mut().collect();
        let seen = seen(py, &self.setup, &mut tables, false);
        let pieces: Vec<i64> = tables.iter().map(|table| table.piece.into()).collect();
        let next = self.setup.shows_next().then(|| {
            let next: Vec<i64> = tables.iter().map(|table| table.next.into()).collect();
            next.into_pyarray(py)
        });
        (seen, pieces.into_pyarray(py), next)
    }

    fn info<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        info.set_item(intern!(py, "action_mask"), self.action_masks(py))?;
        let count = |of: fn(&Table) -> u64| {
            let counts: Vec<i64> = self.tables.iter().map(|table| of(table) as i64).collect();
            Array1::from_vec(counts).into_pyarray(py)
        };
        info.set_item(intern!(py, "lines"), count(|table| table.counts().lines))?;
        info.set_item(intern!(py, "pieces"), count(|table| table.counts().pieces))?;
        Ok(info)
    }

    /// What is seen of one game, with its info.
    fn of_one<'py>(
        &mut self,
        py: Python<'py>,
        place: usize,
    ) -> PyResult<(Bound<'py, PyDict>, Bound<'py, PyDict>)> {
        let (setup, table) = (&self.setup, &mut self.tables[place]);
        let observation = PyDict::new(py);
        let seen = seen(py, setup, &mut [&mut *table], true);
        observation.set_item(PyString::intern(py, setup.key()), seen)?;
        observation.set_item(intern!(py, "piece"), table.piece)?;
        if setup.shows_next() {
            observation.set_item(intern!(py, "next"), table.next)?;
        }
        let info = PyDict::new(py);
        let mut mask = vec![0; setup.actions()];
        setup.write_mask(table, &mut mask);
        info.set_item(intern!(py, "action_mask"), mask.into_pyarray(py))?;
        let counts = table.counts();
        info.set_item(intern!(py, "lines"), counts.lines)?;
        info.set_item(intern!(py, "pieces"), counts.pieces)?;
        Ok((observation, info))
    }

    /// Begins the next game of the seed in a place.
    fn begin_next(&mut self, place: usize) {
        let Table { seed, number, .. } = self.tables[place];
        self.tables[place] = self.setup.begin(seed, number + 1);
    }
}

#[pymethods]
impl ManyGames {
    #[new]
    fn new(rules: &Rules, settings: Settings, count: usize) -> PyResult<ManyGames> {
        let setup = settings.setup(rules)?;
        let tables = (0..count).map(|_| setup.begin(0, 0)).collect();
        Ok(ManyGames {
            setup,
            tables,
            ended: vec![false; count],
        })
    }

    /// Begins games: in each place the given game of the given seed, or nothing.
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        games: Vec<Option<(u64, u64)>>,
    ) -> PyResult<(Observation<'py>, Bound<'py, PyDict>)> {
        for (place, game) in games.into_iter().enumerate().take(self.tables.len()) {
            if let Some((seed, number)) = game {
                self.tables[place] = self.setup.begin(seed, number);
                self.ended[place] = false;
            }
        }
        Ok((self.observation(py), self.info(py)?))
    }

    /// Plays an action in each game. `mode` says when games that ended begin again: `next`, `same`
    /// or `disabled`.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
        mode: &str,
    ) -> PyResult<Many<'py>> {
        let count = self.tables.len();
        let actions = actions.as_array();
        if actions.len() != count {
            return Err(wrong(format!(
                "{count} actions were expected, one for each game, not {}",
                actions.len()
            )));
        }
        if mode == "disabled" && self.ended.contains(&true) {
            return Err(wrong(
                "a game has ended: begin it again with reset(options={\"reset_mask\": …})",
            ));
        }
        let mut rewards = vec![0.0; count];
        let mut ends = (vec![false; count], vec![false; count]);
        for (place, action) in actions.iter().enumerate() {
            if mode == "next" && self.ended[place] {
                self.begin_next(place);
                self.ended[place] = false;
                continue;
            }
            let stepped = self.setup.step(&mut self.tables[place], *action);
            let stepped = stepped.map_err(wrong)?;
            rewards[place] = stepped.reward;
            (ends.0[place], ends.1[place]) = (stepped.terminated, stepped.truncated);
            self.ended[place] = stepped.terminated || stepped.truncated;
        }
        let mut finals = None;
        if mode == "same" && self.ended.contains(&true) {
            let mut found = Vec::new();
            for place in 0..count {
                if std::mem::take(&mut self.ended[place]) {
                    let (observation, info) = self.of_one(py, place)?;
                    found.push((place, observation, info));
                    self.begin_next(place);
                }
            }
            finals = Some(found);
        }
        Ok((
            self.observation(py),
            rewards.into_pyarray(py),
            ends.0.into_pyarray(py),
            ends.1.into_pyarray(py),
            self.info(py)?,
            finals,
        ))
    }

    /// Which actions are placements in each game: (N, 4 · W) int8.
    fn action_masks<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        let actions = self.setup.actions();
        let mut masks = vec![0; self.tables.len() * actions];
        for (table, mask) in self.tables.iter_mut().zip(masks.chunks_exact_mut(actions)) {
            self.setup.write_mask(table, mask);
        }
        let masks = Array2::from_shape_vec((self.tables.len(), actions), masks);
        masks.expect("a mask a game").into_pyarray(py)
    }

    /// The shape of what is seen of a game beside the piece, and whether it is cells.
    fn shape(&self) -> (Vec<usize>, bool) {
        self.setup.shape()
    }

    /// The seeds and the numbers of the games.
    #[getter]
    fn games(&self) -> Vec<(u64, u64)> {
        let tables = self.tables.iter();
        tables.map(|table| (table.seed, table.number)).collect()
    }

    /// The boards as texts.
    fn pictures(&self) -> Vec<String> {
        self.tables.iter().map(Table::picture).collect()
    }
}

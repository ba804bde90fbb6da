//! Optimisers, which propose weights and are told the games played with them.

use numpy::{IntoPyArray, PyArray1};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat};
use tetrarium_lab::optimisers::{
    self, Collapse, Config, Coordinates, Fitness, GameCount, Invalid, Outcome, Shape, Space,
};

use crate::arguments::{described, wrong};
use crate::controllers::toml_table;

/// A candidate of an optimiser: genes to be played with.
#[pyclass(frozen, module = "tetrarium")]
pub struct Candidate {
    /// Its number.
    #[pyo3(get)]
    id: u64,
    genes: Vec<f64>,
    /// Which features are on; empty where features cannot be switched off.
    #[pyo3(get)]
    enabled: Vec<bool>,
    /// How many games of the same genes have been told before and count too.
    #[pyo3(get)]
    seen: u64,
}

#[pymethods]
impl Candidate {
    /// Its genes: the weights, then exponents and displacements where there are any.
    #[getter]
    fn genes<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        self.genes.clone().into_pyarray(py)
    }

    fn __repr__(&self) -> String {
        format!("<Candidate {}>", self.id)
    }
}

/// An optimiser: `ask` gives candidates, `tell` takes their games.
///
/// Optimiser("cma-es", 4, seed=1, population=10): a method by its name, how many features it
/// searches (or a list with the number of weights of each), and the method's parameters by keyword.
/// `ties` has a list for each feature, with the class of each of its weights: those of one class
/// share a number that is searched. `units` are the weights that a number of 1 stands for.
/// `average=N` makes the result the mean of N generations. `collapse=True`, or a dictionary of
/// `below`, `generations` and `step`, has a collapse of the search noticed and undone.
///
/// Its whole state can be saved between any two calls (`to_json`), and what follows is the same.
#[pyclass(module = "tetrarium")]
pub struct Optimiser {
    inner: optimisers::Optimiser,
}

/// How many features, or how many weights each has.
#[derive(FromPyObject)]
enum Features {
    Count(usize),
    Weights(Vec<usize>),
}

/// A game as Python tells it: lines alone, or lines, pieces and whether it was played to its end.
#[derive(FromPyObject)]
enum Told {
    Lines(u64),
    Whole(u64, u64, bool),
}

impl From<Told> for GameCount {
    fn from(told: Told) -> GameCount {
        let (lines, pieces, finished) = match told {
            Told::Lines(lines) => (lines, 0, true),
            Told::Whole(lines, pieces, finished) => (lines, pieces, finished),
        };
        GameCount {
            lines,
            pieces,
            finished,
        }
    }
}

/// Why games cannot be told.
fn unfit_games(id: u64, games: &Bound<'_, PyAny>) -> PyErr {
    let is_float =
        |one: PyResult<Bound<'_, PyAny>>| one.is_ok_and(|one| one.is_instance_of::<PyFloat>());
    if games.try_iter().is_ok_and(|mut all| all.any(is_float)) {
        return wrong(format!(
            "the lines of candidate {id} are not all whole numbers: an optimiser adds lines up \
             exactly, so that its state is the same on every machine; tell another measure of \
             fitness as a whole number, such as round(1000 * fitness)"
        ));
    }
    wrong(format!(
        "the games of candidate {id} are not a list of lines, or of (lines, pieces, finished): {}",
        described(games)
    ))
}

/// The method of a name with parameters.
fn config(method: &str, parameters: Option<&Bound<'_, PyDict>>) -> PyResult<Config> {
    if Config::named(method).is_none() {
        return Err(wrong(format!(
            "there is no optimiser `{method}`: optimisers are {}",
            Config::NAMES.join(", ")
        )));
    }
    let mut given = toml::Table::new();
    if let Some(parameters) = parameters {
        for (name, value) in toml_table(method, parameters)? {
            given.insert(name.replace('_', "-"), value);
        }
    }
    let mut table = toml::Table::new();
    table.insert(method.to_string(), given.into());
    let read: Result<Config, _> = toml::Value::Table(table).try_into();
    read.map_err(|error| wrong(format!("{method}: {}", error.message())))
}

fn fitness(name: &str) -> PyResult<Fitness> {
    let quoted = serde_json::Value::from(name);
    serde_json::from_value(quoted).map_err(|_| {
        wrong(format!(
            "fitness = `{name}` is not possible: fitness can be lines, pieces, trimmed-lines, \
             trimmed-pieces or lines-per-death"
        ))
    })
}

fn shape(name: &str) -> PyResult<Shape> {
    match name {
        "linear" => Ok(Shape::Linear),
        "exponential" => Ok(Shape::Exponential),
        "displaced" => Ok(Shape::Displaced),
        _ => Err(wrong(format!(
            "shape = `{name}` is not possible: shape can be linear, exponential or displaced"
        ))),
    }
}

/// What a keyword is, if it is given.
fn given<'py, T: FromPyObjectOwned<'py>>(
    name: &str,
    value: Option<Bound<'py, PyAny>>,
    right: &str,
) -> PyResult<Option<T>> {
    let Some(value) = value else {
        return Ok(None);
    };
    let refused = || wrong(format!("{name} must be {right}, not {}", described(&value)));
    value.extract().map(Some).map_err(|_| refused())
}

/// Whether a collapse is noticed and undone, and by what numbers.
fn collapse(value: Option<Bound<'_, PyAny>>) -> PyResult<Option<Collapse>> {
    if let Some(wanted) = value.as_ref().and_then(|one| one.extract::<bool>().ok()) {
        return Ok(wanted.then(Collapse::default));
    }
    let right = "True, or a dictionary of below, generations and step";
    let Some(numbers) = given::<Bound<'_, PyDict>>("collapse", value, right)? else {
        return Ok(None);
    };
    let table = toml::Value::Table(toml_table("collapse", &numbers)?);
    let read = table.try_into();
    read.map_err(|error: toml::de::Error| wrong(format!("collapse: {}", error.message())))
}

/// The coordinates in which weights of one class share a number, and numbers have units.
fn coordinates(
    space: &Space,
    ties: Option<Vec<Vec<usize>>>,
    units: Option<Vec<f64>>,
) -> PyResult<Coordinates> {
    let features = space.features();
    let ties = ties.unwrap_or_else(|| features.iter().map(|count| (0..*count).collect()).collect());
    let fits = |(classes, count): (&Vec<usize>, &usize)| {
        classes.len() == *count && classes.iter().all(|class| class < count)
    };
    if ties.len() != features.len() || !ties.iter().zip(features).all(fits) {
        return Err(wrong(format!(
            "ties must have a list for each of the {} features, with a class for each of its \
             weights; classes are numbered from 0",
            features.len()
        )));
    }
    let coordinates = Coordinates::tied(&ties);
    match units {
        Some(units) => coordinates.in_units(units).map_err(wrong),
        None => Ok(coordinates),
    }
}

#[pymethods]
impl Optimiser {
    #[new]
    #[pyo3(signature = (
        method, features, *, seed=1, fitness="lines", shape="linear", selection=false, ties=None,
        units=None, average=None, collapse=None, **parameters
    ))]
    #[expect(clippy::too_many_arguments, reason = "each is a keyword in Python")]
    fn new(
        method: &str,
        features: Features,
        seed: u64,
        fitness: &str,
        shape: &str,
        selection: bool,
        ties: Option<Bound<'_, PyAny>>,
        units: Option<Bound<'_, PyAny>>,
        average: Option<Bound<'_, PyAny>>,
        collapse: Option<Bound<'_, PyAny>>,
        parameters: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Optimiser> {
        let weights = match features {
            Features::Count(count) => vec![1; count],
            Features::Weights(weights) => weights,
        };
        let refused = |error: Invalid| wrong(error);
        let space = Space::new(weights, self::shape(shape)?, selection).map_err(refused)?;
        let config = config(method, parameters)?;
        let fitness = self::fitness(fitness)?;
        let ties = given("ties", ties, "a list of whole numbers for each feature")?;
        let units = given("units", units, "a list of numbers")?;
        let coordinates = match (&ties, &units) {
            (None, None) => None,
            _ => Some(coordinates(&space, ties, units)?),
        };
        let mut inner =
            optimisers::Optimiser::new(config, space, fitness, seed).map_err(refused)?;
        if let Some(coordinates) = coordinates {
            inner = inner.with_coordinates(coordinates).map_err(refused)?;
        }
        if let Some(collapse) = self::collapse(collapse)? {
            inner = inner.with_collapse(collapse).map_err(refused)?;
        }
        if let Some(generations) = given("average", average, "a number of generations")? {
            inner = inner.with_average(generations).map_err(refused)?;
        }
        Ok(Optimiser { inner })
    }

    /// The candidates of this generation; the same ones until they are told.
    fn ask(&mut self) -> Vec<Candidate> {
        let asked = self.inner.ask().into_iter();
        asked
            .map(|one| Candidate {
                id: one.id,
                genes: one.genes,
                enabled: one.enabled,
                seen: one.seen,
            })
            .collect()
    }

    /// Takes the games of all candidates asked for: a dictionary from the number of a candidate to
    /// its games. A game is its lines, or a tuple of lines, pieces and whether it was played to its
    /// end. If something is wrong with them, nothing changes.
    fn tell(&mut self, games: &Bound<'_, PyDict>) -> PyResult<()> {
        let mut outcomes = Vec::new();
        for (id, games) in games {
            let id = id
                .extract::<u64>()
                .map_err(|_| wrong(format!("{} is no number of a candidate", described(&id))))?;
            let told: Vec<Told> = games.extract().map_err(|_| unfit_games(id, &games))?;
            let games = told.into_iter().map(GameCount::from).collect();
            outcomes.push(Outcome { id, games });
        }
        self.inner.tell(&outcomes).map(|_| ()).map_err(wrong)
    }

    /// How many generations have been told.
    #[getter]
    fn generation(&self) -> u64 {
        self.inner.generation()
    }

    /// How many collapses of the search have been undone.
    #[getter]
    fn collapses(&self) -> u64 {
        self.inner.collapses()
    }

    /// The genes of the result: the mean of the distribution for cross-entropy and CMA-ES, else
    /// those of the best candidate; none before the first generation of the latter.
    #[getter]
    fn result<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyArray1<f64>>> {
        let (genes, _) = self.inner.result()?;
        Some(genes.into_pyarray(py))
    }

    /// The number, the genes and the fitness of the best candidate so far. Its fitness flatters it,
    /// as the best of many noisy ones does.
    #[getter]
    fn best<'py>(&self, py: Python<'py>) -> Option<(u64, Bound<'py, PyArray1<f64>>, f64)> {
        let best = self.inner.best()?;
        Some((best.id, best.genes.clone().into_pyarray(py), best.fitness))
    }

    /// Reasons not to go on; none while there is no such reason.
    #[getter]
    fn stop(&self) -> Vec<String> {
        self.inner.stop().iter().map(ToString::to_string).collect()
    }

    /// The mean and the standard deviation of each gene where the search stands.
    #[getter]
    fn distribution<'py>(
        &self,
        py: Python<'py>,
    ) -> (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<f64>>) {
        let distribution = self.inner.distribution();
        (
            distribution.mean.into_pyarray(py),
            distribution.sd.into_pyarray(py),
        )
    }

    /// The name of its method.
    #[getter]
    fn method(&self) -> &'static str {
        self.inner.config().name()
    }

    /// Its parameters with their values, as text.
    #[getter]
    fn parameters(&self) -> Vec<(String, String)> {
        let config = self.inner.config();
        let parameters = config.parameters().into_iter();
        parameters
            .map(|(parameter, value)| (parameter.name(), value))
            .collect()
    }

    /// Its whole state.
    fn to_json(&self) -> PyResult<String> {
        serde_json::to_string(&self.inner).map_err(wrong)
    }

    /// The optimiser of a state that was saved.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Optimiser> {
        let inner = serde_json::from_str(text)
            .map_err(|error| wrong(format!("this is no state of an optimiser: {error}")))?;
        Ok(Optimiser { inner })
    }

    /// For pickle and copy.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let remake = py.get_type::<Optimiser>().getattr("from_json")?;
        let parts = (remake, (self.to_json()?,));
        Ok(parts.into_pyobject(py)?.into_any())
    }

    fn __repr__(&self) -> String {
        let (method, generation) = (self.method(), self.generation());
        format!("<Optimiser {method} after {generation} generations>")
    }
}

/// The names of the optimisers.
#[pyfunction]
pub fn optimiser_names() -> Vec<&'static str> {
    Config::NAMES.to_vec()
}

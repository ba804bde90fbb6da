//! Controllers: from the catalogue, from files and texts, from a dictionary.

use std::io;
use std::path::{Path, PathBuf};

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use tetrarium_engine::{self as engine, Fingerprint, catalogue};
use tetrarium_lab::files;

use crate::arguments::{described, wrong};
use crate::rules::Rules;

/// A controller: a rating, which makes a score of the features of a move, and a search, which turns
/// scores into a move.
#[pyclass(frozen, eq, module = "tetrarium")]
#[derive(Clone, PartialEq)]
pub struct Controller {
    inner: engine::Controller,
}

impl Controller {
    /// The controller itself.
    pub fn inner(&self) -> &engine::Controller {
        &self.inner
    }
}

/// The names of the published controllers.
#[pyfunction]
pub fn controllers() -> Vec<&'static str> {
    let all = catalogue::all().iter();
    all.map(|controller| controller.name.as_str()).collect()
}

/// Reads a text that people write.
pub fn read_text(path: &Path) -> PyResult<String> {
    files::read(path, files::MOST_TEXT).map_err(|error| {
        let path = path.display();
        wrong(match error.kind() {
            io::ErrorKind::NotFound => format!("{path}: there is no such file"),
            io::ErrorKind::IsADirectory => format!("{path} is a folder, not a file"),
            io::ErrorKind::InvalidData => format!("{path} is not a text file in UTF-8"),
            _ => format!("{path} cannot be read: {error}"),
        })
    })
}

/// Names that are near, for a sentence.
pub fn meant(nearest: Option<String>) -> String {
    let meant = nearest.map(|name| format!(": did you mean `{name}`?"));
    meant.unwrap_or_default()
}

/// A value of Python as one of a controller's file.
fn toml_of(place: &str, value: &Bound<'_, PyAny>) -> PyResult<toml::Value> {
    if let Ok(table) = value.cast::<PyDict>() {
        return toml_table(place, table).map(toml::Value::Table);
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(text.into());
    }
    if value.is_instance_of::<PyBool>() {
        return Ok(value.extract::<bool>()?.into());
    }
    if let Ok(number) = value.extract::<i64>() {
        return Ok(number.into());
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(number.into());
    }
    if let Ok(list) = value.try_iter() {
        let list = list.map(|one| toml_of(place, &one?));
        return Ok(toml::Value::Array(list.collect::<PyResult<_>>()?));
    }
    Err(wrong(format!(
        "{place}: a number, a text, a list or a dictionary was expected, not {}",
        described(value)
    )))
}

/// A dictionary of Python as a table of a file.
pub fn toml_table(place: &str, table: &Bound<'_, PyDict>) -> PyResult<toml::Table> {
    let mut found = toml::Table::new();
    for (name, value) in table {
        let name = name
            .extract::<String>()
            .map_err(|_| wrong(format!("{place}: the keys of a dictionary are texts")))?;
        let value = toml_of(&name, &value)?;
        found.insert(name, value);
    }
    Ok(found)
}

#[pymethods]
impl Controller {
    /// The published controller of this name.
    #[staticmethod]
    fn named(name: &str) -> PyResult<Controller> {
        let found = catalogue::named(name).cloned();
        let inner = found.map_err(|error| {
            let meant = meant(error.nearest);
            wrong(format!(
                "there is no controller `{name}`{meant}; tetrarium.controllers() has all names"
            ))
        })?;
        Ok(Controller { inner })
    }

    /// The controller in this file.
    #[staticmethod]
    fn from_file(path: PathBuf) -> PyResult<Controller> {
        let text = read_text(&path)?;
        let read = engine::Controller::from_files(&text, files::beside_this(&path));
        let mut inner = read.map_err(|error| wrong(format!("{}: {error}", path.display())))?;
        let name = path.file_name();
        inner.file_name = name.map(|name| name.to_string_lossy().into_owned());
        Ok(Controller { inner })
    }

    /// The controller whose file has this text.
    #[staticmethod]
    fn from_toml(text: &str) -> PyResult<Controller> {
        let inner = engine::Controller::from_toml(text).map_err(wrong)?;
        Ok(Controller { inner })
    }

    /// The controller whose file has these entries: `schema` (1 unless given), `name`, `rating`,
    /// `search` and so on.
    #[staticmethod]
    fn from_dict(entries: &Bound<'_, PyDict>) -> PyResult<Controller> {
        let mut table = toml_table("the controller", entries)?;
        let schema = table.entry("schema");
        schema.or_insert(engine::SCHEMA.into());
        let text = toml::to_string(&table).map_err(wrong)?;
        // Its lines are nothing that the caller has written.
        let read = engine::Controller::from_toml(&text);
        let inner = read.map_err(|error| wrong(error.message))?;
        Ok(Controller { inner })
    }

    /// A controller that adds up features, each times its weight. A feature that has several values
    /// has a list of weights.
    #[staticmethod]
    #[pyo3(signature = (weights, name="linear", search=None))]
    fn linear(
        weights: &Bound<'_, PyDict>,
        name: &str,
        search: Option<&str>,
    ) -> PyResult<Controller> {
        let py = weights.py();
        let rating = PyDict::new(py);
        rating.set_item("kind", "linear")?;
        rating.set_item("weights", weights)?;
        let entries = PyDict::new(py);
        entries.set_item("name", name)?;
        entries.set_item("rating", rating)?;
        let controller = Controller::from_dict(&entries)?;
        search.map_or(Ok(controller.clone()), |search| {
            controller.with_search(search)
        })
    }

    /// The same controller with another search, for example `two-piece` or `expectimax:2`.
    fn with_search(&self, search: &str) -> PyResult<Controller> {
        let search = search.parse().map_err(wrong)?;
        let inner = self.inner.clone().with_search(search).map_err(wrong)?;
        Ok(Controller { inner })
    }

    /// The text of its file.
    fn to_toml(&self) -> PyResult<String> {
        self.inner.to_toml().map_err(wrong)
    }

    /// Writes its file, as a whole or not at all; that of a large one has the scores of its tables
    /// in a file beside it.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let written = self.inner.to_files(&stem).map_err(wrong)?;
        let write = |path: &Path, bytes: &[u8]| {
            let failed = |error| wrong(format!("{} cannot be written: {error}", path.display()));
            files::write(path, bytes).map_err(failed)
        };
        // The text has the hash of the scores, so it comes after them.
        if let Some((name, bytes)) = &written.scores {
            write(&path.with_file_name(name), bytes)?;
        }
        write(&path, written.text.as_bytes())
    }

    /// The fingerprint of the controller under rules: what decides which records are of the same
    /// agent.
    fn fingerprint(&self, rules: &Rules) -> PyResult<String> {
        let player = rules.player(&self.inner, None)?;
        Ok(Fingerprint::of(player.controller(), player.rules()).to_string())
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.inner.name
    }

    /// What it is, in a sentence.
    #[getter]
    fn summary(&self) -> &str {
        &self.inner.summary
    }

    /// Where it comes from.
    #[getter]
    fn source(&self) -> &str {
        &self.inner.source
    }

    /// How ratings become a move.
    #[getter]
    fn search(&self) -> String {
        self.inner.search.to_string()
    }

    /// The kind of its rating: `linear`, `exponential`, `displaced`, `table` or `net`.
    #[getter]
    fn kind(&self) -> &str {
        self.inner.rating.kind.name
    }

    /// The rules of its own: settings with their values.
    #[getter]
    fn rules(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let rules = PyDict::new(py);
        for (name, value) in &self.inner.rules {
            rules.set_item(name, value)?;
        }
        Ok(rules.unbind())
    }

    /// The features that its rating adds up.
    #[getter]
    fn features(&self) -> Vec<String> {
        let terms = self.inner.rating.terms.iter();
        terms.map(|term| term.reading.to_string()).collect()
    }

    /// The weights of its features, a list for each; features whose values are not simply
    /// multiplied by a weight are left out.
    #[getter]
    fn weights(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let weights = PyDict::new(py);
        for term in &self.inner.rating.terms {
            let functions = term.functions.iter();
            let list: Option<Vec<f64>> = functions.map(|function| function.weight()).collect();
            if let Some(list) = list {
                weights.set_item(term.reading.to_string(), list)?;
            }
        }
        Ok(weights.unbind())
    }

    fn __repr__(&self) -> String {
        let engine::Controller { name, search, .. } = &self.inner;
        format!("<Controller {name} ({search})>")
    }

    /// For pickle and copy.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let remake = py.get_type::<Controller>().getattr("from_toml")?;
        let parts = (remake, (self.to_toml()?,));
        Ok(parts.into_pyobject(py)?.into_any())
    }
}

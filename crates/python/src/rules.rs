//! Rules by keyword.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use tetrarium_engine as engine;

use crate::arguments::{described, wrong};

/// The rules of a game: a rule set, changed by settings.
///
/// Rules("original", board=(10, 20), visible=2): the settings are those of `tetrarium list rules`,
/// with `_` for `-`. A controller has rules of its own, which stand between the rule set and the
/// settings given here.
#[pyclass(frozen, eq, module = "tetrarium")]
#[derive(Clone, PartialEq)]
pub struct Rules {
    set: Option<String>,
    given: Vec<(String, String)>,
    whole: Arc<engine::Rules>,
}

impl Rules {
    fn of(set: Option<String>, given: Vec<(String, String)>) -> PyResult<Rules> {
        let mut rules = Rules {
            set,
            given,
            whole: Arc::default(),
        };
        let whole = rules.over(rules.base()?)?;
        rules.whole = Arc::new(whole);
        Ok(rules)
    }

    fn base(&self) -> PyResult<engine::Rules> {
        match &self.set {
            Some(name) => engine::Rules::named(name).map_err(wrong),
            None => Ok(engine::Rules::default()),
        }
    }

    /// Rules with the settings given here over them.
    fn over(&self, mut rules: engine::Rules) -> PyResult<engine::Rules> {
        for (name, value) in &self.given {
            rules.set(name, value).map_err(wrong)?;
        }
        rules.check().map_err(wrong)?;
        Ok(rules)
    }

    /// What Python gives as rules: rules or the name of a rule set, and settings over them.
    pub fn given(
        rules: Option<&Bound<'_, PyAny>>,
        settings: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Rules> {
        let base = match rules {
            None => Rules::of(None, Vec::new())?,
            Some(rules) => match (rules.cast::<Rules>(), rules.extract::<String>()) {
                (Ok(rules), _) => rules.get().clone(),
                (_, Ok(name)) => Rules::of(Some(name), Vec::new())?,
                _ => {
                    let found = described(rules);
                    return Err(wrong(format!(
                        "rules are the name of a rule set or tetrarium.Rules; this is {found}"
                    )));
                }
            },
        };
        base.but(settings)
    }

    /// The rules in full, without those of a controller.
    pub fn whole(&self) -> &Arc<engine::Rules> {
        &self.whole
    }

    /// A controller made ready for these rules, with another search if there is one.
    pub fn player(
        &self,
        controller: &engine::Controller,
        search: Option<&str>,
    ) -> PyResult<engine::Player> {
        let mut controller = controller.clone();
        let mut rules = controller.rules_over(&self.base()?).map_err(wrong)?;
        if let Some(search) = search {
            let search: engine::Search = search.parse().map_err(wrong)?;
            controller = controller.with_search(search).map_err(wrong)?;
            rules.visible = rules.visible.max(search.visible());
        }
        engine::Player::new(&controller, &self.over(rules)?).map_err(wrong)
    }
}

/// A value of a setting as the rules write it.
fn written(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = value.extract::<String>() {
        return Ok(text);
    }
    if !value.is_instance_of::<PyBool>() {
        if let Ok(number) = value.extract::<i64>() {
            return Ok(number.to_string());
        }
        if let Ok(numbers) = value.extract::<Vec<i64>>() {
            let between = if name == "board" { "x" } else { "," };
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            return Ok(numbers.join(between));
        }
    }
    Err(wrong(format!(
        "{name} = {value} is not possible: a setting is a text, a whole number, or a list of whole \
         numbers"
    )))
}

fn settings_of(settings: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<(String, String)>> {
    let mut given = Vec::new();
    for (name, value) in settings.into_iter().flatten() {
        let name = name.extract::<String>()?.replace('_', "-");
        let value = written(&name, &value)?;
        given.push((name, value));
    }
    Ok(given)
}

#[pymethods]
impl Rules {
    #[new]
    #[pyo3(signature = (name=None, /, **settings))]
    fn new(name: Option<String>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Rules> {
        Rules::of(name, settings_of(settings)?)
    }

    /// These rules with other settings.
    #[pyo3(signature = (**settings))]
    fn but(&self, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Rules> {
        let mut given = self.given.clone();
        given.extend(settings_of(settings)?);
        Rules::of(self.set.clone(), given)
    }

    /// All settings with their values, as text.
    #[getter]
    fn settings(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        let all = PyDict::new(py);
        for (name, value) in self.whole.settings() {
            all.set_item(name, value)?;
        }
        Ok(all.unbind())
    }

    /// The number of columns of the board.
    #[getter]
    fn width(&self) -> usize {
        self.whole.board.width()
    }

    /// The number of rows of the board.
    #[getter]
    fn height(&self) -> usize {
        self.whole.board.height()
    }

    /// How many pieces a player sees.
    #[getter]
    fn visible(&self) -> u8 {
        self.whole.visible
    }

    fn __str__(&self) -> String {
        self.whole.to_string()
    }

    fn __repr__(&self) -> String {
        let set = self.set.iter().map(|name| format!("'{name}'"));
        let given = self.given.iter();
        let given = given.map(|(name, value)| format!("{}='{value}'", name.replace('-', "_")));
        let parts: Vec<String> = set.chain(given).collect();
        format!("Rules({})", parts.join(", "))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        (&self.set, &self.given).hash(&mut hasher);
        hasher.finish()
    }

    /// For pickle and copy.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let settings = PyDict::new(py);
        for (name, value) in &self.given {
            settings.set_item(name, value)?;
        }
        let remake = py.import("tetrarium._pickling")?.getattr("rules")?;
        let parts = (remake, (self.set.clone(), settings));
        Ok(parts.into_pyobject(py)?.into_any())
    }
}

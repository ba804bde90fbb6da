//! What Python hands over: errors about it, and values of several types.

use std::fmt::Display;

use numpy::{PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tetrarium_engine::Piece;

/// A `ValueError` with this sentence.
pub fn wrong(sentence: impl Display) -> PyErr {
    PyValueError::new_err(sentence.to_string())
}

/// What a value is, for a sentence.
pub fn described(value: &Bound<'_, PyAny>) -> String {
    if let Ok(array) = value.cast::<PyUntypedArray>() {
        let shape = array.shape().iter().map(usize::to_string);
        let shape = shape.collect::<Vec<_>>().join(", ");
        return format!("an array of {} with shape ({shape})", array.dtype());
    }
    match value.get_type().name() {
        Ok(name) => format!("a value of type {name}"),
        Err(_) => "something else".to_string(),
    }
}

/// One name or several.
#[derive(FromPyObject)]
pub enum Names {
    /// One.
    One(String),
    /// Several.
    Several(Vec<String>),
}

impl Names {
    /// The names as a list.
    pub fn list(self) -> Vec<String> {
        match self {
            Names::One(name) => vec![name],
            Names::Several(names) => names,
        }
    }
}

/// The piece of a letter.
pub fn piece(letter: &str) -> PyResult<Piece> {
    letter.parse().map_err(wrong)
}

//! `linear`: Σ w·f.

use super::error::RatingError;
use super::features::Reading;
use super::function::{
    Curve, Form, Function, RatingKind, Written, greatest_at_ends, number, written_number,
};

/// Σ w·f.
pub static LINEAR: RatingKind = RatingKind {
    name: "linear",
    summary: "Each feature times a weight.",
    forms: &[&FORM],
    net: false,
    bands: false,
};

pub(super) static FORM: Form = Form {
    sections: &[("weights", None)],
    read: |parts| Ok(Function::linear(number(&parts[0])?)),
};

/// w·f.
#[derive(Debug)]
struct Linear {
    weight: f64,
}

impl Function {
    /// w·f.
    pub fn linear(weight: f64) -> Function {
        Function::new(Linear { weight })
    }
}

impl Curve for Linear {
    fn at(&self, value: f64) -> f64 {
        self.weight * value
    }

    fn formula(&self, feature: &str, _: &dyn Fn(f64) -> String) -> (Option<f64>, String) {
        (Some(self.weight), feature.to_string())
    }

    fn canonical(&self) -> String {
        format!("linear {:e}", self.weight)
    }

    fn weight(&self) -> Option<f64> {
        Some(self.weight)
    }

    fn greatest(&self, low: f64, high: f64) -> Option<f64> {
        greatest_at_ends(self, low, high)
    }

    fn is_zero(&self) -> bool {
        self.weight == 0.0
    }

    fn check(&self, reading: &Reading) -> Result<(), RatingError> {
        RatingError::unless_finite(reading, &[self.weight])
    }

    fn written(&self) -> Option<Written> {
        Some(Written {
            form: &FORM,
            parts: vec![written_number(self.weight)],
        })
    }
}

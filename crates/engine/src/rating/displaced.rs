//! `displaced`: Σ w·|f - d|^e (Böhm et al. 2005).

use super::error::RatingError;
use super::features::Reading;
use super::function::{
    Curve, Form, Function, RatingKind, Written, greatest_at_ends, number, power, written_number,
};

/// Σ w·|f - d|^e (Böhm et al. 2005).
pub static DISPLACED: RatingKind = RatingKind {
    name: "displaced",
    summary: "The distance of each feature from a displacement, to the power of an exponent, times \
              a weight (Böhm et al. 2005).",
    forms: &[&FORM],
    net: false,
    bands: false,
};

static FORM: Form = Form {
    sections: &[
        ("weights", None),
        ("exponents", Some(1.0)),
        ("displacements", Some(0.0)),
    ],
    read: |parts| {
        let [weight, exponent, displacement] = [0, 1, 2].map(|part| number(&parts[part]));
        Ok(Function::displaced(weight?, exponent?, displacement?))
    },
};

/// w·|f - d|^e.
#[derive(Debug)]
struct Displaced {
    weight: f64,
    exponent: f64,
    displacement: f64,
}

impl Displaced {
    fn numbers(&self) -> [f64; 3] {
        [self.weight, self.exponent, self.displacement]
    }
}

impl Function {
    /// w·|f - d|^e.
    pub fn displaced(weight: f64, exponent: f64, displacement: f64) -> Function {
        Function::new(Displaced {
            weight,
            exponent,
            displacement,
        })
    }
}

impl Curve for Displaced {
    fn at(&self, value: f64) -> f64 {
        self.weight * power((value - self.displacement).abs(), self.exponent)
    }

    fn formula(&self, feature: &str, number: &dyn Fn(f64) -> String) -> (Option<f64>, String) {
        let [weight, exponent, displacement] = self.numbers();
        let (exponent, displacement) = (number(exponent), number(displacement));
        (
            Some(weight),
            format!("|{feature} - {displacement}|^{exponent}"),
        )
    }

    fn canonical(&self) -> String {
        let [weight, exponent, displacement] = self.numbers();
        format!("displaced {weight:e} {exponent:e} {displacement:e}")
    }

    fn greatest(&self, low: f64, high: f64) -> Option<f64> {
        greatest_at_ends(self, low, high)
    }

    fn is_zero(&self) -> bool {
        self.weight == 0.0
    }

    fn check(&self, reading: &Reading) -> Result<(), RatingError> {
        RatingError::unless_finite(reading, &self.numbers())?;
        RatingError::unless_bounded(reading, self.exponent)
    }

    fn written(&self) -> Option<Written> {
        Some(Written {
            form: &FORM,
            parts: self.numbers().map(written_number).to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displaced_functions_are_symmetric() {
        let f = Function::displaced(-1.0, 2.0, 3.0);
        assert_eq!((f.at(1.0), f.at(3.0), f.at(5.0)), (-4.0, 0.0, -4.0));
    }
}

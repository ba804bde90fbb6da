//! `exponential`: Σ w·f^e (Böhm et al. 2005).

use super::error::RatingError;
use super::features::Reading;
use super::function::{
    Curve, Form, Function, RatingKind, Written, greatest_at_ends, number, power, written_number,
};

/// Σ w·f^e (Böhm et al. 2005).
pub static EXPONENTIAL: RatingKind = RatingKind {
    name: "exponential",
    summary: "Each feature to the power of an exponent, times a weight (Böhm et al. 2005).",
    forms: &[&FORM],
    net: false,
    bands: false,
};

static FORM: Form = Form {
    sections: &[("weights", None), ("exponents", Some(1.0))],
    read: |parts| Ok(Function::power(number(&parts[0])?, number(&parts[1])?)),
};

/// w·sign(f)·|f|^e.
#[derive(Debug)]
struct Power {
    weight: f64,
    exponent: f64,
}

impl Function {
    /// w·sign(f)·|f|^e.
    pub fn power(weight: f64, exponent: f64) -> Function {
        Function::new(Power { weight, exponent })
    }
}

impl Curve for Power {
    fn at(&self, value: f64) -> f64 {
        let sign = if value < 0.0 { -1.0 } else { 1.0 };
        self.weight * power(value.abs(), self.exponent) * sign
    }

    fn formula(&self, feature: &str, number: &dyn Fn(f64) -> String) -> (Option<f64>, String) {
        let power = format!("{feature}^{}", number(self.exponent));
        (Some(self.weight), power)
    }

    fn canonical(&self) -> String {
        format!("power {:e} {:e}", self.weight, self.exponent)
    }

    fn greatest(&self, low: f64, high: f64) -> Option<f64> {
        greatest_at_ends(self, low, high)
    }

    fn is_zero(&self) -> bool {
        self.weight == 0.0
    }

    fn check(&self, reading: &Reading) -> Result<(), RatingError> {
        RatingError::unless_finite(reading, &[self.weight, self.exponent])?;
        RatingError::unless_bounded(reading, self.exponent)
    }

    fn written(&self) -> Option<Written> {
        Some(Written {
            form: &FORM,
            parts: vec![written_number(self.weight), written_number(self.exponent)],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_nothing_and_of_less_than_nothing() {
        let power = |exponent, value| Function::power(2.0, exponent).at(value);
        assert_eq!(power(1.5, 4.0), 16.0);
        assert_eq!(power(2.0, -3.0), -18.0, "the sign stays");
        assert_eq!(power(2.0, 0.0), 0.0);
        assert_eq!(power(0.0, 0.0), 2.0);
        assert_eq!(power(-1.0, 0.0), 0.0);
        assert_eq!(power(-1.0, 4.0), 0.5);
    }
}

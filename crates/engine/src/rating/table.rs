//! `table`: a table of scores for the values of some features, weights for others.

use serde::Deserialize;

use super::error::RatingError;
use super::features::{Reading, Unit};
use super::function::{Curve, Form, Function, RatingKind, Written};
use super::linear;

/// A table of scores for the values of some features, weights for others.
pub static TABLE: RatingKind = RatingKind {
    name: "table",
    summary: "A table of scores for the values of some features, weights for others.",
    forms: &[&linear::FORM, &FORM],
    net: false,
    bands: false,
};

/// The scores of a table that people are shown one by one.
const MOST_SHOWN: usize = 40;

static FORM: Form = Form {
    sections: &[("tables", None)],
    read: |parts| {
        let table: Table = parts[0]
            .clone()
            .try_into()
            .map_err(|error: toml::de::Error| error.message().to_string())?;
        if table.scores.is_empty() || table.scores.iter().any(|score| !score.is_finite()) {
            return Err("a table needs at least one score, all of them finite".to_string());
        }
        Ok(Function::new(table))
    },
};

/// A score for each whole value from `from` upwards; values beyond either end take the score at
/// that end.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The value that the first score is for.
    from: i32,
    /// The scores; at least one.
    scores: Vec<f64>,
}

impl Function {
    /// A score for each whole value from `from` upwards; values beyond either end take the score at
    /// that end.
    ///
    /// # Panics
    ///
    /// If there are no scores.
    pub fn table(from: i32, scores: Vec<f64>) -> Function {
        assert!(!scores.is_empty(), "a table needs at least one score");
        Function::new(Table { from, scores })
    }
}

impl Curve for Table {
    fn at(&self, value: f64) -> f64 {
        let last = self.scores.len() as i64 - 1;
        // The difference of two whole numbers of 32 bits may need 33.
        let place = i64::from(value as i32) - i64::from(self.from);
        self.scores[place.clamp(0, last) as usize]
    }

    fn formula(&self, feature: &str, number: &dyn Fn(f64) -> String) -> (Option<f64>, String) {
        let scores = match self.scores.len() {
            0..=MOST_SHOWN => {
                let scores: Vec<String> = self.scores.iter().map(|score| number(*score)).collect();
                scores.join(" ")
            }
            count => {
                let least = self.scores.iter().copied().fold(f64::INFINITY, f64::min);
                let greatest = self
                    .scores
                    .iter()
                    .copied()
                    .fold(f64::NEG_INFINITY, f64::max);
                format!(
                    "{count} scores of {} to {}",
                    number(least),
                    number(greatest)
                )
            }
        };
        (
            None,
            format!("{feature}, a table from {}: {scores}", self.from),
        )
    }

    fn canonical(&self) -> String {
        let scores: Vec<String> = self.scores.iter().map(|s| format!("{s:e}")).collect();
        format!("table {} {}", self.from, scores.join(" "))
    }

    fn table(&self) -> Option<(i32, &[f64])> {
        Some((self.from, &self.scores))
    }

    fn is_zero(&self) -> bool {
        self.scores.iter().all(|score| *score == 0.0)
    }

    fn check(&self, reading: &Reading) -> Result<(), RatingError> {
        RatingError::unless_finite(reading, &self.scores)?;
        match reading.feature.unit {
            Unit::One => Ok(()),
            _ => Err(RatingError::NotWhole(reading.to_string())),
        }
    }

    fn written(&self) -> Option<Written> {
        let scores: Vec<String> = self.scores.iter().map(|s| format!("{s:?}")).collect();
        let scores = scores.join(", ");
        Some(Written {
            form: &FORM,
            parts: vec![format!("{{ from = {}, scores = [{scores}] }}", self.from)],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_go_on_at_their_ends() {
        let table = Function::table(1, vec![5.0, 7.0]);
        assert_eq!(
            [0.0, 1.0, 2.0, 9.0].map(|v| table.at(v)),
            [5.0, 5.0, 7.0, 7.0]
        );
        for (from, score) in [(i32::MIN, 7.0), (-i32::MAX, 7.0), (i32::MAX, 5.0)] {
            let table = Function::table(from, vec![5.0, 7.0]);
            assert_eq!([0.0, 250.0].map(|v| table.at(v)), [score; 2]);
            assert_eq!(table.at(-250.0), score);
        }
    }
}

//! `bands`: Σ w·f with other weights w where the board before the move is in more danger.

use super::error::RatingError;
use super::features::Reading;
use super::function::{
    Curve, Form, Function, RatingKind, Written, greatest_at_ends, number, written_number,
};
use crate::game::board::Board;
use crate::game::danger::Danger;

/// Σ w·f, with weights for each band of danger.
pub static BANDS: RatingKind = RatingKind {
    name: "bands",
    summary: "Each feature times a weight, which depends on the danger of the board before the \
              move: `by` is the measure of danger, and `bounds` are where its bands begin, but \
              for the first.",
    forms: &[&FORM],
    net: false,
    bands: true,
};

static FORM: Form = Form {
    sections: &[("weights", None)],
    read: |parts| match &parts[0] {
        toml::Value::Array(weights) if weights.len() < 2 => {
            Err("a list has a weight for each band: write a number for all bands".to_string())
        }
        toml::Value::Array(weights) => {
            let weights: Result<Vec<f64>, String> = weights.iter().map(number).collect();
            Ok(Function::in_bands(weights?))
        }
        weight => Ok(Function::in_bands(vec![number(weight)?])),
    },
};

/// The most bounds there can be.
const MOST_BOUNDS: usize = 15;
/// No bound is larger.
const LARGEST_BOUND: i32 = 9999;

/// The bands of danger that have weights of their own. Without bounds there is one, which every
/// board is in.
///
/// ```
/// use tetrarium_engine::rating::Bands;
/// use tetrarium_engine::{Board, Danger};
/// let board: Board = "|    |\n|#   |\n|# ##|\n|#  #|\n------".parse().unwrap();
/// let bands = Bands { by: Danger::Height, bounds: vec![2, 4] };
/// assert_eq!((bands.count(), bands.of(&board)), (3, 1));
/// assert_eq!(bands.words(1), "2 to 3");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bands {
    /// The measure of danger.
    pub by: Danger,
    /// The least danger of each band but the first, ascending.
    pub bounds: Vec<i32>,
}

impl Bands {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.bounds.len() + 1
    }

    /// The band of a board, from 0 for the least danger.
    #[inline]
    pub fn of(&self, board: &Board) -> usize {
        match self.bounds.is_empty() {
            true => 0,
            false => self.at(self.by.of(board)),
        }
    }

    /// The band of a danger.
    #[inline]
    pub(crate) fn at(&self, danger: i32) -> usize {
        self.bounds.iter().filter(|bound| danger >= **bound).count()
    }

    /// The sentence that says which band a board is in; none where there is one band.
    pub fn sentence(&self, board: &Board) -> Option<String> {
        (self.count() > 1).then(|| {
            format!(
                "The danger of the board by {} is {}: the weights are those of {}.",
                self.by.name(),
                self.by.of(board),
                self.words(self.of(board))
            )
        })
    }

    /// The dangers of a band: "below 6", "6 to 11", "12 and more".
    pub fn words(&self, band: usize) -> String {
        let low = band.checked_sub(1).map(|below| self.bounds[below]);
        match (low, self.bounds.get(band)) {
            (None, None) => "all".to_string(),
            (None, Some(high)) => format!("below {high}"),
            (Some(low), None) => format!("{low} and more"),
            (Some(low), Some(high)) if low + 1 == *high => low.to_string(),
            (Some(low), Some(high)) => format!("{low} to {}", high - 1),
        }
    }

    /// Whether there can be such bands.
    ///
    /// # Errors
    ///
    /// If there cannot: a sentence that says what would be right.
    pub fn check(&self) -> Result<(), String> {
        if self.bounds.len() > MOST_BOUNDS {
            let found = self.bounds.len();
            return Err(format!(
                "{found} bounds are too many: give {MOST_BOUNDS} at most"
            ));
        }
        if let Some(bound) = self
            .bounds
            .iter()
            .find(|b| !(1..=LARGEST_BOUND).contains(*b))
        {
            return Err(format!(
                "{bound} is not possible: a bound is a whole number from 1 to {LARGEST_BOUND}"
            ));
        }
        let falls = self.bounds.windows(2).find(|pair| pair[0] >= pair[1]);
        match falls {
            None => Ok(()),
            Some(pair) => Err(format!(
                "{} after {} is not possible: bounds ascend",
                pair[1], pair[0]
            )),
        }
    }
}

/// w·f, with a weight for each band, or one for all.
#[derive(Debug)]
struct InBands {
    weights: Vec<f64>,
}

impl Function {
    /// w·f, with a weight for each band of a rating, the lowest first, or one for all. A rating
    /// has to say what its bands are.
    ///
    /// # Panics
    ///
    /// Without a weight.
    pub fn in_bands(weights: Vec<f64>) -> Function {
        assert!(!weights.is_empty(), "there is a weight");
        Function::new(InBands { weights })
    }

    /// The function in one band.
    pub fn in_band(&self, band: usize) -> Function {
        match self.bands() {
            [] => self.clone(),
            weights => Function::linear(weights[band]),
        }
    }
}

impl Curve for InBands {
    /// Not a number where bands differ: there is no value without a band.
    fn at(&self, value: f64) -> f64 {
        self.weight().map_or(f64::NAN, |weight| weight * value)
    }

    fn formula(&self, feature: &str, number: &dyn Fn(f64) -> String) -> (Option<f64>, String) {
        match self.weights[..] {
            [weight] => (Some(weight), feature.to_string()),
            _ => {
                let weights: Vec<String> = self.weights.iter().map(|w| number(*w)).collect();
                (None, format!("{feature} × ({})", weights.join(" | ")))
            }
        }
    }

    fn canonical(&self) -> String {
        let first = self.weights[0];
        match self.weights.iter().all(|weight| *weight == first) {
            true => format!("linear {first:e}"),
            false => {
                let weights = self.weights.iter().map(|weight| format!(" {weight:e}"));
                format!("bands{}", weights.collect::<String>())
            }
        }
    }

    fn weight(&self) -> Option<f64> {
        match self.weights[..] {
            [weight] => Some(weight),
            _ => None,
        }
    }

    fn bands(&self) -> &[f64] {
        match &self.weights[..] {
            [_] => &[],
            weights => weights,
        }
    }

    fn greatest(&self, low: f64, high: f64) -> Option<f64> {
        greatest_at_ends(self, low, high)
    }

    fn is_zero(&self) -> bool {
        self.weights.iter().all(|weight| *weight == 0.0)
    }

    fn check(&self, reading: &Reading) -> Result<(), RatingError> {
        RatingError::unless_finite(reading, &self.weights)
    }

    fn written(&self) -> Option<Written> {
        let weights: Vec<String> = self.weights.iter().map(|w| written_number(*w)).collect();
        let part = match &weights[..] {
            [weight] => weight.clone(),
            weights => format!("[{}]", weights.join(", ")),
        };
        Some(Written {
            form: &FORM,
            parts: vec![part],
        })
    }
}

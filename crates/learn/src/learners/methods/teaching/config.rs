//! The parameters of the method.

use serde::{Deserialize, Serialize};

use crate::learners::weights::Weights;
use crate::parameters::{Range, parameters};

parameters! {
    /// Learning from oneself with one more piece of foresight.
    pub struct Teaching {
        /// The weights of the first player; none for -1 for each of landing-height, holes,
        /// row-transitions and column-transitions among the features. Patterns begin with 0.
        pub start: Option<Weights> = None, Range::Words("weights of features");
        /// The boards of an iteration. They are as many of each danger as can be. Default here.
        pub boards: u64 = 100_000, Range::Many(100);
        /// The placements of a board that the teacher judges: those that the player rates best.
        /// Default here.
        pub placements: u64 = 12, Range::Words("whole, 2 to 34");
        /// The difference in the logarithm of the chance to die that makes a placement e times as
        /// likely to be preferred. Default here.
        pub temperature: f64 = 0.06, Range::Positive;
        /// What an error of the value counts beside a wrong preference: it keeps the ratings of
        /// different boards comparable. Default here.
        pub value_weight: f64 = 0.02, Range::NotNegative;
        /// What a lesson counts by the cost of the player's mistake in it, which is the difference
        /// of the teacher's ratings of the best placement and of the player's: with w here it is
        /// (1 + w cost / mean cost) / (1 + w). None for 0: all lessons count the same.
        pub cost_weight: Option<f64> = None, Range::NotNegative;
        /// How often the fit goes over the boards. Default here.
        pub epochs: u64 = 12, Range::Many(1);
        /// The boards of a step of the fit. Default here.
        pub batch: u64 = 256, Range::Many(1);
        /// The length of the first steps of Adam (Kingma & Ba 2015), in units of the spread of each
        /// feature; it falls to a fiftieth. Default here.
        pub rate: f64 = 0.02, Range::Positive;
        /// The penalty of squared scores of patterns. Default here.
        pub penalty: f64 = 1e-5, Range::NotNegative;
        /// How much of the weights before an iteration stays in those after it: their mean over
        /// the iterations is steadier than each. The first iteration keeps nothing. Default here.
        pub kept: f64 = 0.5, Range::Probability;
    }
}

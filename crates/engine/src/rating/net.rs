//! `net`: a small net over features, in whole numbers throughout.
//!
//! A unit adds up its bias and its inputs, each times a weight, shifts the sum right (a division by
//! a power of two, rounded, halves up) and applies the activation of its layer. The first layer
//! reads the whole numbers of the features ([`Reading::raw`], squared where the feature is; those
//! that are no multiple of a whole number in parts of 1/1024), the last has one unit: the score.
//! All numbers of a net stand in its file, so its score is the same on every machine. A rating of
//! this kind may have weights too; they are scaled as the net is.

mod check;
mod file;
mod input;
mod tanh;

use crate::game::moves::Move;
use crate::rating::features::{Kind, Reading};
use crate::rating::function::RatingKind;
use crate::rating::linear;
use crate::vectors::{Arithmetic, vectorised};

pub use check::Greatest;
pub(crate) use file::NetFile;
pub use input::{most_read, unit_read};
pub use tanh::ONE;

/// A small net over features, in whole numbers.
pub static NET: RatingKind = RatingKind {
    name: "net",
    summary: "A small net over features, in whole numbers, and weights for others.",
    forms: &[&linear::FORM],
    net: true,
    bands: false,
};

/// The most units of a layer, and the most values that a net reads.
pub const MOST_UNITS: usize = 512;

/// The most layers.
pub const MOST_LAYERS: usize = 8;

/// A net over features.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// The features that it reads: each value of each, in this order.
    pub inputs: Vec<Reading>,
    /// The layers. The last has one unit, which is linear.
    pub layers: Vec<Layer>,
    /// Scores are ratings times two to this power.
    pub scale: i32,
}

/// A layer of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// What its units make of their sums.
    pub activation: Activation,
    /// Sums are divided by two to this power, and rounded.
    pub shift: u32,
    /// The units.
    pub units: Vec<Unit>,
}

/// A unit of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// What is added to the sum.
    pub bias: i64,
    /// A weight for each unit of the layer before, or for each value that the net reads.
    pub weights: Vec<i32>,
}

/// What a unit makes of its shifted sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Activation {
    /// The sum itself.
    Linear,
    /// The hyperbolic tangent, where [`ONE`] stands for 1 in the sum and in the result.
    Tanh,
    /// The sum, or 0 where it is below 0.
    Relu,
    /// The sum, 0 where it is below 0, and [`ONE`] where it is above that.
    ClippedRelu,
    /// The square, where [`ONE`] stands for 1 in the sum and in the result. A sum beyond 2¹⁵ counts
    /// as that.
    Square,
}

/// The largest sum that is squared.
const MOST_SQUARED: i64 = ONE << 15;

impl Activation {
    /// All there are.
    pub const ALL: [Activation; 5] = [
        Activation::Linear,
        Activation::Tanh,
        Activation::Relu,
        Activation::ClippedRelu,
        Activation::Square,
    ];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Activation::Linear => "linear",
            Activation::Tanh => "tanh",
            Activation::Relu => "relu",
            Activation::ClippedRelu => "clipped-relu",
            Activation::Square => "square",
        }
    }

    /// What a unit makes of a sum that is shifted.
    #[inline(always)]
    pub fn of(self, sum: i64) -> i64 {
        match self {
            Activation::Linear => sum,
            Activation::Tanh => tanh::tanh(sum),
            Activation::Relu => sum.max(0),
            Activation::ClippedRelu => sum.clamp(0, ONE),
            Activation::Square => {
                let sum = sum.clamp(-MOST_SQUARED, MOST_SQUARED);
                shifted(sum * sum, ONE.trailing_zeros())
            }
        }
    }
}

/// A sum divided by a power of two, rounded, halves up.
#[inline(always)]
pub(crate) fn shifted(sum: i64, shift: u32) -> i64 {
    match shift {
        0 => sum,
        shift => (sum + (1 << (shift - 1))) >> shift,
    }
}

impl Net {
    /// The score of a move.
    ///
    /// # Panics
    ///
    /// If the net does not go with the board ([`Rating::check`](super::Rating::check)).
    pub fn score(&self, played: &Move) -> i32 {
        let (mut values, mut next) = ([0i64; MOST_UNITS], [0i64; MOST_UNITS]);
        let width = played.before.width();
        let mut count = 0;
        for reading in &self.inputs {
            for index in 0..reading.feature.count.on(width) {
                values[count] = input::read(reading, played, index);
                count += 1;
            }
        }
        vectorised(Forward {
            net: self,
            values: &mut values[..],
            next: &mut next[..],
            count,
        })
    }

    /// What a move's score stands for.
    pub fn real(&self, played: &Move) -> f64 {
        libm::ldexp(f64::from(self.score(played)), -self.scale)
    }

    /// The first feature that reads the move, if there is one.
    pub fn reads_moves(&self) -> Option<&Reading> {
        let mut inputs = self.inputs.iter();
        inputs.find(|reading| reading.feature.kind() == Kind::Move)
    }

    /// The number of weights, biases included.
    pub fn weights(&self) -> usize {
        let units = self.layers.iter().flat_map(|layer| &layer.units);
        units.map(|unit| unit.weights.len() + 1).sum()
    }

    /// What it is, in a line: the sizes of its layers.
    pub fn words(&self) -> String {
        let names: Vec<String> = self.inputs.iter().map(Reading::to_string).collect();
        let layers = self.layers.iter().map(|layer| {
            let name = layer.activation.name();
            format!("{} {name}", layer.units.len())
        });
        let layers: Vec<String> = layers.collect();
        format!("a net of {} → {}", names.join(", "), layers.join(" → "))
    }

    /// Its numbers in a form that changes no more: fingerprints are made of it.
    pub fn canonical(&self) -> String {
        let mut text = format!("net {}\n", self.scale);
        for reading in &self.inputs {
            text += &format!("input {reading}\n");
        }
        for layer in &self.layers {
            text += &format!("layer {} {}\n", layer.activation.name(), layer.shift);
            for Unit { bias, weights } in &layer.units {
                let weights: Vec<String> = weights.iter().map(i32::to_string).collect();
                text += &format!("unit {bias} {}\n", weights.join(" "));
            }
        }
        text
    }
}

/// The values that a net reads, on their way through its layers.
struct Forward<'a> {
    net: &'a Net,
    values: &'a mut [i64],
    next: &'a mut [i64],
    /// How many of the values there are.
    count: usize,
}

impl Arithmetic for Forward<'_> {
    type Output = i32;

    #[inline(always)]
    fn perform(mut self) -> i32 {
        for layer in &self.net.layers {
            for (unit, value) in layer.units.iter().zip(&mut *self.next) {
                let products = unit.weights.iter().zip(&self.values[..self.count]);
                let products = products.map(|(weight, value)| i64::from(*weight) * value);
                let sum = unit.bias + products.sum::<i64>();
                *value = layer.activation.of(shifted(sum, layer.shift));
            }
            self.count = layer.units.len();
            std::mem::swap(&mut self.values, &mut self.next);
        }
        self.values[0] as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::piece::Piece;
    use crate::rating::features::testing::dropped;

    fn unit(bias: i64, weights: &[i32]) -> Unit {
        Unit {
            bias,
            weights: weights.to_vec(),
        }
    }

    #[test]
    fn a_net_computed_by_hand() {
        let net = |activation| Net {
            inputs: ["max-height", "squared-holes", "landing-height"]
                .map(|name| Reading::named(name).unwrap())
                .to_vec(),
            layers: vec![
                Layer {
                    activation,
                    shift: 1,
                    units: vec![unit(4, &[2, -5, 1]), unit(-40, &[1, 1, 0])],
                },
                Layer {
                    activation: Activation::Linear,
                    shift: 2,
                    units: vec![unit(1, &[10, -3])],
                },
            ],
            scale: 3,
        };
        // An O onto two columns of heights 2 and 0: height 4, two holes, landed at 2.5 (5 halves).
        let played = dropped("....\n....\n#..#\n#..#", Piece::O, 0, 0, &[]);
        let values = ["max-height", "holes", "landing-height"];
        let values = values.map(|name| Reading::named(name).unwrap().raw(&played, 0));
        assert_eq!(values, [4, 2, 5]);
        // 4 + 8 - 20 + 5 = -3, halved and rounded up: -1. -40 + 4 + 4 = -32, halved: -16.
        // Linear: 1 - 10 + 48 = 39, a quarter: 9.75. Relu: 1, a quarter: 0.25.
        assert_eq!(net(Activation::Linear).score(&played), 10);
        assert_eq!(net(Activation::Relu).score(&played), 0);
        assert_eq!(net(Activation::Linear).real(&played), 1.25);
        // The tangent of such small numbers is themselves.
        assert_eq!(net(Activation::Tanh).score(&played), 10);
        assert_eq!(net(Activation::Tanh).weights(), 11);
    }

    #[test]
    fn clipped_sums_by_hand() {
        let clipped = |sum: i64| Activation::ClippedRelu.of(sum);
        assert_eq!([-1, 0, 1].map(clipped), [0, 0, 1]);
        assert_eq!([ONE - 1, ONE, ONE + 1].map(clipped), [ONE - 1, ONE, ONE]);
        assert_eq!([i64::MIN, i64::MAX].map(clipped), [0, ONE]);
    }

    #[test]
    fn squares_by_hand() {
        let square = |sum: i64| Activation::Square.of(sum);
        assert_eq!(square(3 * ONE), 9 * ONE);
        assert_eq!(square(-ONE / 2), ONE / 4);
        // 300² = 90,000: 1.37 of 2¹⁶ths.
        assert_eq!(square(300), 1);
        assert_eq!(square(i64::MIN), (1 << 30) * ONE);
        assert_eq!(square(i64::MAX), (1 << 30) * ONE);
    }
}

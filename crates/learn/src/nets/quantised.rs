//! A trained net in whole numbers, as ratings have it.

use tetrarium_engine::rating::net::{
    Activation as Whole, Layer as WholeLayer, Net as WholeNet, ONE, Unit, most_read, unit_read,
};
use tetrarium_engine::{Reading, Size};

use super::{Activation, Net};

/// The bits after the point of hidden values.
const HIDDEN_BITS: i32 = ONE.trailing_zeros() as i32;

/// The most bits of a sum, and of a hidden value.
const SUM_BITS: i32 = 61;
const VALUE_BITS: i32 = 40;

/// The most bits that a shift takes away, and the largest scale.
const MOST_SHIFT: i32 = 40;
const MOST_SCALE: i32 = 60;

/// Below this no number has to be scaled.
const LEAST_BITS: i32 = -1000;

/// What is known of the values that a layer reads: value = whole number / 2^bits.
struct Before {
    bits: i32,
    /// The greatest size of each, as a whole number.
    most: Vec<f64>,
}

/// A net over features as whole numbers, with the largest scale under which its score fits into 31
/// bits on this board, together with what the terms beside it add: at most `beside`. The net reads
/// the values of the features, one input for each value. Numbers that are too large are cut.
///
/// # Panics
///
/// If the inputs are not those of the net.
pub fn quantised(net: &Net, inputs: &[Reading], size: Size, beside: f64) -> WholeNet {
    let (mut most, mut units) = (Vec::new(), Vec::new());
    for reading in inputs {
        let count = reading.feature.count.on(size.width());
        most.extend(std::iter::repeat_n(most_read(reading, size) as f64, count));
        units.extend(std::iter::repeat_n(unit_read(reading, size), count));
    }
    assert_eq!(most.len(), net.inputs(), "an input for each value");
    let mut before = Before { bits: 0, most };
    let last = net.layers().count() - 1;
    let mut layers = Vec::new();
    let mut scale = 0;
    for (number, layer) in net.layers().enumerate() {
        let rows: Vec<(Vec<f64>, f64)> = layer
            .units()
            .map(|(weights, bias)| match number {
                // A whole number of a feature counts units.
                0 => (
                    weights
                        .iter()
                        .zip(&units)
                        .map(|(w, unit)| w * unit)
                        .collect(),
                    bias,
                ),
                _ => (weights.to_vec(), bias),
            })
            .collect();
        let (whole, after) =
            before.layer(layer.activation, &rows, (number == last).then_some(beside));
        if number == last {
            // Of ratings beyond that, only the order counts.
            scale = after.bits.max(-MOST_SCALE);
        }
        layers.push(whole);
        before = after;
    }
    WholeNet {
        inputs: inputs.to_vec(),
        layers,
        scale,
    }
}

impl Before {
    /// A layer after these values, and what is known of its own. The last one has terms beside it.
    fn layer(
        &self,
        activation: Activation,
        rows: &[(Vec<f64>, f64)],
        beside: Option<f64>,
    ) -> (WholeLayer, Before) {
        let real = |(weights, bias): &(Vec<f64>, f64)| {
            let products = weights.iter().zip(&self.most);
            let sum = products.fold(bias.abs(), |sum, (w, most)| {
                sum + libm::ldexp(w.abs() * most, -self.bits)
            });
            sum.min(1e300)
        };
        let largest = rows.iter().map(real).fold(1e-200, f64::max);
        let weights = rows.iter().flat_map(|(weights, _)| weights);
        let weight = weights.fold(1e-200, |most: f64, w| most.max(w.abs()));
        let fits =
            |value: f64, bits: i32, most: i32| libm::ldexp(value, bits) <= libm::ldexp(1.0, most);
        let bits = match (beside, activation) {
            // A little room for the rounding of weights.
            (Some(beside), _) => (LEAST_BITS..=MOST_SCALE)
                .rev()
                .find(|bits| libm::ldexp(largest + beside, *bits) <= 0.999 * f64::from(i32::MAX)),
            (None, Activation::Tanh | Activation::ClippedRelu | Activation::Square) => {
                Some(HIDDEN_BITS)
            }
            (None, Activation::Linear | Activation::Relu) => (LEAST_BITS..=HIDDEN_BITS)
                .rev()
                .find(|bits| fits(largest, *bits, VALUE_BITS)),
        };
        let bits = bits.unwrap_or(LEAST_BITS);
        // No sum of weights of this size overflows.
        let all: f64 = self.most.iter().sum();
        let most_bias = libm::exp2(60.0);
        let most = libm::exp2(30.0).min(libm::floor(most_bias / all.max(1.0)));
        let shift = (0..=MOST_SHIFT).rev().find(|shift| {
            let of_weight = libm::ldexp(weight, bits - self.bits + shift);
            of_weight <= most && fits(largest, bits + shift, SUM_BITS)
        });
        let shift = shift.unwrap_or(0);
        let whole = |value: f64, bits: i32, most: f64| {
            libm::rint(libm::ldexp(value, bits)).clamp(-most, most)
        };
        let unit = |(weights, bias): &(Vec<f64>, f64)| {
            let weights = weights.iter();
            let weights = weights.map(|w| whole(*w, bits - self.bits + shift, most) as i32);
            Unit {
                bias: whole(*bias, bits + shift, most_bias) as i64,
                weights: weights.collect(),
            }
        };
        let units: Vec<Unit> = rows.iter().map(unit).collect();
        let after = rows.iter().map(|row| match activation {
            Activation::Tanh => ONE as f64,
            Activation::ClippedRelu => libm::ldexp(real(row), bits).min(ONE as f64),
            Activation::Square => libm::ldexp(real(row) * real(row), bits),
            _ => libm::ldexp(real(row), bits),
        });
        let layer = WholeLayer {
            activation: match activation {
                Activation::Linear => Whole::Linear,
                Activation::Tanh => Whole::Tanh,
                Activation::Relu => Whole::Relu,
                Activation::ClippedRelu => Whole::ClippedRelu,
                Activation::Square => Whole::Square,
            },
            shift: shift as u32,
            units,
        };
        let most = after.collect();
        (layer, Before { bits, most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nets::Trace;
    use tetrarium_engine::{Function, Player, PlayerGame, Rating, Rules, Term, catalogue};

    #[test]
    fn the_error_of_whole_numbers_is_small() {
        let rules = Rules::default();
        let teacher = Player::new(catalogue::named("dellacherie").unwrap(), &rules).unwrap();
        let mut game = PlayerGame::new(&teacher, 1, 0);
        let moves: Vec<_> = (0..300).map_while(|_| game.step()).collect();
        let names = [
            "landing-height",
            "mean-height",
            "squared-holes",
            "mean-hole-depth",
            "column-difference",
        ];
        let inputs = names.map(|name| Reading::named(name).unwrap());
        for (hidden, layers) in [
            (Activation::Tanh, 1),
            (Activation::Tanh, 2),
            (Activation::Relu, 1),
            (Activation::Relu, 2),
            (Activation::ClippedRelu, 1),
            (Activation::ClippedRelu, 2),
            (Activation::Square, 1),
        ] {
            let mut shape = vec![(7, hidden); layers];
            shape.push((1, Activation::Linear));
            let mut net = Net::new(13, &shape, 4);
            for parameter in net.parameters_mut() {
                *parameter *= 0.7;
            }
            let whole = quantised(&net, &inputs, rules.board, 400.0);
            let term = Term {
                reading: Reading::named("removed-lines").unwrap(),
                functions: vec![Function::linear(100.0)],
            };
            let rating = Rating::of_net(vec![term], whole.clone());
            rating.check(rules.board).unwrap();
            let mut trace = Trace::default();
            let mut spread: f64 = 0.0;
            for played in &moves {
                let values = inputs.iter().flat_map(|reading| {
                    let count = reading.feature.count.on(10);
                    (0..count).map(|index| reading.value(played, index))
                });
                let values: Vec<f64> = values.collect();
                let right = net.forward(&values, &mut trace)[0];
                let error = (whole.real(played) - right).abs();
                let last_place = libm::ldexp(1.0, -whole.scale);
                assert!(error < 3e-4 + last_place, "{hidden:?} {layers}: {error}");
                spread = spread.max(right.abs());
            }
            assert!(spread > 0.1);
        }
    }

    #[test]
    fn numbers_of_any_size_make_a_net_that_can_be_played() {
        let size = Size::STANDARD;
        let inputs = ["holes", "max-height"].map(|name| Reading::named(name).unwrap());
        for factor in [0.0, 1e-300, 1e-9, 1e9, 1e99, f64::NAN] {
            for hidden in [
                Activation::Tanh,
                Activation::Relu,
                Activation::ClippedRelu,
                Activation::Square,
            ] {
                let shape = [(3, hidden), (3, hidden), (1, Activation::Linear)];
                let mut net = Net::new(2, &shape, 4);
                for parameter in net.parameters_mut() {
                    *parameter *= factor;
                }
                let rating = Rating::of_net(Vec::new(), quantised(&net, &inputs, size, 0.0));
                assert_eq!(rating.check(size), Ok(()), "{factor} {hidden:?}");
            }
        }
    }
}

//! Whether a net can be played.

use super::{Activation, MOST_LAYERS, MOST_UNITS, Net, ONE, most_read, shifted};
use crate::game::board::Size;
use crate::rating::error::RatingError;

/// The most bits of a shift, and of a scale either way.
const MOST_BITS: u32 = 60;

/// Sums stay below this, so that rounding cannot overflow.
const LARGEST: i128 = 1 << 62;

/// How large the numbers of a net can be on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Greatest {
    /// The greatest size of a value that a layer reads.
    pub value: i64,
    /// The greatest size of the score.
    pub score: i64,
}

fn wrong(reason: String) -> RatingError {
    RatingError::Net(reason)
}

impl Net {
    /// Whether the net can be, whatever the board.
    ///
    /// # Errors
    ///
    /// If its sizes do not fit together.
    pub fn check_form(&self) -> Result<(), RatingError> {
        if self.scale.unsigned_abs() > MOST_BITS {
            let scale = self.scale;
            return Err(wrong(format!("scale = {scale} is not from -60 to 60")));
        }
        if self.inputs.is_empty() {
            return Err(wrong("it reads no features: name at least one".to_string()));
        }
        for (place, reading) in self.inputs.iter().enumerate() {
            if self.inputs[..place].contains(reading) {
                return Err(wrong(format!("it names {reading} twice")));
            }
        }
        let count = self.layers.len();
        if count == 0 || count > MOST_LAYERS {
            let reason = format!("it has {count} layers, and 1 to {MOST_LAYERS} are possible");
            return Err(wrong(reason));
        }
        for (layer, number) in self.layers.iter().zip(1..) {
            let units = layer.units.len();
            if units == 0 || units > MOST_UNITS {
                return Err(wrong(format!(
                    "layer {number} has {units} units, and 1 to {MOST_UNITS} are possible"
                )));
            }
            if layer.shift > MOST_BITS {
                let shift = layer.shift;
                let reason = format!("layer {number}: shift = {shift} is not from 0 to 60");
                return Err(wrong(reason));
            }
        }
        let last = &self.layers[count - 1];
        if last.units.len() != 1 || last.activation != Activation::Linear {
            return Err(wrong(
                "its last layer has to be one linear unit".to_string(),
            ));
        }
        for (number, pair) in (2..).zip(self.layers.windows(2)) {
            self.check_weights(number, pair[0].units.len())?;
        }
        self.check_weights(1, self.layers[0].units[0].weights.len())
    }

    /// Whether every unit of a layer has this number of weights.
    fn check_weights(&self, number: usize, expected: usize) -> Result<(), RatingError> {
        for (unit, place) in self.layers[number - 1].units.iter().zip(1..) {
            let found = unit.weights.len();
            if found != expected {
                return Err(wrong(format!(
                    "layer {number}: unit {place} has {found} weights, but needs {expected}"
                )));
            }
        }
        Ok(())
    }

    /// Whether the net can be played on a board, and how large its numbers can be there: no sum
    /// overflows, and the score fits.
    ///
    /// # Errors
    ///
    /// If it cannot.
    pub fn check(&self, size: Size) -> Result<Greatest, RatingError> {
        self.check_form()?;
        let mut most: Vec<i128> = Vec::new();
        for reading in &self.inputs {
            let value = i128::from(most_read(reading, size));
            let count = reading.feature.count.on(size.width());
            most.extend(std::iter::repeat_n(value, count));
        }
        if most.len() > MOST_UNITS {
            let count = most.len();
            let reason = format!("it reads {count} values, and {MOST_UNITS} are possible");
            return Err(wrong(reason));
        }
        if self.layers[0].units[0].weights.len() != most.len() {
            let reason = format!(
                "its first units have {} weights, but on a board {} columns wide its features have \
                 {} values",
                self.layers[0].units[0].weights.len(),
                size.width(),
                most.len()
            );
            return Err(wrong(reason));
        }
        let mut value = 0;
        for (layer, number) in self.layers.iter().zip(1..) {
            value = most.iter().copied().fold(value, i128::max);
            let mut next = Vec::new();
            for unit in &layer.units {
                let products = unit.weights.iter().zip(&most);
                let products = products.map(|(w, most)| i128::from(w.unsigned_abs()) * most);
                let sum = i128::from(unit.bias.unsigned_abs()) + products.sum::<i128>();
                if sum >= LARGEST {
                    return Err(wrong(format!(
                        "layer {number}: a sum could reach 2^62 on this board: use smaller weights"
                    )));
                }
                let sum = shifted(sum as i64, layer.shift);
                let most = match layer.activation {
                    Activation::Tanh => sum.min(ONE),
                    Activation::Linear
                    | Activation::Relu
                    | Activation::ClippedRelu
                    | Activation::Square => layer.activation.of(sum),
                };
                next.push(i128::from(most));
            }
            most = next;
        }
        let score = most[0] as i64;
        if score > i64::from(i32::MAX) {
            return Err(wrong(
                "its score could take more than 31 bits on this board: raise the shift of the last \
                 layer, and lower the scale by as much"
                    .to_string(),
            ));
        }
        let value = value as i64;
        Ok(Greatest { value, score })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rating::features::Reading;
    use crate::rating::net::{Layer, Unit};

    fn net(weight: i32, shift: u32) -> Net {
        let unit = |weights: &[i32]| Unit {
            bias: 5,
            weights: weights.to_vec(),
        };
        Net {
            inputs: vec![Reading::named("holes").unwrap()],
            layers: vec![
                Layer {
                    activation: Activation::Relu,
                    shift: 0,
                    units: vec![unit(&[weight]), unit(&[weight.wrapping_neg()])],
                },
                Layer {
                    activation: Activation::Linear,
                    shift,
                    units: vec![unit(&[7, -7])],
                },
            ],
            scale: 0,
        }
    }

    #[test]
    fn the_greatest_numbers_are_those_of_the_ranges() {
        let holes = i64::from(Reading::named("holes").unwrap().range(Size::STANDARD).1);
        // Both units at their greatest: 14 (5 + 3 holes) + 5.
        let greatest = |net: Net| net.check(Size::STANDARD).unwrap();
        let found = greatest(net(3, 0));
        assert_eq!(found.score, 14 * (5 + 3 * holes) + 5);
        assert_eq!(found.value, 5 + 3 * holes);
        // Nothing is larger than what the net reads, or than what passes the clip.
        let mut small = net(3, 0);
        small.layers[0].shift = 9;
        assert_eq!(greatest(small).value, holes);
        let mut clipped = net(1 << 20, 4);
        clipped.layers[0].activation = Activation::ClippedRelu;
        let score = (14 * ONE + 5 + 8) >> 4;
        assert_eq!(greatest(clipped), Greatest { value: ONE, score });
    }

    #[test]
    fn what_could_overflow_is_refused() {
        let error = |net: Net| net.check(Size::STANDARD).unwrap_err().to_string();
        assert!(error(net(i32::MIN, 0)).contains("more than 31 bits"));
        assert!(net(i32::MIN, 14).check(Size::STANDARD).is_ok());
        let mut large = net(i32::MAX, 60);
        large.layers[1].units[0].weights = vec![i32::MAX, i32::MIN];
        assert!(error(large.clone()).contains("layer 2: a sum could reach 2^62"));
        // Between the two, tanh bounds what it is given.
        large.layers[0].activation = Activation::Tanh;
        assert!(large.check(Size::STANDARD).is_ok());
        let mut bias = net(1, 0);
        bias.layers[0].units[0].bias = i64::MIN;
        assert!(error(bias).contains("2^62"));
    }

    #[test]
    fn sizes_that_do_not_fit_together_are_refused() {
        let error = |change: fn(&mut Net)| {
            let mut net = net(1, 0);
            change(&mut net);
            net.check(Size::STANDARD).unwrap_err().to_string()
        };
        let holes = || Reading::named("holes").unwrap();
        let columns = || Reading::named("column-height").unwrap();
        assert_eq!(holes(), net(1, 0).inputs[0]);
        for (found, expected) in [
            (error(|net| net.scale = 61), "scale = 61"),
            (error(|net| net.inputs.clear()), "reads no features"),
            (
                error(|net| net.inputs.push(net.inputs[0])),
                "names holes twice",
            ),
            (error(|net| net.layers.clear()), "0 layers"),
            (error(|net| net.layers[0].units.clear()), "0 units"),
            (error(|net| net.layers[0].shift = 61), "shift = 61"),
            (
                error(|net| net.layers[0].units.truncate(1)),
                "layer 2: unit 1 has 2 weights, but needs 1",
            ),
            (
                error(|net| net.layers[0].units[1].weights.clear()),
                "layer 1: unit 2 has 0 weights, but needs 1",
            ),
            (
                error(|net| net.layers[1].activation = Activation::Tanh),
                "one linear unit",
            ),
            (error(|net| net.layers.truncate(1)), "one linear unit"),
        ] {
            assert!(found.contains(expected), "{found}: {expected}");
        }
        let mut other = net(1, 0);
        other.inputs = vec![columns()];
        let found = other.check(Size::STANDARD).unwrap_err().to_string();
        assert!(
            found.contains("have 1 weights") && found.contains("10 values"),
            "{found}"
        );
    }
}

//! Dense nets, trained in a fixed order of sums: the same bits on every machine.
//!
//! A [`Net`] is layers of units, each a weighted sum and an [`Activation`]. [`Net::forward`] gives
//! its outputs; [`Net::backward`] adds the gradient of one example to a sum. [`summed`] sums over
//! examples in fixed blocks, so that the number of threads that share the blocks changes nothing.
//! A [`Trainer`] takes the steps. Exponential functions come from the pure-Rust `libm`.
//!
//! ```
//! use tetrarium_learn::nets::{Activation, Net, Trace, Trainer, summed};
//! // Exclusive or.
//! let examples = [([0.0, 0.0], 0.0), ([0.0, 1.0], 1.0), ([1.0, 0.0], 1.0), ([1.0, 1.0], 0.0)];
//! let mut net = Net::new(2, &[(4, Activation::Tanh), (1, Activation::Linear)], 1);
//! let mut trainer = Trainer::adam(0.05, net.parameters().len());
//! let mut trace = Trace::default();
//! for _ in 0..500 {
//!     let (_, gradient) = summed(examples.len(), net.parameters().len(), |number, gradient| {
//!         let (input, target) = examples[number];
//!         let error = net.forward(&input, &mut trace)[0] - target;
//!         net.backward(&mut trace, &[2.0 * error], gradient);
//!         error * error
//!     });
//!     trainer.step(net.parameters_mut(), &gradient);
//! }
//! assert!((net.forward(&[1.0, 0.0], &mut trace)[0] - 1.0).abs() < 0.05);
//! ```

mod quantised;
mod sparse;
mod sum;
mod trainer;

use serde::{Deserialize, Serialize};
use tetrarium_engine::random::{Purpose, Stream};

pub use quantised::quantised;
pub use sparse::Sparse;
pub use sum::{BLOCK, summed};
pub use trainer::Trainer;

/// What a unit makes of its weighted sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Activation {
    /// The sum itself.
    Linear,
    /// The hyperbolic tangent of the sum.
    Tanh,
    /// The sum, or 0 where it is below 0.
    Relu,
    /// The sum, 0 where it is below 0, and 1 where it is above 1.
    ClippedRelu,
    /// The square of the sum.
    Square,
}

impl Activation {
    fn of(self, sum: f64) -> f64 {
        match self {
            Activation::Linear => sum,
            Activation::Tanh => libm::tanh(sum),
            Activation::Relu => sum.max(0.0),
            Activation::ClippedRelu => sum.clamp(0.0, 1.0),
            Activation::Square => sum * sum,
        }
    }

    /// The derivative, from the sum and the value of the unit.
    fn slope(self, sum: f64, value: f64) -> f64 {
        match self {
            Activation::Linear => 1.0,
            Activation::Tanh => 1.0 - value * value,
            Activation::Relu => f64::from(u8::from(value > 0.0)),
            Activation::ClippedRelu => f64::from(u8::from(value > 0.0 && value < 1.0)),
            Activation::Square => 2.0 * sum,
        }
    }
}

/// A dense net.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Saved", deny_unknown_fields)]
pub struct Net {
    inputs: usize,
    /// The units of each layer, and what they do.
    layers: Vec<(usize, Activation)>,
    /// For each layer, for each unit: a weight for each input, then the bias.
    parameters: Vec<f64>,
}

/// A net as it was saved: its parameters may be too few or too many.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    inputs: usize,
    layers: Vec<(usize, Activation)>,
    parameters: Vec<f64>,
}

impl TryFrom<Saved> for Net {
    type Error = String;

    fn try_from(saved: Saved) -> Result<Net, String> {
        let mut needed = 0usize;
        let mut inputs = saved.inputs;
        for (units, _) in &saved.layers {
            let of_layer = inputs
                .checked_add(1)
                .and_then(|each| each.checked_mul(*units));
            let sum = of_layer.and_then(|of_layer| needed.checked_add(of_layer));
            needed = sum.ok_or("the net is too large")?;
            inputs = *units;
        }
        let found = saved.parameters.len();
        if saved.layers.is_empty() || found != needed {
            return Err(format!("the net has {found} parameters and needs {needed}"));
        }
        Ok(Net {
            inputs: saved.inputs,
            layers: saved.layers,
            parameters: saved.parameters,
        })
    }
}

/// The values of all units for one input, and room for their derivatives.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// The input, then the values of the layers.
    values: Vec<f64>,
    /// The input, then the sums of the units of the layers.
    sums: Vec<f64>,
    slopes: Vec<f64>,
    next: Vec<f64>,
}

/// One layer of a net.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layer<'a> {
    /// What its units do.
    pub activation: Activation,
    /// How many values it reads.
    pub inputs: usize,
    /// For each unit: a weight for each input, then the bias.
    pub parameters: &'a [f64],
}

impl<'a> Layer<'a> {
    /// The weights and the bias of each unit.
    pub fn units(&self) -> impl Iterator<Item = (&'a [f64], f64)> {
        let units = self.parameters.chunks_exact(self.inputs + 1);
        units.map(|unit| {
            let (bias, weights) = unit.split_last().expect("a unit has a bias");
            (weights, *bias)
        })
    }
}

impl Net {
    /// A net with these layers, the last of which gives the outputs. Weights are drawn evenly from
    /// ±√(6 / (inputs + units)) (Glorot & Bengio 2010); biases are 0.
    ///
    /// # Panics
    ///
    /// If there is no layer.
    pub fn new(inputs: usize, layers: &[(usize, Activation)], seed: u64) -> Net {
        assert!(!layers.is_empty(), "a net has a layer");
        let mut parameters = Vec::new();
        let mut before = inputs;
        for (number, &(units, _)) in layers.iter().enumerate() {
            let stream = Stream::new(seed, number as u64, Purpose::Learning);
            let most = (6.0 / (before + units) as f64).sqrt();
            for unit in 0..units {
                for input in 0..before {
                    let word = stream.word((unit * before + input) as u64);
                    let drawn = (f64::from(word) + 0.5) / libm::exp2(32.0);
                    parameters.push(most * (2.0 * drawn - 1.0));
                }
                parameters.push(0.0);
            }
            before = units;
        }
        Net {
            inputs,
            layers: layers.to_vec(),
            parameters,
        }
    }

    /// A net with these layers and all their parameters.
    ///
    /// # Errors
    ///
    /// If there are too few parameters or too many.
    pub fn of(
        inputs: usize,
        layers: &[(usize, Activation)],
        parameters: &[f64],
    ) -> Result<Net, String> {
        Net::try_from(Saved {
            inputs,
            layers: layers.to_vec(),
            parameters: parameters.to_vec(),
        })
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// All weights and biases, layer by layer, unit by unit: its weights, then its bias.
    pub fn parameters(&self) -> &[f64] {
        &self.parameters
    }

    /// The same, to be changed.
    pub fn parameters_mut(&mut self) -> &mut [f64] {
        &mut self.parameters
    }

    /// The layers, from the inputs on.
    pub fn layers(&self) -> impl Iterator<Item = Layer<'_>> {
        let (mut inputs, mut rest) = (self.inputs, &self.parameters[..]);
        self.layers.iter().map(move |&(units, activation)| {
            let (parameters, after) = rest.split_at(units * (inputs + 1));
            let layer = Layer {
                activation,
                inputs,
                parameters,
            };
            (inputs, rest) = (units, after);
            layer
        })
    }

    /// The outputs for an input, which the trace keeps with the values of all units.
    ///
    /// # Panics
    ///
    /// If the input has not as many values as the net has inputs.
    pub fn forward<'a>(&self, input: &[f64], trace: &'a mut Trace) -> &'a [f64] {
        assert_eq!(input.len(), self.inputs, "the net's number of inputs");
        trace.values.clear();
        trace.values.extend_from_slice(input);
        trace.sums.clone_from(&trace.values);
        let mut start = 0;
        for layer in self.layers() {
            let end = start + layer.inputs;
            // Units four by four: their sums are independent, so the machine adds side by side.
            let mut units = layer.parameters.chunks_exact(4 * (layer.inputs + 1));
            for four in units.by_ref() {
                let mut four = four.chunks_exact(layer.inputs + 1);
                let [a, b, c, d] = [(); 4].map(|()| four.next().expect("there are four"));
                let mut sums = [a, b, c, d].map(|unit| unit[layer.inputs]);
                for (place, value) in trace.values[start..end].iter().enumerate() {
                    for (sum, unit) in sums.iter_mut().zip([a, b, c, d]) {
                        *sum += unit[place] * value;
                    }
                }
                trace.sums.extend_from_slice(&sums);
            }
            for unit in units.remainder().chunks_exact(layer.inputs + 1) {
                let products = unit.iter().zip(&trace.values[start..end]);
                let bias = unit[layer.inputs];
                let sum = products.fold(bias, |sum, (weight, value)| sum + weight * value);
                trace.sums.push(sum);
            }
            let sums = trace.sums[end..].iter();
            trace
                .values
                .extend(sums.map(|sum| layer.activation.of(*sum)));
            start = end;
        }
        &trace.values[start..]
    }

    /// Adds to `gradient` what one example adds: the derivative of its loss by each parameter,
    /// given that by each output. The trace is that of [`Net::forward`].
    ///
    /// # Panics
    ///
    /// If the trace is of another net, or the lengths are not those of the net.
    pub fn backward(&self, trace: &mut Trace, by_output: &[f64], gradient: &mut [f64]) {
        let Trace {
            values,
            sums,
            slopes,
            next,
        } = trace;
        assert_eq!(
            gradient.len(),
            self.parameters.len(),
            "the net's parameters"
        );
        slopes.clear();
        slopes.extend_from_slice(by_output);
        let (mut end, mut parameters_end) = (values.len(), self.parameters.len());
        let layers: Vec<Layer> = self.layers().collect();
        for layer in layers.iter().rev() {
            let units = layer.parameters.len() / (layer.inputs + 1);
            let start = end - units;
            let inputs = &values[start - layer.inputs..start];
            let first = parameters_end - layer.parameters.len();
            next.clear();
            // Nothing depends on the derivatives by the net's inputs.
            next.resize(if first == 0 { 0 } else { layer.inputs }, 0.0);
            let of_layer = gradient[first..parameters_end].chunks_exact_mut(layer.inputs + 1);
            let outputs = values[start..end].iter().zip(&sums[start..end]);
            let outputs = outputs.zip(slopes.iter());
            for (((weights, _), gradient), ((value, sum), slope)) in
                layer.units().zip(of_layer).zip(outputs)
            {
                let slope = slope * layer.activation.slope(*sum, *value);
                for (sum, input) in gradient.iter_mut().zip(inputs) {
                    *sum += slope * input;
                }
                for (sum, weight) in next.iter_mut().zip(weights) {
                    *sum += slope * weight;
                }
                gradient[layer.inputs] += slope;
            }
            std::mem::swap(slopes, next);
            (end, parameters_end) = (start, first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn net(second: Activation) -> Net {
        let layers = [
            (4, Activation::Tanh),
            (3, second),
            (2, Activation::Square),
            (2, Activation::Linear),
        ];
        let mut net = Net::new(3, &layers, 5);
        // Biases at which no unit of the second layer stands at its kink.
        for (place, parameter) in net.parameters_mut().iter_mut().enumerate() {
            *parameter += 0.05 * (place % 7) as f64;
        }
        net
    }

    /// A loss that both outputs enter, and its derivatives.
    fn loss(outputs: &[f64]) -> (f64, [f64; 2]) {
        let [a, b] = [outputs[0], outputs[1]];
        (a * a + a * b - 3.0 * b, [2.0 * a + b, a - 3.0])
    }

    #[test]
    fn a_net_computed_by_hand() {
        let layers = [(2, Activation::Relu), (1, Activation::Linear)];
        let mut net = Net::new(2, &layers, 1);
        let by_hand = [1.0, -2.0, 0.5, -1.0, 1.0, 0.0, 3.0, 4.0, -1.0];
        net.parameters_mut().copy_from_slice(&by_hand);
        let mut trace = Trace::default();
        // Units: max(0, 3 - 2 + 0.5) = 1.5 and max(0, -3 + 1) = 0.
        assert_eq!(net.forward(&[3.0, 1.0], &mut trace), [3.5]);
        // Units: max(0, 1 - 8 + 0.5) = 0 and max(0, -1 + 4) = 3.
        assert_eq!(net.forward(&[1.0, 4.0], &mut trace), [11.0]);
        let tanh = Net::new(1, &[(1, Activation::Tanh)], 1);
        let weight = tanh.parameters()[0];
        assert_eq!(tanh.forward(&[2.0], &mut trace), [libm::tanh(2.0 * weight)]);
    }

    #[test]
    fn a_clipped_net_computed_by_hand() {
        let layers = [(3, Activation::ClippedRelu), (1, Activation::Linear)];
        let by_hand = [1.0, 0.0, 1.0, -2.0, 1.0, 0.25, 3.0, 5.0, 7.0, 0.5];
        let net = Net::of(1, &layers, &by_hand).unwrap();
        let mut trace = Trace::default();
        // Units: 0.5; -1.5, which is 0; 0.75.
        assert_eq!(net.forward(&[0.5], &mut trace), [7.25]);
        let mut gradient = [0.0; 10];
        net.backward(&mut trace, &[1.0], &mut gradient);
        let right = [1.5, 3.0, 0.0, 0.0, 3.5, 7.0, 0.5, 0.0, 0.75, 1.0];
        assert_eq!(gradient, right);
        // Units: 4, which is 1; 2, which is 1; 4.25, which is 1.
        assert_eq!(net.forward(&[4.0], &mut trace), [15.5]);
        let mut gradient = [0.0; 10];
        net.backward(&mut trace, &[1.0], &mut gradient);
        assert_eq!(gradient[..6], [0.0; 6]);
    }

    #[test]
    fn gradients_are_those_of_finite_differences() {
        for second in [Activation::Relu, Activation::ClippedRelu] {
            check_gradients(net(second));
        }
    }

    fn check_gradients(mut net: Net) {
        let input = [0.3, -1.2, 2.0];
        let mut trace = Trace::default();
        let (_, by_output) = loss(net.forward(&input, &mut trace));
        let mut gradient = vec![0.0; net.parameters().len()];
        net.backward(&mut trace, &by_output, &mut gradient);
        let step = 1e-6;
        for (place, slope) in gradient.iter().enumerate() {
            let old = net.parameters()[place];
            let mut at = |value: f64| {
                net.parameters_mut()[place] = value;
                loss(net.forward(&input, &mut trace)).0
            };
            let difference = (at(old + step) - at(old - step)) / (2.0 * step);
            at(old);
            let error = (difference - slope).abs();
            assert!(error < 1e-7, "{place}: {difference}, {slope}");
        }
        assert!(gradient.iter().filter(|slope| **slope != 0.0).count() > 15);
    }

    #[test]
    fn a_net_is_saved_and_loaded_and_a_wrong_one_refused() {
        let net = net(Activation::ClippedRelu);
        let text = serde_json::to_string(&net).unwrap();
        assert_eq!(serde_json::from_str::<Net>(&text).unwrap(), net);
        let wrong = text.replace("\"inputs\":3", "\"inputs\":4");
        let error = serde_json::from_str::<Net>(&wrong).unwrap_err().to_string();
        assert!(error.contains("45 parameters and needs 49"), "{error}");
        let huge = text.replace("\"inputs\":3", "\"inputs\":18446744073709551615");
        assert!(serde_json::from_str::<Net>(&huge).is_err());
    }

    #[test]
    fn the_first_weights_depend_on_the_seed_alone() {
        let layers = [(8, Activation::Tanh), (1, Activation::Linear)];
        assert_eq!(Net::new(5, &layers, 3), Net::new(5, &layers, 3));
        let drawn = Net::new(5, &layers, 4);
        assert_ne!(Net::new(5, &layers, 3), drawn);
        let most = (6.0f64 / 13.0).sqrt();
        let first = drawn.layers().next().unwrap();
        for (weights, bias) in first.units() {
            assert!(bias == 0.0 && weights.iter().all(|weight| weight.abs() < most));
        }
    }
}

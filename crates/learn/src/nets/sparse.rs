//! A net that is asked again and again, with inputs most of which are 0.

use super::{Activation, Net, Trace};

/// A net with its first weights in the order of the inputs: those of inputs that are 0 are passed
/// over, and the sums of all units grow side by side.
#[derive(Clone, Debug)]
pub struct Sparse {
    /// For each input, the weight of each unit of the first layer.
    weights: Vec<Vec<f64>>,
    biases: Vec<f64>,
    activation: Activation,
    /// The layers after the first; none if that is the last.
    rest: Option<Net>,
    values: Vec<f64>,
    trace: Trace,
}

impl Sparse {
    /// The same net.
    pub fn new(net: &Net) -> Sparse {
        let first = net.layers().next().expect("a net has a layer");
        let units: Vec<(&[f64], f64)> = first.units().collect();
        let of_input = |input: usize| units.iter().map(|(weights, _)| weights[input]).collect();
        let rest = &net.layers[1..];
        let rest = (!rest.is_empty()).then(|| {
            let parameters = &net.parameters[first.parameters.len()..];
            Net::of(units.len(), rest, parameters).expect("the rest of a net is one")
        });
        Sparse {
            weights: (0..net.inputs).map(of_input).collect(),
            biases: units.iter().map(|(_, bias)| *bias).collect(),
            activation: first.activation,
            rest,
            values: Vec::new(),
            trace: Trace::default(),
        }
    }

    /// The outputs for an input.
    ///
    /// # Panics
    ///
    /// If the input has more values than the net has inputs.
    pub fn outputs(&mut self, input: &[f64]) -> &[f64] {
        self.values.clone_from(&self.biases);
        for (place, value) in input.iter().enumerate() {
            if *value != 0.0 {
                let sums = self.values.iter_mut().zip(&self.weights[place]);
                sums.for_each(|(sum, weight)| *sum += weight * value);
            }
        }
        for value in &mut self.values {
            *value = self.activation.of(*value);
        }
        match &self.rest {
            Some(rest) => rest.forward(&self.values, &mut self.trace),
            None => &self.values,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_same_net() {
        let layers = [
            (5, Activation::Tanh),
            (3, Activation::Relu),
            (2, Activation::Linear),
        ];
        for layers in [&layers[..], &layers[..1]] {
            let mut net = Net::new(4, layers, 3);
            for (place, parameter) in net.parameters_mut().iter_mut().enumerate() {
                *parameter += 0.1 * (place % 5) as f64;
            }
            let mut sparse = Sparse::new(&net);
            for input in [[0.0; 4], [1.0, 0.0, -2.0, 0.0], [0.3, 1.0, 7.0, -1.0]] {
                let mut trace = Trace::default();
                assert_eq!(sparse.outputs(&input), net.forward(&input, &mut trace));
            }
        }
    }
}

//! A net as it stands in a controller file.

use std::fmt::Write as _;

use serde::Deserialize;

use super::{Activation, Layer, Net, Unit};
use crate::names::one_of;
use crate::rating::features::Reading;

/// The section `[rating.net]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NetFile {
    features: Vec<String>,
    scale: i32,
    layers: Vec<LayerFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LayerFile {
    activation: String,
    shift: u32,
    biases: Vec<i64>,
    weights: Vec<Vec<i32>>,
}

impl NetFile {
    /// The net, if its numbers can be those of one.
    pub(crate) fn read(self) -> Result<Net, String> {
        let inputs = self.features.iter().map(|name| Reading::named(name));
        let inputs = inputs
            .collect::<Result<_, _>>()
            .map_err(|e| e.to_string())?;
        let layers = self.layers.into_iter().zip(1..);
        let layers = layers.map(|(layer, number)| layer.read(number));
        let net = Net {
            inputs,
            layers: layers.collect::<Result<_, _>>()?,
            scale: self.scale,
        };
        net.check_form().map_err(|error| error.to_string())?;
        Ok(net)
    }
}

impl LayerFile {
    fn read(self, number: usize) -> Result<Layer, String> {
        let mut known = Activation::ALL.into_iter();
        let activation = known.find(|one| one.name() == self.activation);
        let activation = activation.ok_or_else(|| {
            let names = one_of(&Activation::ALL.map(Activation::name));
            let found = self.activation;
            format!("layer {number}: activation = `{found}` is not possible: use {names}")
        })?;
        let (biases, rows) = (self.biases.len(), self.weights.len());
        if biases != rows {
            return Err(format!(
                "layer {number} has {biases} biases and {rows} rows of weights: a unit has one of \
                 each"
            ));
        }
        let units = self.biases.into_iter().zip(self.weights);
        Ok(Layer {
            activation,
            shift: self.shift,
            units: units
                .map(|(bias, weights)| Unit { bias, weights })
                .collect(),
        })
    }
}

impl Net {
    /// The section `[rating.net]` of a controller file; none if a feature is not in the catalogue.
    pub(crate) fn written(&self) -> Option<String> {
        let names: Vec<String> = self.inputs.iter().map(Reading::to_string).collect();
        let is_known = |(reading, name): (&Reading, &String)| {
            Reading::named(name).is_ok_and(|known| known == *reading)
        };
        if !self.inputs.iter().zip(&names).all(is_known) {
            return None;
        }
        let names: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        let mut text = String::new();
        let (names, scale) = (names.join(", "), self.scale);
        let _ = writeln!(
            text,
            "\n[rating.net]\nfeatures = [{names}]\nscale = {scale}"
        );
        for layer in &self.layers {
            let (name, shift) = (layer.activation.name(), layer.shift);
            let biases: Vec<String> = layer.units.iter().map(|u| u.bias.to_string()).collect();
            let _ = writeln!(
                text,
                "\n[[rating.net.layers]]\nactivation = \"{name}\"\nshift = {shift}\nbiases = [{}]\n\
                 weights = [",
                biases.join(", ")
            );
            for unit in &layer.units {
                let weights: Vec<String> = unit.weights.iter().map(i32::to_string).collect();
                let _ = writeln!(text, "    [{}],", weights.join(", "));
            }
            text += "]\n";
        }
        Some(text)
    }
}

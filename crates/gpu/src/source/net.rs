//! Nets: what a kernel is compiled for, and in which order the numbers of a net lie.
//!
//! The kernel knows which numbers the first layer reads, and the units and the activation of each
//! layer. Shifts, biases and weights lie in a table, as those of other candidates do.

use tetrarium_engine::rating::Net;
use tetrarium_engine::rating::net::{Activation, Layer};
use tetrarium_engine::{Player, Reading};

use super::parts::{expression, parts};
use crate::refusal::Refusal;

/// The most units of a layer, and the most values that a net reads.
const MOST_UNITS: usize = 64;

/// Units whose weights lie side by side.
const ABREAST: usize = 4;

/// Points of the table of tangents, and words that it takes.
const POINTS: i64 = 1024;
const STEP_BITS: u32 = 9;
const TANGENT_WORDS: usize = 1028;

/// What the nets of all candidates have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NetForm {
    /// The kernel's expression for each value that the first layer reads.
    pub inputs: Vec<String>,
    /// Whether any of them is a difference to the board before.
    pub reads_before: bool,
    /// The units and the activation of each layer.
    pub layers: Vec<(usize, Activation)>,
}

/// The net of a candidate.
pub(super) struct NetNumbers {
    pub form: NetForm,
    /// Whether some value that a layer reads may need more than 32 bits.
    pub is_wide: bool,
    pub words: Vec<i32>,
}

impl NetNumbers {
    /// The net of a player, as the kernel reads it.
    pub fn new(player: &Player, net: &Net) -> Result<NetNumbers, Refusal> {
        let size = player.rules().board;
        let mut inputs = Vec::new();
        for reading in &net.inputs {
            for index in 0..reading.feature.count.on(size.width()) {
                let slot = reading.slot();
                let slot = slot.filter(|_| reading.feature.unit.is_discrete());
                let parts = slot.and_then(|slot| parts(slot, index, size));
                let parts = parts.ok_or_else(|| {
                    let reason = format!("the feature {reading} of its net is not computed there");
                    Refusal::new(player, reason)
                })?;
                inputs.push(match (expression(reading, &parts), reading.squared) {
                    (number, false) => number,
                    (number, true) => format!("net_square({number})"),
                });
            }
        }
        let layers = net.layers.iter();
        let layers = layers.map(|layer| (layer.units.len(), layer.activation));
        let form = NetForm {
            inputs,
            reads_before: net.inputs.iter().any(|reading: &Reading| reading.delta),
            layers: layers.collect(),
        };
        let widest = form.widest();
        if widest > MOST_UNITS {
            let reason = format!(
                "its net has {widest} units or values side by side, and {MOST_UNITS} are possible \
                 there"
            );
            return Err(Refusal::new(player, reason));
        }
        let greatest = net.check(size).expect("a player's net fits its board");
        Ok(NetNumbers {
            is_wide: greatest.value > i64::from(i32::MAX),
            words: form.words_of(net),
            form,
        })
    }
}

impl NetForm {
    /// The most values that stand side by side.
    pub fn widest(&self) -> usize {
        let units = self.layers.iter().map(|(units, _)| *units);
        units.fold(self.inputs.len(), usize::max)
    }

    /// The words of the table of tangents, which lies first.
    pub fn tangent_words(&self) -> usize {
        let has = |(_, activation): &(usize, Activation)| *activation == Activation::Tanh;
        match self.layers.iter().any(has) {
            true => TANGENT_WORDS,
            false => 0,
        }
    }

    /// Each layer: the values that it reads, its units and its activation.
    pub fn layers(&self) -> impl Iterator<Item = (usize, usize, Activation)> {
        let units = self.layers.iter().map(|(units, _)| *units);
        let read = std::iter::once(self.inputs.len()).chain(units);
        let layers = read.zip(&self.layers);
        layers.map(|(read, (units, activation))| (read, *units, *activation))
    }

    /// The words of the numbers of a net.
    pub fn words(&self) -> usize {
        let of_layers = self.layers().map(|(read, units, _)| {
            let fours = units.div_ceil(ABREAST);
            ABREAST * (1 + fours * (2 + read))
        });
        self.tangent_words() + of_layers.sum::<usize>()
    }

    /// The numbers of a net in the order in which they lie.
    fn words_of(&self, net: &Net) -> Vec<i32> {
        let mut words = Vec::with_capacity(self.words());
        if self.tangent_words() > 0 {
            // Between two points the kernel draws a straight line, as the engine does.
            let tangent = |point: i64| Activation::Tanh.of(point.min(POINTS) << STEP_BITS) as i32;
            words.extend((0..).map(tangent).take(TANGENT_WORDS));
        }
        for layer in &net.layers {
            add_layer(layer, &mut words);
        }
        words
    }
}

/// The shift of a layer, and for each four units the words of their biases, the lower ones first,
/// and the weights of each value that they read.
fn add_layer(layer: &Layer, words: &mut Vec<i32>) {
    words.extend([layer.shift as i32, 0, 0, 0]);
    for four in layer.units.chunks(ABREAST) {
        let mut add = |word: &dyn Fn(usize) -> i32| {
            words.extend((0..ABREAST).map(|unit| if unit < four.len() { word(unit) } else { 0 }));
        };
        add(&|unit| four[unit].bias as i32);
        add(&|unit| (four[unit].bias >> 32) as i32);
        for value in 0..four[0].weights.len() {
            add(&|unit| four[unit].weights[value]);
        }
    }
}

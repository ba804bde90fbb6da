//! A net as kernels compute it: from the numbers of a board that they have read.

use super::columns::PerColumn;
use super::slots::{SLOTS, Slot, Slots};
use crate::game::board::{Size, height_of};
use crate::rating::features::Reading;
use crate::rating::net::{Activation, Layer, MOST_UNITS, Net, shifted};
use crate::vectors::{Arithmetic, vectorised};

/// The units of a layer of a small net, and the values that it reads.
const FEW: usize = 64;

/// A net made ready for a board size.
#[derive(Clone, Debug)]
pub(crate) struct NetPlan {
    inputs: Vec<Input>,
    layers: Vec<ReadyLayer>,
    /// Whether it has few units and all its values fit into 32 bits.
    is_small: bool,
}

/// A number that the first layer reads.
#[derive(Clone, Copy, Debug)]
struct Input {
    slot: Slot,
    /// Which column, of a number for each.
    index: isize,
    delta: bool,
    squared: bool,
}

/// A layer: for each value that it reads, a weight for each unit.
#[derive(Clone, Debug)]
struct ReadyLayer {
    activation: Activation,
    shift: u32,
    biases: Vec<i64>,
    weights: Vec<i32>,
}

/// What is known of a board: its numbers and its columns.
pub(crate) type Seen<'a> = (&'a [i32; SLOTS], &'a PerColumn);

impl NetPlan {
    /// The net; a feature that kernels do not read if there is one.
    pub fn new(net: &Net, size: Size) -> Result<NetPlan, Reading> {
        let mut inputs = Vec::new();
        for reading in &net.inputs {
            let slot = reading
                .slot()
                .filter(|slot| reading.feature.unit.is_discrete() && !Slots::PATTERNS.has(*slot));
            let slot = slot.ok_or(*reading)?;
            let count = reading.feature.count.on(size.width());
            inputs.extend((0..count as isize).map(|index| Input {
                slot,
                index,
                delta: reading.delta,
                squared: reading.squared,
            }));
        }
        let greatest = net.check(size).expect("the rating was checked");
        let units = net.layers.iter().map(|layer| layer.units.len());
        let widest = units.fold(inputs.len(), usize::max);
        Ok(NetPlan {
            inputs,
            layers: net.layers.iter().map(ReadyLayer::new).collect(),
            is_small: widest <= FEW && greatest.value <= i64::from(i32::MAX),
        })
    }

    /// The numbers that it reads, but those of single columns.
    pub fn slots(&self) -> impl Iterator<Item = Slot> {
        let slots = self.inputs.iter().map(|input| input.slot);
        slots.filter(|slot| !matches!(slot, Slot::ColumnHeight | Slot::ColumnDifference))
    }

    /// The score, given what is known of the board after a move and of the board before.
    pub fn score(&self, after: Seen, before: Seen) -> i32 {
        match self.is_small {
            true => self.computed::<i32, FEW>(after, before),
            false => self.computed::<i64, MOST_UNITS>(after, before),
        }
    }

    fn computed<T: Value, const ROOM: usize>(&self, after: Seen, before: Seen) -> i32 {
        let mut values = [T::default(); ROOM];
        for (value, input) in values.iter_mut().zip(&self.inputs) {
            *value = T::of(input.read(after, before));
        }
        vectorised(Forward {
            layers: &self.layers,
            values,
        })
    }
}

impl Input {
    #[inline(always)]
    fn read(&self, after: Seen, before: Seen) -> i64 {
        let number = match self.delta {
            false => self.on(after),
            true => self.on(after) - self.on(before),
        };
        let number = i64::from(number);
        if self.squared {
            number * number
        } else {
            number
        }
    }

    #[inline(always)]
    fn on(&self, (numbers, columns): Seen) -> i32 {
        let height = |x: isize| height_of(columns.get(x)) as i32;
        match self.slot {
            Slot::ColumnHeight => height(self.index),
            Slot::ColumnDifference => (height(self.index) - height(self.index + 1)).abs(),
            slot => numbers[slot as usize],
        }
    }
}

impl ReadyLayer {
    fn new(layer: &Layer) -> ReadyLayer {
        let read = layer.units[0].weights.len();
        let of_value = |value: usize| layer.units.iter().map(move |unit| unit.weights[value]);
        ReadyLayer {
            activation: layer.activation,
            shift: layer.shift,
            biases: layer.units.iter().map(|unit| unit.bias).collect(),
            weights: (0..read).flat_map(of_value).collect(),
        }
    }

    /// Adds the products of the values to the biases, a sum a unit.
    #[inline(always)]
    fn add<T: Value>(&self, values: &[T], sums: &mut [i64]) {
        sums.copy_from_slice(&self.biases);
        if let [sum] = sums {
            let products = self.weights.iter().zip(values);
            let products = products.map(|(weight, value)| i64::from(*weight) * (*value).into());
            *sum += products.sum::<i64>();
            return;
        }
        for (weights, value) in self.weights.chunks_exact(sums.len()).zip(values) {
            let value: i64 = (*value).into();
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += i64::from(*weight) * value;
            }
        }
    }
}

/// A value on its way through the layers: products of a narrow one take one instruction.
trait Value: Copy + Default + Into<i64> {
    /// The value, which fits.
    fn of(value: i64) -> Self;
}

impl Value for i32 {
    #[inline(always)]
    fn of(value: i64) -> i32 {
        value as i32
    }
}

impl Value for i64 {
    #[inline(always)]
    fn of(value: i64) -> i64 {
        value
    }
}

/// Sums that no vector reads from two lines of memory: a line would have to be written before.
#[repr(align(64))]
struct Aligned<const ROOM: usize>([i64; ROOM]);

/// The values that the first layer reads, on their way through all.
struct Forward<'a, T, const ROOM: usize> {
    layers: &'a [ReadyLayer],
    values: [T; ROOM],
}

impl<T: Value, const ROOM: usize> Arithmetic for Forward<'_, T, ROOM> {
    type Output = i32;

    #[inline(always)]
    fn perform(mut self) -> i32 {
        let mut room = Aligned([0; ROOM]);
        for layer in self.layers {
            let sums = &mut room.0[..layer.biases.len()];
            layer.add(&self.values, sums);
            for (value, sum) in self.values.iter_mut().zip(sums) {
                *value = T::of(layer.activation.of(shifted(*sum, layer.shift)));
            }
        }
        let score: i64 = self.values[0].into();
        score as i32
    }
}

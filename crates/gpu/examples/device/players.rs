//! The players that are looked at.

use std::sync::Arc;

use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::rating::NET;
use tetrarium_engine::rating::net::{Activation, Layer, Net, Unit};
use tetrarium_engine::{Controller, Function, Player, Reading, Rules, Search, Term, catalogue};

use crate::Failure;

/// A controller of the catalogue under its own rules and some more.
pub fn player(
    name: &str,
    search: Option<Search>,
    settings: &[(&str, &str)],
) -> Result<Player, Failure> {
    let controller = catalogue::named(name)?;
    let mut rules = controller.rules_over(&Rules::default())?;
    for (name, value) in settings {
        rules.set(name, value)?;
    }
    let search = search.unwrap_or(controller.search);
    let controller = Controller {
        search,
        ..controller.clone()
    };
    Ok(Player::new(&controller, &rules)?)
}

/// tetrarium-3 with a table of small random scores for every local pattern, in every place.
pub fn patterns(search: Option<Search>, settings: &[(&str, &str)]) -> Result<Player, Failure> {
    let first = player("tetrarium-3", search, settings)?;
    let mut controller = first.controller().clone();
    controller.name = "patterns".to_string();
    for (kind, (name, scores)) in
        (0..).zip([("surface-4", 729), ("surface-5", 625), ("cover", 501)])
    {
        let reading = Reading::named(name)?;
        let table = |place: usize| {
            let stream = Stream::new(1, 100 * kind + place as u64, Purpose::Sampling);
            let score = |index| f64::from(stream.block(index)[0] >> 20) / 1024.0;
            Function::table(0, (0..scores).map(score).collect::<Vec<f64>>())
        };
        let places = reading.feature.count.on(first.rules().board.width());
        controller.rating.terms.push(Term {
            reading,
            functions: (0..places).map(table).collect(),
        });
    }
    Ok(Player::new(&controller, first.rules())?)
}

/// bcts with a small random net over heights, their differences and holes, of these hidden layers.
pub fn net(
    hidden: &[(usize, Activation)],
    search: Option<Search>,
    settings: &[(&str, &str)],
) -> Result<Player, Failure> {
    let first = player("bcts", search, settings)?;
    let mut controller = first.controller().clone();
    controller.name = "net".to_string();
    controller.rating.kind = &NET;
    let names = ["column-height", "column-difference", "max-height", "holes"];
    let inputs = names.map(Reading::named);
    let inputs: Vec<Reading> = inputs.into_iter().collect::<Result<_, _>>()?;
    let width = first.rules().board.width();
    let counts = inputs.iter().map(|reading| reading.feature.count.on(width));
    let mut before: usize = counts.sum();
    let mut layers = Vec::new();
    for (number, &(units, activation)) in
        hidden.iter().chain(&[(1, Activation::Linear)]).enumerate()
    {
        let unit = |unit: usize| {
            let stream = Stream::new(1, (100 * number + unit) as u64, Purpose::Sampling);
            let weight = |index: usize| (stream.block(index as u64)[0] >> 21) as i32 - 1024;
            Unit {
                bias: 64 * i64::from(weight(before)),
                weights: (0..before).map(weight).collect(),
            }
        };
        layers.push(Layer {
            activation,
            shift: if number == 0 { 0 } else { 8 },
            units: (0..units).map(unit).collect(),
        });
        before = units;
    }
    // Its scores are a thousandth of what they could be, so that it does not play at random.
    let mut with_shift = |shift: u32| {
        layers[hidden.len()].shift = shift;
        controller.rating.net = Some(Arc::new(Net {
            inputs: inputs.clone(),
            layers: layers.clone(),
            scale: 12,
        }));
        Player::new(&controller, first.rules())
    };
    let least = (0..60).find(|shift| with_shift(*shift).is_ok());
    Ok(with_shift(least.unwrap_or(0) + 10)?)
}

/// Candidates whose weights are those of a player, changed by up to a tenth.
pub fn about(player: &Player, count: u64) -> Result<Vec<Player>, Failure> {
    let candidate = |number: u64| {
        let mut other = player.controller().clone();
        let stream = Stream::new(1, number, Purpose::Training);
        let functions = other.rating.terms.iter_mut();
        let functions = functions.flat_map(|term| &mut term.functions);
        for (place, function) in functions.enumerate() {
            if let Some(weight) = function.weight() {
                let part = f64::from(stream.block(place as u64)[0]) / f64::from(u32::MAX);
                *function = Function::linear(weight * (0.9 + 0.2 * part));
            }
        }
        Ok(Player::new(&other, player.rules())?)
    };
    (0..count).map(candidate).collect()
}

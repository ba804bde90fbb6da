//! The players that are looked at.

use std::sync::Arc;

use tetrarium_engine::features::FEATURES;
use tetrarium_engine::random::{Purpose, Stream, below};
use tetrarium_engine::rating::NET;
use tetrarium_engine::rating::net::{Activation, Layer, Net, Unit};
use tetrarium_engine::{Controller, Function, Player, Reading, Rules, Search, Term, catalogue};
use tetrarium_gpu::KernelSource;
use tetrarium_lab::bench::forty_five_weights;

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

/// tetrarium-3 with weights for columns, their differences and functions of the mean height.
pub fn rich(settings: &[(&str, &str)]) -> Result<Player, Failure> {
    let mut rules = Rules::default();
    for (name, value) in settings {
        rules.set(name, value)?;
    }
    Ok(Player::new(&forty_five_weights(), &rules)?)
}

/// A player drawn by a number, which the GPU plays: some terms of bcts and some more features, one
/// in eight of them with a power, under rules drawn as well.
pub fn drawn(number: u64) -> Result<Player, Failure> {
    let stream = Stream::new(2, number, Purpose::Sampling);
    let mut index = 0;
    let mut draw = |bound: usize| {
        index += 1;
        below(stream.word(index), bound as u32) as usize
    };
    loop {
        let mut rules = Rules::default();
        rules.set("board", &format!("{}x{}", 4 + draw(13), 4 + draw(25)))?;
        rules.set("overflow", ["ends", "clears-first", "top-row"][draw(3)])?;
        rules.set("suicide", ["avoided", "considered", "zero"][draw(3)])?;
        rules.set("pieces", ["uniform", "bag"][draw(2)])?;
        let mut controller = Controller::clone(catalogue::named("bcts")?);
        controller.name = format!("drawn {number}");
        controller.rating.terms.retain(|_| draw(4) > 0);
        let more = draw(20);
        for _ in 0..more {
            let reading = Reading::from(FEATURES[draw(FEATURES.len())]);
            let is_there = controller
                .rating
                .terms
                .iter()
                .any(|term| std::ptr::eq(term.reading.feature, reading.feature));
            if is_there || reading.feature.is_pattern() {
                continue;
            }
            // What is better when it is more, as rows removed, is drawn with the other sign.
            let is_good = matches!(reading.feature.name, "removed-lines" | "eroded-piece-cells");
            let sign = if is_good { 1.0 } else { -1.0 };
            let mut weight = || sign * (1 + draw(64)) as f64 / 32.0;
            let count = reading.feature.count.on(rules.board.width());
            let mut functions: Vec<Function> =
                (0..count).map(|_| Function::linear(weight())).collect();
            if draw(8) == 0 {
                let power = |function: &Function| {
                    Function::power(function.weight().unwrap_or_default(), 1.5)
                };
                functions = functions.iter().map(power).collect();
            }
            controller.rating.terms.push(Term { reading, functions });
        }
        // Some ratings are none, and the GPU does not read every feature.
        let Ok(player) = Player::new(&controller, &rules) else {
            continue;
        };
        if KernelSource::new(&[&player]).is_ok() {
            return Ok(player);
        }
    }
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

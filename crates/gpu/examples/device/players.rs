//! The players that are looked at.

use std::sync::Arc;

use tetrarium_engine::features::FEATURES;
use tetrarium_engine::random::{Purpose, Stream, below};
use tetrarium_engine::rating::net::{Activation, Layer, Net, Unit};
use tetrarium_engine::rating::{BANDS, Bands, NET};
use tetrarium_engine::{
    Controller, Danger, Function, Player, Reading, Rules, Search, Term, catalogue,
};
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

/// What a drawn player does besides choosing for one piece by weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Nothing.
    Plain,
    /// Its weights differ from band to band of danger.
    Bands,
    /// It has a table for every local pattern.
    Patterns,
    /// It looks at two pieces.
    TwoPiece,
    /// It looks at a piece and all that may follow.
    Expectimax,
}

/// A player drawn by a number, which the GPU plays: some terms of bcts and some more features, one
/// in eight of them with a power and some compared with the board before, under rules drawn as
/// well.
pub fn drawn(number: u64, kind: Drawn) -> Result<Player, Failure> {
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
        if matches!(kind, Drawn::TwoPiece | Drawn::Expectimax) {
            rules.set("search-score", ["leaf", "sum"][draw(2)])?;
            controller.search = Search::expectimax(2);
        }
        if kind == Drawn::TwoPiece {
            rules.set("visible", "2")?;
            controller.search = Search::TWO_PIECE;
        }
        controller.rating.terms.retain(|_| draw(4) > 0);
        let more = draw(20);
        for _ in 0..more {
            let feature = FEATURES[draw(FEATURES.len())];
            let modifier = ["", "", "", "delta-"][draw(4)];
            let is_there = controller
                .rating
                .terms
                .iter()
                .any(|term| std::ptr::eq(term.reading.feature, feature));
            let Ok(reading) = Reading::named(&format!("{modifier}{}", feature.name)) else {
                continue;
            };
            if is_there || feature.is_pattern() {
                continue;
            }
            // What is better when it is more, as rows removed, is drawn with the other sign.
            let is_good = matches!(feature.name, "removed-lines" | "eroded-piece-cells");
            let sign = if is_good { 1.0 } else { -1.0 };
            let mut weight = || sign * (1 + draw(64)) as f64 / 32.0;
            let count = feature.count.on(rules.board.width());
            let mut functions: Vec<Function> =
                (0..count).map(|_| Function::linear(weight())).collect();
            if kind != Drawn::Bands && draw(8) == 0 {
                let power = |function: &Function| {
                    Function::power(function.weight().unwrap_or_default(), 1.5)
                };
                functions = functions.iter().map(power).collect();
            }
            controller.rating.terms.push(Term { reading, functions });
        }
        match kind {
            Drawn::Bands => {
                let first = 2 + draw(20) as i32;
                let by = [Danger::Height, Danger::Pile, Danger::Cover][draw(3)];
                in_bands(&mut controller, by, &[first, first + 1 + draw(20) as i32]);
            }
            Drawn::Patterns => add_patterns(&mut controller, rules.board.width())?,
            Drawn::Plain | Drawn::TwoPiece | Drawn::Expectimax => {}
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

/// Gives a rating weights that differ from band to band of danger, by up to a fifth.
fn in_bands(controller: &mut Controller, by: Danger, bounds: &[i32]) {
    controller.rating.kind = &BANDS;
    controller.rating.bands = Bands {
        by,
        bounds: bounds.to_vec(),
    };
    let functions = controller.rating.terms.iter_mut();
    let functions = functions.flat_map(|term| &mut term.functions);
    for (place, function) in (1..).zip(functions) {
        if let Some(weight) = function.weight() {
            let part = |band: usize| (place * (band + 3) % 11) as f64 / 11.0;
            let bands = (0..=bounds.len()).map(|band| weight * (0.8 + 0.4 * part(band)));
            *function = Function::in_bands(bands.collect());
        }
    }
}

/// bcts with weights that differ from band to band.
pub fn bands(search: Option<Search>, settings: &[(&str, &str)]) -> Result<Player, Failure> {
    let first = player("bcts", search, settings)?;
    let mut controller = first.controller().clone();
    controller.name = "bands".to_string();
    in_bands(&mut controller, Danger::Pile, &[8, 20]);
    Ok(Player::new(&controller, first.rules())?)
}

/// tetrarium-3 with a table of small random scores for every local pattern, in every place.
pub fn patterns(search: Option<Search>, settings: &[(&str, &str)]) -> Result<Player, Failure> {
    let first = player("tetrarium-3", search, settings)?;
    let mut controller = first.controller().clone();
    controller.name = "patterns".to_string();
    add_patterns(&mut controller, first.rules().board.width())?;
    Ok(Player::new(&controller, first.rules())?)
}

fn add_patterns(controller: &mut Controller, width: usize) -> Result<(), Failure> {
    for (kind, (name, scores)) in
        (0..).zip([("surface-4", 729), ("surface-5", 625), ("cover", 501)])
    {
        let reading = Reading::named(name)?;
        let table = |place: usize| {
            let stream = Stream::new(1, 100 * kind + place as u64, Purpose::Sampling);
            let score = |index| f64::from(stream.block(index)[0] >> 20) / 1024.0;
            Function::table(0, (0..scores).map(score).collect::<Vec<f64>>())
        };
        let places = reading.feature.count.on(width);
        controller.rating.terms.push(Term {
            reading,
            functions: (0..places).map(table).collect(),
        });
    }
    Ok(())
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

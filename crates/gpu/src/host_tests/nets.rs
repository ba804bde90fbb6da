//! Nets: random ones beside the terms of bcts.

use std::sync::Arc;

use tetrarium_engine::features::{FEATURES, Kind};
use tetrarium_engine::random::{Purpose, Stream, below};
use tetrarium_engine::rating::NET;
use tetrarium_engine::rating::net::{Activation, Layer, Net, Unit};
use tetrarium_engine::{Controller, Player, Reading, Rules, Search, catalogue};
use tetrarium_lab::Length;
use tetrarium_lab::play::Danger;

use super::patterns::{ALL, patterns};
use super::{check_boards, check_candidates, check_games, climbs, player, positions, rules};
use crate::KernelSource;
use Activation::{ClippedRelu, Linear, Relu, Square, Tanh};

/// The features of Bertsekas and Ioffe, and some of the move.
const FEW: [&str; 6] = [
    "column-height",
    "column-difference",
    "max-height",
    "holes",
    "landing-height",
    "eroded-piece-cells",
];

/// What a random net is to be.
#[derive(Clone, Copy)]
pub struct Shape<'a> {
    pub features: &'a [&'a str],
    /// Hidden layers.
    pub hidden: &'a [(usize, Activation)],
    /// The greatest size of a weight of the first layer; the units of the others have such weights
    /// that about as large numbers come out as go in.
    pub weight: u32,
    /// By how many bits its scores are smaller than they could be: with some, it plays much as bcts
    /// does.
    pub quiet: u32,
}

pub const SHAPE: Shape = Shape {
    features: &FEW,
    hidden: &[(32, Relu)],
    weight: 2000,
    quiet: 0,
};

pub const QUIET: Shape = Shape { quiet: 12, ..SHAPE };

/// A player by a random net beside the terms of bcts.
pub fn net(shape: Shape, seed: u64, search: Option<Search>, settings: &[(&str, &str)]) -> Player {
    let mut controller = Controller::clone(catalogue::named("bcts").unwrap());
    controller.search = search.unwrap_or(controller.search);
    with_net(controller, shape, seed, &rules(settings))
}

/// A player by a random net beside the terms of a controller.
fn with_net(mut controller: Controller, shape: Shape, seed: u64, rules: &Rules) -> Player {
    let readings = shape.features.iter();
    let inputs: Vec<Reading> = readings.map(|name| Reading::named(name).unwrap()).collect();
    let stream = Stream::new(seed, 0, Purpose::Sampling);
    let mut drawn = 0;
    let mut draw = |most: u32| {
        drawn += 1;
        i64::from(below(stream.word(drawn), 2 * most + 1)) - i64::from(most)
    };
    let counts = inputs
        .iter()
        .map(|reading| reading.feature.count.on(rules.board.width()));
    let mut before: usize = counts.sum();
    let mut weight = shape.weight;
    let layers = shape.hidden.iter().chain(&[(1, Linear)]);
    let layers = layers.map(|&(units, activation)| {
        let mut unit = || Unit {
            bias: 300 * draw(weight),
            weights: (0..before).map(|_| draw(weight) as i32).collect(),
        };
        let units: Vec<Unit> = (0..units).map(|_| unit()).collect();
        let shift = if weight == shape.weight { 1 } else { 8 };
        (before, weight) = (units.len(), 500);
        Layer {
            activation,
            shift,
            units,
        }
    });
    let mut net = Net {
        inputs,
        layers: layers.collect(),
        scale: 12,
    };
    controller.rating.kind = &NET;
    let mut with_shift = |shift: u32| {
        net.layers.last_mut().unwrap().shift = shift;
        controller.rating.net = Some(Arc::new(net.clone()));
        Player::new(&controller, rules)
    };
    let least = (0..).find(|shift| with_shift(*shift).is_ok());
    with_shift(least.unwrap() + shape.quiet).unwrap()
}

#[test]
fn scores_and_choices_by_nets() {
    let with = |hidden| Shape { hidden, ..SHAPE };
    for (hidden, settings) in [
        (&[][..], &[("board", "9x14")][..]),
        (&[(32, Relu)], &[]),
        (
            &[(7, ClippedRelu)],
            &[("board", "4x4"), ("suicide", "considered")],
        ),
        (
            &[(64, ClippedRelu), (5, Relu), (3, ClippedRelu)],
            &[("board", "10x12"), ("overflow", "clears-first")],
        ),
        (
            &[(12, Tanh), (6, Tanh)],
            &[
                ("board", "7x9"),
                ("overflow", "top-row"),
                ("suicide", "zero"),
            ],
        ),
        (
            &[(10, Square), (4, Linear), (9, Tanh)],
            &[("board", "6x28"), ("suicide", "considered")],
        ),
        (
            &[(16, Relu)],
            &[
                ("board", "16x28"),
                ("suicide", "considered"),
                ("overflow", "clears-first"),
            ],
        ),
    ] {
        for seed in [1, 2] {
            check_boards(&net(with(hidden), seed, None, settings), 6);
        }
    }
}

/// Every feature that a net can read there, in three parts, with and without modifiers.
#[test]
fn every_feature_that_is_a_whole_number() {
    let features = FEATURES.iter().filter(|feature| {
        let discrete = feature.slot.is_some() && feature.unit.is_discrete();
        discrete && !feature.is_pattern()
    });
    let features: Vec<_> = features.collect();
    for (part, modifier) in ["", "squared-", "delta-", "squared-delta-"]
        .into_iter()
        .enumerate()
    {
        let some = features.iter().filter(|feature| {
            let several = feature.count.on(8) > 1;
            (part < 2 || feature.kind() == Kind::Board) && (part == 0 || !several)
        });
        let names: Vec<String> = some.map(|f| format!("{modifier}{}", f.name)).collect();
        // The square of some names is another feature.
        let mut seen: Vec<Reading> = Vec::new();
        for name in &names {
            let reading = Reading::named(name).unwrap();
            if reading.feature.count.on(8) < 9 && !seen.contains(&reading) {
                seen.push(reading);
            }
        }
        let names: Vec<String> = seen.iter().map(Reading::to_string).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let shape = Shape {
            features: &names,
            weight: 300,
            ..SHAPE
        };
        let settings = [("board", "8x10"), ("suicide", "considered")];
        check_boards(&net(shape, 3, None, &settings), 6);
    }
}

/// Values beyond 32 bits are computed in 64.
#[test]
fn values_of_any_size() {
    let wide = |player: &Player| {
        let source = KernelSource::new(&[player]).unwrap();
        source.text.contains("#define NET_WIDE 1")
    };
    assert!(!wide(&net(SHAPE, 4, None, &[])));
    for hidden in [&[(9, Relu), (5, Linear)][..], &[(9, Square)]] {
        let shape = Shape {
            hidden,
            weight: 1 << 24,
            ..SHAPE
        };
        let player = net(shape, 4, None, &[("suicide", "considered")]);
        assert!(wide(&player));
        check_boards(&player, 6);
    }
}

#[test]
fn whole_games_by_nets() {
    let hidden = &[(20, ClippedRelu), (8, Relu)];
    let shape = Shape { hidden, ..QUIET };
    for (shape, settings) in [
        (QUIET, &[("board", "10x9")][..]),
        (shape, &[("board", "6x10"), ("pieces", "bag")]),
        (
            shape,
            &[
                ("board", "8x8"),
                ("overflow", "top-row"),
                ("suicide", "considered"),
            ],
        ),
        (shape, &[("board", "9x8"), ("overflow", "clears-first")]),
    ] {
        let player = net(shape, 5, None, settings);
        check_games(&player, 45, Length::AtMost(600));
    }
}

#[test]
fn nets_of_two_pieces_and_an_unknown_second() {
    let (two, expectimax) = (Some(Search::TWO_PIECE), Some(Search::expectimax(2)));
    let of_boards = Shape {
        features: &FEW[..4],
        ..QUIET
    };
    for (shape, search, settings) in [
        (QUIET, two, &[("board", "6x8"), ("visible", "2")][..]),
        (
            QUIET,
            expectimax,
            &[("board", "5x6"), ("suicide", "considered")],
        ),
        (
            of_boards,
            expectimax,
            &[("board", "6x8"), ("search-score", "sum")],
        ),
    ] {
        let player = net(shape, 6, search, settings);
        check_boards(&player, 3);
        check_games(&player, 34, Length::AtMost(60));
    }
}

#[test]
fn nets_beside_patterns_and_candidates_without_a_net() {
    let settings = [("board", "8x8")];
    let of_patterns = patterns(&ALL[1..2], 1, None, &settings);
    let controller = of_patterns.controller().clone();
    check_candidates(&[
        net(QUIET, 7, None, &settings),
        with_net(controller, QUIET, 8, of_patterns.rules()),
        player("bcts", None, &settings),
        net(QUIET, 9, None, &settings),
    ]);
}

#[test]
fn estimates_of_players_by_nets() {
    let players = [9, 10].map(|seed| net(QUIET, seed, None, &[("board", "8x10")]));
    positions::check_estimate(&players[0]);
    climbs::check(&players, Danger::Pile, 40, 0);
}

#[test]
fn nets_that_the_gpu_does_not_compute_are_refused_with_the_reason() {
    let refused = |players: &[&Player]| KernelSource::new(players).unwrap_err().reason;
    for feature in ["mean-hole-depth", "height-rbf", "surface-4", "piece-cells"] {
        let features = ["holes", feature];
        let shape = Shape {
            features: &features,
            ..SHAPE
        };
        let reason = format!("the feature {feature} of its net is not computed there");
        assert_eq!(refused(&[&net(shape, 1, None, &[])]), reason);
    }
    let with = |hidden| net(Shape { hidden, ..SHAPE }, 1, None, &[]);
    let large = refused(&[&with(&[(65, Relu)])]);
    assert!(large.contains("has 65 units"), "{large}");
    let other = refused(&[&with(&[(3, Relu)]), &with(&[(3, ClippedRelu)])]);
    assert!(other.contains("share the features and units"), "{other}");
}

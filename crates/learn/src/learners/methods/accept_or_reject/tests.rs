//! Known answers of a net that accepts or rejects.

use tetrarium_engine::Game;

use super::*;
use crate::learners::playing::{choice, player};
use crate::learners::testing::{iterate, setting};
use crate::learners::{Config, Learner};

const INPUTS: [&str; 2] = ["cells-before", "piece-cells"];

fn config() -> AcceptOrReject {
    AcceptOrReject {
        units: 6,
        games: 20,
        ..Default::default()
    }
}

#[test]
fn the_gradient_is_that_of_finite_differences() {
    let mut net = Net::new(3, &layers(4), 2);
    let decisions: Vec<Decision> = [([1.0, 0.0, 1.0], true), ([0.0, 1.0, 1.0], false)]
        .into_iter()
        .map(|(input, accepted)| Decision {
            probability: sigmoid(net.forward(&input, &mut Trace::default())[0]),
            input: input.to_vec(),
            accepted,
        })
        .collect();
    let mut gradient = vec![0.0; net.parameters().len()];
    add_gradient(&net, &decisions, 3.0, &mut gradient);
    for (place, slope) in gradient.iter().enumerate() {
        let old = net.parameters()[place];
        let mut loss = |value: f64| -> f64 {
            net.parameters_mut()[place] = value;
            let logarithm = |one: &Decision| {
                let p = sigmoid(net.forward(&one.input, &mut Trace::default())[0]);
                libm::log(if one.accepted { p } else { 1.0 - p })
            };
            -3.0 * decisions.iter().map(logarithm).sum::<f64>()
        };
        let difference = (loss(old + 1e-6) - loss(old - 1e-6)) / 2e-6;
        loss(old);
        assert!((difference - slope).abs() < 1e-7, "{place}");
    }
}

/// The rating makes the first move above a half, or else the highest.
#[test]
fn the_player_is_the_one_of_the_report() {
    let setting = setting(&[("board", "6x9"), ("suicide", "considered")], &INPUTS, 5);
    let values = setting.values();
    let (mut accepted, mut none) = (0, 0);
    for (seed, bias) in [(1, 0.0), (2, -0.6), (3, -3.0)] {
        let mut net = Net::new(values.count(), &layers(6), seed);
        *net.parameters_mut().last_mut().unwrap() = bias;
        let parameters = config();
        let rating = State::rating(&setting, &parameters, net.parameters());
        let player = player(&setting.rules, rating);
        let mut sparse = Sparse::new(&net);
        let mut game = Game::new(&setting.rules, seed, 0);
        for turn in 0..200 {
            let Some(view) = game.view() else {
                game.restart();
                continue;
            };
            let mut row = vec![0; values.count()];
            let rated: Vec<(Move, f64)> = view
                .moves()
                .map(|played| {
                    values.of_move(&played, &mut row);
                    let probability = sigmoid(sparse.outputs(&values.real(&row))[0]);
                    (played, probability)
                })
                .collect();
            let first = rated.iter().find(|(_, probability)| *probability > 0.5);
            let highest = rated
                .iter()
                .rev()
                .max_by(|a, b| a.1.total_cmp(&b.1))
                .unwrap();
            // Whole numbers cannot tell moves apart that are nearer than this.
            let near = rated.iter().any(|(played, p)| {
                let other = played.landing != highest.0.landing;
                (p - 0.5).abs() < 1e-3 || other && (p - highest.1).abs() < 1e-3
            });
            let right = &first.unwrap_or(highest).0;
            match first {
                Some(_) => accepted += 1,
                None => none += 1,
            }
            let found = choice(&player, view.board, view.piece);
            if !near && !right.ends {
                assert_eq!(found.map(|played| played.landing), Some(right.landing));
            }
            let at = (turn * 31) % rated.len();
            let placement = rated[at].0.landing.placement;
            game.place(placement).unwrap();
        }
    }
    assert!(accepted > 50 && none > 50, "{accepted}, {none}");
}

/// Where no game clears a line there is nothing to learn from: the weights stay what they were.
#[test]
fn without_a_payoff_nothing_is_learnt() {
    let rules = [("board", "10x8"), ("suicide", "considered")];
    let setting = setting(&rules, &INPUTS, 5);
    let mut learner = Learner::new(Config::AcceptOrReject(config()), setting).unwrap();
    let before = learner.genes();
    iterate(&mut learner);
    let log = iterate(&mut learner);
    assert_eq!((log["scored"], log["gradient"]), (0.0, 0.0));
    assert!(log["tried"] > 1.0);
    assert_eq!(learner.genes(), before);
}

/// Where every game clears lines, it clears more of them after some steps.
#[test]
fn with_a_payoff_it_learns() {
    let rules = [
        ("board", "4x8"),
        ("pieces", "only:O"),
        ("suicide", "considered"),
    ];
    let setting = setting(&rules, &INPUTS, 5);
    let config = AcceptOrReject {
        rate: 0.02,
        games: 100,
        max_pieces: 30,
        ..config()
    };
    let mut learner = Learner::new(Config::AcceptOrReject(config), setting).unwrap();
    let means: Vec<f64> = (0..40)
        .map(|_| iterate(&mut learner)["mean-before"])
        .collect();
    let (first, last) = (means[0], means[39]);
    assert!(last > 1.3 * first, "{first}, {last}");
}

//! Known answers of Q-learning with a Gaussian process.

use tetrarium_engine::{Game, Move};

use super::*;
use crate::learners::Config;
use crate::learners::testing::{iterate, setting};
use crate::learners::{Learner, Setting};

const FEATURES: [&str; 4] = ["max-height", "holes", "column-height", "mean-hole-depth"];

fn small(features: &[&str]) -> Setting {
    setting(&[("board", "6x10"), ("suicide", "zero")], features, 3)
}

fn learner(config: GaussianProcessQLearning, setting: Setting) -> Learner {
    Learner::new(Config::GaussianProcessQLearning(config), setting).unwrap()
}

/// Moves at random.
fn moves(setting: &Setting, count: u64) -> Vec<Move> {
    let mut game = Game::new(&setting.rules, 3, 0);
    let mut moves = Vec::new();
    for turn in 0..count {
        let Some(view) = game.view() else {
            game.restart();
            continue;
        };
        let landings = view.landings();
        let chosen = landings[(turn * 7919) as usize % landings.len()].placement;
        moves.push(game.place(chosen).unwrap());
    }
    moves
}

/// A process over the moves of random games, and their scale.
fn learnt(setting: &Setting, degree: u32) -> (Process, Scale, Vec<Vec<f64>>) {
    let values = setting.values();
    let mut row = vec![0; values.count()];
    let mut read = |played: &Move| {
        values.of_move(played, &mut row);
        values.real(&row)
    };
    let rows: Vec<Vec<f64>> = moves(setting, 300).iter().map(&mut read).collect();
    let scale = Scale::of(&rows, values.count());
    let mut process = Process::new(Form {
        degree,
        noise: 0.1,
        novelty: 0.01,
        most: 100,
    });
    for row in &rows {
        process.add(&scale.standard(row), row[0] - 0.3 * row[1] * row[2]);
    }
    (process, scale, rows)
}

#[test]
fn the_form_is_the_sum_of_kernels() {
    let setting = small(&FEATURES);
    for degree in [1, 2] {
        let (process, scale, rows) = learnt(&setting, degree);
        let form = form_of(&process, degree, &scale);
        assert_eq!(form.len(), coefficients(9));
        let weights = process.weights();
        for row in &rows {
            let x = scale.standard(row);
            let sum: f64 = weights
                .iter()
                .zip(process.points())
                .map(|(weight, point)| {
                    let product: f64 = point.iter().zip(&x).map(|(a, b)| a * b).sum();
                    let base = 1.0 + product / 9.0;
                    weight * if degree == 1 { base } else { base * base }
                })
                .sum();
            let found = at(&form, row);
            assert!((found - sum).abs() < 1e-8, "{degree}: {found}, {sum}");
        }
    }
}

#[test]
fn the_rating_is_the_form() {
    let setting = small(&FEATURES);
    let (process, scale, rows) = learnt(&setting, 2);
    let form = form_of(&process, 2, &scale);
    for reward in [Reward::Learnt, Reward::Known] {
        let parameters = GaussianProcessQLearning {
            reward,
            ..Default::default()
        };
        let rating = State::rating(&setting, &parameters, &form);
        rating.check(setting.rules.board).unwrap();
        let mut lines = 0;
        for (played, row) in moves(&setting, 300).iter().zip(&rows) {
            let mut right = at(&form, row);
            if reward == Reward::Known {
                right += f64::from(played.lines) / 0.9;
                lines += played.lines;
            }
            let found = rating.real(played);
            assert!((found - right).abs() < 0.02, "{found}, {right}");
        }
        assert!(reward == Reward::Learnt || lines > 0);
    }
    // Nothing learnt is a rating too.
    let nothing = vec![0.0; coefficients(9)];
    let rating = State::rating(&setting, &GaussianProcessQLearning::default(), &nothing);
    rating.check(setting.rules.board).unwrap();
}

/// Where every move that does not end the game is worth 3, games end when nothing else is left, and
/// nothing follows their last recorded move.
#[test]
fn targets_are_the_reward_and_the_best_that_follows() {
    let setting = small(&["max-height", "holes"]);
    for reward in [Reward::Learnt, Reward::Known] {
        let parameters = GaussianProcessQLearning {
            reward,
            ..Default::default()
        };
        let task = Games {
            form: vec![3.0, 0.0, 0.0, 0.0, 0.0, 0.0],
            random: 0.0,
            seed: 9,
            first: 0,
            count: 30,
        };
        let found = State::perform(&setting, &parameters, &task, &mut |_| true).unwrap();
        let count = found.targets.len();
        assert_eq!(found.rows.len(), 2 * count);
        assert!(found.lines > 0 && count > 200);
        match reward {
            Reward::Learnt => {
                let sum: f64 = found.targets.iter().sum();
                let right = found.lines as f64 + 2.7 * (count - 30) as f64;
                assert!((sum - right).abs() < 1e-9, "{sum}, {right}");
            }
            Reward::Known => {
                let last = found.targets.iter().filter(|target| **target == 0.0);
                assert_eq!(last.count(), 30);
                // The best move removes as many lines as can be, and it is made.
                let lines = found.targets.iter().map(|target| (target - 2.7).max(0.0));
                assert!((lines.sum::<f64>() - found.lines as f64).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn it_learns_to_clear_lines() {
    let rules = [("board", "5x8"), ("suicide", "zero")];
    let features = ["max-height", "holes", "column-difference"];
    let config = GaussianProcessQLearning {
        reward: Reward::Known,
        ..Default::default()
    };
    let mut learner = learner(config, setting(&rules, &features, 3));
    let first = iterate(&mut learner)["mean-before"];
    let logs: Vec<Log> = (0..20).map(|_| iterate(&mut learner)).collect();
    let last: f64 = logs[15..].iter().map(|log| log["mean-before"]).sum::<f64>() / 5.0;
    assert!(last > 4.0 * first, "{first}, {last}");
    assert_eq!(logs[19]["random"], 0.1 * libm::pow(0.99, 230.0));
}

#[test]
fn what_cannot_be_is_refused() {
    let error = |config: GaussianProcessQLearning, rules: &[(&str, &str)], feature: &str| {
        let setting = setting(rules, &["holes", feature], 1);
        config.validate(&setting).unwrap_err().to_string()
    };
    let plain = GaussianProcessQLearning::default;
    let ends = error(plain(), &[("suicide", "considered")], "max-height");
    assert!(ends.contains("use zero or avoided"), "{ends}");
    let known = GaussianProcessQLearning {
        reward: Reward::Known,
        ..plain()
    };
    assert!(error(known, &[], "removed-lines").contains("adds the reward itself"));
    let degree = GaussianProcessQLearning {
        degree: 3,
        ..plain()
    };
    assert!(error(degree, &[], "max-height").contains("1 or 2"));
    assert!(error(plain(), &[], "cells").contains("211 values"));
}

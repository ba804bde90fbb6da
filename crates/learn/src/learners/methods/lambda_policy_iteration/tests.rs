use super::*;
use crate::learners::testing::{setting, tiny};
use crate::learners::{Config, Learner};

/// The targets are the λ-returns: (1 − λ) Σ λ^(k−1) × the return that looks k moves ahead, of which
/// the last, at the end of the game, has all the weight that is left.
#[test]
fn targets_are_lambda_returns() {
    let setting = setting(&[("board", "4x4")], &["column-height"], 1);
    let values = setting.values();
    let weights = [3.0, -1.0, 2.5, 7.0];
    let rewards = [1, 0, 4];
    let mut rows = vec![0; 16];
    for board in 0..4 {
        rows[board * 5] = 1;
    }
    let game = Recorded {
        rows,
        rewards: rewards.to_vec(),
    };
    for (terminal, last) in [(Terminal::Zero, 0.0), (Terminal::Features, 7.0)] {
        for lambda in [0.0, 0.4, 1.0] {
            let parameters = LambdaPolicyIteration {
                lambda,
                discount: 0.5,
                terminal,
                ..Default::default()
            };
            let mut problem = LeastSquares::new(4);
            game.add_targets(&values, &weights, &parameters, true, &mut problem);
            let found = problem.solve(&[1.0; 4]).weights;
            let value = [3.0, -1.0, 2.5, last];
            for first in 0..3 {
                let (mut right, mut left, mut reward) = (0.0, 1.0, 0.0);
                for ahead in 1..=3 - first {
                    let factor = 0.5f64.powi(ahead as i32);
                    reward += f64::from(rewards[first + ahead - 1]) * factor * 2.0;
                    let at_end = first + ahead == 3;
                    let share = if at_end { left } else { left * (1.0 - lambda) };
                    right += share * (reward + factor * value[first + ahead]);
                    left -= share;
                }
                assert!((found[first] - right).abs() < 1e-8, "{lambda} {first}");
            }
            assert!((found[3] - last).abs() < 1e-8);
        }
    }
}

/// One feature that is 1 on every board: what is found is the weighted mean of the targets.
#[test]
fn boards_count_as_their_weights_say() {
    let setting = setting(&[("board", "4x4")], &["max-height"], 1);
    let values = setting.values();
    let game = Recorded {
        rows: vec![1; 4],
        rewards: vec![1, 0, 4],
    };
    // With λ = 1 and no value the targets are the discounted rewards to come.
    let targets = |discount: f64| [1.0 + 4.0 * discount * discount, 4.0 * discount, 4.0, 0.0];
    let cases: [(RowWeights, f64, [f64; 4]); 5] = [
        (RowWeights::Equal, 0.5, [1.0, 1.0, 1.0, 1.0]),
        // γλ = 1/2: (1/2)/(1-1/8), (1/2)/(1-1/4), 1.
        (RowWeights::Lambda, 0.5, [4.0 / 7.0, 2.0 / 3.0, 1.0, 1.0]),
        // γλ = 1: as if it were a little less.
        (RowWeights::Lambda, 1.0, [1.0 / 3.0, 1.0 / 2.0, 1.0, 1.0]),
        // N = 3: powers of γ · 2/3.
        (
            RowWeights::Length,
            0.5,
            [1.0 / 27.0, 1.0 / 9.0, 1.0 / 3.0, 1.0],
        ),
        (
            RowWeights::Length,
            1.0,
            [8.0 / 27.0, 4.0 / 9.0, 2.0 / 3.0, 1.0],
        ),
    ];
    for (row_weights, discount, weights) in cases {
        let parameters = LambdaPolicyIteration {
            lambda: 1.0,
            discount,
            row_weights,
            ..Default::default()
        };
        let mut problem = LeastSquares::new(1);
        game.add_targets(&values, &[0.0], &parameters, true, &mut problem);
        let found = problem.solve(&[1.0]).weights[0];
        let sum: f64 = weights.iter().sum();
        let right = weights.iter().zip(targets(discount)).map(|(w, y)| w * y);
        let right = right.sum::<f64>() / sum;
        assert!(
            (found - right).abs() < 1e-4,
            "{row_weights:?}: {found}, {right}"
        );
    }
}

/// Weights after an iteration on the tiny game from these, with a weight for each board.
fn iterated(weights: &[f64], lambda: f64) -> Vec<f64> {
    let setting = tiny::setting(5);
    let config = LambdaPolicyIteration {
        lambda,
        discount: 0.9,
        games: 1500,
        start: Weights::new(),
        ..Default::default()
    };
    config.validate(&setting).unwrap();
    let mut state = config.clone().start(&setting);
    state.weights = weights.to_vec();
    // Not the first iteration: moves that end the game are worth 0.
    state.done = 1;
    let tasks = state.ask(&setting, 1);
    let answer = |task| State::perform(&setting, &config, task, &mut |_| true).unwrap();
    let answers = tasks.iter().map(answer).collect();
    state.tell(&setting, answers);
    state.weights
}

/// From the values of the best play, no λ leads away: all errors have mean 0.
#[test]
fn the_value_of_the_best_play_is_a_fixed_point_of_every_lambda() {
    let best = tiny::optimum(0.9);
    for lambda in [0.0, 0.5, 1.0] {
        let found = iterated(&best, lambda);
        // Some 2,700 visits, with a standard deviation of 1.4 at most.
        assert!(
            (found[0] - best[0]).abs() < 0.1,
            "{lambda}: {} {}",
            found[0],
            best[0]
        );
    }
}

/// λ = 0 is value iteration, here from values of another policy.
#[test]
fn lambda_zero_looks_one_move_ahead() {
    let start: Vec<f64> = (0..122)
        .map(|board| f64::from(board * 37 % 11) / 10.0)
        .collect();
    let right = tiny::improved(&start, 0.9);
    let found = iterated(&start, 0.0);
    assert!(
        (found[0] - right[0]).abs() < 0.05,
        "{} {}",
        found[0],
        right[0]
    );
    assert!((found[0] - start[0]).abs() > 0.3);
}

/// λ = 1 is the mean of what the policy collects, whatever the weights say of other boards.
#[test]
fn lambda_one_measures_the_policy() {
    let start: Vec<f64> = (0..122)
        .map(|board| f64::from(board * 37 % 11) / 10.0)
        .collect();
    let setting = tiny::setting(5);
    let player = player(&setting.rules, setting.greedy(&start, 0.9));
    let (mut total, games) = (0.0, 10_000);
    for number in 0..games {
        let mut worth = 1.0;
        each_move(&player, (77, number), u64::MAX, &mut |_| true, |played| {
            total += worth * f64::from(played.lines);
            worth *= 0.9;
        });
    }
    let right = total / games as f64;
    let found = iterated(&start, 1.0)[0];
    assert!((found - right).abs() < 0.1, "{found} {right}");
}

#[test]
fn the_step_may_fall() {
    let setting = setting(&[("suicide", "zero")], &["holes"], 1);
    let config = LambdaPolicyIteration {
        step: 0.5,
        step_falls: Some(10.0),
        start: Weights::new(),
        ..Default::default()
    };
    let mut state = config.start(&setting);
    let mut weight = 0.0;
    for done in 0..5 {
        let mut problem = LeastSquares::new(1);
        problem.add(&[1], 8.0);
        state.tell(&setting, vec![Targets { problem, lines: 0 }]);
        weight += 0.5 * 10.0 / (10.0 + f64::from(done)) * (8.0 - weight);
        assert!((state.weights[0] - weight).abs() < 1e-9);
    }
}

#[test]
fn divergence_is_noticed() {
    let setting = setting(&[("suicide", "zero")], &["holes"], 1);
    let mut state = LambdaPolicyIteration {
        start: Weights::new(),
        ..Default::default()
    }
    .start(&setting);
    for (target, stop) in [(1e6, None), (1e12, Some(StopReason::Diverged))] {
        let mut problem = LeastSquares::new(1);
        problem.add(&[1], target);
        state.tell(&setting, vec![Targets { problem, lines: 0 }]);
        assert_eq!(state.stop(), stop);
        assert!((state.weights[0] - 1e6).abs() < 1e-3);
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |rules: &[(&str, &str)], features: &[&str], parameters: &str| {
        let text = format!("[lambda-policy-iteration]\n{parameters}");
        let config: Config = toml::from_str(&text).unwrap();
        Learner::new(config, setting(rules, features, 1)).unwrap_err()
    };
    let features = ["max-height", "holes"];
    let error = refused(&[("pieces", "bag")], &features, "");
    assert_eq!(error.field, "pieces");
    let error = refused(&[], &["max-height", "holes", "removed-lines"], "");
    assert_eq!(
        (error.field.as_str(), error.value.as_str()),
        ("features", "`removed-lines`")
    );
    let error = refused(&[], &features, "start.wells = 1.0");
    assert_eq!(
        (error.field.as_str(), error.value.as_str()),
        ("start", "`wells`")
    );
    let error = toml::from_str::<LambdaPolicyIteration>("row-weights = \"late\"").unwrap_err();
    assert!(
        error
            .message()
            .contains("expected one of `equal`, `lambda`, `length`")
    );
    for (field, value) in [
        ("lambda", "1.5"),
        ("discount", "0.0"),
        ("games", "0"),
        ("max-pieces", "0"),
        ("step", "0.0"),
        ("step-falls", "0.0"),
    ] {
        let error = refused(&[], &features, &format!("{field} = {value}"));
        assert_eq!(error.field, field);
    }
}

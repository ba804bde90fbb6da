use std::collections::BTreeMap;

use tetrarium_engine::{Move, Reading};

use super::*;
use crate::learners::expansion::moves_of;
use crate::learners::testing::{iterate, setting, tiny};
use crate::learners::{Config, Learner};

/// The features of Lagoudakis, Parr & Littman (2002), read after the move.
const FEATURES: [&str; 10] = [
    "constant",
    "max-height",
    "holes",
    "height-differences",
    "mean-height",
    "delta-holes",
    "delta-max-height",
    "delta-height-differences",
    "delta-mean-height",
    "removed-lines",
];

/// On the tiny game the value of a move is its lines and the discounted value of the board after
/// it: an indicator of each board and the lines are complete.
fn complete() -> Setting {
    let mut setting = tiny::setting(1);
    let lines = Reading::named("removed-lines").unwrap();
    setting.readings.push(lines);
    setting
}

/// All moves of the tiny game.
fn all_moves(rules: &tetrarium_engine::Rules) -> Vec<Move> {
    let boards = tiny::boards().0.iter();
    let of_board = |board| [Piece::S, Piece::Z].map(|piece| moves_of(rules, board, piece));
    boards.flat_map(of_board).flatten().collect()
}

fn sample(setting: &Setting, played: &Move) -> Sample {
    let values = setting.values();
    let mut row = vec![0; values.count()];
    values.of_move(played, &mut row);
    Sample {
        row,
        lines: played.lines,
        after: (!played.ends).then(|| played.after.columns().to_vec()),
    }
}

/// The value of each board of the tiny game under the policy that is greedy for weights of boards
/// and of lines, by sweeps.
fn value_of_policy(weights: &[f64], discount: f64) -> Vec<f64> {
    let rules = tiny::rules();
    let chosen = |board| {
        [Piece::S, Piece::Z].map(|piece| {
            let mut best: Option<(f64, Move)> = None;
            for played in moves_of(&rules, board, piece) {
                let worth = match tiny::number(&played.after) {
                    Some(after) if !played.ends => {
                        weights[after] + weights[122] * f64::from(played.lines)
                    }
                    _ => 0.0,
                };
                if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                    best = Some((worth, played));
                }
            }
            best.unwrap().1
        })
    };
    let chosen: Vec<[Move; 2]> = tiny::boards().0.iter().map(chosen).collect();
    let mut values = vec![0.0; 122];
    for _ in 0..500 {
        let worth = |played: &Move| match tiny::number(&played.after) {
            Some(after) if !played.ends => f64::from(played.lines) + discount * values[after],
            _ => 0.0,
        };
        values = chosen
            .iter()
            .map(|moves| (worth(&moves[0]) + worth(&moves[1])) / 2.0)
            .collect();
    }
    values
}

/// Carries out the round that follows the samples.
fn follow<P>(state: &mut State<P>, setting: &Setting, samples: Vec<Sample>) -> Log
where
    P: Kind + Serialize + DeserializeOwned,
{
    state.samples = Some(samples);
    let tasks = state.ask(setting, 1);
    let answer = |task| State::perform(setting, &state.config, task, &mut |_| true).unwrap();
    let answers = tasks.iter().map(answer).collect();
    match state.tell(setting, answers) {
        Round::Done(log) => log,
        Round::More => unreachable!("the samples are there"),
    }
}

/// Complete features give the exact value of every move of the policy, whichever moves are sampled
/// as long as all are.
#[test]
fn with_complete_features_a_policy_is_evaluated_exactly() {
    let setting = complete();
    let moves = all_moves(&setting.rules);
    // Weights that differ, so that no two moves of a board are equal.
    let mut start: Vec<f64> = (0..122).map(|board| f64::from(board * 37 % 122)).collect();
    start.push(60.0);
    for projection in [Projection::FixedPoint, Projection::BellmanResidual] {
        for repeated in [1, 3] {
            let config = LeastSquaresPolicyIteration {
                projection,
                ..Default::default()
            };
            let mut state = State::new(config, &setting);
            state.weights = vec![start.clone()];
            let all = moves.iter().enumerate();
            let samples = all.flat_map(|(number, played)| {
                let count = 1 + number % repeated;
                std::iter::repeat_n(sample(&setting, played), count)
            });
            follow(&mut state, &setting, samples.collect());
            let values = value_of_policy(&start, 0.9);
            let rated = setting.values();
            for played in &moves {
                let right = match tiny::number(&played.after) {
                    Some(after) if !played.ends => f64::from(played.lines) + 0.9 * values[after],
                    _ => 0.0,
                };
                let found = rated.rated(state.present(), &sample(&setting, played).row);
                assert!((found - right).abs() < 1e-8, "{found} {right}");
            }
        }
    }
}

/// Policy iteration with exact evaluation comes to the best policy.
#[test]
fn with_complete_features_it_finds_the_best_policy() {
    let setting = complete();
    let moves = all_moves(&setting.rules);
    let best = tiny::optimum(0.9);
    let samples: Vec<Sample> = moves
        .iter()
        .map(|played| sample(&setting, played))
        .collect();
    let mut state = State::new(LeastSquaresPolicyIteration::default(), &setting);
    let mut iterations = 0;
    while state.stop().is_none() && iterations < 30 {
        follow(&mut state, &setting, samples.clone());
        iterations += 1;
    }
    assert_eq!(state.stop(), Some(StopReason::Converged));
    let found = value_of_policy(state.present(), 0.9);
    for (found, best) in found.iter().zip(&best) {
        assert!((found - best).abs() < 1e-6, "{found} {best}");
    }
}

/// λ = 1 is the other method; λ = 0 does not depend on the projection.
#[test]
fn the_ends_of_lambda_are_known() {
    let setting = setting(&[("board", "6x8"), ("suicide", "zero")], &FEATURES, 3);
    let of = |text: &str| {
        let config: Config = toml::from_str(text).unwrap();
        let mut learner = Learner::new(config, setting.clone()).unwrap();
        let logs: Vec<Log> = (0..3).map(|_| iterate(&mut learner)).collect();
        (logs, learner.genes())
    };
    let name = "[least-squares-lambda-policy-iteration]\ndiscount = 0.9\nsamples = 500\n";
    let same = "[least-squares-policy-iteration]\ndiscount = 0.9\nsamples = 500\n";
    for projection in ["fixed-point", "bellman-residual"] {
        let with = |text: &str| of(&format!("{text}\nprojection = \"{projection}\""));
        assert_eq!(with(&format!("{name}lambda = 1.0")), with(same));
    }
    let with = |projection| {
        of(&format!(
            "{name}lambda = 0.0\nprojection = \"{projection}\""
        ))
    };
    assert_eq!(with("fixed-point"), with("bellman-residual"));
}

/// The identity of the features makes the system singular, and nothing else does.
#[test]
fn the_features_of_the_paper_have_rank_nine() {
    let setting = setting(&[("suicide", "zero")], &FEATURES, 1);
    let config = LeastSquaresPolicyIteration {
        samples: 2000,
        ..Default::default()
    };
    let config = Config::LeastSquaresPolicyIteration(config);
    let mut learner = Learner::new(config, setting).unwrap();
    for _ in 0..3 {
        let log = iterate(&mut learner);
        assert_eq!(log["rank"], 9.0);
        assert!(log["condition"] < 1e6, "{log:?}");
        assert!(learner.genes().iter().all(|weight| weight.abs() < 1e3));
    }
}

/// An answer that makes the weights of one feature what is wanted.
fn answer(weight: i64) -> Answer {
    let mut sums = Transitions::new(1);
    sums.add(&[1], &[0], u32::try_from(weight).unwrap());
    Answer::Sums(sums)
}

#[test]
fn cycles_and_convergence_are_noticed() {
    let setting = setting(&[("suicide", "zero")], &["holes"], 1);
    let reason = |weights: &[i64]| {
        let mut state = State::new(LeastSquaresPolicyIteration::default(), &setting);
        for weight in weights {
            assert_eq!(state.stop(), None);
            state.tell(&setting, vec![answer(*weight)]);
        }
        state.stop()
    };
    assert_eq!(reason(&[3, 4, 5, 6]), None);
    assert_eq!(reason(&[3, 4, 4]), Some(StopReason::Converged));
    assert_eq!(reason(&[3, 4, 5, 4]), Some(StopReason::Cycles));
    // What was longer ago than is remembered is forgotten.
    let mut long: Vec<i64> = (3..=3 + REMEMBERED as i64).collect();
    long.push(3);
    assert_eq!(reason(&long), None);
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |rules: &[(&str, &str)], text: &str| {
        let config: Config = toml::from_str(text).unwrap();
        Learner::new(config, setting(rules, &["holes"], 1)).unwrap_err()
    };
    let fields: BTreeMap<&str, &str> = BTreeMap::from([
        ("discount", "1.5"),
        ("samples", "0"),
        ("tolerance", "0.0"),
        ("start", "{ wells = 1.0 }"),
    ]);
    for name in [
        "least-squares-policy-iteration",
        "least-squares-lambda-policy-iteration",
    ] {
        let error = refused(&[("pieces", "bag")], &format!("[{name}]"));
        assert_eq!(error.field, "pieces");
        for (field, value) in &fields {
            let error = refused(&[], &format!("[{name}]\n{field} = {value}"));
            assert_eq!(error.field, *field);
        }
    }
    let error = refused(&[], "[least-squares-lambda-policy-iteration]\nlambda = 1.1");
    assert_eq!(error.field, "lambda");
}

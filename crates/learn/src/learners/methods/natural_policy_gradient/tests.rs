mod tables;

use super::*;
use crate::learners::expansion::ChoiceReader;
use crate::learners::testing::{iterate, setting, tiny};
use crate::learners::{Config, Learner};
use tetrarium_engine::{Move, Piece, Pieces, View, landings};
use turn::Turn;

const FEATURES: [&str; 3] = ["max-height", "holes", "removed-lines"];
const WEIGHTS: [f64; 3] = [-0.4, -0.3, 0.8];

/// The game of [`tiny`], with these features.
fn small(features: &[&str], seed: u64) -> Setting {
    let rules = [("board", "4x4"), ("pieces", "weighted:S=1,Z=1")];
    setting(&rules, features, seed)
}

/// A method that has these weights.
fn method(parameters: NaturalPolicyGradient, setting: &Setting, weights: &[f64]) -> State {
    parameters.validate(setting).unwrap();
    let mut state = parameters.start(setting);
    state.weights = weights.to_vec();
    state
}

/// The walks of an iteration.
fn walks(state: &State, setting: &Setting) -> Vec<Walk> {
    let tasks = state.ask(setting, 5);
    let walks = tasks
        .iter()
        .map(|task| State::perform(setting, &state.config, task, &mut |_| true).unwrap());
    walks.collect()
}

/// The turn of a piece on a board, and the moves of its placements.
fn turn(setting: &Setting, board: &Board, piece: Piece) -> (Turn, Vec<Move>) {
    let rules = &setting.rules;
    let prospect = Pieces::new(0, 0).prospect(&rules.pieces, 0);
    let view = View {
        rules,
        board,
        piece,
        next: None,
        prospect,
    };
    let mut turn = Turn::default();
    let values = setting.values();
    let mut reader = ChoiceReader::new(&values, rules);
    turn.read(&mut reader, &values, &view);
    let landings = landings(rules, board, piece);
    let landings = landings.iter();
    let landings = landings.filter(|landing| turn.placements.contains(&landing.placement));
    let moves = landings.map(|landing| Move::new(rules, board, piece, *landing));
    let moves = moves.collect();
    (turn, moves)
}

/// The mean lines and the mean moves of a game under the softmax policy of these weights, exactly.
fn lines_and_moves(setting: &Setting, weights: &[f64]) -> [f64; 2] {
    let boards = &tiny::boards().0;
    // For each board the chance, the lines and the board after each move that goes on; every piece
    // that has no such move ends the game.
    let follow = |board: &Board| -> Vec<(f64, f64, usize)> {
        let of_piece = |piece| {
            let (mut turn, moves) = turn(setting, board, piece);
            turn.weigh(weights);
            let follow = turn
                .policy
                .chances()
                .iter()
                .zip(moves)
                .map(|(chance, played)| {
                    let after = tiny::number(&played.after).unwrap();
                    (chance / 2.0, f64::from(played.lines), after)
                });
            follow.collect::<Vec<_>>()
        };
        [Piece::S, Piece::Z]
            .into_iter()
            .flat_map(of_piece)
            .collect()
    };
    let follow: Vec<_> = boards.iter().map(follow).collect();
    let mut values = vec![[0.0; 2]; boards.len()];
    for _ in 0..2000 {
        values = follow
            .iter()
            .map(|next| {
                let mut sums = [0.0, 1.0];
                for (chance, lines, after) in next {
                    sums[0] += chance * (lines + values[*after][0]);
                    sums[1] += chance * values[*after][1];
                }
                sums
            })
            .collect();
    }
    values[0]
}

/// The slopes of a function of the weights.
fn slopes(of: impl Fn(&[f64]) -> f64, weights: &[f64]) -> Vec<f64> {
    let at = |index: usize, by: f64| {
        let mut moved = weights.to_vec();
        moved[index] += by;
        of(&moved)
    };
    let slope = |index| (at(index, 1e-5) - at(index, -1e-5)) / 2e-5;
    (0..weights.len()).map(slope).collect()
}

fn length(vector: &[f64]) -> f64 {
    vector.iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn distance(one: &[f64], other: &[f64]) -> f64 {
    let differences: Vec<f64> = one.iter().zip(other).map(|(a, b)| a - b).collect();
    length(&differences)
}

/// With the baseline, and undiscounted, the estimate is the gradient of the lines a move; without
/// the baseline it is that of the lines a game, a move.
#[test]
fn the_gradient_is_that_of_the_exact_average_reward() {
    let setting = small(&FEATURES, 1);
    let config = NaturalPolicyGradient {
        moves: 300_000,
        trajectories: 3,
        discount: 1.0,
        ..Default::default()
    };
    let state = method(config, &setting, &WEIGHTS);
    let answers = walks(&state, &setting);
    let mut sums = Sums::new(3);
    answers.iter().for_each(|walk| sums.merge(&walk.sums));
    let lines: u64 = answers.iter().map(|walk| walk.reward).sum();
    let reward = lines as f64 / 300_000.0;
    let [of_lines, of_moves] = lines_and_moves(&setting, &WEIGHTS);
    assert!((reward - of_lines / of_moves).abs() < 2e-3);

    let exact = slopes(
        |weights| {
            let [lines, moves] = lines_and_moves(&setting, weights);
            lines / moves
        },
        &WEIGHTS,
    );
    let (_, gradient) = sums.means(300_000, 0.0, reward);
    let near = distance(&gradient, &exact) / length(&exact);
    assert!(near < 0.05, "{gradient:?}, exactly {exact:?}");

    let exact = slopes(
        |weights| lines_and_moves(&setting, weights)[0] / of_moves,
        &WEIGHTS,
    );
    let (_, gradient) = sums.means(300_000, 0.0, 0.0);
    let near = distance(&gradient, &exact) / length(&exact);
    assert!(near < 0.05, "{gradient:?}, exactly {exact:?}");
}

/// Theorem 1 of the paper.
#[test]
fn the_natural_gradient_is_the_least_squares_fit_of_what_moves_are_worth() {
    let setting = small(&FEATURES, 2);
    let config = NaturalPolicyGradient {
        step: StepKind::Plain,
        moves: 3000,
        trajectories: 2,
        ..Default::default()
    };
    let mut state = method(config.clone(), &setting, &WEIGHTS);
    let step = StepKind::Clipped;
    let recorded = walks(
        &method(NaturalPolicyGradient { step, ..config }, &setting, &WEIGHTS),
        &setting,
    );
    let answers = walks(&state, &setting);
    assert_eq!(
        recorded[1].board, answers[1].board,
        "the same moves are drawn"
    );
    let lines: u64 = answers.iter().map(|walk| walk.reward).sum();
    state.tell(&setting, answers);
    let fitted: Vec<f64> = state
        .weights
        .iter()
        .zip(WEIGHTS)
        .map(|(a, b)| a - b)
        .collect();

    // The gradient of the squared errors, and of the ridge.
    let values = setting.values();
    let mut slope: Vec<f64> = fitted
        .iter()
        .map(|weight| -1e-3 * 3000.0 * weight)
        .collect();
    let (mut turn, mut whole, mut score) = (Turn::default(), Vec::new(), vec![0.0; 3]);
    for walk in &recorded {
        let (mut end, mut worth) = (walk.record.rows.len(), 0.0);
        for played in walk.record.moves.iter().rev() {
            worth = if played.lost { 0.0 } else { 0.95 * worth };
            worth += f64::from(played.reward) - lines as f64 / 3000.0;
            let begin = end - 3 * played.placements as usize;
            if begin < end {
                walk.record.rows.read(begin..end, &mut whole);
                turn.take(values.real(&whole));
                turn.weigh(&WEIGHTS);
                turn.score_of(played.drawn as usize, &mut score);
                let fit: f64 = score.iter().zip(&fitted).map(|(a, b)| a * b).sum();
                for (slope, score) in slope.iter_mut().zip(&score) {
                    *slope += score * (worth - fit);
                }
            }
            end = begin;
        }
    }
    assert!(length(&slope) < 1e-8, "{slope:?}");
    assert!(length(&fitted) > 0.01);
}

/// The sum of the heights is the width times their mean.
#[test]
fn the_unit_of_a_feature_does_not_change_the_path_of_policies() {
    for step in [StepKind::Plain, StepKind::TrustRegion] {
        let path = |feature: &str| {
            let config = NaturalPolicyGradient {
                step,
                ridge: 0.0,
                moves: 2000,
                trajectories: 2,
                ..Default::default()
            };
            let setting = small(&[feature, "holes"], 3);
            let mut learner = Learner::new(Config::NaturalPolicyGradient(config), setting).unwrap();
            let mut path = Vec::new();
            for _ in 0..4 {
                iterate(&mut learner);
                path.push(learner.genes());
            }
            path
        };
        for (sum, mean) in path("sum-height").iter().zip(path("mean-height")) {
            assert!((4.0 * sum[0] - mean[0]).abs() < 1e-9 * mean[0].abs());
            assert!((sum[1] - mean[1]).abs() < 1e-9 * mean[1].abs());
        }
    }
}

#[test]
fn chances_and_their_gradients_are_those_of_a_softmax() {
    let setting = small(&FEATURES, 0);
    let board = &tiny::boards().0[0];
    let (turn, moves) = turn(&setting, board, Piece::S);
    assert!(moves.len() > 2 && moves.iter().all(|played| !played.ends));
    let weighed = |weights: &[f64]| {
        let mut turn = turn.clone();
        turn.weigh(weights);
        turn
    };
    let at = weighed(&WEIGHTS);
    assert!((at.policy.chances().iter().sum::<f64>() - 1.0).abs() < 1e-15);
    for index in 0..moves.len() {
        let mut score = [0.0; 3];
        at.score_of(index, &mut score);
        let exact = slopes(
            |weights| libm::log(weighed(weights).policy.chances()[index]),
            &WEIGHTS,
        );
        assert!(distance(&score, &exact) < 1e-8);
        assert!(
            (at.policy.logarithms()[index] - libm::log(at.policy.chances()[index])).abs() < 1e-12
        );
        let before: f64 = at.policy.chances()[..index].iter().sum();
        assert_eq!(
            at.policy.drawn(before + 0.5 * at.policy.chances()[index]),
            index
        );
    }
    let gradient = at.gradient_of_entropy(3);
    let exact = slopes(|weights| weighed(weights).policy.entropy(), &WEIGHTS);
    assert!(distance(&gradient, &exact) < 1e-8);
    let sure = weighed(&[-1e300, 1e300, 0.0]);
    assert!(
        sure.policy
            .chances()
            .iter()
            .all(|chance| chance.is_finite())
    );
}

/// A few moves make a batch, and the weights are a little away from those that drew them, so that
/// some moves are clipped.
#[test]
fn the_clipped_step_goes_up_the_clipped_objective() {
    let setting = small(&FEATURES, 4);
    let config = NaturalPolicyGradient {
        step: StepKind::Clipped,
        moves: 40,
        trajectories: 1,
        ..Default::default()
    };
    let state = method(config.clone(), &setting, &WEIGHTS);
    let answers = walks(&state, &setting);
    let values = setting.values();
    let mut layout = layout::Layout::<f32>::default();
    let climb = clipped::Climb::new(&config, &values, &answers, 0.1, &mut layout);
    let away = [-0.8, -0.2, 1.5];
    let objective = |weights: &[f64]| climb.objective(weights);
    let (gradient, flat) = climb.gradient(&away);
    assert!((1..20).contains(&flat), "{flat} of 40 moves are clipped");
    let exact = slopes(objective, &away);
    let near = distance(&gradient, &exact) / length(&exact);
    assert!(near < 1e-7, "{gradient:?}, exactly {exact:?}");
}

#[test]
fn every_step_learns_to_clear_rows() {
    for step in [StepKind::Plain, StepKind::TrustRegion, StepKind::Clipped] {
        let config = NaturalPolicyGradient {
            step,
            moves: 2000,
            trajectories: 4,
            rate: 0.003,
            ..Default::default()
        };
        let features = ["column-height", "column-difference", "max-height", "holes"];
        let setting = setting(&[("board", "6x8")], &features, 1);
        let mut learner = Learner::new(Config::NaturalPolicyGradient(config), setting).unwrap();
        let first = iterate(&mut learner);
        let last = (0..12).map(|_| iterate(&mut learner)).last().unwrap();
        let (before, after) = (first["reward"], last["reward"]);
        assert!(after > 1.5 * before, "{step:?}: {before}, {after}");
        assert!(last["entropy"] < first["entropy"] && last["step"] > 0.0);
        assert!(last["games-lost"] < first["games-lost"]);
    }
}

#[test]
fn the_rate_falls_to_nothing_and_the_method_ends() {
    let setting = small(&FEATURES, 4);
    let config = NaturalPolicyGradient {
        step: StepKind::Clipped,
        moves: 40,
        trajectories: 1,
        epochs: 1,
        rate_falls: Some(4),
        ..Default::default()
    };
    let mut falling = method(config.clone(), &setting, &WEIGHTS);
    let constant = NaturalPolicyGradient {
        rate_falls: None,
        ..config
    };
    let rate = constant.rate;
    for done in 0..4 {
        assert_eq!((falling.stop(), falling.done), (None, done));
        // The same step with a constant rate of what is left.
        let left = 1.0 - done as f64 / 4.0;
        let mut right = falling.clone();
        right.config = NaturalPolicyGradient {
            rate: rate * left,
            ..constant.clone()
        };
        let answers = walks(&falling, &setting);
        right.tell(&setting, answers.clone());
        falling.tell(&setting, answers);
        assert_eq!(
            (&falling.weights, &falling.adam),
            (&right.weights, &right.adam)
        );
    }
    assert_eq!(falling.stop(), Some(StopReason::Complete));
    let last = falling.weights.clone();
    let answers = walks(&falling, &setting);
    falling.tell(&setting, answers);
    assert_eq!(falling.weights, last);
}

#[test]
fn moves_that_end_the_game_are_treated_as_the_rules_say() {
    let high: Board = "
        |    |
        |##  |
        |##  |
        |##  |
        ------"
        .parse()
        .unwrap();
    let placements = |suicide: &str| {
        let mut setting = small(&FEATURES, 0);
        setting.rules.set("suicide", suicide).unwrap();
        let (turn, moves) = turn(&setting, &high, Piece::S);
        let rows = turn.whole.chunks_exact(3);
        let ending = rows.zip(&moves).filter(|(_, played)| played.ends);
        let ending: Vec<Vec<i64>> = ending.map(|(row, _)| row.to_vec()).collect();
        (moves.len(), ending)
    };
    let (avoided, none) = placements("avoided");
    assert!(none.is_empty());
    let (zero, ending) = placements("zero");
    assert_eq!(zero - avoided, ending.len());
    assert!(!ending.is_empty() && ending.iter().all(|row| row == &[0, 0, 0]));
    let (considered, ending) = placements("considered");
    assert_eq!(considered, zero);
    assert!(ending.iter().all(|row| row[0] > 4));
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |text: &str, rules: &[(&str, &str)]| {
        let config: NaturalPolicyGradient = toml::from_str(text).unwrap();
        let error = config.validate(&setting(rules, &FEATURES, 0)).unwrap_err();
        error.to_string()
    };
    for (text, right) in [
        (
            "moves = 0",
            "`moves` is 0: it must be between 1 and 10000000",
        ),
        (
            "trajectories = 0",
            "`trajectories` is 0: it must be between 1 and 10000000",
        ),
        (
            "moves = 5\ntrajectories = 6",
            "`trajectories` is 6: it must be at most 5, the moves",
        ),
        (
            "discount = 1.5",
            "`discount` is 1.5: it must be between 0 and 1",
        ),
        (
            "ridge = -1.0",
            "`ridge` is -1: it must be 0 or more, and at most 1e100",
        ),
        (
            "alpha = 0.0",
            "`alpha` is 0: it must be above 0 and at most 1e100",
        ),
        (
            "kappa = nan",
            "`kappa` is NaN: it must be above 0 and at most 1e100",
        ),
        (
            "clip = 0.0",
            "`clip` is 0: it must be above 0 and at most 1e100",
        ),
        (
            "epochs = 0",
            "`epochs` is 0: it must be between 1 and 10000000",
        ),
        (
            "batch = 0",
            "`batch` is 0: it must be between 1 and 10000000",
        ),
        (
            "rate = inf",
            "`rate` is inf: it must be above 0 and at most 1e100",
        ),
        (
            "step = \"clipped\"\nrate-falls = 0",
            "`rate-falls` is 0: it must be between 1 and 10000000",
        ),
        (
            "entropy = -1.0",
            "`entropy` is -1: it must be 0 or more, and at most 1e100",
        ),
        (
            "start = { wells = 1.0 }",
            "`start` is `wells`: name features of `rating.features` only",
        ),
    ] {
        assert_eq!(refused(text, &[]), right);
    }
    let original = refused("", &[("game", "original")]);
    assert!(original.ends_with("use simplified"), "{original}");
}

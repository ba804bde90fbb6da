use super::*;
use crate::learners::testing::{iterate, setting, tiny};
use crate::learners::{Config, Learner};

/// Carries out an iteration with these boards.
fn with_boards(state: &mut State, setting: &Setting, boards: &[Board]) -> Log {
    let columns = boards.iter().map(|board| board.columns().to_vec());
    let mut answers = vec![Answer::Boards(columns.collect())];
    loop {
        if let Round::Done(log) = state.tell(setting, answers) {
            return log;
        }
        let tasks = state.ask(setting, 1);
        let answer = |task| State::perform(setting, &state.config, task, &mut |_| true).unwrap();
        answers = tasks.iter().map(answer).collect();
    }
}

fn state(config: ApproximateLinearProgramming, setting: &Setting) -> State {
    config.validate(setting).unwrap();
    config.start(setting)
}

/// With a weight for each board and all boards in the program, the least value above its own
/// backup is that of the best play.
#[test]
fn with_complete_features_it_finds_the_value_of_the_best_play() {
    let setting = tiny::setting(1);
    for price in [None, Some(20.0)] {
        let config = ApproximateLinearProgramming {
            discount: 0.9,
            violation_price: price,
            ..Default::default()
        };
        let mut state = state(config, &setting);
        let log = with_boards(&mut state, &setting, &tiny::boards().0);
        let best = tiny::optimum(0.9);
        if price.is_none() {
            assert!(log["violation"] < 1e-6);
            for (found, best) in state.weights.iter().zip(&best) {
                assert!((found - best).abs() < 1e-5, "{found} {best}");
            }
        } else {
            // Violations may pay: the value is not above, and its mean lower.
            let mean = |values: &[f64]| values.iter().sum::<f64>() / 122.0;
            let paid = 20.0 * log["violation"];
            assert!(mean(&state.weights) + paid <= mean(&best) + 1e-4, "{log:?}");
        }
    }
}

/// With features that cannot tell boards apart the value is above that of the best play on every
/// board.
#[test]
fn with_all_boards_the_value_is_a_bound() {
    let mut setting = setting(
        &[],
        &["constant", "column-height", "max-height", "holes"],
        1,
    );
    setting.rules = tiny::rules();
    let config = ApproximateLinearProgramming {
        discount: 0.9,
        ..Default::default()
    };
    let mut state = state(config, &setting);
    with_boards(&mut state, &setting, &tiny::boards().0);
    let values = setting.values();
    let mut row = vec![0; values.count()];
    let mut nearest = f64::INFINITY;
    for (board, best) in tiny::boards().0.iter().zip(tiny::optimum(0.9)) {
        values.of_board(board, &mut row);
        let above = values.rated(&state.weights, &row) - best;
        assert!(above > -1e-4, "{above}");
        nearest = nearest.min(above);
    }
    // It is the least bound, so it is near the value somewhere.
    assert!(nearest < 1.0, "{nearest}");
}

/// A lower price of violations buys a lower mean value.
#[test]
fn cheaper_violations_make_a_lower_value() {
    let rules = [("board", "6x8"), ("suicide", "zero")];
    let setting = setting(&rules, &["constant", "max-height", "holes"], 1);
    let values = setting.values();
    let mut row = vec![0; values.count()];
    let empty = Board::empty(setting.rules.board);
    values.of_board(&empty, &mut row);
    let mut last = f64::INFINITY;
    for price in [None, Some(40.0), Some(11.0)] {
        let config = ApproximateLinearProgramming {
            discount: 0.9,
            boards: 300,
            violation_price: price,
            ..Default::default()
        };
        let config = Config::ApproximateLinearProgramming(config);
        let mut learner = Learner::new(config, setting.clone()).unwrap();
        let log = iterate(&mut learner);
        assert_eq!(log["violation"] > 1e-6, price.is_some(), "{log:?}");
        let value = values.rated(&learner.genes(), &row);
        assert!(value < last, "{price:?}: {value} {last}");
        last = value;
    }
}

/// The same feature twice: the weights are shared or one is 0, and none grows.
#[test]
fn dependent_features_do_no_harm() {
    let rules = [("board", "6x8"), ("suicide", "zero")];
    let features = [
        "constant",
        "mean-height",
        "sum-height",
        "holes",
        "full-cells",
    ];
    let setting = setting(&rules, &features, 1);
    let config = ApproximateLinearProgramming {
        boards: 200,
        ..Default::default()
    };
    let config = Config::ApproximateLinearProgramming(config);
    let mut learner = Learner::new(config, setting).unwrap();
    iterate(&mut learner);
    let genes = learner.genes();
    assert!(
        genes[1..].iter().all(|weight| weight.abs() < 100.0),
        "{genes:?}"
    );
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |rules: &[(&str, &str)], features: &[&str], parameters: &str| {
        let text = format!("[approximate-linear-programming]\n{parameters}");
        let config: Config = toml::from_str(&text).unwrap();
        Learner::new(config, setting(rules, features, 1)).unwrap_err()
    };
    let error = refused(&[("pieces", "bag")], &["holes"], "");
    assert_eq!(error.field, "pieces");
    let error = refused(&[], &["holes", "delta-holes"], "");
    assert_eq!(
        (error.field.as_str(), error.value.as_str()),
        ("features", "`delta-holes`")
    );
    let error = refused(&[], &["holes"], "start.wells = 1.0");
    assert_eq!(error.value, "`wells`");
    let error = refused(&[], &["holes"], "discount = 1.0");
    assert!(error.to_string().contains("it must be below 1"), "{error}");
    let error = refused(&[], &["holes"], "discount = 0.9\nviolation-price = 10.0");
    assert!(
        error
            .to_string()
            .contains("above 1/(1-discount), here 10.0"),
        "{error}"
    );
    for (field, value) in [
        ("discount", "0.0"),
        ("boards", "0"),
        ("spacing", "0"),
        ("violation-price", "-1.0"),
        ("largest-weight", "0.0"),
        ("rounds", "0"),
    ] {
        let error = refused(&[], &["holes"], &format!("{field} = {value}"));
        assert_eq!(error.field, field);
    }
}

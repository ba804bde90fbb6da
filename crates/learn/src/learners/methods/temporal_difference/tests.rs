//! Known answers of temporal differences.

use super::*;
use crate::learners::testing::{iterate, setting};
use crate::learners::{Config, Learner, Setting};

fn config() -> TemporalDifference {
    TemporalDifference {
        units: 8,
        rate: 0.01,
        discount: 0.5,
        ..Default::default()
    }
}

/// I lies down and clears a line, for ever.
fn endless() -> Setting {
    let rules = [("board", "4x6"), ("pieces", "only:I")];
    setting(&rules, &["cells"], 3)
}

/// With a discount of a half, 1 + ½ + ¼ + … = 2 moves are worth the same lines.
#[test]
fn the_value_of_an_endless_game_is_the_sum_of_the_series() {
    for reward in [Earns::Moves, Earns::Lines] {
        let config = TemporalDifference {
            reward,
            random: 0.0,
            max_pieces: 60,
            ..config()
        };
        let mut learner = Learner::new(Config::TemporalDifference(config), endless()).unwrap();
        let logs: Vec<Log> = (0..60).map(|_| iterate(&mut learner)).collect();
        let last = &logs[59];
        assert!(last["residual"] < 0.05, "{last:?}");
        if reward == Earns::Lines {
            assert!(last["mean-before"] > 50.0, "{last:?}");
        }
    }
}

/// The targets are the definition's, move by move.
#[test]
fn targets_are_the_reward_and_the_value_that_follows() {
    let setting = setting(&[("board", "6x8")], &["cells"], 3);
    let values = setting.values();
    let net = Net::new(values.count(), &layers(8), 4);
    let task = Games {
        net: net.clone(),
        seed: 5,
        first: 2,
        count: 1,
    };
    let found = State::perform(&setting, &config(), &task, &mut |_| true).unwrap();
    let rows: Vec<&[i64]> = found.rows.chunks_exact(values.count()).collect();
    assert_eq!(rows.len(), found.targets.len());
    let mut sparse = Sparse::new(&net);
    for (place, target) in found.targets.iter().enumerate() {
        let right = match rows.get(place + 1) {
            Some(next) => 1.0 + 0.5 * sparse.outputs(&values.real(next))[0],
            // The game ended.
            None => 0.0,
        };
        assert_eq!(*target, right, "{place}");
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let error = |rules: &[(&str, &str)], feature: &str| {
        let setting = setting(rules, &[feature], 1);
        config().validate(&setting).unwrap_err().to_string()
    };
    assert!(error(&[("suicide", "zero")], "cells").contains("use avoided"));
    assert!(error(&[], "piece-cells").contains("reads the move"));
    let wide = [("board", "16x28")];
    assert!(config().validate(&setting(&wide, &["cells"], 1)).is_ok());
    let mut config = config();
    config.units = 513;
    let units = config.validate(&endless()).unwrap_err().to_string();
    assert!(units.contains("between 1 and 512"), "{units}");
}

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::*;
use crate::learners::expansion::choices;
use crate::learners::testing::{iterate, setting, tiny};
use crate::learners::{Config, Learner};
use loss::{real, worth};
use rollouts::Rolling;
use tetrarium_engine::features::{Count, Read};
use tetrarium_engine::{Board, Feature, Move, Piece, Rules, landings};

/// A game with few boards.
struct Small {
    rules: Rules,
    pieces: Vec<Piece>,
    boards: Vec<Board>,
    numbers: BTreeMap<Vec<u32>, usize>,
}

impl Small {
    fn new(rules: Rules, pieces: &[Piece]) -> Small {
        let mut small = Small {
            boards: vec![Board::empty(rules.board)],
            pieces: pieces.to_vec(),
            numbers: BTreeMap::new(),
            rules,
        };
        let mut next = 0;
        while let Some(&board) = small.boards.get(next) {
            if small.numbers.contains_key(board.columns()) {
                small.boards.remove(next);
                continue;
            }
            small.numbers.insert(board.columns().to_vec(), next);
            next += 1;
            for &piece in pieces {
                let moves = choices(&small.rules, &board, piece);
                small.boards.extend(moves.map(|played| played.after));
            }
        }
        small
    }

    /// The worths of the placements of a piece, if boards have these values.
    fn worths(&self, values: &[f64], board: &Board, piece: Piece) -> Vec<f64> {
        let moves = choices(&self.rules, board, piece);
        let worth =
            |played: Move| f64::from(played.lines) + values[self.numbers[played.after.columns()]];
        moves.map(worth).collect()
    }

    /// The placement that a policy chooses.
    fn chosen(&self, setting: &Setting, weights: &[f64], board: &Board, piece: Piece) -> usize {
        let values = setting.values();
        let mut row = vec![0; values.count()];
        let scores: Vec<f64> = choices(&self.rules, board, piece)
            .map(|played| {
                values.of_move(&played, &mut row);
                values.rated(weights, &row)
            })
            .collect();
        let best = (0..scores.len())
            .rev()
            .max_by(|a, b| scores[*a].total_cmp(&scores[*b]));
        best.expect("there is a placement")
    }

    /// The values of all boards under a policy, exactly; under the best play for none.
    fn values(&self, policy: Option<(&Setting, &[f64])>) -> Vec<f64> {
        let of_piece = |board: &Board, piece: Piece, values: &[f64]| {
            let worths = self.worths(values, board, piece);
            match policy {
                _ if worths.is_empty() => 0.0,
                None => worths.iter().copied().fold(0.0, f64::max),
                Some((setting, weights)) => worths[self.chosen(setting, weights, board, piece)],
            }
        };
        let mut values = vec![0.0; self.boards.len()];
        for _ in 0..300 {
            let value = |board: &Board| {
                let pieces = self.pieces.iter();
                let sum: f64 = pieces.map(|piece| of_piece(board, *piece, &values)).sum();
                sum / self.pieces.len() as f64
            };
            values = self.boards.iter().map(value).collect();
        }
        values
    }
}

/// S alone on 5x4: a game without chance, in which no player clears more than four rows.
fn alone() -> &'static Small {
    static ALONE: OnceLock<Small> = OnceLock::new();
    ALONE.get_or_init(|| {
        let rules = setting(&[("board", "5x4"), ("pieces", "only:S")], &[], 0).rules;
        Small::new(rules, &[Piece::S])
    })
}

/// 1 on the board of this number: a weight for each board.
static TABLE: Feature = Feature::new(
    "table",
    "1 on the board of this number.",
    Read::Indexed(|board, index| i32::from(alone().numbers.get(board.columns()) == Some(&index))),
    |_| (0, 1),
)
.with_count(Count::Fixed(87));

/// A state with this board.
fn state(rules: &Rules, board: &Board) -> Move {
    let empty = Board::empty(rules.board);
    let landing = landings(rules, &empty, Piece::S)[0];
    Move {
        after: *board,
        ..Move::new(rules, &empty, Piece::S, landing)
    }
}

/// What each candidate loses.
fn losses(block: &Block, candidates: &[Vec<f64>]) -> Vec<f64> {
    let losses = block.losses(candidates, &mut || true).unwrap();
    losses.into_iter().map(real).collect()
}

/// With rollouts to the end of the game and a weight for each board DPI is policy iteration: the
/// loss of the decisions that are greedy for the values is 0, that of the policy is its regret, and
/// values rise until they are the best.
#[test]
fn with_a_table_and_long_rollouts_it_is_policy_iteration() {
    let game = alone();
    assert_eq!(game.boards.len(), 87);
    let setting = Setting {
        rules: game.rules.clone(),
        readings: vec![
            Reading::from(&TABLE),
            Reading::named("removed-lines").unwrap(),
        ],
        seed: 0,
        choices: Vec::new(),
    };
    let parameters = ClassificationPolicyIteration {
        value: false,
        horizon: 100,
        ..Default::default()
    };
    // The opposite of the best play.
    let mut weights: Vec<f64> = game.values(None).iter().map(|value| -value).collect();
    weights.push(-1.0);
    let mut values = game.values(Some((&setting, &weights)));
    let mut steps = 0;
    loop {
        let task = Rollouts {
            policy: weights.clone(),
            value: None,
            seed: 1,
            number: 0,
            states: 87,
        };
        let mut rolling = Rolling::new(&task, &setting, &parameters);
        let mut regret = 0.0;
        for (place, board) in game.boards.iter().enumerate() {
            let state = state(&game.rules, board);
            rolling.add(&state, place as u64, &mut |_| true).unwrap();
            let worths = game.worths(&values, board, Piece::S);
            if let Some(most) = worths.iter().copied().reduce(f64::max) {
                regret += most - worths[game.chosen(&setting, &weights, board, Piece::S)];
            }
        }
        let mut greedy = values.clone();
        greedy.push(1.0);
        assert_eq!(
            losses(&rolling.block, &[greedy.clone(), weights]),
            [0.0, regret]
        );
        weights = greedy;
        let better = game.values(Some((&setting, &weights)));
        assert!(better.iter().zip(&values).all(|(new, old)| new >= old));
        if better == values {
            assert_eq!(regret, 0.0);
            break;
        }
        assert!(regret > 0.0);
        (values, steps) = (better, steps + 1);
    }
    assert!(steps > 0);
    assert_eq!(values, game.values(None));
    assert_eq!(values[0], 4.0);
}

/// A short rollout and the exact value after it are worth in the mean what a long one is.
#[test]
fn rollouts_are_worth_what_the_policy_collects() {
    let mut rules = tiny::rules();
    rules.set("suicide", "avoided").unwrap();
    let game = Small::new(rules, &[Piece::S, Piece::Z]);
    assert_eq!(game.boards.len(), 122);
    let setting = Setting {
        rules: game.rules.clone(),
        readings: vec![Reading::from(&tiny::INDICATOR)],
        seed: 0,
        choices: Vec::new(),
    };
    let weights: Vec<f64> = (0..122).map(|k| f64::from(k * 37 % 101)).collect();
    let exact = game.values(Some((&setting, &weights)));
    // The numbers of `tiny` are those of this game: both go through the boards in the same order.
    let mut alpha = exact.clone();
    alpha.resize(128, 0.0);
    for (value, horizon) in [(None, 100), (Some(alpha.clone()), 1), (Some(alpha), 3)] {
        let parameters = ClassificationPolicyIteration {
            value: value.is_some(),
            horizon,
            rollouts: 4000,
            ..Default::default()
        };
        let task = Rollouts {
            policy: weights.clone(),
            value,
            seed: 3,
            number: 0,
            states: 1,
        };
        let mut rolling = Rolling::new(&task, &setting, &parameters);
        let state = state(&game.rules, &game.boards[0]);
        rolling.add(&state, 0, &mut |_| true).unwrap();
        // The piece is drawn.
        let worths = [Piece::S, Piece::Z].map(|piece| game.worths(&exact, &game.boards[0], piece));
        let met = rolling.block.means(4000.0);
        let near = |worths: &Vec<f64>| {
            let pairs = worths.iter().zip(&met);
            worths.len() == met.len() && pairs.into_iter().all(|(a, b)| (a - b).abs() < 0.1)
        };
        assert!(worths.iter().any(near), "{met:?}, exactly {worths:?}");
    }
}

/// The worth of a move under the best play of [`tiny`], in thousandths.
static WORTH: Feature = Feature::new(
    "worth",
    "What the move is worth.",
    Read::Move(|played| match tiny::number(&played.after) {
        Some(number) => {
            static VALUES: OnceLock<Vec<f64>> = OnceLock::new();
            let values = VALUES.get_or_init(|| tiny::optimum(1.0));
            (1000.0 * (f64::from(played.lines) + values[number])) as i32
        }
        None => 0,
    }),
    |_| (0, 10_000),
);

#[test]
fn a_feature_that_is_the_worth_itself_is_found() {
    let mut setting = setting(&[], &["holes", "max-height", "landing-height"], 0);
    setting.rules = tiny::rules();
    setting.rules.set("suicide", "avoided").unwrap();
    setting.readings.insert(1, Reading::from(&WORTH));
    let values = setting.values();
    let optimum = tiny::optimum(1.0);
    let mut blocks = Vec::new();
    for chunk in tiny::boards().0.chunks(50) {
        let mut block = Block::default();
        for board in chunk {
            for piece in [Piece::S, Piece::Z] {
                let (mut worths, mut rows, mut row) = (Vec::new(), Vec::new(), vec![0; 4]);
                for played in choices(&setting.rules, board, piece) {
                    values.of_move(&played, &mut row);
                    rows.extend(values.real(&row).iter().map(|value| *value as f32));
                    let after = tiny::number(&played.after).unwrap();
                    worths.push(worth(f64::from(played.lines) + optimum[after]));
                }
                if !worths.is_empty() {
                    block.add(&worths, &rows);
                }
            }
        }
        blocks.push(block);
    }
    let parameters = ClassificationPolicyIteration::default();
    let start = [1.0, 0.0, 0.0, 0.0];
    let mut search = Search::new(&parameters, blocks, &start, 1, Log::new()).unwrap();
    let (found, log) = loop {
        let mut sums = vec![0; search.candidates.len()];
        for block in &search.blocks {
            let losses = block.losses(&search.candidates, &mut || true).unwrap();
            sums.iter_mut()
                .zip(losses)
                .for_each(|(sum, loss)| *sum += loss);
        }
        if let Some(ended) = search.tell(&sums) {
            break ended;
        }
    };
    assert!(found[1] > 0.0, "{found:?}");
    assert!(log["loss"] < 1e-3 && log["loss-before"] > 0.1, "{log:?}");
}

#[test]
fn both_kinds_learn_the_small_game() {
    let mut rules = tiny::rules();
    rules.set("suicide", "avoided").unwrap();
    let game = Small::new(rules.clone(), &[Piece::S, Piece::Z]);
    for value in [false, true] {
        let config = ClassificationPolicyIteration {
            value,
            states: 250,
            horizon: 6,
            rollouts: 4,
            generations: 20,
            ..Default::default()
        };
        let features = ["removed-lines", "holes", "column-height", "row-transitions"];
        let setting = Setting {
            rules: rules.clone(),
            ..setting(&[], &features, 1)
        };
        let config = Config::ClassificationPolicyIteration(config);
        let mut learner = Learner::new(config, setting.clone()).unwrap();
        let before = game.values(Some((&setting, &learner.genes())))[0];
        let mut log = Log::new();
        for _ in 0..3 {
            log = iterate(&mut learner);
        }
        let after = game.values(Some((&setting, &learner.genes())))[0];
        assert!(after > 3.0 && after > before, "{value}: {before}, {after}");
        assert!(log["loss"] <= log["loss-before"], "{log:?}");
        assert_eq!(log.contains_key("residual"), value);
    }
}

#[test]
fn states_that_tell_nothing_are_left_out() {
    let mut block = Block::default();
    block.add(&[5, 5, 5], &[1.0, 2.0, 3.0]);
    assert_eq!(block.states(), 0);
    block.add(&[worth(1.0), worth(3.5)], &[1.0, 2.0]);
    assert_eq!(block.states(), 1);
    let candidates = [vec![1.0], vec![-1.0], vec![0.0]];
    assert_eq!(
        losses(&block, &candidates),
        [0.0, 2.5, 2.5],
        "the first among equals"
    );
    assert!(block.losses(&candidates, &mut || false).is_none());
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |text: &str, rules: &[(&str, &str)]| {
        let config: ClassificationPolicyIteration = toml::from_str(text).unwrap();
        let error = config.validate(&setting(rules, &["holes"], 0)).unwrap_err();
        error.to_string()
    };
    for (text, right) in [
        (
            "states = 0",
            "`states` is 0: it must be between 1 and 10000000",
        ),
        (
            "states = 10000001",
            "`states` is 10000001: it must be between 1 and 10000000",
        ),
        (
            "horizon = 0",
            "`horizon` is 0: it must be between 1 and 10000000",
        ),
        (
            "rollouts = 0",
            "`rollouts` is 0: it must be between 1 and 10000000",
        ),
        (
            "rollouts = 1001",
            "`rollouts` is 1001: it must be at most 1000, so that sums of what they are worth are \
             exact",
        ),
        ("pool = 0", "`pool` is 0: it must be between 1 and 10000000"),
        ("population = 3", "`population` is 3: it must be at least 4"),
        (
            "sigma = 0.0",
            "`sigma` is 0: it must be above 0 and at most 1e100",
        ),
        (
            "generations = 0",
            "`generations` is 0: it must be between 1 and 10000000",
        ),
        (
            "value-features = []",
            "`value-features` is empty: name a feature, or leave the list out, or set `value` to \
             false",
        ),
        (
            "value-features = [\"hols\"]",
            "`value-features` is `hols`: there is no feature `hols`: did you mean `holes`?",
        ),
    ] {
        assert_eq!(refused(text, &[]), right);
    }
    let unknown = refused("controller = \"bctz\"", &[]);
    assert!(unknown.starts_with("`controller` is `bctz`: "), "{unknown}");
    assert!(unknown.contains("`bcts`"), "{unknown}");
    let bag = refused("", &[("pieces", "bag")]);
    assert!(bag.starts_with("`pieces` is bag: "), "{bag}");
}

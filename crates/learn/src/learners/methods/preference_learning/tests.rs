//! Known answers of preference learning.

use tetrarium_engine::{Controller, Player, PlayerGame, Rules, catalogue};

use super::*;
use crate::learners::testing::{iterate, setting};
use crate::learners::{Choice, Config, Learner};

/// bcts and its features on 6x12.
fn of_teacher(seed: u64) -> Setting {
    let bcts = catalogue::named("bcts").unwrap();
    let terms = bcts.rating.terms.iter();
    let names: Vec<String> = terms.map(|term| term.reading.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    setting(&[("board", "6x12")], &names, seed)
}

fn learnt(config: PreferenceLearning, setting: Setting) -> (Learner, Log) {
    let mut learner = Learner::new(Config::PreferenceLearning(config), setting).unwrap();
    let log = loop {
        let log = iterate(&mut learner);
        if learner.stop().is_some() {
            break log;
        }
    };
    (learner, log)
}

/// The share of turns of the teacher in which a rating chooses as the teacher does.
fn agreement(rating: Rating, rules: &Rules) -> f64 {
    let teacher = catalogue::named("bcts").unwrap();
    let pupil = Controller {
        rating,
        ..teacher.clone()
    };
    let teacher = Player::new(teacher, rules).unwrap();
    let pupil = Player::new(&pupil, rules).unwrap();
    let mut game = PlayerGame::new(&teacher, 99, 0);
    let (mut same, mut turns) = (0, 0);
    while turns < 500 {
        let Some(view) = game.view() else {
            break;
        };
        turns += 1;
        let chosen = pupil.choices(&view)[0];
        same += u32::from(game.step().is_some_and(|played| played.landing == chosen));
    }
    f64::from(same) / f64::from(turns)
}

#[test]
fn the_teacher_s_own_features_give_the_teacher_back() {
    for compare in [Compare::Pairs, Compare::Turns] {
        let config = PreferenceLearning {
            turns: 2000,
            compare,
            ..PreferenceLearning::default()
        };
        let setting = of_teacher(3);
        let rules = setting.rules.clone();
        let (learner, log) = learnt(config, setting);
        assert!(log["wrong"] < 0.005 && log["wrong-test"] < 0.008, "{log:?}");
        let agreement = agreement(learner.rating(), &rules);
        assert!(agreement > 0.95, "{compare:?} {agreement}");
        assert_eq!(learner.stop(), Some(StopReason::Complete));
    }
}

#[test]
fn a_net_learns_the_teacher_too() {
    let config = PreferenceLearning {
        turns: 1000,
        model: Model::Net,
        units: 6,
        rate: 0.05,
        iterations: 4,
        ..PreferenceLearning::default()
    };
    let setting = of_teacher(3);
    let rules = setting.rules.clone();
    let (learner, log) = learnt(config, setting);
    assert!(log["wrong"] < 0.02 && log["wrong-test"] < 0.03, "{log:?}");
    let agreement = agreement(learner.rating(), &rules);
    assert!(agreement > 0.8, "{agreement}");
}

#[test]
fn gradients_of_the_net_are_those_of_finite_differences() {
    let setting = setting(&[("board", "6x12")], &["holes", "landing-height"], 1);
    let values = setting.values();
    let turns: Vec<Turn> = (0..30i64)
        .map(|k| Turn {
            test: false,
            rows: (0..8)
                .map(|place| (k * 7 + place * place * 5) % 13 - 4)
                .collect(),
        })
        .collect();
    for compare in [Compare::Pairs, Compare::Turns] {
        // A plain step with rate 1 goes the length of the gradient.
        let start = Trained::new(2, 3, |_| Trainer::gradient(1.0), 5);
        let loss = |trained: &Trained, tick: Tick| {
            let mut trained = trained.clone();
            let loss = trained
                .train(&turns, &values, (compare, 0.1), (1, None), tick)
                .unwrap();
            (loss, trained)
        };
        let (_, after) = loss(&start, &mut |_| true);
        for place in 0..13 {
            let slope = start.parameters()[place] - after.parameters()[place];
            let at = |step: f64| {
                let mut moved = start.clone();
                moved.parameters_mut()[place] += step;
                loss(&moved, &mut |_| true).0
            };
            let difference = (at(1e-5) - at(-1e-5)) / 2e-5;
            assert!(
                (difference - slope).abs() < 1e-8,
                "{place}: {difference}, {slope}"
            );
        }
    }
}

#[test]
fn recorded_choices_teach_as_the_games_do() {
    let mut setting = of_teacher(3);
    let teacher = Player::new(catalogue::named("bcts").unwrap(), &setting.rules).unwrap();
    for number in 0..4 {
        let mut game = PlayerGame::new(&teacher, 5, number);
        for _ in 0..200 {
            let Some(played) = game.step() else { break };
            let placement = played.landing.placement;
            let choice = Choice::new(number, &played.before, played.piece, placement);
            setting.choices.push(choice);
        }
    }
    let config = PreferenceLearning {
        recorded: vec!["games.jsonl".to_string()],
        test: 0.25,
        ..PreferenceLearning::default()
    };
    let (_, log) = learnt(config.clone(), setting.clone());
    // Games 0 to 2 are learnt from, game 3 is the test.
    let kept = setting
        .choices
        .iter()
        .filter(|choice| choice.game() < 3)
        .count() as f64;
    assert!(
        log["turns"] <= kept && log["turns"] > kept - 30.0,
        "{log:?}"
    );
    assert!(log["wrong-test"] < 0.02, "{log:?}");
    let text = serde_json::to_string(&setting).unwrap();
    assert_eq!(serde_json::from_str::<Setting>(&text).unwrap(), setting);
    // A board of another size, a cell above the board, a placement that is none.
    let refused = |from: &str, to: &str| {
        let text = serde_json::to_string(&setting.choices[0]).unwrap();
        assert!(text.contains(from), "{text}");
        let mut wrong = setting.clone();
        wrong.choices[0] = serde_json::from_str(&text.replace(from, to)).unwrap();
        let error = config.validate(&wrong).unwrap_err().to_string();
        assert!(error.contains("not possible by the rules"), "{error}");
    };
    refused("[0,0,", "[");
    refused("[0,0,", "[4096,0,");
    refused("\"orientation\":", "\"orientation\":7");
    refused("\"column\":", "\"column\":9");
    let nothing = Setting {
        choices: Vec::new(),
        ..setting
    };
    let error = config.validate(&nothing).unwrap_err().to_string();
    assert!(error.contains("no turns were read"), "{error}");
}

#[test]
fn equal_boards_are_no_pairs() {
    // An O on an empty board 4 wide: the two outer placements are no mirror images to a rating, but
    // two orientations of a piece never lead to one board here. A full row makes boards equal.
    let setting = setting(&[("board", "4x4")], &["holes", "landing-height"], 1);
    let values = setting.values();
    let board = "....\n....\n....\n####";
    let board = board.parse::<tetrarium_engine::Board>().unwrap();
    let chosen =
        crate::learners::expansion::moves_of(&setting.rules, &board, tetrarium_engine::Piece::O);
    let moves: Vec<_> = chosen.collect();
    let turn = Turn::of(&setting, &values, &moves[0], false).unwrap();
    let others = moves
        .iter()
        .filter(|other| other.after != moves[0].after && !other.ends);
    assert_eq!(turn.rows.len(), (1 + others.count()) * 2);
}

#[test]
fn what_cannot_be_is_refused_with_a_sentence() {
    let error = |change: fn(&mut PreferenceLearning), rules: &[(&str, &str)], feature: &str| {
        let mut config = PreferenceLearning::default();
        change(&mut config);
        let setting = setting(rules, &[feature], 1);
        config.validate(&setting).unwrap_err().to_string()
    };
    let zero = error(|_| {}, &[("suicide", "zero")], "holes");
    assert!(zero.contains("preferences have no zero"), "{zero}");
    let teacher = error(|config| config.teacher = "bctss".into(), &[], "holes");
    assert!(teacher.contains("bcts"), "{teacher}");
    let share = error(|config| config.test = 1.0, &[], "holes");
    assert!(share.contains("below 1"), "{share}");
    let units = error(|config| config.units = 513, &[], "holes");
    assert!(units.contains("between 1 and 512"), "{units}");
}

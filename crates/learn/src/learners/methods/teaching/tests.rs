use super::genes::Role;
use super::*;
use crate::learners::testing::{iterate, setting};
use crate::learners::{Config, Learner};
use tetrarium_engine::{Board, Game, Move, PlayerGame};

const FEATURES: [&str; 8] = [
    "landing-height",
    "row-transitions",
    "column-transitions",
    "holes",
    "column-height",
    "surface-4",
    "surface-5",
    "cover",
];

fn small() -> Setting {
    setting(&[("board", "7x10")], &FEATURES, 3)
}

/// Moves of a game at random.
fn moves(setting: &Setting) -> Vec<Move> {
    let mut game = Game::new(&setting.rules, 5, 0);
    let mut moves = Vec::new();
    for turn in 0..400 {
        let Some(view) = game.view() else {
            game.restart();
            continue;
        };
        let landings = view.landings();
        let chosen = landings[turn * 7919 % landings.len()].placement;
        moves.push(game.place(chosen).unwrap());
    }
    moves
}

/// Some numbers that differ.
fn numbers(count: usize) -> Vec<f64> {
    let number = |place: usize| (place * 2_654_435_761 % 1000) as f64 / 100.0 - 5.0;
    (0..count).map(number).collect()
}

#[test]
fn the_rating_is_the_sum_over_the_rows() {
    let setting = small();
    let layout = Layout::new(&setting);
    let genes = numbers(layout.count);
    let rating = layout.rating(&genes);
    let mut row = Vec::new();
    for played in moves(&setting) {
        layout.read(&played, &mut row);
        let sum: f64 = row
            .iter()
            .map(|(gene, value)| genes[*gene as usize] * f64::from(*value))
            .sum();
        assert!((sum - rating.real(&played)).abs() < 1e-6);
    }
}

#[test]
fn mirror_images_are_worth_the_same() {
    let setting = small();
    let layout = Layout::new(&setting);
    let player = greedy(&setting, &numbers(layout.count));
    let best = |board: &Board, piece| {
        let ratings = player.rate(board, piece);
        let count = ratings.landings.len();
        let mut scores: Vec<i32> = (0..count).map(|at| ratings.scores[at]).collect();
        scores.sort();
        scores
    };
    use tetrarium_engine::Piece::*;
    for played in moves(&setting).iter().filter(|played| !played.ends) {
        let mut columns = played.after.columns().to_vec();
        columns.reverse();
        let mirrored = Board::from_columns(setting.rules.board, &columns);
        for (piece, image) in [(I, I), (O, O), (T, T), (S, Z), (J, L)] {
            assert_eq!(best(&played.after, piece), best(&mirrored, image));
        }
    }
}

#[test]
fn a_player_learns_from_its_teacher() {
    let setting = small();
    let text = "[teaching]\nboards = 10000\nepochs = 8\nkept = 0.0";
    let config: Config = toml::from_str(text).unwrap();
    let mut learner = Learner::new(config, setting.clone()).unwrap();
    let lines = |learner: &Learner| {
        let player = player(&setting.rules, learner.rating());
        let games = (0..300).map(|number| {
            let mut game = PlayerGame::new(&player, 1, number);
            while game.counts().pieces < 50_000 && game.advance() {}
            game.counts().lines
        });
        games.sum::<u64>() as f64
    };
    let before = lines(&learner);
    let genes = learner.genes();
    let log = iterate(&mut learner);
    // What a move costs is kept, and all else that was met has changed.
    let roles = Layout::new(&setting).roles();
    let changed = |role: Role| {
        let genes = genes.iter().zip(learner.genes()).zip(&roles);
        genes
            .filter(|((was, is), of)| **of == role && **was != *is)
            .count()
    };
    assert!(roles.contains(&Role::Kept));
    assert_eq!(changed(Role::Kept), 0);
    assert!(changed(Role::Weight) > 2 && changed(Role::Pattern) > 100);
    assert!(log["exponent"] > 0.0 && log["agreement"] > 0.5, "{log:?}");
    for _ in 1..4 {
        iterate(&mut learner);
    }
    let after = lines(&learner);
    assert!(after > 1.2 * before, "{before} {after}");
}

#[test]
fn what_cannot_be_taught_is_refused() {
    let refused = |rules: &[(&str, &str)], features: &[&str], text: &str| {
        let config: Config = toml::from_str(text).unwrap();
        let setting = setting(rules, features, 1);
        config.validate(&setting).unwrap_err().to_string()
    };
    let bag = refused(&[("pieces", "bag")], &["holes"], "[teaching]");
    assert!(bag.contains("independently"), "{bag}");
    let nothing = refused(&[], &["max-height"], "[teaching]");
    assert!(nothing.contains("has to prefer something"), "{nothing}");
    let few = refused(&[], &["holes"], "[teaching]\nplacements = 1");
    assert!(few.contains("placements"), "{few}");
}

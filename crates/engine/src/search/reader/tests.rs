//! What kernels read, against the reference.

use super::*;
use crate::Rules;
use crate::kernels::tests::common;
use crate::kernels::{Instance, Kernel};
use crate::rating::features::FEATURES;

/// All values of the features of these names.
fn values(names: &[String], width: usize) -> Vec<(Reading, usize)> {
    let readings = names.iter().map(|name| Reading::named(name).unwrap());
    let all = readings
        .flat_map(|reading| (0..reading.feature.count.on(width)).map(move |i| (reading, i)));
    all.collect()
}

/// The instances that this machine can run, and the one that only tests have.
fn instances() -> Vec<Instance> {
    let mut instances: Vec<Instance> = Kernel::available().filter_map(Instance::new).collect();
    instances.push(Instance::emulated());
    instances
}

/// Reads a piece with each instance and by the reference. Returns how many moves end the game, and
/// how many remove rows.
fn check(rules: &Rules, values: &[(Reading, usize)], board: &Board, piece: Piece) -> [usize; 2] {
    let mut reference = FeatureReader::new(rules, values);
    reference.packing = None;
    reference.read(board, piece);
    for instance in instances() {
        let mut reader = FeatureReader::new(rules, values);
        let packing = reader.packing.take();
        reader.packing = packing.map(|packing| packing.with_instance(instance));
        // What was read before is gone.
        reader.read(&Board::empty(rules.board), Piece::L);
        reader.read(board, piece);
        assert_eq!(reader.placements(), reference.placements());
        assert_eq!(
            reader.ends, reference.ends,
            "{instance:?} {rules:?}\n{board}"
        );
        for (index, placement) in reader.placements().iter().enumerate() {
            let rows = (reader.row(index), reference.row(index));
            assert_eq!(
                rows.0, rows.1,
                "{instance:?} {values:?} {piece} {placement}\n{board}"
            );
        }
    }
    let ends = reference.ends.count_ones() as usize;
    let all = landings(rules, board, piece);
    let moves = all
        .iter()
        .map(|landing| Move::new(rules, board, piece, *landing));
    [ends, moves.filter(|played| played.cleared != 0).count()]
}

#[test]
fn kernels_read_what_the_reference_reads() {
    let mut dice = common::Dice::new(11);
    let mut seen = [0; 2];
    for round in 0..150 {
        let rules = common::random_rules(&mut dice);
        let mut names = Vec::new();
        for _ in 0..dice.between(1, 12) {
            let feature = FEATURES[dice.below(FEATURES.len() as u32) as usize];
            let modifier = dice.of(&["", "", "", "delta-", "squared-", "squared-delta-"]);
            let name = format!("{modifier}{}", feature.name);
            if Reading::named(&name).is_ok() {
                names.push(name);
            }
        }
        // Each alone, too.
        if let Some(feature) = FEATURES.get(round) {
            names = vec![feature.name.to_string()];
        }
        let values = values(&names, rules.board.width());
        for _ in 0..4 {
            let board = common::random_board(&mut dice, rules.board);
            let piece = dice.of(&Piece::ALL);
            let found = check(&rules, &values, &board, piece);
            seen = [seen[0] + found[0], seen[1] + found[1]];
        }
    }
    assert!(seen.iter().all(|count| *count > 500), "{seen:?}");
}

/// Rules under which no kernel reads anything, and boards that are higher than the game allows.
#[test]
fn where_no_kernel_can_the_reference_reads() {
    let names = ["holes", "column-height", "delta-wells"].map(String::from);
    for (setting, value) in [("feature-board", "before-clear"), ("game", "original")] {
        let mut rules = Rules::default();
        rules.set(setting, value).unwrap();
        let values = values(&names, 10);
        let mut reader = FeatureReader::new(&rules, &values);
        assert!(reader.packing.is_none());
        let board = Board::empty(rules.board);
        reader.read(&board, Piece::T);
        assert_eq!(
            reader.placements().len(),
            landings(&rules, &board, Piece::T).len()
        );
        assert_eq!(reader.row(0).len(), 12);
    }
    let mut rules = Rules::default();
    rules.set("board", "4x4").unwrap();
    rules.set("overflow", "top-row").unwrap();
    let board = Board::from_columns(rules.board, &[0b1111, 0, 0, 1]);
    for piece in Piece::ALL {
        check(&rules, &values(&names, 4), &board, piece);
    }
}

//! What the tests of methods share.

use tetrarium_engine::{Reading, Rules};

use super::{Learner, Log, Setting, Step};

/// A setting with these rules and features.
pub(super) fn setting(rules: &[(&str, &str)], features: &[&str], seed: u64) -> Setting {
    let mut changed = Rules::default();
    for (name, value) in rules {
        changed.set(name, value).unwrap();
    }
    Setting {
        rules: changed,
        readings: features
            .iter()
            .map(|name| Reading::named(name).unwrap())
            .collect(),
        seed,
        choices: Vec::new(),
    }
}

/// Carries an iteration out, on this thread.
pub(super) fn iterate(learner: &mut Learner) -> Log {
    loop {
        let tasks = learner.ask();
        let answers = tasks.iter().map(|task| {
            let performed = learner.context().perform(task, &mut |_| true);
            performed.expect("nothing ends the work")
        });
        let answers = answers.collect();
        if let Step::Done(log) = learner.tell(answers).unwrap() {
            return log;
        }
    }
}

/// The game on 4x4 with S and Z only: 122 boards, on which every method has a known answer.
pub(super) mod tiny {
    use std::collections::btree_map::Entry;
    use std::collections::{BTreeMap, VecDeque};
    use std::sync::OnceLock;

    use tetrarium_engine::features::{Count, Read};
    use tetrarium_engine::{Board, Feature, Piece, Reading, Rules};

    use crate::learners::Setting;
    use crate::learners::expansion::moves_of;

    /// A feature with a value for each board: 1 on that board, 0 on the others. A weight of it is
    /// the value of a board.
    pub static INDICATOR: Feature = Feature::new(
        "indicator",
        "1 on the board of this number.",
        Read::Indexed(|board, index| i32::from(number(board) == Some(index))),
        |_| (0, 1),
    )
    .with_count(Count::Fixed(122));

    /// The rules.
    pub fn rules() -> Rules {
        let mut rules = Rules::default();
        for (name, value) in [
            ("board", "4x4"),
            ("pieces", "weighted:S=1,Z=1"),
            ("suicide", "zero"),
        ] {
            rules.set(name, value).unwrap();
        }
        rules
    }

    /// A setting in which the value of every board is a weight of its own.
    pub fn setting(seed: u64) -> Setting {
        Setting {
            rules: rules(),
            readings: vec![Reading::from(&INDICATOR)],
            seed,
            choices: Vec::new(),
        }
    }

    /// The numbers of boards, by their columns.
    type Numbers = BTreeMap<Vec<u32>, usize>;

    /// All boards that can be reached, the empty one first, and the number of each by its columns.
    pub fn boards() -> &'static (Vec<Board>, Numbers) {
        static BOARDS: OnceLock<(Vec<Board>, Numbers)> = OnceLock::new();
        BOARDS.get_or_init(|| {
            let rules = rules();
            let empty = Board::empty(rules.board);
            let mut list = vec![empty];
            let mut numbers = BTreeMap::from([(empty.columns().to_vec(), 0)]);
            let mut open = VecDeque::from([empty]);
            while let Some(board) = open.pop_front() {
                for piece in [Piece::S, Piece::Z] {
                    for played in moves_of(&rules, &board, piece).filter(|played| !played.ends) {
                        let columns = played.after.columns().to_vec();
                        if let Entry::Vacant(entry) = numbers.entry(columns) {
                            entry.insert(list.len());
                            list.push(played.after);
                            open.push_back(played.after);
                        }
                    }
                }
            }
            (list, numbers)
        })
    }

    /// The number of a board; none for one that no game reaches.
    pub fn number(board: &Board) -> Option<usize> {
        boards().1.get(board.columns()).copied()
    }

    /// One sweep of value iteration from these values.
    pub fn improved(values: &[f64], discount: f64) -> Vec<f64> {
        let rules = rules();
        let of_board = |board: &Board| {
            let best = |piece| {
                let moves = moves_of(&rules, board, piece).filter(|played| !played.ends);
                let worth = moves.map(|played| {
                    let after = number(&played.after).expect("it is reached");
                    f64::from(played.lines) + discount * values[after]
                });
                worth.fold(0.0, f64::max)
            };
            (best(Piece::S) + best(Piece::Z)) / 2.0
        };
        boards().0.iter().map(of_board).collect()
    }

    /// The values of all boards under the best play.
    pub fn optimum(discount: f64) -> Vec<f64> {
        let mut values = vec![0.0; boards().0.len()];
        loop {
            let next = improved(&values, discount);
            let change = next.iter().zip(&values).map(|(new, old)| (new - old).abs());
            if change.fold(0.0, f64::max) < 1e-13 {
                return next;
            }
            values = next;
        }
    }

    #[test]
    fn it_has_the_known_boards_and_value() {
        assert_eq!(boards().0.len(), 122);
        assert!((optimum(1.0)[0] - 4.5).abs() < 1e-9);
    }
}

//! Tests of measuring to a precision.

use super::super::goal::{PRECISIONS, PrecisionError};
use super::*;
use crate::play::testing::Faltering;
use crate::{Threads, play};
use tetrarium_engine::{Player, Rules, catalogue};

fn player(board: &str) -> Player {
    let mut rules = Rules::default();
    rules.set("board", board).unwrap();
    Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap()
}

#[test]
fn checkpoints_are_fixed_numbers_of_games() {
    let list: Vec<u64> = checkpoints(0.05).take(20).collect();
    assert!(list[0] >= FEWEST_GAMES && list[0] <= 40);
    assert!(list.contains(&games_for(0.05)));
    assert!(list.is_sorted_by(|a, b| a < b));
    let wide: Vec<u64> = checkpoints(1.0).take(2).collect();
    assert!(wide[0] >= FEWEST_GAMES && wide[0] < 40);
    let most = games_for(*PRECISIONS.start());
    assert!((MOST_GAMES * 9 / 10..=MOST_GAMES).contains(&most), "{most}");
    for wrong in [0.0, -1.0, 5.0, f64::NAN] {
        assert!(Goal::new(wrong, None).is_err());
    }
    let message = PrecisionError(5.0).to_string();
    assert!(message.contains("±500 %"), "{message}");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let player = player("8x8");
    for goal in [
        Goal::new(0.3, None).unwrap(),
        Goal::new(0.01, Some(20_000)).unwrap(),
        Goal::new(0.01, Some(20_000))
            .unwrap()
            .with_side_by_side(Some(50)),
    ] {
        let one = measure_to(&player, 1, 0, goal, &Threads(1), &Watch::default());
        let two = measure_to(&player, 1, 0, goal, &Threads(2), &Watch::default());
        assert_eq!(one, two);
    }
}

#[test]
fn a_measurement_stops_when_precise_or_when_the_budget_is_spent() {
    let player = player("6x6");
    let goal = Goal::new(0.2, None).unwrap();
    let measured = measure_to(&player, 1, 5, goal, &Threads(1), &Watch::default());
    let (measured, records) = (measured.measurement, measured.records);
    assert_eq!(measured.stopped.unwrap().because, Reason::Precise);
    assert!(relative_half_width(measured.mean, &measured.interval) <= 0.2);
    assert!(checkpoints(0.2).any(|games| games == records.len() as u64));
    assert_eq!(measured.games.first, 5);

    let goal = Goal::new(0.001, Some(5000)).unwrap();
    let measured = measure_to(&player, 1, 0, goal, &Threads(1), &Watch::default());
    let measured = measured.measurement;
    assert_eq!(measured.stopped.unwrap().because, Reason::Budget);
    assert!(measured.tally.pieces <= 5000 && measured.tally.pieces > 4000);
    assert!(measured.games.cut > 0 && !measured.games.interrupted);
}

#[test]
fn a_budget_that_suffices_changes_nothing() {
    let player = player("6x6");
    let shard = Shard {
        seed: 1,
        first: 0,
        games: 30,
        length: Length::Whole,
    };
    let whole = play(&player, &shard, 1, &Watch::default());
    let within = play_within(&player, &shard, 100_000, &Threads(1), &Watch::default()).unwrap();
    assert_eq!(whole, within);
    // With a budget that does not suffice, each record is of the whole game or of its beginning.
    let cut = play_within(&player, &shard, 600, &Threads(2), &Watch::default()).unwrap();
    assert!(cut.iter().map(|record| record.pieces).sum::<u64>() <= 600);
    for (cut, whole) in cut.iter().zip(&whole) {
        assert!(cut == whole || cut.end == End::Cut && cut.pieces <= whole.pieces);
    }
}

#[test]
fn a_stopped_measurement_gives_interruption_as_its_reason() {
    let watch = Watch::default();
    watch.stop();
    let goal = Goal::new(0.2, Some(1000)).unwrap();
    for goal in [goal, goal.with_side_by_side(Some(20))] {
        let measured = measure_to(&player("6x6"), 1, 0, goal, &Threads(1), &watch);
        assert!(measured.records.is_empty());
        let stopped = measured.measurement.stopped.unwrap();
        assert_eq!(stopped.because, Reason::Interrupted);
    }
}

/// Games side by side are the beginnings of the same games.
#[test]
fn games_side_by_side_are_cut_after_the_same_number_of_pieces() {
    let player = player("10x10");
    let goal = Goal::new(0.2, None).unwrap().with_side_by_side(Some(160));
    let measured = measure_to(&player, 1, 0, goal, &Threads(2), &Watch::default());
    let stopped = measured.measurement.stopped.unwrap();
    assert_eq!(stopped.because, Reason::Precise);
    let cut = measured.records.iter().map(|record| record.pieces).max();
    let shard = Shard {
        seed: 1,
        first: 0,
        games: 160,
        length: Length::AtMost(FIRST_CUT),
    };
    assert_eq!(cut, Some(FIRST_CUT));
    let expected = play(&player, &shard, 2, &Watch::default());
    assert_eq!(measured.records, expected);

    let few = Goal::new(0.01, None).unwrap().with_side_by_side(Some(3));
    let measured = measure_to(&player, 1, 0, few, &Threads(2), &Watch::default());
    let stopped = measured.measurement.stopped.unwrap();
    assert_eq!(stopped.because, Reason::OutOfGames);
    assert!(
        measured
            .records
            .iter()
            .all(|record| record.end == End::Lost)
    );
}

#[test]
fn games_played_before_a_failure_are_kept() {
    let player = player("6x6");
    let lost = || PlayError::Failed("the device is lost".to_string());
    let after = |rounds| Faltering::new(rounds, move || Some(lost()));
    let goal = Goal::new(0.05, None).unwrap();
    let measured = measure_to(&player, 1, 0, goal, &after(2), &Watch::default());
    assert_eq!(measured.failure, Some(lost()));
    let second = checkpoints(0.05).nth(1).unwrap();
    assert_eq!(measured.measurement.games.finished, second);
    let stopped = measured.measurement.stopped.unwrap();
    assert_eq!(stopped.because, Reason::Interrupted);

    let side_by_side = goal.with_side_by_side(Some(2));
    let measured = measure_to(&player, 1, 0, side_by_side, &after(0), &Watch::default());
    assert!(measured.failure.is_some() && measured.records.is_empty());
}

/// More games than the backend is given at once.
#[test]
fn games_beyond_one_part_share_their_budget_too() {
    let player = player("6x6");
    let shard = Shard {
        seed: 1,
        first: 5,
        games: (1 << 16) + 100,
        length: Length::Whole,
    };
    let watch = Watch::default();
    let records = play_within(&player, &shard, 2 * shard.games, &Threads(2), &watch).unwrap();
    let length = Length::AtMost(2);
    let each = Shard { length, ..shard };
    assert_eq!(records, play(&player, &each, 2, &watch));
}

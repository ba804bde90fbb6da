//! Seeded regression tests: exact totals of a few games whose means, over many more games, agree
//! with published results.

use tetrarium_engine::{Player, Rules, catalogue};
use tetrarium_lab::{Length, Shard, Watch, play};

fn total_lines(controller: &str, settings: &[(&str, &str)], games: u64) -> u64 {
    let controller = catalogue::named(controller).unwrap();
    let mut rules = controller.rules_over(&Rules::default()).unwrap();
    for (name, value) in settings {
        rules.set(name, value).unwrap();
    }
    let player = Player::new(controller, &rules).unwrap();
    let shard = Shard {
        seed: 1,
        first: 0,
        games,
        length: Length::Whole,
    };
    play(&player, &shard, 2, &Watch::default())
        .iter()
        .map(|record| record.lines)
        .sum()
}

/// Over 400 games of this seed, bcts has a mean of 3,723 (3,383 – 4,117) on 10×10, where Scherrer
/// et al. (2015) report 3,800; dt-10 has a mean of 4,981 (4,527 – 5,507), where they report 5,000.
#[test]
fn total_lines_of_seeded_games_are_unchanged() {
    assert_eq!(total_lines("bcts", &[("board", "10x10")], 8), 26707);
    assert_eq!(total_lines("dt-10", &[("board", "10x10")], 3), 9596);
    assert_eq!(total_lines("dellacherie", &[("board", "10x8")], 30), 12921);
    assert_eq!(
        total_lines(
            "dellacherie",
            &[("board", "10x8"), ("suicide", "considered")],
            30
        ),
        2749
    );
    assert_eq!(total_lines("bdu", &[("board", "10x8")], 10), 4511);
    assert_eq!(total_lines("lspi", &[("board", "10x12")], 10), 1236);
    assert_eq!(total_lines("xtris-fahey", &[("board", "10x8")], 5), 911);
}

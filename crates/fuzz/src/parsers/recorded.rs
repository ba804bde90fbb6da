//! Recorded games.

use std::sync::LazyLock;

use serde_json::Value;
use tetrarium_engine::{Player, Rules, catalogue};
use tetrarium_lab::recorded::Recorded;

use crate::mutation::{changed, changed_json};
use crate::{Dice, input};

/// Games of several kinds.
static GAMES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let settings: [&[(&str, &str)]; 3] = [
        &[("board", "6x6")],
        &[("board", "6x8"), ("visible", "2"), ("pieces", "bag")],
        &[("board", "8x10"), ("game", "original")],
    ];
    let recorded = settings.iter().map(|settings| {
        let mut rules = Rules::default();
        for (name, value) in *settings {
            rules.set(name, value).expect("a possible setting");
        }
        let bcts = catalogue::named("bcts").expect("it is published");
        let player = Player::new(bcts, &rules).expect("it plays on this board");
        let game = Recorded::play(&player, 1, 0, 30).expect("a player does not fail");
        let line = game.to_line().expect("a game can be written");
        serde_json::from_str(&line).expect("a line of JSON")
    });
    recorded.collect()
});

/// One file of one or two games.
pub fn case(dice: &mut Dice) -> bool {
    let mut text = String::new();
    for _ in 0..dice.between(1, 2) {
        let game = &GAMES[dice.below(GAMES.len() as u32) as usize];
        let game = match dice.below(4) {
            0 => game.clone(),
            _ => changed_json(dice, game),
        };
        text += &format!("{game}\n");
    }
    if dice.below(8) == 0 {
        text = changed(dice, &text, &[]);
    }
    input(&text);
    match Recorded::from_lines(&text) {
        Ok(games) => {
            for game in &games {
                let line = game.to_line().expect("a game can be written");
                let again = Recorded::from_lines(&line)
                    .unwrap_or_else(|error| panic!("it cannot be read again: {error}\n{line}"));
                assert!(again[0] == *game, "it reads otherwise:\n{line}");
                assert_eq!(game.turns().count() as u64, game.moves());
            }
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

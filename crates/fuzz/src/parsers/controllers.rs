//! Controller files, and the strategies of other programs.

use std::sync::LazyLock;

use tetrarium_engine::import::import;
use tetrarium_engine::rating::RATINGS;
use tetrarium_engine::{Controller, Player, PlayerGame, Rules, Search, catalogue};

use crate::mutation::changed;
use crate::random::{controller, random_rating};
use crate::{Dice, input};

/// The files of all published controllers.
static FILES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let written = catalogue::all().iter().map(|one| one.to_toml());
    written
        .collect::<Result<_, _>>()
        .expect("each can be written")
});

/// One controller file.
pub fn case(dice: &mut Dice) -> bool {
    let text = match dice.below(3) {
        0 => {
            let kind = RATINGS[dice.below(RATINGS.len() as u32) as usize];
            let width = dice.between(4, 16);
            let rating = random_rating(dice, kind, width);
            let search = dice.of(&[Search::GREEDY, Search::TWO_PIECE, Search::expectimax(2)]);
            match controller(rating, search).to_toml() {
                Ok(text) => text,
                // A feature whose functions are of several forms has no file.
                Err(_) => return false,
            }
        }
        _ => FILES[dice.below(FILES.len() as u32) as usize].clone(),
    };
    let text = if dice.below(8) == 0 {
        text
    } else {
        changed(dice, &text, &FILES)
    };
    input(&text);
    match Controller::from_toml(&text) {
        Ok(read) => {
            check(&read);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// A controller is written as a file that reads the same, and plays or says why not.
fn check(read: &Controller) {
    let written = read.to_toml().expect("what a file holds can be written");
    let again = Controller::from_toml(&written)
        .unwrap_or_else(|error| panic!("it cannot be read again: {error}\n{written}"));
    assert!(again == *read, "it reads otherwise:\n{written}");
    assert_eq!(again.to_toml().as_deref(), Ok(written.as_str()));
    let mut base = Rules::default();
    base.set("board", "6x8").expect("a possible board");
    let Ok(rules) = read.rules_over(&base) else {
        return;
    };
    if read.search.depth() > 2 || rules.board.width() > 10 {
        return;
    }
    if let Ok(player) = Player::new(read, &rules) {
        let mut game = PlayerGame::new(&player, 1, 0);
        for _ in 0..5 {
            if !game.advance() {
                break;
            }
        }
    }
}

/// Strategies as other programs write them.
const STRATEGIES: &[&str] = &[
    "0\n-1\n8\n1 -12.62900\n2 6.601974\n3 -9.215815\n4 -19.77356\n5 -13.08335\n6 -10.48747\n\
     -1 -1.611863\n-2 -24.04087\n",
    "2\n0\n4\n19 1.5\n20 -2\n21 0.25\n23 9\n",
    "0\n-1\n2\n11 -1 0.5\n12 3 0.25\n",
    "--f-landing-height -12.629 --f-n-holes -13.08335 --f-v-landing-height 2\n--f-r-trans 1e3",
];

/// One strategy of another program.
pub fn import_case(dice: &mut Dice) -> bool {
    let others: Vec<String> = STRATEGIES.iter().map(|text| (*text).to_string()).collect();
    let text = dice.of(STRATEGIES);
    let text = if dice.below(16) == 0 {
        text.to_string()
    } else {
        changed(dice, text, &others)
    };
    input(&text);
    match import(&text, "mine") {
        Ok(imported) => {
            let written = imported.to_toml().expect("what is imported can be written");
            let read = Controller::from_toml(&written)
                .unwrap_or_else(|error| panic!("it cannot be read again: {error}\n{written}"));
            assert_eq!(read.rating, imported.rating);
            assert_eq!(read.rules, imported.rules);
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

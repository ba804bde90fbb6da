//! Commands as words, and what programs say.

use std::sync::LazyLock;
use std::time::Duration;

use tetrarium_engine::{AgentGame, Rules};
use tetrarium_lab::command::{CommandAgent, CommandOptions, join_words, split_words};

use crate::mutation::{changed, changed_json};
use crate::{Dice, input};

/// One command line.
pub fn words_case(dice: &mut Dice) -> bool {
    let texts = [
        "python3 \"my agent.py\" --depth 2",
        "a 'b c' \\\" d\\ e ''",
        "./agent",
    ];
    let text = dice.of(&texts);
    let text = changed(dice, text, &[]);
    input(&text);
    let Ok(words) = split_words(&text) else {
        return false;
    };
    let joined = join_words(&words);
    assert_eq!(split_words(&joined).as_ref(), Ok(&words), "{joined}");
    true
}

/// What a program says in a game on a board of 6×6: a hello, then a placement for each move.
static DIALOGUE: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut lines = vec![r#"{"hello":{"protocol":1,"name":"mine","version":"1"}}"#.to_string()];
    let places = (0..6).map(|turn| {
        format!(
            r#"{{"chosen":[{{"game":0,"placement":[0,{}]}}]}}"#,
            turn % 3
        )
    });
    lines.extend(places);
    lines
});

/// One program that says what is not expected. Starting it takes a millisecond, so that only one
/// case in sixteen does.
pub fn protocol_case(dice: &mut Dice) -> bool {
    if dice.below(16) > 0 || !cfg!(unix) {
        return false;
    }
    let mut lines = DIALOGUE.clone();
    for _ in 0..dice.between(1, 3) {
        let at = dice.between(0, lines.len() - 1);
        lines[at] = match serde_json::from_str(&lines[at]) {
            Ok(value) if dice.below(2) == 0 => changed_json(dice, &value).to_string(),
            _ => changed(dice, &lines[at], &DIALOGUE),
        };
    }
    let text = lines.join("\n") + "\n";
    input(&text);
    let path = std::env::temp_dir().join(format!("tetrarium-fuzz-{}", std::process::id()));
    std::fs::write(&path, &text).expect("a file can be written");
    let said = format!("cat {}; cat >/dev/null", path.display());
    let mut options = CommandOptions::default();
    options.move_time = Duration::from_millis(300);
    options.start_time = Duration::from_millis(300);
    let words = ["sh", "-c", &said].map(str::to_string).to_vec();
    let taken = match CommandAgent::new(words, options) {
        Ok(agent) => played(&agent),
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    };
    let _ = std::fs::remove_file(&path);
    taken
}

fn played(agent: &CommandAgent) -> bool {
    let mut rules = Rules::default();
    rules.set("board", "6x6").expect("a possible board");
    let Ok(mut game) = AgentGame::new(agent, &rules, 1, 0) else {
        return false;
    };
    for _ in 0..6 {
        match game.step() {
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return false;
            }
        }
    }
    true
}

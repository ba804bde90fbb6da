//! Golden games: the first 200 moves of five controllers under three rule sets, as text in the
//! tree. Any change of behaviour shows here. `UPDATE_GOLDEN=1 cargo test --test golden` writes them
//! anew.

use std::fmt::Write as _;
use std::path::PathBuf;

use tetrarium_engine::{Player, PlayerGame, Rules, catalogue};

const CONTROLLERS: [&str; 5] = [
    "dellacherie",
    "bcts",
    "xtris",
    "boehm-exponential",
    "agent-06-minimax",
];
const RULE_SETS: [&str; 3] = ["simplified", "original", "generalised:1"];
const MOVES: usize = 200;

fn game_as_text(controller: &str, rule_set: &str) -> String {
    let controller = catalogue::named(controller).unwrap();
    let rules = controller
        .rules_over(&Rules::named(rule_set).unwrap())
        .unwrap();
    let player = Player::new(controller, &rules).unwrap();
    let mut game = PlayerGame::new(&player, 1, 0);
    let mut text = format!("{} by {rules}\n", controller.name);
    text += "move piece orientation column row lines\n";
    for number in 1..=MOVES {
        let Some(played) = game.step() else { break };
        let placement = played.landing.placement;
        let _ = writeln!(
            text,
            "{number} {} {} {} {} {}",
            played.piece, placement.orientation, placement.column, played.landing.row, played.lines
        );
    }
    let _ = writeln!(
        text,
        "{:?}: {:?}\n{}",
        game.state(),
        game.counts(),
        game.board()
    );
    text
}

#[test]
fn games_are_as_they_were() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"));
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    for controller in CONTROLLERS {
        for rule_set in RULE_SETS {
            let path = folder.join(format!("{controller}-{}.txt", rule_set.replace(':', "-")));
            let text = game_as_text(controller, rule_set);
            if update {
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(&path, &text).unwrap();
            }
            let golden = std::fs::read_to_string(&path).unwrap();
            assert!(text == golden, "{} differs from\n{text}", path.display());
        }
    }
}

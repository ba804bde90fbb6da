//! A fixed piece of work, to be counted by callgrind: see `scripts/instructions`.
//!
//! `instructions KERNEL CONTROLLER MOVES [SEARCH]` plays MOVES moves of the first games under
//! seed 1 and prints what came of them. SEARCH is greedy, two-piece or expectimax (of depth 2); the
//! controller's own if it is left out.

use tetrarium_engine::{Controller, Kernel, Player, PlayerGame, Rules, catalogue};

fn main() {
    // `cargo bench` and `cargo test` pass flags of their own.
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    let word = |index: usize, or: &str| words.get(index).cloned().unwrap_or_else(|| or.to_string());
    let kernel: Kernel = word(0, "portable").parse().expect("a kernel");
    let name = word(1, "bcts");
    let moves: u64 = word(2, "1000").parse().expect("a number of moves");

    let controller = catalogue::named(&name).expect("a controller");
    let mut rules = controller.rules_over(&Rules::default()).expect("rules");
    let search = word(3, "").parse().unwrap_or(controller.search);
    rules.visible = search.visible();
    let controller = Controller {
        search,
        ..controller.clone()
    };
    let player = Player::new(&controller, &rules).expect("a player");
    let player = player
        .with_kernel(kernel)
        .expect("a kernel of this machine");
    let (mut played, mut lines, mut number) = (0, 0, 0);
    while played < moves {
        let mut game = PlayerGame::new(&player, 1, number);
        while played + game.counts().pieces < moves && game.advance() {}
        played += game.counts().pieces;
        lines += game.counts().lines;
        number += 1;
    }
    println!("{kernel} {name}: {played} moves, {lines} lines");
}

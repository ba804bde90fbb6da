//! Moves a second of some controllers with every kernel that the machine has, and the ratio to the
//! reference.
//!
//! `cargo run --release -p tetrarium-engine --example speed -- [SECONDS] [BOARD] [CONTROLLER…]`;
//! the environment variables `KERNEL` and `SEARCH` name the only ones to be measured.

use std::sync::LazyLock;
use std::time::Instant;

use tetrarium_engine::{Controller, Kernel, Player, PlayerGame, Rules, Search, catalogue};

/// Seconds that this program has had a processor, so that others on the machine do not count; the
/// clock's where that is not told.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let on_processor = told.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    on_processor.map_or_else(
        || START.elapsed().as_secs_f64(),
        |nanoseconds| nanoseconds / 1e9,
    )
}

/// Plays for about `limit` seconds; moves a second. Lost games are followed by the next.
fn rate(player: &Player, limit: f64) -> f64 {
    let (mut moves, mut number) = (0u64, 0);
    let mut game = PlayerGame::new(player, 1, number);
    let start = seconds();
    loop {
        let block = if player.search() == Search::GREEDY {
            2_000
        } else {
            20
        };
        for _ in 0..block {
            if !game.advance() {
                number += 1;
                game = PlayerGame::new(player, 1, number);
            } else {
                moves += 1;
            }
        }
        let spent = seconds() - start;
        if spent > limit {
            return moves as f64 / spent;
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let limit: f64 = arguments
        .next()
        .map_or(0.5, |text| text.parse().expect("seconds"));
    let board = arguments.next().unwrap_or_else(|| "10x20".to_string());
    let mut names: Vec<String> = arguments.collect();
    if names.is_empty() {
        names = ["dellacherie", "bcts", "dt-20", "bdu", "boehm-exponential"]
            .map(String::from)
            .to_vec();
    }
    let forced = std::env::var("KERNEL").ok();
    let only = std::env::var("SEARCH").ok();
    for (search, visible) in [
        (Search::GREEDY, "1"),
        (Search::TWO_PIECE, "2"),
        (Search::expectimax(2), "1"),
    ] {
        if only.as_ref().is_some_and(|only| only != search.name()) {
            continue;
        }
        for name in &names {
            let controller = Controller {
                search,
                ..catalogue::named(name).expect("a controller").clone()
            };
            let mut rules = Rules::default();
            rules.set("board", &board).expect("a board");
            rules.set("visible", visible).expect("1 or 2");
            let mut reference = 0.0;
            for kernel in Kernel::available() {
                if forced
                    .as_ref()
                    .is_some_and(|forced| forced != kernel.name())
                {
                    continue;
                }
                let player = Player::new(&controller, &rules).expect("a player");
                let player = player.with_kernel(kernel).expect("available");
                let moves = rate(&player, limit);
                if kernel == Kernel::Reference {
                    reference = moves;
                }
                println!(
                    "{:12} {board} {name:18} {kernel:10} {moves:12.0} moves/s {:8.1}x",
                    search.name(),
                    moves / reference
                );
            }
        }
    }
}

//! The correlation between the lengths of the games of two controllers that play the same
//! sequences.
//!
//! ```text
//! cargo run --release -p tetrarium-lab --example pairing -- BOARD GAMES CONTROLLER CONTROLLER …
//! ```

use tetrarium_engine::{Player, Rules, catalogue};
use tetrarium_lab::statistics::correlation;
use tetrarium_lab::{Length, Shard, Watch, play};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [board, games, names @ ..] = &words[..] else {
        return Err("BOARD GAMES CONTROLLER CONTROLLER … are needed".into());
    };
    let mut rules = Rules::default();
    rules.set("board", board)?;
    let shard = Shard {
        seed: 1,
        first: 0,
        games: games.parse()?,
        length: Length::Whole,
    };
    let mut lines: Vec<(&str, Vec<u64>)> = Vec::new();
    for name in names {
        let player = Player::new(catalogue::named(name)?, &rules)?;
        let records = play(&player, &shard, 2, &Watch::default());
        lines.push((name, records.iter().map(|record| record.lines).collect()));
    }
    for (index, (a, lines_a)) in lines.iter().enumerate() {
        for (b, lines_b) in &lines[index + 1..] {
            if let Some(correlation) = correlation(lines_a, lines_b) {
                println!(
                    "{board} {a} and {b}: correlation {correlation:+.4} over {games} games, \
                     in units of 1/√games {:+.2}",
                    correlation * (shard.games as f64).sqrt()
                );
            }
        }
    }
    Ok(())
}

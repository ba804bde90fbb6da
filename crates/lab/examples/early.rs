//! The bias of the mean of games that are cut short.
//!
//! ```text
//! cargo run --release -p tetrarium-lab --example early -- CONTROLLER BOARD GAMES PIECES …
//! ```

use tetrarium_engine::{Player, Rules, catalogue};
use tetrarium_lab::Watch;
use tetrarium_lab::measure::early::early_bias;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, board, games, caps @ ..] = &words[..] else {
        return Err("CONTROLLER BOARD GAMES PIECES … are needed".into());
    };
    let mut rules = Rules::default();
    rules.set("board", board)?;
    let player = Player::new(catalogue::named(name)?, &rules)?;
    let caps: Vec<u64> = caps.iter().map(|c| c.parse()).collect::<Result<_, _>>()?;
    let found = early_bias(&player, 1, games.parse()?, &caps, 2, &Watch::default())
        .ok_or("at least 40 whole games are needed")?;
    println!(
        "{name} {board}: mean {:.1} lines, {:.0} pieces over {games} games; usual height {:.2}, first reached after {:.1} pieces",
        found.whole.mean().unwrap_or(f64::NAN),
        found.whole.pieces as f64 / found.whole.finished as f64,
        found.usual_height,
        found.pieces_to_usual_height
    );
    for cut in &found.cuts {
        if let (Some(bias), Some(interval)) = (cut.bias, cut.interval) {
            let d = cut.beginning.unwrap_or(f64::NAN);
            println!(
                "  cut after {} pieces: {} deaths, bias {:+.1} % ({:+.1} to {:+.1}), as a safe beginning of {d:.1} pieces",
                cut.max_pieces,
                cut.deaths,
                100.0 * bias,
                100.0 * interval.low,
                100.0 * interval.high
            );
        }
    }
    Ok(())
}

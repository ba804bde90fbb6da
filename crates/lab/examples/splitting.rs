//! Splitting against games played to their ends: both means with their intervals, and the speed-up
//! at equal precision.
//!
//! ```text
//! cargo run --release -p tetrarium-lab --example splitting -- CONTROLLER SEARCH BOARD CLIMBS REPEATS GAMES [SETTING=VALUE …]
//! cargo run --release -p tetrarium-lab --example splitting -- bcts greedy 10x10 1000 32 1000
//! ```
//!
//! SEARCH is greedy, two-piece or expectimax (depth 2). With GAMES 0 no game is played to its end.

use tetrarium_engine::{Player, Rules, catalogue};
use tetrarium_lab::estimate::{Settings, estimate};
use tetrarium_lab::play::Danger;
use tetrarium_lab::{Length, Measurement, Shard, Threads, Watch, play};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, search, board, climbs, repeats, games, changes @ ..] = &words[..] else {
        return Err("CONTROLLER SEARCH BOARD CLIMBS REPEATS GAMES are needed".into());
    };
    let mut rules = Rules::default();
    rules.set("board", board)?;
    let mut controller = catalogue::named(name)?.clone();
    controller.search = search.parse()?;
    rules.visible = controller.search.visible();
    for change in changes {
        let (setting, value) = change.split_once('=').ok_or("write SETTING=VALUE")?;
        rules.set(setting, value)?;
    }
    let player = Player::new(&controller, &rules)?;
    let games: u64 = games.parse()?;
    if games > 0 {
        let shard = Shard {
            seed: 1,
            first: 0,
            games,
            length: Length::Whole,
        };
        let records = play(&player, &shard, 2, &Watch::default());
        let measured = Measurement::new(&player, &shard, &records);
        println!(
            "played to the end: {:.1} lines, {:.1} to {:.1} ({} games, {} moves)",
            measured.mean.unwrap_or(f64::NAN),
            measured.interval.low,
            measured.interval.high,
            games,
            measured.tally.pieces
        );
    }
    for danger in [Danger::Pile, Danger::Cover, Danger::Height] {
        let settings = Settings {
            climbs: climbs.parse()?,
            repeats: repeats.parse()?,
            danger,
            ..Settings::default()
        };
        let start = std::time::Instant::now();
        let estimate = estimate(&player, 1, &settings, &Threads(2), &Watch::default())?;
        println!(
            "splitting by {danger:?}: {:.4e} lines, {:.4e} to {:.4e} ({} levels above {}, {} moves, {:.0} s); worth {:.0} games, {:.3} × as fast",
            estimate.mean.unwrap_or(f64::NAN),
            estimate.interval.low,
            estimate.interval.high,
            estimate.levels.len(),
            estimate.low,
            estimate.moves,
            start.elapsed().as_secs_f64(),
            estimate.games_worth().unwrap_or(f64::NAN),
            estimate.speed_up().unwrap_or(f64::NAN),
        );
        let shares: Vec<String> = estimate
            .levels
            .iter()
            .map(|level| format!("{:?}: {:.3}", level.danger, level.share))
            .collect();
        println!("  {}", shares.join("  "));
        if let Some(line) = estimate.extrapolation {
            println!(
                "  heights {} to {} extrapolated (biased): {:.4e} lines",
                line.from, line.to, line.lines
            );
        }
    }
    Ok(())
}

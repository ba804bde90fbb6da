//! How often `compare --until-decided` decides wrongly, and how many games it takes. Games are
//! drawn from geometric laws, so that the true means are known.
//!
//! ```text
//! cargo run --release -p tetrarium-lab --example deciding -- REPEATS ERROR [RATIOS …]
//! cargo run --release -p tetrarium-lab --example deciding -- 2000 0.05
//! cargo run --release -p tetrarium-lab --example deciding -- 1000 0.05 2 5
//! ```
//!
//! Equally good agents have a budget for about 2,000 games each, others have none. The fixed number
//! of games is the one that tells the agents apart with a probability of 80 %.

use tetrarium_lab::compare::coverage::decision_rates;
use tetrarium_lab::compare::{POWER, Sequential};
use tetrarium_lab::statistics::{Level, growth_to_tell_apart};

const MEANS: [f64; 6] = [0.05, 0.3, 2.0, 20.0, 300.0, 5000.0];
const RATIOS: [f64; 5] = [1.0, 1.1, 1.3, 2.0, 5.0];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [repeats, error, ratios @ ..] = &words[..] else {
        return Err("REPEATS and ERROR are needed".into());
    };
    let (repeats, error): (u64, f64) = (repeats.parse()?, error.parse()?);
    let ratios = ratios.iter().map(|ratio| ratio.parse());
    let ratios: Vec<f64> = ratios.collect::<Result<_, _>>()?;
    println!("error {error}, {repeats} repeats");
    println!(
        "| ratio | mean | decided for the better | for the worse | undecided | games each | fixed |"
    );
    let asked = |ratio: f64| ratios.is_empty() || ratios.contains(&ratio);
    let rows = (0_u64..).zip(RATIOS).filter(|(_, ratio)| asked(*ratio));
    for (row, ratio) in rows {
        for (column, &mean) in (0_u64..).zip(&MEANS) {
            let mut order = Sequential::new(error)?;
            order.seed = (row * 16 + column) << 32;
            if ratio == 1.0 {
                order.budget = Some((2000.0 * (mean + 1.0)) as u64);
            }
            // Close means take a hundred times the games, so that fewer repeats are made.
            let repeats = if ratio == 1.1 { repeats / 4 } else { repeats };
            let rates = decision_rates([ratio * mean, mean], &order, repeats, 2);
            let variance = 2.0 + 1.0 / mean + 1.0 / (ratio * mean);
            let confidence = Level::new(1.0 - error)?;
            let fixed = growth_to_tell_apart(ratio, variance, confidence, POWER);
            let percent = |count: u64| 100.0 * count as f64 / rates.repeats as f64;
            println!(
                "| {ratio} | {mean} | {:.2} % | {:.2} % | {:.2} % | {:.0} | {} |",
                percent(rates.first),
                percent(rates.second),
                percent(rates.repeats - rates.first - rates.second),
                rates.games,
                fixed.map_or("–".to_string(), |games| format!("{games:.0}"))
            );
        }
    }
    Ok(())
}

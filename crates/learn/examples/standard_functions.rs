//! How many evaluations an optimiser takes on standard functions.
//!
//! ```sh
//! cargo run --release -p tetrarium-learn --example standard_functions -- sep-cma-es 20 7
//! ```
//!
//! The arguments are a method, the number of genes and the number of seeds. A line of the output
//! has the function, then the evaluations of each seed until the function is below 1e-10, in order;
//! `-` where 400,000 are not enough. Every search begins at 0 with the method's own spread; the
//! optimum is at 1 in every gene. `scripts/standard-functions` compares them with other programs.

use std::process::ExitCode;

use tetrarium_learn::optimisers::{Config, Fitness, GameCount, Optimiser, Outcome, Space};

const MOST: usize = 400_000;
const TARGET: f64 = 1e-10;

type Function = fn(&[f64]) -> f64;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((config, genes, seeds)) = asked(&words) else {
        eprintln!("usage: standard_functions METHOD GENES SEEDS");
        return ExitCode::from(2);
    };
    let functions: [(&str, Function); 4] = [
        ("sphere", sphere),
        ("ellipsoid", ellipsoid),
        ("cigar", cigar),
        ("rosenbrock", rosenbrock),
    ];
    for (name, function) in functions {
        let mut counts: Vec<usize> = (1..=seeds)
            .map(|seed| evaluations(&config, genes, seed, function).unwrap_or(usize::MAX))
            .collect();
        counts.sort_unstable();
        let texts = counts.iter().map(|count| match count {
            &usize::MAX => "-".to_string(),
            count => count.to_string(),
        });
        println!("{name} {}", texts.collect::<Vec<_>>().join(" "));
    }
    ExitCode::SUCCESS
}

/// The method, the number of genes (at least 2) and the number of seeds.
fn asked(words: &[String]) -> Option<(Config, usize, u64)> {
    let [method, genes, seeds] = words else {
        return None;
    };
    let genes = genes.parse().ok().filter(|genes| *genes >= 2)?;
    Some((Config::named(method)?, genes, seeds.parse().ok()?))
}

fn evaluations(config: &Config, genes: usize, seed: u64, function: Function) -> Option<usize> {
    let space = Space::linear(genes).ok()?;
    let mut optimiser = Optimiser::new(config.clone(), space, Fitness::Lines, seed).ok()?;
    let mut count = 0;
    while count < MOST {
        let mut least = f64::INFINITY;
        let asked = optimiser.ask();
        let outcomes: Vec<Outcome> = asked
            .iter()
            .map(|candidate| {
                let value = function(&candidate.genes);
                least = least.min(value);
                // The bits of a number that is not negative are in the order of the numbers.
                let lines = (u64::MAX - value.to_bits()) >> 2;
                let game = GameCount {
                    lines,
                    pieces: 0,
                    finished: true,
                };
                Outcome {
                    id: candidate.id,
                    games: vec![game],
                }
            })
            .collect();
        count += asked.len();
        if least < TARGET {
            return Some(count);
        }
        optimiser.tell(&outcomes).ok()?;
    }
    None
}

fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|x| (x - 1.0) * (x - 1.0)).sum()
}

fn ellipsoid(x: &[f64]) -> f64 {
    let last = (x.len() - 1) as f64;
    let terms = x.iter().enumerate();
    terms
        .map(|(i, x)| 10f64.powf(6.0 * i as f64 / last) * (x - 1.0) * (x - 1.0))
        .sum()
}

fn cigar(x: &[f64]) -> f64 {
    (x[0] - 1.0) * (x[0] - 1.0) + 1e6 * sphere(&x[1..])
}

fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2)
        .map(|x| 100.0 * (x[0] * x[0] - x[1]).powi(2) + (x[0] - 1.0).powi(2))
        .sum()
}

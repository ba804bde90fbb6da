//! The optimisers on noisy standard functions, at equal numbers of evaluations: does what holds for
//! Tetris hold outside it? Thiery & Scherrer (2009) ask this of the noise in cross-entropy.
//!
//! ```sh
//! cargo run --release -p tetrarium-learn --example outside_tetris -- --tetris rows.jsonl
//! ```
//!
//! `rows.jsonl` is what `tetrarium tournament --json` prints of experiments named after the rows
//! below; `scripts/outside-tetris` makes it. Other options: `--seeds N` (10), `--evaluations N`
//! (5,000 vectors a run), `--json` (one line a function, method and score).
//!
//! A function g has the least value 0, at a point of eight coordinates ±1. The mean score is
//! 10⁶ / (1 + g), and a vector is judged by the mean of five scores, which are exact or geometric
//! with that mean, as the lines of a game of Tetris are. A gene is measured by the spread of the
//! method's own first generation. A function of the *direction* reads the vector after it was
//! scaled to a mean square of 1, so that it does not change when all weights are multiplied, which
//! holds for a linear rating; a function of the *place* reads it as it is.

use std::collections::BTreeMap;
use std::error::Error;

use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_learn::optimisers::{
    Config, CrossEntropy, Fitness, GameCount, Noise, Optimiser, Outcome, Space,
};

/// The coordinates, as many as bcts has features.
const DIMENSION: usize = 8;

/// The scores that judge a vector.
const GAMES: u64 = 5;

/// The mean score at the optimum.
const BEST: f64 = 1e6;

/// A function to be minimised, with the least value 0 at 0.
type Function = (&'static str, fn(&[f64]) -> f64);

const FUNCTIONS: [Function; 4] = [
    ("sphere", sphere),
    ("ellipsoid", ellipsoid),
    ("rosenbrock", rosenbrock),
    ("rastrigin", rastrigin),
];

fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

/// Axes of condition 1,000.
fn ellipsoid(x: &[f64]) -> f64 {
    let last = (x.len() - 1) as f64;
    let axes = (0..).zip(x);
    axes.map(|(i, x)| libm::pow(1000.0, f64::from(i) / last) * x * x)
        .sum()
}

/// Rosenbrock's valley, with its optimum moved to 0.
fn rosenbrock(x: &[f64]) -> f64 {
    let pairs = x.windows(2).map(|pair| (pair[0] + 1.0, pair[1] + 1.0));
    pairs
        .map(|(a, b)| 100.0 * (b - a * a) * (b - a * a) + (1.0 - a) * (1.0 - a))
        .sum()
}

/// Rastrigin's function, with local optima half a unit apart.
fn rastrigin(x: &[f64]) -> f64 {
    let tau = 2.0 * std::f64::consts::PI;
    let parts = x.iter().map(|x| 2.0 * x);
    parts
        .map(|x| 10.0 + x * x - 10.0 * libm::cos(tau * x))
        .sum()
}

/// What a function reads.
#[derive(Clone, Copy, PartialEq)]
enum Reads {
    Direction,
    Place,
}

/// How scores come about.
#[derive(Clone, Copy, PartialEq)]
enum Scores {
    Exact,
    Geometric,
}

/// The methods, by the names of the experiments that are their like in Tetris.
fn methods() -> Vec<(&'static str, Config)> {
    let noise = |noise| {
        Config::CrossEntropy(CrossEntropy {
            noise,
            ..CrossEntropy::default()
        })
    };
    let mut methods = vec![
        ("cross-entropy-without-noise", noise(Noise::None)),
        (
            "cross-entropy-constant-noise",
            noise(Noise::Constant { variance: 4.0 }),
        ),
    ];
    for (experiment, method) in [
        ("equal-cross-entropy", "cross-entropy"),
        ("equal-cma-es", "cma-es"),
        ("equal-evolution", "evolution"),
        ("equal-genetic", "genetic"),
        ("equal-islands", "islands"),
        ("equal-particle-swarm", "particle-swarm"),
        ("equal-random-search", "random-search"),
    ] {
        let config = Config::named(method).expect("it is a method");
        methods.push((experiment, config));
    }
    methods
}

/// A run: a method on a function.
struct Run {
    function: fn(&[f64]) -> f64,
    reads: Reads,
    scores: Scores,
    seed: u64,
    /// The spread of the genes of the first generation.
    unit: f64,
}

impl Run {
    /// The value of a vector of genes.
    fn value(&self, genes: &[f64]) -> f64 {
        let mut x: Vec<f64> = genes.iter().map(|gene| gene / self.unit).collect();
        if self.reads == Reads::Direction {
            let size = (sphere(&x) / x.len() as f64).sqrt();
            if size > 0.0 {
                x.iter_mut().for_each(|x| *x /= size);
            }
        }
        // The optimum of a seed: every coordinate is +1 or -1.
        let signs = Stream::new(self.seed, u64::MAX, Purpose::Sampling).word(0);
        for (place, x) in x.iter_mut().enumerate() {
            *x -= if signs >> place & 1 == 1 { 1.0 } else { -1.0 };
        }
        (self.function)(&x)
    }

    /// The scores of a candidate.
    fn games(&self, id: u64, genes: &[f64]) -> Vec<GameCount> {
        let mean = BEST / (1.0 + self.value(genes));
        let stream = Stream::new(self.seed, id, Purpose::Sampling);
        let score = |game: u64| match self.scores {
            Scores::Exact => mean,
            Scores::Geometric => {
                let uniform = (f64::from(stream.word(game)) + 0.5) / 4_294_967_296.0;
                libm::log(uniform) / -libm::log1p(1.0 / mean)
            }
        };
        let game = |number| GameCount {
            lines: score(number) as u64,
            pieces: 0,
            finished: true,
        };
        (0..GAMES).map(game).collect()
    }

    /// The value of what the method hands over after this many evaluations.
    fn carried_out(mut self, config: Config, evaluations: usize) -> Result<f64, Box<dyn Error>> {
        let space = Space::linear(DIMENSION)?;
        let mut optimiser = Optimiser::new(config, space, Fitness::Lines, self.seed)?;
        let first: Vec<f64> = optimiser
            .ask()
            .into_iter()
            .flat_map(|one| one.genes)
            .collect();
        self.unit = (sphere(&first) / first.len() as f64).sqrt();
        let mut made = 0;
        while made < evaluations && optimiser.stop().is_empty() {
            let asked = optimiser.ask();
            made += asked.len();
            let outcomes: Vec<Outcome> = asked
                .iter()
                .map(|one| Outcome {
                    id: one.id,
                    games: self.games(one.id, &one.genes),
                })
                .collect();
            optimiser.tell(&outcomes)?;
        }
        let (genes, _) = optimiser.result().ok_or("there was no evaluation")?;
        Ok(self.value(&genes))
    }
}

/// The ranks of values, the least first; equal ones share theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |one: &f64| {
        let below = values.iter().filter(|other| *other < one).count();
        let equal = values.iter().filter(|other| *other == one).count();
        below as f64 + (equal as f64 + 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

/// Spearman's correlation: that of the ranks.
fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 + 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        let pairs = a.iter().zip(b);
        pairs.map(|(a, b)| (a - mean) * (b - mean)).sum()
    };
    product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt()
}

/// The options of the command line.
struct Options {
    seeds: u64,
    evaluations: usize,
    json: bool,
    /// The geometric mean lines of experiments in Tetris.
    tetris: BTreeMap<String, f64>,
}

impl Options {
    fn read() -> Result<Options, Box<dyn Error>> {
        let mut options = Options {
            seeds: 10,
            evaluations: 5000,
            json: false,
            tetris: BTreeMap::new(),
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--seeds" => options.seeds = value()?.parse()?,
                "--evaluations" => options.evaluations = value()?.parse()?,
                "--json" => options.json = true,
                "--tetris" => options.tetris = lines_of(&value()?)?,
                _ => return Err(format!("`{word}` is no option").into()),
            }
        }
        match options.seeds > 0 && options.evaluations > 0 {
            true => Ok(options),
            false => Err("--seeds and --evaluations must be at least 1".into()),
        }
    }
}

/// The results of a tournament, by experiment.
fn lines_of(path: &str) -> Result<BTreeMap<String, f64>, Box<dyn Error>> {
    let mut lines = BTreeMap::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let row: serde_json::Value = serde_json::from_str(line)?;
        if let (Some(name), Some(mean)) =
            (row["experiment"].as_str(), row["geometric_mean"].as_f64())
        {
            lines.insert(name.to_string(), mean);
        }
    }
    Ok(lines)
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read()?;
    let methods = methods();
    for (reads, of) in [(Reads::Direction, "direction"), (Reads::Place, "place")] {
        for (scores, are) in [(Scores::Geometric, "geometric"), (Scores::Exact, "exact")] {
            if !options.json {
                println!("\nfunctions of the {of}, {are} scores: median value (least to greatest)");
            }
            let mut medians = vec![Vec::new(); FUNCTIONS.len()];
            for (name, config) in &methods {
                let mut row = format!("{name:<30}");
                for (place, (title, function)) in FUNCTIONS.iter().enumerate() {
                    let run = |seed| Run {
                        function: *function,
                        reads,
                        scores,
                        seed,
                        unit: 1.0,
                    };
                    let values: Result<Vec<f64>, _> = (1..=options.seeds)
                        .map(|seed| run(seed).carried_out(config.clone(), options.evaluations))
                        .collect();
                    let mut values = values?;
                    values.sort_by(f64::total_cmp);
                    let (middle, last) = (values.len() / 2, values.len() - 1);
                    let median = (values[last - middle] + values[middle]) / 2.0;
                    medians[place].push(median);
                    row += &format!(
                        "  {median:>9.3e} ({:.1e} to {:.1e})",
                        values[0], values[last]
                    );
                    if options.json {
                        let record = serde_json::json!({
                            "method": name, "function": title, "of": of, "scores": are,
                            "evaluations": options.evaluations, "values": values,
                        });
                        println!("{record}");
                    }
                }
                if !options.json {
                    println!("{row}");
                }
            }
            if !options.json {
                println!("{}", rank_table(&methods, &medians, &options.tetris));
            }
        }
    }
    Ok(())
}

/// The ranks of the methods on each function and in Tetris, and their correlations.
fn rank_table(
    methods: &[(&str, Config)],
    medians: &[Vec<f64>],
    tetris: &BTreeMap<String, f64>,
) -> String {
    let mut text = format!("\n{:<30}", "rank");
    for (title, _) in FUNCTIONS {
        text += &format!("{title:>12}");
    }
    // The methods that have a result in Tetris. More lines are better, and smaller values: the
    // least rank is the best in both.
    let known: Vec<usize> = (0..methods.len())
        .filter(|row| tetris.contains_key(methods[*row].0))
        .collect();
    let lines: Vec<f64> = known.iter().map(|row| -tetris[methods[*row].0]).collect();
    if !known.is_empty() {
        text += &format!("{:>12}", "tetris");
    }
    let columns: Vec<Vec<f64>> = medians.iter().map(|column| ranks(column)).collect();
    let in_tetris = ranks(&lines);
    for (row, (name, _)) in methods.iter().enumerate() {
        text += &format!("\n{name:<30}");
        for column in &columns {
            text += &format!("{:>12}", column[row]);
        }
        if let Some(place) = known.iter().position(|one| *one == row) {
            text += &format!("{:>12}", in_tetris[place]);
        }
    }
    if known.len() > 2 {
        text += &format!("\n{:<30}", "correlation with tetris");
        for column in medians {
            let values: Vec<f64> = known.iter().map(|row| column[*row]).collect();
            text += &format!("{:>12.2}", spearman(&values, &lines));
        }
    }
    text
}

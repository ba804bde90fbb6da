//! Functions to be minimised, turned into games, for the tests of the optimisers.

use super::{Config, Fitness, GameCount, Optimiser, Outcome, Shape, Space, StopReason};

/// A function to be minimised, with the least value 0.
pub(super) type Function = fn(&[f64]) -> f64;

pub(super) fn sphere(x: &[f64]) -> f64 {
    x.iter().map(|x| x * x).sum()
}

/// Axes of condition 10^6 (Hansen & Ostermeier 2001).
pub(super) fn ellipsoid(x: &[f64]) -> f64 {
    let last = (x.len() - 1) as f64;
    (0..)
        .zip(x)
        .map(|(i, x)| 10f64.powf(6.0 * f64::from(i) / last) * x * x)
        .sum()
}

/// One axis 10^3 times as long as the others (Hansen & Ostermeier 2001).
pub(super) fn cigar(x: &[f64]) -> f64 {
    x[0] * x[0] + 1e6 * sphere(&x[1..])
}

/// A bent valley that ends at (1, 1, …).
pub(super) fn rosenbrock(x: &[f64]) -> f64 {
    x.windows(2)
        .map(|x| 100.0 * (x[0] * x[0] - x[1]).powi(2) + (x[0] - 1.0).powi(2))
        .sum()
}

pub(super) fn rastrigin(x: &[f64]) -> f64 {
    let tau = 2.0 * std::f64::consts::PI;
    x.iter()
        .map(|x| 10.0 + x * x - 10.0 * (tau * x).cos())
        .sum()
}

/// One minus the cosine of the angle to (1, 2, 3, …): a function that, as a linear rating, does
/// not change when all weights are multiplied.
pub(super) fn direction(x: &[f64]) -> f64 {
    let target: Vec<f64> = (1..=x.len()).map(|i| i as f64).collect();
    let dot: f64 = x.iter().zip(&target).map(|(a, b)| a * b).sum();
    let length = (sphere(x) * sphere(&target)).sqrt();
    if length > 0.0 {
        1.0 - dot / length
    } else {
        1.0
    }
}

/// The point moved so that a function's optimum lies at `by` instead of 0, where methods start.
pub(super) fn shifted(x: &[f64], by: f64) -> Vec<f64> {
    x.iter().map(|x| x - by).collect()
}

pub(super) fn outcome(id: u64, lines: &[u64]) -> Outcome {
    let game = |&lines: &u64| GameCount {
        lines,
        pieces: lines.saturating_mul(3),
        finished: true,
    };
    Outcome {
        id,
        games: lines.iter().map(game).collect(),
    }
}

/// Lines that fall as a value that is not negative rises, over all orders of magnitude: the bits
/// of such a number, read as a whole number, are in the order of the numbers.
fn ordered(value: f64) -> u64 {
    (u64::MAX - value.to_bits()) >> 2
}

/// Asks and tells once.
pub(super) fn tell(optimiser: &mut Optimiser, function: &dyn Fn(&[f64]) -> f64) -> f64 {
    tell_as(optimiser, function, &ordered)
}

fn tell_as(
    optimiser: &mut Optimiser,
    function: &dyn Fn(&[f64]) -> f64,
    lines: &dyn Fn(f64) -> u64,
) -> f64 {
    let mut best = f64::INFINITY;
    let outcomes: Vec<Outcome> = optimiser
        .ask()
        .iter()
        .map(|candidate| {
            let value = function(&candidate.genes);
            best = best.min(value);
            outcome(candidate.id, &[lines(value)])
        })
        .collect();
    optimiser.tell(&outcomes).expect("all candidates are told");
    best
}

/// How many evaluations an optimiser takes until a function is below `target`; none where they are
/// more than `most`.
pub(super) fn evaluations(
    mut optimiser: Optimiser,
    target: f64,
    most: usize,
    function: &dyn Fn(&[f64]) -> f64,
) -> Option<usize> {
    let mut count = 0;
    while count < most {
        count += optimiser.ask().len();
        if tell(&mut optimiser, function) < target {
            return Some(count);
        }
    }
    None
}

/// A large population that searches directions, on a function of the direction alone, converges;
/// genes beside the weights are searched as they are.
pub(super) fn check_directions(config: &Config) {
    let space = Space::new(vec![1; 6], Shape::Exponential, false).unwrap();
    let far = |x: &[f64]| direction(&x[..6]) + sphere(&shifted(&x[6..], 4.0));
    for seed in 0..3 {
        let config = config.clone();
        let mut method = Optimiser::new(config, space.clone(), Fitness::Lines, seed).unwrap();
        tell(&mut method, &far);
        for _ in 0..200 {
            let mean = method.distribution().mean;
            assert!((sphere(&mean[..6]).sqrt() - 1.0).abs() < 1e-12);
            for candidate in method.ask() {
                let steps = candidate.genes[..6].iter().zip(&mean);
                let along: f64 = steps.map(|(x, m)| (x - m) * m).sum();
                assert!(along.abs() < 1e-9, "{along}");
            }
            tell(&mut method, &far);
        }
        let result = method.result().unwrap().0;
        assert!(far(&result) < 1e-6, "{} {result:?}", far(&result));
    }
}

/// A method that has converged in this generation says so, and can go on and be saved.
pub(super) fn check_convergence(mut method: Optimiser, converged: usize) {
    assert!(method.stop().is_empty());
    for generation in 0..2000 {
        tell(&mut method, &|x| sphere(&shifted(x, 1.0)));
        if generation == converged {
            assert_eq!(method.stop(), [StopReason::Converged]);
        }
    }
    // JSON has no word for a number that is not finite: it could not be read back.
    let text = serde_json::to_string(&method).unwrap();
    assert_eq!(serde_json::from_str::<Optimiser>(&text).unwrap(), method);
}

/// The number in the middle.
pub(super) fn median(mut counts: Vec<usize>) -> usize {
    counts.sort_unstable();
    counts[counts.len() / 2]
}

/// The least value seen in `generations` generations.
pub(super) fn best_value(
    optimiser: &mut Optimiser,
    generations: usize,
    function: impl Fn(&[f64]) -> f64,
) -> f64 {
    (0..generations)
        .map(|_| tell(optimiser, &function))
        .fold(f64::INFINITY, f64::min)
}

/// The least value seen in `generations` generations where fitness is 10^9 / (1 + value), for
/// methods that select in proportion to fitness.
pub(super) fn proportional_value(
    optimiser: &mut Optimiser,
    generations: usize,
    function: impl Fn(&[f64]) -> f64,
) -> f64 {
    (0..generations)
        .map(|_| tell_as(optimiser, &function, &|v| (1e9 / (1.0 + v)) as u64))
        .fold(f64::INFINITY, f64::min)
}

//! Tests of LM-MA-ES.

use super::*;
use crate::optimisers::testing::*;
use crate::optimisers::{Config, Fitness, Optimiser};

fn optimiser(config: LmMaEs, features: usize, seed: u64) -> Optimiser {
    let space = Space::linear(features).unwrap();
    Optimiser::new(Config::LmMaEs(config), space, Fitness::Lines, seed).unwrap()
}

/// The oracle is LMMAES of PyPI's pypop7, on the same functions with the same start (mean 0, σ 0.5,
/// optimum at 1, until 1e-10), 100 genes, seeds 1 to 7: least, median and most evaluations are
/// 10985, 11185, 11443 on the sphere and 298324, 308357, 315351 on the cigar (ours, of one seed,
/// 311270). With 20 genes it converges once in seven searches of the sphere, and on no other
/// function: its rate of the step is 1.2 there. Ours, which is at most 1/2, took 2856 to 3372 on
/// the sphere, 95604 to 98100 on the cigar and 24984 on Rosenbrock's function when this was
/// written, and 394512 or more on the ellipsoid. `scripts/standard-functions` makes the table
/// again.
#[test]
fn as_fast_as_the_oracle() {
    for (genes, seeds, by, function, range) in [
        (100, 3, 1.0, sphere as Function, 10_985..=11_443),
        (20, 5, 1.0, sphere, 2_900..=3_300),
        (20, 1, 0.0, rosenbrock, 20_000..=30_000),
        (20, 1, 1.0, cigar, 90_000..=105_000),
    ] {
        let counts = (0..seeds).map(|seed| {
            let moved = |x: &[f64]| function(&shifted(x, by));
            let optimiser = optimiser(LmMaEs::default(), genes, seed);
            evaluations(optimiser, 1e-10, 200_000, &moved).expect("it converges")
        });
        let median = median(counts.collect());
        let range = range.start() * 19 / 20..=range.end() * 21 / 20;
        assert!(
            range.contains(&median),
            "{genes}: {median} not in {range:?}"
        );
    }
}

/// The rates of the paper, for as many genes as it has in mind.
#[test]
fn rates_of_the_paper() {
    let config = LmMaEs::default();
    let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-15, "{a} instead of {b}");
    let rates = config.rates(1000);
    assert_eq!((config.constants(1000).lambda, rates.len()), (24, 24));
    near(config.step_rate(1000), 0.048);
    near(rates[0].stretch, 1e-3);
    near(rates[2].stretch, 1e-3 / 2.25);
    near(rates[0].follow, 0.024);
    near(rates[2].follow, 0.0015);
    near(config.step_rate(20), LARGEST_RATE);
}

#[test]
fn what_is_stretched_is_relaxed() {
    let vectors = [[1.0, 2.0, -3.0], [0.5, -0.25, 0.0]];
    let stretches = [(0.3, &vectors[0][..]), (0.5, &vectors[1][..])];
    let mut z = [1.0, -2.0, 4.0];
    stretched(&stretches[..1], &mut z);
    // m · z is -15.
    assert_eq!(z.map(|x| (x * 1e9).round() / 1e9), [-3.8, -10.4, 16.3]);
    stretched(&stretches[1..], &mut z);
    relaxed(&stretches, &mut z);
    for (is, was) in z.iter().zip([1.0, -2.0, 4.0]) {
        assert!((is - was).abs() < 1e-12, "{z:?}");
    }
}

#[test]
fn directions_are_found_and_other_genes_left_alone() {
    check_directions(&Config::LmMaEs(LmMaEs {
        directions: true,
        population: Some(60),
        ..LmMaEs::default()
    }));
}

#[test]
fn stops_when_converged_and_stays_finite_afterwards() {
    check_convergence(optimiser(LmMaEs::default(), 4, 1), 600);
}

#[test]
fn one_gene() {
    let found = evaluations(optimiser(LmMaEs::default(), 1, 1), 1e-10, 4000, &sphere);
    assert!(found.is_some());
}

#[test]
fn impossible_parameters() {
    let check = |change: &dyn Fn(&mut LmMaEs), field: &str| {
        let mut config = LmMaEs::default();
        change(&mut config);
        assert_eq!(config.validate().unwrap_err().field, field);
    };
    check(&|c| c.population = Some(3), "population");
    check(&|c| c.vectors = Some(0), "vectors");
    check(&|c| c.sigma = f64::NAN, "sigma");
}

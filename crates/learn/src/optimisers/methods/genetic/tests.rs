//! Tests of the genetic algorithm.

use super::*;
use crate::optimisers::testing::*;
use crate::optimisers::{Candidate, Config, Fitness, Optimiser, Shape};

fn optimiser(config: Genetic, features: usize, seed: u64) -> Optimiser {
    let space = Space::linear(features).unwrap();
    Optimiser::new(Config::Genetic(config), space, Fitness::Lines, seed).unwrap()
}

/// Coordinates are whole numbers, so the optimum (at 23) can be hit exactly or nearly so.
#[test]
fn finds_whole_number_optima() {
    for seed in 0..3 {
        let mut genetic = optimiser(Genetic::default(), 8, seed);
        let start = best_value(&mut genetic, 1, |x| sphere(&shifted(x, 23.0)));
        let end = best_value(&mut genetic, 150, |x| sphere(&shifted(x, 23.0)));
        assert!(end < start / 50.0 && end < 60.0, "sphere: {start} to {end}");

        let mut genetic = optimiser(Genetic::default(), 5, seed);
        let scaled = |x: &[f64]| x.iter().map(|x| (x - 23.0) / 10.0).collect::<Vec<_>>();
        let start = best_value(&mut genetic, 1, |x| ellipsoid(&scaled(x)));
        let end = best_value(&mut genetic, 200, |x| ellipsoid(&scaled(x)));
        assert!(end < start / 50.0, "ellipsoid: {start} to {end}");

        let mut genetic = optimiser(Genetic::default(), 5, seed);
        let start = best_value(&mut genetic, 1, |x| rastrigin(&scaled(x)));
        let end = best_value(&mut genetic, 150, |x| rastrigin(&scaled(x)));
        assert!(
            end < start / 8.0 && end < 10.0,
            "rastrigin: {start} to {end}"
        );
    }
}

#[test]
fn all_selections_and_crossovers_improve() {
    for selection in [Selection::Universal, Selection::Sigma] {
        for crossover in [Crossover::Uniform, Crossover::Points(3)] {
            let config = Genetic {
                selection: selection.clone(),
                crossover,
                ..Genetic::default()
            };
            let mut genetic = optimiser(config, 6, 5);
            let start = best_value(&mut genetic, 1, |x| sphere(&shifted(x, 23.0)));
            let end =
                proportional_value(&mut genetic, 60, |x| sphere(&shifted(x, 23.0)) / 100.0) * 100.0;
            assert!(end < start / 2.0, "{selection:?}: {start} to {end}");
        }
    }
}

#[test]
fn features_pass_whole_and_genes_stay_whole_numbers() {
    let config = Genetic {
        mutation_rate: Some(0.0),
        crossover_rate: 1.0,
        ..Genetic::default()
    };
    let space = Space::new(vec![1, 3, 2], Shape::Linear, false).unwrap();
    let mut genetic =
        Optimiser::new(Config::Genetic(config), space.clone(), Fitness::Lines, 3).unwrap();
    let parents = genetic.ask();
    tell(&mut genetic, &|x| sphere(x));
    let piece = |genes: &[f64], feature: usize| -> Vec<i64> {
        (0..6)
            .filter(|&gene| space.feature(gene) == feature)
            .map(|gene| {
                assert_eq!(genes[gene], genes[gene].round());
                genes[gene] as i64
            })
            .collect()
    };
    for child in genetic.ask() {
        for feature in 0..3 {
            let wanted = piece(&child.genes, feature);
            assert!(parents.iter().any(|p| piece(&p.genes, feature) == wanted));
        }
    }
}

#[test]
fn useless_features_are_switched_off() {
    // Every feature but the first two costs lines while it is on.
    let space = Space::new(vec![1; 6], Shape::Linear, true).unwrap();
    let config = Genetic {
        mutation_rate: Some(0.0625),
        ..Genetic::default()
    };
    let mut genetic = Optimiser::new(Config::Genetic(config), space, Fitness::Lines, 3).unwrap();
    for _ in 0..25 {
        let outcomes: Vec<_> = genetic
            .ask()
            .iter()
            .map(|candidate| {
                assert!(candidate.enabled.contains(&true));
                let useless = candidate.enabled[2..].iter().filter(|on| **on).count();
                let useful = candidate.enabled[..2].iter().filter(|on| **on).count();
                outcome(candidate.id, &[(100 + 10 * useful - 10 * useless) as u64])
            })
            .collect();
        genetic.tell(&outcomes).unwrap();
    }
    let best = genetic.best().unwrap();
    assert_eq!(best.enabled, [true, true, false, false, false, false]);
    let shares = genetic.distribution().enabled;
    assert!(shares[0] > 0.8 && shares[5] < 0.2, "{shares:?}");
}

/// §5.2: an elite keeps its place by its mean over all its games, not by a lucky one.
#[test]
fn luck_does_not_last() {
    let config = Genetic {
        population: 4,
        elite: 4,
        ..Genetic::default()
    };
    let mut genetic = optimiser(config, 4, 1);
    let first = genetic.ask();
    let lucky = first[2].id;
    let outcomes: Vec<_> = first
        .iter()
        .map(|c| outcome(c.id, &[if c.id == lucky { 1000 } else { 100 }]))
        .collect();
    genetic.tell(&outcomes).unwrap();
    assert_eq!(genetic.best().unwrap().id, lucky);
    let second = genetic.ask();
    assert!(second.iter().all(|candidate| candidate.seen == 1));
    // 19 more games of 10 lines for everyone but one, who keeps its 100.
    let steady = second
        .iter()
        .find(|c| c.genes == first[0].genes)
        .unwrap()
        .id;
    let outcomes: Vec<_> = second
        .iter()
        .map(|c| outcome(c.id, &[if c.id == steady { 100 } else { 10 }; 19]))
        .collect();
    genetic.tell(&outcomes).unwrap();
    let best = genetic.best().unwrap();
    assert_eq!(best.genes, first[0].genes);
    assert_eq!((best.fitness, best.sums.games()), (100.0, 20));
}

#[test]
fn equal_genomes_are_asked_for_once_and_need_no_new_games() {
    let config = Genetic {
        mutation_rate: Some(0.0),
        crossover_rate: 0.0,
        ..Genetic::default()
    };
    let mut genetic = optimiser(config, 3, 1);
    tell(&mut genetic, &|x| sphere(x));
    let copies = genetic.ask();
    assert!(copies.len() < 60, "{} different copies", copies.len());
    let outcomes: Vec<_> = copies.iter().map(|c| outcome(c.id, &[])).collect();
    genetic.tell(&outcomes).unwrap();
    assert!(genetic.best().unwrap().sums.games() == 1);
}

/// The candidates of a second generation, all of them elites or new, after one was lucky, and the
/// fitness of the best when all of that generation had 10 lines.
fn after_luck(elites: Elites) -> (Vec<Candidate>, f64) {
    let config = Genetic {
        population: 4,
        elite: 2,
        elites: Some(elites),
        mutation_rate: Some(1.0),
        ..Genetic::default()
    };
    let mut genetic = optimiser(config, 4, 1);
    let first = genetic.ask();
    let lines = [100, 1000, 100, 100];
    let outcomes = first
        .iter()
        .zip(lines)
        .map(|(c, lines)| outcome(c.id, &[lines]));
    genetic.tell(&outcomes.collect::<Vec<_>>()).unwrap();
    let second = genetic.ask();
    let outcomes: Vec<_> = second.iter().map(|c| outcome(c.id, &[10])).collect();
    genetic.tell(&outcomes).unwrap();
    let saved = serde_json::to_value(&genetic).unwrap();
    let method = saved["method"]["genetic"].clone();
    let State { population, .. } = serde_json::from_value(method).unwrap();
    (second, population[0].fitness)
}

#[test]
fn elites_are_judged_again_together_or_never() {
    let (asked, elite) = after_luck(Elites::Again);
    assert_eq!((asked.len(), asked[0].seen, elite), (4, 0, 10.0));
    let (asked, elite) = after_luck(Elites::Pooled);
    assert_eq!((asked.len(), asked[0].seen, elite), (4, 1, 505.0));
    let (asked, elite) = after_luck(Elites::Kept);
    assert_eq!((asked.len(), asked[0].seen, elite), (2, 0, 1000.0));
}

#[test]
fn where_all_genomes_have_games_they_are_asked_for() {
    let config = Genetic {
        population: 3,
        elite: 3,
        elites: Some(Elites::Kept),
        ..Genetic::default()
    };
    let mut genetic = optimiser(config, 4, 1);
    tell(&mut genetic, &|x| sphere(x));
    assert_eq!(genetic.ask().len(), 3);
}

#[test]
fn impossible_parameters() {
    let check = |change: &dyn Fn(&mut Genetic), field: &str| {
        let mut config = Genetic::default();
        change(&mut config);
        assert_eq!(config.validate().unwrap_err().field, field);
    };
    check(&|c| c.population = 0, "population");
    check(&|c| c.elite = 101, "elite");
    check(&|c| c.mutation_rate = Some(1.5), "mutation-rate");
    check(&|c| c.crossover_rate = f64::NAN, "crossover-rate");
    check(&|c| c.crossover = Crossover::Points(0), "crossover.points");
    check(
        &|c| {
            c.selection = Selection::Tournament {
                size: 0,
                random_rate: 0.1,
            }
        },
        "selection.tournament.size",
    );
    assert!(Genetic::default().validate().is_ok());
}

//! The evolutionary algorithm of Böhm, Kókai & Mandl (2005, §3.2): whole-number weights, real
//! exponents and displacements, each kind a chromosome of its own.

use crate::draws::Draws;
use crate::invalid::{
    Invalid, at_least, at_most, count, invalid, not_negative, positive, probability,
};
use crate::optimisers::candidate::Distribution;
use crate::optimisers::method::{
    Method, Parameters, Proposal, Scored, distribution_of, population_fits,
};
use crate::optimisers::selection::{cut, ranked, roulette};
use crate::optimisers::space::{Kind, Space};
use crate::parameters::{Range, parameters};
use serde::{Deserialize, Serialize};

parameters! {
    /// The evolutionary algorithm of Böhm, Kókai & Mandl (2005).
    ///
    /// The paper gives the operators and the population (100, §4) but no rates; where a default
    /// below has no citation it is our choice. Its fitness is
    /// [`TrimmedPieces`](crate::optimisers::Fitness::TrimmedPieces) over five to twelve games.
    pub struct Evolution {
        /// How many individuals (§4: "usually 100").
        pub population: usize = 100, Range::Count(2);
        /// How many of the fittest are copied literally (§3.2: "some").
        pub elite: usize = 5, Range::UpTo("population");
        /// The probability that a gene mutates.
        pub mutation_rate: f64 = 0.2, Range::Probability;
        /// The standard deviation of the factor, of mean 1, that a gene is multiplied with when it
        /// mutates.
        pub mutation_sd: f64 = 0.5, Range::NotNegative;
        /// The probability that the weights of a child are scaled, all by one factor.
        pub scaling_rate: f64 = 0.1, Range::Probability;
        /// That factor is between one over this and this.
        pub scaling_most: f64 = 2.0, Range::Words("1 or more");
        /// Weights start between minus this and this; the weights published in §4.2 are of that
        /// size.
        pub start_weight: u32 = 50_000, Range::Whole(1);
        /// Exponents start between these.
        pub start_exponent: [f64; 2] = [0.0, 2.0], Range::Words("two numbers, the lower first");
        /// Displacements start between these.
        pub start_displacement: [f64; 2] = [-2.0, 2.0],
            Range::Words("two numbers, the lower first");
        /// Whether the games of a genome seen before (an elite) are pooled.
        pub pooled: bool = true, Range::Switch;
    }
}

impl Parameters for Evolution {
    const NAME: &'static str = "evolution";
    const SUMMARY: &'static str =
        "evolution of weights, exponents and displacements (Böhm, Kókai & Mandl 2005)";
    type State = State;

    fn validate(&self) -> Result<(), Invalid> {
        count("population", self.population, 2)?;
        at_most("elite", self.elite, self.population, "the population")?;
        probability("mutation-rate", self.mutation_rate)?;
        not_negative("mutation-sd", self.mutation_sd)?;
        probability("scaling-rate", self.scaling_rate)?;
        positive("scaling-most", self.scaling_most)?;
        if self.scaling_most < 1.0 {
            return Err(invalid(
                "scaling-most",
                self.scaling_most,
                "it must be at least 1",
            ));
        }
        at_least("start-weight", self.start_weight as usize, 1)?;
        for (field, [low, high]) in [
            ("start-exponent", self.start_exponent),
            ("start-displacement", self.start_displacement),
        ] {
            not_negative(field, low.abs())?;
            not_negative(field, high.abs())?;
            if low > high {
                return Err(invalid(
                    field,
                    format!("[{low}, {high}]"),
                    "the first must not be above the second",
                ));
            }
        }
        Ok(())
    }

    fn start(self, _: &Space, _: &mut Draws) -> State {
        State {
            config: self,
            population: Vec::new(),
        }
    }
}

/// Weights beyond this would no longer be exact whole numbers.
const LARGEST_WEIGHT: f64 = 1e15;

/// Exponents and displacements beyond this mean nothing, and must not overflow.
const LARGEST_OTHER: f64 = 1e6;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::optimisers) struct State {
    pub config: Evolution,
    population: Vec<Scored>,
}

impl State {
    fn random(&self, space: &Space, draws: &mut Draws) -> Vec<f64> {
        (0..space.genes())
            .map(|gene| match space.kind(gene) {
                Kind::Weight => draws.within(self.config.start_weight),
                Kind::Exponent => {
                    let [low, high] = self.config.start_exponent;
                    draws.between(low, high)
                }
                Kind::Displacement => {
                    let [low, high] = self.config.start_displacement;
                    draws.between(low, high)
                }
            })
            .collect()
    }

    /// Two different individuals, each in proportion to its fitness.
    fn parents(&self, fitness: &[f64], draws: &mut Draws) -> (usize, usize) {
        let first = roulette(fitness, draws);
        let mut others = fitness.to_vec();
        others.remove(first);
        let second = roulette(&others, draws);
        (first, if second < first { second } else { second + 1 })
    }

    fn child(&self, first: &[f64], second: &[f64], space: &Space, draws: &mut Draws) -> Vec<f64> {
        // Two-point crossover, each chromosome at points of its own.
        let masks: Vec<Vec<bool>> = (0..space.chromosomes())
            .map(|_| cut(space.features().len(), 2, draws))
            .collect();
        let weights = space.weights();
        let mut child: Vec<f64> = (0..space.genes())
            .map(|gene| match masks[gene / weights][space.feature(gene)] {
                true => first[gene],
                false => second[gene],
            })
            .collect();
        for gene in &mut child {
            if draws.chance(self.config.mutation_rate) {
                *gene *= 1.0 + self.config.mutation_sd * draws.normal();
            }
        }
        if draws.chance(self.config.scaling_rate) {
            // As likely to shrink as to grow.
            let mut factor = draws.between(1.0, self.config.scaling_most);
            if draws.chance(0.5) {
                factor = 1.0 / factor;
            }
            for weight in &mut child[..weights] {
                *weight *= factor;
            }
        }
        for (place, gene) in child.iter_mut().enumerate() {
            *gene = if place < weights {
                gene.round().clamp(-LARGEST_WEIGHT, LARGEST_WEIGHT)
            } else {
                gene.clamp(-LARGEST_OTHER, LARGEST_OTHER)
            };
        }
        child
    }
}

impl Method for State {
    fn propose(&self, space: &Space, draws: &mut Draws) -> Vec<Proposal> {
        if self.population.is_empty() {
            return (0..self.config.population)
                .map(|_| Proposal::plain(self.random(space, draws)))
                .collect();
        }
        let fitness: Vec<f64> = self.population.iter().map(|one| one.fitness).collect();
        let mut next: Vec<Proposal> = ranked(&fitness)
            .into_iter()
            .take(self.config.elite)
            .map(|elite| Proposal::plain(self.population[elite].point.clone()))
            .collect();
        while next.len() < self.config.population {
            let (first, second) = self.parents(&fitness, draws);
            let (first, second) = (&self.population[first], &self.population[second]);
            let child = self.child(&first.point, &second.point, space, draws);
            next.push(Proposal::plain(child));
        }
        next
    }

    fn learn(&mut self, scored: Vec<Scored>) {
        self.population = scored;
    }

    fn size(&self) -> usize {
        self.config.population
    }

    fn spread(&self) -> Option<f64> {
        None
    }

    fn distribution(&self) -> Distribution {
        distribution_of(&self.population)
    }

    fn wanted(&self) -> usize {
        (self.config.population / 5).max(self.config.elite).max(1)
    }

    fn pooled(&self) -> bool {
        self.config.pooled
    }

    fn fits(&self, space: &Space) -> bool {
        population_fits(&self.population, self.config.population, space)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimisers::testing::*;
    use crate::optimisers::{Config, Fitness, Optimiser, Shape};

    fn optimiser(space: Space, seed: u64) -> Optimiser {
        let config = Config::Evolution(Evolution::default());
        Optimiser::new(config, space, Fitness::TrimmedPieces, seed).unwrap()
    }

    #[test]
    fn improves_on_all_functions() {
        let functions: [(&str, Function); 3] = [
            ("sphere", sphere),
            ("ellipsoid", ellipsoid),
            ("rastrigin", rastrigin),
        ];
        for (name, function) in functions {
            let scaled =
                |x: &[f64]| function(&x.iter().map(|x| x / 10_000.0 - 2.0).collect::<Vec<_>>());
            for seed in 0..2 {
                let mut evolution = optimiser(Space::linear(6).unwrap(), seed);
                let start = best_value(&mut evolution, 1, scaled);
                let end = proportional_value(&mut evolution, 100, scaled);
                assert!(end < start / 5.0, "{name}: {start} to {end}");
            }
        }
    }

    #[test]
    fn finds_exponents_and_displacements() {
        // The best rating is -ω·|f - 1.5|^0.8 with ω > 0.
        let space = Space::new(vec![1], Shape::Displaced, false).unwrap();
        let mut evolution = optimiser(space, 4);
        let end = proportional_value(&mut evolution, 60, |x| {
            let sign = if x[0] < 0.0 { 0.0 } else { 1.0 };
            sign + (x[1] - 0.8).abs() + (x[2] - 1.5).abs()
        });
        assert!(end < 0.02, "{end}");
    }

    #[test]
    fn weights_are_whole_and_elites_literal() {
        let space = Space::new(vec![1, 2], Shape::Exponential, false).unwrap();
        let mut evolution = optimiser(space, 4);
        for _ in 0..10 {
            tell(&mut evolution, &|x| sphere(x));
        }
        let best = evolution.best().unwrap().genes.clone();
        let next = evolution.ask();
        assert_eq!(next[0].genes, best);
        for candidate in next {
            assert!(candidate.genes[..3].iter().all(|w| w.round() == *w));
        }
    }

    #[test]
    fn parents_are_different() {
        let mut draws = Draws::of_generation(1, 1);
        let state = Evolution::default().start(&Space::linear(3).unwrap(), &mut draws);
        let mut counts = [0; 3];
        for _ in 0..3000 {
            let (first, second) = state.parents(&[0.0, 1.0, 3.0], &mut draws);
            assert_ne!(first, second);
            counts[first] += 1;
        }
        assert!(
            counts[0] == 0 && (650..850).contains(&counts[1]),
            "{counts:?}"
        );
    }

    #[test]
    fn impossible_parameters() {
        let check = |change: &dyn Fn(&mut Evolution), field: &str| {
            let mut config = Evolution::default();
            change(&mut config);
            assert_eq!(config.validate().unwrap_err().field, field);
        };
        check(&|c| c.population = 1, "population");
        check(&|c| c.elite = 101, "elite");
        check(&|c| c.mutation_sd = -1.0, "mutation-sd");
        check(&|c| c.scaling_most = 0.5, "scaling-most");
        check(&|c| c.start_exponent = [2.0, 1.0], "start-exponent");
        check(&|c| c.start_exponent = [f64::NAN, 1.0], "start-exponent");
        assert!(Evolution::default().validate().is_ok());
    }
}

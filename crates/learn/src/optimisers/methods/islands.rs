//! The islands of Agent 06 (§1.2): several small populations that select their parents
//! separately, and together every few generations.

use crate::draws::Draws;
use crate::invalid::{Invalid, MOST, at_least, count, invalid, positive, probability};
use crate::optimisers::candidate::Distribution;
use crate::optimisers::method::{
    Method, Parameters, Proposal, Scored, distribution_of, population_fits,
};
use crate::optimisers::selection::roulette;
use crate::optimisers::space::Space;
use crate::parameters::{Range, parameters};
use serde::{Deserialize, Serialize};

parameters! {
    /// The islands of Agent 06 (Inaba, Chan, Kwok, Tewari & Teo, §1.2), with the report's numbers.
    ///
    /// There is no elite: the best of a generation can be lost.
    pub struct Islands {
        /// How many populations.
        pub populations: usize = 8, Range::Count(1);
        /// How many individuals in each.
        pub size: usize = 8,
            Range::Words("whole, 2 or more; populations × size at most 1000000");
        /// The number of generations after which selection is among all populations, once.
        pub exchange_every: u64 = 100, Range::Whole(1);
        /// The probability that a weight mutates into a random value.
        pub mutation_rate: f64 = 0.07, Range::Probability;
        /// Random values are between minus this and this; the weights published in §2 lie within
        /// ±1.
        pub range: f64 = 1.0, Range::Positive;
    }
}

impl Parameters for Islands {
    const NAME: &'static str = "islands";
    const SUMMARY: &'static str = "eight populations of eight that exchange players (Agent 06)";
    type State = State;

    fn validate(&self) -> Result<(), Invalid> {
        count("populations", self.populations, 1)?;
        count("size", self.size, 2)?;
        if self.all() > MOST {
            return Err(invalid(
                "size",
                self.size,
                format!("populations × size must be at most {MOST}"),
            ));
        }
        let every = usize::try_from(self.exchange_every).unwrap_or(usize::MAX);
        at_least("exchange-every", every, 1)?;
        probability("mutation-rate", self.mutation_rate)?;
        positive("range", self.range)
    }

    fn start(self, _: &Space, _: &mut Draws) -> State {
        State {
            config: self,
            generation: 0,
            population: Vec::new(),
        }
    }
}

impl Islands {
    fn all(&self) -> usize {
        self.populations.saturating_mul(self.size)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::optimisers) struct State {
    pub config: Islands,
    /// How many generations have been told.
    generation: u64,
    /// One population after the other.
    population: Vec<Scored>,
}

impl State {
    fn random(&self, draws: &mut Draws) -> f64 {
        draws.between(-self.config.range, self.config.range)
    }

    /// The next population at place `island`, before crossover and mutation.
    fn selected(&self, island: usize, draws: &mut Draws) -> Vec<Vec<f64>> {
        let own = island * self.config.size..(island + 1) * self.config.size;
        let together = self.generation.is_multiple_of(self.config.exchange_every);
        let pool = if together {
            &self.population[..]
        } else {
            &self.population[own]
        };
        let fitness: Vec<f64> = pool.iter().map(|one| one.fitness).collect();
        (0..self.config.size)
            .map(|_| pool[roulette(&fitness, draws)].point.clone())
            .collect()
    }
}

/// Exchanges what lies after a random point between each two neighbours, over whole features.
fn cross_neighbours(points: &mut [Vec<f64>], space: &Space, draws: &mut Draws) {
    let features = space.features().len();
    for pair in points.chunks_exact_mut(2) {
        let after = 1 + draws.below(features.saturating_sub(1));
        let (first, second) = pair.split_at_mut(1);
        for gene in 0..space.genes() {
            if space.feature(gene) >= after {
                std::mem::swap(&mut first[0][gene], &mut second[0][gene]);
            }
        }
    }
}

impl Method for State {
    fn propose(&self, space: &Space, draws: &mut Draws) -> Vec<Proposal> {
        if self.population.is_empty() {
            return (0..self.config.all())
                .map(|_| {
                    let point = (0..space.genes()).map(|_| self.random(draws)).collect();
                    Proposal::plain(point)
                })
                .collect();
        }
        let mut next = Vec::with_capacity(self.config.all());
        for island in 0..self.config.populations {
            let mut points = self.selected(island, draws);
            cross_neighbours(&mut points, space, draws);
            for point in &mut points {
                for gene in point {
                    if draws.chance(self.config.mutation_rate) {
                        *gene = self.random(draws);
                    }
                }
            }
            next.extend(points.into_iter().map(Proposal::plain));
        }
        next
    }

    fn learn(&mut self, scored: Vec<Scored>) {
        self.population = scored;
        self.generation += 1;
    }

    fn size(&self) -> usize {
        self.config.all()
    }

    fn spread(&self) -> Option<f64> {
        Some(self.config.range)
    }

    fn distribution(&self) -> Distribution {
        let mut distribution = distribution_of(&self.population);
        for (island, members) in self.population.chunks(self.config.size).enumerate() {
            let best = members.iter().map(|one| one.fitness).fold(0.0, f64::max);
            let name = format!("best-of-population-{}", island + 1);
            distribution.scalars.insert(name, best);
        }
        distribution
    }

    fn wanted(&self) -> usize {
        self.config.populations
    }

    fn fits(&self, space: &Space) -> bool {
        population_fits(&self.population, self.config.all(), space)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimisers::testing::*;
    use crate::optimisers::{Config, Fitness, Optimiser};

    fn optimiser(config: Islands, seed: u64) -> Optimiser {
        let space = Space::linear(6).unwrap();
        Optimiser::new(Config::Islands(config), space, Fitness::Lines, seed).unwrap()
    }

    #[test]
    fn improves_on_all_functions() {
        let functions: [(&str, Function); 3] = [
            ("sphere", |x| 100.0 * sphere(&shifted(x, 0.3))),
            ("ellipsoid", |x| ellipsoid(&shifted(x, 0.3))),
            ("rastrigin", |x| {
                rastrigin(&x.iter().map(|x| 5.0 * x - 2.0).collect::<Vec<_>>())
            }),
        ];
        for (name, function) in functions {
            let mut islands = optimiser(Islands::default(), 2);
            let start = best_value(&mut islands, 1, function);
            let end = proportional_value(&mut islands, 150, function);
            assert!(end < start / 3.0, "{name}: {start} to {end}");
        }
    }

    /// Without mutation, genes stay on the island where they arose until the exchange.
    #[test]
    fn populations_meet_at_the_exchange_only() {
        let config = Islands {
            mutation_rate: 0.0,
            exchange_every: 3,
            ..Islands::default()
        };
        let mut islands = optimiser(config, 9);
        let start = islands.ask();
        let home = |gene: f64, place: usize| {
            let found = start.iter().position(|c| c.genes[place] == gene);
            found.expect("no gene arises without mutation") / 8
        };
        for generation in 1..=3 {
            tell(&mut islands, &|x| sphere(x));
            let strangers = islands
                .ask()
                .iter()
                .enumerate()
                .flat_map(|(index, c)| {
                    let places: Vec<bool> = (0..6)
                        .map(|place| home(c.genes[place], place) != index / 8)
                        .collect();
                    places
                })
                .filter(|strange| *strange)
                .count();
            assert_eq!(strangers > 0, generation == 3, "generation {generation}");
        }
    }

    #[test]
    fn crossover_exchanges_the_ends_of_neighbours() {
        let space = Space::new(vec![1, 2, 1], crate::optimisers::Shape::Linear, false).unwrap();
        let mut seen = Vec::new();
        for seed in 0..40 {
            let mut points = vec![vec![0.0; 4], vec![1.0; 4]];
            let mut draws = Draws::of_generation(seed, 0);
            cross_neighbours(&mut points, &space, &mut draws);
            let ones: f64 = points[0].iter().sum();
            assert_eq!(
                points[0]
                    .iter()
                    .zip(&points[1])
                    .filter(|(a, b)| a == b)
                    .count(),
                0
            );
            seen.push(ones as usize);
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen, [1, 3], "the last feature, or the last two");
    }

    #[test]
    fn impossible_parameters() {
        let check = |change: &dyn Fn(&mut Islands), field: &str| {
            let mut config = Islands::default();
            change(&mut config);
            assert_eq!(config.validate().unwrap_err().field, field);
        };
        check(&|c| c.populations = 0, "populations");
        check(&|c| c.size = 1, "size");
        check(&|c| c.exchange_every = 0, "exchange-every");
        check(&|c| c.mutation_rate = -0.1, "mutation-rate");
        check(&|c| c.range = 0.0, "range");
        assert!(Islands::default().validate().is_ok());
    }
}

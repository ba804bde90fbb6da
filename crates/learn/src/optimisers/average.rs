//! The mean of the last results in place of the last one.

use serde::{Deserialize, Serialize};

/// The results of the last generations. A distribution that has come near its best goes to and fro
/// about it, by the noise of the games: the mean of its means is nearer than any of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Average {
    /// How many generations count.
    pub generations: usize,
    /// Their results, the oldest first.
    results: Vec<Vec<f64>>,
}

impl Average {
    pub(super) fn new(generations: usize) -> Self {
        Average {
            generations,
            results: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, result: Vec<f64>) {
        self.results.push(result);
        if self.results.len() > self.generations {
            self.results.remove(0);
        }
    }

    /// Forgets the results so far.
    pub(super) fn clear(&mut self) {
        self.results.clear();
    }

    /// The mean of the results; none where there are none.
    pub(super) fn mean(&self) -> Option<Vec<f64>> {
        let first = self.results.first()?;
        let count = self.results.len() as f64;
        let mean = |gene: usize| self.results.iter().map(|one| one[gene]).sum::<f64>() / count;
        Some((0..first.len()).map(mean).collect())
    }

    /// Whether what was read back can be.
    pub(super) fn fits(&self, genes: usize) -> bool {
        self.generations > 0
            && self.results.len() <= self.generations
            && self.results.iter().all(|one| one.len() == genes)
    }
}

#[cfg(test)]
mod tests {
    use crate::optimisers::testing::{outcome, shifted, sphere};
    use crate::optimisers::{Config, Fitness, Optimiser, Outcome, Space};

    fn noisy(seed: u64, average: usize) -> f64 {
        let space = Space::linear(8).unwrap();
        let config = Config::named("cross-entropy").unwrap();
        let plain = Optimiser::new(config, space, Fitness::Lines, seed).unwrap();
        let mut optimiser = plain.with_average(average).unwrap();
        for generation in 0..40 {
            let asked = optimiser.ask();
            let outcomes: Vec<Outcome> = asked
                .iter()
                .map(|one| {
                    let mut draws = crate::draws::Draws::of_generation(generation, one.id);
                    let noise = libm::exp(draws.normal());
                    let value = 1.0 + sphere(&shifted(&one.genes, 1.0));
                    outcome(one.id, &[(1e9 * noise / value) as u64])
                })
                .collect();
            optimiser.tell(&outcomes).unwrap();
        }
        sphere(&shifted(&optimiser.result().unwrap().0, 1.0))
    }

    /// Fitness that is off by a factor of e, and a distribution that does not narrow: the mean of
    /// fifteen means is nearer than the last one.
    #[test]
    fn the_mean_of_the_last_means_is_nearer() {
        let far = |average: usize| (0..10).map(|seed| noisy(seed, average)).sum::<f64>();
        let (averaged, last) = (far(15), far(1));
        assert!(averaged < 0.7 * last, "{averaged} {last}");
    }

    #[test]
    fn the_average_of_one_is_the_last() {
        let space = Space::linear(8).unwrap();
        let config = Config::named("cma-es").unwrap();
        let plain = Optimiser::new(config, space, Fitness::Lines, 1).unwrap();
        assert!(plain.clone().with_average(0).is_err());
        let mut one = plain.clone().with_average(1).unwrap();
        let mut plain = plain;
        assert_eq!(one.result(), plain.result(), "before the first generation");
        for _ in 0..3 {
            crate::optimisers::testing::tell(&mut one, &sphere);
            crate::optimisers::testing::tell(&mut plain, &sphere);
        }
        assert_eq!(one.result(), plain.result());
        one.change_game();
        assert_eq!(
            one.result(),
            plain.result(),
            "means of another game do not count"
        );
    }

    #[test]
    fn a_method_without_a_distribution_has_no_average() {
        let space = Space::linear(3).unwrap();
        for name in Config::NAMES {
            let config = Config::named(name).unwrap();
            let has = config.has_distribution();
            let plain = Optimiser::new(config, space.clone(), Fitness::Lines, 1).unwrap();
            let averaged = plain.with_average(5);
            assert_eq!(averaged.is_ok(), has, "{name}");
            if let Err(error) = averaged {
                assert!(error.right.contains("`cma-es`"), "{}", error.right);
            }
        }
    }
}

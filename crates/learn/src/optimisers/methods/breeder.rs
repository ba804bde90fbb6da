//! The Breeder of the student report (appendix III): two players whose weights are blended.

use crate::draws::Draws;
use crate::invalid::{Invalid, count, invalid, positive};
use crate::optimisers::candidate::Distribution;
use crate::optimisers::method::{
    Method, Parameters, Proposal, Scored, distribution_of, population_fits,
};
use crate::optimisers::space::Space;
use crate::parameters::{Range, parameters};
use serde::{Deserialize, Serialize};

parameters! {
    /// The Breeder of the student report (appendix III).
    ///
    /// Both players of the next generation are drawn weight by weight, with p a whole number from 0
    /// to 100: up to `high` the weight is `high` % of the better player's plus 100 - `low` % of the
    /// worse one's, up to `low` the other way round, and else it is a normal number times the
    /// better player's. A player that falls under a fifth of the best mean so far is replaced by a
    /// random one of the starting players, and the other by the best player.
    ///
    /// As 88 % + 1 % is less than 100 %, weights shrink from generation to generation; a linear
    /// rating does not mind.
    pub struct Breeder {
        /// The report's HIGH_P_THRES.
        pub high: u32 = 88, Range::UpTo("low");
        /// The report's LOW_P_THRES.
        pub low: u32 = 99, Range::Words("0 to 100");
        /// A player whose fitness times this number is below that of the best is replaced.
        pub restart_below: f64 = 5.0, Range::Positive;
        /// How many starting players. The report has eight, weights of earlier runs that began with
        /// random ones; here they are normal random numbers.
        pub starts: usize = 8, Range::Count(2);
    }
}

impl Parameters for Breeder {
    const NAME: &'static str = "breeder";
    const SUMMARY: &'static str = "two players whose weights are blended (the student report)";
    type State = State;

    fn validate(&self) -> Result<(), Invalid> {
        if self.low > 100 {
            return Err(invalid("low", self.low, "it must be at most 100"));
        }
        if self.high > self.low {
            return Err(invalid(
                "high",
                self.high,
                format!("it must be at most `low`, {}", self.low),
            ));
        }
        positive("restart-below", self.restart_below)?;
        count("starts", self.starts, 2)
    }

    fn start(self, space: &Space, draws: &mut Draws) -> State {
        State {
            starts: (0..self.starts)
                .map(|_| draws.normals(space.genes()))
                .collect(),
            config: self,
            players: Vec::new(),
            best: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::optimisers) struct State {
    pub config: Breeder,
    starts: Vec<Vec<f64>>,
    /// The two players of the last generation; none before the first.
    players: Vec<Scored>,
    best: Option<Scored>,
}

impl State {
    fn blend(&self, good: &[f64], bad: &[f64], draws: &mut Draws) -> Vec<f64> {
        let much = f64::from(self.config.high) / 100.0;
        let little = f64::from(100 - self.config.low) / 100.0;
        good.iter()
            .zip(bad)
            .map(|(good, bad)| {
                let p = draws.below(101) as u32;
                if p <= self.config.high {
                    good * much + bad * little
                } else if p <= self.config.low {
                    bad * much + good * little
                } else {
                    draws.normal() * good
                }
            })
            .collect()
    }
}

/// Shrinking weights would reach 0 after some thousand generations. Both players are multiplied
/// by a power of two, which changes no choice of a linear rating and no bit of the digits.
fn keep_from_vanishing(players: &mut [Vec<f64>]) {
    let largest = players
        .iter()
        .flatten()
        .fold(0.0, |m: f64, x| m.max(x.abs()));
    if largest > 0.0 && largest < 1e-100 {
        for weight in players.iter_mut().flatten() {
            *weight = libm::scalbn(*weight, 300);
        }
    }
}

impl Method for State {
    fn propose(&self, _: &Space, draws: &mut Draws) -> Vec<Proposal> {
        let (first, second, best) = match (&self.players[..], &self.best) {
            ([first, second], Some(best)) => (first, second, best),
            _ => {
                // The report begins with its last and its first.
                let last = self.starts.len() - 1;
                let pair = [self.starts[last].clone(), self.starts[0].clone()];
                return pair.into_iter().map(Proposal::plain).collect();
            }
        };
        let limit = best.fitness / self.config.restart_below;
        let start = self.starts[draws.below(self.starts.len())].clone();
        // Where both have failed, the report's second rule overrides its first.
        let mut players = if second.fitness < limit {
            vec![start, best.point.clone()]
        } else if first.fitness < limit {
            vec![best.point.clone(), start]
        } else {
            let (good, bad) = if first.fitness > second.fitness {
                (first, second)
            } else {
                (second, first)
            };
            vec![
                self.blend(&good.point, &bad.point, draws),
                self.blend(&good.point, &bad.point, draws),
            ]
        };
        keep_from_vanishing(&mut players);
        players.into_iter().map(Proposal::plain).collect()
    }

    fn learn(&mut self, scored: Vec<Scored>) {
        for one in &scored {
            if self
                .best
                .as_ref()
                .is_none_or(|best| one.fitness > best.fitness)
            {
                self.best = Some(one.clone());
            }
        }
        self.players = scored;
    }

    fn size(&self) -> usize {
        2
    }

    fn spread(&self) -> Option<f64> {
        Some(1.0)
    }

    fn distribution(&self) -> Distribution {
        distribution_of(&self.players)
    }

    fn wanted(&self) -> usize {
        1
    }

    fn outdate(&mut self) {
        if let Some(best) = &mut self.best {
            best.outdate();
        }
    }

    fn fits(&self, space: &Space) -> bool {
        population_fits(&self.players, 2, space)
            && self.starts.len() == self.config.starts
            && self.starts.iter().all(|start| start.len() == space.genes())
            && self
                .best
                .iter()
                .all(|best| best.point.len() == space.genes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimisers::testing::*;
    use crate::optimisers::{Config, Fitness, Optimiser};

    fn optimiser(features: usize, seed: u64) -> Optimiser {
        let space = Space::linear(features).unwrap();
        let config = Config::Breeder(Breeder::default());
        Optimiser::new(config, space, Fitness::Lines, seed).unwrap()
    }

    /// Only the direction of the weights can be searched by a method that shrinks them. The
    /// sphere, the ellipsoid and Rastrigin's function have their optimum at 0, where shrinking
    /// alone leads: they say less.
    #[test]
    fn finds_a_direction() {
        let mut reached: Vec<f64> = (0..9)
            .map(|seed| proportional_value(&mut optimiser(4, seed), 600, |x| 50.0 * direction(x)))
            .collect();
        reached.sort_by(f64::total_cmp);
        // A random direction has 1 in the median.
        assert!(reached[4] / 50.0 < 0.1, "{reached:?}");
        let functions: [Function; 3] = [sphere, ellipsoid, rastrigin];
        for function in functions {
            let mut breeder = optimiser(4, 2);
            let start = best_value(&mut breeder, 1, function);
            assert!(best_value(&mut breeder, 300, function) < start / 10.0);
        }
    }

    #[test]
    fn who_falls_under_a_fifth_is_replaced() {
        let mut breeder = optimiser(3, 5);
        let mut play = |first: u64, second: u64| {
            let asked = breeder.ask();
            let outcomes = [
                outcome(asked[0].id, &[first]),
                outcome(asked[1].id, &[second]),
            ];
            breeder.tell(&outcomes).unwrap();
            let next = breeder.ask();
            (asked, [next[0].genes.clone(), next[1].genes.clone()])
        };
        let (asked, next) = play(100, 19);
        assert_eq!(next[1], asked[0].genes, "the best takes the loser's side");
        assert_ne!(next[0], asked[0].genes);
        let (asked, next) = play(20, 100);
        let best = next.iter().any(|genes| *genes == asked[1].genes);
        assert!(!best, "20 is not under a fifth of 100: blending");
        let (_, next) = play(0, 50);
        assert_ne!(next[0], next[1]);
    }

    #[test]
    fn blending_is_as_reported() {
        let space = Space::linear(4000).unwrap();
        let mut draws = Draws::of_generation(1, 0);
        let state = Breeder::default().start(&space, &mut draws);
        let child = state.blend(&vec![1.0; 4000], &vec![10.0; 4000], &mut draws);
        let count = |value: f64| child.iter().filter(|x| (**x - value).abs() < 1e-12).count();
        // 89, 11 and 1 of the 101 values of p.
        let (good, bad) = (count(0.88 + 0.1), count(8.8 + 0.01));
        assert!((3430..3620).contains(&good), "{good} of 4000");
        assert!((360..520).contains(&bad), "{bad} of 4000");
        assert!((15..70).contains(&(4000 - good - bad)));
    }

    #[test]
    fn weights_do_not_vanish() {
        let mut players = vec![vec![1e-150, 0.0], vec![-3e-160, 1e-170]];
        keep_from_vanishing(&mut players);
        assert!(players[0][0] > 1e-100 && players[1][0] < -1e-100);
    }

    #[test]
    fn impossible_parameters() {
        let check = |change: &dyn Fn(&mut Breeder), field: &str| {
            let mut config = Breeder::default();
            change(&mut config);
            assert_eq!(config.validate().unwrap_err().field, field);
        };
        check(&|c| c.high = 100, "high");
        check(&|c| c.low = 101, "low");
        check(&|c| c.restart_below = 0.0, "restart-below");
        check(&|c| c.starts = 1, "starts");
        assert!(Breeder::default().validate().is_ok());
    }
}

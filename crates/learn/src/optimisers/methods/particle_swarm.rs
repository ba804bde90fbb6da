//! Particle swarm optimisation with a global best (Kennedy & Eberhart 1995), which Langenhoven,
//! van Heerden & Engelbrecht (2010) applied to Tetris.

use crate::draws::Draws;
use crate::invalid::{Invalid, count, not_negative, positive};
use crate::optimisers::candidate::{Distribution, StopReason};
use crate::optimisers::method::{Method, Parameters, Proposal, Scored};
use crate::optimisers::selection::{mean_and_deviation, ranked};
use crate::optimisers::space::Space;
use crate::parameters::{Range, parameters};
use serde::{Deserialize, Serialize};

parameters! {
    /// A particle swarm: every particle flies on, drawn to the best place it has seen itself and to
    /// the best that the swarm has seen.
    ///
    /// A place keeps the fitness that was measured when it was visited, so on noisy games a lucky
    /// measurement draws the swarm for long.
    pub struct ParticleSwarm {
        /// How many particles: 50, as in the standard of Bratton & Kennedy (2007).
        pub population: usize = 50, Range::Count(1);
        /// w, how much of its velocity a particle keeps: 0.72 (Clerc & Kennedy 2002, rounded).
        pub inertia: f64 = 0.72, Range::NotNegative;
        /// c₁, the pull of a particle's own best place: 1.49.
        pub own: f64 = 1.49, Range::NotNegative;
        /// c₂, the pull of the swarm's best place: 1.49.
        pub swarm: f64 = 1.49, Range::NotNegative;
        /// Particles start between minus this and this in every coordinate, at rest.
        pub range: f64 = 1.0, Range::Positive;
        /// The largest velocity in a coordinate; none for no limit.
        pub fastest: Option<f64> = None, Range::Positive;
    }
}

impl Parameters for ParticleSwarm {
    const NAME: &'static str = "particle-swarm";
    const SUMMARY: &'static str =
        "a swarm that follows its best (Kennedy & Eberhart 1995, Langenhoven et al. 2010)";
    type State = State;

    fn validate(&self) -> Result<(), Invalid> {
        count("population", self.population, 1)?;
        not_negative("inertia", self.inertia)?;
        not_negative("own", self.own)?;
        not_negative("swarm", self.swarm)?;
        positive("range", self.range)?;
        if let Some(fastest) = self.fastest {
            positive("fastest", fastest)?;
        }
        Ok(())
    }

    fn start(self, _: &Space, _: &mut Draws) -> State {
        State {
            config: self,
            particles: Vec::new(),
        }
    }
}

/// With a large inertia a swarm flies apart; it must not fly to infinity.
const FARTHEST: f64 = 1e100;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Particle {
    position: Vec<f64>,
    velocity: Vec<f64>,
    /// The best place it has seen.
    best: Scored,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::optimisers) struct State {
    pub config: ParticleSwarm,
    particles: Vec<Particle>,
}

impl State {
    fn moved(&self, particle: &Particle, best: &[f64], draws: &mut Draws) -> Vec<f64> {
        (0..best.len())
            .map(|i| {
                let x = particle.position[i];
                let own = self.config.own * draws.uniform() * (particle.best.point[i] - x);
                let swarm = self.config.swarm * draws.uniform() * (best[i] - x);
                let mut velocity = self.config.inertia * particle.velocity[i] + own + swarm;
                if let Some(fastest) = self.config.fastest {
                    velocity = velocity.clamp(-fastest, fastest);
                }
                (x + velocity).clamp(-FARTHEST, FARTHEST)
            })
            .collect()
    }
}

impl Method for State {
    fn propose(&self, space: &Space, draws: &mut Draws) -> Vec<Proposal> {
        let fitness: Vec<f64> = self.particles.iter().map(|p| p.best.fitness).collect();
        let Some(&best) = ranked(&fitness).first() else {
            let range = self.config.range;
            return (0..self.config.population)
                .map(|_| {
                    let point = (0..space.genes()).map(|_| draws.between(-range, range));
                    Proposal::plain(point.collect())
                })
                .collect();
        };
        let best = &self.particles[best].best.point;
        self.particles
            .iter()
            .map(|particle| Proposal::plain(self.moved(particle, best, draws)))
            .collect()
    }

    fn learn(&mut self, scored: Vec<Scored>) {
        if self.particles.is_empty() {
            self.particles = scored
                .into_iter()
                .map(|one| Particle {
                    position: one.point.clone(),
                    velocity: vec![0.0; one.point.len()],
                    best: one,
                })
                .collect();
            return;
        }
        for (particle, one) in self.particles.iter_mut().zip(scored) {
            let way = one.point.iter().zip(&particle.position);
            particle.velocity = way.map(|(new, old)| new - old).collect();
            particle.position = one.point.clone();
            if one.fitness > particle.best.fitness {
                particle.best = one;
            }
        }
    }

    fn size(&self) -> usize {
        self.config.population
    }

    fn spread(&self) -> Option<f64> {
        Some(self.config.range)
    }

    fn distribution(&self) -> Distribution {
        let Some(first) = self.particles.first() else {
            return Distribution::default();
        };
        let (mean, sd) = (0..first.position.len())
            .map(|i| mean_and_deviation(self.particles.iter().map(|p| p.position[i])))
            .unzip();
        let speeds = self.particles.iter().map(|particle| {
            let squares = particle.velocity.iter().map(|v| v * v);
            squares.sum::<f64>().sqrt()
        });
        let speed = speeds.sum::<f64>() / self.particles.len() as f64;
        Distribution {
            mean,
            sd,
            enabled: Vec::new(),
            scalars: [("mean-speed".to_string(), speed)].into(),
        }
    }

    fn wanted(&self) -> usize {
        // A particle's own best matters too, but the swarm's best matters to all.
        (self.config.population / 5).max(1)
    }

    fn stop(&self) -> Vec<StopReason> {
        let Some(first) = self.particles.first() else {
            return Vec::new();
        };
        let largest = first.position.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        let small = 1e-12 * largest.max(self.config.range * 1e-12);
        let still = self.particles.iter().all(|particle| {
            let at_first = particle.position.iter().zip(&first.position);
            at_first.clone().all(|(a, b)| (a - b).abs() <= small)
                && particle.velocity.iter().all(|v| v.abs() <= small)
        });
        if still && self.particles.len() > 1 {
            vec![StopReason::Converged]
        } else {
            Vec::new()
        }
    }

    fn outdate(&mut self) {
        for particle in &mut self.particles {
            particle.best.outdate();
        }
    }

    fn fits(&self, space: &Space) -> bool {
        let genes = space.genes();
        (self.particles.is_empty() || self.particles.len() == self.config.population)
            && self.particles.iter().all(|particle| {
                let vectors = [&particle.position, &particle.velocity, &particle.best.point];
                vectors.iter().all(|vector| vector.len() == genes)
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::optimisers::testing::*;
    use crate::optimisers::{Config, Fitness, Optimiser};

    fn optimiser(config: ParticleSwarm, features: usize, seed: u64) -> Optimiser {
        let space = Space::linear(features).unwrap();
        Optimiser::new(Config::ParticleSwarm(config), space, Fitness::Lines, seed).unwrap()
    }

    fn wide() -> ParticleSwarm {
        ParticleSwarm {
            range: 5.0,
            ..ParticleSwarm::default()
        }
    }

    #[test]
    fn converges_on_smooth_functions() {
        for seed in 0..3 {
            let mut method = optimiser(ParticleSwarm::default(), 8, seed);
            // The optimum lies outside the range in which particles start.
            let end = best_value(&mut method, 200, |x| sphere(&shifted(x, 2.0)));
            assert!(end < 1e-8, "sphere: {end}");
            let mut method = optimiser(wide(), 8, seed);
            let end = best_value(&mut method, 300, |x| ellipsoid(&shifted(x, 2.0)));
            assert!(end < 1e-4, "ellipsoid: {end}");
        }
    }

    #[test]
    fn comes_near_on_rastrigin() {
        let mut reached: Vec<f64> = (0..5)
            .map(|seed| {
                let mut method = optimiser(wide(), 5, seed);
                best_value(&mut method, 150, |x| rastrigin(&shifted(x, 2.0)))
            })
            .collect();
        reached.sort_by(f64::total_cmp);
        assert!(reached[2] < 3.0, "{reached:?}");
    }

    #[test]
    fn velocities_are_limited_and_nothing_overflows() {
        let limited = ParticleSwarm {
            fastest: Some(0.1),
            ..ParticleSwarm::default()
        };
        let mut method = optimiser(limited, 3, 1);
        let before = method.ask();
        tell(&mut method, &|x| sphere(&shifted(x, 9.0)));
        for (old, new) in before.iter().zip(method.ask()) {
            let steps = old.genes.iter().zip(&new.genes);
            assert!(steps.clone().all(|(a, b)| (a - b).abs() < 0.1 + 1e-12));
        }
        let wild = ParticleSwarm {
            inertia: 50.0,
            ..ParticleSwarm::default()
        };
        let mut method = optimiser(wild, 3, 1);
        for _ in 0..300 {
            tell(&mut method, &|x| {
                if x[0].is_finite() { 1.0 } else { f64::NAN }
            });
        }
        let text = serde_json::to_string(&method).unwrap();
        serde_json::from_str::<Optimiser>(&text).unwrap();
    }

    #[test]
    fn stops_when_all_are_at_one_place() {
        let mut method = optimiser(ParticleSwarm::default(), 2, 1);
        assert!(method.stop().is_empty());
        best_value(&mut method, 600, |x| sphere(&shifted(x, 0.5)));
        assert_eq!(method.stop(), [StopReason::Converged]);
    }

    #[test]
    fn impossible_parameters() {
        let check = |change: &dyn Fn(&mut ParticleSwarm), field: &str| {
            let mut config = ParticleSwarm::default();
            change(&mut config);
            assert_eq!(config.validate().unwrap_err().field, field);
        };
        check(&|c| c.population = 0, "population");
        check(&|c| c.inertia = -0.1, "inertia");
        check(&|c| c.own = f64::INFINITY, "own");
        check(&|c| c.range = 0.0, "range");
        check(&|c| c.fastest = Some(0.0), "fastest");
        assert!(ParticleSwarm::default().validate().is_ok());
    }
}

//! The second phase: tuning on the game as it is believed to be. The clock stands still.

use tetrarium_engine::{Controller, Player, Rules};

use super::believed::Believed;
use super::error::AdaptError;
use super::settings::{Form, Settings};
use super::weights;
use crate::optimisers::{
    CmaEs, Config, CrossEntropy, Fitness, GameCount, Noise, Optimiser, Outcome, Space,
};
use crate::play::{Backend, Length, Shard, Threads, Watch, Work};

/// The number of the game by which all means are judged. Game 0 is the one that is scored.
const JUDGING: u64 = 1;

/// The number of the game that the first generation plays; all vectors of a generation play the
/// same one.
const FIRST: u64 = 2;

/// How far from its beginning the library's tuning looks at first: a part of the mean size of the
/// weights.
const STEP: f64 = 0.2;

/// Tuning on a believed game.
pub(super) struct Tuning<'a> {
    rules: Rules,
    points: [u32; 4],
    settings: &'a Settings,
    threads: usize,
    watch: &'a Watch,
}

impl<'a> Tuning<'a> {
    pub fn new(
        rules: &Rules,
        believed: &Believed,
        settings: &'a Settings,
        threads: usize,
        watch: &'a Watch,
    ) -> Tuning<'a> {
        Tuning {
            rules: believed.rules(rules),
            points: believed.points,
            settings,
            threads,
            watch,
        }
    }

    /// The controller of a vector.
    pub fn controller(&self, name: &str, vector: &[f64]) -> Controller {
        let width = self.rules.board.width();
        weights::controller(self.settings.form, name, vector, width, self.points)
    }

    /// The points of controllers in a number of steps of one game; none if the watch ended it. A
    /// controller whose weights are no numbers to play with gets none.
    pub fn points(
        &self,
        controllers: &[Controller],
        number: u64,
        steps: u64,
    ) -> Result<Option<Vec<u64>>, AdaptError> {
        let players: Vec<Option<Player>> = controllers
            .iter()
            .map(|controller| Player::new(controller, &self.rules).ok())
            .collect();
        let work: Vec<Work> = players
            .iter()
            .flatten()
            .map(|player| Work {
                contender: player.into(),
                shard: Shard {
                    seed: self.settings.seed,
                    first: number,
                    games: 1,
                    length: Length::Restarting(steps),
                },
            })
            .collect();
        let Some(records) = Threads(self.threads).play_whole(&work, self.watch)? else {
            return Ok(None);
        };
        let mut rewards = records.iter().map(|games| games[0].reward);
        let of = |player: &Option<Player>| player.as_ref().and_then(|_| rewards.next());
        Ok(Some(
            players
                .iter()
                .map(of)
                .map(Option::unwrap_or_default)
                .collect(),
        ))
    }

    /// The points of a controller in the game by which means are judged.
    pub fn judged(&self, controller: &Controller) -> Result<Option<u64>, AdaptError> {
        let steps = self.settings.judged_steps();
        let points = self.points(std::slice::from_ref(controller), JUDGING, steps)?;
        Ok(points.map(|points| points[0]))
    }

    /// One generation: every vector that is asked for plays the same game. False if the watch ended
    /// it.
    fn generation(
        &self,
        optimiser: &mut Optimiser,
        vector: impl Fn(&[f64]) -> Vec<f64>,
    ) -> Result<bool, AdaptError> {
        let asked = optimiser.ask();
        let controllers: Vec<Controller> = asked
            .iter()
            .map(|one| self.controller("candidate", &vector(&one.genes)))
            .collect();
        let number = FIRST + optimiser.generation();
        let steps = self.settings.candidate_steps;
        let Some(points) = self.points(&controllers, number, steps)? else {
            return Ok(false);
        };
        // What a game counts is points here: an optimiser only compares.
        let outcome = |(id, points)| Outcome {
            id,
            games: vec![GameCount {
                lines: points,
                pieces: steps,
                finished: true,
            }],
        };
        let ids = asked.iter().map(|one| one.id);
        let outcomes: Vec<Outcome> = ids.zip(points).map(outcome).collect();
        optimiser
            .tell(&outcomes)
            .expect("all that is asked for is told");
        Ok(true)
    }

    fn optimiser(&self, config: Config, genes: usize) -> Optimiser {
        let space = Space::linear(genes).expect("there are weights");
        Optimiser::new(config, space, Fitness::Lines, self.settings.seed)
            .expect("settings were checked")
    }

    /// Cross-entropy from nothing, as the published agent tunes: N(0, 100), the best tenth, noise
    /// that falls from 20 to 0 in 60 % of the generations. The mean of each generation is judged,
    /// and the best mean ever wins. None if the watch ended it.
    pub fn begun_anew(&self) -> Result<Option<Vec<f64>>, AdaptError> {
        let noise = Noise::Linear {
            start: 20.0,
            over: 3.0 * self.settings.generations as f64 / 100.0,
        };
        let config = CrossEntropy {
            population: self.settings.population as usize,
            noise,
            ..CrossEntropy::default()
        };
        let genes = weights::count(Form::Published, self.rules.board.width());
        let mut optimiser = self.optimiser(Config::CrossEntropy(config), genes);
        let mut best: Option<(u64, Vec<f64>)> = None;
        for _ in 0..self.settings.generations {
            if !self.generation(&mut optimiser, <[f64]>::to_vec)? {
                return Ok(None);
            }
            let (mean, _) = optimiser.result().expect("a generation was told");
            let Some(points) = self.judged(&self.controller("mean", &mean))? else {
                return Ok(None);
            };
            if best.as_ref().is_none_or(|(most, _)| points > *most) {
                best = Some((points, mean));
            }
        }
        Ok(best.map(|(_, mean)| mean))
    }

    /// CMA-ES from the weights of a controller. The better of its mean and its beginning. None if
    /// the watch ended it.
    pub fn from(&self, beginning: &[f64]) -> Result<Option<Vec<f64>>, AdaptError> {
        let count = beginning.len() as f64;
        let size = (beginning.iter().map(|weight| weight * weight).sum::<f64>() / count).sqrt();
        let config = CmaEs {
            population: Some(self.settings.population as usize),
            sigma: 1.0,
            ..CmaEs::default()
        };
        let vector = |genes: &[f64]| -> Vec<f64> {
            let moved = beginning.iter().zip(genes);
            moved
                .map(|(from, gene)| from + STEP * size * gene)
                .collect()
        };
        let mut optimiser = self.optimiser(Config::CmaEs(config), beginning.len());
        for _ in 0..self.settings.generations {
            if !optimiser.stop().is_empty() {
                break;
            }
            if !self.generation(&mut optimiser, vector)? {
                return Ok(None);
            }
        }
        let (mean, _) = optimiser.result().expect("a generation was told");
        let mean = vector(&mean);
        let both = [&mean[..], beginning].map(|weights| self.controller("judged", weights));
        let points = self.points(&both, JUDGING, self.settings.judged_steps())?;
        Ok(points.map(|points| match points[0] >= points[1] {
            true => mean,
            false => beginning.to_vec(),
        }))
    }
}
